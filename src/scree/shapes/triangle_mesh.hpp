// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace scree {

/// A surface of triangles, counter-clockwise seen from outside where there is an outside.
struct TriangleMesh {
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

} // namespace scree
