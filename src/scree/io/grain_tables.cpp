// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/grain_tables.hpp>

#include <scree/base/error.hpp>
#include <scree/io/csv_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scree {
namespace {

constexpr int most_classes = 1000000;

/// Complains about one value of a table.
class Complaints {
public:
    Complaints(const std::string& file, const CsvTable& table) : file_(file), table_(table) {}

    void add(std::size_t row, const char* column, const std::string& what) {
        constexpr std::size_t most = 10;
        if (messages_.size() < most)
            messages_.push_back(
                fmt::format("{}:{}: {}: {}", file_, table_.lines[row], column, what));
    }
    void throw_if_any() {
        if (!messages_.empty()) throw InputError(std::move(messages_));
    }

private:
    const std::string& file_;
    const CsvTable& table_;
    std::vector<std::string> messages_;
};

} // namespace

SieveSizes parse_sieve_curve(const std::string& text, const std::string& file, double unit) {
    const CsvTable table = parse_csv(text, file, {{"size", "passing"}});
    const auto& size = table.columns[0];
    const auto& passing = table.columns[1];
    const std::size_t rows = table.rows();
    if (rows < 2) throw InputError(fmt::format("{}: needs at least two rows, got {}", file, rows));
    Complaints wrong(file, table);
    for (std::size_t k = 0; k < rows; ++k) {
        if (!(size[k] > 0))
            wrong.add(k, "size", fmt::format("must be > 0, got {}", size[k]));
        else if (k > 0 && !(size[k] > size[k - 1]))
            wrong.add(
                k, "size",
                fmt::format("must be greater than the {} before it, got {}", size[k - 1], size[k]));
        if (k > 0 && passing[k] < passing[k - 1])
            wrong.add(k, "passing",
                      fmt::format("must not decrease with the size, got {} after {}", passing[k],
                                  passing[k - 1]));
    }
    if (passing.front() != 0)
        wrong.add(0, "passing",
                  fmt::format("must begin at 0, got {}; begin with the size that nothing passes",
                              passing.front()));
    const double all = passing.back();
    if (all != 1 && all != 100)
        wrong.add(rows - 1, "passing",
                  fmt::format("must end at 1 (or 100 %), got {}; end with the size that everything "
                              "passes",
                              all));
    wrong.throw_if_any();
    SieveSizes sieve;
    for (std::size_t k = 0; k < rows; ++k) {
        sieve.radius.push_back(0.5 * unit * size[k]);
        sieve.passing.push_back(passing[k] / all);
    }
    return sieve;
}

PlacedFill parse_grain_table(const std::string& text, const std::string& file) {
    const CsvTable table = parse_csv(
        text, file, {{"x", "y", "z", "radius"}, {"class", "size_class", "qw", "qx", "qy", "qz"}});
    PlacedFill fill;
    Complaints wrong(file, table);
    const auto* size_class = table.column("class");
    if (size_class == nullptr) size_class = table.column("size_class");
    const std::array<const std::vector<double>*, 4> turn = {table.column("qw"), table.column("qx"),
                                                            table.column("qy"), table.column("qz")};
    const auto given = std::ranges::count_if(turn, [](const auto* column) { return column; });
    if (given != 0 && given != 4)
        throw InputError(fmt::format(
            "{}: an attitude needs all of the columns qw, qx, qy and qz, found {}", file, given));
    for (std::size_t k = 0; k < table.rows(); ++k) {
        fill.centers.emplace_back(table.columns[0][k], table.columns[1][k], table.columns[2][k]);
        fill.radii.push_back(table.columns[3][k]);
        if (!(fill.radii.back() > 0))
            wrong.add(k, "radius", fmt::format("must be > 0, got {}", fill.radii.back()));
        if (given == 4) {
            const Eigen::Quaterniond q((*turn[0])[k], (*turn[1])[k], (*turn[2])[k], (*turn[3])[k]);
            constexpr double off = 1e-3;
            if (!(std::abs(q.norm() - 1) < off))
                wrong.add(k, "qw",
                          fmt::format("a quaternion of length 1 is needed, got {:.6g}", q.norm()));
            fill.attitudes.push_back(q);
        }
        if (size_class == nullptr) continue;
        const double number = (*size_class)[k];
        if (!(number >= 0 && number < most_classes && number == std::floor(number)))
            wrong.add(k, "class", fmt::format("must be a whole number >= 0, got {}", number));
        else
            fill.size_classes.push_back(static_cast<int>(number));
    }
    wrong.throw_if_any();
    return fill;
}

} // namespace scree
