// SPDX-License-Identifier: BSD-3-Clause
//
// Every pair of ../shared/data/gjk_cases, which made other libraries fail: FCL, libccd, parry,
// openGJK, DOLFINx, distance3d. Its reference values are the exact signed distances of corners in
// world coordinates, each computed as rotation · corner + position in doubles (rational arithmetic
// with these corners gives the printed digits of the kissing cubes; with exact corners it does
// not). So the polyhedral cores are asked with these very corners, and agree without any allowance
// for poses; then the shapes are asked with their poses, as a user would.
#include <scree/base/error.hpp>
#include <scree/narrow/gap.hpp>
#include <scree/narrow/json_reader.test.hpp>
#include <scree/narrow/pair_classes.test.hpp>
#include <scree/narrow/polyhedral.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scree {
namespace {

using test::JsonValue;

constexpr double unit_roundoff = std::numeric_limits<double>::epsilon() / 2;
/// What gap.hpp promises, times size + offset.
constexpr double stated_error = 4e-15;
/// Of curved pairs: what tolerances.hpp lets pass as converged.
constexpr double curved_error = 1e-10;

struct Body {
    std::string type;
    std::vector<Vec3> points;   ///< corners in the body's frame; none when curved
    std::optional<Shape> shape; ///< none when flat
    Pose pose;
    double reach = 0; ///< about the origin of its frame

    bool is_curved() const { return points.empty(); }
    /// How far the rotation is from keeping lengths: at least the norm of RᵀR - 1.
    double distortion() const {
        return (pose.rotation.transpose() * pose.rotation - Eigen::Matrix3d::Identity()).norm();
    }
};

Pose read_pose(const JsonValue& body) {
    Pose pose;
    if (!body.has("pose")) return pose;
    const std::vector<double> m = body.at("pose").numbers();
    for (Eigen::Index i = 0; i < 3; ++i) {
        for (Eigen::Index j = 0; j < 3; ++j)
            pose.rotation(i, j) = m[static_cast<std::size_t>(4 * i + j)];
        pose.position[i] = m[static_cast<std::size_t>(4 * i + 3)];
    }
    return pose;
}

bool is_flat(std::span<const Vec3> points) {
    try {
        make_polyhedron(points);
    } catch (const InputError&) {
        return true;
    }
    return false;
}

Body read_body(const JsonValue& given) {
    Body body;
    body.type = given.at("type").text();
    body.pose = read_pose(given);
    if (body.type == "box") {
        const Vec3 half = 0.5 * given.at("size").vector();
        for (unsigned k = 0; k < 8; ++k)
            body.points.emplace_back((k & 1U) != 0 ? half.x() : -half.x(),
                                     (k & 2U) != 0 ? half.y() : -half.y(),
                                     (k & 4U) != 0 ? half.z() : -half.z());
        body.shape = solid_box(half);
    } else if (body.type == "convex") {
        body.points = given.at("vertices").vectors();
        if (!is_flat(body.points)) body.shape = make_polyhedron(body.points);
    } else if (body.type == "cylinder") {
        EXPECT_EQ(given.at("axis").text(), "z");
        body.shape = solid_cylinder(given.at("radius").number(), 0.5 * given.at("length").number());
    } else {
        EXPECT_EQ(body.type, "sphere");
        body.shape = solid_sphere(given.at("radius").number());
    }
    for (const Vec3& p : body.points) body.reach = std::max(body.reach, p.norm());
    if (body.is_curved()) body.reach = reach(*body.shape) + rounding(*body.shape);
    return body;
}

/// In world coordinates, in the order of operations of the reference.
CornerSet world_corners(const Body& body) {
    CornerSet set;
    for (const Vec3& p : body.points) {
        Vec3 world;
        for (Eigen::Index i = 0; i < 3; ++i) {
            const auto r = body.pose.rotation.row(i);
            world[i] = ((r[0] * p[0] + r[1] * p[1]) + r[2] * p[2]) + body.pose.position[i];
        }
        set.add(world);
    }
    return set;
}

struct Case {
    std::string id;
    Body a, b;
    JsonValue demands;         ///< of the source
    std::optional<double> gap; ///< the reference
    std::optional<Vec3> direction;

    bool is_curved() const { return a.is_curved() || b.is_curved(); }
    double scale() const { return a.reach + b.reach + (b.pose.position - a.pose.position).norm(); }
    /// What is allowed when the poses are used as they are (u = unit_roundoff, γ = 3u for a sum of
    /// three products; a signed gap changes by no more than the corners move):
    /// - gap() works in the frame of one body, A say, with RᵀR' and Rᵀ(t' - t). Where R is not
    ///   orthogonal, RᵀR = 1 + E, that is Rᵀ times the true difference plus E times a corner of A:
    ///   lengths change by at most |E|, corners by |E| reach, together |E| scale. A or B: the sum.
    /// - Rounding of these products: three columns of γ each for RᵀR', and γ√3 + u for the
    ///   position: below 10u scale.
    /// - The reference has rounded corners, √3 γ reach + u (reach + |t|) each: below 7u (reach +
    ///   |t|).
    double pose_error() const {
        const double far = a.reach + a.pose.position.norm() + b.reach + b.pose.position.norm();
        return (a.distortion() + b.distortion() + 10 * unit_roundoff) * scale() +
               7 * unit_roundoff * far;
    }
};

/// By hand: the side of a cylinder with its axis along y, but for a tilt of 6e-6, before an edge of
/// a box along z, at the box's low x and high y. Axis and edge are two lines; the gap is their
/// distance less the radius.
double cylinder_before_edge(const Case& c) {
    const Vec3 axis = c.a.pose.rotation.col(2);
    const Vec3& half = std::get<Box>(*c.b.shape).half;
    const Vec3 edge = c.b.pose.position + Vec3(-half.y(), half.x(), 0); // turned by 90° about z
    const Vec3 across = axis.cross(Vec3::UnitZ()).normalized();
    return across.dot(edge - c.a.pose.position) - std::get<Cylinder>(*c.a.shape).radius;
}

Case read_case(const JsonValue& given) {
    Case c{given.at("id").text(),
           read_body(given.at("A")),
           read_body(given.at("B")),
           given.at("expect_from_source"),
           {},
           {}};
    if (!given.has("reference_computed")) {
        EXPECT_EQ(c.id, "fcl_cylinder_box_1") << "has no reference";
        c.gap = cylinder_before_edge(c);
        return c;
    }
    const JsonValue& reference = given.at("reference_computed");
    c.gap = reference.at("signed_distance").number();
    if (reference.has("direction_A_to_B")) c.direction = reference.at("direction_A_to_B").vector();
    return c;
}

/// One way to get an answer, in world coordinates.
struct Answer {
    double gap;
    Vec3 normal, on_a, on_b;
    double error; ///< allowed
};

/// How far a point lies outside a body, given in the body's own frame.
double outside(const Body& body, const Vec3& p) {
    const auto excess = [](double value, double limit) { return std::max(0.0, value - limit); };
    if (const auto* box = std::get_if<Box>(&*body.shape))
        return (p.cwiseAbs() - box->half).cwiseMax(0).norm();
    if (const auto* cylinder = std::get_if<Cylinder>(&*body.shape))
        return std::hypot(excess(std::hypot(p.x(), p.y()), cylinder->radius),
                          excess(std::abs(p.z()), cylinder->half_length));
    if (std::holds_alternative<Sphere>(*body.shape)) return excess(p.norm(), body.reach);
    const PolyhedronData& data = *std::get<Polyhedron>(*body.shape).data;
    double most = 0;
    for (std::size_t f = 0; f < data.face_count(); ++f)
        most = std::max(most, data.face_normal[f].dot(p - data.corner(data.face(f)[0])));
    return most;
}

void expect_inside(const Body& body, const Vec3& point, double error) {
    if (!body.shape) return; // flat: its witness points are sums of corners by construction
    const Vec3 own = body.pose.rotation.transpose() * (point - body.pose.position);
    EXPECT_LE(outside(body, own), error) << body.type << " does not hold " << point.transpose();
}

/// The angle between two directions, good for small ones.
double angle(const Vec3& a, const Vec3& b) {
    return 2 * std::atan2((a.normalized() - b.normalized()).norm(),
                          (a.normalized() + b.normalized()).norm());
}

void expect_demands(const Case& c, const Answer& answer) {
    const JsonValue& demands = c.demands;
    const double tolerance =
        demands.has("tolerance") ? demands.at("tolerance").number() : answer.error;
    if (demands.is_true("witness_points_in_bodies")) {
        expect_inside(c.a, answer.on_a, answer.error);
        expect_inside(c.b, answer.on_b, answer.error);
    }
    const auto expect_near = [&](const char* key, double value, double allowed) {
        if (!demands.gives(key)) return;
        EXPECT_NEAR(value, demands.at(key).number(), allowed) << key;
    };
    expect_near("signed_distance", answer.gap, tolerance);
    expect_near("penetration_depth", -answer.gap, answer.error);
    expect_near("witness_A_x", answer.on_a.x(), tolerance);
    expect_near("witness_A_y", answer.on_a.y(), tolerance);
    if (demands.gives("abs_distance_equals_witness_gap_tol")) {
        EXPECT_NEAR((answer.on_b - answer.on_a).norm(), std::abs(answer.gap),
                    demands.at("abs_distance_equals_witness_gap_tol").number());
    }
    EXPECT_TRUE(!demands.is_true("penetrating") || answer.gap < 0);
    EXPECT_TRUE(!demands.is_true("intersecting") || answer.gap <= answer.error);
    for (const char* key : {"direction", "normal_A"}) {
        if (!demands.gives(key)) continue;
        EXPECT_LE(angle(answer.normal, demands.at(key).vector()), 1e-14) << key;
    }
}

/// How far normals may be from the reference where they are unique. The kegs of FCL are tilted by
/// 3e-9, so that two faces of the difference body are, and the depths along their normals are the
/// same to the last digit (cos 3e-9 = 1 - 4e-18). Without such a twin it is a few roundings.
constexpr double twin_faces = 4e-9;

/// Witness points and normal fit each other up to this times the scale: between such twins the foot
/// of the origin is uncertain by rounding / tilt, and its normal by the tilt; the worst tilt is the
/// root of the rounding.
constexpr double witness_error = 1e-7;

struct Worst {
    double gap = 0, exact = 0, direction = 0;
    int directions = 0;
};

void expect_direction(const Case& c, const Vec3& normal, Worst& worst) {
    if (*c.gap == 0) { // flat bodies in one plane: both sides of it are as good
        EXPECT_LE(std::min(angle(normal, *c.direction), angle(-normal, *c.direction)), 1e-15);
        return;
    }
    const double off = angle(normal, *c.direction);
    const double distortion = c.a.distortion() + c.b.distortion();
    EXPECT_LE(off, twin_faces + distortion) << normal.transpose();
    if (distortion < 1e-12) worst.direction = std::max(worst.direction, off);
    ++worst.directions;
}

void expect_answer(const Case& c, const Answer& answer, Worst& worst) {
    ASSERT_TRUE(std::isfinite(answer.gap) && answer.normal.allFinite() && answer.on_a.allFinite() &&
                answer.on_b.allFinite());
    EXPECT_NEAR(answer.normal.norm(), 1, 4e-16);
    EXPECT_LE((answer.on_b - answer.on_a - answer.gap * answer.normal).norm(),
              answer.error + witness_error * c.scale());
    ASSERT_TRUE(c.gap.has_value());
    EXPECT_NEAR(answer.gap, *c.gap, answer.error);
    worst.gap = std::max(worst.gap, std::abs(answer.gap - *c.gap) / answer.error);
    if (c.direction) expect_direction(c, answer.normal, worst);
    expect_demands(c, answer);
}

/// The cores with the corners of the reference, whose error is then the solver's alone.
void ask_cores(const Case& c, Worst& worst) {
    CornerSet set_a = world_corners(c.a);
    CornerSet set_b = world_corners(c.b);
    const Corners a = set_a.view();
    const Corners b = set_b.view();
    const double error = stated_error * (a.reach + b.reach);
    Certificate proof;
    const CoreGap core = polyhedral_gap(a, b, Pose{}, nullptr, &proof);
    Answer answer{core.gap, core.normal, Vec3::Zero(), Vec3::Zero(), error};
    double sum = 0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(core.count); ++k) {
        EXPECT_GE(core.weights[k], 0);
        sum += core.weights[k];
        answer.on_a += core.weights[k] * a[core.corners[k].a];
        answer.on_b += core.weights[k] * b[core.corners[k].b];
    }
    EXPECT_NEAR(sum, 1, 4e-16);
    expect_answer(c, answer, worst);
    const ProvenGap proven = check(proof, a, b, Pose{});
    EXPECT_LE(proven.upper - proven.lower, error);
    EXPECT_LE(proven.lower, *c.gap + error);
    EXPECT_GE(proven.upper, *c.gap - error);

    // In exact arithmetic only the last step is rounded: the division by the normal's length.
    const CoreGap exact = solve_exact(a, b, Pose{});
    EXPECT_NEAR(exact.gap, *c.gap, 4 * unit_roundoff * std::abs(*c.gap));
    if (*c.gap != 0)
        worst.exact = std::max(worst.exact, std::abs(exact.gap - *c.gap) / std::abs(*c.gap));
}

/// The shapes with their poses.
void ask_shapes(const Case& c, Worst& worst) {
    const Shape& a = *c.a.shape;
    const Shape& b = *c.b.shape;
    const double error = (c.is_curved() ? curved_error : stated_error) * c.scale() + c.pose_error();
    const Gap g = gap(a, c.a.pose, b, c.b.pose);
    EXPECT_EQ(g.status, Status::converged);
    EXPECT_LE(g.lower, g.gap);
    EXPECT_LE(g.gap, g.upper);
    expect_answer(c, {g.gap, g.normal, g.on_a, g.on_b, error}, worst);
    if (c.is_curved()) return;
    const CertifiedGap claim = certified_gap(a, c.a.pose, b, c.b.pose);
    const ProvenGap proven = check(claim, a, c.a.pose, b, c.b.pose);
    EXPECT_LE(proven.upper - proven.lower, stated_error * c.scale());
    EXPECT_LE(proven.lower, *c.gap + error);
    EXPECT_GE(proven.upper, *c.gap - error);
}

TEST(GjkCases, EveryPair) {
    const std::string path = test::gjk_case_path("pairs.json");
    const auto document = test::read_json(path);
    if (!document) GTEST_SKIP() << path << " is not there";
    int cases = 0;
    int cores = 0;
    int shapes = 0;
    Worst worst;
    for (const JsonValue& given : document->at("cases").items) {
        const Case c = read_case(given);
        SCOPED_TRACE(c.id);
        ++cases;
        if (!c.is_curved()) {
            ++cores;
            ask_cores(c, worst);
        }
        if (c.a.shape && c.b.shape) {
            ++shapes;
            ask_shapes(c, worst);
        }
    }
    std::printf(
        "%d cases: %d as corners, %d as shapes with poses; gaps off by at most %.2f of what "
        "is allowed, exact ones by %.1e; %d directions off by at most %.1e\n",
        cases, cores, shapes, worst.gap, worst.exact, worst.directions, worst.direction);
    EXPECT_EQ(cases, 32);
    EXPECT_EQ(cores, 30);
    EXPECT_EQ(shapes, 29); // three are flat: a point, triangles, coplanar polygons
    EXPECT_EQ(worst.directions, 56);
}

/// parry's point sets for hulls: planar ones are no solid, and the message says so.
TEST(GjkCases, HullPoints) {
    const std::filesystem::path folder = test::gjk_case_path("hull_points");
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        SCOPED_TRACE(entry.path());
        std::ifstream file(entry.path());
        std::vector<Vec3> points;
        for (double x, y, z; file >> x >> y >> z;) points.emplace_back(x, y, z);
        ASSERT_EQ(points.size(), 8U);
        ++files;
        try {
            make_polyhedron(points);
            FAIL() << "a planar hull was taken for a solid";
        } catch (const InputError& error) {
            ASSERT_EQ(error.messages().size(), 1U);
            EXPECT_EQ(error.messages()[0].find("points: all in one plane, 0 m thick over a length "
                                               "of 2.88"),
                      0U)
                << error.messages()[0];
        }
    }
    EXPECT_EQ(files, 1);
}

} // namespace
} // namespace scree
