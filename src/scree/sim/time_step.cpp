// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/time_step.hpp>

#include <scree/base/ball.hpp>
#include <scree/base/error.hpp>
#include <scree/laws/normal.hpp>
#include <scree/scene/region.hpp>
#include <scree/scene/size_draw.hpp>
#include <scree/shapes/mesh_surface.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace scree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Duration of an elastic Hertz impact over (peak overlap / speed): 4/5 B(2/5, 1/2).
const double hertz_duration = 0.8 * std::beta(0.4, 0.5);

double series(double a, double b) {
    if (a == infinity) return b;
    return b == infinity ? a : a * b / (a + b);
}

/// The lightest grain of a material; walls are infinitely heavy.
struct Lightest {
    double mass = infinity, radius = infinity;
    bool is_wall = false;
    std::size_t material = 0;
    double quickness = 1; ///< of the quickest shape among them
    double largest_mass = infinity, largest_radius = infinity;
};

double quickness_of(const GrainShape& shape) { return std::max(shape.breadth, 1 + shape.lever); }

std::vector<Lightest> partners(const Scene& scene, std::span<const Grain> grains) {
    std::vector<Lightest> lightest(scene.materials.size());
    for (const Grain& g : grains) {
        const auto material = static_cast<std::size_t>(g.material);
        const double mass = scene.materials[material].density * ball_volume(g.radius);
        Lightest& of = lightest[material];
        if (of.mass == infinity) of = {mass, g.radius, false, material, 1, mass, g.radius};
        if (mass < of.mass) of.mass = mass, of.radius = g.radius;
        if (mass > of.largest_mass) of.largest_mass = mass, of.largest_radius = g.radius;
        if (g.shape >= 0)
            of.quickness = std::max(of.quickness,
                                    quickness_of(scene.shapes[static_cast<std::size_t>(g.shape)]));
    }
    std::erase_if(lightest, [](const Lightest& l) { return l.mass == infinity; });
    for (const Wall& wall : scene.walls)
        lightest.push_back({infinity, infinity, true, static_cast<std::size_t>(wall.material)});
    return lightest;
}

/// The grains there are, and of every poured group the smallest and the largest to come, at the top
/// of its region.
std::vector<Grain> with_poured(const Scene& scene, std::span<const Grain> grains) {
    std::vector<Grain> all(grains.begin(), grains.end());
    for (std::size_t g = 0; g < scene.grains.size(); ++g) {
        const GrainGroup& group = scene.grains[g];
        const auto* pour = std::get_if<PourFill>(&group.fill);
        if (pour == nullptr) continue;
        const Bounds box = bounds(pour->region);
        std::vector<double> radii{smallest_radius(group), largest_radius(group)};
        if (group.cluster) radii = scene.clusters[static_cast<std::size_t>(*group.cluster)].radii;
        for (const double radius : radii)
            all.push_back(
                {scene.gravity.dot(box.low) < scene.gravity.dot(box.high) ? box.low : box.high,
                 group.velocity, group.spin, radius, group.material, static_cast<int>(g), 0,
                 group.shapes.empty() ? -1 : group.shapes.front()});
    }
    return all;
}

std::string name_of(const Scene& scene, const Lightest& partner) {
    const std::string& name = scene.materials[partner.material].name;
    return partner.is_wall ? "a wall of \"" + name + "\""
                           : fmt::format("\"{}\" (radius {:.4g} m)", name, partner.radius);
}

/// A linear spring softer than the pull that grows with the overlap would let grains sink into each
/// other. With a stiffness the largest grains are the worst; with a contact time, where spring over
/// pull goes as mass over radius, the lightest.
void check_cohesion(const Scene& scene, const PairValues& values, const Lightest& a,
                    const Lightest& b) {
    if (!has_linear_spring(values.law) || !(values.cohesion_density > 0)) return;
    const PairRow row = pair_row(values);
    const auto check = [&](double mass, double radius) {
        const double stiffness = row.normal[0] + row.normal[1] * mass;
        const double slope = extra_row(values).turning[3] * radius;
        if (stiffness > slope) return;
        throw InputError(fmt::format(
            "{}{}cohesion_density of \"{}\" and \"{}\": {:.4g} J/m³ pulls with {:.4g} N/m at "
            "contacts "
            "of effective radius {:.4g} m, whose spring has {:.4g} N/m; give less than {:.4g} "
            "J/m³, or a stiffer spring",
            scene.file, scene.file.empty() ? "" : ": ", scene.materials[a.material].name,
            scene.materials[b.material].name, values.cohesion_density, slope, radius, stiffness,
            values.cohesion_density * stiffness / slope));
    };
    check(series(a.mass, b.mass), series(a.radius, b.radius));
    check(series(a.largest_mass, b.largest_mass), series(a.largest_radius, b.largest_radius));
}

/// Takes the step of one pair if it is the shortest so far.
void consider(const Scene& scene, const PairValues& values, const ImpactValues& impact,
              const std::string& between, StepChoice& choice) {
    double time = impact.contact_time;
    std::string what = fmt::format("contact time {:.4g} s {}", time, between);
    if (has_history(scene.law)) { // the steepest slope is what a step must resolve
        const double swing = std::numbers::pi * std::sqrt(impact.mass / impact.stiffness);
        if (swing < time) {
            time = swing;
            what = fmt::format("half-period {:.4g} s of the steepest slope {}", time, between);
        }
    }
    if (scene.law == LawKind::hertz) what += fmt::format(" at {:.3g} m/s", impact.speed);
    const double sideways = values.tangential_ratio / default_tangential_ratio;
    if (has_linear_spring(scene.law) && sideways > 1) {
        time /= std::sqrt(sideways);
        what += fmt::format(", tangential ratio {:.3g}", values.tangential_ratio);
    }
    if (values.rolling_friction > 0) {
        // With k_r = k_t R² the fastest way of a sphere to slide and roll on its springs has
        // (3 + sqrt(6.5))/3.5 of the squared frequency of sliding alone.
        time /= std::sqrt((3 + std::sqrt(6.5)) / 3.5);
        what += ", with rolling resistance";
    }
    if (impact.quickness > 1) {
        time /= std::sqrt(impact.quickness);
        what += fmt::format(", {:.3g} times quicker for the shapes", std::sqrt(impact.quickness));
    }
    choice.contact_time = std::min(choice.contact_time, time);
    double dt = time / steps_per_contact;
    std::string reason = fmt::format("1/{:.0f} of the {}", steps_per_contact, what);
    const double damping_time = impact.damping > 0
                                    ? impact.mass / (impact.damping * std::sqrt(impact.quickness))
                                    : infinity;
    if (damping_time / steps_per_damping_time < dt) {
        dt = damping_time / steps_per_damping_time;
        reason = fmt::format("1/{:.0f} of the damping time {:.4g} s {} (restitution {:.3g})",
                             steps_per_damping_time, damping_time, between, values.restitution);
    }
    if (dt < choice.dt) {
        choice.dt = dt;
        choice.reason = reason;
    }
}

/// The bonds of a cluster, with the grains at rest: no mode of it swings faster than the largest
/// sum of its pairs' squared frequencies over the bonds of one sphere.
double fastest_swing2(const Scene& scene, const GrainGroup& group) {
    const Cluster& cluster = scene.clusters[static_cast<std::size_t>(*group.cluster)];
    const BondKind& kind = scene.bonds[static_cast<std::size_t>(cluster.bond)];
    const double density = scene.materials[static_cast<std::size_t>(group.material)].density;
    std::vector<double> sums(cluster.centers.size(), 0);
    for (const auto& [i, j] : cluster.ties) {
        const BondEnds ends{cluster.radii[i], density * ball_volume(cluster.radii[i]),
                            cluster.radii[j], density * ball_volume(cluster.radii[j])};
        const BondRow row = bond_row(kind, ends, cluster.centers[j] - cluster.centers[i]);
        const double square = pair_frequency2(kind, row, ends);
        sums[i] += square;
        sums[j] += square;
    }
    return *std::max_element(sums.begin(), sums.end());
}

void consider_bonds(const Scene& scene, StepChoice& choice) {
    for (const GrainGroup& group : scene.grains) {
        if (!group.cluster) continue;
        const double time = std::numbers::pi / std::sqrt(fastest_swing2(scene, group));
        choice.contact_time =
            std::min(choice.contact_time, time * fewest_steps_per_contact / fewest_steps_per_swing);
        if (time / steps_per_swing >= choice.dt) continue;
        choice.dt = time / steps_per_swing;
        choice.reason = fmt::format(
            "1/{:.0f} of the fastest half-period {:.4g} s of the bonds of cluster \"{}\"",
            steps_per_swing, time, scene.clusters[static_cast<std::size_t>(*group.cluster)].name);
    }
}

struct AreaOf {
    double cross_section; ///< of the grains' room, for planes
    double operator()(const Plane&) const { return cross_section; }
    double operator()(const SphereWall& s) const {
        return 4 * std::numbers::pi * s.radius * s.radius;
    }
    double operator()(const Rectangle& s) const { return 4 * s.half_u * s.half_v; }
    double operator()(const Frustum& s) const {
        return std::numbers::pi * (s.radius_base + s.radius_top) *
               std::hypot(s.height, s.radius_top - s.radius_base);
    }
    double operator()(const Annulus& s) const {
        return std::numbers::pi * s.outer_radius * s.outer_radius;
    }
    double operator()(const MeshWall& s) const { return s.home->area(); }
};

/// A free wall swings on all the grains it may touch: as many of the largest as fit on its surface.
void consider_free_walls(const Scene& scene, std::span<const Grain> grains, double speed,
                         StepChoice& choice) {
    const auto largest =
        std::max_element(grains.begin(), grains.end(),
                         [](const Grain& a, const Grain& b) { return a.radius < b.radius; });
    if (largest == grains.end()) return;
    const double across = 4 * largest->radius * largest->radius;
    const double mass = scene.materials[static_cast<std::size_t>(largest->material)].density *
                        ball_volume(largest->radius);
    for (const Drive& drive : scene.drives) {
        const auto* free = std::get_if<FreeMotion>(&drive.motion);
        if (free == nullptr) continue;
        double stiffness = 0;
        for (const int w : drive.walls) {
            const Wall& wall = scene.walls[static_cast<std::size_t>(w)];
            const PairValues values =
                mixed(scene.law, scene.materials, scene.pairs, largest->material, wall.material);
            const ImpactValues impact =
                impact_values(values, mass, largest->radius, std::max(speed, 1e-6));
            const AreaOf area{across * static_cast<double>(grains.size())};
            for (const Surface& s : wall.surfaces)
                stiffness += impact.stiffness * std::min(std::ceil(std::visit(area, s) / across),
                                                         static_cast<double>(grains.size()));
        }
        const double time = std::numbers::pi * std::sqrt(free->mass / stiffness);
        if (time / steps_per_contact >= choice.dt) continue;
        choice.contact_time = std::min(choice.contact_time, time);
        choice.dt = time / steps_per_contact;
        choice.reason = fmt::format("1/{:.0f} of the time {:.4g} s in which the grains throw back "
                                    "the walls of drive \"{}\" (mass {} kg)",
                                    steps_per_contact, time, drive.name, free->mass);
    }
}

} // namespace

namespace {

/// The first loading is that of a spring without losses: peak v sqrt(m/k). The steepest slope is
/// that of the unloading from there.
ImpactValues hysteretic_impact(const PairValues& values, ImpactValues out) {
    const PairRow row = pair_row(values);
    const ExtraRow extra = extra_row(values);
    const double k = row.normal[0] + row.normal[1] * out.mass, time = std::sqrt(out.mass / k);
    out.peak_overlap = out.speed * time;
    const double ratio = extra.history[0] + extra.history[1] * out.peak_overlap;
    out.stiffness = ratio * k;
    out.contact_time = values.law == LawKind::walton ? walton_duration(1 / std::sqrt(ratio)) * time
                                                     : pournin_duration(values.restitution) * time;
    out.critical_step = 2 / std::sqrt(out.stiffness / out.mass);
    return out;
}

} // namespace

ImpactValues impact_values(const PairValues& values, double mass, double radius, double speed) {
    ImpactValues out;
    out.mass = mass;
    out.radius = radius;
    out.speed = speed;
    const double pi = std::numbers::pi;
    if (has_history(values.law)) return hysteretic_impact(values, out);
    if (values.law == LawKind::linear) {
        const PairRow row = pair_row(values);
        out.stiffness = row.normal[0] + row.normal[1] * mass;
        out.damping = row.normal[2] * std::sqrt(out.stiffness * mass);
        const double decay = out.damping / (2 * mass);
        const double omega2 = out.stiffness / mass - decay * decay;
        out.contact_time = pi / std::sqrt(omega2);
        // d(t) = v/ω e^(-λt) sin ωt is largest at tan ωt = ω/λ.
        const double omega = std::sqrt(omega2);
        const double peak_time = std::atan2(omega, decay) / omega;
        out.peak_overlap =
            speed / omega * std::exp(-decay * peak_time) * std::sin(omega * peak_time);
        out.critical_step = 2 / std::sqrt(out.stiffness / mass);
        return out;
    }
    const double e = values.effective_young;
    out.peak_overlap = std::pow(15 * mass * speed * speed / (16 * e * std::sqrt(radius)), 0.4);
    out.stiffness = 2 * e * std::sqrt(radius * out.peak_overlap);
    out.damping = hertz_damping(values.restitution) * std::sqrt(out.stiffness * mass);
    out.contact_time = hertz_duration * out.peak_overlap / speed;
    out.critical_step = 2 / std::sqrt(out.stiffness / mass);
    return out;
}

double expected_speed(const Scene& scene, std::span<const Grain> placed) {
    const std::vector<Grain> grains = with_poured(scene, placed);
    double start = 0;
    Vec3 low = Vec3::Constant(infinity), high = -low;
    double largest = 0;
    for (const Grain& g : grains) {
        start = std::max(start, g.velocity.norm());
        low = low.cwiseMin(g.center);
        high = high.cwiseMax(g.center);
        largest = std::max(largest, g.radius);
    }
    for (const Wall& wall : scene.walls)
        for (const Surface& s : wall.surfaces) {
            const Bounds box = bounds(s);
            for (Eigen::Index k = 0; k < 3; ++k) {
                if (std::isfinite(box.low[k])) low[k] = std::min(low[k], box.low[k]);
                if (std::isfinite(box.high[k])) high[k] = std::max(high[k], box.high[k]);
            }
            if (const auto* plane = std::get_if<Plane>(&s)) {
                low = low.cwiseMin(plane->point);
                high = high.cwiseMax(plane->point);
            }
        }
    for (const Drive& drive : scene.drives)
        start = std::max(start, top_speed(drive, (high - low).norm()));
    const double g = course_of_gravity(scene).strongest();
    if (grains.empty() || g == 0) return start;
    double height = 0; // the way along gravity, or the longest if that changes its direction
    if (scene.gravity_table.time.empty())
        height = (high - low).cwiseAbs().dot(scene.gravity.cwiseAbs()) / g;
    else
        height = (high - low).norm();
    height += 2 * largest;
    return std::sqrt(start * start + 2 * g * height);
}

StepChoice choose_time_step(const Scene& scene, std::span<const Grain> placed) {
    const std::vector<Grain> grains = with_poured(scene, placed);
    const auto all = partners(scene, grains);
    const double speed = expected_speed(scene, placed);
    StepChoice choice;
    choice.contact_time = choice.dt = infinity;
    for (std::size_t a = 0; a < all.size(); ++a)
        for (std::size_t b = a; b < all.size(); ++b) {
            if (all[a].is_wall && all[b].is_wall) continue;
            const PairValues values =
                mixed(scene.law, scene.materials, scene.pairs, static_cast<int>(all[a].material),
                      static_cast<int>(all[b].material));
            check_cohesion(scene, values, all[a], all[b]);
            const double mass = series(all[a].mass, all[b].mass);
            const double radius = series(all[a].radius, all[b].radius);
            // Two grains may meet head on; a standing start still needs some speed for Hertz.
            double impact = all[a].is_wall || all[b].is_wall ? speed : 2 * speed;
            const double sound =
                std::sqrt(values.effective_young /
                          std::max(scene.materials[all[a].material].density, 1e-300));
            if (scene.law == LawKind::hertz) impact = std::max(impact, 1e-9 * sound);
            ImpactValues effective = impact_values(values, mass, radius, impact);
            effective.quickness = std::max(all[a].quickness, all[b].quickness);
            consider(
                scene, values, effective,
                fmt::format("between {} and {}", name_of(scene, all[a]), name_of(scene, all[b])),
                choice);
        }
    consider_free_walls(scene, grains, speed, choice);
    consider_bonds(scene, choice);
    if (choice.contact_time == infinity) { // nothing can touch: any step is as good
        choice.contact_time = 1;
        choice.dt = 1 / steps_per_contact;
        choice.reason = "any step would do: no contacts are possible";
    }
    choice.unsafe_above = choice.contact_time / fewest_steps_per_contact;
    return choice;
}

} // namespace scree
