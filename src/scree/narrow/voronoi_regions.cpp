// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/assert.hpp>
#include <scree/narrow/detail/safe_scale.hpp>
#include <scree/narrow/detail/tolerances.hpp>
#include <scree/narrow/simplex.hpp>

#include <limits>

// Search of the Voronoi regions of vertices, edges and faces, in turn, each by the signs of dot
// products [Ericson2005 §5.1]; the reference "VR" of [M §4.8.1].
namespace scree {
namespace {

using detail::comparison_noise;

NearestPoint at(std::span<const Vec3> s, std::size_t i) {
    NearestPoint result;
    result.point = s[i];
    result.weight[i] = 1;
    result.used = 1U << i;
    return result;
}

NearestPoint between(std::span<const Vec3> s, std::size_t i, std::size_t j, double share) {
    if (share >= 1) return at(s, j);
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
    const double area_k = ij_i * ik_j - ij_j * ik_i; // the weight of k, times the area squared
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
    const double whole = area_i + area_j + area_k;
    const bool is_flat = whole <= comparison_noise * ((ij_i - ij_j) * (ik_i - ik_k));
    if (is_flat || !(area_i > 0 && area_j > 0 && area_k > 0)) return on_edges(s, i, j, k);
    NearestPoint result;
    result.weight[i] = area_i / whole;
    result.weight[j] = area_j / whole;
    result.weight[k] = area_k / whole;
    result.point = result.weight[i] * s[i] + result.weight[j] * s[j] + result.weight[k] * s[k];
    result.used = 1U << i | 1U << j | 1U << k;
    return result;
}

/// On which side of a face the origin is, and the vertex opposite: six times a volume.
struct Sides {
    double origin, opposite, scale;
};

Sides sides(std::span<const Vec3> s, const std::size_t (&f)[4]) {
    const Vec3 a = s[f[1]] - s[f[0]];
    const Vec3 b = s[f[2]] - s[f[0]];
    const Vec3 up = s[f[3]] - s[f[0]];
    const Vec3 normal = a.cross(b);
    return {-normal.dot(s[f[0]]), normal.dot(up),
            a.squaredNorm() * b.squaredNorm() * up.squaredNorm()};
}

constexpr std::size_t face[4][4] = {{1, 2, 3, 0}, {0, 3, 2, 1}, {0, 1, 3, 2}, {0, 2, 1, 3}};

NearestPoint on_all_faces(std::span<const Vec3> s) {
    NearestPoint best = at(s, 0);
    for (const auto& f : face) best = nearer(best, on_face(s, f[0], f[1], f[2]));
    return best;
}

NearestPoint inside(const std::array<double, 4>& volume) {
    const double sum = volume[0] + volume[1] + volume[2] + volume[3];
    NearestPoint result;
    for (std::size_t i = 0; i < 4; ++i) result.weight[i] = volume[i] / sum;
    result.used = 0b1111U;
    return result;
}

NearestPoint in_tetrahedron(std::span<const Vec3> s) {
    NearestPoint best;
    double least = std::numeric_limits<double>::infinity();
    std::array<double, 4> volume{};
    for (const auto& f : face) {
        const Sides side = sides(s, f);
        if (!(side.opposite * side.opposite > comparison_noise * comparison_noise * side.scale))
            return on_all_faces(s);
        volume[f[3]] = std::abs(side.origin);
        if (side.origin * side.opposite > 0) continue;
        const NearestPoint candidate = on_face(s, f[0], f[1], f[2]);
        const double norm = candidate.point.squaredNorm();
        if (norm < least) {
            least = norm;
            best = candidate;
        }
    }
    return least < std::numeric_limits<double>::infinity() ? best : inside(volume);
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
