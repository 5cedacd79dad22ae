// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/ball.hpp>
#include <scree/base/random.hpp>
#include <scree/measure/kinds.hpp>

#include <cmath>

// Frames made by hand for the tests of measures.
namespace scree {

inline Wall wall_of(const std::string& type, std::vector<Surface> surfaces) {
    Wall wall;
    wall.name = wall.type = type;
    wall.surfaces = std::move(surfaces);
    return wall;
}

inline void add_grain(Frame& f, const Vec3& center, double radius, double density = 1) {
    f.center.push_back(center);
    f.velocity.emplace_back(Vec3::Zero());
    f.spin.emplace_back(Vec3::Zero());
    f.force.emplace_back(Vec3::Zero());
    f.radius.push_back(radius);
    f.mass.push_back(density * ball_volume(radius));
    f.material.push_back(0);
    f.contacts.push_back(0);
}

/// All pairs whose surfaces are closer than `slack` touch, with a normal force of 1.
inline void find_contacts(Frame& f, double slack) {
    for (std::size_t a = 0; a < f.center.size(); ++a)
        for (std::size_t b = a + 1; b < f.center.size(); ++b) {
            const Vec3 way = f.center[b] - f.center[a];
            const double overlap = f.radius[a] + f.radius[b] - way.norm();
            if (overlap < -slack) continue;
            f.contact.push_back({.a = static_cast<std::uint32_t>(a),
                                 .b = static_cast<std::int64_t>(b),
                                 .point = f.center[a] + 0.5 * way,
                                 .normal = way.normalized(),
                                 .overlap = overlap,
                                 .normal_force = 1,
                                 .tangential_force = Vec3::Zero(),
                                 .stored = 0});
            ++f.contacts[a];
            ++f.contacts[b];
        }
}

/// Equal balls on a face-centred cubic lattice of cubic cells of edge 1, touching, around the
/// origin: every centre within `half` of it along each axis.
inline Frame fcc(int half) {
    Frame f;
    const double r = std::sqrt(2.0) / 4;
    for (int x = -2 * half; x <= 2 * half; ++x)
        for (int y = -2 * half; y <= 2 * half; ++y)
            for (int z = -2 * half; z <= 2 * half; ++z)
                if ((x + y + z) % 2 == 0) add_grain(f, 0.5 * Vec3(x, y, z), r);
    return f;
}

inline Frame random_balls(std::uint64_t seed, int count, const Vec3& size, double radius) {
    Random random(seed);
    Frame f;
    for (int k = 0; k < count; ++k)
        add_grain(f,
                  Vec3(random.uniform(0, size.x()), random.uniform(0, size.y()),
                       random.uniform(0, size.z())),
                  random.uniform(0.5 * radius, radius));
    return f;
}

inline const Scene& no_scene() {
    static const Scene none;
    return none;
}

/// Both must outlive it.
inline Sight sight_of(const Scene& scene, const Frame& frame) { return {scene, frame, {}, {}}; }

/// The value of a column by its name.
template <class Kind>
double value(const Kind& kind, const Sight& sight, const std::string& name) {
    const ColumnNames all = names(kind, sight.scene);
    const Row row = values(kind, sight);
    for (std::size_t k = 0; k < all.size(); ++k)
        if (all[k] == name && row.size() == all.size()) return row[k];
    throw std::runtime_error("no column " + name);
}

} // namespace scree
