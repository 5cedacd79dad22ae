// SPDX-License-Identifier: BSD-3-Clause
#include "support/impact.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace scree::test_support {
namespace {

constexpr std::int64_t steps_before = 2; // of free flight
constexpr std::int64_t patience = 100000;

double mass_of(const Scene& scene, double radius) {
    return scene.materials[0].density * (4.0 / 3.0 * std::numbers::pi) * radius * radius * radius;
}

struct Closeness {
    double overlap, approach;
};

Closeness closeness(const Frame& frame, const Vec3& normal) {
    if (frame.center.size() == 1)
        return {frame.radius[0] + normal.dot(frame.center[0]), normal.dot(frame.velocity[0])};
    const Vec3 apart = frame.center[1] - frame.center[0];
    return {frame.radius[0] + frame.radius[1] - apart.norm(),
            normal.dot(frame.velocity[0] - frame.velocity[1])};
}

/// Largest value of the cubic with these ends, where its slope changes sign from + to -.
double hermite_peak(const Closeness& a, const Closeness& b, double dt) {
    double low = 0, high = 1;
    const double step = b.overlap - a.overlap;
    const double sa = a.approach * dt, sb = b.approach * dt;
    const auto slope = [&](double s) {
        return sa + s * (6 * step - 4 * sa - 2 * sb) + s * s * (3 * (sa + sb) - 6 * step);
    };
    for (int k = 0; k < 60; ++k) (slope(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
    const double s = low;
    return a.overlap + s * sa + s * s * (3 * step - 2 * sa - sb) + s * s * s * (sa + sb - 2 * step);
}

} // namespace

Impact meeting_grains(const Scene& scene, double speed) {
    Impact impact;
    impact.scene = scene;
    impact.normal = Vec3(1, 2, -0.5).normalized();
    const double r0 = 0.004, r1 = 0.006;
    impact.grains = {grain_at(-r0 * impact.normal, r0, speed * impact.normal),
                     grain_at(r1 * impact.normal, r1, -speed * impact.normal)};
    impact.approach = 2 * speed;
    const double m0 = mass_of(scene, r0), m1 = mass_of(scene, r1);
    impact.mass = m0 * m1 / (m0 + m1);
    impact.radius = r0 * r1 / (r0 + r1);
    return impact;
}

Impact grain_on_wall(const Scene& scene, double speed, double angle, const Vec3& spin,
                     double radius) {
    Impact impact;
    impact.scene = scene;
    impact.normal = Vec3(0, 0, -1);
    impact.scene.walls = {plane_wall(Vec3::Zero(), -impact.normal)};
    const Vec3 velocity = speed * Vec3(std::sin(angle), 0, -std::cos(angle));
    impact.grains = {grain_at(-radius * impact.normal, radius, velocity, spin)};
    impact.approach = speed * std::cos(angle);
    impact.mass = mass_of(scene, radius);
    impact.radius = radius;
    return impact;
}

Rebound run_impact(const Impact& impact, double dt, double phase) {
    const double flight = (static_cast<double>(steps_before) - phase) * dt;
    std::vector<Grain> grains = impact.grains;
    for (Grain& g : grains) g.center -= flight * g.velocity;
    World world = world_of(impact.scene, grains, dt);

    Rebound rebound;
    Closeness last{};
    for (std::int64_t s = 0; s < patience; ++s) {
        const Frame frame = look(world);
        const Closeness now = closeness(frame, impact.normal);
        if (now.overlap > 0) {
            ++rebound.steps;
            rebound.peak_overlap = std::max(rebound.peak_overlap, now.overlap);
            for (const ContactRecord& c : frame.contact)
                rebound.peak_force = std::max(rebound.peak_force, c.normal_force);
            if (last.approach > 0 && now.approach <= 0)
                rebound.peak_overlap = std::max(rebound.peak_overlap, hermite_peak(last, now, dt));
        } else if (rebound.steps > 0) {
            rebound.restitution = -now.approach / impact.approach;
            rebound.duration = frame.time - flight - now.overlap / now.approach;
            rebound.velocity = frame.velocity[0];
            rebound.spin = frame.spin[0];
            return rebound;
        }
        last = now;
        world.advance();
    }
    throw std::runtime_error("the grains never parted");
}

} // namespace scree::test_support
