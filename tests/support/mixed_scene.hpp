// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <support/mesh_scenes.hpp>
#include <support/shaped_scenes.hpp>

#include <scree/base/random.hpp>

#include <vector>

// Grains of every shape, with balls, in a box or a period.
namespace scree::test_support {

struct Mixed {
    Scene scene;
    std::vector<Grain> grains;
    double dt = 0;
};

struct MixedCase {
    LawKind law = LawKind::linear;
    bool is_periodic = false;
    double unit = 1, second = 1; ///< lengths and times are so many times what they are with 1
    Vec3 shift = Vec3::Zero();   ///< of everything, in such units
    bool has_all_walls = false;  ///< the box is deeper, with a wall of each kind below
};

/// A box that goes down to -0.05, and one wall of each other kind between there and 0.
inline std::vector<Wall> walls_of_all_kinds() {
    TriangleMesh sheet = cut_floor(0.05, -0.012, 4);
    shift(sheet, {0.05, 0.05, 0});
    return {
        box_wall({0, 0, -0.05}, {0.1, 0.1, 0.1}),
        wall_of("plane", make_plane({0, 0, 0}, {1, 0, 2})),
        wall_of("sphere", make_sphere({0.03, 0.025, -0.025}, 0.02, false)),
        wall_of("rod", make_rod({0.075, 0.022, -0.05}, {0.075, 0.022, -0.008}, 0.012)),
        wall_of("cone", make_frustum({0.035, 0.075, -0.04}, {0.035, 0.075, -0.006}, 0.01, 0.022)),
        wall_of("disc", make_annulus({0.08, 0.075, -0.015}, {0.3, 0, 1}, 0, 0.018)),
        mesh_wall(sheet)};
}

/// Two of each shape and some balls, thrown at each other in a box; or between two of its faces, in
/// a period along the others.
inline Mixed mixed_scene(const MixedCase& which) {
    const LawKind law = which.law;
    const double unit = which.unit, speed = unit / which.second;
    const auto place = [&](double x, double y, double z) -> Vec3 {
        return unit * (Vec3(x, y, z) + which.shift);
    };
    Mixed m;
    Material material = grit(0.6, 0.4);
    if (law == LawKind::pournin) material.reload_loss = 0.8;
    material.rolling_friction = law == LawKind::hertz ? 0.1 : 0;
    *material.contact_time *= which.second;
    *material.young *= speed * speed;
    m.scene = bare_scene(law, material);
    m.scene.gravity = {0, 0, -9.81 * speed / which.second};
    m.scene.walls = {box_wall(place(0, 0, 0), place(0.1, 0.1, 0.1))};
    if (which.has_all_walls) m.scene.walls = walls_of_all_kinds();
    if (which.is_periodic) {
        m.scene.periodic = {unit * which.shift, unit * Vec3(0.14, 0.14, 0)};
        Wall faces = m.scene.walls[0];
        const std::vector<std::string> open = {"-x", "+x", "-y", "+y"};
        faces.surfaces = make_box(place(0, 0, 0), place(0.14, 0.14, 0.1), open);
        m.scene.walls = {faces};
    }
    m.scene.shapes = {
        cube_shape(),
        grain_shape("tetrahedron", regular_solid("tetrahedron", 1)),
        grain_shape("rounded", solid_box({1, 0.7, 0.5}, 0.2)),
        grain_shape("ellipsoid", solid_ellipsoid({1, 0.8, 1.25})),
        grain_shape("superquadric", solid_superquadric({1, 0.8, 0.7}, 4, 3)),
        grain_shape("capsule", solid_capsule(1, 0.5)),
        grain_shape("cylinder", solid_cylinder(0.6, 1)),
        grain_shape("cone", solid_cone(1, 1.5)),
        grain_shape("grain", generated_grain({}, 1)),
        grain_shape("clump", make_clump(std::vector<ClumpBall>{{{0, 0, 0}, 1}, {{1, 0, 0}, 0.8}}))};
    Random random(4);
    for (int k = 0; k < 27; ++k) {
        const Vec3 center =
            place(0.02 + 0.03 * (k % 3), 0.02 + 0.03 * (k / 3 % 3), 0.02 + 0.03 * (k / 9));
        const int shape = k % 11 - 1;
        const Vec3 axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        Grain g = shape < 0 ? grain_at(center, 0.008 * unit)
                            : shaped_grain(m.scene, shape, center, 0.0085 * unit,
                                           turned(axis, random.uniform(0, 3)));
        g.velocity =
            2.5 * speed * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        if (which.has_all_walls) g.velocity.z() -= 2;
        g.spin = 20 / which.second * axis;
        m.grains.push_back(g);
    }
    m.dt = automatic_step(m.scene, m.grains);
    return m;
}

} // namespace scree::test_support
