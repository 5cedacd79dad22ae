// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/scene_file.hpp>
#include <scree/io/scene_keys.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace scree {
namespace {

std::string file_text(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::vector<std::filesystem::path> templates() {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(SCREE_SOURCE_DIR "/scenes"))
        if (entry.path().extension() == ".toml") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    return paths;
}

const std::string every_key = R"(
title = "All keys"
law = "linear"
gravity = [0, 1, -9.5]
duration = 4
until = "settled"
seed = 7
[material.steel]
stiffness = 1e5
restitution = 0.5
friction = 0.2
tangential_ratio = 0.5
[material.glass]
density = 2500
contact_time = 1e-3
restitution = 0.3
friction = 0.1
[[pair]]
materials = ["glass", "steel"]
friction = 0.4
contact_time = 2e-3
[[grains]]
name = "sand"
material = "glass"
classes = [{ radius = 0.1, share = 1 }, { radius = 0.2, share = 3, spread = 0.02 }]
share_by = "mass"
count = 1e2
fill = "lattice"
spacing = 0.5
probability = 0.5
region = { type = "cylinder", base = [0, 0, 0], top = [0, 0, 9], radius = 3 }
velocity = [1, 0, 0]
spin = [0, 2, 0]
[[wall]]
name = "tube"
material = "steel"
type = "cylinder"
base = [0, 0, 0]
top = [0, 0, 9]
radius = 3
[[wall]]
material = "steel"
type = "box"
low = [-9, -9, -9]
high = [9, 9, 9]
open = ["+z"]
[[plane]]
name = "neck"
point = [0, 0, 1]
normal = [0, 0, -2]
[output]
frames_every = 0.1
measures_every = 0.01
extra = ["laguerre"]
)";

TEST(SceneFile, ReadsTheTop) {
    const Scene scene = read_scene_text(every_key, "dir/all.toml");
    EXPECT_EQ(scene.title, "All keys");
    EXPECT_EQ(scene.file, "dir/all.toml");
    EXPECT_EQ(scene.law, LawKind::linear);
    EXPECT_EQ(scene.gravity, Vec3(0, 1, -9.5));
    EXPECT_EQ(scene.duration, 4.0);
    EXPECT_TRUE(scene.until_settled);
    EXPECT_EQ(scene.seed, 7U);
    ASSERT_EQ(scene.planes.size(), 1U);
    EXPECT_EQ(scene.planes[0].normal, Vec3(0, 0, -1));
    EXPECT_EQ(scene.output.frame_every, 0.1);
    EXPECT_EQ(scene.output.measure_every, 0.01);
    EXPECT_TRUE(scene.output.laguerre);
}

TEST(SceneFile, ReadsMaterialsInTheOrderOfTheFile) {
    const Scene scene = read_scene_text(every_key, "all.toml");
    ASSERT_EQ(scene.materials.size(), 2U);
    EXPECT_EQ(scene.materials[0].name, "steel");
    EXPECT_EQ(scene.materials[0].stiffness, 1e5);
    EXPECT_EQ(scene.materials[0].tangential_ratio, 0.5);
    EXPECT_EQ(scene.materials[1].density, 2500);
    EXPECT_EQ(scene.materials[1].contact_time, 1e-3);
    EXPECT_EQ(scene.materials[1].tangential_ratio, default_tangential_ratio);
    ASSERT_EQ(scene.pairs.size(), 1U);
    EXPECT_EQ(scene.pairs[0].a, 1);
    EXPECT_EQ(scene.pairs[0].b, 0);
    EXPECT_EQ(scene.pairs[0].friction, 0.4);
    EXPECT_FALSE(scene.pairs[0].restitution);
}

TEST(SceneFile, ReadsFurtherLaws) {
    const std::string grains = "[[grains]]\nradius = 1\nfill = \"placed\"\nat = [[0, 0, 0]]\n";
    const std::string common = "density = 1\nstiffness = 9\nrestitution = 0.5\nfriction = 0\n";
    const Scene walton =
        read_scene_text("law = \"walton\"\nduration = 1\n[material.a]\n" + common +
                            "hardening = 3\nrolling_friction = 0.1\ntwisting_friction = 0.2\n" +
                            "cohesion = 0.3\n[fluid]\nviscosity = 1e-3\n[[pair]]\n" +
                            "materials = [\"a\", \"a\"]\nrolling_friction = 0.7\n" + grains,
                        "w.toml");
    EXPECT_EQ(walton.law, LawKind::walton);
    EXPECT_EQ(walton.materials[0].hardening, 3);
    EXPECT_EQ(walton.materials[0].rolling_friction, 0.1);
    EXPECT_EQ(walton.materials[0].twisting_friction, 0.2);
    EXPECT_EQ(walton.materials[0].cohesion, 0.3);
    EXPECT_EQ(walton.pairs[0].rolling_friction, 0.7);
    EXPECT_FALSE(walton.pairs[0].cohesion);
    EXPECT_EQ(walton.fluid.viscosity, 1e-3);
    const Scene pournin = read_scene_text("law = \"pournin\"\nduration = 1\n[material.a]\n" +
                                              common + "reload_loss = 0.5\n[fluid]\ndrag = 2\n" +
                                              "rotational_drag = 3\n" + grains,
                                          "p.toml");
    EXPECT_EQ(pournin.law, LawKind::pournin);
    EXPECT_EQ(pournin.materials[0].reload_loss, 0.5);
    EXPECT_EQ(pournin.fluid.drag, 2);
    EXPECT_EQ(pournin.fluid.rotational_drag, 3);
}

TEST(SceneFile, ReadsGrains) {
    const Scene scene = read_scene_text(every_key, "all.toml");
    ASSERT_EQ(scene.grains.size(), 1U);
    const GrainGroup& sand = scene.grains[0];
    EXPECT_EQ(sand.name, "sand");
    EXPECT_EQ(sand.material, 1);
    EXPECT_EQ(sand.classes.size(), 2U);
    EXPECT_EQ(sand.classes[1].spread, 0.02);
    EXPECT_TRUE(sand.share_by_mass);
    EXPECT_EQ(sand.count, 100);
    EXPECT_EQ(sand.place, "all.toml:22");
    EXPECT_EQ(sand.velocity, Vec3(1, 0, 0));
    EXPECT_EQ(sand.spin, Vec3(0, 2, 0));
    const auto& lattice = std::get<LatticeFill>(sand.fill);
    EXPECT_EQ(lattice.spacing, 0.5);
    EXPECT_EQ(lattice.probability, 0.5);
    EXPECT_EQ(std::get<FrustumRegion>(lattice.region).radius_top, 3);
}

TEST(SceneFile, ReadsWalls) {
    const Scene scene = read_scene_text(every_key, "all.toml");
    ASSERT_EQ(scene.walls.size(), 2U);
    EXPECT_EQ(scene.walls[0].name, "tube");
    EXPECT_EQ(scene.walls[0].type, "cylinder");
    EXPECT_EQ(scene.walls[0].place, "all.toml:34");
    EXPECT_EQ(scene.walls[1].name, "box");
    EXPECT_EQ(scene.walls[1].surfaces.size(), 5U);
}

TEST(SceneFile, WhatIsLeftOutHasItsDefault) {
    const Scene scene = read_scene_text(R"(
duration = 1
[material.glass]
density = 2500
contact_time = 1e-3
restitution = 0.3
friction = 0.1
[[grains]]
radius = 0.5
fill = "placed"
at = [[0, 0, 1]]
[[wall]]
type = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
[[wall]]
type = "plane"
point = [0, 0, 9]
normal = [0, 0, -1]
)",
                                        "a/b.toml");
    EXPECT_EQ(scene.title, "b");
    EXPECT_EQ(scene.law, LawKind::linear);
    EXPECT_EQ(scene.gravity, Vec3(0, 0, -9.81));
    EXPECT_FALSE(scene.until_settled);
    EXPECT_EQ(scene.seed, 1U);
    EXPECT_EQ(scene.grains[0].name, "grains");
    EXPECT_EQ(scene.walls[0].name, "plane");
    EXPECT_EQ(scene.walls[1].name, "plane 2");
    EXPECT_EQ(scene.walls[0].material, 0);
    EXPECT_EQ(scene.output.frame_every, 0);
}

TEST(SceneFile, EveryTemplateIsReadAndFilled) {
    ASSERT_GE(templates().size(), 6U);
    for (const auto& path : templates()) {
        SCOPED_TRACE(path);
        EXPECT_EQ(file_text(path).substr(0, 2), "# ") << "the first line describes the scene";
        try {
            const Scene scene = read_scene_file(path);
            EXPECT_TRUE(!place_grains(scene).empty() || has_traffic(scene));
        } catch (const InputError& error) {
            ADD_FAILURE() << error.what();
        }
    }
}

TEST(SceneFile, TheHourglassHasTwentyLinesAndExperimentAsGrains) {
    const std::filesystem::path path = SCREE_SOURCE_DIR "/scenes/hourglass.toml";
    std::istringstream lines(file_text(path));
    int count = 0;
    for (std::string line; std::getline(lines, line);)
        if (!line.empty() && line[0] != '#') ++count;
    EXPECT_LE(count, 20);
    EXPECT_EQ(place_grains(read_scene_file(path)).size(), 2790U);
}

TEST(SceneManual, IsUpToDate) {
    EXPECT_TRUE(file_text(SCREE_SOURCE_DIR "/docs/scene-file.md") == scene_file_manual())
        << "docs/scene-file.md is out of date; renew it with: scree manual > docs/scene-file.md";
}

TEST(SceneManual, EveryKeyHasAPlaceInOneTableOnly) {
    for (const KeyTable& table : scene_key_tables())
        for (std::size_t i = 0; i < table.keys.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_NE(table.keys[i].name, table.keys[j].name) << table.name;
}

} // namespace
} // namespace scree
