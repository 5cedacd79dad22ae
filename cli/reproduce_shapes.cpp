// SPDX-License-Identifier: BSD-3-Clause
#include "published.hpp"
#include "reproduce.hpp"
#include "template_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <sstream>

// Packings of grains that are no balls: dice, ellipsoids, sand. What is assumed stands in
// tests/reproduction/shape-packing/source.md.
namespace scree {
namespace {

double published(const std::string& shape, const std::string& state) {
    std::istringstream lines(published_file("shape-packing/expected.csv"));
    const std::string begin = shape + "," + state + ",";
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(begin)) return std::stod(line.substr(begin.size()));
    return std::nan("");
}

bool is_near(double value, double wanted, double room) { return std::abs(value - wanted) <= room; }

/// The value of a key that is a region.
std::string box(const std::string& key, const std::string& low, const std::string& high) {
    return fmt::format(R"({}={{ type = "box", low = [{}], high = [{}] }})", key, low, high);
}

/// Solid fractions of the template: of all of the vessel, and of the core.
struct Fractions {
    double vessel, core;

    explicit Fractions(TemplateRun& run)
        : vessel(run.measured("solid_fraction", 0)), core(run.measured("solid_fraction", 1)) {}
};

/// Settled in a liquid, and poured in air and tapped.
bool pack_dice(const std::string& shape, double room) {
    const std::vector<std::string> in_air = {"grains.shape=\"" + shape + "\""};
    // Poured more slowly, for all this time, and not tapped.
    const std::vector<std::string> in_water = {in_air.front(),         "gravity=[0, 0, -1.635]",
                                               "fluid.viscosity=0.15", "grains.rate=125",
                                               "duration=9",           "drive.amplitude=[0, 0, 0]"};
    TemplateRun loose("dice-packing", in_water), dense("dice-packing", in_air);
    loose.finish();
    dense.finish();
    bool holds = true;
    for (TemplateRun* run : {&loose, &dense}) {
        const Fractions ours(*run);
        const std::string state = run == &loose ? "loose" : "dense";
        const double wanted = published(shape, state);
        fmt::print("{:<13} {:<6} {:>6} {:>9.2f} {:>9.3f} {:>7.3f} {:>8.0e} {:>8.0f}\n", shape,
                   state, run->grains(), wanted, ours.vessel, ours.core, run->largest_residual(),
                   run->seconds());
        holds = holds && is_near(ours.core, wanted, room);
    }
    return holds && Fractions(dense).core > Fractions(loose).core;
}

bool dice(bool full) {
    constexpr double room = 0.02;
    fmt::print("solid fraction, published (± 0.01; the abstract names no vessel) and ours: of a "
               "vessel ten dice wide, and of its core;\njudged is the core: within {}\n",
               room);
    fmt::print("{:<13} {:<6} {:>6} {:>9} {:>9} {:>7} {:>8} {:>8}\n", "", "", "dice", "published",
               "vessel", "core", "ledger", "seconds");
    bool holds = true;
    for (const std::string name :
         {"tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron"})
        if (full || name == "cube") holds = pack_dice(name, room) && holds;
    fmt::print("largest memory: {:.0f} MB\n", peak_megabytes());
    return holds;
}

bool ellipsoids(bool full) {
    const std::vector<std::string> smaller = {
        "grains.count=500",
        "duration=0.2",
        box("measure.region", "0.004, 0.004, 0.004", "0.011, 0.011, 0.011"),
        box("grains.region", "0, 0, 0", "0.024, 0.024, 0.024"),
        "wall.right.point=[0.024, 0, 0]",
        "wall.back.point=[0, 0.024, 0]",
        "wall.top.point=[0, 0, 0.024]"};
    fmt::print("solid fraction of the core, pressed without friction\n");
    TemplateRun run("close-packing", full ? std::vector<std::string>{} : smaller);
    run.finish();
    const double core = run.measured("solid_fraction");
    fmt::print("published {:.2f} ± 0.005, ours {:.3f} ({} ellipsoids, ledger {:.0e}, {:.0f} s)\n",
               published("ellipsoid", "pressed"), core, run.grains(), run.largest_residual(),
               run.seconds());
    // A small packing has a small core, and walls order what is near them.
    return is_near(core, published("ellipsoid", "pressed"), full ? 0.015 : 0.03);
}

/// A box about as wide as the packing is high. Grains with few corners need the more room at first
/// the farther those stick out.
struct SandBox {
    double width, height;
};
SandBox sand_box(int count, int corners) {
    const double width = 0.0045 * std::cbrt(count / 1200.0);
    return {width, (corners > 0 && corners < 12 ? 9 : 4) * width};
}

/// kg, of a lid of steel.
double lid_mass(const SandBox& box) { return 7850 * 1.5e-3 * box.width * box.width; }

constexpr double earth = 9.81, lid_speed = 0.2; // m/s², m/s: how fast the lid may come down

/// Grains of [M Table 5.3].
std::vector<std::string> sand(int count, int corners) {
    const SandBox sides = sand_box(count, corners);
    const auto [width, height] = sides;
    const std::string top = fmt::format("{0:.6f}, {0:.6f}, {1:.6f}", width, height);
    std::vector<std::string> values = {
        fmt::format("wall.box.high=[{0:.6f}, {0:.6f}, {1:.6f}]", width, 1.5 * height),
        fmt::format("wall.lid.point=[0, 0, {:.6f}]", height + 2e-4),
        fmt::format("drive.mass={:.3e}", lid_mass(sides)),
        fmt::format("drive.damping={:.3e}", lid_mass(sides) * earth / lid_speed)};
    constexpr std::array<std::pair<const char*, double>, 3> classes = {
        {{"large", 0.07}, {"medium", 0.76}, {"small", 0.17}}};
    for (const auto& [name, share] : classes) {
        values.push_back(fmt::format("grains.{}.count={}", name, std::lround(share * count)));
        values.push_back(box(fmt::format("grains.{}.region", name), "0, 0, 0", top));
        if (corners == 0) values.push_back(fmt::format("grains.{}.shape=\"sphere\"", name));
    }
    if (corners > 0) values.push_back(fmt::format("shape.vertices={}", corners));
    return values;
}

struct Settled {
    double void_ratio, coordination;
    double carried;               ///< of the lid's weight, by the grains: 1 at rest
    std::array<double, 3> mutual; ///< sets of three, four and five per grain
};

Settled settle(TemplateRun& run, const SandBox& box) {
    run.finish();
    const auto [width, height] = box;
    const Frame frame = run.frame();
    double solid = 0;
    for (const double r : frame.radius) solid += 4 * std::numbers::pi / 3 * r * r * r;
    const double lid = height + 2e-4 + frame.walls.back().shift.z();
    const auto grains = static_cast<double>(frame.center.size());
    return {width * width * lid / solid - 1,
            2 * run.measured("grain_contacts") / grains,
            run.look().walls.back().force.z() / (earth * lid_mass(box)),
            {run.measured("mutual_3") / grains, run.measured("mutual_4") / grains,
             run.measured("mutual_5") / grains}};
}

bool sand_under_a_lid(bool full) {
    fmt::print(
        "void ratio [M Fig. 5.17: fine about 0.4, coarse above 0.6, spheres nearly twice the "
        "fine] and contacts per grain [M Table 5.4: 8.0 to 9.3]\n");
    fmt::print("{:>7} {:>8} {:>11} {:>9} {:>26} {:>8} {:>8} {:>8}\n", "grains", "corners",
               "void ratio", "contacts", "sets of 3, 4, 5 per grain", "carried", "ledger",
               "seconds");
    bool holds = true;
    for (const int count : {100, 1200, 2400}) {
        if (!full && count > 100) continue;
        double fine = 0;
        for (const int corners : {100, 24, 8, 0}) {
            TemplateRun run("sand-under-lid", sand(count, corners));
            const Settled s = settle(run, sand_box(count, corners));
            fmt::print(
                "{:>7} {:>8} {:>11.3f} {:>9.2f} {:>12.2f} {:>6.2f} {:>6.2f} {:>8.2f} {:>8.0e} "
                "{:>8.0f}\n",
                run.grains(), corners > 0 ? std::to_string(corners) : "spheres", s.void_ratio,
                s.coordination, s.mutual[0], s.mutual[1], s.mutual[2], s.carried,
                run.largest_residual(), run.seconds());
            // While the lid still falls or swings its place says nothing.
            holds = holds && is_near(s.carried, 1, 0.1);
            if (corners == 100) fine = s.void_ratio;
            if (corners == 0) holds = holds && s.void_ratio > fine;
            holds = holds && s.mutual[2] < 0.05;
            if (corners == 100 && count > 100)
                holds = holds && is_near(s.void_ratio, 0.4, 0.1) && s.coordination > 8 &&
                        s.coordination < 10;
        }
    }
    if (!full)
        fmt::print(
            "100 grains say little; judged here: the lid rests on them, spheres lie looser than "
            "the fine grains, and fewer than 5 % of the grains are in mutual contact with five "
            "others\n");
    fmt::print("largest memory: {:.0f} MB\n", peak_megabytes());
    return holds;
}

} // namespace

std::vector<Reproduction> shape_reproductions() {
    return {{"BK-1", "dice, loose and dense [Baker and Kudrolli 2010]", [] { return dice(false); },
             [] { return dice(true); }},
            {"Man-1", "pressed ellipsoids without friction [Man and others 2005]",
             [] { return ellipsoids(false); }, [] { return ellipsoids(true); }},
            {"M-5", "sand in a box under a lid: void ratio and contacts",
             [] { return sand_under_a_lid(false); }, [] { return sand_under_a_lid(true); }}};
}

} // namespace scree
