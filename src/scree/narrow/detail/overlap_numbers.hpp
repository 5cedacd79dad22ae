// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/simd.hpp>
#include <scree/base/vec3.hpp>

#include <cstdint>

// Between the vectors of the queries and those of the sums over overlaps. Included by sources that
// are built per instruction set.
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

using Number3 = Triple<double>;

SCREE_INLINE Number3 number(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
SCREE_INLINE Vec3 vec(const Number3& v) { return {v.x, v.y, v.z}; }
SCREE_INLINE Triple<Pack> packs(const Number3& v) { return {Pack(v.x), Pack(v.y), Pack(v.z)}; }
/// Up to a whole number of packs.
constexpr std::uint32_t padded(std::uint32_t n) { return (n + 3) & ~3U; }

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
