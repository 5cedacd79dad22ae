// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/checkpoint.hpp>
#include <scree/io/export.hpp>
#include <scree/io/mesh_file_samples.test.hpp>
#include <scree/io/mesh_notes.hpp>
#include <scree/io/run_folder.hpp>
#include <scree/io/scene_file.hpp>
#include <scree/shapes/mesh_surface.hpp>
#include <scree/sim/world.hpp>

#include <gtest/gtest.h>

#include <string>

// [[wall]] type = "mesh", from the file to the surface, and what it says of wrong ones.
namespace scree {
namespace {

const std::string head = "duration = 1\n"
                         "[material.m]\n"
                         "density = 1000\n"
                         "contact_time = 1e-3\n"
                         "restitution = 0.5\n"
                         "friction = 0.5\n" // six lines
                         "[[grains]]\nradius = 0.01\nfill = \"placed\"\nat = [[0.1, 0.1, 0.1]]\n";

class SceneMeshWalls : public test::MeshFolder {
protected:
    Scene read(const std::string& wall) const {
        const std::string text = head + "[[wall]]\ntype = \"mesh\"\n" + wall;
        return read_scene_text(text, (folder / "s.toml").string());
    }
    std::string error_of(const std::string& wall) const {
        try {
            read(wall);
        } catch (const InputError& error) {
            std::string text = error.what();
            for (std::size_t at = 0;
                 (at = text.find(folder.string() + "/", at)) != std::string::npos;)
                text.erase(at, folder.string().size() + 1);
            return text;
        }
        return "no error";
    }
    static const MeshSurface& mesh_of(const Scene& scene) {
        return *std::get<MeshWall>(scene.walls.at(0).surfaces.at(0)).home;
    }
};

TEST_F(SceneMeshWalls, EveryFormatScaledTurnedAndMoved) {
    write("a.stl", test::text_stl());
    write("b.stl", test::binary_stl());
    write("c.off",
          "OFF\n4 4 0\n0 0 0\n0 1 0\n1 0 0\n0 0 0.5\n3 0 1 2\n3 0 2 3\n3 2 1 3\n3 1 0 3\n");
    write("d.obj", "v 0 0 0\nv 0 1 0\nv 1 0 0\nv 0 0 0.5\nf 1 2 3\nf 1 3 4\nf 3 2 4\nf 2 1 4\n");
    for (const char* name : {"a.stl", "b.stl", "c.off", "d.obj"}) {
        SCOPED_TRACE(name);
        const std::string file = std::string("file = \"") + name + "\"\n";
        const Scene plain = read(file);
        EXPECT_EQ(mesh_of(plain).bounds().high, Vec3(1, 1, 0.5));
        EXPECT_EQ(mesh_of(plain).mesh().triangles.size(), 4U);
        ASSERT_EQ(plain.inputs.size(), 1U);
        EXPECT_EQ(plain.inputs[0].name, name);
        const Scene placed = read(file + "scale = 2\naxis = [0, 0, 3]\nangle = 90\n"
                                         "position = [0.5, 0, -1]\n");
        EXPECT_LT((mesh_of(placed).bounds().low - Vec3(-1.5, 0, -1)).norm(), 1e-15);
        EXPECT_LT((mesh_of(placed).bounds().high - Vec3(0.5, 2, 0)).norm(), 1e-15);
    }
    EXPECT_NEAR(mesh_of(read("file = \"a.stl\"\nsmooth_angle = 10\n")).smooth_cosine(),
                std::cos(10 * M_PI / 180), 1e-15);
}

TEST_F(SceneMeshWalls, WhatIsWrong) {
    write("a.stl", test::text_stl());
    write("short.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n");
    write("bad.obj", "v 0 0 0\nv 1 0 zero\n");
    write("flat.off", "OFF\n3 1 0\n0 0 0\n1 1 1\n2 2 2\n3 0 1 2\n");
    write("mesh.vtk", "x");
    EXPECT_EQ(error_of(""), "s.toml:11: wall: needs file");
    EXPECT_EQ(error_of("file = \"none.stl\"\n"), "s.toml:13: wall.file: none.stl: no such file");
    EXPECT_EQ(error_of("file = \"mesh.vtk\"\n"),
              "s.toml:13: wall.file: mesh.vtk: unknown kind of mesh file, the name must end in "
              ".stl, .obj, .off or .ply");
    EXPECT_TRUE(error_of("file = \"short.off\"\n").starts_with("s.toml:13: wall.file: short.off:"))
        << error_of("file = \"short.off\"\n");
    EXPECT_TRUE(error_of("file = \"bad.obj\"\n").starts_with("s.toml:13: wall.file: bad.obj:2:"))
        << error_of("file = \"bad.obj\"\n");
    EXPECT_EQ(error_of("file = \"flat.off\"\n"), "s.toml:13: wall.file: flat.off: triangles: none "
                                                 "with an area, the wall is empty");
    const std::string file = "file = \"a.stl\"\n";
    EXPECT_EQ(error_of(file + "scale = 0\n"), "s.toml:14: wall.scale: must be > 0, got 0");
    EXPECT_EQ(error_of(file + "smooth_angle = 90\n"),
              "s.toml:14: wall.smooth_angle: must be >= 0 and <= 89, got 90");
    EXPECT_EQ(error_of(file + "axis = [1, 0, 0]\n"),
              "s.toml:14: wall.axis: is only used with angle");
    EXPECT_EQ(error_of(file + "axis = [0, 0, 0]\nangle = 3\n"),
              "s.toml:14: wall.axis: must not be zero");
    EXPECT_TRUE(error_of(file + "radius = 1\n").starts_with("s.toml:14: wall.radius: unknown key"))
        << error_of(file + "radius = 1\n");
}

TEST_F(SceneMeshWalls, SaysWhereItIsOpen) {
    // A tray: the unit square with two of four sides, and one triangle twice.
    write("tray.off", "OFF\n6 7 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n"
                      "3 0 1 2\n3 0 2 3\n3 0 1 5\n3 0 5 4\n3 0 1 2\n3 2 1 0\n3 0 1 1\n");
    const Scene scene = read("name = \"tray\"\nfile = \"tray.off\"\nscale = 0.5\n");
    const std::vector<std::string> notes = mesh_notes(scene);
    ASSERT_EQ(notes.size(), 2U);
    EXPECT_EQ(notes[0], "wall \"tray\": 4 triangles in 2 flat regions, 2 given twice, 1 edge of "
                        "more than two triangles or of two that are turned against each other");
    // Three sides of each square, 0.5 m each: they join in the two ends of the fold.
    EXPECT_EQ(notes[1],
              "wall \"tray\": open along 3 m (6 edges) around [0.25, 0.166667, 0.166667]");
}

TEST_F(SceneMeshWalls, CountsOneInTheSingular) {
    write("one.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    const std::vector<std::string> notes =
        mesh_notes(read("name = \"sail\"\nfile = \"one.off\"\n"));
    ASSERT_FALSE(notes.empty());
    EXPECT_EQ(notes[0], "wall \"sail\": 1 triangle in 1 flat region");
}

TEST_F(SceneMeshWalls, GoesIntoTheRunFolderAndTheHash) {
    write("a.stl", test::text_stl());
    const std::string text = head + "[[wall]]\ntype = \"mesh\"\nfile = \"a.stl\"\n";
    const Scene scene = read("file = \"a.stl\"\n");
    const RunFolder run(folder / "run");
    run.create(text, {}, scene.inputs);
    const Scene kept = read_scene_text(text, run.scene_file().string());
    EXPECT_EQ(mesh_of(kept).mesh().vertices, mesh_of(scene).mesh().vertices);
    EXPECT_EQ(scene_hash(text, kept.inputs), scene_hash(text, scene.inputs));
    std::vector<SceneInput> other = scene.inputs;
    other[0].text += "\n";
    EXPECT_NE(scene_hash(text, other), scene_hash(text, scene.inputs));
    const std::string vtk = walls_as_vtk(scene.walls, {Vec3::Zero(), Vec3::Ones()});
    EXPECT_NE(vtk.find("POLYGONS 4 16"), std::string::npos);
}

// Fills keep clear of the triangles.
TEST_F(SceneMeshWalls, GrainsAreNotPlacedIntoIt) {
    write("a.stl", test::text_stl());
    const std::string wall = "[[wall]]\ntype = \"mesh\"\nfile = \"a.stl\"\n";
    std::string text =
        head.substr(0, head.find("[[grains]]")) + wall +
        "[[grains]]\nradius = 0.02\nfill = \"random\"\ncount = 300\n"
        "region = { type = \"box\", low = [-0.2, -0.2, -0.2], high = [1, 1, 0.6] }\n";
    const Scene scene = read_scene_text(text, (folder / "s.toml").string());
    const std::vector<Grain> grains = place_grains(scene);
    EXPECT_EQ(grains.size(), 300U);
    int near = 0;
    for (const Grain& g : grains) {
        const double distance = nearest(scene.walls[0].surfaces[0], g.center).distance;
        EXPECT_GE(distance, g.radius * (1 - 1e-12));
        near += distance < 2 * g.radius ? 1 : 0;
    }
    EXPECT_GT(near, 10); // not vacuous
    text.replace(text.find("fill = \"random\""), std::string::npos,
                 "fill = \"placed\"\nat = [[0.2, 0.2, 0.01]]\n");
    const Scene wrong = read_scene_text(text, (folder / "s.toml").string());
    try {
        place_grains(wrong);
        ADD_FAILURE() << "no error";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("overlaps wall \"mesh\" by 0.01 m"),
                  std::string::npos)
            << error.what();
    }
}

} // namespace
} // namespace scree
