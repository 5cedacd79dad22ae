// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/grain_mesh.hpp>

#include <scree/shapes/shape_mesh.hpp>

namespace scree {

TriangleMesh mesh_of(const GrainShape& shape) {
    if (shape.parts.size() > 1) {
        std::vector<ClumpBall> balls;
        for (const GrainPart& part : shape.parts)
            balls.push_back({part.in_body.position, rounding(part.shape)});
        return mesh_of(balls);
    }
    TriangleMesh mesh = mesh_of(shape.parts.at(0).shape);
    for (Vec3& v : mesh.vertices) v = shape.parts[0].in_body * v;
    return mesh;
}

} // namespace scree
