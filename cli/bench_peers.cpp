// SPDX-License-Identifier: BSD-3-Clause
#include "bench_peers.hpp"

#include <scree/io/files.hpp>
#include <scree/laws/normal.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <numbers>
#include <sstream>

namespace scree {
namespace {

/// A folder under the system's temporary one that goes away with its owner.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "scree-bench-XXXXXX").string();
        if (::mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

Box container(const BenchBed& bed) {
    Box box{Vec3::Constant(std::numeric_limits<double>::infinity()),
            Vec3::Constant(-std::numeric_limits<double>::infinity())};
    for (const Surface& s : bed.scene.walls.front().surfaces) {
        box.low = box.low.cwiseMin(bounds(s).low);
        box.high = box.high.cwiseMax(bounds(s).high);
    }
    return box;
}

/// Damping per effective mass of the bed's mean pair: LAMMPS wants it as a rate.
double damping_rate(const BenchBed& bed) {
    const Material& m = bed.scene.materials.front();
    double mass = 0;
    for (const Grain& g : bed.grains)
        mass += m.density * 4.0 / 3.0 * std::numbers::pi * g.radius * g.radius * g.radius;
    mass /= 2 * static_cast<double>(bed.grains.size());
    return linear_damping(*m.restitution) * std::sqrt(*m.stiffness / mass);
}

std::string lammps_data(const BenchBed& bed) {
    const Box box = container(bed);
    const double density = bed.scene.materials.front().density;
    std::string out = fmt::format("bed\n\n{} atoms\n1 atom types\n", bed.grains.size());
    const char* axes[3] = {"x", "y", "z"};
    for (int k = 0; k < 3; ++k)
        out +=
            fmt::format("{:.17g} {:.17g} {}lo {}hi\n", box.low[k], box.high[k], axes[k], axes[k]);
    out += "\nAtoms # sphere\n\n";
    for (std::size_t i = 0; i < bed.grains.size(); ++i) {
        const Grain& g = bed.grains[i];
        out += fmt::format("{} 1 {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", i + 1, 2 * g.radius,
                           density, g.center.x(), g.center.y(), g.center.z());
    }
    return out;
}

std::string lammps_script(const BenchBed& bed, std::int64_t steps) {
    const Box box = container(bed);
    const Material& m = bed.scene.materials.front();
    double smallest = bed.grains.front().radius;
    for (const Grain& g : bed.grains) smallest = std::min(smallest, g.radius);
    const std::string law = fmt::format("{:.17g} NULL {:.17g} NULL {:.17g} 1", *m.stiffness,
                                        damping_rate(bed), *m.friction);
    std::string out =
        "units si\natom_style sphere\nboundary f f f\nnewton off\ncomm_modify vel yes\n"
        "read_data bed.data\n";
    out += fmt::format("neighbor {:.17g} {}\n", 0.2 * smallest, bed.wide_sizes ? "multi" : "bin");
    out += fmt::format("neigh_modify delay 0 every 1 check yes\npair_style gran/hooke/history {}\n"
                       "pair_coeff * *\ntimestep {:.17g}\n",
                       law, bed.dt);
    out += fmt::format("fix gravity all gravity {:.17g} vector 0 0 -1\nfix move all nve/sphere\n",
                       bed.scene.gravity.norm());
    const char* axes[3] = {"x", "y", "z"};
    for (int k = 0; k < 3; ++k)
        out += fmt::format("fix wall{0} all wall/gran hooke/history {1} {0}plane {2:.17g} {3}\n",
                           axes[k], law, box.low[k],
                           k == 2 ? "NULL" : fmt::format("{:.17g}", box.high[k]));
    out += fmt::format("thermo 1000000\nrun 200\nrun {}\n", steps);
    return out;
}

} // namespace

std::string find_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    std::string folder;
    while (std::getline(folders, folder, ':')) {
        const auto candidate = std::filesystem::path(folder) / name;
        if (::access(candidate.c_str(), X_OK) == 0) return candidate.string();
    }
    return "";
}

std::optional<double> lammps_seconds_per_step(const BenchBed& bed, std::int64_t steps,
                                              std::string& why) {
    const TemporaryFolder folder;
    write_file_atomically(folder.path() / "bed.data", lammps_data(bed));
    write_file_atomically(folder.path() / "in.bed", lammps_script(bed, steps));
    const std::string command =
        "cd '" + folder.path().string() +
        "' && OMP_NUM_THREADS=1 lmp -in in.bed -log log.txt -screen none > out.txt 2>&1";
    const int code = std::system(command.c_str());
    std::istringstream log(std::filesystem::exists(folder.path() / "log.txt")
                               ? read_text_file(folder.path() / "log.txt")
                               : std::string());
    std::string line, last_error;
    std::optional<double> seconds;
    while (std::getline(log, line)) {
        double loop = 0;
        int procs = 0;
        long long done = 0;
        if (std::sscanf(line.c_str(), "Loop time of %lf on %d procs for %lld steps", &loop, &procs,
                        &done) == 3 &&
            done == steps)
            seconds = loop / static_cast<double>(steps);
        if (line.rfind("ERROR", 0) == 0) last_error = line;
    }
    if (!seconds) why = last_error.empty() ? fmt::format("lmp ended with {}", code) : last_error;
    return seconds;
}

} // namespace scree
