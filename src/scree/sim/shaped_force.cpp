// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/shaped_force.hpp>

#include <scree/laws/extended.hpp>
#include <scree/sim/contact_view.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

Triple<double> triple(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
Vec3 vec(const Triple<double>& t) { return {t.x, t.y, t.z}; }

/// The laws know one overlap q. Here it is any measure of how far a contact is pressed together,
/// q = q(pose): a law's force f then acts as f ∂q, along the normal with the share `slope` of it,
/// and (volume law) as a couple. With the mass that belongs to q the law's restitution comes out.
struct Pressing {
    double overlap;  ///< q, m
    double slope;    ///< of q along the normal
    Vec3 couple;     ///< m: of q for a turn of A; -for one of B
    double approach; ///< dq/dt
    double inverse_mass;
};

/// How fast the surfaces give way to a push of 1 along the normal and the couple.
double gives_way(const Partner& p, const Touching& t, const Pressing& q) {
    const Vec3 turn = q.slope * (t.point - p.center).cross(t.normal) + q.couple;
    return q.slope * q.slope * p.inverse_mass + p.gives_way_to(turn);
}

Pressing pressing_of(const Touching& t, const Partner& a, const Partner& b, bool by_volume) {
    const double smaller = b.radius > 0 ? std::min(a.radius, b.radius) : a.radius;
    const double face = std::numbers::pi * smaller * smaller;
    Pressing q{t.depth, 1, Vec3::Zero(), 0, 0};
    if (t.volume > 0 && by_volume) {
        q.overlap = t.volume / face;
        q.slope = t.opening / face;
        q.couple = t.area_moment / face;
    } else if (t.volume > 0) {
        q.overlap = std::sqrt(t.depth_squares / face);
        q.slope = t.volume / (face * q.overlap);
    }
    const Vec3 apart = b.velocity_at(t.point) - a.velocity_at(t.point);
    q.approach = -q.slope * apart.dot(t.normal) - q.couple.dot(b.spin - a.spin);
    q.inverse_mass = gives_way(a, t, q) + gives_way(b, t, q);
    return q;
}

/// The tangential spring of a patch acts in a place that follows the patch slowly. Were it always
/// in the middle, then a block that rocks and twists would move its spring a little in each round:
/// it would creep down a slope and feed its own trembling (docs/theory/shaped-contacts.md).
constexpr double follows_within = 20; // of the radian of the tangential spring

/// From the point of the contact to where its tangential spring acts, along the surface.
Vec3 hold_of(const Touching& t, const Partner& a, const Partner& b, const TouchMemory& memory,
             double dt) {
    if (!(t.spread.area > 0) || memory.spring.last == 0) return Vec3::Zero();
    const Vec3 old = a.center + memory.hold;
    const Vec3 gone = 0.5 * dt * (a.velocity_at(old) + b.velocity_at(old)) - dt * a.velocity;
    const Vec3 hold = old + gone - t.point;
    return hold - hold.dot(t.normal) * t.normal;
}

ContactInput<double> input_of(const Touching& t, const Partner& a, const Partner& b,
                              const Pressing& q, const Vec3& hold) {
    ContactInput<double> in;
    in.normal = triple(t.normal);
    const Vec3 place = t.point + hold;
    const Vec3 apart = b.velocity_at(place) - a.velocity_at(place);
    in.velocity = triple(apart - (apart.dot(t.normal) + q.approach) * t.normal);
    in.overlap = q.overlap;
    in.inverse_mass = q.inverse_mass;
    in.mass = 1 / q.inverse_mass;
    in.radius = b.radius > 0 ? a.radius * b.radius / (a.radius + b.radius) : a.radius;
    in.twist = 0.5 * (a.spin + b.spin).dot(t.normal);
    return in;
}

/// A stiffness that goes with the mass (a set contact time) goes with that of the bodies, whatever
/// the place of the contact: it must not change while the contact moves.
LawRow<double> row_of(const PairRow& row, LawKind kind, const Partner& a, const Partner& b) {
    LawRow<double> out = scalar_row(row);
    if (!has_linear_spring(kind)) return out;
    out.normal[0] += out.normal[1] / (a.inverse_mass + b.inverse_mass);
    out.normal[1] = 0;
    return out;
}

/// Everything about one contact that its pieces below need.
struct Contact {
    const Touching& touching;
    const Pressing& q;
    const ContactInput<double>& in;
    Vec3 turn; ///< spin of B less that of A
    Vec3 hold; ///< see hold_of
    LawRow<double> row;
    const ExtraRow* extra;  ///< none: the plain laws
    double inverse_inertia; ///< of both about the normal
    double dt;
    bool is_start;
};

struct Normal {
    NormalResponse<double> response;
    detail::StepParts<double> step;
    double mend = 0;
    Pull<double> pull{0, 0};
    double felt_stiffness = 0; ///< of spring and pull together
    double push = 0;           ///< of spring and dashpots over the step
};

template <class Law>
Normal normal_of(const Contact& c, TouchMemory& memory, Losses& losses) {
    Normal n;
    if constexpr (Law::has_history) {
        double values[4];
        std::copy(c.extra->history.begin(), c.extra->history.end(), values);
        const Trace& t = memory.trace;
        const Followed<double> f =
            Law::follow(c.row.normal, values, c.in, {t.force, t.energy, t.deepest, t.share});
        n.response = f.response;
        n.mend = f.mend;
        memory.trace.force = f.history.force;
        memory.trace.energy = f.history.energy;
        memory.trace.deepest = f.history.deepest;
        memory.trace.share = f.history.share;
        losses.plastic += f.lost;
    } else {
        n.response =
            Law::response(c.row.normal, c.row.tangential, c.in.overlap, c.in.mass, c.in.radius);
    }
    // The mass of a contact that has hardly begun is large for the normal, not along the surface.
    n.response.tangential_damping *= c.q.slope;
    if (c.extra != nullptr) n.pull = pull_of(c.extra->turning, c.in.radius);
    const NormalResponse<double> felt = detail::softened(n.response, n.pull, c.in.overlap);
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
void resist_rolling(const Contact& c, const Normal& n, TouchMemory& memory, Answer& answer,
                    Losses& losses) {
    const auto& in = c.in;
    NormalResponse<double> r = n.response;
    r.elastic *= c.q.slope; // what presses the surfaces together
    r.damping *= c.q.slope;
    const double mass = c.q.slope * c.q.slope * in.mass;
    const double size = mass * in.radius * in.radius, along = c.turn.dot(c.touching.normal);
    const Triple<double> turn = triple(c.turn), tip = turn - along * in.normal;
    Trace& t = memory.trace;
    const auto roll = detail::held_turning<Law>(
        {c.extra->turning[0], 1.4 * size,
         detail::carried_spring(Triple<double>(t.rx, t.ry, t.rz), in, c.dt), tip},
        r, n.step, in, c.dt);
    const auto twist = detail::held_turning<Law>(
        {c.extra->turning[1], 0.4 * size, t.twist * in.normal, along * in.normal}, r, n.step, in,
        c.dt);
    const Triple<double> held = roll.memory - (0.5 * c.dt) * tip;
    const double twisted = dot(twist.memory, in.normal) - 0.5 * c.dt * along;
    const double stiffness = 0.5 * r.tangential_stiffness * in.radius * in.radius;
    answer.stored += (c.extra->turning[0] > 0 ? stiffness * dot(held, held) : 0) +
                     (c.extra->turning[1] > 0 ? stiffness * twisted * twisted : 0);
    answer.moment += vec(roll.force + twist.force);
    losses.rolling += roll.lost + twist.lost;
    losses.damping += roll.lost_damping + twist.lost_damping;
    t.rx = roll.memory.x, t.ry = roll.memory.y, t.rz = roll.memory.z;
    t.twist = dot(twist.memory, in.normal);
}

/// A flat contact also resists rocking and twisting. Its dashpots are spread over the area, so a
/// turn ω meets the moment c · second · ω. About the normal there is a spring as well, that of the
/// tangential springs spread over the area, with Coulomb's limit at the mean arm.
void resist_turning(const Contact& c, const Normal& n, TouchMemory& memory, Answer& answer,
                    Losses& losses) {
    const Spread& spread = c.touching.spread;
    if (!(spread.area > 0)) return;
    const auto& r = n.response;
    const auto& p = n.step;
    const double slope2 = c.q.slope * c.q.slope;
    const Vec3 rocking =
        (slope2 * r.damping * (p.damping_before + p.damping_after)) * spread.across(c.turn);
    answer.moment += rocking;
    losses.damping += c.dt * rocking.dot(c.turn);
    const double friction = c.row.tangential[0];
    if (!(friction > 0)) return;

    const double polar = spread.polar(), spin = c.turn.dot(c.touching.normal);
    const double arm = friction * c.q.slope * spread.mean_arm;
    detail::Holding<double> h;
    h.carried = memory.twist * c.in.normal;
    h.rate = spin * c.in.normal;
    h.stiffness = r.tangential_stiffness * polar;
    h.damping = r.tangential_damping * polar;
    h.lost = h.lost_damping = 0;
    h.spring_limit = arm * std::max(r.elastic + r.damping * p.now, 0.0);
    h.limit = arm * std::max(n.push, 0.0);
    h.yields = 0.5 * c.dt * c.dt * c.inverse_inertia;
    const detail::Held<double> twist = detail::held(h, p, c.in, c.dt);
    memory.twist = dot(twist.memory, c.in.normal);
    answer.moment += vec(twist.force);
    losses.friction += twist.lost;
    losses.damping += twist.lost_damping;
    const double now = memory.twist - 0.5 * c.dt * spin;
    answer.stored += 0.5 * h.stiffness * now * now;
}

/// Sliding, with Coulomb's limit from the true force along the normal.
template <class Law>
void resist_sliding(const Contact& c, const Normal& n, TouchMemory& memory, Answer& answer,
                    Losses& losses) {
    const double friction = c.row.tangential[0];
    const ContactOutput<double> out =
        detail::answered<Law>(friction * c.q.slope, c.in, n.response, n.step, c.dt);
    memory.spring = {out.spring.x, out.spring.y, out.spring.z, out.last};
    if constexpr (Law::has_history) memory.spring.last = c.in.overlap;
    answer.force += vec(out.tangential_force);
    answer.moment += c.hold.cross(vec(out.tangential_force));
    losses.damping += out.lost_damping;
    losses.friction += out.lost_friction;
    if (!(friction > 0)) return;
    // The spring is remembered half a step ahead: take that half back.
    const Vec3 slide = vec(c.in.velocity) + c.q.approach * c.touching.normal;
    const Vec3 spring = vec(out.spring) - 0.5 * c.dt * slide;
    const double stiffness = n.response.tangential_stiffness;
    answer.tangential_force = stiffness * spring;
    answer.stored += 0.5 * stiffness * spring.squaredNorm();
}

/// What the motion of the surfaces has put into the normal spring since the last evaluation and is
/// not there: q does not change quite as its slope says, because the place of the contact moves.
/// The steps in which a contact begins and ends are the law's own, unless it begins deeper than it
/// can have come in one step.
void book_geometry(const Contact& c, const Normal& n, TouchMemory& memory, Losses& losses) {
    const double force = n.response.elastic - n.pull.force(c.q.overlap);
    const double way = c.dt * std::max(c.q.approach, 0.0);
    if (memory.overlap == 0 && c.q.overlap > 2 * way && !c.is_start)
        losses.geometry += 0.5 * force * way - memory.energy;
    if (memory.overlap > 0)
        losses.geometry +=
            0.5 * (force + memory.pressing) *
            (0.5 * c.dt * (c.q.approach + memory.approach) - (c.q.overlap - memory.overlap));
    memory.overlap = c.q.overlap;
    memory.approach = c.q.approach;
    memory.pressing = force;
}

template <class Law>
Answer answered(const Touching& t, const Partners& who, const ShapedLaw& law, TouchMemory& memory,
                Losses& losses) {
    const auto& [a, b, row] = who;
    Answer answer;
    const Pressing q = pressing_of(t, a, b, law.by_volume);
    const Vec3 hold = hold_of(t, a, b, memory, law.dt);
    const ContactInput<double> in = with_memory(input_of(t, a, b, q, hold), memory.spring);
    const Contact c{t,
                    q,
                    in,
                    b.spin - a.spin,
                    hold,
                    row_of(law.laws.rows[row], law.laws.kind, a, b),
                    law.laws.is_extended() ? &law.laws.extra[row] : nullptr,
                    a.gives_way_to(t.normal) + b.gives_way_to(t.normal),
                    law.dt,
                    law.is_start};
    const Normal n = normal_of<Law>(c, memory, losses);
    const double force =
        n.push + n.mend - detail::pull_over_step(n.pull, in, n.step, n.felt_stiffness, law.dt);
    answer.force = -(force * q.slope) * t.normal;
    answer.moment = -force * q.couple;
    answer.normal_force =
        q.slope * (n.response.elastic + n.response.damping * n.step.now - n.pull.force(q.overlap));
    resist_sliding<Law>(c, n, memory, answer, losses);
    const double radians =
        law.dt * std::sqrt(n.response.tangential_stiffness * (a.inverse_mass + b.inverse_mass));
    memory.hold = t.point + std::max(1 - radians / follows_within, 0.0) * hold - a.center;
    resist_turning(c, n, memory, answer, losses);
    if (c.extra != nullptr) resist_rolling<Law>(c, n, memory, answer, losses);

    double energy = n.pull.energy(q.overlap);
    if constexpr (Law::has_history)
        energy += memory.trace.energy;
    else
        energy += Law::stored(n.response.elastic, q.overlap);
    answer.stored += energy;
    memory.energy = energy;
    book_geometry(c, n, memory, losses);
    memory.energy = answer.stored;
    return answer;
}

} // namespace

Answer answer_touch(const Touching& touching, const Partners& who, const ShapedLaw& law,
                    TouchMemory& memory, Losses& losses) {
    switch (law.laws.kind) {
    case LawKind::linear:
        return answered<LinearLaw>(touching, who, law, memory, losses);
    case LawKind::hertz:
        return answered<HertzLaw>(touching, who, law, memory, losses);
    case LawKind::walton:
        return answered<WaltonLaw>(touching, who, law, memory, losses);
    case LawKind::pournin:
        break;
    }
    return answered<PourninLaw>(touching, who, law, memory, losses);
}

} // namespace scree
