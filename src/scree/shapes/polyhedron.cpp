// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/detail/polyhedron_moments.hpp>
#include <scree/shapes/polyhedron.hpp>

namespace scree {

Vec3 support(const Polyhedron& shape, const Vec3& direction) {
    const PolyhedronData& data = *shape.data;
    std::uint32_t best = 0;
    double most = direction.dot(data.corner(0));
    for (std::uint32_t i = 1; i < data.corner_count; ++i) {
        const double here = direction.dot(data.corner(i));
        if (here > most) most = here, best = i;
    }
    return data.corner(best);
}

double reach(const Polyhedron& shape) { return shape.data->reach; }

MassProperties mass_properties(const Polyhedron& shape) {
    if (shape.rounding == 0) return shape.data->mass;
    return detail::rounded_mass(*shape.data, shape.rounding);
}

Corners corners(const PolyhedronData& data) {
    return {data.x.data(), data.y.data(),        data.z.data(),   data.corner_count,
            data.reach,    data.neighbour_start, data.neighbours, data.starts};
}

Corners corners(const Polyhedron& shape) { return corners(*shape.data); }

} // namespace scree
