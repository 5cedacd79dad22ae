// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/drawn_shapes.hpp>

#include <scree/scene/grain_mesh.hpp>

namespace scree {

ShapeDrawer::ShapeDrawer(const std::vector<GrainShape>& shapes, const Frame& frame)
    : shapes_(shapes), frame_(frame) {
    if (frame.shape.empty()) return;
    for (const GrainShape& shape : shapes) meshes_.push_back(mesh_of(shape));
}

const GrainShape* ShapeDrawer::shape_of(std::size_t row) const {
    const bool is_ball = frame_.shape.empty() || frame_.shape[row] < 0;
    return is_ball ? nullptr : &shapes_.at(static_cast<std::size_t>(frame_.shape[row]));
}

double ShapeDrawer::reach(std::size_t row) const {
    const GrainShape* shape = shape_of(row);
    return frame_.radius[row] * (shape ? shape->reach : 1);
}

void ShapeDrawer::add(std::size_t row, const Rgb& color, Drawing& drawing) const {
    const Vec3& center = frame_.center[row];
    const double radius = frame_.radius[row];
    const std::uint32_t id = id_of(frame_, row);
    const GrainShape* shape = shape_of(row);
    if (shape == nullptr) {
        drawing.balls.push_back({center, radius, color, id});
        return;
    }
    const Pose pose = placement_of(frame_, row);
    if (shape->parts.size() > 1 && !drawing.faint_grains) {
        for (const GrainPart& part : shape->parts)
            drawing.balls.push_back(
                {pose * part.in_body.position, radius * rounding(part.shape), color, id});
        return;
    }
    TriangleMesh mesh = meshes_[static_cast<std::size_t>(frame_.shape[row])];
    for (Vec3& v : mesh.vertices) v = pose * v;
    drawing.solids.push_back({std::move(mesh), color, id});
}

} // namespace scree
