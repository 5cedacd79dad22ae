// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/laws/contact.hpp>
#include <scree/motion/bodies.hpp>
#include <scree/shapes/wall.hpp>
#include <scree/sim/pair_list.hpp>

// One contact at a time, in plain numbers: what the walls use, and what measures, frames and tests
// look at. The vector kernel computes the same formulas four at a time.
namespace scree {

inline LawRow<double> scalar_row(const PairRow& row) {
    LawRow<double> out;
    for (std::size_t k = 0; k < 4; ++k) {
        out.normal[k] = row.normal[k];
        out.tangential[k] = row.tangential[k];
    }
    return out;
}

/// Two overlapping balls; `spring` is the pair's memory.
inline ContactInput<double> pair_contact_input(const Ball& a, const Ball& b, const Kinetic& ka,
                                               const Kinetic& kb, const Spring& spring) {
    ContactInput<double> in;
    const Triple<double> apart{b.x - a.x, b.y - a.y, b.z - a.z};
    const double distance = sqrt(dot(apart, apart));
    const double reach = a.radius + b.radius;
    in.overlap = max(reach - distance, smallest_overlap * reach);
    in.normal = distance > 0 ? (1.0 / distance) * apart : Triple<double>{1, 0, 0};
    const double lever_a = a.radius - 0.5 * in.overlap, lever_b = b.radius - 0.5 * in.overlap;
    const Triple<double> spin_a{ka.wx, ka.wy, ka.wz}, spin_b{kb.wx, kb.wy, kb.wz};
    const Triple<double> relative{kb.vx - ka.vx, kb.vy - ka.vy, kb.vz - ka.vz};
    in.velocity = relative + cross(in.normal, lever_a * spin_a + lever_b * spin_b);
    in.twist = 0.5 * dot(spin_a + spin_b, in.normal);
    const double product = ka.mass * kb.mass, total = ka.mass + kb.mass;
    in.mass = product / total;
    in.inverse_mass = total / product;
    in.radius = a.radius * b.radius / reach;
    in.spring = {spring.x, spring.y, spring.z};
    in.last = spring.last;
    return in;
}

/// A ball against a wall at rest: a partner of infinite mass and radius [F §3.3.3].
inline ContactInput<double> wall_contact_input(const WallContact& contact, const Spring& spring,
                                               const Ball& ball, const Kinetic& kinetic) {
    ContactInput<double> in;
    in.overlap = -contact.gap;
    in.normal = {contact.normal.x(), contact.normal.y(), contact.normal.z()};
    const Triple<double> spin{kinetic.wx, kinetic.wy, kinetic.wz};
    const Triple<double> relative{-kinetic.vx, -kinetic.vy, -kinetic.vz};
    in.velocity = relative + cross(in.normal, (ball.radius - 0.5 * in.overlap) * spin);
    in.twist = 0.5 * dot(spin, in.normal);
    in.mass = kinetic.mass;
    in.inverse_mass = 1 / kinetic.mass;
    in.radius = ball.radius;
    in.spring = {spring.x, spring.y, spring.z};
    in.last = spring.last;
    return in;
}

} // namespace scree
