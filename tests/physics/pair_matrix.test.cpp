// SPDX-License-Identifier: BSD-3-Clause
//
// Every kind of grain against every other and against every kind of wall: the table of
// docs/pair-matrix.md. Each cell is run; nothing in the table is written by hand.
#include <scree/base/random.hpp>
#include <scree/shapes/shape_mesh.hpp>

#include <support/mesh_scenes.hpp>
#include <support/shaped_scenes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <sstream>

namespace scree {
namespace {

using namespace test_support;

constexpr double radius = 0.01, speed = 0.2;
const char* const page_file = SCREE_SOURCE_DIR "/docs/pair-matrix.md";

struct GrainKind {
    std::string name;
    GrainShape shape; ///< of the sphere it is only used to say where it is
    bool is_ball = false;
};

std::vector<GrainKind> grain_kinds() {
    Polyhedron rounded = regular_solid("octahedron", 1);
    rounded.rounding = 0.2;
    return {{"sphere", grain_shape("sphere", solid_sphere(1)), true},
            {"ellipsoid", grain_shape("ellipsoid", solid_ellipsoid({1, 0.8, 1.25}))},
            {"superquadric", grain_shape("superquadric", solid_superquadric({1, 0.8, 0.7}, 4, 3))},
            {"capsule", grain_shape("capsule", solid_capsule(1, 0.5))},
            {"cylinder", grain_shape("cylinder", solid_cylinder(0.6, 1))},
            {"cone", grain_shape("cone", solid_cone(1, 1.5))},
            {"box", grain_shape("box", solid_box({1, 0.7, 0.5}))},
            {"polyhedron", grain_shape("polyhedron", regular_solid("dodecahedron", 1))},
            {"rounded", grain_shape("rounded", rounded)},
            {"generated", grain_shape("generated", generated_grain({}, 1))},
            {"clump", grain_shape("clump", make_clump(std::vector<ClumpBall>{{{0, 0, 0}, 1},
                                                                             {{1, 0, 0}, 0.8}}))}};
}

/// All are met by a grain that comes down along z.
struct WallKind {
    std::string name;
    std::vector<Surface> surfaces;
    double from;                             ///< height at which no grain touches it
    std::function<double(const Vec3&)> room; ///< distance of a point from it, < 0 beyond
};

std::vector<Surface> mesh_surfaces(const TriangleMesh& mesh) {
    return make_mesh_wall(MeshSurface(mesh, {}));
}

/// A tube along x.
TriangleMesh tube_mesh(double half_length, double tube_radius, int sides) {
    TriangleMesh mesh = test::cylinder_mesh(tube_radius, 2 * half_length, sides, 1);
    for (Vec3& p : mesh.vertices) p = {p.z() - half_length, p.x(), p.y()};
    return mesh;
}

/// A cube with its top at z = 0.
TriangleMesh block_mesh(double half) {
    TriangleMesh mesh = mesh_of(solid_box({half, half, half}), 1);
    shift(mesh, {0, 0, -half});
    return mesh;
}

std::vector<WallKind> wall_kinds() {
    const auto across = [](const Vec3& p) { return std::hypot(p.y(), p.z()); };
    const auto height = [](const Vec3& p) { return p.z(); };
    const auto in_cone = [](const Vec3& p) {
        // The tip at z = -0.05, radius 0.06 at z = 0.05.
        return (0.03 + 0.6 * p.z() - std::hypot(p.x(), p.y())) / std::sqrt(1.36);
    };
    return {{"plane", make_plane({0, 0, 0}, {0, 0, 1}), 0.03, height},
            {"box", make_box({-0.05, -0.05, -0.05}, {0.05, 0.05, 0.05}, {}), 0,
             [](const Vec3& p) { return p.z() + 0.05; }},
            {"sphere inside", make_sphere({0, 0, 0}, 0.05, true), 0,
             [](const Vec3& p) { return 0.05 - p.norm(); }},
            {"sphere outside", make_sphere({0, 0, 0}, 0.03, false), 0.06,
             [](const Vec3& p) { return p.norm() - 0.03; }},
            {"cylinder inside", make_frustum({-0.1, 0, 0}, {0.1, 0, 0}, 0.05, 0.05), 0,
             [across](const Vec3& p) { return 0.05 - across(p); }},
            {"cylinder outside", make_frustum({-0.1, 0, 0}, {0.1, 0, 0}, 0.03, 0.03), 0.06,
             [across](const Vec3& p) { return across(p) - 0.03; }},
            {"cone inside", make_frustum({0, 0, -0.05}, {0, 0, 0.05}, 0, 0.06), 0.02, in_cone},
            {"disc", make_annulus({0, 0, 0}, {0, 0, 1}, 0, 0.05), 0.03, height},
            {"rod", make_rod({0, 0, -0.1}, {0, 0, 0}, 0.03), 0.03, height},
            {"mesh floor", mesh_surfaces(cut_floor(0.05, 0, 4)), 0.03, height},
            {"mesh block", mesh_surfaces(block_mesh(0.03)), 0.03, height},
            {"mesh tube", mesh_surfaces(tube_mesh(0.1, 0.05, 96)), 0,
             [across](const Vec3& p) { return 0.05 - across(p); }}};
}

Eigen::Quaterniond any_attitude(Random& random) {
    Eigen::Vector4d q;
    for (int k = 0; k < 4; ++k) q[k] = random.uniform(-1, 1);
    return Eigen::Quaterniond(q.normalized());
}

/// Two grains that meet along x, or one that meets a wall along -z: `place` says how far apart.
struct Cell {
    std::string name;
    Scene scene;
    std::vector<Grain> grains;
    Vec3 way; ///< of the last grain, away from what it meets
    Vec3 aside = Vec3::Zero();

    std::vector<Grain> at(double place) const {
        std::vector<Grain> out = grains;
        out.back().center = place * way + aside;
        return out;
    }
};

Grain grain_of(const GrainKind& kind, Scene& scene, Random& random) {
    Grain g = grain_at(Vec3::Zero(), radius);
    g.attitude = any_attitude(random);
    if (kind.is_ball) return g;
    g.shape = static_cast<int>(scene.shapes.size());
    scene.shapes.push_back(kind.shape);
    return g;
}

Cell pair_cell(const GrainKind& a, const GrainKind& b, std::uint64_t seed) {
    Random random(seed);
    Cell cell{
        a.name + " – " + b.name, bare_scene(LawKind::linear, grit(0.8, 0.3)), {}, Vec3::UnitX()};
    cell.grains = {grain_of(a, cell.scene, random), grain_of(b, cell.scene, random)};
    return cell;
}

Cell wall_cell(const GrainKind& a, const WallKind& wall, std::uint64_t seed) {
    Random random(seed);
    Cell cell{
        a.name + " – " + wall.name, bare_scene(LawKind::linear, grit(0.8, 0.3)), {}, Vec3::UnitZ()};
    cell.grains = {grain_of(a, cell.scene, random)};
    cell.aside = {0.003, 0.002, 0}; // on the axis of a round wall a ball touches all around
    cell.scene.walls = {wall_of(wall.name, wall.surfaces)};
    return cell;
}

bool touches(const Cell& cell, double place) {
    World world = world_of(cell.scene, cell.at(place), 1e-6);
    world.evaluate();
    return world.contact_count() > 0;
}

/// The place where the engine says that they begin to touch, between one where they do and one
/// where they do not.
double onset(const Cell& cell, double touching, double apart) {
    EXPECT_TRUE(touches(cell, touching)) << cell.name;
    EXPECT_FALSE(touches(cell, apart)) << cell.name;
    for (int k = 0; k < 24; ++k) {
        const double middle = 0.5 * (touching + apart);
        (touches(cell, middle) ? touching : apart) = middle;
    }
    return touching;
}

// Geometry that knows nothing of gaps: bodies that overlap have no direction in which one ends
// before the other begins.

/// How far a part reaches along a unit direction, as a grain of this cell.
double extent(const GrainPart& part, const Grain& grain, const Vec3& direction) {
    const Eigen::Matrix3d turn = grain.attitude.toRotationMatrix() * part.in_body.rotation;
    const Vec3 own = turn.transpose() * direction;
    return radius * (own.dot(support(part.shape, own)) + rounding(part.shape) +
                     direction.dot(grain.attitude * part.in_body.position));
}

/// Two convex parts with centres `s` apart along x touch if no direction n separates them: s times
/// n_x is less than what both reach along it. The least such s, by sampling and refining.
double touching_distance(const GrainPart& a, const GrainPart& b, const Cell& cell) {
    const auto distance = [&](const Vec3& n) {
        if (!(n.x() > 1e-3)) return 1.0;
        return (extent(a, cell.grains[0], n) + extent(b, cell.grains[1], -n)) / n.x();
    };
    Vec3 best = Vec3::UnitX();
    Random random(5);
    double width = 1;
    for (int k = 0; k < 6000; ++k) {
        const Vec3 way(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        const Vec3 n = (best + width * way).normalized();
        if (distance(n) < distance(best)) best = n;
        if (k > 2000) width = std::max(0.9985 * width, 1e-4);
    }
    return distance(best);
}

double geometric_onset(const GrainKind& a, const GrainKind& b, const Cell& cell) {
    double farthest_apart = 0;
    for (const GrainPart& part_a : a.shape.parts)
        for (const GrainPart& part_b : b.shape.parts)
            farthest_apart = std::max(farthest_apart, touching_distance(part_a, part_b, cell));
    return farthest_apart;
}

/// Points all over the surface, in the frame of the scene, the grain's centre in the origin.
std::vector<Vec3> surface_points(const GrainKind& kind, const Grain& grain) {
    constexpr int cuts = 6;
    std::vector<Vec3> out;
    for (const GrainPart& part : kind.shape.parts) {
        const TriangleMesh mesh = mesh_of(part.shape, 4);
        const auto put = [&](const Vec3& p) {
            out.push_back(grain.attitude * (radius * (part.in_body * p)));
        };
        for (const auto& t : mesh.triangles)
            for (int i = 0; i <= cuts; ++i)
                for (int j = 0; i + j <= cuts; ++j)
                    put((i * mesh.vertices[t[0]] + j * mesh.vertices[t[1]] +
                         (cuts - i - j) * mesh.vertices[t[2]]) /
                        cuts);
    }
    return out;
}

double geometric_onset(const GrainKind& kind, const WallKind& wall, const Cell& cell) {
    const std::vector<Vec3> points = surface_points(kind, cell.grains[0]);
    double touching = wall.from - 0.1, apart = wall.from;
    for (int k = 0; k < 30; ++k) {
        const double middle = 0.5 * (touching + apart);
        const bool is_beyond = std::any_of(points.begin(), points.end(), [&](const Vec3& p) {
            return wall.room(p + cell.aside + middle * Vec3::UnitZ()) < 0;
        });
        (is_beyond ? touching : apart) = middle;
    }
    return apart;
}

/// A collision from just before the touch until the grains have parted, or for a while.
struct Collision {
    bool has_touched = false, has_parted = false;
    double residual = 0;          ///< of the ledger, of the energy
    Vec3 momentum = Vec3::Zero(); ///< what it has changed by, of that of one grain
    Vec3 turning = Vec3::Zero();  ///< angular, about the origin; of that times the radius
    bool resumes = false;         ///< with the same bits, from the middle of the contact
    std::vector<Vec3> velocity;   ///< at the end, by grain
};

/// Angular momentum about the origin: the spin's part by the energy of turning it would have.
struct Momenta {
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
};
Momenta momenta_of(World& world) {
    Momenta sum;
    const Frame frame = make_frame(world);
    const std::vector<std::uint32_t> place = places_by_id(world.bodies());
    for (std::size_t i = 0; i < frame.id.size(); ++i) {
        const Vec3 p = frame.mass[i] * frame.velocity[i];
        sum.linear += p;
        sum.angular += frame.center[i].cross(p);
        // E(ω) = ½ ω·Iω, so its polarisation gives (Iω)_k.
        for (int k = 0; k < 3; ++k) {
            const auto energy = [&](const Vec3& w) { return world.turning_energy(place[i], w); };
            const Vec3 unit = Vec3::Unit(k);
            sum.angular[k] += 0.5 * (energy(frame.spin[i] + unit) - energy(frame.spin[i] - unit));
        }
    }
    return sum;
}

Collision collide(const Cell& cell, double place) {
    std::vector<Grain> grains = cell.at(place + 1e-3 * radius);
    grains.back().velocity = -speed * cell.way;
    const double dt = automatic_step(cell.scene, grains);
    World world = world_of(cell.scene, grains, dt);
    Collision out;
    Ledger ledger;
    Momenta before;
    const double mass = world.laws().rows.empty() ? 1 : 2500 * 4.18879 * std::pow(radius, 3);
    std::string resumed;
    std::unique_ptr<World> twin;
    for (int s = 0; s < 1500 && !out.has_parted; ++s) {
        world.evaluate();
        world.complete_forces();
        if (s == 0) before = momenta_of(world);
        const Measures m = take_measures(cell.scene, world, ledger);
        const double energy = 0.5 * mass * speed * speed;
        out.residual = std::max(out.residual, std::abs(m.residual) / energy);
        const bool is_touching = world.contact_count() > 0;
        out.has_parted = out.has_touched && !is_touching && s > 100;
        out.has_touched |= is_touching;
        if (s % 10 == 0 || out.has_parted) {
            const Momenta now = momenta_of(world);
            out.momentum = (now.linear - before.linear) / (mass * speed);
            out.turning = (now.angular - before.angular) / (mass * speed * radius);
        }
        out.velocity = make_frame(world).velocity;
        world.advance();
        if (is_touching && !twin)
            twin = std::make_unique<World>(cell.scene, world.save(), WorldOptions{.dt = dt});
        else if (twin && resumed.empty())
            twin->step();
        if (twin && resumed.empty() && twin->step_index() == world.step_index() && s % 40 == 39) {
            resumed = twin->state_hash();
            out.resumes = resumed == world.state_hash();
        }
    }
    return out;
}

/// What a cell has shown: T touch, S symmetry, E energy, R resume.
struct Verdict {
    bool touch = false, symmetry = false, energy = false, resume = false;
    std::string text() const {
        return std::string(touch ? "T" : "–") + (symmetry ? "S" : "–") + (energy ? "E" : "–") +
               (resume ? "R" : "–");
    }
};

Verdict finish(const Cell& cell, double engine, double geometry, const Collision& c) {
    Verdict v;
    v.touch = std::abs(engine - geometry) < 0.02 * radius && c.has_touched;
    v.energy = c.residual < 0.02;
    v.resume = c.resumes;
    std::printf("%-32s touch %+.4f of the radius off, residual %.1e, resume %d", cell.name.c_str(),
                (engine - geometry) / radius, c.residual, c.resumes);
    return v;
}

Verdict run_pair(const GrainKind& a, const GrainKind& b, std::uint64_t seed) {
    const Cell cell = pair_cell(a, b, seed);
    const double engine = onset(cell, 0.5 * radius, 4 * radius);
    const Collision there = collide(cell, engine);
    Verdict v = finish(cell, engine, geometric_onset(a, b, cell), there);
    // Whoever comes first in the list, the same happens: grain 1 of the one is grain 0 of the
    // other.
    Cell swapped = cell;
    std::swap(swapped.grains[0], swapped.grains[1]);
    std::vector<Grain> grains = cell.at(engine + 1e-3 * radius);
    swapped.grains[0].center = grains[1].center - grains[1].center;
    swapped.way = -cell.way;
    const Collision here = collide(swapped, engine);
    // There the last grain flies and the first one rests; seen from the flying one it is the same.
    const Vec3 apart = there.velocity[1] - there.velocity[0];
    const Vec3 apart_swapped = here.velocity[0] - here.velocity[1];
    const double mirror = (apart - apart_swapped).norm() / speed;
    const double kept = there.momentum.norm() + there.turning.norm();
    v.symmetry = kept < 1e-6 && mirror < 0.02;
    std::printf(", momentum %.1e, mirrored %.1e\n", kept, mirror);
    return v;
}

Verdict run_wall(const GrainKind& a, const WallKind& wall, std::uint64_t seed) {
    const Cell cell = wall_cell(a, wall, seed);
    const double geometry = geometric_onset(a, wall, cell);
    const double engine = onset(cell, geometry - 0.1 * radius, geometry + 0.1 * radius);
    const Collision c = collide(cell, engine);
    Verdict v = finish(cell, engine, geometry, c);
    // A wall at rest has no momentum to show; it must push back where the grain came from.
    v.symmetry = c.momentum.dot(cell.way) > 0;
    std::printf(", pushed back by %.2f of the momentum\n", c.momentum.dot(cell.way));
    return v;
}

/// The page, and how many cells lack something.
struct Page {
    std::string text;
    int cells = 0, lacking = 0;
};

Page run_all() {
    const std::vector<GrainKind> grains = grain_kinds();
    const std::vector<WallKind> walls = wall_kinds();
    Page page;
    const auto note = [&](std::ostream& row, const Verdict& v) {
        row << " " << v.text() << " |";
        ++page.cells;
        page.lacking += v.text() != "TSER";
        EXPECT_EQ(v.text(), "TSER");
    };
    std::ostringstream between, at_walls;
    std::string head = "|", rule = "|---|";
    for (const GrainKind& kind : grains) head += " | " + kind.name, rule += "---|";
    between << head << " |\n" << rule << "\n";
    for (std::size_t i = 0; i < grains.size(); ++i) {
        between << "| **" << grains[i].name << "** |";
        for (std::size_t j = 0; j <= i; ++j)
            note(between, run_pair(grains[i], grains[j], 100 * i + j + 1));
        for (std::size_t j = i + 1; j < grains.size(); ++j) between << " |";
        between << "\n";
    }
    head = "|", rule = "|---|";
    for (const WallKind& wall : walls) head += " | " + wall.name, rule += "---|";
    at_walls << head << " |\n" << rule << "\n";
    for (std::size_t i = 0; i < grains.size(); ++i) {
        at_walls << "| **" << grains[i].name << "** |";
        for (std::size_t j = 0; j < walls.size(); ++j)
            note(at_walls, run_wall(grains[i], walls[j], 5000 + 100 * i + j));
        at_walls << "\n";
    }
    page.text =
        "# What meets what\n\n"
        "Every kind of grain against every other and every kind of wall, as run by "
        "`PairMatrix.*` (`tests/physics/pair_matrix.test.cpp`), which also wrote\nthis page. "
        "A letter stands for what the cell has shown, a dash for what it has not.\n\n"
        "| | shown |\n|---|---|\n"
        "| T | they begin to touch where geometry says, within 0.02 of the radius: by "
        "separating directions (grains), by points of the surface (walls) |\n"
        "| S | momentum and angular momentum are kept to 1e-6, and it does not matter "
        "which grain is the first; a wall pushes the grain back |\n"
        "| E | a damped collision with friction closes the energy ledger to 0.02 of the "
        "energy |\n"
        "| R | saved and restored in contact, the run goes on with the same bits |\n\n"
        "## Grain and grain\n\n" +
        between.str() + "\n## Grain and wall\n\n" + at_walls.str();
    return page;
}

TEST(PairMatrix, EveryCellHoldsAndThePageSaysSo) {
    const Page now = run_all();
    EXPECT_EQ(now.lacking, 0);
    EXPECT_EQ(now.cells, 66 + 132);
    std::ifstream file(page_file);
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_TRUE(text.str() == now.text)
        << page_file << " is out of date; renew it with: scree_pair_matrix_tests "
        << "--gtest_also_run_disabled_tests --gtest_filter=*WriteThePage";
}

TEST(PairMatrix, DISABLED_WriteThePage) { std::ofstream(page_file) << run_all().text; }

} // namespace
} // namespace scree
