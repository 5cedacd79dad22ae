// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/laws/extended.hpp>
#include <scree/sim/shaped_force.hpp>

#include <numbers>

// Included by one source per instruction set, like kernel_body.hpp. Four contacts of shapes at a
// time: one alone is a chain of divisions and roots that wait for each other.
//
// What is read and written lies scattered, in records made for one contact; lanes are put together
// number by number. Nothing of Eigen may be called here (see kernel_body.hpp).
namespace scree {
inline namespace SCREE_ISA {

using Vec = Triple<Pack>;

/// One number of each of four records.
template <class Record, class Get>
SCREE_INLINE Pack lanes_of(Record* const (&r)[4], Get get) {
    return Pack(Lanes{get(*r[0]), get(*r[1]), get(*r[2]), get(*r[3])});
}
SCREE_INLINE const double* numbers(const Vec3& v) { return reinterpret_cast<const double*>(&v); }
SCREE_INLINE double* numbers(Vec3& v) { return reinterpret_cast<double*>(&v); }
template <class Record>
SCREE_INLINE Vec vectors_of(Record* const (&r)[4], const Vec3 Record::*member) {
    const double* p[4] = {numbers(r[0]->*member), numbers(r[1]->*member), numbers(r[2]->*member),
                          numbers(r[3]->*member)};
    return {Pack(Lanes{p[0][0], p[1][0], p[2][0], p[3][0]}),
            Pack(Lanes{p[0][1], p[1][1], p[2][1], p[3][1]}),
            Pack(Lanes{p[0][2], p[1][2], p[2][2], p[3][2]})};
}

SCREE_INLINE Vec operator-(const Vec& v) { return {-v.x, -v.y, -v.z}; }
SCREE_INLINE Vec zero_vec() { return {Pack(0.0), Pack(0.0), Pack(0.0)}; }
SCREE_INLINE Pack min(Pack a, Pack b) { return select(a < b, a, b); }

struct PackedPartner {
    Vec center, velocity, spin;
    Pack inverse_mass, radius;
    Vec about_axes, mixed; ///< inverse inertia: xx, yy, zz; yz, xz, xy

    SCREE_INLINE Vec velocity_at(const Vec& point) const {
        return velocity + cross(spin, point - center);
    }
    SCREE_INLINE Pack gives_way_to(const Vec& turn) const {
        const Vec squares(turn.x * turn.x, turn.y * turn.y, turn.z * turn.z);
        const Vec products(turn.y * turn.z, turn.x * turn.z, turn.x * turn.y);
        return dot(about_axes, squares) + Pack(2.0) * dot(mixed, products);
    }
};

SCREE_INLINE PackedPartner load_partner(const Partner* const (&p)[4]) {
    PackedPartner out;
    out.center = vectors_of<const Partner>(p, &Partner::center);
    out.velocity = vectors_of<const Partner>(p, &Partner::velocity);
    out.spin = vectors_of<const Partner>(p, &Partner::spin);
    out.inverse_mass = lanes_of(p, [](const Partner& x) { return x.inverse_mass; });
    out.radius = lanes_of(p, [](const Partner& x) { return x.radius; });
    double of_ball[4][9];
    const double* m[4];
    for (int lane = 0; lane < 4; ++lane) {
        m[lane] = reinterpret_cast<const double*>(p[lane]->inverse_inertia);
        if (m[lane] != nullptr) continue;
        for (double& entry : of_ball[lane]) entry = 0;
        of_ball[lane][0] = of_ball[lane][4] = of_ball[lane][8] = p[lane]->inverse_inertia_of_ball;
        m[lane] = of_ball[lane];
    }
    const auto entry = [&](int k) { return Pack(Lanes{m[0][k], m[1][k], m[2][k], m[3][k]}); };
    out.about_axes = {entry(0), entry(4), entry(8)};
    out.mixed = {entry(5), entry(2), entry(1)};
    return out;
}

struct PackedSpread {
    Pack area, mean_arm;
    Vec x, y;
    Pack xx, xy, yy;

    /// See Spread.
    SCREE_INLINE Vec across(const Vec& turn) const {
        const Pack along_x = dot(x, turn), along_y = dot(y, turn);
        return (yy * along_x - xy * along_y) * x + (xx * along_y - xy * along_x) * y;
    }
};

struct PackedTouching {
    Pack depth, volume, opening, depth_squares;
    Vec normal, point, area_moment;
    PackedSpread spread;
};

SCREE_INLINE PackedTouching load_touching(const Touching* const (&t)[4]) {
    const Spread* const s[4] = {&t[0]->spread, &t[1]->spread, &t[2]->spread, &t[3]->spread};
    const auto of = [&](double Touching::*member) {
        return lanes_of(t, [member](const Touching& x) { return x.*member; });
    };
    const auto of_spread = [&](double Spread::*member) {
        return lanes_of(s, [member](const Spread& x) { return x.*member; });
    };
    PackedTouching out;
    out.depth = of(&Touching::depth);
    out.volume = of(&Touching::volume);
    out.opening = of(&Touching::opening);
    out.depth_squares = of(&Touching::depth_squares);
    out.normal = vectors_of<const Touching>(t, &Touching::normal);
    out.point = vectors_of<const Touching>(t, &Touching::point);
    out.area_moment = vectors_of<const Touching>(t, &Touching::area_moment);
    out.spread.area = of_spread(&Spread::area);
    out.spread.mean_arm = of_spread(&Spread::mean_arm);
    out.spread.x = vectors_of<const Spread>(s, &Spread::x);
    out.spread.y = vectors_of<const Spread>(s, &Spread::y);
    out.spread.xx = of_spread(&Spread::xx);
    out.spread.xy = of_spread(&Spread::xy);
    out.spread.yy = of_spread(&Spread::yy);
    return out;
}

struct PackedMemory {
    Vec spring;
    Pack last;
    TraceOf<Pack> trace; ///< extended laws only
    Pack twist;
    Vec hold;
    Pack energy, overlap, approach, pressing;
};

/// The laws know one overlap q. Here it is any measure of how far a contact is pressed together,
/// q = q(pose): a law's force f then acts as f ∂q, along the normal with the share `slope` of it,
/// and (volume law) as a couple. With the mass that belongs to q the law's restitution comes out.
struct Pressing {
    Pack overlap;  ///< q, m
    Pack slope;    ///< of q along the normal
    Vec couple;    ///< m: of q for a turn of A; -for one of B
    Pack approach; ///< dq/dt
    Pack inverse_mass;
};

/// How fast the surfaces give way to a push of 1 along the normal and the couple.
SCREE_INLINE Pack gives_way(const PackedPartner& p, const PackedTouching& t, const Pressing& q) {
    const Vec turn = q.slope * cross(t.point - p.center, t.normal) + q.couple;
    return q.slope * q.slope * p.inverse_mass + p.gives_way_to(turn);
}

SCREE_INLINE Pressing pressing_of(const PackedTouching& t, const PackedPartner& a,
                                  const PackedPartner& b, bool by_volume) {
    const Pack none(0.0), one(1.0);
    const Pack smaller = select(b.radius > none, min(a.radius, b.radius), a.radius);
    const Pack face = Pack(std::numbers::pi) * smaller * smaller;
    const PackMask has_faces = t.volume > none;
    Pressing q;
    q.couple = zero_vec();
    if (by_volume) {
        q.overlap = select(has_faces, t.volume / face, t.depth);
        q.slope = select(has_faces, t.opening / face, one);
        q.couple = select(has_faces, (one / face) * t.area_moment, q.couple);
    } else {
        q.overlap = select(has_faces, sqrt(t.depth_squares / face), t.depth);
        q.slope = select(has_faces, t.volume / (face * q.overlap), one);
    }
    const Vec apart = b.velocity_at(t.point) - a.velocity_at(t.point);
    q.approach = -(q.slope * dot(apart, t.normal)) - dot(q.couple, b.spin - a.spin);
    q.inverse_mass = gives_way(a, t, q) + gives_way(b, t, q);
    return q;
}

/// The tangential spring of a patch acts in a place that follows the patch slowly. Were it always
/// in the middle, then a block that rocks and twists would move its spring a little in each round:
/// it would creep down a slope and feed its own trembling (docs/theory/shaped-contacts.md).
inline constexpr double follows_within = 20; // of the radian of the tangential spring

/// From the point of the contact to where its tangential spring acts, along the surface.
SCREE_INLINE Vec hold_of(const PackedTouching& t, const PackedPartner& a, const PackedPartner& b,
                         const PackedMemory& memory, Pack dt) {
    const Pack none(0.0);
    const PackMask goes_on = (t.spread.area > none) & ((memory.last > none) | (memory.last < none));
    const Vec old = a.center + memory.hold;
    const Vec gone = (Pack(0.5) * dt) * (a.velocity_at(old) + b.velocity_at(old)) - dt * a.velocity;
    const Vec hold = old + gone - t.point;
    return select(goes_on, hold - dot(hold, t.normal) * t.normal, zero_vec());
}

SCREE_INLINE ContactInput<Pack> input_of(const PackedTouching& t, const PackedPartner& a,
                                         const PackedPartner& b, const Pressing& q,
                                         const Vec& hold) {
    ContactInput<Pack> in;
    in.normal = t.normal;
    const Vec place = t.point + hold;
    const Vec apart = b.velocity_at(place) - a.velocity_at(place);
    in.velocity = apart - (dot(apart, t.normal) + q.approach) * t.normal;
    in.overlap = q.overlap;
    in.inverse_mass = q.inverse_mass;
    in.mass = Pack(1.0) / q.inverse_mass;
    in.radius = select(b.radius > Pack(0.0), a.radius * b.radius / (a.radius + b.radius), a.radius);
    in.twist = Pack(0.5) * dot(a.spin + b.spin, t.normal);
    return in;
}

/// Everything about four contacts that the pieces below need.
struct PackedContact {
    const PackedTouching& touching;
    const Pressing& q;
    const ContactInput<Pack>& in;
    Vec turn; ///< spin of B less that of A
    Vec hold; ///< see hold_of
    LawRow<Pack> row;
    ExtraLanes<Pack> extra; ///< extended laws only
    Pack inverse_inertia;   ///< of both about the normal
    Pack dt;
    bool is_start;
};

struct PackedAnswer {
    Vec force, moment;
    Vec torque_a, torque_b; ///< about the centres, the moment among them
    Pack normal_force;
    Vec tangential_force;
    Pack stored;
    // Lost.
    Pack damping, friction, plastic, rolling, geometry;
};

struct PackedNormal {
    NormalResponse<Pack> response;
    detail::StepParts<Pack> step;
    Pack mend{0.0};
    Pull<Pack> pull{Pack(0.0), Pack(0.0)};
    Pack felt_stiffness; ///< of spring and pull together
    Pack push;           ///< of spring and dashpots over the step
};

template <class Law, bool extended>
SCREE_INLINE PackedNormal normal_of(const PackedContact& c, PackedMemory& memory,
                                    PackedAnswer& answer) {
    PackedNormal n;
    if constexpr (Law::has_history) {
        const Followed<Pack> f =
            Law::follow(c.row.normal, c.extra.history, c.in, memory.trace.history);
        n.response = f.response;
        n.mend = f.mend;
        memory.trace.history = f.history;
        answer.plastic = f.lost;
    } else {
        n.response =
            Law::response(c.row.normal, c.row.tangential, c.in.overlap, c.in.mass, c.in.radius);
    }
    // The mass of a contact that has hardly begun is large for the normal, not along the surface.
    n.response.tangential_damping = n.response.tangential_damping * c.q.slope;
    if constexpr (extended) n.pull = pull_of(c.extra.turning, c.in.radius);
    const NormalResponse<Pack> felt = detail::softened(n.response, n.pull, c.in.overlap);
    n.felt_stiffness = felt.stiffness;
    n.step = detail::step_parts<Law>(c.in, felt, c.q.approach, c.dt);
    const auto& p = n.step;
    n.push =
        (p.elastic_before + p.elastic_after) * n.response.elastic +
        n.response.damping * (p.damping_before * p.mean_before + p.damping_after * p.mean_after);
    return n;
}

/// Rolling and twisting friction of the material (laws/extended.hpp).
template <class Law>
SCREE_INLINE void resist_rolling(const PackedContact& c, const PackedNormal& n,
                                 PackedMemory& memory, PackedAnswer& answer) {
    const auto& in = c.in;
    const Pack none(0.0), half(0.5);
    NormalResponse<Pack> r = n.response;
    r.elastic = r.elastic * c.q.slope; // what presses the surfaces together
    r.damping = r.damping * c.q.slope;
    const Pack mass = c.q.slope * c.q.slope * in.mass;
    const Pack size = mass * in.radius * in.radius, along = dot(c.turn, in.normal);
    const Vec tip = c.turn - along * in.normal;
    const auto roll =
        detail::held_turning<Law>({c.extra.turning[0], Pack(1.4) * size,
                                   detail::carried_spring(memory.trace.roll, in, c.dt), tip},
                                  r, n.step, in, c.dt);
    const auto twist = detail::held_turning<Law>(
        {c.extra.turning[1], Pack(0.4) * size, memory.trace.twist * in.normal, along * in.normal},
        r, n.step, in, c.dt);
    const Vec held = roll.memory - (half * c.dt) * tip;
    const Pack twisted = dot(twist.memory, in.normal) - half * c.dt * along;
    const Pack stiffness = half * r.tangential_stiffness * in.radius * in.radius;
    answer.stored =
        answer.stored + (select(c.extra.turning[0] > none, stiffness * dot(held, held), none) +
                         select(c.extra.turning[1] > none, stiffness * twisted * twisted, none));
    answer.moment = answer.moment + (roll.force + twist.force);
    answer.rolling = roll.lost + twist.lost;
    answer.damping = answer.damping + (roll.lost_damping + twist.lost_damping);
    memory.trace.roll = roll.memory;
    memory.trace.twist = dot(twist.memory, in.normal);
}

/// A flat contact also resists rocking and twisting. Its dashpots are spread over the area, so a
/// turn ω meets the moment c · second · ω. About the normal there is a spring as well, that of the
/// tangential springs spread over the area, with Coulomb's limit at the mean arm.
SCREE_INLINE void resist_turning(const PackedContact& c, const PackedNormal& n,
                                 PackedMemory& memory, PackedAnswer& answer) {
    const PackedSpread& spread = c.touching.spread;
    const Pack none(0.0), half(0.5);
    const PackMask is_spread = spread.area > none;
    if (!any(is_spread)) return; // of a point all of the below is nothing
    const auto& r = n.response;
    const auto& p = n.step;
    const Pack slope2 = c.q.slope * c.q.slope;
    const Vec rocking =
        (slope2 * r.damping * (p.damping_before + p.damping_after)) * spread.across(c.turn);
    answer.moment = answer.moment + rocking;
    answer.damping = answer.damping + c.dt * dot(rocking, c.turn);
    const Pack friction = c.row.tangential[0];
    const PackMask holds = is_spread & (friction > none);
    if (!any(holds)) return;

    const Pack polar = spread.xx + spread.yy, spin = dot(c.turn, c.touching.normal);
    const Pack arm = friction * c.q.slope * spread.mean_arm;
    detail::Holding<Pack> h;
    h.carried = memory.twist * c.in.normal;
    h.rate = spin * c.in.normal;
    h.stiffness = r.tangential_stiffness * polar;
    h.damping = r.tangential_damping * polar;
    h.lost = h.lost_damping = none;
    h.spring_limit = arm * max(r.elastic + r.damping * p.now, none);
    h.limit = arm * max(n.push, none);
    h.yields = half * c.dt * c.dt * c.inverse_inertia;
    const detail::Held<Pack> twist = detail::held(h, p, c.in, c.dt);
    memory.twist = select(holds, dot(twist.memory, c.in.normal), memory.twist);
    answer.moment = answer.moment + select(holds, twist.force, zero_vec());
    answer.friction = answer.friction + select(holds, twist.lost, none);
    answer.damping = answer.damping + select(holds, twist.lost_damping, none);
    const Pack now = memory.twist - half * c.dt * spin;
    answer.stored = answer.stored + select(holds, half * h.stiffness * now * now, none);
}

/// Sliding, with Coulomb's limit from the true force along the normal.
template <class Law>
SCREE_INLINE void resist_sliding(const PackedContact& c, const PackedNormal& n,
                                 PackedMemory& memory, PackedAnswer& answer) {
    const Pack friction = c.row.tangential[0], none(0.0), half(0.5);
    const ContactOutput<Pack> out =
        detail::answered<Law>(friction * c.q.slope, c.in, n.response, n.step, c.dt);
    memory.spring = out.spring;
    memory.last = Law::has_history ? c.in.overlap : out.last;
    answer.force = answer.force + out.tangential_force;
    answer.moment = answer.moment + cross(c.hold, out.tangential_force);
    answer.damping = out.lost_damping;
    answer.friction = out.lost_friction;
    // The spring is remembered half a step ahead: take that half back.
    const PackMask rough = friction > none;
    const Vec slide = c.in.velocity + c.q.approach * c.touching.normal;
    const Vec spring = out.spring - (half * c.dt) * slide;
    const Pack stiffness = n.response.tangential_stiffness;
    answer.tangential_force = select(rough, stiffness * spring, zero_vec());
    answer.stored = select(rough, half * stiffness * dot(spring, spring), none);
}

/// What the motion of the surfaces has put into the normal spring since the last evaluation and is
/// not there: q does not change quite as its slope says, because the place of the contact moves.
/// The steps in which a contact begins and ends are the law's own, unless it begins deeper than it
/// can have come in one step. `energy`: that of the normal spring.
SCREE_INLINE void book_geometry(const PackedContact& c, const PackedNormal& n, Pack energy,
                                PackedMemory& memory, PackedAnswer& answer) {
    const Pack none(0.0), half(0.5);
    const Pack force = n.response.elastic - n.pull.force(c.q.overlap);
    const Pack way = c.dt * max(c.q.approach, none);
    const PackMask went_on = memory.overlap > none;
    const Pack moved =
        half * (force + memory.pressing) *
        (half * c.dt * (c.q.approach + memory.approach) - (c.q.overlap - memory.overlap));
    answer.geometry = select(went_on, moved, none);
    if (!c.is_start)
        answer.geometry = select((!went_on) & (c.q.overlap > Pack(2.0) * way),
                                 half * force * way - energy, answer.geometry);
    memory.overlap = c.q.overlap;
    memory.approach = c.q.approach;
    memory.pressing = force;
}

template <class Law, bool extended>
SCREE_INLINE PackedAnswer answered(const PackedTouching& t, const PackedPartner& a,
                                   const PackedPartner& b, PackedContact& c, PackedMemory& memory) {
    const Pressing& q = c.q;
    // A stiffness that goes with the mass (a set contact time) goes with that of the bodies,
    // whatever the place of the contact: it must not change while the contact moves.
    if constexpr (!Law::stiffness_varies) {
        c.row.normal[0] = c.row.normal[0] + c.row.normal[1] / (a.inverse_mass + b.inverse_mass);
        c.row.normal[1] = Pack(0.0);
    }
    PackedAnswer answer;
    answer.plastic = answer.rolling = Pack(0.0);
    const PackedNormal n = normal_of<Law, extended>(c, memory, answer);
    Pack force = n.push + n.mend;
    if constexpr (extended)
        force = force - detail::pull_over_step(n.pull, c.in, n.step, n.felt_stiffness, c.dt);
    answer.force = -(force * q.slope) * t.normal;
    answer.moment = -force * q.couple;
    answer.normal_force =
        q.slope * (n.response.elastic + n.response.damping * n.step.now - n.pull.force(q.overlap));
    resist_sliding<Law>(c, n, memory, answer);
    const Pack radians =
        c.dt * sqrt(n.response.tangential_stiffness * (a.inverse_mass + b.inverse_mass));
    const Pack share = max(Pack(1.0) - radians / Pack(follows_within), Pack(0.0));
    memory.hold = t.point + share * c.hold - a.center;
    resist_turning(c, n, memory, answer);
    if constexpr (extended) resist_rolling<Law>(c, n, memory, answer);

    Pack energy = n.pull.energy(q.overlap);
    if constexpr (Law::has_history)
        energy = energy + memory.trace.history.energy;
    else
        energy = energy + Law::stored(n.response.elastic, q.overlap);
    answer.stored = answer.stored + energy;
    book_geometry(c, n, energy, memory, answer);
    memory.energy = answer.stored;
    answer.torque_a = cross(t.point - a.center, answer.force) + answer.moment;
    answer.torque_b = -(cross(t.point - b.center, answer.force) + answer.moment);
    return answer;
}

SCREE_INLINE void load_rows(const double* const (&from)[4], Pack (&out)[4]) {
    for (int k = 0; k < 4; ++k) out[k] = load(from[k]);
    transpose(out[0], out[1], out[2], out[3]);
}

template <bool extended>
SCREE_INLINE PackedMemory load_memory(TouchMemory* const (&m)[4]) {
    PackedMemory out;
    Pack rows[4];
    load_rows({&m[0]->spring.x, &m[1]->spring.x, &m[2]->spring.x, &m[3]->spring.x}, rows);
    out.spring = {rows[0], rows[1], rows[2]};
    out.last = rows[3];
    if constexpr (extended) {
        load_rows({&m[0]->trace.rx, &m[1]->trace.rx, &m[2]->trace.rx, &m[3]->trace.rx}, rows);
        out.trace.roll = {rows[0], rows[1], rows[2]};
        out.trace.twist = rows[3];
        load_rows({&m[0]->trace.force, &m[1]->trace.force, &m[2]->trace.force, &m[3]->trace.force},
                  rows);
        out.trace.history = {rows[0], rows[1], rows[2], rows[3]};
    }
    const auto of = [&](double TouchMemory::*member) {
        return lanes_of(m, [member](const TouchMemory& x) { return x.*member; });
    };
    out.twist = of(&TouchMemory::twist);
    out.hold = vectors_of<TouchMemory>(m, &TouchMemory::hold);
    out.energy = of(&TouchMemory::energy);
    out.overlap = of(&TouchMemory::overlap);
    out.approach = of(&TouchMemory::approach);
    out.pressing = of(&TouchMemory::pressing);
    return out;
}

SCREE_INLINE void put(Vec3& to, const Vec& from, int lane) {
    double* p = numbers(to);
    p[0] = from.x.v[lane], p[1] = from.y.v[lane], p[2] = from.z.v[lane];
}

template <bool extended>
SCREE_INLINE void store_memory(TouchMemory& m, const PackedMemory& from, int lane) {
    m.spring.x = from.spring.x.v[lane], m.spring.y = from.spring.y.v[lane];
    m.spring.z = from.spring.z.v[lane], m.spring.last = from.last.v[lane];
    if constexpr (extended) {
        const TraceOf<Pack>& t = from.trace;
        m.trace.rx = t.roll.x.v[lane], m.trace.ry = t.roll.y.v[lane];
        m.trace.rz = t.roll.z.v[lane], m.trace.twist = t.twist.v[lane];
        m.trace.force = t.history.force.v[lane], m.trace.energy = t.history.energy.v[lane];
        m.trace.deepest = t.history.deepest.v[lane], m.trace.share = t.history.share.v[lane];
    }
    m.twist = from.twist.v[lane];
    put(m.hold, from.hold, lane);
    m.energy = from.energy.v[lane], m.overlap = from.overlap.v[lane];
    m.approach = from.approach.v[lane], m.pressing = from.pressing.v[lane];
}

SCREE_INLINE void store_answer(const TouchTask& task, const PackedAnswer& from, int lane) {
    Answer& a = *task.answer;
    put(a.force, from.force, lane);
    put(a.moment, from.moment, lane);
    a.normal_force = from.normal_force.v[lane];
    put(a.tangential_force, from.tangential_force, lane);
    a.stored = from.stored.v[lane];
    Losses& lost = *task.losses;
    lost.damping += from.damping.v[lane];
    lost.friction += from.friction.v[lane];
    lost.plastic += from.plastic.v[lane];
    lost.rolling += from.rolling.v[lane];
    lost.geometry += from.geometry.v[lane];
    if (task.push == nullptr) return;
    put(task.push->force, from.force, lane);
    put(task.push->torque[0], from.torque_a, lane);
    put(task.push->torque[1], from.torque_b, lane);
}

/// Up to four: missing lanes do what the first one does, and are not looked at.
template <class Law, bool extended>
SCREE_INLINE void answer_four(const TouchTask* tasks, int count, const ShapedLaw& law) {
    const TouchTask* task[4];
    for (int lane = 0; lane < 4; ++lane) task[lane] = tasks + (lane < count ? lane : 0);
    const PackedTouching t =
        load_touching({task[0]->touching, task[1]->touching, task[2]->touching, task[3]->touching});
    const PackedPartner a = load_partner({task[0]->a, task[1]->a, task[2]->a, task[3]->a});
    const PackedPartner b = load_partner({task[0]->b, task[1]->b, task[2]->b, task[3]->b});
    PackedMemory memory =
        load_memory<extended>({task[0]->memory, task[1]->memory, task[2]->memory, task[3]->memory});
    const Pack dt(law.dt);
    const Pressing q = pressing_of(t, a, b, law.by_volume);
    const Vec hold = hold_of(t, a, b, memory, dt);
    ContactInput<Pack> in = input_of(t, a, b, q, hold);
    in.spring = memory.spring;
    in.last = memory.last;
    PackedContact c{t,    q,           in, b.spin - a.spin,
                    hold, {},          {}, a.gives_way_to(t.normal) + b.gives_way_to(t.normal),
                    dt,   law.is_start};
    load_rows({&task[0]->row->normal[0], &task[1]->row->normal[0], &task[2]->row->normal[0],
               &task[3]->row->normal[0]},
              c.row.normal);
    load_rows({&task[0]->row->normal[0] + 4, &task[1]->row->normal[0] + 4,
               &task[2]->row->normal[0] + 4, &task[3]->row->normal[0] + 4},
              c.row.tangential);
    if constexpr (extended) {
        load_rows({&task[0]->extra->turning[0], &task[1]->extra->turning[0],
                   &task[2]->extra->turning[0], &task[3]->extra->turning[0]},
                  c.extra.turning);
        load_rows({&task[0]->extra->turning[0] + 4, &task[1]->extra->turning[0] + 4,
                   &task[2]->extra->turning[0] + 4, &task[3]->extra->turning[0] + 4},
                  c.extra.history);
    }
    const PackedAnswer answer = answered<Law, extended>(t, a, b, c, memory);
    for (int lane = 0; lane < count; ++lane) {
        store_memory<extended>(*task[lane]->memory, memory, lane);
        store_answer(*task[lane], answer, lane);
    }
}

template <class Law, bool extended>
void answer_all(const TouchTask* tasks, std::size_t count, const ShapedLaw& law) {
    for (std::size_t k = 0; k < count; k += 4)
        answer_four<Law, extended>(tasks + k, static_cast<int>(count - k < 4 ? count - k : 4), law);
}

SCREE_INLINE void answer_by_law(const TouchTask* tasks, std::size_t count, const ShapedLaw& law) {
    const bool extended = !law.laws.extra.empty();
    switch (law.laws.kind) {
    case LawKind::linear:
        return extended ? answer_all<LinearLaw, true>(tasks, count, law)
                        : answer_all<LinearLaw, false>(tasks, count, law);
    case LawKind::hertz:
        return extended ? answer_all<HertzLaw, true>(tasks, count, law)
                        : answer_all<HertzLaw, false>(tasks, count, law);
    case LawKind::walton:
        return answer_all<WaltonLaw, true>(tasks, count, law);
    case LawKind::pournin:
        break;
    }
    answer_all<PourninLaw, true>(tasks, count, law);
}

} // namespace SCREE_ISA
} // namespace scree
