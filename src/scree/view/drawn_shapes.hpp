// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/sim/inspect.hpp>
#include <scree/view/drawing.hpp>

#include <span>

namespace scree {

/// Draws grains of a frame true to their surface: balls as balls, clumps as their balls (where
/// they are faint, and would show those inside, as their union), other shapes as solids.
class ShapeDrawer {
public:
    ShapeDrawer(const std::vector<GrainShape>& shapes, const Frame& frame);

    /// Adds the grain of this row.
    void add(std::size_t row, const Rgb& color, Drawing& drawing) const;
    /// How far the grain reaches from its centre.
    double reach(std::size_t row) const;

private:
    const GrainShape* shape_of(std::size_t row) const;

    const std::vector<GrainShape>& shapes_;
    const Frame& frame_;
    std::vector<TriangleMesh> meshes_; ///< one per shape, in its body frame
};

} // namespace scree
