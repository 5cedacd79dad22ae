// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/scene_file.hpp>

#include <scree/base/error.hpp>

#include <gtest/gtest.h>

#include <string>

namespace scree {
namespace {

const std::string head = R"(duration = 1
[material.rock]
density = 2000
contact_time = 1e-3
restitution = 0.5
friction = 0.3
)";
const std::string glue = R"([[bond]]
name = "glue"
type = "power"
strength = 1e5
)";
const std::string rod = R"([[cluster]]
name = "rod"
shape = "rod"
count = 4
radius = 0.01
)";
const std::string grains = R"([[grains]]
cluster = "rod"
fill = "placed"
at = [[0, 0, 0], [0.1, 0, 0]]
)";

std::string problem(const std::string& text) {
    try {
        read_scene_text(text, "s.toml");
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(SceneClusters, AreRead) {
    const Scene scene = read_scene_text(head + glue + rod + grains, "s.toml");
    ASSERT_EQ(scene.bonds.size(), 1U);
    EXPECT_EQ(std::get<PowerGlue>(scene.bonds[0].model).strength, 1e5);
    ASSERT_EQ(scene.clusters.size(), 1U);
    EXPECT_EQ(scene.clusters[0].ties.size(), 3U);
    EXPECT_EQ(scene.grains[0].cluster, 0);
    const std::vector<Grain> all = place_grains(scene);
    ASSERT_EQ(all.size(), 8U);
    EXPECT_EQ(all[5].member, 1);
    EXPECT_LT((all[5].center - Vec3(0.1, 0, -0.01)).norm(), 1e-15);
}

TEST(SceneClusters, BeamsHaveTheirDefaults) {
    const Scene scene = read_scene_text(head + R"([[bond]]
type = "beam"
young = 1e7
tensile_strength = 1e4
shear_strength = 2e4
torsion_strength = 3e4
)" + rod + grains,
                                        "s.toml");
    const auto& beam = std::get<BeamBond>(scene.bonds[0].model);
    EXPECT_EQ(beam.poisson, 0.25);
    EXPECT_EQ(beam.radius_ratio, 1);
    EXPECT_EQ(beam.bending_strength, 1e4);
    EXPECT_EQ(beam.torsion_strength, 3e4);
}

TEST(SceneClusters, EveryShapeIsRead) {
    for (const std::string shape :
         {"shape = \"rod\"\ncount = 15\nstrands = 3\nradius = 0.01",
          "shape = \"tetrahedron\"\nedge = 5\nradius = 0.01",
          "shape = \"cylinder\"\nlayers = 3\ncylinder_radius = 0.045\nradius = 0.01",
          "shape = \"box\"\ncounts = [5, 1, 2]\nradius = 0.01\nspacing = 0.0201",
          "shape = \"ball\"\nball_radius = 0.03\nradius = 0.01",
          "shape = \"spheres\"\nat = [[0, 0, 0], [0.02, 0, 0]]\nradii = [0.01, 0.01]"})
        EXPECT_EQ(problem(head + glue + "[[cluster]]\nname = \"rod\"\n" + shape + "\n" + grains),
                  "")
            << shape;
}

struct Mistake {
    std::string text, message;
};

TEST(SceneClusters, MistakesAreNamed) {
    const std::string cluster = "[[cluster]]\nname = \"rod\"\n";
    for (
        const Mistake& m : {
            Mistake{
                head + glue + rod +
                    "[[grains]]\ncluster = \"rood\"\nfill = \"placed\"\nat = "
                    "[[0, 0, 0]]\n",
                "s.toml:17: grains.cluster: there is no cluster \"rood\"; did you mean \"rod\"?"},
            {head + rod + grains, "s.toml:7: cluster: needs a [[bond]]"},
            {head + glue + rod + "bond = \"nail\"\n" + grains,
             "s.toml:16: cluster.bond: there is no bond \"nail\"; the scene has glue"},
            {head + glue + cluster +
                 "shape = \"spheres\"\nat = [[0, 0, 0], [0.02, 0, 0], [0.1, 0, 0]]\nradius = "
                 "0.01\n" +
                 grains,
             "s.toml:11: cluster: its 3 spheres are in 2 pieces that no bond holds together; a "
             "larger reach bonds spheres that do not touch"},
            {head + glue + cluster +
                 "shape = \"box\"\ncounts = [2, 2, 2]\nradius = 0.01\nspacing = 0.03\n" + grains,
             "s.toml:11: cluster: none of its 8 spheres is bonded to another; a larger reach bonds "
             "spheres that do not touch"},
            {head + glue + cluster + "shape = \"box\"\ncounts = [2, 0.5, 2]\nradius = 0.01\n" +
                 grains,
             "s.toml:14: cluster.counts: must be whole numbers from 1 on, got 0.5 for y"},
            {head + glue + cluster + "shape = \"rod\"\ncount = 7\nstrands = 3\nradius = 0.01\n" +
                 grains,
             "s.toml:14: cluster.count: must be a multiple of 3 for 3 strands, got 7"},
            {head + glue + cluster + "shape = \"rod\"\ncount = 7\nradius = 0\n" + grains,
             "s.toml:15: cluster.radius: must be > 0, got 0"},
            {head + "[[bond]]\ntype = \"beam\"\nyoung = 1e7\ntensile_strength = -3\n" + rod +
                 grains,
             "s.toml:10: bond.tensile_strength: must be > 0, got -3"},
            {head + "[[bond]]\ntype = \"power\"\nstrength = 1e7\nexponent = 0.5\n" + rod + grains,
             "s.toml:10: bond.exponent: must be >= 1, got 0.5"},
            {head + "[[bond]]\ntype = \"potential\"\nstrength = 1500\nalpha = 0.2\nbeta = 4\n" +
                 rod + grains,
             "s.toml:9: bond.strength: must be < 0 for alpha < beta, got 1500: the spheres would "
             "not be held"},
            {head + "[[bond]]\ntype = \"potential\"\nstrength = -1\nalpha = 4\nbeta = 4\n" + rod +
                 grains,
             "s.toml:11: bond.beta: must differ from alpha, got 4 for both"},
            {head + glue + rod + grains + "radius = 0.01\n",
             "s.toml:20: grains.radius: give cluster or radius, not both: the spheres of a cluster "
             "have their sizes"},
            {head + glue + rod + grains + "orientation = \"random\"\naxis = [1, 0, 0]\n",
             "s.toml:21: grains.axis: is only used with orientation \"fixed\""},
            {head + "[[grains]]\nradius = 0.01\nfill = \"placed\"\nat = [[0, 0, 0]]\naxis = [1, 0, "
                    "0]\n",
             "s.toml:11: grains.axis: is only used with cluster"},
            {head + glue + rod +
                 "[[grains]]\ncluster = \"rod\"\nfill = \"random\"\ndensity = 0.1\nregion = { type "
                 "= \"sphere\", center = [0, 0, 0], radius = 1 }\n",
             "s.toml:19: grains.density: clusters are counted: give count"},
        })
        EXPECT_EQ(problem(m.text), m.message);
}

TEST(SceneClusters, OverlapsAreNamedBySphere) {
    const Scene scene =
        read_scene_text(head + glue + rod +
                            "[[grains]]\ncluster = \"rod\"\nfill = \"placed\"\nat = [[0, 0, 0], "
                            "[0.015, 0, 0.06]]\n",
                        "s.toml");
    try {
        place_grains(scene);
        FAIL();
    } catch (const InputError& error) {
        const std::string what = error.what();
        EXPECT_NE(what.find("grains: sphere 1 of cluster 2 at (0.015, 0, "), std::string::npos)
            << what;
        EXPECT_NE(what.find(" overlaps grain 4 at (0, 0, "), std::string::npos) << what;
    }
}

} // namespace
} // namespace scree
