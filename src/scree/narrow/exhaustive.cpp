// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/posed_pair.hpp>
#include <scree/narrow/detail/tolerances.hpp>
#include <scree/narrow/penetration.hpp>

// The referee. A facet of the Minkowski difference is a face of A, a face of B, or spanned by an
// edge of each; the depth is the least width over their normals. Nothing is pruned: a direction
// that is no facet is still a direction to part the bodies along, hence can never make the depth
// too small.
namespace scree {
namespace {

std::vector<Vec3> edge_directions(const PolyhedronData& body, const Eigen::Matrix3d& rotation) {
    std::vector<Vec3> out;
    out.reserve(body.edges.size());
    for (const auto& [i, j] : body.edges)
        out.push_back((rotation * (body.corner(j) - body.corner(i))).stableNormalized());
    return out;
}

} // namespace

Penetration penetration_exhaustive(const PolyhedronData& a, const PolyhedronData& b,
                                   const Pose& b_in_a) {
    detail::PosedPair pair(a, b, b_in_a);
    double best = -std::numeric_limits<double>::infinity();
    Vec3 normal = Vec3::UnitX();
    const auto take = [&](const Vec3& n, double gap) {
        if (gap > best) best = gap, normal = n;
    };
    for (const Vec3& n : a.face_normal) take(n, pair.deepest(n).gap);
    for (const Vec3& face : b.face_normal) {
        const Vec3 n = -(b_in_a.rotation * face);
        take(n, pair.deepest(n).gap);
    }
    const auto edges_a = edge_directions(a, Eigen::Matrix3d::Identity());
    const auto edges_b = edge_directions(b, b_in_a.rotation);
    for (const Vec3& e : edges_a)
        for (const Vec3& f : edges_b) {
            const Vec3 across = e.cross(f);
            const double sine = across.norm();
            // Parallel edges span no facet of their own.
            if (sine <= detail::parallel_sine) continue;
            const Vec3 n = across / sine;
            const auto [along, against] = pair.gaps(n);
            take(n, along);
            take(-n, against);
        }
    return detail::penetration_along(normal, best, pair, true);
}

} // namespace scree
