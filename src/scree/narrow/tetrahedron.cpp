// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/tetrahedron.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>

// GJK as a yes-or-no question. The newest corner is always the last; each was taken towards the
// origin, so the origin cannot lie beyond the older ones, and only the regions around the newest
// are looked at.
namespace scree::detail {
namespace {

/// More than any pair of the tests needs, by far.
constexpr int most_rounds = 200;

struct Simplex {
    std::array<DifferenceCorner, 4> corners;
    int count = 0;

    const Vec3& operator[](int i) const { return corners[static_cast<std::size_t>(i)].point; }
    void push(const DifferenceCorner& corner) {
        corners[static_cast<std::size_t>(count++)] = corner;
    }
    /// Keeps these, in this order.
    void keep(std::initializer_list<int> which) {
        const auto old = corners;
        count = 0;
        for (const int i : which) push(old[static_cast<std::size_t>(i)]);
    }
};

/// Across the segment towards the origin; any way across where the origin lies on it.
Vec3 from_segment(Simplex& s) {
    const Vec3 a = s[1], ab = s[0] - a;
    if (-ab.dot(a) <= 0) {
        s.keep({1});
        return -a;
    }
    const Vec3 towards = ab.cross(-a).cross(ab);
    return towards.isZero(0) ? across(ab.stableNormalized()) : towards;
}

/// Off the triangle on the side of the origin, or on with one of its edges. Where the origin lies
/// in the plane of the triangle either side will do, and a face of the tetrahedron passes through
/// it [D Fig. 8].
Vec3 from_triangle(Simplex& s) {
    const Vec3 a = s[2], ab = s[1] - a, ac = s[0] - a;
    const Vec3 n = ac.cross(ab);
    const bool beyond_ac = ac.cross(n).dot(a) < 0, beyond_ab = n.cross(ab).dot(a) < 0;
    if (beyond_ac && (!beyond_ab || -ac.dot(a) > 0)) {
        s.keep({0, 2});
        return from_segment(s);
    }
    if (beyond_ac || beyond_ab) {
        s.keep({1, 2});
        return from_segment(s);
    }
    return n.dot(a) <= 0 ? n : Vec3(-n);
}

double distance_to_origin(const Simplex& s) {
    if (s.count == 1) return s[0].norm();
    const Vec3 ab = s[1] - s[0];
    if (s.count == 2) return ab.cross(s[0]).norm() / ab.norm();
    const Vec3 n = ab.cross(s[2] - s[0]);
    return std::abs(n.dot(s[0])) / n.norm();
}

/// Whether the origin is in it; otherwise on with the face that is nearest of those that the origin
/// is beyond: with any of them the simplices can go round in circles.
bool holds_origin(Simplex& s, Vec3& direction) {
    const Simplex tetrahedron = s;
    const Vec3 a = s[3];
    double nearest = std::numeric_limits<double>::infinity();
    for (int o = 0; o < 3; ++o) {
        const int i = (o + 1) % 3, j = (o + 2) % 3;
        const Vec3 n = (tetrahedron[i] - a).cross(tetrahedron[j] - a);
        const double inside = n.dot(tetrahedron[o] - a), origin = -n.dot(a);
        if ((inside > 0) == (origin > 0) || inside == 0 || origin == 0) continue;
        Simplex face = tetrahedron;
        face.keep({std::min(i, j), std::max(i, j), 3});
        const Vec3 towards = from_triangle(face);
        const double distance = distance_to_origin(face);
        if (distance < nearest) nearest = distance, s = face, direction = towards;
    }
    return nearest == std::numeric_limits<double>::infinity();
}

} // namespace

DifferenceCorner farthest(const Vec3& direction, PosedPair& pair) {
    const auto [a, b, gap] = pair.deepest(direction);
    return {pair.corner_a(a) - pair.corner_b(b), a, b};
}

Enclosure enclosing_tetrahedron(PosedPair& pair) {
    Enclosure result;
    Simplex simplex;
    simplex.push(farthest(pair.axis(), pair));
    Vec3 direction = -simplex[0];
    for (int round = 0; round < most_rounds; ++round) {
        result.direction = direction;
        const DifferenceCorner next = farthest(direction, pair);
        if (!(next.point.dot(direction) > 0)) {
            result.status = Enclosure::Status::apart;
            return result;
        }
        simplex.push(next);
        if (simplex.count == 2) {
            direction = from_segment(simplex);
        } else if (simplex.count == 3) {
            direction = from_triangle(simplex);
        } else if (holds_origin(simplex, direction)) {
            result.status = Enclosure::Status::enclosed;
            result.corners = simplex.corners;
            return result;
        }
    }
    return result;
}

} // namespace scree::detail
