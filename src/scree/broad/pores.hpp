// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/broad/triangulation.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scree {

struct ConvexContainer;

/// A sphere given by its centre.
struct CenteredSphere {
    Vec3 center;
    double radius;
};

/// The sphere that touches four balls from outside; a negative radius says how deep its centre lies
/// in all of them. None where there is no such sphere (small balls inside of a large one). Of
/// two the one of smaller size. docs/theory/laguerre.md has the derivation.
std::optional<CenteredSphere> tangent_sphere(const std::array<WeightedPoint, 4>& balls);

/// What lies between four grains: a cell of the triangulation.
struct Pore {
    std::array<std::uint32_t, 4> grains; ///< ascending
    Vec3 center;  ///< has the same power with respect to the four, and none less to others
    double power; ///< that power, m²: the square of the orthogonal sphere's radius; negative where
                  ///< the balls overlap
    std::optional<CenteredSphere> tangent; ///< may overlap a fifth ball when sizes differ
};

/// The cells whose centre lies in the container, sorted. They do not depend on the triangulation's
/// history as long as its frame does not reach into the container (see laguerre_cells; where it
/// does, cells of the rim are missing).
std::vector<Pore> pores(const Triangulation& triangulation, const ConvexContainer& container);

} // namespace scree
