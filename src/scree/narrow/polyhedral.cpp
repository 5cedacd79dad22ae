// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/polyhedral.hpp>

#include <scree/base/assert.hpp>
#include <scree/narrow/detail/difference.hpp>
#include <scree/narrow/detail/expansion_core.hpp>
#include <scree/narrow/detail/fast_gap.hpp>
#include <scree/narrow/detail/gjk_core.hpp>
#include <scree/narrow/detail/tolerances.hpp>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

using namespace detail;

/// The gap of two polyhedral cores in the arithmetic S. Lengths in here are in the unit of D.
template <class S>
class Solver {
public:
    Solver(const Corners& a, const Corners& b, const Pose& b_in_a)
        : difference_(a, b, b_in_a),
          scale_((a.reach + b.reach + b_in_a.position.norm()) / difference_.unit()) {
        const Vec3& t = b_in_a.position;
        start_ = vector_of<S>(t.squaredNorm() > 0 ? Vec3(t / t.norm()) : Vec3(Vec3::UnitX()));
    }

    std::optional<CoreGap> run(Certificate* proof) {
        const auto r = gjk<S>(difference_, start_, slack());
        answer_.iterations = r.iterations;
        using End = decltype(r.end);
        if (r.end == End::stalled) return {};
        const bool found = r.end == End::apart ? apart(r, proof) : overlapping(r, proof);
        if (!found) return {};
        answer_.gap *= difference_.unit();
        return answer_;
    }

private:
    using Gjk = GjkResult<S, CornerPair>;

    /// How far from optimal GJK and the expansion may end: well inside what is accepted.
    double slack() const { return rounding_of<S> == 0 ? 0 : 0.25 * accepted_width * scale_; }
    bool accept(double lower, double upper) const {
        return rounding_of<S> == 0 || upper - lower <= accepted_width * scale_;
    }

    bool apart(const Gjk& r, Certificate* proof) {
        const double upper = combine(r);
        answer_.normal = rounded(r.feature.normal).normalized();
        // Along the normal of a thin triangle its corners are not quite equally high.
        answer_.gap = std::min(std::max(height(r.feature.normal, r.w[0]), r.lower), upper);
        if (proof != nullptr) write_proof(*proof);
        return accept(r.lower, upper);
    }

    /// Sets the corners and weights of the nearest point of a simplex; returns its distance.
    double combine(const Gjk& r) {
        double total = 0;
        answer_.count = r.simplex.count;
        for (int i = 0; i < answer_.count; ++i) {
            const auto k = static_cast<std::size_t>(i);
            answer_.corners[k] = r.simplex.id[k];
            answer_.weights[k] = static_cast<double>(r.feature.weight[k]);
            total += answer_.weights[k];
        }
        Vector<S> nearest{S(0.0), S(0.0), S(0.0)};
        for (int i = 0; i < answer_.count; ++i) {
            const auto k = static_cast<std::size_t>(i);
            answer_.weights[k] /= total;
            const S weight(answer_.weights[k]);
            nearest = nearest + Vector<S>{weight * r.w[k].x, weight * r.w[k].y, weight * r.w[k].z};
        }
        return rounded(nearest).norm();
    }

    bool overlapping(const Gjk& r, Certificate* proof) {
        Expansion<S, Difference<S>> expansion(difference_, slack(), expansion_limit);
        const std::vector<CornerPair> start(r.simplex.id.begin(),
                                            r.simplex.id.begin() + r.simplex.count);
        const ExpansionEnd end = expansion.run(start);
        answer_.expansions = expansion.iterations;
        if (end == ExpansionEnd::flat) return flat(r, expansion.flat_normal, proof);
        if (end != ExpansionEnd::done) return false;
        const auto& nearest = expansion.faces[expansion.nearest];
        if (nearest.distance < 0) return false; // the origin is not inside after all
        answer_.gap = -nearest.distance;
        answer_.normal = -rounded(nearest.normal).normalized();
        set_witness(expansion);
        if (proof != nullptr) write_proof(*proof, expansion);
        return accept(-(nearest.distance + expansion.excess), -shell_distance(expansion));
    }

    /// D has no inside: the cores meet in a plane, and moving across it is no way.
    bool flat(const Gjk& r, const Vector<S>& normal, Certificate* proof) {
        const double upper = combine(r);
        answer_.gap = 0;
        answer_.normal = rounded(normal).normalized();
        if (proof != nullptr) write_proof(*proof);
        const CornerPair low = difference_.lowest(normal);
        return accept(height(normal, difference_.point(low)), upper);
    }

    using Shell = Expansion<S, Difference<S>>;

    /// A distance that all triangles of the shell keep, up to the error of their corners, which
    /// accepted_width allows for: a triangle is no nearer the origin than the lowest of its corners
    /// along any unit direction, such as its normal, however roughly that is known.
    double shell_distance(const Shell& shell) const {
        double least = std::numeric_limits<double>::infinity();
        for (const auto& f : shell.faces) {
            if (!f.alive) continue;
            for (const std::uint32_t k : f.v)
                least = std::min(least, height(f.normal, shell.points[k]));
        }
        return least;
    }

    /// The foot of the origin is in one of the triangles coplanar with the nearest.
    void set_witness(const Shell& shell) {
        const double reach = shell.faces[shell.nearest].distance + accepted_width * scale_;
        const Vec3 normal = -answer_.normal;
        double best = -std::numeric_limits<double>::infinity();
        for (const auto& f : shell.faces) {
            if (!f.alive || f.distance > reach) continue;
            const Vec3 tilt = rounded(f.normal).normalized() - normal;
            if (tilt.squaredNorm() > twin_tilt_squared) continue;
            const std::array<double, 3> weight = foot_weights(shell, f);
            const double least = *std::min_element(weight.begin(), weight.end());
            if (least <= best) continue;
            best = least;
            answer_.count = 3;
            for (std::size_t k = 0; k < 3; ++k) {
                answer_.corners[k] = shell.ids[f.v[k]];
                answer_.weights[k] = std::max(0.0, weight[k]);
            }
        }
        const double total = answer_.weights[0] + answer_.weights[1] + answer_.weights[2];
        for (std::size_t k = 0; k < 3; ++k) answer_.weights[k] /= total;
    }

    std::array<double, 3> foot_weights(const Shell& shell, const ExpansionFace<S>& f) const {
        const Vector<S>& a = shell.points[f.v[0]];
        const Vector<S>& b = shell.points[f.v[1]];
        const Vector<S>& c = shell.points[f.v[2]];
        const auto whole = static_cast<double>(dot(f.normal, f.normal));
        return {static_cast<double>(dot(f.normal, cross(b, c))) / whole,
                static_cast<double>(dot(f.normal, cross(c, a))) / whole,
                static_cast<double>(dot(f.normal, cross(a, b))) / whole};
    }

    void write_proof(Certificate& proof) const {
        proof.direction = answer_.normal;
        proof.points.assign(answer_.corners.begin(), answer_.corners.begin() + answer_.count);
        proof.weights.assign(answer_.weights.begin(), answer_.weights.begin() + answer_.count);
        proof.shell.clear();
    }

    void write_proof(Certificate& proof, const Shell& shell) const {
        proof.direction = answer_.normal;
        proof.points = shell.ids;
        proof.weights.clear();
        proof.shell.clear();
        for (const auto& f : shell.faces)
            if (f.alive) proof.shell.push_back(f.v);
    }

    Difference<S> difference_;
    double scale_;
    Vector<S> start_;
    CoreGap answer_;
};

/// The fast way keeps its proof as what it remembers.
Certificate proof_from(const GapMemory& memory, const CoreGap& answer) {
    Certificate proof;
    proof.direction = answer.normal;
    if (memory.face_count == 0) {
        proof.points.assign(answer.corners.begin(), answer.corners.begin() + answer.count);
        proof.weights.assign(answer.weights.begin(), answer.weights.begin() + answer.count);
        return proof;
    }
    proof.points.assign(memory.points.begin(), memory.points.begin() + memory.point_count);
    for (std::size_t f = 0; f < memory.face_count; ++f) {
        const auto& t = memory.face(f);
        proof.shell.push_back({t[0], t[1], t[2]});
    }
    return proof;
}

template <class S>
std::optional<CoreGap> solve(const Corners& a, const Corners& b, const Pose& b_in_a,
                             Certificate* proof, Level level) {
    std::optional<CoreGap> answer = Solver<S>(a, b, b_in_a).run(proof);
    if (answer) answer->level = level;
    return answer;
}

} // namespace

std::optional<CoreGap> solve_plain(const Corners& a, const Corners& b, const Pose& b_in_a,
                                   Certificate* proof) {
    return solve<double>(a, b, b_in_a, proof, Level::plain);
}

std::optional<CoreGap> solve_extended(const Corners& a, const Corners& b, const Pose& b_in_a,
                                      Certificate* proof) {
    return solve<DoubleDouble>(a, b, b_in_a, proof, Level::extended);
}

CoreGap solve_exact(const Corners& a, const Corners& b, const Pose& b_in_a, Certificate* proof) {
    const std::optional<CoreGap> answer = solve<Dyadic>(a, b, b_in_a, proof, Level::exact);
    SCREE_ASSERT(answer.has_value());
    return answer.value_or(CoreGap{});
}

CoreGap polyhedral_gap(const Corners& a, const Corners& b, const Pose& b_in_a, GapMemory* memory,
                       Certificate* proof) {
    static const FastGap fast_gap = choose_fast_gap();
    CoreGap answer;
    if (proof != nullptr) {
        GapMemory own;
        if (fast_gap(a, b, b_in_a, &own, answer) && own.point_count != 0) {
            *proof = proof_from(own, answer);
            return answer;
        }
    } else if (fast_gap(a, b, b_in_a, memory, answer)) {
        return answer;
    }
    if (memory != nullptr) memory->point_count = 0;
    if (const auto plain = solve_plain(a, b, b_in_a, proof))
        answer = *plain;
    else if (const auto extended = solve_extended(a, b, b_in_a, proof))
        answer = *extended;
    else
        answer = solve_exact(a, b, b_in_a, proof);
    return answer;
}

} // namespace scree
