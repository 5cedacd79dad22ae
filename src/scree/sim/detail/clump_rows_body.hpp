// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/sim/detail/clump_rows.hpp>

// Included by one source per instruction set, like kernel_body.hpp.
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

/// v × w of the first three lanes; the last is zero.
SCREE_INLINE Pack across(Pack v, Pack w) {
    const Lanes v1 = __builtin_shufflevector(v.v, v.v, 1, 2, 0, 3);
    const Lanes v2 = __builtin_shufflevector(v.v, v.v, 2, 0, 1, 3);
    const Lanes w1 = __builtin_shufflevector(w.v, w.v, 1, 2, 0, 3);
    const Lanes w2 = __builtin_shufflevector(w.v, w.v, 2, 0, 1, 3);
    return Pack(v1 * w2 - v2 * w1);
}

/// A row in the lanes of one pack: x, y, z and what goes with them.
SCREE_INLINE bool place_all(const RowsTask& task) {
    const double *r = task.rotation, *i = task.inverse_inertia; // column by column
    const Pack columns[3] = {Pack(Lanes{r[0], r[1], r[2], 0}), Pack(Lanes{r[3], r[4], r[5], 0}),
                             Pack(Lanes{r[6], r[7], r[8], 0})};
    const Pack axes(Lanes{i[0], i[4], i[8], 0}), mixed(Lanes{i[5], i[2], i[1], 0});
    const Pack center(Lanes{task.grain->x, task.grain->y, task.grain->z, 0});
    const Pack velocity = load(&task.motion->vx), spin = load(&task.motion->wx);
    const Pack last_lane(Lanes{0, 0, 0, 1});
    double beyond = 0; // squared, of the way over what is allowed
    for (std::uint32_t k = 0; k < task.count; ++k) {
        const Ball& own = task.own[k];
        const Pack arm =
            (columns[0] * Pack(own.x) + columns[1] * Pack(own.y)) + columns[2] * Pack(own.z);
        const Pack ball = center + (arm + last_lane * Pack(own.radius));
        store(&task.ball[k].x, ball);
        store(&task.kinetic[k].vx, velocity + across(spin, arm));
        store(&task.kinetic[k].wx, spin);
        store(&task.lever[k].x, arm);
        store(&task.lever[k].xx, axes);
        store(&task.lever[k].yz, mixed);
        const Pack way = ball - load(&task.listed[k].x), way2 = way * way;
        const double room = stray * own.radius;
        beyond = max(beyond, sum(way2) - room * room);
    }
    return !(beyond <= 0);
}

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
