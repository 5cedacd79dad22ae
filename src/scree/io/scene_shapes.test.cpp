// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/scene_file.hpp>

#include <scree/base/error.hpp>
#include <scree/io/checkpoint.hpp>
#include <scree/io/files.hpp>
#include <scree/sim/time_step.hpp>
#include <scree/sim/world.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace scree {
namespace {

const std::string head = "duration = 1\n"
                         "[material.m]\n"
                         "density = 1000\n"
                         "contact_time = 1e-3\n"
                         "restitution = 0.5\n"
                         "friction = 0.5\n"; // six lines

const std::string cubes = "[[grains]]\n"
                          "shape = \"cube\"\n"
                          "radius = 0.01\n"
                          "fill = \"placed\"\n"
                          "at = [[0, 0, 0.1], [0.05, 0, 0.1]]\n";

std::string error_of(const std::string& text) {
    try {
        const Scene scene = read_scene_text(head + text, "s.toml");
        place_grains(scene);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

TEST(SceneShapes, AGroupMayNameASolidAShapeOrASphere) {
    const Scene plain = read_scene_text(
        head +
            "[[grains]]\nshape = \"sphere\"\nradius = 0.01\nfill = \"placed\"\nat = [[0, 0, 0]]\n",
        "s.toml");
    EXPECT_TRUE(plain.shapes.empty());
    const Scene scene = read_scene_text(
        head + "[[shape]]\nname = \"sand\"\ntype = \"grain\"\nvariants = 3\n" + cubes +
            "[[grains]]\nname = \"b\"\nshape = \"sand\"\nradius = 0.01\nfill = \"placed\"\n"
            "at = [[0, 1, 0]]\nattitude_axis = [1, 0, 0]\nattitude_angle = 90\n",
        "s.toml");
    ASSERT_EQ(scene.shapes.size(), 4U);
    EXPECT_EQ(scene.grains[0].shapes, std::vector<int>{3});
    EXPECT_EQ(scene.grains[1].shapes, (std::vector<int>{0, 1, 2}));
    ASSERT_TRUE(scene.grains[1].attitude);
    EXPECT_NEAR((*scene.grains[1].attitude * Vec3::UnitY()).z(), 1, 1e-12);
    const auto grains = place_grains(scene);
    ASSERT_EQ(grains.size(), 3U);
    EXPECT_EQ(grains[0].shape, 3);
    EXPECT_NE(grains[0].attitude.coeffs(), grains[1].attitude.coeffs()); // by chance
    EXPECT_EQ(grains[0].attitude.coeffs(), place_grains(scene)[0].attitude.coeffs());
}

TEST(SceneShapes, EveryTypeIsRead) {
    const std::vector<std::string> types = {
        "type = \"box\"\nsides = [1, 2, 3]\nrounding = 0.1\n",
        "type = \"ellipsoid\"\naxes = [1, 2, 3]\n",
        "type = \"superquadric\"\naxes = [1, 2, 3]\nexponents = [4, 3]\n",
        "type = \"capsule\"\nlength = 2\nradius = 1\n",
        "type = \"cylinder\"\nlength = 2\nradius = 1\n",
        "type = \"cone\"\nheight = 2\nradius = 1\n",
        "type = \"tetrahedron\"\n",
        "type = \"icosahedron\"\nrounding = 0.1\n",
        "type = \"polyhedron\"\npoints = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]\n",
        "type = \"random\"\nvertices = 20\nelongation = 0.5\nseed = 4\n",
        "type = \"grain\"\nroundness = 0.2\n",
        "type = \"clump\"\ncenters = [[0, 0, 0], [1, 0, 0]]\nradii = [1, 0.7]\n"};
    for (const std::string& type : types) {
        const std::string text = head + "[[shape]]\nname = \"it\"\n" + type +
                                 "[[grains]]\nshape = \"it\"\nradius = 0.01\nfill = \"placed\"\n"
                                 "at = [[0, 0, 0]]\n";
        EXPECT_EQ(read_scene_text(text, "s.toml").shapes.size(), 1U) << type;
    }
}

TEST(SceneShapes, ATableMayGiveAttitudes) {
    const std::string folder = testing::TempDir() + "scree-attitudes-" + std::to_string(::getpid());
    std::filesystem::create_directory(folder);
    const std::string file = folder + "/s.toml";
    const auto message = [&](const std::string& table) {
        write_file_atomically(folder + "/g.csv", table);
        try {
            read_scene_text(head + "[[grains]]\nshape = \"cube\"\nfill = \"file\"\n"
                                   "file = \"g.csv\"\n",
                            file);
        } catch (const InputError& error) {
            return std::string(error.what()).substr(folder.size() + 1);
        }
        return std::string("no error");
    };
    EXPECT_EQ(message("x,y,z,radius,qw,qx,qy\n0,0,0,1,1,0,0\n"),
              "s.toml:10: grains.file: g.csv: an attitude needs all of the columns qw, qx, qy and "
              "qz, found 3");
    EXPECT_EQ(message("x,y,z,radius,qw,qx,qy,qz\n0,0,0,1,2,0,0,0\n"),
              "s.toml:10: grains.file: g.csv:2: qw: a quaternion of length 1 is needed, got 2");
    write_file_atomically(folder + "/g.csv", std::string("x,y,z,radius,qw,qx,qy,qz\n"
                                                         "0,0,0,0.01,1,0,0,0\n"
                                                         "0.1,0,0,0.01,0.7071,0.7071,0,0\n"));
    const Scene scene =
        read_scene_text(head + "[[shape]]\nname = \"plank\"\ntype = \"box\"\nsides = [1, 2, 3]\n"
                               "[[grains]]\nshape = \"plank\"\nfill = \"file\"\nfile = \"g.csv\"\n",
                        file);
    const auto grains = place_grains(scene);
    ASSERT_EQ(grains.size(), 2U);
    // The sides lie as the table says, whatever the principal axes are.
    const auto extents = [&](const Grain& grain) {
        Vec3 out;
        for (int k = 0; k < 3; ++k) {
            const Vec3 own = grain.attitude.conjugate() * Vec3::Unit(k);
            out[k] = own.dot(farthest(scene.shapes[0], own));
        }
        return Vec3(out / out.x());
    };
    EXPECT_LT((extents(grains[0]) - Vec3(1, 2, 3)).norm(), 1e-12);
    EXPECT_LT((extents(grains[1]) - Vec3(1, 3, 2)).norm(), 1e-12);
    std::filesystem::remove_all(folder);
}

TEST(SceneShapes, MistakesAreNamedWithTheirLine) {
    EXPECT_EQ(error_of("[[shape]]\nname = \"sphere\"\ntype = \"cube\"\n" + cubes),
              "s.toml:8: shape.name: \"sphere\" is the name of balls; give another one");
    EXPECT_EQ(error_of("[[shape]]\ntype = \"cylinder\"\nlength = 1e-8\nradius = 1\n" + cubes),
              "s.toml:7: shape: is 2e+08 times as long as it is thick; at most 10000 times is "
              "allowed");
    EXPECT_EQ(error_of("[[shape]]\ntype = \"box\"\nsides = [1e300, 1e300, 1e300]\n" + cubes),
              "s.toml:7: shape: its lengths are too large or too small for its volume to be a "
              "number");
    EXPECT_EQ(error_of("[[shape]]\ntype = \"clump\"\nradii = [1, 1, 1]\n"
                       "centers = [[0, 0, 0], [1, 0, 0], [0, 0, 0]]\n" +
                       cubes),
              "s.toml:7: shape: ball 2 is ball 0 again, and would touch twice as strongly; leave "
              "it out");
    EXPECT_EQ(error_of("[[grains]]\nshape = \"cube\"\nradius = 1e100\nfill = \"placed\"\n"
                       "at = [[0, 0, 0]]\n"),
              "s.toml:9: grains.radius: must be >= 1e-15 and <= 1000000, got 1e+100");
    EXPECT_EQ(error_of("[[grains]]\nshape = \"cubicle\"\nradius = 1\nfill = \"placed\"\n"
                       "at = [[0, 0, 0]]\n"),
              "s.toml:8: grains.shape: must be the name of a [[shape]], a regular solid "
              "(tetrahedron, cube, octahedron, dodecahedron, icosahedron), a file (.stl, .obj, "
              ".off, .ply, .csv, .clu) or \"sphere\", got \"cubicle\"; there is no [[shape]]");
    EXPECT_EQ(error_of("[[grains]]\nattitude_angle = 3\nradius = 1\nfill = \"placed\"\n"
                       "at = [[0, 0, 0]]\n"),
              "s.toml:8: grains.attitude_angle: is only used with shape");
    EXPECT_EQ(error_of("[[shape]]\ntype = \"grain\"\nelongation = -0.5\n" + cubes),
              "s.toml:9: shape.elongation: must be > 0 and <= 1, got -0.5");
    EXPECT_EQ(error_of("[[shape]]\ntype = \"box\"\nsides = [1, -2, 10]\n" + cubes),
              "s.toml:9: shape.sides: must be > 0, got -2");
    EXPECT_EQ(
        error_of("[[shape]]\ntype = \"clump\"\ncenters = [[0, 0, 0]]\nradii = [1, 2]\n" + cubes),
        "s.toml:10: shape.radii: must be as many as centers, 1, got 2");
    EXPECT_EQ(
        error_of("[[shape]]\ntype = \"clump\"\ncenters = [[0, 0, 0]]\nradii = [-1]\n" + cubes),
        "s.toml:10: shape.radii: must be > 0, got -1");
    EXPECT_EQ(error_of("[[shape]]\ntype = \"polyhedron\"\n" + cubes),
              "s.toml:7: shape: give file or points, and not both");
    EXPECT_EQ(error_of(cubes + "[[wall]]\ntype = \"disc\"\ncenter = [0, 0, 0]\nradius = 1\n"
                               "normal = [0, 0, 1]\ninner_radius = 0.5\n"),
              "s.toml:12: wall.inner_radius: grains with a shape meet whole discs only, got 0.5");
}

TEST(SceneShapes, APeriodIsFourSpansLong) {
    EXPECT_EQ(error_of(cubes + "[periodic]\nx = [-0.1, 0.1]\n"), "no error");
    EXPECT_EQ(
        error_of(cubes + "[periodic]\nx = [-0.05, 0.06]\n"),
        "s.toml:13: periodic.x: must be longer than four times the span of the largest grain, "
        "0.111682 m, got 0.11 m");
    // Placed grains are looked at through the sides of the period.
    EXPECT_NE(error_of(cubes + "[periodic]\nx = [-0.06, 0.06]\ny = [-1, 1]\n[[grains]]\nname = "
                               "\"more\"\nshape = \"cube\"\nradius = 0.01\nfill = \"placed\"\n"
                               "at = [[-0.059, 0, 0.1]]\n")
                  .find("more: grain 1 at (-0.059, 0, 0.1) overlaps grain 2 of grains at (0.05, 0, "
                        "0.1) by "),
              std::string::npos);
}

// Files are named as those of walls are: scene, line and key, then the file and what is wrong in
// it.
TEST(SceneShapes, MistakesOfFilesNameKeyAndFile) {
    namespace fs = std::filesystem;
    const fs::path folder =
        fs::temp_directory_path() / ("scree-shape-files-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    const auto write = [&](const char* name, const char* text) {
        std::ofstream(folder / name) << text;
    };
    write("open.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    write("short.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n");
    write("apart.csv", "x,y,z,r\n0,0,0,1\n9,0,0,1\n");
    const auto wrong = [&](const std::string& text) {
        std::string message = "no error";
        try {
            read_scene_text(head + text, (folder / "s.toml").string());
        } catch (const InputError& error) {
            message = error.messages().front();
        }
        const std::string place = folder.string() + "/";
        for (auto at = message.find(place); at != std::string::npos; at = message.find(place))
            message.erase(at, place.size());
        return message;
    };
    const auto of_shape = [&](const std::string& type, const std::string& file) {
        return wrong("[[shape]]\ntype = \"" + type + "\"\nfile = \"" + file + "\"\n" + cubes);
    };
    const auto of_group = [&](const std::string& file) {
        return wrong("[[grains]]\nshape = \"" + file +
                     "\"\nradius = 0.01\nfill = \"placed\"\nat = [[0, 0, 0]]\n");
    };
    EXPECT_EQ(of_shape("polyhedron", "none.stl"), "s.toml:9: shape.file: none.stl: no such file");
    EXPECT_EQ(of_shape("polyhedron", "short.off"),
              "s.toml:9: shape.file: short.off:4: the file ends here, after 2 of 3 vertices");
    EXPECT_TRUE(of_shape("polyhedron", "open.off").starts_with("s.toml:9: shape.file: open.off: "))
        << of_shape("polyhedron", "open.off");
    EXPECT_TRUE(of_shape("clump", "apart.csv").starts_with("s.toml:9: shape.file: apart.csv: "))
        << of_shape("clump", "apart.csv");
    for (const char* file : {"open.off", "apart.csv"}) {
        const std::string start = std::string("s.toml:8: grains.shape: ") + file + ": ";
        EXPECT_TRUE(of_group(file).starts_with(start)) << of_group(file);
    }
    fs::remove_all(folder);
}

TEST(SceneShapes, WhatDoesNotGoTogetherIsRefused) {
    EXPECT_NE(error_of(cubes + "cluster = \"rod\"\n")
                  .find("s.toml:8: grains.shape: give cluster or shape, not both"),
              std::string::npos);
}

TEST(SceneShapes, PlacedGrainsAreTestedByTheirTrueShape) {
    // Cubes of 16.1 mm, their bounding balls overlap, they do not.
    const std::string row = "[[grains]]\nshape = \"cube\"\nattitude_angle = 0\nradius = 0.01\n"
                            "fill = \"placed\"\n";
    EXPECT_EQ(error_of(row + "at = [[0, 0, 0], [0.0162, 0, 0]]\n"), "no error");
    const std::string close = error_of(row + "at = [[0, 0, 0], [0.016, 0, 0]]\n");
    EXPECT_NE(close.find("grain 2 at (0.016, 0, 0) overlaps grain 1 at (0, 0, 0) by 0.00012 m"),
              std::string::npos)
        << close;
    const std::string deep = error_of(row + "at = [[0, 0, 0.008]]\n[[wall]]\ntype = \"plane\"\n"
                                            "point = [0, 0, 0]\nnormal = [0, 0, 1]\n");
    EXPECT_NE(deep.find("grain 1 at (0, 0, 0.008) overlaps wall \"plane\" by 6"), std::string::npos)
        << deep;
}

// A run of shapes goes on from its checkpoint as if it had never stopped.
TEST(SceneShapes, CheckpointKeepsEveryBit) {
    const Scene scene = read_scene_text(
        head + "[[shape]]\nname = \"s\"\ntype = \"random\"\nvariants = 4\n"
               "[[grains]]\nshape = \"s\"\nradius = 0.007\nfill = \"random\"\ncount = 12\n"
               "velocity = [0, 0, -1]\n"
               "region = { type = \"box\", low = [-0.03, -0.03, 0], high = [0.03, 0.03, 0.08] }\n"
               "[[wall]]\ntype = \"box\"\nlow = [-0.03, -0.03, 0]\nhigh = [0.03, 0.03, 0.1]\n",
        "s.toml");
    const auto grains = place_grains(scene);
    const double dt = choose_time_step(scene, grains).dt;
    World whole(scene, grains, {.dt = dt});
    for (int k = 0; k < 6000; ++k) whole.step();
    const SavedState state = whole.save();
    EXPECT_GT(state.shaped.touches.size(), 3U);
    EXPECT_GT(state.shaped.warm.size(), 3U);
    EXPECT_GT(std::count_if(state.shaped.warm.begin(), state.shaped.warm.end(),
                            [](const WarmRow& row) { return row.start.overlap.piece_count > 0; }),
              1);
    const auto path = std::filesystem::temp_directory_path() / "scree-shaped-checkpoint.h5";
    Checkpoint checkpoint;
    checkpoint.state = state;
    write_checkpoint(path, checkpoint);
    World resumed(scene, read_checkpoint(path).state, {.dt = dt});
    EXPECT_EQ(resumed.state_hash(), state.hash());
    for (int k = 0; k < 300; ++k) {
        whole.step();
        resumed.step();
    }
    EXPECT_EQ(resumed.state_hash(), whole.state_hash());
    std::filesystem::remove(path);
}

} // namespace
} // namespace scree
