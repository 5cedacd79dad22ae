// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/shape.hpp>

#include <cmath>

namespace scree {
namespace {

struct ScaledBy {
    double factor;

    Sphere operator()(const Sphere& s) const { return {factor * s.radius}; }
    Capsule operator()(const Capsule& s) const {
        return {factor * s.half_length, factor * s.radius};
    }
    Ellipsoid operator()(const Ellipsoid& s) const {
        return {factor * s.half, factor * s.rounding};
    }
    Superquadric operator()(const Superquadric& s) const {
        return {factor * s.half, s.block_z, s.block_xy, factor * s.rounding};
    }
    Cylinder operator()(const Cylinder& s) const {
        return {factor * s.radius, factor * s.half_length, factor * s.rounding};
    }
    Cone operator()(const Cone& s) const {
        return {factor * s.radius, factor * s.height, factor * s.rounding};
    }
    Box operator()(const Box& s) const { return {factor * s.half, factor * s.rounding}; }
    Polyhedron operator()(const Polyhedron& s) const {
        // Faces, edges and normals stay what they are; a common factor changes no comparison by
        // more than the rounding of the corners.
        auto data = std::make_shared<PolyhedronData>(*s.data);
        for (auto* axis : {&data->x, &data->y, &data->z})
            for (double& value : *axis) value *= factor;
        for (double& offset : data->face_offset) offset *= factor;
        data->reach = 0;
        for (std::uint32_t i = 0; i < data->corner_count; ++i)
            data->reach = std::max(data->reach, data->corner(i).stableNorm());
        const double cube = factor * factor * factor;
        data->mass.volume *= cube;
        data->mass.centroid *= factor;
        data->mass.inertia *= cube * (factor * factor);
        return {std::move(data), factor * s.rounding};
    }
};

} // namespace

Shape scaled(const Shape& shape, double factor) {
    detail::Complaints complaints;
    complaints.positive("factor", factor);
    complaints.raise();
    return std::visit([&](const auto& kind) { return Shape(ScaledBy{factor}(kind)); }, shape);
}

Polyhedron scaled(const Polyhedron& shape, double factor) {
    return std::get<Polyhedron>(scaled(Shape(shape), factor));
}

} // namespace scree
