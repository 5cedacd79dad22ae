// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/laws/contact.hpp>
#include <scree/sim/kernel.hpp>
#include <scree/sim/pair_geometry.hpp>

// Included by one source per instruction set. Nothing here may be a function that the linker could
// share between those builds: everything is always inlined or in the namespace of the instruction
// set (base/simd.hpp).
namespace scree {
inline namespace SCREE_ISA {

/// For each mask of four lanes, the lanes that are set, in order.
inline constexpr std::uint8_t set_lanes[16][4] = {
    {0, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {2, 0, 0, 0}, {0, 2, 0, 0},
    {1, 2, 0, 0}, {0, 1, 2, 0}, {3, 0, 0, 0}, {0, 3, 0, 0}, {1, 3, 0, 0}, {0, 1, 3, 0},
    {2, 3, 0, 0}, {0, 2, 3, 0}, {1, 2, 3, 0}, {0, 1, 2, 3}};

struct PackedBalls {
    Triple<Pack> center;
    Pack radius;
};

SCREE_INLINE PackedBalls load_balls(const Ball* ball, const std::uint32_t (&index)[4]) {
    Pack a = load(&ball[index[0]].x), b = load(&ball[index[1]].x);
    Pack c = load(&ball[index[2]].x), d = load(&ball[index[3]].x);
    transpose(a, b, c, d);
    return {{a, b, c}, d};
}

/// Four moving balls and the materials they are made of.
SCREE_INLINE MovingBall<Pack> load_bodies(const KernelTask& task, const std::uint32_t (&index)[4],
                                          Pack& material) {
    const PackedBalls balls = load_balls(task.ball, index);
    const Kinetic *k0 = task.kinetic + index[0], *k1 = task.kinetic + index[1];
    const Kinetic *k2 = task.kinetic + index[2], *k3 = task.kinetic + index[3];
    Pack a = load(&k0->vx), b = load(&k1->vx), c = load(&k2->vx), d = load(&k3->vx);
    transpose(a, b, c, d);
    Pack e = load(&k0->wx), f = load(&k1->wx), g = load(&k2->wx), h = load(&k3->wx);
    transpose(e, f, g, h);
    material = h;
    return {balls.center, {a, b, c}, {e, f, g}, balls.radius, d};
}

SCREE_INLINE void set_row(const PairRow& row, LawRow<Pack>& out) {
    for (int k = 0; k < 4; ++k) {
        out.normal[k] = Pack(row.normal[static_cast<std::size_t>(k)]);
        out.tangential[k] = Pack(row.tangential[static_cast<std::size_t>(k)]);
    }
}

SCREE_INLINE void gather_rows(const KernelTask& task, Pack material_a, Pack material_b,
                              LawRow<Pack>& out) {
    const PairRow* row[4];
    for (int lane = 0; lane < 4; ++lane)
        row[lane] = task.rows + static_cast<std::uint32_t>(material_a.v[lane]) * task.materials +
                    static_cast<std::uint32_t>(material_b.v[lane]);
    const double* n[4] = {&row[0]->normal[0], &row[1]->normal[0], &row[2]->normal[0],
                          &row[3]->normal[0]};
    for (int k = 0; k < 4; ++k) {
        out.normal[k] = load(n[k]);
        out.tangential[k] = load(n[k] + 4);
    }
    transpose(out.normal[0], out.normal[1], out.normal[2], out.normal[3]);
    transpose(out.tangential[0], out.tangential[1], out.tangential[2], out.tangential[3]);
}

/// Pass 1: which candidates touch? Fills scratch with their indices and forgets the springs of
/// those that have parted.
SCREE_INLINE std::uint32_t find_touching(const KernelTask& task) {
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < task.pair_count; k += 4) {
        const std::uint32_t i[4] = {task.first[k], task.first[k + 1], task.first[k + 2],
                                    task.first[k + 3]};
        const std::uint32_t j[4] = {task.second[k], task.second[k + 1], task.second[k + 2],
                                    task.second[k + 3]};
        const PackedBalls a = load_balls(task.ball, i), b = load_balls(task.ball, j);
        const Triple<Pack> apart = b.center - a.center;
        const Pack reach = a.radius + b.radius;
        const unsigned now = lane_mask(dot(apart, apart) < reach * reach);
        const unsigned parted = task.touching[k / 4] & ~now;
        if (parted != 0) {
            for (unsigned lane = 0; lane < 4; ++lane)
                if ((parted >> lane) & 1U) store(&task.spring[k + lane].x, Pack(0.0));
        }
        task.touching[k / 4] = static_cast<std::uint8_t>(now);
        for (unsigned lane = 0; lane < 4; ++lane)
            task.scratch[count + lane] = k + set_lanes[now][lane];
        count += static_cast<std::uint32_t>(__builtin_popcount(now));
    }
    return count;
}

SCREE_INLINE void add_to(double* place, Pack value) { store(place, load(place) + value); }

struct PackedLosses {
    Pack damping, friction;
};

SCREE_INLINE void load_memory(const KernelTask& task, const std::uint32_t* pairs,
                              ContactInput<Pack>& in) {
    Pack a = load(&task.spring[pairs[0]].x), b = load(&task.spring[pairs[1]].x);
    Pack c = load(&task.spring[pairs[2]].x), d = load(&task.spring[pairs[3]].x);
    transpose(a, b, c, d);
    in.spring = {a, b, c};
    in.last = d;
}

SCREE_INLINE void store_memory(const KernelTask& task, const std::uint32_t* pairs,
                               const ContactOutput<Pack>& out) {
    Pack rows[4] = {out.spring.x, out.spring.y, out.spring.z, out.last};
    transpose(rows[0], rows[1], rows[2], rows[3]);
    for (int lane = 0; lane < 4; ++lane) store(&task.spring[pairs[lane]].x, rows[lane]);
}

/// Adds forces and torques to the slots of both bodies, lane after lane.
SCREE_INLINE void add_forces(const KernelTask& task, const std::uint32_t (&first)[4],
                             const std::uint32_t* pairs, const PairGeometry<Pack>& g,
                             const ContactOutput<Pack>& out) {
    const Triple<Pack> on_a = out.tangential_force - out.normal_force * g.in.normal;
    const Triple<Pack> turn = cross(g.in.normal, out.tangential_force);
    const Triple<Pack> turn_a = g.lever_a * turn, turn_b = g.lever_b * turn;
    Pack f[4] = {on_a.x, on_a.y, on_a.z, Pack(0.0)};
    Pack ta[4] = {turn_a.x, turn_a.y, turn_a.z, Pack(0.0)};
    Pack tb[4] = {turn_b.x, turn_b.y, turn_b.z, Pack(0.0)};
    transpose(f[0], f[1], f[2], f[3]);
    transpose(ta[0], ta[1], ta[2], ta[3]);
    transpose(tb[0], tb[1], tb[2], tb[3]);
    // An idle first body lies beyond all own and halo slots: its forces go to the last one.
    const std::uint32_t idle_slot = task.slot_count - 1;
    for (int lane = 0; lane < 4; ++lane) {
        const std::uint32_t slot_i = first[lane] - task.first_body;
        ForceRow& row_i = task.force[slot_i < idle_slot ? slot_i : idle_slot];
        ForceRow& row_j = task.force[task.slot[pairs[lane]]];
        add_to(&row_i.fx, f[lane]);
        add_to(&row_i.tx, ta[lane]);
        add_to(&row_j.fx, -f[lane]);
        add_to(&row_j.tx, tb[lane]);
    }
}

/// Pass 2, four touching pairs.
template <class Law, bool one_row>
SCREE_INLINE void four_contacts(const KernelTask& task, const std::uint32_t* pairs,
                                LawRow<Pack>& row, PackedLosses& losses) {
    std::uint32_t i[4], j[4];
    for (int lane = 0; lane < 4; ++lane) {
        i[lane] = task.first[pairs[lane]];
        j[lane] = task.second[pairs[lane]];
    }
    Pack material_a, material_b;
    const MovingBall<Pack> a = load_bodies(task, i, material_a);
    const MovingBall<Pack> b = load_bodies(task, j, material_b);
    if constexpr (!one_row) gather_rows(task, material_a, material_b, row);
    PairGeometry<Pack> g = pair_geometry(a, b);
    load_memory(task, pairs, g.in);
    const ContactOutput<Pack> out = contact_response<Law>(row, g.in, Pack(task.dt));
    store_memory(task, pairs, out);
    add_forces(task, i, pairs, g, out);
    // Only idle lanes have balls of no size.
    const PackMask real = a.radius > Pack(0.0);
    losses.damping = losses.damping + select(real, out.lost_damping, Pack(0.0));
    losses.friction = losses.friction + select(real, out.lost_friction, Pack(0.0));
}

template <class Law, bool one_row>
SCREE_INLINE KernelResult run_chunk(const KernelTask& task) {
    for (std::uint32_t s = 0; s < task.slot_count; ++s) {
        store(&task.force[s].fx, Pack(0.0));
        store(&task.force[s].tx, Pack(0.0));
    }
    const std::uint32_t contacts = find_touching(task);
    // Fill the last group with the idle pair, which is the last of the chunk.
    for (std::uint32_t k = contacts; k < contacts + 3; ++k) task.scratch[k] = task.pair_count - 1;
    LawRow<Pack> row;
    if constexpr (one_row) set_row(task.rows[0], row);
    PackedLosses losses{Pack(0.0), Pack(0.0)};
    for (std::uint32_t k = 0; k < contacts; k += 4)
        four_contacts<Law, one_row>(task, task.scratch + k, row, losses);
    return {{sum(losses.damping), sum(losses.friction)}, contacts};
}

template <class Law>
SCREE_INLINE KernelResult run_kernel(const KernelTask& task) {
    return task.materials == 1 ? run_chunk<Law, true>(task) : run_chunk<Law, false>(task);
}

} // namespace SCREE_ISA
} // namespace scree
