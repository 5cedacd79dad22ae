// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/clump_file.hpp>
#include <scree/io/csv_table.hpp>
#include <scree/io/detail/mesh_words.hpp>
#include <scree/io/files.hpp>

#include <array>

namespace scree {
namespace {

using detail::MeshLines;
using Words = std::vector<std::string_view>;

std::string text(double value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

ClumpFile read_table(const std::string& name, const std::string& bytes) {
    const CsvTable table = parse_csv(bytes, name, {{"x", "y", "z", "r"}});
    const auto& x = *table.column("x");
    const auto& y = *table.column("y");
    const auto& z = *table.column("z");
    const auto& r = *table.column("r");
    ClumpFile file;
    std::vector<std::string> mistakes;
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const ClumpBall ball{{x[i], y[i], z[i]}, r[i]};
        const std::string where = name + ":" + std::to_string(table.lines[i]) + ": ";
        if (!ball.center.allFinite())
            mistakes.push_back(where + "x, y and z must be finite");
        else if (!(ball.radius > 0) || !std::isfinite(ball.radius))
            mistakes.push_back(where + "r: must be > 0, got " + text(ball.radius));
        file.balls.push_back(ball);
        if (mistakes.size() == 10) break;
    }
    if (!mistakes.empty()) throw InputError(mistakes);
    return file;
}

/// Kratos: a word that says what comes, on the lines below it the numbers. Comments begin with //.
class KratosReader {
public:
    KratosReader(const std::string& name, const std::string& bytes)
        : plain_(without_comments(bytes)), lines_(name, plain_) {}

    ClumpFile read() {
        bool has_balls = false;
        for (Words words = lines_.next(); !words.empty(); words = lines_.next()) {
            const std::string word = detail::lower(words[0]);
            if (word == "begin" && words.size() > 1 && words[1] == "centers_and_radii")
                read_balls(), has_balls = true;
            else if (word == "volume")
                file_.volume = number_below("the volume");
            else if (word == "inertia")
                file_.inertia_per_mass = read_inertia();
        }
        if (!has_balls) lines_.fail_at_end("expected \"Begin centers_and_radii\"");
        return std::move(file_);
    }

private:
    /// Blanks in their place: the numbers of the lines stay.
    static std::string without_comments(std::string bytes) {
        for (std::size_t at = bytes.find("//"); at != std::string::npos;
             at = bytes.find("//", at)) {
            const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
            std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                      bytes.begin() + static_cast<std::ptrdiff_t>(end), ' ');
            at = end;
        }
        return bytes;
    }

    Words below(const std::string& what) {
        Words words = lines_.next();
        if (words.empty()) lines_.fail_at_end("expected " + what);
        return words;
    }
    double number_below(const std::string& what) { return lines_.number(below(what)[0]); }

    Vec3 read_inertia() {
        Vec3 inertia;
        for (int k = 0; k < 3; ++k) inertia[k] = number_below("three moments of inertia");
        return inertia;
    }

    void read_balls() {
        for (Words words = below("balls"); detail::lower(words[0]) != "end";
             words = below("balls")) {
            if (words.size() != 4)
                lines_.fail("expected x y z r, got " + std::to_string(words.size()) +
                            (words.size() == 1 ? " word" : " words"));
            const ClumpBall ball{lines_.point(words, 0), lines_.number(words[3])};
            if (!(ball.radius > 0)) lines_.fail("r: must be > 0, got " + text(ball.radius));
            file_.balls.push_back(ball);
        }
        if (file_.balls.empty()) lines_.fail("has no balls");
    }

    std::string plain_;
    MeshLines lines_;
    ClumpFile file_;
};

} // namespace

ClumpFile parse_clump(const std::string& name, const std::string& bytes) {
    const std::string ending = detail::lower(std::filesystem::path(name).extension().string());
    if (ending != ".csv" && ending != ".clu")
        throw InputError(name + ": unknown kind of clump file, the name must end in .csv or .clu");
    if (bytes.empty()) throw InputError(name + ": the file is empty");
    ClumpFile file = ending == ".csv" ? read_table(name, bytes) : KratosReader(name, bytes).read();
    if (file.balls.empty()) throw InputError(name + ": has no balls");
    return file;
}

ClumpFile read_clump_file(const std::filesystem::path& path) {
    return parse_clump(path.string(), read_text_file(path));
}

} // namespace scree
