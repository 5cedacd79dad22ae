// SPDX-License-Identifier: BSD-3-Clause
#include "descantes.hpp"
#include "published.hpp"
#include "reproduce.hpp"

#include <scree/base/stopwatch.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

std::vector<Situation> situations() {
    return read_situations(published_file("descantes/situations.csv"),
                           published_file("descantes/expected.csv"));
}

void print_row(std::string_view who, const Vec3& n, double gap) {
    fmt::print("  {:<10} {:18.15f} {:18.15f} {:18.15f} {:18.15f}", who, n.x(), n.y(), n.z(), gap);
}

bool table_1() {
    fmt::print("  {:<10} {:>18} {:>18} {:>18} {:>18} {:>9} {:>9}\n", "", "n_x", "n_y", "n_z",
               "overlap", "|dn|", "|doverlap|");
    bool all_hold = true;
    for (const Situation& s : situations()) {
        fmt::print("{}\n", s.name);
        print_row("published", s.normal, s.overlap);
        fmt::print("\n");
        for (const auto& method : penetration_methods()) {
            const Penetration ours = s.measure(method);
            const Difference d = difference(ours, s, method);
            const bool holds = ours.converged && d.holds();
            print_row(method.name, ours.normal, ours.gap);
            fmt::print(" {:9.1e} {:9.1e}  {}\n", d.normal, d.overlap, holds ? "ok" : "DIFFERS");
            all_hold = all_hold && holds;
        }
    }
    return all_hold;
}

/// Short, so that whatever else the machine does falls between rounds rather than on one method.
constexpr int rounds = 101;
constexpr double seconds_per_measurement = 2e-4;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double seconds_per_call(const Situation& s, const PenetrationMethod& method) {
    double sum = 0; // of what would otherwise be thrown away, and hence not computed
    int calls = 0;
    const Stopwatch watch;
    do {
        sum += s.measure(method).gap;
        ++calls;
    } while (watch.seconds() < seconds_per_measurement);
    const double seconds = watch.seconds();
    if (sum > 0) fmt::print("  {}: {} does not overlap\n", s.name, method.name);
    return seconds / calls;
}

/// What each method costs in one situation: time, and corners asked for; ratios to the first
/// method.
struct Cost {
    double seconds = 0, ratio = 0, supports = 0, support_ratio = 0;
};

/// The methods take turns; medians over the rounds, of the times and of their ratios within a
/// round.
std::vector<Cost> costs(const Situation& s) {
    const auto methods = penetration_methods();
    std::vector<std::vector<double>> times(methods.size()), ratios(methods.size());
    for (int round = 0; round < rounds; ++round)
        for (std::size_t m = 0; m < methods.size(); ++m) {
            times[m].push_back(seconds_per_call(s, methods[m]));
            ratios[m].push_back(times[m].back() / times[0].back());
        }
    const double base = s.measure(methods[0]).supports;
    std::vector<Cost> out;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const double supports = s.measure(methods[m]).supports;
        out.push_back({median(times[m]), median(ratios[m]), supports, supports / base});
    }
    return out;
}

std::string published_ratio(const Situation& s, std::string_view method) {
    if (method == "nezami") return fmt::format("{:.1f}", s.nezami_ratio);
    if (method == "cundall") return fmt::format("{:.1f}", s.cundall_ratio);
    return "-";
}

/// Times are reported; the verdict is on the counts, which have no noise: in each situation GJK-TD
/// asks for the fewest corners and, of the published methods, Cundall for the most.
bool table_2() {
    const auto methods = penetration_methods();
    fmt::print("{:<8} {:<11} {:>10} {:>10} {:>10} {:>10} {:>11}\n", "", "", "us", "ratio",
               "published", "supports", "ratio");
    std::vector<Cost> sums(methods.size());
    bool all_hold = true;
    const auto all = situations();
    for (const Situation& s : all) {
        const std::vector<Cost> cost = costs(s);
        for (std::size_t m = 0; m < methods.size(); ++m) {
            fmt::print("{:<8} {:<11} {:10.3f} {:10.1f} {:>10} {:10.0f} {:11.1f}\n", s.name,
                       methods[m].name, 1e6 * cost[m].seconds, cost[m].ratio,
                       published_ratio(s, methods[m].name), cost[m].supports,
                       cost[m].support_ratio);
            sums[m].ratio += cost[m].ratio;
            sums[m].support_ratio += cost[m].support_ratio;
        }
        const double gjk_td = cost[0].supports, nezami = cost[1].supports;
        all_hold = all_hold && gjk_td < nezami && nezami < cost[2].supports;
    }
    const auto count = static_cast<double>(all.size());
    fmt::print("\nmean of the ratios to gjk_td (published: nezami 5.7, cundall 64.8)\n");
    for (std::size_t m = 1; m < methods.size(); ++m)
        fmt::print("  {:<11} time {:8.1f}   supports {:8.1f}\n", methods[m].name,
                   sums[m].ratio / count, sums[m].support_ratio / count);
    return all_hold;
}

} // namespace

std::vector<Reproduction> descantes_reproductions() {
    return {{"D-1", "nine overlaps of polyhedra: normal and depth by every method", table_1},
            {"D-2", "the same nine: what each method costs, relative to GJK-TD", table_2}};
}

} // namespace scree
