// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/curved.hpp>

#include <scree/narrow/detail/expansion_core.hpp>
#include <scree/narrow/detail/gjk_core.hpp>
#include <scree/narrow/detail/tolerances.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

// The same GJK and expansion as for polyhedra, on support mappings: the boundary of D is curved, so
// both end by their bounds and not because the corners are used up.
namespace scree::detail {
namespace {

/// D = { b - a } as the support points met so far, in units of its reach.
class CurvedDifference {
public:
    CurvedDifference(const SupportMap& a, const SupportMap& b, const Pose& b_in_a)
        : a_(a), b_(b), b_in_a_(b_in_a) {
        const double reach = a.reach + b.reach + b_in_a.position.norm();
        unit_ = std::ldexp(1.0, std::ilogb(reach > 0 ? reach : 1.0) + 1);
    }

    double unit() const { return unit_; }

    std::size_t lowest(const Vector<double>& direction) {
        const Vec3 d = rounded(direction);
        const Vec3 on_a = a_.support(a_.shape, d);
        const Vec3 on_b = b_in_a_ * b_.support(b_.shape, -(b_in_a_.rotation.transpose() * d));
        points_.push_back({on_a, on_b});
        return points_.size() - 1;
    }

    Vector<double> point(std::size_t i) const {
        return vector_of<double>((points_[i].on_b - points_[i].on_a) / unit_);
    }

    const Vec3& on_a(std::size_t i) const { return points_[i].on_a; }
    const Vec3& on_b(std::size_t i) const { return points_[i].on_b; }

private:
    struct Pair {
        Vec3 on_a, on_b;
    };

    const SupportMap& a_;
    const SupportMap& b_;
    const Pose& b_in_a_;
    double unit_ = 1;
    std::vector<Pair> points_;
};

class CurvedSolver {
public:
    CurvedSolver(const SupportMap& a, const SupportMap& b, const Pose& b_in_a)
        : difference_(a, b, b_in_a), start_(b_in_a.position) {
        if (!(start_.squaredNorm() > 0)) start_ = Vec3::UnitX();
    }

    CurvedGap run() {
        const auto r = gjk<double>(difference_, vector_of<double>(start_), curved_slack);
        answer_.iterations = r.iterations;
        using End = decltype(r.end);
        if (r.end == End::overlapping) overlapping(r);
        else apart(r);
        answer_.converged = answer_.upper - answer_.lower <= curved_width;
        for (double* length : {&answer_.gap, &answer_.lower, &answer_.upper})
            *length *= difference_.unit();
        return answer_;
    }

private:
    using Gjk = GjkResult<double, std::size_t>;
    using Shell = Expansion<double, CurvedDifference>;

    void apart(const Gjk& r) {
        answer_.normal = rounded(r.feature.normal).normalized();
        answer_.lower = r.lower;
        const Vec3 v = combine(r);
        answer_.upper = v.norm();
        answer_.gap = 0.5 * (answer_.lower + answer_.upper);
    }

    Vec3 combine(const Gjk& r) {
        double total = 0;
        for (int i = 0; i < r.simplex.count; ++i)
            total += r.feature.weight[static_cast<std::size_t>(i)];
        answer_.on_a = answer_.on_b = Vec3::Zero();
        for (int i = 0; i < r.simplex.count; ++i) {
            const auto k = static_cast<std::size_t>(i);
            answer_.on_a += r.feature.weight[k] / total * difference_.on_a(r.simplex.id[k]);
            answer_.on_b += r.feature.weight[k] / total * difference_.on_b(r.simplex.id[k]);
        }
        return (answer_.on_b - answer_.on_a) / difference_.unit();
    }

    void overlapping(const Gjk& r) {
        Shell shell(difference_, curved_slack, curved_expansion_limit);
        const std::vector<std::size_t> start(r.simplex.id.begin(),
                                             r.simplex.id.begin() + r.simplex.count);
        const ExpansionEnd end = shell.run(start);
        answer_.expansions = shell.iterations;
        if (end == ExpansionEnd::flat) {
            answer_.normal = rounded(shell.flat_normal).normalized();
            answer_.upper = combine(r).norm();
            answer_.lower = -answer_.upper;
            return;
        }
        if (shell.faces.empty()) { // a start too flat for doubles: touching, as far as they can tell
            answer_.lower = -curved_width;
            answer_.upper = combine(r).norm();
            return;
        }
        const auto& f = shell.faces[shell.nearest];
        answer_.normal = -rounded(f.normal).normalized();
        answer_.upper = -f.distance;
        answer_.lower = -(f.distance + shell.excess);
        answer_.gap = 0.5 * (answer_.lower + answer_.upper);
        set_witness(shell, f);
    }

    void set_witness(const Shell& shell, const ExpansionFace<double>& f) {
        const std::array<std::uint32_t, 3> v = f.v;
        std::array<double, 3> weight{};
        double total = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            weight[k] = std::max(0.0, dot(f.normal, cross(shell.points[v[(k + 1) % 3]],
                                                          shell.points[v[(k + 2) % 3]])));
            total += weight[k];
        }
        answer_.on_a = answer_.on_b = Vec3::Zero();
        for (std::size_t k = 0; k < 3; ++k) {
            answer_.on_a += weight[k] / total * difference_.on_a(shell.ids[v[k]]);
            answer_.on_b += weight[k] / total * difference_.on_b(shell.ids[v[k]]);
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
