// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/curved.hpp>

#include <scree/narrow/detail/expansion_core.hpp>
#include <scree/narrow/detail/gjk_core.hpp>
#include <scree/narrow/detail/tolerances.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

// The same GJK and expansion as for polyhedra, on support mappings: the boundary of D is curved, so
// both end by their bounds and not because the corners are used up.
namespace scree::detail {
namespace {

/// D = { b - a } as the support points met so far, in units of its reach.
class CurvedDifference {
public:
    CurvedDifference(const SupportMap& a, const SupportMap& b, const Pose& b_in_a)
        : a_(a), b_(b), b_in_a_(b_in_a),
          unit_(unit_above(a.reach + b.reach + b_in_a.position.norm())) {}

    double unit() const { return unit_; }
    double top_of_a(const Vec3& n) const { return n.dot(a_.support(a_.shape, n)); }

    template <class S>
    std::size_t lowest(const Vector<S>& direction) {
        const Vec3 d = rounded(direction);
        const Vec3 on_a = a_.support(a_.shape, d);
        const Vec3 on_b = b_in_a_ * b_.support(b_.shape, -(b_in_a_.rotation.transpose() * d));
        points_.push_back({on_a, on_b, (on_b - on_a) / unit_});
        return points_.size() - 1;
    }

    const Vec3& point(std::size_t i) const { return points_[i].w; }

    const Vec3& on_a(std::size_t i) const { return points_[i].on_a; }
    const Vec3& on_b(std::size_t i) const { return points_[i].on_b; }

private:
    struct Pair {
        Vec3 on_a, on_b, w;
    };

    const SupportMap& a_;
    const SupportMap& b_;
    const Pose& b_in_a_;
    double unit_;
    std::vector<Pair> points_;
};

/// The same difference in another arithmetic: its points are taken as they were rounded.
template <class S>
struct In {
    CurvedDifference& difference;
    std::size_t lowest(const Vector<S>& direction) { return difference.lowest(direction); }
    Vector<S> point(std::size_t i) const { return vector_of<S>(difference.point(i)); }
};

class CurvedSolver {
public:
    CurvedSolver(const SupportMap& a, const SupportMap& b, const Pose& b_in_a)
        : difference_(a, b, b_in_a), start_(b_in_a.position) {
        if (!(start_.squaredNorm() > 0)) start_ = Vec3::UnitX();
    }

    CurvedGap run() {
        // Near touch, and where D is flat or ruled, the simplices and faces become too thin for
        // doubles; the points, as rounded, are then what exact enough arithmetic works on.
        solve<double>();
        if (!is_narrow()) solve<DoubleDouble>();
        answer_.converged = is_narrow();
        for (double* length : {&answer_.gap, &answer_.lower, &answer_.upper})
            *length *= difference_.unit();
        align_witness();
        return answer_;
    }

private:
    /// Where the surfaces are flat to first order, bounds that agree to 1e-13 leave the witness
    /// points free to 1e-6 along them: put them opposite each other, on the supporting planes.
    void align_witness() {
        const Vec3& n = answer_.normal;
        const Vec3 middle = 0.5 * (answer_.on_a + answer_.on_b);
        answer_.on_a = middle + (difference_.top_of_a(n) - n.dot(middle)) * n;
        answer_.on_b = answer_.on_a + answer_.gap * n;
    }

    template <class S>
    using Gjk = GjkResult<S, std::size_t>;

    template <class S>
    void solve() {
        In<S> difference{difference_};
        const auto r = gjk<S>(difference, vector_of<S>(start_), curved_slack);
        answer_.iterations += r.iterations;
        using End = decltype(r.end);
        if (r.end == End::overlapping)
            overlapping<S>(r);
        else
            apart<S>(r);
    }

    bool is_narrow() const { return answer_.upper - answer_.lower <= curved_width; }

    template <class S>
    void apart(const Gjk<S>& r) {
        answer_.normal = rounded(r.feature.normal).normalized();
        answer_.lower = r.lower;
        const Vec3 v = combine<S>(r);
        answer_.upper = v.norm();
        answer_.gap = 0.5 * (answer_.lower + answer_.upper);
    }

    template <class S>
    Vec3 combine(const Gjk<S>& r) {
        std::array<double, 4> weight{};
        double total = 0;
        for (int i = 0; i < r.simplex.count; ++i) {
            const auto k = static_cast<std::size_t>(i);
            weight[k] = static_cast<double>(r.feature.weight[k]);
            total += weight[k];
        }
        answer_.on_a = answer_.on_b = Vec3::Zero();
        for (int i = 0; i < r.simplex.count; ++i) {
            const auto k = static_cast<std::size_t>(i);
            answer_.on_a += weight[k] / total * difference_.on_a(r.simplex.id[k]);
            answer_.on_b += weight[k] / total * difference_.on_b(r.simplex.id[k]);
        }
        return (answer_.on_b - answer_.on_a) / difference_.unit();
    }

    template <class S>
    void overlapping(const Gjk<S>& r) {
        In<S> difference{difference_};
        Expansion<S, In<S>> shell(difference, curved_slack, curved_expansion_limit);
        const std::vector<std::size_t> start(r.simplex.id.begin(),
                                             r.simplex.id.begin() + r.simplex.count);
        const ExpansionEnd end = shell.run(start);
        answer_.expansions = shell.iterations;
        if (end == ExpansionEnd::flat) {
            answer_.normal = rounded(shell.flat_normal).normalized();
            answer_.upper = combine<S>(r).norm();
            answer_.lower = -answer_.upper;
            return;
        }
        if (shell.faces
                .empty()) { // a start too flat for doubles: touching, as far as they can tell
            answer_.lower = -curved_width;
            answer_.upper = combine<S>(r).norm();
            return;
        }
        const auto& f = shell.faces[shell.nearest];
        answer_.normal = -rounded(f.normal).normalized();
        answer_.upper = -f.distance;
        answer_.lower = -(f.distance + shell.excess);
        answer_.gap = 0.5 * (answer_.lower + answer_.upper);
        set_witness(shell);
    }

    /// Where D is flat several faces are equally near; the foot of the origin is in one of them.
    template <class Shell>
    void set_witness(const Shell& shell) {
        const double reach = shell.faces[shell.nearest].distance + curved_width;
        double best = -std::numeric_limits<double>::infinity();
        for (const auto& f : shell.faces) {
            if (!f.alive || f.distance > reach) continue;
            // As near but looking elsewhere: another way out.
            if ((rounded(f.normal).normalized() + answer_.normal).squaredNorm() >
                curved_tilt_squared)
                continue;
            std::array<double, 3> weight{};
            const auto whole = static_cast<double>(dot(f.normal, f.normal));
            for (std::size_t k = 0; k < 3; ++k)
                weight[k] =
                    static_cast<double>(dot(f.normal, cross(shell.points[f.v[(k + 1) % 3]],
                                                            shell.points[f.v[(k + 2) % 3]]))) /
                    whole;
            const double least = *std::min_element(weight.begin(), weight.end());
            if (least <= best) continue;
            best = least;
            double total = 0;
            for (double& x : weight) total += x = std::max(0.0, x);
            answer_.on_a = answer_.on_b = Vec3::Zero();
            for (std::size_t k = 0; k < 3; ++k) {
                answer_.on_a += weight[k] / total * difference_.on_a(shell.ids[f.v[k]]);
                answer_.on_b += weight[k] / total * difference_.on_b(shell.ids[f.v[k]]);
            }
        }
    }

    CurvedDifference difference_;
    Vec3 start_;
    CurvedGap answer_;
};

} // namespace

CurvedGap curved_gap(const SupportMap& a, const SupportMap& b, const Pose& b_in_a) {
    return CurvedSolver(a, b, b_in_a).run();
}

} // namespace scree::detail
