// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/grain_shape.hpp>

#include <scree/base/error.hpp>
#include <scree/narrow/gap.hpp>
#include <scree/shapes/mesh_surface.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <span>

namespace scree {
namespace {

constexpr int sampled_directions = 2000;

/// Evenly spread over the sphere (a Fibonacci lattice).
Vec3 sampled_direction(int k) {
    const double turn = std::numbers::pi * (1 + std::sqrt(5.0)) * k;
    const double z = 1 - (2.0 * k + 1) / sampled_directions;
    const double across = std::sqrt(1 - z * z);
    return {across * std::cos(turn), across * std::sin(turn), z};
}

/// How far the part reaches from the body's origin: exact where corners decide, else a bound.
double reach_of(const GrainPart& part) {
    if (const auto* polyhedron = std::get_if<Polyhedron>(&part.shape)) {
        double farthest2 = 0;
        for (std::uint32_t i = 0; i < polyhedron->data->corner_count; ++i)
            farthest2 =
                std::max(farthest2, (part.in_body * polyhedron->data->corner(i)).squaredNorm());
        return std::sqrt(farthest2) + polyhedron->rounding;
    }
    return part.in_body.position.norm() + reach(part.shape) + rounding(part.shape);
}

Vec3 farthest(const GrainPart& part, const Vec3& direction) {
    const Vec3 own = part.in_body.rotation.transpose() * direction;
    return part.in_body * support(part.shape, own) +
           (rounding(part.shape) / direction.norm()) * direction;
}

/// A ball about the origin inside the part; none (0) if the origin is not inside. A convex body
/// holds the ball whose radius is the least support of any direction; of sampled ones the least is
/// a little too large, by at most the angle between neighbours times the reach.
double inner_of(const GrainPart& part) {
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < sampled_directions; ++k) {
        const Vec3 d = sampled_direction(k);
        least = std::min(least, d.dot(farthest(part, d)));
    }
    return std::max(least, 0.0);
}

/// The largest shadow of a polyhedron over π: half the sum of its faces' shadows.
double breadth_of(const GrainPart& part) {
    const auto* polyhedron = std::get_if<Polyhedron>(&part.shape);
    const auto* box = std::get_if<Box>(&part.shape);
    std::vector<Vec3> areas;
    if (box != nullptr) {
        const Vec3 side = 2 * (box->half + Vec3::Constant(box->rounding));
        for (const int k : {0, 1, 2})
            areas.emplace_back(2 * side[(k + 1) % 3] * side[(k + 2) % 3] * Vec3::Unit(k));
    } else if (polyhedron != nullptr) {
        const PolyhedronData& data = *polyhedron->data;
        for (std::size_t f = 0; f < data.face_count(); ++f) {
            const auto face = data.face(f);
            Vec3 area = Vec3::Zero();
            for (std::size_t k = 1; k + 1 < face.size(); ++k)
                area += 0.5 * (data.corner(face[k]) - data.corner(face[0]))
                                  .cross(data.corner(face[k + 1]) - data.corner(face[0]));
            areas.push_back(area);
        }
    }
    double largest = 0;
    for (int k = 0; k < sampled_directions; ++k) {
        double shadow = 0;
        for (const Vec3& area : areas) shadow += 0.5 * std::abs(area.dot(sampled_direction(k)));
        largest = std::max(largest, shadow);
    }
    return largest / std::numbers::pi;
}

/// Beyond this the rounding of the length is no longer small against the thickness, in the bounds
/// here and where contacts are.
constexpr double most_slender = 1e4;

void check_proportions(const GrainShape& shape) {
    double thinnest = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k) {
        const Vec3 axis = Vec3::Unit(k);
        thinnest = std::min(thinnest, axis.dot(farthest(shape, axis) - farthest(shape, -axis)));
    }
    const double slender = 2 * shape.reach / thinnest;
    if (!(slender <= most_slender))
        throw InputError(
            fmt::format("is {:.3g} times as long as it is thick; at most {:.0f} times is allowed",
                        slender, most_slender));
}

/// Rounding aside, what a mesh or a hull has: the bounding ball must hold the grain for sure.
constexpr double room_for_rounding = 1 + 1e-12;

void set_extents(GrainShape& shape) {
    shape.reach = 0;
    shape.inner = 0;
    for (const GrainPart& part : shape.parts) {
        shape.reach = std::max(shape.reach, room_for_rounding * reach_of(part));
        shape.inner = std::max(shape.inner, 0.95 * inner_of(part));
        shape.breadth = std::max(shape.breadth, breadth_of(part));
    }
    check_proportions(shape);
    shape.lever = 0;
    for (int k = 0; k < sampled_directions; ++k) {
        const Vec3 n = sampled_direction(k);
        for (const GrainPart& part : shape.parts) {
            const Vec3 arm = farthest(part, n).cross(n);
            shape.lever = std::max(shape.lever, arm.cwiseQuotient(shape.moments).dot(arm));
        }
    }
}

/// The factor to the size of the unit ball.
double unit_factor(double volume) {
    if (!(volume > 0 && std::isfinite(volume) && std::isfinite(1 / volume)))
        throw InputError("its lengths are too large or too small for its volume to be a number");
    return std::cbrt(4 * std::numbers::pi / 3 / volume);
}

/// The union is the same, but its contacts would count twice.
void refuse_twins(std::span<const ClumpBall> balls) {
    std::map<std::array<double, 4>, std::size_t> seen;
    for (std::size_t k = 0; k < balls.size(); ++k) {
        const Vec3& c = balls[k].center;
        const auto [first, is_new] = seen.try_emplace({c.x(), c.y(), c.z(), balls[k].radius}, k);
        if (!is_new)
            throw InputError(fmt::format("ball {} is ball {} again, and would touch twice as "
                                         "strongly; leave it out",
                                         k, first->second));
    }
}

void set_frame(GrainShape& shape, const MassProperties& mass) {
    const PrincipalAxes axes = principal_axes(mass);
    const double factor = unit_factor(mass.volume);
    shape.moments = axes.moments * (factor * factor / mass.volume);
    shape.frame = axes.rotation;
}

} // namespace

GrainShape grain_shape(std::string name, const Shape& described) {
    GrainShape shape;
    shape.name = std::move(name);
    const MassProperties mass = mass_properties(described);
    set_frame(shape, mass);
    const double factor = unit_factor(mass.volume);
    const Eigen::Matrix3d to_body = shape.frame.transpose();
    shape.parts.push_back(
        {scaled(described, factor), {to_body, -(to_body * (factor * mass.centroid))}});
    set_extents(shape);
    return shape;
}

GrainShape grain_shape(std::string name, const Clump& clump) {
    refuse_twins(clump.data->balls);
    GrainShape shape;
    shape.name = std::move(name);
    const MassProperties mass = mass_properties(clump);
    set_frame(shape, mass);
    const double factor = unit_factor(mass.volume);
    const Eigen::Matrix3d to_body = shape.frame.transpose();
    for (const ClumpBall& ball : clump.data->balls)
        shape.parts.push_back(
            {solid_sphere(factor * ball.radius),
             {Eigen::Matrix3d::Identity(), to_body * (factor * (ball.center - mass.centroid))}});
    set_extents(shape);
    return shape;
}

namespace {

/// In their true size, where they are.
std::vector<GrainPart> posed_parts(const PosedGrain& g) {
    if (g.shape == nullptr) return {{Sphere{g.radius}, {Eigen::Matrix3d::Identity(), g.center}}};
    std::vector<GrainPart> out;
    const Eigen::Matrix3d turn = g.attitude.toRotationMatrix();
    for (const GrainPart& p : g.shape->parts)
        out.push_back(
            {scaled(p.shape, g.radius),
             {turn * p.in_body.rotation, turn * (g.radius * p.in_body.position) + g.center}});
    return out;
}

double depth_of_point(const GrainPart& part, const Vec3& point) {
    return -gap(part.shape, part.in_body, Sphere{0}, {Eigen::Matrix3d::Identity(), point}).gap;
}

double depth_of_edge(const GrainPart& part, const Vec3& from, const Vec3& to) {
    Pose pose;
    pose.rotation = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), to - from).toRotationMatrix();
    pose.position = 0.5 * (from + to);
    return -gap(part.shape, part.in_body, Capsule{0.5 * (to - from).norm(), 0}, pose).gap;
}

/// By the sides of the triangle, and where the part's lowest point lies above it.
double depth_in_triangle(const GrainPart& part, const Vec3& center, const MeshSurface& mesh,
                         std::uint32_t triangle) {
    const auto& c = mesh.corners(triangle);
    double deepest = 0;
    for (const std::size_t k : {0U, 1U, 2U})
        deepest = std::max(deepest, depth_of_edge(part, c[k], c[(k + 1) % 3]));
    Vec3 normal = mesh.region_plane(mesh.regions()[triangle]).normal;
    if (normal.dot(center - c[0]) < 0) normal = -normal;
    const Vec3 lowest = farthest(part, -normal);
    const double depth = -normal.dot(lowest - c[0]);
    const Foot foot = mesh.nearest_on(triangle, lowest + depth * normal);
    const bool is_above = foot.distance <= 1e-9 * reach(part.shape);
    if (depth > 0) deepest = std::max(deepest, is_above ? depth : depth_of_point(part, foot.point));
    return deepest;
}

} // namespace

double overlap_of(const PosedGrain& a, const PosedGrain& b) {
    double deepest = -std::numeric_limits<double>::infinity();
    for (const GrainPart& p : posed_parts(a))
        for (const GrainPart& q : posed_parts(b))
            deepest = std::max(deepest, -gap(p.shape, p.in_body, q.shape, q.in_body).gap);
    return deepest;
}

double overlap_of(const PosedGrain& grain, const MeshWall& wall) {
    PosedGrain at_home = grain;
    if (wall.is_moved) {
        at_home.center = point_at_home(wall, grain.center);
        at_home.attitude = Eigen::Quaterniond(wall.pose.rotation).conjugate() * grain.attitude;
    }
    const double reach = grain.radius * (grain.shape == nullptr ? 1 : grain.shape->reach);
    double deepest = 0;
    for (const GrainPart& part : posed_parts(at_home))
        wall.home->for_each_near(at_home.center, reach, [&](std::uint32_t t) {
            deepest = std::max(deepest, depth_in_triangle(part, at_home.center, *wall.home, t));
        });
    return deepest;
}

Vec3 farthest(const GrainShape& shape, const Vec3& direction) {
    Vec3 best = farthest(shape.parts.front(), direction);
    for (const GrainPart& part : shape.parts) {
        const Vec3 point = farthest(part, direction);
        if (direction.dot(point) > direction.dot(best)) best = point;
    }
    return best;
}

} // namespace scree
