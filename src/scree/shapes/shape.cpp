// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/shape.hpp>

#include <array>

namespace scree {
namespace {

template <class Variant>
inline constexpr bool all_convex = false;
template <class... Kinds>
inline constexpr bool all_convex<std::variant<Kinds...>> = (Convex<Kinds> && ...);
static_assert(all_convex<Shape>, "give the new shape what the concept Convex asks for");

} // namespace

Vec3 support(const Shape& shape, const Vec3& direction) {
    return std::visit([&](const auto& kind) { return support(kind, direction); }, shape);
}

double rounding(const Shape& shape) {
    return std::visit([](const auto& kind) { return rounding(kind); }, shape);
}

double reach(const Shape& shape) {
    return std::visit([](const auto& kind) { return reach(kind); }, shape);
}

MassProperties mass_properties(const Shape& shape) {
    return std::visit([](const auto& kind) { return mass_properties(kind); }, shape);
}

Bounds bounds(const Shape& shape, const Pose& pose) {
    return std::visit([&](const auto& kind) { return bounds(kind, pose); }, shape);
}

std::string_view kind_name(const Shape& shape) {
    constexpr std::array<std::string_view, std::variant_size_v<Shape>> names = {
        "sphere", "capsule", "ellipsoid", "superquadric", "cylinder", "cone", "box", "polyhedron"};
    return names[shape.index()];
}

} // namespace scree
