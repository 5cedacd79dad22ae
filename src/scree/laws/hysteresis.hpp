// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/laws/contact.hpp>

// Normal laws whose force depends on the past of the contact: piecewise linear paths in the plane
// of overlap and force. What such a contact loses is the area that its path encloses, so there is
// no dashpot and no tension at the end. Equations and derivation: docs/theory/hysteresis.md.
//
// Kinks. The leapfrog does the work of the trapezoids between the sampled forces (summation by
// parts), which is exact on each straight piece; where the path turns a corner between two samples
// the work is off by the triangle that the chord cuts off. Half the corner's distance from the
// chord, added to the force once (`mend`), makes the work right again; without it restitution would
// be off by (omega dt)²/8.
namespace scree {

/// What a normal law remembers; all zero when the contact is new.
template <class T>
struct History {
    T force;   ///< N, the last one
    T energy;  ///< J, stored then
    T deepest; ///< m, the largest overlap so far
    T share;   ///< Pournin: of the first loading's loss that a reloading has now
};

template <class T>
struct Followed {
    NormalResponse<T> response; ///< its stiffness is the slope of the present piece
    T mend;                     ///< N, to be added to the force of this step alone
    T lost;                     ///< J since the last evaluation
    History<T> history;
};

namespace detail {

/// Half the height of the corner (at, force) over the chord between two samples.
template <class T>
struct Chord {
    T from, from_force, to, to_force;

    SCREE_INLINE T mend(T at, T force) const {
        const T length = to - from;
        const auto flat = !((length > T(0.0)) | (length < T(0.0)));
        const T part = (at - from) / select(flat, T(1.0), length);
        return T(0.5) * (force - (from_force + part * (to_force - from_force)));
    }
};

/// The linear law's tangential side; the dashpot is that of its restitution.
template <class T>
SCREE_INLINE NormalResponse<T> spring_response(const T (&p)[4], T force, T slope, T mass) {
    const T stiffness = p[0] + p[1] * mass;
    return {force, slope, T(0.0), p[3] * stiffness, p[3] * (p[2] * sqrt(stiffness * mass))};
}

} // namespace detail

/// Walton & Braun (1986): loading with k, unloading and reloading with the steeper k2 between the
/// deepest point and the plastic overlap, no force below it. normal: see LinearLaw (its ratio [2]
/// serves the tangential dashpot); history: [0] k2/k at no load, [1] hardening:
/// k2 = k ([0] + [1] · deepest), which is k/e² + S F_max with [0] = 1/e².
struct WaltonLaw : LinearLaw {
    static constexpr bool has_history = true;

    template <class T>
    SCREE_INLINE static Followed<T> follow(const T (&p)[4], const T (&q)[4],
                                           const ContactInput<T>& in, const History<T>& old) {
        const T none(0.0), half(0.5), one(1.0);
        const T k = p[0] + p[1] * in.mass;
        const T deepest = max(old.deepest, in.overlap);
        const T ratio = q[0] + q[1] * deepest, old_ratio = q[0] + q[1] * old.deepest;
        const T steep = k * ratio;
        const T plastic = deepest * (one - one / ratio);
        const auto virgin = !(in.overlap < old.deepest);
        const T elastic = steep * (in.overlap - plastic);
        const auto loose = elastic < none;
        const T force = select(virgin, k * in.overlap, select(loose, none, elastic));
        const T slope = select(virgin, k, select(loose, none, steep));
        // Work on the first loading less what the steeper line gives back.
        const T lost = half * k *
                       (deepest * deepest * (one - one / ratio) -
                        old.deepest * old.deepest * (one - one / old_ratio));
        const T mend =
            corners({k, k * old_ratio, old.deepest, in.last, in.overlap}, old.force, force);
        return {detail::spring_response(p, force, slope, in.mass),
                select(in.last > none, mend, none),
                lost,
                {force, half * force * force / steep, deepest, none}};
    }

private:
    template <class T>
    struct Way {
        T k, steep, deepest, from, to;

        SCREE_INLINE T force(T at) const {
            const T elastic = k * deepest + steep * (at - deepest);
            return select(at < deepest, max(elastic, T(0.0)), k * at);
        }
        SCREE_INLINE T within(T at) const {
            const T low = select(from < to, from, to), high = max(from, to);
            return select(at < low, low, select(at > high, high, at));
        }
    };

    /// The path may pass two corners in one step: where the steep line begins, and where it meets
    /// the first loading. Work of the path less that of the trapezoid, over the way.
    template <class T>
    SCREE_INLINE static T corners(const Way<T>& w, T before, T now) {
        const T none(0.0), way = w.to - w.from;
        const T low = w.within(w.deepest - w.k * w.deepest / w.steep), high = w.within(w.deepest);
        const auto up = way > none;
        const T first = select(up, low, high), second = select(up, high, low);
        const T f1 = w.force(first), f2 = w.force(second);
        const T over = T(1.0) / select((way > none) | (way < none), way, T(1.0));
        const T a = (first - w.from) * over, b = (second - first) * over,
                c = (w.to - second) * over;
        return select((way > none) | (way < none),
                      T(0.5) *
                          ((((before + f1) * a + (f1 + f2) * b) + (f2 + now) * c) - (before + now)),
                      none);
    }
};

/// Controlled dissipation over repeated reloading after Pournin, Liebling & Mocellin (2001), as
/// [F §3.3.2] tells it. normal: as above; history: [0] u/k, the steepest slope, [1] unused,
/// [2] 1 - e², [3] -ln(reload loss).
///
/// First loading: F = k d. Reloading: straight to the point of the first loading at the deepest
/// overlap, so that the overlap under a load does not creep. Unloading: down with slope u to the
/// return line F = r d, then along it to no overlap. r follows from the energy that is to be given
/// back, `energy`: the work done on the contact less the part that was lost on the way.
struct PourninLaw : LinearLaw {
    static constexpr bool has_history = true;

    template <class T>
    SCREE_INLINE static Followed<T> follow(const T (&p)[4], const T (&q)[4],
                                           const ContactInput<T>& in, const History<T>& old) {
        const T none(0.0);
        const T k = p[0] + p[1] * in.mass, steepest = k * q[0];
        const T before = max(in.last, none);
        const auto loads = in.overlap > before;
        const Path<T> up = loading({k, steepest, before, in.overlap}, q, old);
        const Path<T> down = unloading({k, steepest, before, in.overlap}, old);
        const T force = select(loads, up.force, down.force);
        return {detail::spring_response(p, force, select(loads, up.slope, down.slope), in.mass),
                select(in.last > none, select(loads, up.mend, down.mend), none),
                select(loads, up.lost, down.lost),
                {force, select(loads, up.energy, down.energy), max(old.deepest, in.overlap),
                 select(loads, up.share, old.share)}};
    }

    /// One step along the path.
    template <class T>
    struct Way {
        T k, steepest, from, to;
    };
    template <class T>
    struct Path {
        T force, slope, energy, lost, mend, share;
    };

    template <class T>
    SCREE_INLINE static Path<T> loading(const Way<T>& w, const T (&q)[4], const History<T>& old) {
        const T none(0.0), half(0.5), one(1.0);
        const T peak = w.k * old.deepest, left = old.deepest - w.from;
        const auto behind = left > none;
        const T wanted = (peak - old.force) / select(behind, left, one);
        const T slope = select(behind, select(wanted < w.steepest, wanted, w.steepest), w.steepest);
        const auto again = w.to < old.deepest;
        const T climbed = old.force + slope * (w.to - w.from), first = w.k * w.to;
        const T force = select(again & (climbed < first), climbed, first);
        const T reload = half * (old.force + select(again, force, peak)) *
                         (select(again, w.to, old.deepest) - w.from);
        const T fresh = select(again, none, half * (peak + force) * (w.to - old.deepest));
        // A reloading counts by its work, a full one as one: the share falls by the reload loss.
        const T full = half * peak * old.deepest;
        const T count = q[3] * reload / select(full > none, full, one);
        const T share = select(old.deepest > none, old.share, one);
        const T next = share * max((one - half * count) / (one + half * count), none);
        const T given = (one - q[2] * half * (share + next)) * reload + (one - q[2]) * fresh;
        // Never more than the straight way back holds, never less than the steepest way down.
        const T least = half * force * force / w.steepest, most = half * force * w.to;
        const T energy = max(old.energy + given, least);
        const T kept = select(energy < most, energy, most);
        const detail::Chord<T> chord{w.from, old.force, w.to, force};
        const T mend = select(behind & !again, chord.mend(old.deepest, peak), none);
        return {force, select(again, slope, w.k),
                kept,  (reload + fresh) - (kept - old.energy),
                mend,  next};
    }

    template <class T>
    SCREE_INLINE static Path<T> unloading(const Way<T>& w, const History<T>& old) {
        const T none(0.0), half(0.5), one(1.0);
        const T from = select(w.from > none, w.from, one);
        const T secant = old.force / from, u = w.steepest;
        // The area under the way back, over d²/2, fixes the slope of the return line.
        const T wanted = T(2.0) * old.energy / (from * from), least = secant * secant / u;
        const T area = max(select(wanted < secant, wanted, secant), least);
        const T back = max((area * u - secant * secant) / (u + area - (secant + secant)), none);
        const T down = old.force - u * (w.from - w.to), along = back * w.to;
        const auto returns = down < along;
        const T force = select(returns, along, down);
        const T energy = select(returns, half * along * w.to,
                                old.energy - half * (old.force + force) * (w.from - w.to));
        const T corner = from * (u - secant) / (u - back);
        const detail::Chord<T> chord{w.from, old.force, w.to, force};
        const T mend = select(returns, chord.mend(corner, back * corner), none);
        return {force, select(returns, back, u), max(energy, none), none, mend, none};
    }
};

} // namespace scree
