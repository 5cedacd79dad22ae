// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/detail/vector.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

// Which part of a simplex carries its point nearest the origin, decided by signs alone: no
// division, so that exact numbers stay short and decide exactly.
//
// A subset X carries the nearest point v exactly when all barycentric weights of the foot of the
// origin on aff X are positive and no other vertex lies below the plane through X across v. Each
// condition is the sign of a polynomial in the coordinates.
namespace scree::detail {

template <class S>
struct NearestFeature {
    unsigned used = 0;      ///< bit i: vertex i carries the nearest point
    bool at_origin = false; ///< the nearest point is the origin itself
    Vector<S>
        normal{}; ///< towards the nearest point, any length; all of X is equally high along it
    std::array<S, 4> weight{}; ///< of the used vertices, up to a common positive factor
};

template <class S>
class NearestFeatureSearch {
public:
    /// Vertex 0 is the newest: by GJK's descent it carries the nearest point.
    explicit NearestFeatureSearch(std::span<const Vector<S>> simplex) : w_(simplex) {}

    NearestFeature<S> run() {
        const auto all = (1U << w_.size()) - 1;
        double best = std::numeric_limits<double>::infinity();
        NearestFeature<S> fallback;
        for (unsigned used = 1; used <= all; used += 2) {
            NearestFeature<S> f;
            f.used = used;
            if (!carries_foot(f)) continue;
            if (f.at_origin || others_behind(f)) return f;
            // Only rounding brings us here; the nearest of the candidates will do.
            const double d = distance(f);
            if (d < best) {
                best = d;
                fallback = f;
            }
        }
        return fallback;
    }

private:
    /// Fills normal, weights and at_origin; false where the foot is not strictly inside.
    bool carries_foot(NearestFeature<S>& f) const {
        std::array<int, 4> v{};
        int count = 0;
        for (int i = 0; i < 4; ++i)
            if ((f.used >> static_cast<unsigned>(i) & 1U) != 0)
                v[static_cast<std::size_t>(count++)] = i;
        switch (count) {
        case 1:
            return point(f);
        case 2:
            return segment(f, v[1]);
        case 3:
            return triangle(f, v[1], v[2]);
        default:
            return tetrahedron(f);
        }
    }

    bool point(NearestFeature<S>& f) const {
        f.normal = w_[0];
        f.at_origin = is_zero(f.normal);
        f.weight[0] = S(1.0);
        return true;
    }

    bool segment(NearestFeature<S>& f, int j) const {
        const Vector<S>& a = w_[0];
        const Vector<S>& b = at(j);
        const Vector<S> e = b - a;
        const S along_b = dot(b, e);
        const S along_a = dot(a, e);
        if (sign(along_b) <= 0 || sign(along_a) >= 0) return false;
        f.weight[0] = along_b;
        f.weight[static_cast<std::size_t>(j)] = -along_a;
        f.normal = cross(e, cross(a, e)); // (e·e) a - (a·e) e, without its cancellation
        f.at_origin = is_zero(f.normal);
        return true;
    }

    bool triangle(NearestFeature<S>& f, int j, int k) const {
        const Vector<S>& a = w_[0];
        const Vector<S>& b = at(j);
        const Vector<S>& c = at(k);
        const Vector<S> m = cross(b - a, c - a);
        if (is_zero(m)) return false;
        f.weight[0] = dot(m, cross(b, c));
        f.weight[static_cast<std::size_t>(j)] = dot(m, cross(c, a));
        f.weight[static_cast<std::size_t>(k)] = dot(m, cross(a, b));
        if (sign(f.weight[0]) <= 0 || sign(f.weight[static_cast<std::size_t>(j)]) <= 0 ||
            sign(f.weight[static_cast<std::size_t>(k)]) <= 0)
            return false;
        const int side = sign(dot(m, a));
        f.normal = side < 0 ? -m : m;
        f.at_origin = side == 0;
        return true;
    }

    bool tetrahedron(NearestFeature<S>& f) const {
        const Vector<S>& a = w_[0];
        const Vector<S>& b = w_[1];
        const Vector<S>& c = w_[2];
        const Vector<S>& d = w_[3];
        const int whole = sign(dot(d - a, cross(b - a, c - a)));
        if (whole == 0) return false;
        f.weight = {dot(d, cross(b, c)), dot(c, cross(a, d)), dot(d, cross(a, b)),
                    -dot(c, cross(a, b))};
        for (S& weight : f.weight) {
            if (sign(weight) != whole) return false;
            if (whole < 0) weight = -weight;
        }
        f.at_origin = true;
        return true;
    }

    bool others_behind(const NearestFeature<S>& f) const {
        for (std::size_t i = 1; i < w_.size(); ++i)
            if ((f.used >> i & 1U) == 0 && sign(dot(f.normal, w_[i] - w_[0])) < 0) return false;
        return true;
    }

    double distance(const NearestFeature<S>& f) const {
        const Vec3 n = rounded(f.normal);
        return std::abs(static_cast<double>(dot(f.normal, w_[0]))) / n.norm();
    }

    const Vector<S>& at(int i) const { return w_[static_cast<std::size_t>(i)]; }

    std::span<const Vector<S>> w_;
};

template <class S>
NearestFeature<S> nearest_feature(std::span<const Vector<S>> simplex) {
    return NearestFeatureSearch<S>(simplex).run();
}

} // namespace scree::detail
