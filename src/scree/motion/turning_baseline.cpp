// SPDX-License-Identifier: BSD-3-Clause
#include <scree/motion/detail/turning_body.hpp>

namespace scree::detail {

void turn_baseline(std::span<FourTurns> bodies, double dt) {
    for (FourTurns& four : bodies) turn_four(four, dt);
}

} // namespace scree::detail

namespace scree {

void set_frame(FourTurns& bodies) {
    set_frame(bodies, load_attitude(bodies), load_vec(bodies.inverse));
}

} // namespace scree
