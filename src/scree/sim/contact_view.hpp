// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/laws/contact.hpp>
#include <scree/motion/bodies.hpp>
#include <scree/shapes/wall.hpp>
#include <scree/sim/pair_geometry.hpp>
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
    const auto moving = [](const Ball& ball, const Kinetic& k) {
        return MovingBall<double>{{ball.x, ball.y, ball.z},
                                  {k.vx, k.vy, k.vz},
                                  {k.wx, k.wy, k.wz},
                                  ball.radius,
                                  k.inverse_mass};
    };
    ContactInput<double> in = pair_geometry(moving(a, ka), moving(b, kb)).in;
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
    in.inverse_mass = kinetic.inverse_mass;
    in.mass = 1.0 / in.inverse_mass;
    in.radius = ball.radius;
    in.spring = {spring.x, spring.y, spring.z};
    in.last = spring.last;
    return in;
}

} // namespace scree
