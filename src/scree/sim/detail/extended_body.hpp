// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/laws/extended.hpp>
#include <scree/sim/detail/kernel_body.hpp>

// The kernels of laws/extended.hpp: the same two passes, with a Trace per contact and moments. They
// are built apart from the plain ones, which thereby stay as they are.
namespace scree {
inline namespace SCREE_ISA {

struct ExtendedLosses {
    PackedLosses plain{Pack(0.0), Pack(0.0)};
    Pack plastic{0.0}, rolling{0.0};
};

struct ExtendedRow {
    LawRow<Pack> law;
    ExtraLanes<Pack> extra;
};

template <class Task>
SCREE_INLINE void gather_extended(const Task& task, Pack material_a, Pack material_b,
                                  ExtendedRow& out) {
    gather_rows(task, material_a, material_b, out.law);
    Pack rows[4], more[4];
    for (int lane = 0; lane < 4; ++lane) {
        const ExtraRow& extra =
            task.extra[static_cast<std::uint32_t>(material_a.v[lane]) * task.materials +
                       static_cast<std::uint32_t>(material_b.v[lane])];
        rows[lane] = load(extra.turning.data());
        more[lane] = load(extra.history.data());
    }
    transpose(rows[0], rows[1], rows[2], rows[3]);
    transpose(more[0], more[1], more[2], more[3]);
    for (int k = 0; k < 4; ++k) {
        out.extra.turning[k] = rows[k];
        out.extra.history[k] = more[k];
    }
}

SCREE_INLINE TraceOf<Pack> load_trace(Trace* const (&trace)[4]) {
    Pack a = load(&trace[0]->rx), b = load(&trace[1]->rx);
    Pack c = load(&trace[2]->rx), d = load(&trace[3]->rx);
    transpose(a, b, c, d);
    Pack e = load(&trace[0]->force), f = load(&trace[1]->force);
    Pack g = load(&trace[2]->force), h = load(&trace[3]->force);
    transpose(e, f, g, h);
    return {{a, b, c}, d, {e, f, g, h}};
}

SCREE_INLINE void store_trace(Trace* const (&trace)[4], const TraceOf<Pack>& t) {
    Pack a[4] = {t.roll.x, t.roll.y, t.roll.z, t.twist};
    Pack b[4] = {t.history.force, t.history.energy, t.history.deepest, t.history.share};
    transpose(a[0], a[1], a[2], a[3]);
    transpose(b[0], b[1], b[2], b[3]);
    for (int lane = 0; lane < 4; ++lane) {
        store(&trace[lane]->rx, a[lane]);
        store(&trace[lane]->force, b[lane]);
    }
}

/// Reads the memory of four contacts, answers them and writes the memory.
template <class Law>
SCREE_INLINE ExtendedOutput<Pack> answer_four(const ExtendedRow& row, ExtendedInput<Pack>& x,
                                              Spring* const (&spring)[4], Trace* const (&trace)[4],
                                              Pack dt) {
    load_memory(spring, x.in);
    x.trace = load_trace(trace);
    ExtendedOutput<Pack> out = extended_response<Law>(row.law, row.extra, x, dt);
    store_memory(spring, out.contact);
    store_trace(trace, out.trace);
    return out;
}

/// Only idle lanes have balls of no size.
SCREE_INLINE void add_losses(ExtendedLosses& losses, Pack radius, const ExtendedOutput<Pack>& out) {
    add_losses(losses.plain, radius, out.contact);
    const PackMask real = radius > Pack(0.0);
    losses.plastic = losses.plastic + select(real, out.lost_plastic, Pack(0.0));
    losses.rolling = losses.rolling + select(real, out.lost_rolling, Pack(0.0));
}

SCREE_INLINE Losses summed(const ExtendedLosses& losses) {
    return {.damping = sum(losses.plain.damping),
            .friction = sum(losses.plain.friction),
            .plastic = sum(losses.plastic),
            .rolling = sum(losses.rolling)};
}

template <class Law, bool of_clumps>
SCREE_INLINE void four_extended(const KernelTask& task, const std::uint32_t* pairs,
                                ExtendedLosses& losses) {
    std::uint32_t i[4], j[4];
    for (int lane = 0; lane < 4; ++lane) {
        i[lane] = task.first[pairs[lane]];
        j[lane] = task.second[pairs[lane]];
    }
    Pack material_a, material_b;
    const MovingBall<Pack> a = load_bodies(task, i, material_a);
    const MovingBall<Pack> b = load_bodies(task, j, material_b);
    ExtendedRow row;
    gather_extended(task, material_a, material_b, row);
    PairGeometry<Pack> g = pair_geometry(a, b);
    if constexpr (of_clumps)
        make_eccentric(turning_of(task.lever, i, j, g.in.normal), !Law::stiffness_varies, g.in,
                       row.law);
    ExtendedInput<Pack> x;
    x.in = g.in;
    x.turn = b.spin - a.spin;
    Spring* const spring[4] = {task.spring + pairs[0], task.spring + pairs[1],
                               task.spring + pairs[2], task.spring + pairs[3]};
    Trace* const trace[4] = {task.trace + pairs[0], task.trace + pairs[1], task.trace + pairs[2],
                             task.trace + pairs[3]};
    const auto out = answer_four<Law>(row, x, spring, trace, Pack(task.dt));
    const Triple<Pack> turn = cross(g.in.normal, out.contact.tangential_force);
    Pack f[4], ta[4], tb[4];
    force_rows(g, out.contact, f);
    torque_rows(Pack(1.0), g.lever_a * turn + out.moment, ta);
    torque_rows(Pack(1.0), g.lever_b * turn - out.moment, tb);
    for (int lane = 0; lane < 4; ++lane) {
        ForceRow& row_i = slot_of(task, i[lane]);
        ForceRow& row_j = task.force[task.slot[pairs[lane]]];
        add_to(&row_i.fx, f[lane]);
        add_to(&row_i.tx, ta[lane]);
        add_to(&row_j.fx, -f[lane]);
        add_to(&row_j.tx, tb[lane]);
    }
    add_losses(losses, a.radius, out);
}

SCREE_INLINE Triple<Pack> wall_spin(const WallVelocity* wall) {
    Pack x = load(&wall[0].wx), y = load(&wall[1].wx), z = load(&wall[2].wx),
         rest = load(&wall[3].wx);
    transpose(x, y, z, rest);
    return {x, y, z};
}

template <class Law, bool of_clumps>
SCREE_INLINE void four_extended_touches(const WallTask& task, std::uint32_t first,
                                        ExtendedLosses& losses) {
    WallRow* touch = task.touches + first;
    const std::uint32_t i[4] = {touch[0].body, touch[1].body, touch[2].body, touch[3].body};
    Pack material;
    const MovingBall<Pack> ball = load_bodies(task, i, material);
    const Pack of_wall(
        Lanes{static_cast<double>(touch[0].material), static_cast<double>(touch[1].material),
              static_cast<double>(touch[2].material), static_cast<double>(touch[3].material)});
    ExtendedRow row;
    gather_extended(task, material, of_wall, row);
    Pack nx = load(&touch[0].nx), ny = load(&touch[1].nx);
    Pack nz = load(&touch[2].nx), overlap = load(&touch[3].nx);
    transpose(nx, ny, nz, overlap);
    PairGeometry<Pack> g = wall_geometry(ball, Triple<Pack>(nx, ny, nz), overlap);
    ExtendedInput<Pack> x;
    x.turn = Pack(-1.0) * ball.spin;
    if (task.velocity != nullptr) {
        add_wall_velocity(task.velocity + first, g.in);
        x.turn = x.turn + wall_spin(task.velocity + first);
    }
    if constexpr (of_clumps)
        make_eccentric(turns_away(load_levers(task.lever, i), g.in.normal), !Law::stiffness_varies,
                       g.in, row.law);
    x.in = g.in;
    Spring* const spring[4] = {&touch[0].spring, &touch[1].spring, &touch[2].spring,
                               &touch[3].spring};
    Trace* const trace[4] = {&touch[0].trace, &touch[1].trace, &touch[2].trace, &touch[3].trace};
    const auto out = answer_four<Law>(row, x, spring, trace, Pack(task.dt));
    Pack force[4], torque[4], moment[4];
    force_rows(g, out.contact, force);
    torque_rows(Pack(1.0), out.moment, moment);
    torque_rows(Pack(1.0),
                g.lever_a * cross(g.in.normal, out.contact.tangential_force) + out.moment, torque);
    for (int lane = 0; lane < 4; ++lane) {
        ForceRow& slot = slot_of(task, i[lane]);
        add_to(&slot.fx, force[lane]);
        add_to(&slot.tx, torque[lane]);
        if (task.push != nullptr)
            store_push(task.push[first + static_cast<unsigned>(lane)], force[lane], moment[lane]);
    }
    add_losses(losses, ball.radius, out);
}

template <class Law, bool of_clumps>
KernelResult run_extended_pairs(const KernelTask& task) {
    for (std::uint32_t s = 0; s < task.slot_count; ++s) {
        store(&task.force[s].fx, Pack(0.0));
        store(&task.force[s].tx, Pack(0.0));
    }
    const std::uint32_t contacts = find_touching(task);
    for (std::uint32_t k = contacts; k < contacts + 3; ++k) task.scratch[k] = task.pair_count - 1;
    ExtendedLosses losses;
    for (std::uint32_t k = 0; k < contacts; k += 4) {
        fetch_ahead(task, k, contacts);
        four_extended<Law, of_clumps>(task, task.scratch + k, losses);
    }
    return {summed(losses), contacts};
}

template <class Law, bool of_clumps>
KernelResult run_extended_walls(const WallTask& task) {
    ExtendedLosses losses;
    for (std::uint32_t k = 0; k < task.count; k += 4)
        four_extended_touches<Law, of_clumps>(task, k, losses);
    return {summed(losses), task.count};
}

template <class Law>
KernelChoice extended_kernels(Drift drift, const char* isa) {
    return {run_extended_pairs<Law, false>,
            run_extended_pairs<Law, true>,
            run_extended_walls<Law, false>,
            run_extended_walls<Law, true>,
            drift,
            isa};
}

/// The kernels of a law as this source builds them.
inline KernelChoice extended_kernels_of(LawKind law, Drift drift, const char* isa) {
    switch (law) {
    case LawKind::linear:
        return extended_kernels<LinearLaw>(drift, isa);
    case LawKind::hertz:
        return extended_kernels<HertzLaw>(drift, isa);
    case LawKind::walton:
        return extended_kernels<WaltonLaw>(drift, isa);
    case LawKind::pournin:
        break;
    }
    return extended_kernels<PourninLaw>(drift, isa);
}

} // namespace SCREE_ISA
} // namespace scree
