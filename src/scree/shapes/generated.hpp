// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/polyhedron.hpp>

#include <cstdint>
#include <string>
#include <vector>

// Polyhedra that need no file: regular solids, random polyhedra and grains. All have their centroid
// in the origin (up to rounding).
namespace scree {

/// "tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron".
const std::vector<std::string>& regular_solid_names();

/// With its corners at `radius` from the origin. Throws InputError for an unknown name or a radius
/// that is not > 0.
Polyhedron regular_solid(const std::string& name, double radius);

/// How long, wide and thick a body is: length ≥ width ≥ thickness, along x, y and z.
struct Aspect {
    double elongation = 1; ///< width / length, in (0, 1]
    double flatness = 1;   ///< thickness / width, in (0, 1]
};

struct RandomPolyhedron {
    std::uint64_t seed = 1;
    int vertices = 12; ///< 4 … 10000, kept exactly
    Aspect aspect;     ///< of its box, kept exactly (up to rounding)
};
/// The hull of random, well-spread points of an ellipsoid, with the volume of a ball of `radius`.
Polyhedron random_polyhedron(const RandomPolyhedron& wanted, double radius);

/// A grain: the hull of a surface r(n) = exp(Σ c_lm Y_lm(n)), stretched to the aspect.
struct GeneratedGrain {
    std::uint64_t seed = 1;
    int vertices = 40; ///< 4 … 10000, kept exactly
    Aspect aspect;     ///< of its box, kept exactly (up to rounding)
    /// 1: an ellipsoid; 0: bumps and hollows of about 0.2 of the radius (root mean square).
    double roundness = 0.7;
};
/// With the volume of a ball of `radius`. Throws InputError for numbers out of range.
Polyhedron generated_grain(const GeneratedGrain& wanted, double radius);

} // namespace scree
