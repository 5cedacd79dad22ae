// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/scene_file.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace scree {
namespace {

// Drives begin in line 13.
const std::string before_drives = "duration = 1\n"
                                  "[material.glass]\n"
                                  "density = 2500\n"
                                  "contact_time = 1e-3\n"
                                  "restitution = 0.3\n"
                                  "friction = 0.1\n"
                                  "[[grains]]\n"
                                  "radius = 0.1\n"
                                  "fill = \"placed\"\n"
                                  "at = [[0, 0, 1]]\n"
                                  "[[wall]]\n"
                                  "name = \"floor\"\n"
                                  "type = \"disc\"\n"
                                  "center = [0, 0, 0]\n"
                                  "normal = [0, 0, 1]\n"
                                  "radius = 1\n"
                                  "[[wall]]\n"
                                  "name = \"anchor\"\n"
                                  "type = \"rod\"\n"
                                  "base = [0, 0, 2]\n"
                                  "top = [0, 0.5, 2]\n"
                                  "radius = 0.1\n";
constexpr int first_line = 23;

Scene read(const std::string& drives) { return read_scene_text(before_drives + drives, "f.toml"); }

std::string error_of(const std::string& drives) {
    try {
        read(drives);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

std::string at_line(int line, const std::string& what) {
    return "f.toml:" + std::to_string(first_line + line) + ": " + what;
}

TEST(SceneDrives, AreReadWithTheirDefaults) {
    const Scene scene = read("[[drive]]\n"
                             "type = \"tapping\"\n"
                             "walls = [\"floor\"]\n"
                             "amplitude = [0, 0, 0.003]\n"
                             "frequency = 4\n"
                             "until = 10\n"
                             "[[drive]]\n"
                             "type = \"free\"\n"
                             "walls = [\"anchor\"]\n"
                             "mass = 0.04\n"
                             "axis = [0, 2, 0]\n"
                             "force = [0, 2000, 0]\n"
                             "schedule = \"steps\"\n"
                             "from = 0.5\n"
                             "[[gravity_turn]]\n"
                             "axis = [0, 3, 0]\n"
                             "angle = 3.14\n"
                             "from = 0.4\n"
                             "duration = 0.1\n");
    ASSERT_EQ(scene.drives.size(), 2U);
    EXPECT_EQ(scene.drives[0].walls, std::vector<int>{0});
    EXPECT_EQ(std::get<Tapping>(scene.drives[0].motion).pulse, 1.0 / 16);
    EXPECT_EQ(scene.drives[0].until, 10);
    const auto& free = std::get<FreeMotion>(scene.drives[1].motion);
    EXPECT_EQ(free.axis, Vec3::UnitY());
    EXPECT_EQ(free.schedule, Schedule::steps);
    EXPECT_EQ(free.steps, 100);
    EXPECT_TRUE(free.weight);
    EXPECT_EQ(scene.drives[1].from, 0.5);
    EXPECT_EQ(scene.gravity_turns[0].axis, Vec3::UnitY());
    EXPECT_EQ(scene.walls[1].surfaces.size(), 3U);
}

TEST(SceneDrives, MoveAllWallsUnlessToldWhich) {
    const Scene scene = read("[[drive]]\ntype = \"velocity\"\nvelocity = [0, 0, 1]\n");
    EXPECT_EQ(scene.drives[0].walls, (std::vector<int>{0, 1}));
}

TEST(SceneDrives, UnknownWall) {
    EXPECT_EQ(
        error_of("[[drive]]\ntype = \"velocity\"\nwalls = [\"flor\"]\nvelocity = [0, 0, 1]\n"),
        at_line(2, "drive.walls: there is no wall \"flor\"; did you mean \"floor\"?"));
    EXPECT_EQ(error_of("[[drive]]\ntype = \"velocity\"\nwalls = [\"lid\"]\nvelocity = [0, 0, 1]\n"),
              at_line(2, "drive.walls: there is no wall \"lid\"; the scene has floor, anchor"));
    EXPECT_EQ(error_of("[[drive]]\ntype = \"velocity\"\nwalls = []\nvelocity = [0, 0, 1]\n"),
              at_line(2, "drive.walls: names none; leave it out to move all walls"));
}

TEST(SceneDrives, APulseLongerThanItsPeriod) {
    EXPECT_EQ(error_of("[[drive]]\ntype = \"tapping\"\namplitude = [0, 0, 1]\nfrequency = 4\n"
                       "pulse = 0.3\n"),
              at_line(4, "drive.pulse: must not be longer than the period, 0.25 s at 4 taps per "
                         "second, got 0.3"));
}

TEST(SceneDrives, EndsBeforeItBegins) {
    EXPECT_EQ(error_of("[[drive]]\ntype = \"velocity\"\nvelocity = [0, 0, 1]\nfrom = 2\n"
                       "until = 1\n"),
              at_line(4, "drive.until: must be later than from, 2, got 1"));
}

TEST(SceneDrives, AForceAcrossTheAxis) {
    const std::string free = "[[drive]]\ntype = \"free\"\nmass = 1\naxis = [0, 0, 2]\n";
    EXPECT_EQ(error_of(free + "force = [0, 1, -5]\n"),
              at_line(4, "drive.force: must be along axis: the wall cannot follow the part across "
                         "it"));
    EXPECT_NO_THROW(read(free + "force = [0, 0, -5]\n"));
    EXPECT_NO_THROW(read("[[drive]]\ntype = \"free\"\nmass = 1\nforce = [0, 1, -5]\n"));
}

TEST(SceneDrives, GravityThatTurnsTooLate) {
    EXPECT_EQ(error_of("[[gravity_turn]]\naxis = [0, 3, 0]\nangle = 3\nfrom = 4\nduration = 1\n"),
              at_line(3, "gravity_turn.from: begins at 4 s, when the run is over (duration = 1)"));
}

TEST(SceneDrives, GravityOverTime) {
    const Scene scene = read("[gravity_path]\ntimes = [1, 2]\nvalues = [[0, 0, -3], [1, 0, -9]]\n");
    EXPECT_EQ(scene.gravity, Vec3(0, 0, -3));
    EXPECT_EQ(course_of_gravity(scene).at(1.5), Vec3(0.5, 0, -6));
    EXPECT_EQ(error_of("[gravity_path]\ntimes = [1, 1]\nvalues = [[0, 0, -3], [1, 0, -9]]\n"),
              at_line(1, "gravity_path.times: must ascend, got 1 after 1"));
    EXPECT_EQ(error_of("[gravity_path]\n"),
              at_line(0, "gravity_path: needs times and values, or file"));
    EXPECT_EQ(error_of("[gravity_path]\ntimes = [1]\nvalues = [[0, 0, -3]]\nfile = \"g.csv\"\n"),
              at_line(0, "gravity_path: give times and values, or file, not both"));
}

TEST(SceneDrives, APathThatGoesBackInTime) {
    EXPECT_EQ(error_of("[[drive]]\ntype = \"path\"\ntimes = [0, 2, 1]\n"
                       "shifts = [[0, 0, 0], [0, 0, 1], [0, 0, 2]]\n"),
              at_line(2, "drive.times: must ascend, got 1 after 2"));
    EXPECT_EQ(error_of("[[drive]]\ntype = \"path\"\ntimes = [0, 2]\nshifts = [[0, 0, 0]]\n"),
              at_line(3, "drive.shifts: must be as many as times, 2, got 1"));
}

TEST(SceneDrives, APathFromAFile) {
    const auto folder = std::filesystem::temp_directory_path() / "scree-path-drive";
    std::filesystem::create_directories(folder);
    const auto read_path = [&](const std::string& table, const std::string& keys) {
        std::ofstream(folder / "way.csv") << table;
        const std::string text =
            before_drives + "[[drive]]\ntype = \"path\"\nfile = \"way.csv\"\n" + keys;
        return read_scene_text(text, (folder / "f.toml").string());
    };
    const auto error_of_file = [&](const std::string& table, const std::string& keys = "") {
        try {
            read_path(table, keys);
        } catch (const InputError& error) {
            const std::string message = error.what();
            return message.substr(message.find("f.toml:"));
        }
        return std::string("no error");
    };
    const Scene scene = read_path("time_s,x_m,y_m,z_m\n0,0,0,0\n0.5,0,0,1\n", "");
    const auto& path = std::get<TimeTable>(scene.drives[0].motion);
    EXPECT_EQ(path.time, (std::vector<double>{0, 0.5}));
    EXPECT_EQ(path.value[1], Vec3(0, 0, 1));
    ASSERT_EQ(scene.inputs.size(), 1U); // kept with the run
    EXPECT_EQ(scene.inputs[0].name, "way.csv");
    EXPECT_EQ(error_of_file("time,x,y,z\n0,0,0,0\n0,0,0,1\n"),
              at_line(2, "drive.file: way.csv:3: time: must ascend, got 0 after 0"));
    EXPECT_EQ(
        error_of_file("time,x,y\n0,0,0\n"),
        at_line(2, "drive.file: way.csv:1: needs a column \"z\"; found \"time\", \"x\", \"y\""));
    EXPECT_EQ(error_of_file("time,x,y,z\n"),
              at_line(2, "drive.file: way.csv: has no rows below the names of its columns"));
    EXPECT_EQ(error_of_file("time,x,y,z\n0,0,0,0\n", "times = [0]\n"),
              at_line(0, "drive: give times and shifts, or file, not both"));
    EXPECT_EQ(error_of("[[drive]]\ntype = \"path\"\n"),
              at_line(0, "drive: needs times and shifts, or file"));
    std::filesystem::remove_all(folder);
}

TEST(SceneDrives, BeginsWhenTheRunIsOver) {
    EXPECT_EQ(error_of("[[drive]]\ntype = \"velocity\"\nvelocity = [0, 0, 1]\nfrom = 1\n"),
              at_line(0, "drive \"velocity\": begins at 1 s, when the run is over (duration = 1)"));
}

TEST(SceneDrives, DrivesThatDoNotGetAlong) {
    const std::string turn = "[[drive]]\ntype = \"rotation\"\nwalls = [\"floor\"]\n"
                             "center = [0, 0, 0]\naxis = [0, 0, 1]\nrate = 1\n";
    const std::string free = "[[drive]]\ntype = \"free\"\nwalls = [\"floor\"]\nmass = 1\n";
    EXPECT_EQ(error_of(turn + turn), at_line(6, "drive \"rotation 2\": wall \"floor\" is turned by "
                                                "drive \"rotation\" already"));
    EXPECT_EQ(error_of(turn + free),
              at_line(6,
                      "drive \"free\": wall \"floor\" has drive \"rotation\" already, and a wall "
                      "that follows forces has no other"));
    EXPECT_EQ(error_of(free + turn),
              at_line(4,
                      "drive \"rotation\": wall \"floor\" has drive \"free\" already, and a wall "
                      "that follows forces has no other"));
}

const std::string source = "[[grains]]\nname = \"sand\"\nradius = 0.1\nfill = \"pour\"\n"
                           "region = { type = \"box\", low = [0, 0, 3], high = [1, 1, 4] }\n";

TEST(SceneTraffic, IsRead) {
    const Scene scene = read(source + "rate = 100\nlevel = 2\n[[outflow]]\nregion = { type = "
                                      "\"sphere\", center = [0, 0, -5], radius = 1 }\n");
    const auto& pour = std::get<PourFill>(scene.grains[1].fill);
    EXPECT_EQ(pour.rate, 100);
    EXPECT_EQ(pour.level, 2);
    EXPECT_FALSE(pour.mass_rate);
    EXPECT_EQ(scene.outflows[0].name, "outflow");
    EXPECT_FALSE(scene.outflows[0].into);
    EXPECT_EQ(place_grains(scene).size(), 1U); // the poured ones come later
}

TEST(SceneTraffic, Mistakes) {
    EXPECT_EQ(error_of(source + "rate = 1\nmass_rate = 2\n"),
              at_line(6, "grains.mass_rate: give rate or mass_rate, not both"));
    EXPECT_EQ(error_of(source + "from = 3\nuntil = 2\n"),
              at_line(6, "grains.until: must be later than from, 3, got 2"));
    EXPECT_EQ(
        error_of("[[outflow]]\nregion = { type = \"box\", low = [0, 0, 0], high = [1, 1, 4] }\n"
                 "velocity = [0, 0, 1]\n"),
        at_line(2, "outflow.velocity: is only used with into"));
    EXPECT_EQ(
        error_of("[[outflow]]\nregion = { type = \"box\", low = [0, 0, 30], high = [1, 1, 40] }\n"),
        at_line(1, "outflow.region: lies outside of all walls, and not below them"));
}

TEST(SceneTraffic, EndsThatContradict) {
    EXPECT_EQ(error_of(source + "from = 2\n"),
              at_line(0,
                      "grains \"sand\": are poured from 2 s on, when the run is over (duration = "
                      "1)"));
    for (const char* level : {"-1", "0", "4", "5"})
        EXPECT_EQ(error_of(source + "level = " + level + "\n"),
                  at_line(0, std::string("grains \"sand\": level must be above the floor, 0, and "
                                         "below the top of the region, 4, got ") +
                                 level));
}

TEST(SceneTraffic, ARegionOutsideTheContainer) {
    std::string text = source;
    text.replace(text.find("low = [0, 0, 3], high = [1, 1, 4]"), 33,
                 "low = [8, 8, 3], high = [9, 9, 4]");
    try {
        place_grains(read(text));
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_EQ(error.what(),
                  at_line(0, "sand: no position of region lies inside the walls, which reach from "
                             "(-1, -1, 0) to (1, 1, 2.1)"));
    }
}

TEST(SceneTraffic, ASourceThatNeverEndsAndAnEndThatWaitsForRest) {
    std::string text = before_drives;
    text.replace(0, 12, "until = \"settled\"");
    try {
        read_scene_text(text + source, "f.toml");
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_EQ(error.what(),
                  at_line(0, "grains: never ends, so until = \"settled\" is never reached; give it "
                             "count, mass, level or until, or the scene a duration"));
    }
}

TEST(SceneDrives, ThatNeverEndAndAnEndThatWaitsForRest) {
    std::string text = before_drives;
    text.replace(0, 12, "until = \"settled\"");
    text += "[[drive]]\ntype = \"oscillation\"\namplitude = [0, 0, 1]\nfrequency = 1\n";
    try {
        read_scene_text(text, "f.toml");
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_EQ(error.what(),
                  at_line(0, "drive \"oscillation\": never ends, so until = \"settled\" is never "
                             "reached; give it until, or the scene a duration"));
    }
}

} // namespace
} // namespace scree
