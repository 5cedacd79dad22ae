// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/assert.hpp>
#include <scree/narrow/detail/safe_scale.hpp>
#include <scree/narrow/simplex.hpp>

#include <limits>

// Search of the Voronoi regions of vertices, edges and faces, in turn, each by the signs of dot
// products [Ericson2005 §5.1]; the reference "VR" of [M §4.8.1].
namespace scree {
namespace {

NearestPoint at(std::span<const Vec3> s, std::size_t i) {
    NearestPoint result;
    result.point = s[i];
    result.weight[i] = 1;
    result.used = 1U << i;
    return result;
}

NearestPoint between(std::span<const Vec3> s, std::size_t i, std::size_t j, double share) {
    NearestPoint result;
    result.point = s[i] + share * (s[j] - s[i]);
    result.weight[i] = 1 - share;
    result.weight[j] = share;
    result.used = 1U << i | 1U << j;
    return result;
}

NearestPoint on_edge(std::span<const Vec3> s, std::size_t i, std::size_t j) {
    const Vec3 ij = s[j] - s[i];
    const double part = -s[i].dot(ij);
    const double whole = ij.dot(ij);
    if (!(part > 0)) return at(s, i);
    if (!(part < whole)) return at(s, j);
    return between(s, i, j, part / whole);
}

NearestPoint nearer(const NearestPoint& a, const NearestPoint& b) {
    return b.point.squaredNorm() < a.point.squaredNorm() ? b : a;
}

/// Where rounding leaves no area: the edges.
NearestPoint on_edges(std::span<const Vec3> s, std::size_t i, std::size_t j, std::size_t k) {
    return nearer(on_edge(s, i, j), nearer(on_edge(s, j, k), on_edge(s, k, i)));
}

NearestPoint on_face(std::span<const Vec3> s, std::size_t i, std::size_t j, std::size_t k) {
    const Vec3 ij = s[j] - s[i];
    const Vec3 ik = s[k] - s[i];
    const double ij_i = -ij.dot(s[i]);
    const double ik_i = -ik.dot(s[i]);
    if (ij_i <= 0 && ik_i <= 0) return at(s, i);
    const double ij_j = -ij.dot(s[j]);
    const double ik_j = -ik.dot(s[j]);
    if (ij_j >= 0 && ik_j <= ij_j) return at(s, j);
    const double area_k = ij_i * ik_j - ij_j * ik_i;
    if (area_k <= 0 && ij_i > 0 && ij_j < 0) return between(s, i, j, ij_i / (ij_i - ij_j));
    const double ij_k = -ij.dot(s[k]);
    const double ik_k = -ik.dot(s[k]);
    if (ik_k >= 0 && ij_k <= ik_k) return at(s, k);
    const double area_j = ij_k * ik_i - ij_i * ik_k;
    if (area_j <= 0 && ik_i > 0 && ik_k < 0) return between(s, i, k, ik_i / (ik_i - ik_k));
    const double area_i = ij_j * ik_k - ij_k * ik_j;
    const double along_j = ik_j - ij_j;
    const double along_k = ij_k - ik_k;
    if (area_i <= 0 && along_j > 0 && along_k > 0) {
        return between(s, j, k, along_j / (along_j + along_k));
    }
    if (!(area_i > 0 && area_j > 0 && area_k > 0)) return on_edges(s, i, j, k);
    const double whole = area_i + area_j + area_k;
    NearestPoint result;
    result.weight[i] = area_i / whole;
    result.weight[j] = area_j / whole;
    result.weight[k] = area_k / whole;
    result.point = result.weight[i] * s[i] + result.weight[j] * s[j] + result.weight[k] * s[k];
    result.used = 1U << i | 1U << j | 1U << k;
    return result;
}

/// Six times the volumes above the face i j k: of the origin's tetrahedron, and of the whole one.
struct Sides {
    double origin, whole;
};

Sides sides(std::span<const Vec3> s, std::size_t i, std::size_t j, std::size_t k, std::size_t l) {
    const Vec3 normal = (s[j] - s[i]).cross(s[k] - s[i]);
    return {-normal.dot(s[i]), normal.dot(s[l] - s[i])};
}

constexpr std::size_t face[4][4] = {{1, 2, 3, 0}, {0, 3, 2, 1}, {0, 1, 3, 2}, {0, 2, 1, 3}};

NearestPoint on_all_faces(std::span<const Vec3> s) {
    NearestPoint best = at(s, 0);
    for (const auto& f : face) best = nearer(best, on_face(s, f[0], f[1], f[2]));
    return best;
}

/// From the volumes over each face. Those of a flat simplex may be noise, and then their point is
/// not the origin.
NearestPoint inside(std::span<const Vec3> s, const std::array<double, 4>& share) {
    constexpr double tolerance = 0x1p-40; // of the largest coordinate: far above its rounding
    const double sum = share[0] + share[1] + share[2] + share[3];
    NearestPoint result;
    for (std::size_t i = 0; i < 4; ++i) {
        result.weight[i] = share[i] / sum;
        result.point += result.weight[i] * s[i];
    }
    result.used = 0b1111U;
    if (!(result.point.norm() <= tolerance * detail::extent(s))) return on_all_faces(s);
    result.point.setZero();
    return result;
}

NearestPoint in_tetrahedron(std::span<const Vec3> s) {
    NearestPoint best;
    double least = std::numeric_limits<double>::infinity();
    std::array<double, 4> share{};
    for (const auto& f : face) {
        const Sides side = sides(s, f[0], f[1], f[2], f[3]);
        share[f[3]] = std::abs(side.origin);
        if (side.origin * side.whole > 0) continue;
        const NearestPoint candidate = on_face(s, f[0], f[1], f[2]);
        const double norm = candidate.point.squaredNorm();
        if (norm < least) {
            least = norm;
            best = candidate;
        }
    }
    return least < std::numeric_limits<double>::infinity() ? best : inside(s, share);
}

NearestPoint in_range(std::span<const Vec3> s) {
    switch (s.size()) {
    case 1:
        return at(s, 0);
    case 2:
        return on_edge(s, 0, 1);
    case 3:
        return on_face(s, 0, 1, 2);
    default:
        return in_tetrahedron(s);
    }
}

} // namespace

NearestPoint voronoi_regions(std::span<const Vec3> simplex) {
    SCREE_ASSERT(!simplex.empty() && simplex.size() <= 4);
    return detail::at_safe_scale(simplex, in_range);
}

} // namespace scree
