// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/laws/contact.hpp>
#include <scree/motion/bodies.hpp>
#include <scree/shapes/wall.hpp>
#include <scree/sim/pair_geometry.hpp>
#include <scree/sim/pair_list.hpp>

// One contact at a time, in plain numbers: what measures, frames and tests look at. The vector
// kernel computes the same formulas four at a time.
namespace scree {

inline LawRow<double> scalar_row(const PairRow& row) {
    LawRow<double> out;
    for (std::size_t k = 0; k < 4; ++k) {
        out.normal[k] = row.normal[k];
        out.tangential[k] = row.tangential[k];
    }
    return out;
}

inline MovingBall<double> moving_ball(const Ball& ball, const Kinetic& k) {
    return {{ball.x, ball.y, ball.z},
            {k.vx, k.vy, k.vz},
            {k.wx, k.wy, k.wz},
            ball.radius,
            k.inverse_mass};
}

inline ContactInput<double> with_memory(ContactInput<double> in, const Spring& spring) {
    in.spring = {spring.x, spring.y, spring.z};
    in.last = spring.last;
    return in;
}

/// Two overlapping balls; `spring` is the pair's memory.
inline ContactInput<double> pair_contact_input(const Ball& a, const Ball& b, const Kinetic& ka,
                                               const Kinetic& kb, const Spring& spring) {
    return with_memory(pair_geometry(moving_ball(a, ka), moving_ball(b, kb)).in, spring);
}

inline ContactInput<double> wall_contact_input(const WallContact& contact, const Spring& spring,
                                               const Ball& ball, const Kinetic& kinetic) {
    const Triple<double> normal{contact.normal.x(), contact.normal.y(), contact.normal.z()};
    return with_memory(wall_geometry(moving_ball(ball, kinetic), normal, -contact.gap).in, spring);
}

} // namespace scree
