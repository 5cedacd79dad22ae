// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/scene_file.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

// A box of 0.1 × 0.2 × 0.4 m with one grain; [[measure]] begins in line 17.
const std::string scene_text = "duration = 1\n"
                               "[material.glass]\n"
                               "density = 2500\n"
                               "contact_time = 1e-3\n"
                               "restitution = 0.3\n"
                               "friction = 0.1\n"
                               "[[grains]]\n"
                               "radius = 0.01\n"
                               "fill = \"placed\"\n"
                               "at = [[0.05, 0.1, 0.1]]\n"
                               "[[wall]]\n"
                               "name = \"silo\"\n"
                               "type = \"box\"\n"
                               "low = [0, 0, 0]\n"
                               "high = [0.1, 0.2, 0.4]\n"
                               "[[plane]]\nname = \"gate\"\npoint = [0, 0, 0.1]\n"
                               "normal = [0, 0, -1]\n";

std::string measure(const std::string& keys) {
    return scene_text + "[[measure]]\nname = \"m\"\n" + keys;
}

std::string error_of(const std::string& text) {
    try {
        read_scene_text(text, "f.toml");
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

Measurement read(const std::string& keys) {
    return read_scene_text(measure(keys), "f.toml").measurements.at(0);
}

TEST(SceneMeasures, LayersOfTheContainer) {
    const auto m = std::get<LayersMeasure>(read("type = \"layers\"\nthickness = 0.03").kind);
    EXPECT_EQ(m.count, 13); // 0.4 / 0.03 = 13.3
    EXPECT_EQ(m.thickness, 0.03);
    EXPECT_EQ(m.low, 0);
    EXPECT_EQ(m.axis, Vec3::UnitZ());
    const auto across =
        std::get<LayersMeasure>(read("type = \"layers\"\naxis = [-2, 0, 0]\ncount = 4").kind);
    EXPECT_EQ(across.axis, -Vec3::UnitX());
    EXPECT_EQ(across.low, -0.1);
    EXPECT_EQ(across.thickness, 0.025);
    // Quotients that rounding spoils.
    EXPECT_EQ(std::get<LayersMeasure>(read("type = \"layers\"\nthickness = 0.1").kind).count, 4);
    EXPECT_EQ(std::get<LayersMeasure>(read("type = \"layers\"\nthickness = 0.4").kind).count, 1);
}

TEST(SceneMeasures, EveryTypeIsRead) {
    const std::string tube =
        "region = { type = \"cylinder\", base = [0.05, 0.1, 0], top = [0.05, 0.1, 0.4], radius = "
        "0.05 }\n";
    const auto rings = std::get<RingsMeasure>(
        read("type = \"rings\"\ncount = 5\nheights = [0.1, 0.4]\n" + tube).kind);
    EXPECT_EQ(rings.thickness, 0.01);
    EXPECT_EQ(rings.heights->second, 0.4);
    const Measurement density = read("type = \"density\"\nevery = 0.25\naverage = 2");
    EXPECT_FALSE(std::get<DensityMeasure>(density.kind).region);
    EXPECT_EQ(density.every, 0.25);
    EXPECT_EQ(density.average, 2);
    EXPECT_EQ(density.name, "m");
    EXPECT_EQ(std::get<CoordinationMeasure>(
                  read("type = \"coordination\"\nrattlers_below = 3\n" + tube).kind)
                  .rattlers_below,
              3);
    EXPECT_TRUE(std::get<StressMeasure>(read("type = \"stress\"\n" + tube).kind).region);
    const auto walls = std::get<WallsMeasure>(read("type = \"walls\"\nwall = \"silo\"").kind);
    EXPECT_EQ(walls.walls, std::vector<std::size_t>{0});
    EXPECT_EQ(std::get<WallsMeasure>(read("type = \"walls\"\nabout = [1, 2, 3]").kind).about,
              Vec3(1, 2, 3));
    EXPECT_FALSE(std::get<ContactsMeasure>(read("type = \"contacts\"").kind).region);
    EXPECT_EQ(
        std::get<RdfMeasure>(read("type = \"rdf\"\nradius = 0.04\nbins = 8\n" + tube).kind).bins,
        8);
    EXPECT_FALSE(std::get<VelocityMeasure>(read("type = \"velocity\"").kind).region);
}

TEST(SceneMeasures, FlowThroughPlanesAndOpenings) {
    const auto named = std::get<FlowMeasure>(read("type = \"flow\"\nplane = \"gate\"").kind);
    EXPECT_EQ(named.normal, -Vec3::UnitZ());
    EXPECT_EQ(named.point.z(), 0.1);
    EXPECT_FALSE(named.radius || named.rectangle);
    const auto slot = std::get<FlowMeasure>(
        read("type = \"flow\"\npoint = [1, 2, 3]\nnormal = [0, 0, 5]\nsize = [0.2, 0.1]\n"
             "along = [3, 0, 1]")
            .kind);
    EXPECT_EQ(slot.rectangle->along, Vec3::UnitX());
    EXPECT_EQ(slot.rectangle->beside, Vec3::UnitY());
    EXPECT_EQ(slot.rectangle->half_along, 0.1);
}

// Bad input, one case per way to be wrong: the exact words.
TEST(SceneMeasuresError, OfTheTable) {
    EXPECT_EQ(error_of(scene_text + "[[measure]]\ntype = \"velocity\""),
              "f.toml:20: measure: needs name");
    EXPECT_EQ(error_of(scene_text + "[[measure]]\ntype = \"layer\"\nname = \"m\"\ncount = 3"),
              "f.toml:21: measure.type: must be one of \"layers\", \"rings\", \"density\", "
              "\"coordination\", \"stress\", \"walls\", \"contacts\", \"rdf\", \"segregation\", "
              "\"flow\", \"velocity\", got \"layer\"; did you mean \"layers\"?");
    EXPECT_EQ(error_of(measure("type = \"velocity\"\nevery = -1")),
              "f.toml:23: measure.every: must be > 0, got -1");
    EXPECT_EQ(error_of(measure("type = \"velocity\"\naverage = 0")),
              "f.toml:23: measure.average: must be > 0, got 0");
    EXPECT_EQ(error_of(measure("type = \"velocity\"\nbins = 4")),
              "f.toml:23: measure.bins: unknown key for type \"velocity\"; allowed: name, every, "
              "average, type, region");
    EXPECT_EQ(error_of(scene_text + "[[measure]]\nname = \"../m\"\ntype = \"velocity\""),
              "f.toml:21: measure.name: must be letters, digits, \"-\" and \"_\", and not \"run\", "
              "got \"../m\"");
    EXPECT_EQ(error_of(measure("type = \"velocity\"") +
                       "\n[[measure]]\nname = \"m\"\ntype = \"density\""),
              "f.toml:24: measure.name: \"m\" is taken already, in line 21");
    EXPECT_EQ(error_of(measure("type = \"contacts\"\naverage = 1")),
              "f.toml:23: measure.average: is not for contacts, which have no rows in common");
}

TEST(SceneMeasuresError, OfTheRegion) {
    const auto with = [](const std::string& region) {
        return error_of(measure("type = \"density\"\nregion = " + region));
    };
    EXPECT_EQ(with("{ type = \"box\", low = [1, 1, 1], high = [2, 2, 2] }"),
              "f.toml:23: measure.region: lies outside of all walls, and not below them");
    EXPECT_EQ(with("{ type = \"box\", low = [0, 0, -2], high = [1, 1, -1] }"), "no error");
    EXPECT_EQ(with("{ type = \"box\", low = [0, 0, 0], high = [0.1, 0.2, 0] }"),
              "f.toml:23: measure.region.high: must be greater than low in z, got 0 and 0");
    EXPECT_EQ(with("{ type = \"ball\", radius = 1 }"),
              "f.toml:23: measure.region.type: must be one of \"box\", \"cylinder\", \"frustum\", "
              "\"sphere\", got \"ball\"");
    EXPECT_EQ(with("{ type = \"sphere\", center = [0, 0, 0] }"),
              "f.toml:23: measure.region: needs radius");
}

TEST(SceneMeasuresError, OfLayersAndRings) {
    EXPECT_EQ(error_of(measure("type = \"layers\"\ncount = 0")),
              "f.toml:23: measure.count: must be >= 1 and <= 10000, got 0");
    EXPECT_EQ(error_of(measure("type = \"layers\"")),
              "f.toml:20: measure: needs count or thickness, not both");
    EXPECT_EQ(error_of(measure("type = \"layers\"\nthickness = 0.5")),
              "f.toml:23: measure.thickness: must be at most the height 0.4 m, got 0.5");
    EXPECT_EQ(error_of(measure("type = \"layers\"\nthickness = 1e-6")),
              "f.toml:23: measure.thickness: makes 400000 parts, more than 10000");
    EXPECT_EQ(error_of(measure("type = \"layers\"\naxis = [1, 1, 0]\ncount = 3")),
              "f.toml:23: measure.axis: must go along an edge of the box");
    EXPECT_EQ(error_of(measure("type = \"layers\"\naxis = [0, 0, 0]\ncount = 3")),
              "f.toml:23: measure.axis: must not be zero");
    EXPECT_EQ(error_of(measure("type = \"layers\"\ncount = 3\nregion = { type = \"sphere\", center "
                               "= [0, 0, 0], radius = 1 }")),
              "f.toml:24: measure.region: must be of type \"box\" or \"cylinder\"");
    EXPECT_EQ(error_of(measure("type = \"rings\"\ncount = 3")),
              "f.toml:20: measure: needs region, because no wall is of type \"cylinder\"");
    const std::string tube =
        "\nregion = { type = \"cylinder\", base = [0, 0, 0], top = [0, 0, 0.3], "
        "radius = 0.05 }";
    EXPECT_EQ(error_of(measure("type = \"rings\"\nthickness = 0.06" + tube)),
              "f.toml:23: measure.thickness: must be at most the radius 0.05 m, got 0.06");
    EXPECT_EQ(error_of(measure("type = \"rings\"\ncount = 3\nheights = [0.2, 0.1]" + tube)),
              "f.toml:24: measure.heights: must ascend and end at most at the height 0.3 m, got "
              "[0.2, 0.1]");
    EXPECT_EQ(
        error_of(measure("type = \"rings\"\ncount = 3\nregion = { type = \"box\", low = [0, 0, "
                         "0], high = [1, 1, 1] }")),
        "f.toml:24: measure.region: must be of type \"cylinder\"");
}

TEST(SceneMeasuresError, OfNames) {
    EXPECT_EQ(error_of(measure("type = \"walls\"\nwall = \"sylo\"")),
              "f.toml:23: measure.wall: no wall is called \"sylo\"; did you mean \"silo\"?");
    EXPECT_EQ(error_of(measure("type = \"flow\"\nplane = \"gatter\"")),
              "f.toml:23: measure.plane: no plane is called \"gatter\"; did you mean \"gate\"?");
    EXPECT_EQ(error_of(measure("type = \"flow\"\nnormal = [0, 0, 1]")),
              "f.toml:20: measure: needs plane, or point and normal");
    EXPECT_EQ(
        error_of(measure("type = \"flow\"\nplane = \"gate\"\nradius = 1\nsize = [1, 1]\nalong = "
                         "[1, 0, 0]")),
        "f.toml:25: measure.size: give radius or size, not both");
    EXPECT_EQ(error_of(measure("type = \"flow\"\nplane = \"gate\"\nsize = [1, 1]")),
              "f.toml:20: measure: size and along belong together");
    EXPECT_EQ(
        error_of(measure("type = \"flow\"\nplane = \"gate\"\nsize = [1, 1]\nalong = [0, 0, 1]")),
        "f.toml:25: measure.along: must not go along the normal");
}

TEST(SceneMeasuresError, OfGrains) {
    EXPECT_EQ(error_of(measure("type = \"segregation\"\ncell = 0.1")),
              "f.toml:20: measure: needs grains of more than one nominal radius");
    // A size law has classes of its own.
    std::string by_law = measure("type = \"segregation\"\ncell = 0.1");
    const std::string one = "radius = 0.01\nfill = \"placed\"\nat = [[0.05, 0.1, 0.1]]\n";
    by_law.replace(by_law.find(one), one.size(),
                   "distribution = { type = \"uniform\", min = 0.005, max = 0.01 }\n"
                   "fill = \"random\"\ncount = 5\n"
                   "region = { type = \"box\", low = [0, 0, 0], high = [0.1, 0.2, 0.4] }\n");
    EXPECT_EQ(error_of(by_law), "no error");
    EXPECT_EQ(error_of(measure("type = \"segregation\"\ncell = 0.1\nbetween = \"groups\"")),
              "f.toml:24: measure.between: there is only one group of grains");
    EXPECT_EQ(
        error_of(measure("type = \"rdf\"\nbins = 5\nradius = 0.3\nregion = { type = \"box\", "
                         "low = [0, 0, 0], high = [0.1, 0.2, 0.4] }")),
        "f.toml:24: measure.radius: must be less than half the region's width 0.1 m, got 0.3");
    EXPECT_EQ(error_of(measure("type = \"rdf\"\nbins = 0\nradius = 0.3")),
              "f.toml:20: measure: needs region\n"
              "f.toml:23: measure.bins: must be >= 1 and <= 10000, got 0");
}

} // namespace
} // namespace scree
