// SPDX-License-Identifier: BSD-3-Clause
//
// scree_fuzz_meshes SECONDS SEED [FILE...]
//
// Feeds damaged copies of mesh and clump files to their readers for a set time; built with the
// sanitizers by tools/fuzz-meshes. A reader must either give a sound mesh or throw InputError;
// anything else (another exception, a crash, a number that is not finite, ten seconds without an
// answer) ends the program with the seed of the case, which alone brings it back.
#include <scree/base/error.hpp>
#include <scree/base/random.hpp>
#include <scree/base/stopwatch.hpp>
#include <scree/io/clump_file.hpp>
#include <scree/io/detail/mesh_builder.hpp>
#include <scree/io/detail/mesh_words.hpp>
#include <scree/io/files.hpp>

#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

namespace scree {
namespace {

struct Sample {
    std::string name, ending, bytes;
};

/// One small file of each format, so that the fuzzer needs no other.
std::vector<Sample> own_samples() {
    const std::string ply =
        "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float "
        "x\nproperty float y\nproperty float z\nelement face 1\nproperty list "
        "uchar int vertex_indices\nend_header\n";
    std::string rows(36, '\0');
    rows[3] = rows[16] = rows[32] = '?'; // some coordinates that are not zero
    rows += std::string("\3\0\0\0\0\1\0\0\0\2\0\0\0", 13);
    std::string stl(84 + 50, '\0');
    stl[80] = 1;
    stl[84 + 12 + 3] = stl[84 + 24 + 7] = '?';
    return {
        {"own text", ".stl",
         "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
         "0\nendloop\nendfacet\nendsolid a\n"},
        {"own binary", ".stl", stl},
        {"own", ".obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2//2 -1\n"},
        {"own", ".off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"},
        {"own text", ".ply",
         "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty "
         "float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 "
         "0 0\n0 1 0\n3 0 1 2\n"},
        {"own binary", ".ply", ply + rows},
        {"own", ".csv", "x,y,z,r\n0,0,0,1\n1,0,0,0.5\n# volume = 4\n"},
        {"own", ".clu",
         "Name\na\nBegin centers_and_radii\n0 0 0 1\n1 0 0 0.5\nEnd centers_and_radii\nVolume\n4\n"
         "Inertia per unit mass\n1\n1\n1\n"}};
}

/// What numbers and words tend to break readers.
const std::vector<std::string> spells = {"nan",
                                         "inf",
                                         "-1",
                                         "0",
                                         "1e999",
                                         "1e-999",
                                         "999999999999",
                                         "4294967295",
                                         "-0",
                                         "\n\n",
                                         "\r\n",
                                         "\t",
                                         "#",
                                         "\\\n",
                                         "end_header",
                                         "element face 7\n",
                                         "list",
                                         "solid",
                                         "OFF",
                                         "f 1 2 3\n",
                                         "/",
                                         ",,",
                                         "3",
                                         "x"};

class Mutator {
public:
    Mutator(const std::vector<Sample>& samples, std::uint64_t seed)
        : samples_(samples), random_(seed) {}

    Sample next() {
        Sample sample = samples_[random_.below(samples_.size())];
        const std::uint64_t changes = 1 + random_.below(8);
        for (std::uint64_t k = 0; k < changes; ++k) change(sample.bytes);
        if (random_.below(50) == 0) sample.ending = samples_[random_.below(samples_.size())].ending;
        return sample;
    }

private:
    std::size_t place(const std::string& bytes) { return random_.below(bytes.size() + 1); }

    void change(std::string& bytes) {
        const std::size_t at = place(bytes);
        const std::size_t length = random_.below(1 + random_.below(64));
        switch (random_.below(7)) {
        case 0: // one bit
            if (at < bytes.size())
                bytes[at] = static_cast<char>(bytes[at] ^ (1 << random_.below(8)));
            break;
        case 1: // one byte
            if (at < bytes.size()) bytes[at] = static_cast<char>(random_.below(256));
            break;
        case 2:
            bytes.resize(at);
            break;
        case 3:
            bytes.erase(at, length);
            break;
        case 4:
            bytes.insert(at, bytes.substr(at, length));
            break;
        case 5:
            bytes.insert(at, spells[random_.below(spells.size())]);
            break;
        default: { // a piece of another file
            const std::string& other = samples_[random_.below(samples_.size())].bytes;
            bytes.replace(at, length, other.substr(random_.below(other.size() + 1), length));
        }
        }
    }

    const std::vector<Sample>& samples_;
    Random random_;
};

std::uint64_t case_seed = 0; ///< for the alarm, which can be told nothing else

void too_slow(int) {
    std::array<char, 80> text{};
    const int length =
        std::snprintf(text.data(), text.size(), "fuzz: no answer in 10 s, case %llu\n",
                      static_cast<unsigned long long>(case_seed));
    static_cast<void>(!write(2, text.data(), static_cast<std::size_t>(length)));
    _exit(1);
}

[[noreturn]] void broken(const Sample& sample, const std::string& what) {
    std::fprintf(stderr, "fuzz: %s from %s%s, case %llu\n", what.c_str(), sample.name.c_str(),
                 sample.ending.c_str(), static_cast<unsigned long long>(case_seed));
    std::exit(1);
}

/// Whether the reader took the file.
bool try_mesh(const Sample& sample) {
    const MeshFile file = detail::read_mesh({"fuzz", sample.bytes}, sample.ending);
    if (file.mesh.triangles.empty()) broken(sample, "no triangle");
    for (const Vec3& p : file.mesh.vertices)
        if (!p.allFinite()) broken(sample, "a vertex that is not finite");
    for (const auto& t : file.mesh.triangles)
        for (const auto i : t)
            if (i >= file.mesh.vertices.size()) broken(sample, "a corner that does not exist");
    return true;
}

bool try_clump(const Sample& sample) {
    const ClumpFile file = parse_clump("fuzz" + sample.ending, sample.bytes);
    for (const ClumpBall& ball : file.balls)
        if (!ball.center.allFinite() || !(ball.radius > 0)) broken(sample, "a wrong ball");
    return true;
}

bool is_read(const Sample& sample) {
    try {
        return sample.ending == ".csv" || sample.ending == ".clu" ? try_clump(sample)
                                                                  : try_mesh(sample);
    } catch (const InputError& error) {
        if (std::strlen(error.what()) == 0) broken(sample, "an empty message");
        return false;
    } catch (const std::exception& error) {
        broken(sample, std::string("another exception (") + error.what() + ")");
    }
}

int fuzz(double seconds, std::uint64_t seed, const std::vector<Sample>& samples) {
    std::signal(SIGALRM, too_slow);
    const Stopwatch watch;
    std::map<std::string, std::array<std::uint64_t, 2>> counts;
    std::uint64_t total = 0;
    for (case_seed = seed; watch.seconds() < seconds || total == 0; ++case_seed, ++total) {
        const Sample sample = Mutator(samples, case_seed).next();
        alarm(10);
        ++counts[sample.ending][is_read(sample) ? 1 : 0];
        alarm(0);
    }
    std::printf("fuzz: %llu cases from seed %llu in %.0f s, no fault\n",
                static_cast<unsigned long long>(total), static_cast<unsigned long long>(seed),
                watch.seconds());
    for (const auto& [ending, count] : counts)
        std::printf("  %s: %llu read, %llu refused\n", ending.c_str(),
                    static_cast<unsigned long long>(count[1]),
                    static_cast<unsigned long long>(count[0]));
    return 0;
}

} // namespace
} // namespace scree

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: scree_fuzz_meshes SECONDS SEED [FILE...]\n");
        return 2;
    }
    std::vector<scree::Sample> samples = scree::own_samples();
    for (int i = 3; i < argc; ++i) {
        const std::filesystem::path path(argv[i]);
        samples.push_back({path.stem().string(), scree::detail::lower(path.extension().string()),
                           scree::read_text_file(path)});
    }
    return scree::fuzz(std::atof(argv[1]), std::strtoull(argv[2], nullptr, 10), samples);
}
