// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/tetrahedron.hpp>
#include <scree/narrow/detail/tolerances.hpp>
#include <scree/narrow/penetration.hpp>

#include <algorithm>
#include <cmath>

// Tetrahedron distortion [D Alg. 3]: the face nearest the origin is replaced by the three faces
// that join its edges to the corner of A − B farthest along its normal, until the nearest face is
// one of A − B.
//
// Departures. Normals point away from the corner opposite, not away from the origin, which has no
// meaning where the origin lies on a face [D Fig. 8]. A face is one of A − B when nothing is
// farther out than rounding, rather than when the farthest corner is one of its own: faces of A − B
// with more than three corners have others.
//
// As published a face that was ever listed is not listed again. The list then may have a hole
// through which the nearest face of A − B is never seen (docs/theory/penetration.md): this is kept,
// the method is here to be measured.
namespace scree {
namespace {

struct Face {
    std::array<std::uint32_t, 3> corners; ///< sorted, into Distortion::corners_
    Vec3 normal;
    double distance; ///< of its plane from the origin
    bool is_visited = false;
};

class Distortion {
public:
    Distortion(const detail::Enclosure& start, detail::PosedPair& pair)
        : pair_(pair), corners_(start.corners.begin(), start.corners.end()) {
        for (std::uint32_t opposite = 0; opposite < 4; ++opposite) {
            std::array<std::uint32_t, 3> corners{};
            for (std::uint32_t i = 0, k = 0; i < 4; ++i)
                if (i != opposite) corners[k++] = i;
            add(corners, opposite);
        }
    }

    Penetration run(std::size_t most_steps) {
        for (std::size_t step = 0; step < most_steps; ++step) {
            const std::size_t nearest = nearest_face();
            if (nearest == faces_.size()) break; // all visited: the list had a hole
            const Vec3 n = faces_[nearest].normal;
            const auto next = detail::farthest(n, pair_);
            const double outside = n.dot(next.point);
            if (outside - faces_[nearest].distance <= detail::coplanar_rounding * pair_.size())
                return detail::penetration_along(n, -outside, pair_, true);
            if (-outside > best_.gap) best_ = detail::penetration_along(n, -outside, pair_, false);
            split(nearest, index_of(next));
        }
        best_.supports = pair_.supports();
        return best_;
    }

private:
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
        const Vec3 &p = corners_[corners[0]].point, &q = corners_[corners[1]].point,
                   &r = corners_[corners[2]].point;
        const Vec3 n = (q - p).cross(r - p);
        const double length = n.stableNorm();
        if (length == 0) return; // no surface, no hole
        Vec3 unit = n / length;
        const double distance = unit.dot(p);
        const bool passes_origin = std::abs(distance) <= detail::coplanar_rounding * pair_.size();
        const double outward = passes_origin ? unit.dot(p - corners_[opposite].point) : distance;
        if (outward < 0) unit = -unit;
        faces_.push_back({corners, unit, std::abs(distance)});
    }

    detail::PosedPair& pair_;
    std::vector<detail::DifferenceCorner> corners_;
    std::vector<Face> faces_;
    Penetration best_{.gap = -std::numeric_limits<double>::infinity()};
};

} // namespace

Penetration penetration_gjk_td(const PolyhedronData& a, const PolyhedronData& b,
                               const Pose& b_in_a) {
    detail::PosedPair pair(a, b, b_in_a);
    const detail::Enclosure start = detail::enclosing_tetrahedron(pair);
    if (start.status != detail::Enclosure::Status::enclosed) {
        const Vec3 n = start.direction.isZero(0) ? pair.axis() : start.direction.stableNormalized();
        return detail::penetration_along(n, pair.deepest(n).gap, pair, false);
    }
    // A − B has no more than v_A v_B corners, hence twice as many faces; those inside come on top.
    const std::size_t most_steps = 8 * std::size_t{a.corner_count} * b.corner_count;
    return Distortion(start, pair).run(most_steps);
}

} // namespace scree
