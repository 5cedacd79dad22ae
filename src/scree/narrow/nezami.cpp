// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/posed_pair.hpp>
#include <scree/narrow/detail/tolerances.hpp>
#include <scree/narrow/penetration.hpp>

// Revised fast common plane [D Alg. 2]: from the two deepest corners, try every plane that their
// faces and edges suggest, move to the best, and go on until none is better.
//
// Departures. As printed, line 8 overwrites the normal by V1V2, so a loop that finds nothing better
// ends with that and not with the plane it had found; here the best plane is kept. The algorithm
// leaves open which way the normal of a plane points: faces point out of A or into B, the others as
// the best normal so far does.
namespace scree {
namespace {

/// What meets in one corner, in A's frame.
struct Fan {
    std::vector<Vec3> edges;   ///< unit
    std::vector<Vec3> normals; ///< of the faces, outward
};

Fan fan_of(const PolyhedronData& body, std::uint32_t corner, const Eigen::Matrix3d& rotation) {
    Fan fan;
    for (const auto& [i, j] : body.edges)
        if (i == corner || j == corner)
            fan.edges.push_back((rotation * (body.corner(j) - body.corner(i))).stableNormalized());
    for (std::size_t f = 0; f < body.face_count(); ++f)
        for (const std::uint32_t c : body.face(f))
            if (c == corner) fan.normals.emplace_back(rotation * body.face_normal[f]);
    return fan;
}

class Search {
public:
    Search(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a)
        : a_(a), b_(b), rotation_(b_in_a.rotation), pair_(a, b, b_in_a), normal_(pair_.axis()),
          best_(pair_.deepest(normal_)) {}

    Penetration run() {
        while (improve()) {
        }
        return detail::penetration_along(normal_, best_.gap, pair_, true);
    }

private:
    /// Lines 7–30: all candidates around the deepest corners. False when none is better. The gap
    /// grows with each round, and there are finitely many pairs of corners to go through.
    bool improve() {
        const Fan fan_a = fan_of(a_, best_.a, Eigen::Matrix3d::Identity());
        const Fan fan_b = fan_of(b_, best_.b, rotation_);
        const Vec3 forward = normal_;
        const Vec3 between = pair_.corner_b(best_.b) - pair_.corner_a(best_.a);
        const double before = best_.gap;
        const auto try_line = [&](const Vec3& n) { try_normal(n.dot(forward) < 0 ? Vec3(-n) : n); };

        for (const Vec3& n : fan_a.normals) try_normal(n);
        for (const Vec3& n : fan_b.normals) try_normal(-n);
        for (const Vec3& e : fan_a.edges)
            for (const Vec3& f : fan_b.edges) try_line(e.cross(f));
        if (!between.isZero(0)) {
            const Vec3 v = between.stableNormalized();
            try_line(v);
            for (const Vec3& e : fan_a.edges) try_line(e.cross(v).cross(e));
            for (const Vec3& f : fan_b.edges) try_line(f.cross(v).cross(f));
        }
        return best_.gap > before;
    }

    /// Keeps the direction if it parts the bodies with less. Made of unit vectors, it is too short
    /// only where these are parallel and make no plane.
    void try_normal(const Vec3& direction) {
        const double length = direction.norm();
        if (length <= detail::parallel_sine) return;
        const Vec3 n = direction / length;
        const auto found = pair_.deepest(n);
        if (found.gap > best_.gap) best_ = found, normal_ = n;
    }

    const PolyhedronData& a_;
    const PolyhedronData& b_;
    Eigen::Matrix3d rotation_;
    detail::PosedPair pair_;
    Vec3 normal_;
    detail::PosedPair::Deepest best_;
};

} // namespace

Penetration penetration_nezami(const PolyhedronData& a, const PolyhedronData& b,
                               const Pose& b_in_a) {
    return Search(a, b, b_in_a).run();
}

} // namespace scree
