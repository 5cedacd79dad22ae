// SPDX-License-Identifier: BSD-3-Clause
#include "published.hpp"
#include "reproduce.hpp"
#include "template_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace scree {
namespace {

using Values = std::vector<std::string>;

std::vector<std::vector<std::string>> rows_of(const std::string& file) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(published_file(file));
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream parts(line);
        auto& row = rows.emplace_back();
        for (std::string cell; std::getline(parts, cell, ',');) row.push_back(cell);
    }
    rows.erase(rows.begin()); // names of the columns
    return rows;
}

/// What [F] prints, per cent; NaN where there is nothing.
double published(const std::string& table, const std::string& name, const std::string& quantity) {
    for (const auto& row : rows_of("ferrez-packing/expected.csv"))
        if (row[0] == table && row[1] == name && row[2] == quantity) return std::stod(row[3]);
    return std::nan("");
}

std::string seed(int n) { return fmt::format("seed={}", n); }

struct Mean {
    double sum = 0, low = 1e300, high = -1e300;
    int count = 0;

    void add(double value) {
        sum += value;
        low = std::min(low, value);
        high = std::max(high, value);
        ++count;
    }
    double value() const { return sum / count; }
};

/// A scene that is packed and then at rest, for several seeds: densities in per cent.
struct Packed {
    Mean highest, level;
    std::size_t grains = 0;
    double seconds = 0, residual = 0;

    void add(TemplateRun& run) {
        const BedDensity d = run.density();
        highest.add(100 * d.highest);
        level.add(100 * d.level);
        grains = run.grains();
        seconds += run.seconds();
        residual = std::max(residual, run.largest_residual());
    }
};

Packed pack(const std::string& name, const Values& values, int seeds) {
    Packed out;
    for (int n = 1; n <= seeds; ++n) {
        Values all = values;
        all.push_back(seed(n));
        TemplateRun run(name, all);
        run.finish();
        out.add(run);
    }
    return out;
}

void print_head() {
    fmt::print("seeds 1, 2, … up to their number\n");
    fmt::print("{:<13} {:>6} {:>5}  {:>9} {:>10}  {:>15} {:>6}  {:>15} {:>6}  {:>8} {:>9}\n", "",
               "grains", "seeds", "published", "experiment", "highest grain", "range", "level",
               "range", "ledger", "seconds");
}

void print_row(const std::string& table, const std::string& name, const Packed& p) {
    const auto text = [](double v) { return std::isnan(v) ? "-" : fmt::format("{:.2f}", v); };
    fmt::print("{:<13} {:>6} {:>5}  {:>9} {:>10}  {:>15.2f} {:>6.2f}  {:>15.2f} {:>6.2f}  {:>8.0e} "
               "{:>9.0f}\n",
               name, p.grains, p.highest.count, text(published(table, name, "simulated")),
               text(published(table, name, "experiment")), p.highest.value(),
               p.highest.high - p.highest.low, p.level.value(), p.level.high - p.level.low,
               p.residual, p.seconds);
}

void print_memory() { fmt::print("largest memory: {:.0f} MB\n", peak_megabytes()); }

bool is_within(double value, double wanted, double points) {
    const bool holds = std::abs(value - wanted) <= points;
    if (!holds) fmt::print("  {:.2f} is not within {} points of {:.2f}\n", value, points, wanted);
    return holds;
}

bool table_5_1(bool full) {
    fmt::print("density in % by the highest grain [F eq. 4.3], published and ours\n");
    fmt::print("{:<6} {:>6} {:>4}  {:>8} {:>8}  {:>8} {:>8}  {:>8} {:>8} {:>6} {:>8} {:>8}\n", "",
               "grains", "seed", "0.0 s", "ours", "0.5 s", "ours", "3.0 s", "ours", "level",
               "ledger", "seconds");
    std::map<std::string, Mean> last;
    for (const std::string name : {"one1", "one2", "one3", "one4"})
        for (int n = 1; n <= (full ? 3 : 1); ++n) {
            if (!full && name > "one2") continue;
            TemplateRun run(name, {seed(n)});
            fmt::print("{:<6} {:>6} {:>4}", name, run.grains(), n);
            BedDensity d;
            for (const double time : {0.0, 0.5, 3.0}) {
                run.go_to(time);
                d = run.density();
                fmt::print("  {:>8.2f} {:>8.2f}",
                           published("5.1", name, fmt::format("at {:.1f} s", time)),
                           100 * d.highest);
            }
            last[name].add(100 * d.highest);
            fmt::print(" {:>6.2f} {:>8.0e} {:>8.0f}\n", 100 * d.level, run.largest_residual(),
                       run.seconds());
        }
    print_memory();
    const bool uncovered_is_loose = last["one2"].value() < last["one1"].value();
    return uncovered_is_loose && (!full || last["one4"].value() > last["one1"].value());
}

bool table_5_2(bool full) {
    const Values smaller = {"grains.count=1400", "duration=2", "drive.until=1.4"};
    fmt::print("density in %, by the highest grain [F eq. 4.3] and by the mean level\n");
    print_head();
    std::map<std::string, double> density;
    for (const std::string name : {"tapping-10hz", "tapping-5hz", "tapping", "tapping-2hz"}) {
        if (!full && (name == "tapping-5hz" || name == "tapping-2hz")) continue;
        const Packed p = pack(name, full ? Values{} : smaller, 1);
        print_row("5.2", name, p);
        density[name] = p.highest.value();
    }
    print_memory();
    bool holds = true;
    for (const auto& [name, value] : density) {
        // A bed of a quarter of the height is mostly rough surface: only the order is left.
        if (full) holds = is_within(value, published("5.2", name, "simulated"), 1.5) && holds;
        if (name != "tapping-10hz") holds = holds && value > density["tapping-10hz"];
    }
    return holds;
}

bool table_5_6(bool full) {
    const Values shorter = {"duration=4", "drive.until=3.5"};
    fmt::print("density in %, by the highest grain [F eq. 4.3] and by the mean level\n");
    print_head();
    bool holds = true;
    for (const std::string name : {"narrow", "narrow-36", "narrow-40"}) {
        if (!full && name != "narrow") continue;
        const Packed p = pack(name, full ? Values{} : shorter, full ? 5 : 1);
        print_row("5.6", name, p);
        const double experiment = published("5.6", name, "experiment");
        if (!std::isnan(experiment))
            holds = is_within(p.highest.value(), experiment, full ? 1.5 : 3) && holds;
    }
    print_memory();
    return holds;
}

bool table_5_7(bool full) {
    const Values smaller = {"grains.count=4000", "duration=2", "drive.until=1.6"};
    fmt::print(
        "density in %, by the highest grain [F eq. 4.3] and by the mean level; F's own runs of "
        "13 000: 63.8 to 65.1\n");
    print_head();
    bool holds = true;
    for (const std::string name : {"unimodal", "unimodal-36"}) {
        if (!full && name != "unimodal") continue;
        const Packed p = pack(name, full ? Values{} : smaller, 1);
        print_row("5.7", name, p);
        if (name == "unimodal") holds = p.level.value() > (full ? 64 : 60) && p.level.value() < 66;
    }
    print_memory();
    return holds;
}

/// One hourglass until its end: how many grains have passed, and how evenly.
struct Discharge {
    std::int64_t passed = 0;
    double time_of_last = 0; ///< s: when 99 % of those had passed
    double quarters = 0;     ///< flow of the second quarter over that of the third
};

Discharge discharge(TemplateRun& run, double until) {
    std::vector<double> times;
    std::vector<std::int64_t> passed;
    for (double t = 0; t <= until; t += 0.01) {
        run.go_to(t);
        times.push_back(t);
        passed.push_back(run.look().passages.front().grains);
    }
    const auto time_of = [&](double share) {
        const auto wanted = share * static_cast<double>(passed.back());
        const auto at = std::ranges::find_if(
            passed, [&](std::int64_t n) { return static_cast<double>(n) >= wanted; });
        return times[static_cast<std::size_t>(at - passed.begin())];
    };
    return {passed.back(), time_of(0.99),
            (time_of(0.75) - time_of(0.5)) / (time_of(0.5) - time_of(0.25))};
}

/// A part of experiment A when reduced: is its flow even?
bool table_6_1(bool full) {
    fmt::print("seed 1\n");
    fmt::print("{:<12} {:>6} {:>8} {:>8} {:>10} {:>12} {:>12} {:>8} {:>8}\n", "", "grains",
               "diameter", "passed", "published", "99 % of it", "2nd/3rd", "ledger", "seconds");
    bool holds = true;
    for (const auto& row : rows_of("ferrez-hourglass/expected.csv")) {
        const bool is_first = row[0] == "hourglass", all_pass = row[3] == "1";
        if (!full && !is_first) continue;
        TemplateRun run(row[0], {});
        const Discharge d = discharge(run, full ? 6.0 : 1.5);
        const std::int64_t rest = static_cast<std::int64_t>(run.grains()) - d.passed;
        fmt::print("{:<12} {:>6} {:>5} mm {:>8} {:>10} {:>10.2f} s {:>12.2f} {:>8.0e} {:>8.0f}\n",
                   row[0], run.grains(), row[2], d.passed, all_pass ? "all" : "blocked",
                   d.time_of_last, d.quarters, run.largest_residual(), run.seconds());
        const double few = 0.02 * static_cast<double>(run.grains());
        if (full) holds = holds && (all_pass == (static_cast<double>(rest) < few));
        if (is_first) holds = holds && std::abs(d.quarters - 1) < 0.15;
    }
    print_memory();
    return holds;
}

} // namespace

std::vector<Reproduction> ferrez_reproductions() {
    return {
        {"F-5.1", "one large grain among others: densities at three times",
         [] { return table_5_1(false); }, [] { return table_5_1(true); }},
        {"F-5.2", "density after tapping at 10, 5, 4 and 2 Hz", [] { return table_5_2(false); },
         [] { return table_5_2(true); }},
        {"F-5.6", "three sizes in cylinders of 30, 36 and 40 mm", [] { return table_5_6(false); },
         [] { return table_5_6(true); }},
        {"F-5.7", "spheres of 1 mm in cylinders of 30 and 36 mm", [] { return table_5_7(false); },
         [] { return table_5_7(true); }},
        {"F-6.1", "hourglasses A, B and C: which of them run empty, and how evenly",
         [] { return table_6_1(false); }, [] { return table_6_1(true); }},
    };
}

} // namespace scree
