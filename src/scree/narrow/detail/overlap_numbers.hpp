// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/base/vec3.hpp>
#include <scree/shapes/polyhedron.hpp>

#include <cstdint>
#include <limits>

// Between the vectors of the queries and those of the sums over overlaps, and where points lie in
// polyhedra. Included by sources that are built per instruction set.
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

using Number3 = Triple<double>;

SCREE_INLINE Number3 number(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
SCREE_INLINE Vec3 vec(const Number3& v) { return {v.x, v.y, v.z}; }
SCREE_INLINE Triple<Pack> packs(const Number3& v) { return {Pack(v.x), Pack(v.y), Pack(v.z)}; }
/// Up to a whole number of packs.
constexpr std::uint32_t padded(std::uint32_t n) { return (n + 3) & ~3U; }

/// R v and its inverse.
template <class T>
SCREE_INLINE Triple<T> turned(const Eigen::Matrix3d& rotation, const Triple<T>& v) {
    const double* r = rotation.data(); // column by column
    return {(T(r[0]) * v.x + T(r[3]) * v.y) + T(r[6]) * v.z,
            (T(r[1]) * v.x + T(r[4]) * v.y) + T(r[7]) * v.z,
            (T(r[2]) * v.x + T(r[5]) * v.y) + T(r[8]) * v.z};
}
SCREE_INLINE Number3 turned_back(const Eigen::Matrix3d& rotation, const Number3& v) {
    const double* r = rotation.data();
    return {(r[0] * v.x + r[1] * v.y) + r[2] * v.z, (r[3] * v.x + r[4] * v.y) + r[5] * v.z,
            (r[6] * v.x + r[7] * v.y) + r[8] * v.z};
}

/// Of the reach of both bodies: a corner closer to a plane of the other may be on either side. Far
/// above rounding.
inline constexpr double flush_to = 1e-12;

struct FacePlane {
    Number3 normal;
    double offset;
    double height(const Number3& x) const { return dot(normal, x) - offset; }
};
/// In the body's own frame, as below.
SCREE_INLINE FacePlane own_plane(const PolyhedronData& d, std::uint32_t f) {
    return {number(d.face_normal[f]), d.face_offset[f]};
}

/// Whether a point lies in a body, and so deep below all faces.
SCREE_INLINE bool holds(const PolyhedronData& d, const Number3& x, double depth) {
    Pack highest(-std::numeric_limits<double>::infinity());
    for (std::uint32_t f = 0; f < d.face_count(); f += lane_count) {
        const Triple<Pack> normal(load_anywhere(&d.normal_x[f]), load_anywhere(&d.normal_y[f]),
                                  load_anywhere(&d.normal_z[f]));
        highest = max(highest, dot(normal, packs(x)) - load_anywhere(&d.face_offset[f]));
    }
    return largest(highest) <= -depth;
}

/// Whether a point of a face's plane is in the face.
SCREE_INLINE bool is_within(const PolyhedronData& d, std::uint32_t face, const Number3& x) {
    for (std::uint32_t k = d.face_start[face]; k < d.face_start[face + 1]; ++k)
        if (own_plane(d, d.face_across[k]).height(x) > 0) return false;
    return true;
}

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
