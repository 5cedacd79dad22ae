// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/scene_file.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

std::string error_of(const std::string& text) {
    try {
        read_scene_text(text, "f.toml");
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

// Lines 1 to 9; what is added begins in line 10.
const std::string start = "duration = 1\n"
                          "[material.glass]\n"
                          "density = 2500\n"
                          "contact_time = 1e-3\n"
                          "restitution = 0.3\n"
                          "friction = 0.1\n"
                          "[[grains]]\n"
                          "radius = 0.25\n"
                          "fill = \"placed\"\nat = [[0.5, 0.5, 1]]\n";
std::string with(const std::string& more) { return start + more; }
const std::string period = "[periodic]\nx = [0, 2]\nz = [-1, 3.5]\n";

TEST(ScenePeriodic, IsRead) {
    const Scene scene = read_scene_text(with(period), "f.toml");
    EXPECT_EQ(scene.periodic.low, Vec3(0, 0, -1));
    EXPECT_EQ(scene.periodic.length, Vec3(2, 0, 4.5));
    EXPECT_FALSE(read_scene_text(start, "f.toml").periodic.any());
}

TEST(ScenePeriodic, WrongEnds) {
    EXPECT_EQ(error_of(with("[periodic]\n")),
              "f.toml:11: periodic: gives no axis; set x, y or z to [low, high]");
    EXPECT_EQ(error_of(with("[periodic]\nx = [2, 2]\n")),
              "f.toml:12: periodic.x: must be [low, high] with low < high, got [2, 2]");
    EXPECT_EQ(error_of(with("[periodic]\nx = [0, inf]\n")),
              "f.toml:12: periodic.x: must be finite numbers, got inf");
    EXPECT_EQ(error_of(with("[periodic]\nx = 3\n")),
              "f.toml:12: periodic.x: must be two numbers [a, b], got 3");
    EXPECT_EQ(error_of(with("[periodic]\nw = [0, 1]\n")),
              "f.toml:12: periodic.w: unknown key; did you mean \"x\"?");
}

TEST(ScenePeriodic, TooShortForItsGrains) {
    EXPECT_EQ(error_of(with("[periodic]\ny = [0, 1]\n")),
              "f.toml:12: periodic.y: must be longer than two diameters of the largest grain, 1 m, "
              "got 1 m");
    EXPECT_EQ(error_of(with("[periodic]\ny = [0, 1.01]\n")), "no error");
}

TEST(ScenePeriodic, WallsThatCannotBeRepeated) {
    EXPECT_EQ(error_of(with(period + "[[wall]]\ntype = \"plane\"\npoint = [0, 0, 0]\n"
                                     "normal = [3, 4, 0]\n")),
              "f.toml:14: wall \"plane\": must go along x, where the scene is periodic, but its "
              "normal has the part 0.6 along x");
    EXPECT_EQ(error_of(with(period + "[[wall]]\ntype = \"plane\"\npoint = [0, 0, 0]\n"
                                     "normal = [0, 1, 0]\n")),
              "no error");
    const std::string box = "[[wall]]\ntype = \"box\"\nlow = [0, 0, -1]\nhigh = [2, 2, 3.5]\n";
    EXPECT_EQ(error_of(with(period + box + "open = [\"-z\", \"+z\", \"-x\"]\n")),
              "f.toml:14: wall \"box\": must be open at \"-x\" and \"+x\", because the scene is "
              "periodic along x");
    EXPECT_EQ(error_of(with(period + box + "open = [\"-z\", \"+z\", \"-x\", \"+x\"]\n")),
              "no error");
    EXPECT_EQ(error_of(with(period + "[[wall]]\ntype = \"sphere\"\ncenter = [0.5, 0, 1]\n"
                                     "radius = 1\nside = \"inside\"\n")),
              "f.toml:14: wall \"sphere\": must lie within the period along x, 0 to 2, but reaches "
              "from -0.5 to 1.5");
    EXPECT_EQ(error_of(with(period + "[[wall]]\ntype = \"sphere\"\ncenter = [0.5, 0, 1]\n"
                                     "radius = 1\nside = \"outside\"\n")),
              "no error");
    EXPECT_EQ(
        error_of(with(period + "[[wall]]\ntype = \"sphere\"\ncenter = [6, 0, 1]\n"
                               "radius = 1\nside = \"outside\"\n")),
        "f.toml:14: wall \"sphere\": must lie at least partly within the period along x, 0 to "
        "2, but reaches from 5 to 7");
}

TEST(ScenePeriodic, DrivesThatCannotBeRepeated) {
    const std::string disc = period + "[[wall]]\ntype = \"disc\"\ncenter = [1, 0, 1]\n"
                                      "normal = [0, 1, 0]\nradius = 0.5\n[[drive]]\n";
    EXPECT_EQ(error_of(with(disc + "type = \"velocity\"\nvelocity = [0, 0, 0.1]\n")),
              "f.toml:19: drive \"velocity\": must not move wall \"disc\" along z, where the scene "
              "is periodic");
    EXPECT_EQ(error_of(with(disc + "type = \"velocity\"\nvelocity = [0, 0.1, 0]\n")), "no error");
    EXPECT_EQ(error_of(with(disc + "type = \"rotation\"\ncenter = [1, 0, 1]\naxis = [1, 0, 0]\n"
                                   "rate = 1\n")),
              "f.toml:19: drive \"rotation\": in a periodic scene walls turn only about an axis "
              "along the one period");
}

TEST(ScenePeriodic, RegionsAndPlanesOutside) {
    EXPECT_EQ(
        error_of(with(period +
                      "[[measure]]\ntype = \"density\"\nname = \"d\"\nregion = { type = \"box\", "
                      "low = [1, 0, 0], high = [2.5, 1, 1] }\n")),
        "f.toml:17: measure.region: must lie within the period along x, 0 to 2, but reaches "
        "from 1 to 2.5");
    EXPECT_EQ(error_of(with(period + "[[outflow]]\nregion = { type = \"sphere\", center = [1, 0, "
                                     "3], radius = 1 }\n")),
              "f.toml:15: outflow.region: must lie within the period along z, -1 to 3.5, but "
              "reaches from 2 to 4");
    EXPECT_EQ(error_of(with(period + "[[plane]]\nname = \"gate\"\npoint = [0, 0, 0]\n"
                                     "normal = [1, 1, 0]\n")),
              "f.toml:12: periodic.x: plane \"gate\" must lie along x or across it");
    EXPECT_EQ(
        error_of(with(period + "[[measure]]\ntype = \"flow\"\nname = \"f\"\npoint = [0, 0, 0]\n"
                               "normal = [1, 1, 0]\n")),
        "f.toml:18: measure.normal: must go along x or across it, because the scene is "
        "periodic along x");
}

} // namespace
} // namespace scree
