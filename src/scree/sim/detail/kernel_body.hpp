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
template <class Task>
SCREE_INLINE MovingBall<Pack> load_bodies(const Task& task, const std::uint32_t (&index)[4],
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

template <class Task>
SCREE_INLINE void gather_rows(const Task& task, Pack material_a, Pack material_b,
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
                if ((parted >> lane) & 1U) {
                    store(&task.spring[k + lane].x, Pack(0.0));
                    if (task.trace != nullptr) task.trace[k + lane] = {};
                }
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

SCREE_INLINE void load_memory(Spring* const (&spring)[4], ContactInput<Pack>& in) {
    Pack a = load(&spring[0]->x), b = load(&spring[1]->x);
    Pack c = load(&spring[2]->x), d = load(&spring[3]->x);
    transpose(a, b, c, d);
    in.spring = {a, b, c};
    in.last = d;
}

SCREE_INLINE void store_memory(Spring* const (&spring)[4], const ContactOutput<Pack>& out) {
    Pack rows[4] = {out.spring.x, out.spring.y, out.spring.z, out.last};
    transpose(rows[0], rows[1], rows[2], rows[3]);
    for (int lane = 0; lane < 4; ++lane) store(&spring[lane]->x, rows[lane]);
}

/// Only idle lanes have balls of no size.
SCREE_INLINE void add_losses(PackedLosses& losses, Pack radius, const ContactOutput<Pack>& out) {
    const PackMask real = radius > Pack(0.0);
    losses.damping = losses.damping + select(real, out.lost_damping, Pack(0.0));
    losses.friction = losses.friction + select(real, out.lost_friction, Pack(0.0));
}

/// Force of a contact on its first body, by lanes.
SCREE_INLINE void force_rows(const PairGeometry<Pack>& g, const ContactOutput<Pack>& out,
                             Pack (&rows)[4]) {
    const Triple<Pack> on_a = out.tangential_force - out.normal_force * g.in.normal;
    rows[0] = on_a.x;
    rows[1] = on_a.y;
    rows[2] = on_a.z;
    rows[3] = Pack(0.0);
    transpose(rows[0], rows[1], rows[2], rows[3]);
}

SCREE_INLINE void torque_rows(Pack lever, const Triple<Pack>& turn, Pack (&rows)[4]) {
    const Triple<Pack> torque = lever * turn;
    rows[0] = torque.x;
    rows[1] = torque.y;
    rows[2] = torque.z;
    rows[3] = Pack(0.0);
    transpose(rows[0], rows[1], rows[2], rows[3]);
}

/// An idle body lies beyond all own and halo slots: its forces go to the last one.
template <class Task>
SCREE_INLINE ForceRow& slot_of(const Task& task, std::uint32_t body) {
    const std::uint32_t slot = body - task.first_body, idle_slot = task.slot_count - 1;
    return task.force[slot < idle_slot ? slot : idle_slot];
}

/// Adds forces and torques to the slots of both bodies, lane after lane.
SCREE_INLINE void add_forces(const KernelTask& task, const std::uint32_t (&first)[4],
                             const std::uint32_t* pairs, const PairGeometry<Pack>& g,
                             const ContactOutput<Pack>& out) {
    const Triple<Pack> turn = cross(g.in.normal, out.tangential_force);
    Pack f[4], ta[4], tb[4];
    force_rows(g, out, f);
    torque_rows(g.lever_a, turn, ta);
    torque_rows(g.lever_b, turn, tb);
    for (int lane = 0; lane < 4; ++lane) {
        ForceRow& row_i = slot_of(task, first[lane]);
        ForceRow& row_j = task.force[task.slot[pairs[lane]]];
        add_to(&row_i.fx, f[lane]);
        add_to(&row_i.tx, ta[lane]);
        add_to(&row_j.fx, -f[lane]);
        add_to(&row_j.tx, tb[lane]);
    }
}

SCREE_INLINE Eccentric<Pack> load_levers(const LeverRow* lever, const std::uint32_t (&index)[4]) {
    const LeverRow *a = lever + index[0], *b = lever + index[1];
    const LeverRow *c = lever + index[2], *d = lever + index[3];
    Pack arm[4] = {load(&a->x), load(&b->x), load(&c->x), load(&d->x)};
    Pack axes[4] = {load(&a->xx), load(&b->xx), load(&c->xx), load(&d->xx)};
    Pack mixed[4] = {load(&a->yz), load(&b->yz), load(&c->yz), load(&d->yz)};
    transpose(arm[0], arm[1], arm[2], arm[3]);
    transpose(axes[0], axes[1], axes[2], axes[3]);
    transpose(mixed[0], mixed[1], mixed[2], mixed[3]);
    return {{arm[0], arm[1], arm[2]}, {axes[0], axes[1], axes[2]}, {mixed[0], mixed[1], mixed[2]}};
}

/// How fast the grains of both balls turn out of the way.
SCREE_INLINE Pack turning_of(const LeverRow* lever, const std::uint32_t (&i)[4],
                             const std::uint32_t (&j)[4], const Triple<Pack>& normal) {
    return turns_away(load_levers(lever, i), normal) + turns_away(load_levers(lever, j), normal);
}

/// Pass 2, four touching pairs; `of_clumps`: of balls that are parts of grains.
template <class Law, bool one_row, bool of_clumps>
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
    if constexpr (of_clumps) {
        if constexpr (one_row) set_row(task.rows[0], row); // the last four have changed it
        make_eccentric(turning_of(task.lever, i, j, g.in.normal), !Law::stiffness_varies, g.in,
                       row);
    }
    Spring* const spring[4] = {task.spring + pairs[0], task.spring + pairs[1],
                               task.spring + pairs[2], task.spring + pairs[3]};
    load_memory(spring, g.in);
    const ContactOutput<Pack> out = contact_response<Law>(row, g.in, Pack(task.dt));
    store_memory(spring, out);
    add_forces(task, i, pairs, g, out);
    add_losses(losses, a.radius, out);
}

SCREE_INLINE void add_wall_velocity(const WallVelocity* wall, ContactInput<Pack>& in) {
    Pack x = load(&wall[0].x), y = load(&wall[1].x), z = load(&wall[2].x), twist = load(&wall[3].x);
    transpose(x, y, z, twist);
    in.velocity = in.velocity + Triple<Pack>(x, y, z);
    in.twist = in.twist + Pack(0.5) * twist;
}

SCREE_INLINE void store_push(WallPush& push, Pack force, Pack moment) {
    store(&push.x, force);
    store(&push.mx, moment);
}

/// Four grains, or balls of clumps, that touch walls.
template <class Law, bool one_row, bool of_clumps>
SCREE_INLINE void four_touches(const WallTask& task, std::uint32_t first, LawRow<Pack>& row,
                               PackedLosses& losses) {
    WallRow* touch = task.touches + first;
    const std::uint32_t i[4] = {touch[0].body, touch[1].body, touch[2].body, touch[3].body};
    Pack material;
    const MovingBall<Pack> ball = load_bodies(task, i, material);
    if constexpr (!one_row) {
        const Pack of_wall(
            Lanes{static_cast<double>(touch[0].material), static_cast<double>(touch[1].material),
                  static_cast<double>(touch[2].material), static_cast<double>(touch[3].material)});
        gather_rows(task, material, of_wall, row);
    }
    Pack nx = load(&touch[0].nx), ny = load(&touch[1].nx);
    Pack nz = load(&touch[2].nx), overlap = load(&touch[3].nx);
    transpose(nx, ny, nz, overlap);
    PairGeometry<Pack> g = wall_geometry(ball, Triple<Pack>(nx, ny, nz), overlap);
    if (task.velocity != nullptr) add_wall_velocity(task.velocity + first, g.in);
    if constexpr (of_clumps) {
        if constexpr (one_row) set_row(task.rows[0], row); // the last four have changed it
        make_eccentric(turns_away(load_levers(task.lever, i), g.in.normal), !Law::stiffness_varies,
                       g.in, row);
    }
    Spring* const spring[4] = {&touch[0].spring, &touch[1].spring, &touch[2].spring,
                               &touch[3].spring};
    load_memory(spring, g.in);
    const ContactOutput<Pack> out = contact_response<Law>(row, g.in, Pack(task.dt));
    store_memory(spring, out);
    Pack force[4], torque[4];
    force_rows(g, out, force);
    torque_rows(g.lever_a, cross(g.in.normal, out.tangential_force), torque);
    for (int lane = 0; lane < 4; ++lane) {
        ForceRow& slot = slot_of(task, i[lane]);
        add_to(&slot.fx, force[lane]);
        add_to(&slot.tx, torque[lane]);
        if (task.push != nullptr)
            store_push(task.push[first + static_cast<unsigned>(lane)], force[lane], Pack(0.0));
    }
    add_losses(losses, ball.radius, out);
}

/// Large scenes do not fit into the cache; what a later group will read is asked for in time.
SCREE_INLINE void fetch_ahead(const KernelTask& task, std::uint32_t k, std::uint32_t contacts) {
    constexpr std::uint32_t ahead = 24;
    if (k + ahead + 4 > contacts) return;
    const std::uint32_t* pairs = task.scratch + k + ahead;
    for (int lane = 0; lane < 4; ++lane) {
        __builtin_prefetch(&task.spring[pairs[lane]], 1);
        __builtin_prefetch(&task.kinetic[task.second[pairs[lane]]], 0);
        __builtin_prefetch(&task.force[task.slot[pairs[lane]]], 1);
    }
}

template <class Law, bool one_row, bool of_clumps>
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
    for (std::uint32_t k = 0; k < contacts; k += 4) {
        fetch_ahead(task, k, contacts);
        four_contacts<Law, one_row, of_clumps>(task, task.scratch + k, row, losses);
    }
    return {{sum(losses.damping), sum(losses.friction)}, contacts};
}

template <class Law, bool one_row, bool of_clumps>
SCREE_INLINE KernelResult run_touches(const WallTask& task) {
    LawRow<Pack> row;
    if constexpr (one_row) set_row(task.rows[0], row);
    PackedLosses losses{Pack(0.0), Pack(0.0)};
    for (std::uint32_t k = 0; k < task.count; k += 4)
        four_touches<Law, one_row, of_clumps>(task, k, row, losses);
    return {{sum(losses.damping), sum(losses.friction)}, task.count};
}

template <class Law, bool of_clumps>
KernelResult run_walls(const WallTask& task) {
    return task.materials == 1 ? run_touches<Law, true, of_clumps>(task)
                               : run_touches<Law, false, of_clumps>(task);
}

template <class Law, bool of_clumps>
KernelResult run_pairs(const KernelTask& task) {
    return task.materials == 1 ? run_chunk<Law, true, of_clumps>(task)
                               : run_chunk<Law, false, of_clumps>(task);
}

template <class Law>
KernelChoice kernels(Drift drift, const char* isa) {
    return {run_pairs<Law, false>,
            run_pairs<Law, true>,
            run_walls<Law, false>,
            run_walls<Law, true>,
            drift,
            isa};
}

/// The kernels of a law as this source builds them.
inline KernelChoice kernels_of(LawKind law, Drift drift, const char* isa) {
    return law == LawKind::linear ? kernels<LinearLaw>(drift, isa) : kernels<HertzLaw>(drift, isa);
}

} // namespace SCREE_ISA
} // namespace scree
