// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/distortion.hpp>
#include <scree/narrow/detail/tolerances.hpp>
#include <scree/narrow/penetration.hpp>

#include <algorithm>
#include <cmath>

// Tetrahedron distortion [D Alg. 3]: the face nearest the origin is replaced by the three faces
// that join its edges to the corner of A − B farthest along its normal, until the nearest face is
// one of A − B. A face that was ever listed is not listed again, as published.
//
// The faces need not bound a convex solid, nor any solid, and yet the answer is right: theory/
// penetration.md has the proof. It needs normals that point away from the origin, so where the
// source offers that or "outside" we take it, and outside only where the origin lies in the plane
// [D Fig. 8]. A face is one of A − B when nothing is farther out than rounding, rather than when
// the farthest corner is one of its own: faces of A − B with more than three corners have others.
namespace scree {
namespace {

using detail::Outward;

struct Face {
    std::array<std::uint32_t, 3> corners; ///< sorted, into Distortion::corners_
    Vec3 normal;
    double distance; ///< of its plane from the origin, along the normal
    bool is_visited = false;
};

class Distortion {
public:
    Distortion(const detail::Enclosure& start, detail::PosedPair& pair, Outward outward)
        : pair_(pair), outward_(outward), corners_(start.corners.begin(), start.corners.end()) {
        for (std::uint32_t opposite = 0; opposite < 4; ++opposite) {
            std::array<std::uint32_t, 3> corners{};
            for (std::uint32_t i = 0, k = 0; i < 4; ++i)
                if (i != opposite) corners[k++] = i;
            add(corners, opposite);
        }
    }

    Penetration run(int most_steps) {
        Penetration best{.gap = -std::numeric_limits<double>::infinity()};
        for (int step = 0; step < most_steps; ++step) {
            const std::size_t nearest = nearest_face();
            if (nearest == faces_.size()) break; // all visited
            const Vec3 n = faces_[nearest].normal;
            const auto next = detail::farthest(n, pair_);
            const double outside = n.dot(next.point);
            if (outside - faces_[nearest].distance <= rounding())
                return detail::penetration_along(n, -outside, pair_, true);
            if (-outside > best.gap) best = {.gap = -outside, .normal = n};
            split(nearest, index_of(next));
        }
        best.supports = pair_.supports();
        return best;
    }

private:
    double rounding() const { return detail::coplanar_rounding * pair_.size(); }

    std::size_t nearest_face() const {
        std::size_t nearest = faces_.size();
        for (std::size_t f = 0; f < faces_.size(); ++f)
            if (!faces_[f].is_visited &&
                (nearest == faces_.size() || faces_[f].distance < faces_[nearest].distance))
                nearest = f;
        return nearest;
    }

    std::uint32_t index_of(const detail::DifferenceCorner& corner) {
        std::uint32_t i = 0;
        while (i < corners_.size() && (corners_[i].a != corner.a || corners_[i].b != corner.b)) ++i;
        if (i == corners_.size()) corners_.push_back(corner);
        return i;
    }

    void split(std::size_t f, std::uint32_t apex) {
        faces_[f].is_visited = true;
        const auto [i, j, k] = faces_[f].corners;
        add({i, j, apex}, k);
        add({j, k, apex}, i);
        add({k, i, apex}, j);
    }

    void add(std::array<std::uint32_t, 3> corners, std::uint32_t opposite) {
        std::ranges::sort(corners);
        const auto is_same = [&](const Face& f) { return f.corners == corners; };
        if (std::ranges::any_of(faces_, is_same)) return;
        const Vec3& p = corners_[corners[0]].point;
        const Vec3& q = corners_[corners[1]].point;
        const Vec3& r = corners_[corners[2]].point;
        const Vec3 n = (q - p).cross(r - p);
        const double length = n.stableNorm();
        if (length == 0) return; // without area it hides nothing
        Vec3 unit = n / length;
        const bool by_solid =
            outward_ == Outward::from_solid || std::abs(unit.dot(p)) <= rounding();
        if ((by_solid ? unit.dot(p - corners_[opposite].point) : unit.dot(p)) < 0) unit = -unit;
        faces_.push_back({corners, unit, unit.dot(p)});
    }

    detail::PosedPair& pair_;
    Outward outward_;
    std::vector<detail::DifferenceCorner> corners_;
    std::vector<Face> faces_;
};

} // namespace

Penetration detail::distort(const Enclosure& start, PosedPair& pair, Outward outward,
                            int most_steps) {
    return Distortion(start, pair, outward).run(most_steps);
}

Penetration penetration_gjk_td(const PolyhedronData& a, const PolyhedronData& b,
                               const Pose& b_in_a) {
    detail::PosedPair pair(a, b, b_in_a);
    const detail::Enclosure start = detail::enclosing_tetrahedron(pair);
    if (start.status != detail::Enclosure::Status::enclosed) {
        const Vec3 n = start.direction.isZero(0) ? pair.axis() : start.direction.stableNormalized();
        return detail::penetration_along(n, pair.deepest(n).gap, pair, false);
    }
    // It ends by itself, for triangles are finitely many, but nobody would wait for all of them.
    constexpr int most_steps = 10'000;
    return detail::distort(start, pair, Outward::from_origin, most_steps);
}

} // namespace scree
