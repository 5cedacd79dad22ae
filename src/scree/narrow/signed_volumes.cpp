// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/assert.hpp>
#include <scree/narrow/detail/safe_scale.hpp>
#include <scree/narrow/detail/signed_volumes.hpp>
#include <scree/narrow/simplex.hpp>

namespace scree {
namespace {

template <bool Newest>
NearestPoint nearest(std::span<const Vec3> simplex) {
    Triple<double> s[4];
    for (std::size_t i = 0; i < simplex.size(); ++i) {
        s[i] = {simplex[i].x(), simplex[i].y(), simplex[i].z()};
    }
    const auto p = detail::nearest_on_simplex<Newest>(s, static_cast<int>(simplex.size()));
    return {{p.point.x, p.point.y, p.point.z},
            {p.weight[0], p.weight[1], p.weight[2], p.weight[3]},
            p.used};
}

} // namespace

NearestPoint signed_volumes(std::span<const Vec3> simplex) {
    SCREE_ASSERT(!simplex.empty() && simplex.size() <= 4);
    return detail::at_safe_scale(simplex, nearest<false>);
}

NearestPoint signed_volumes_newest(std::span<const Vec3> simplex) {
    SCREE_ASSERT(!simplex.empty() && simplex.size() <= 4);
    return detail::at_safe_scale(simplex, nearest<true>);
}

} // namespace scree
