// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/clump_file.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace scree {
namespace {

namespace fs = std::filesystem;

std::string complaint(const std::string& name, const std::string& bytes) {
    try {
        const ClumpFile file = parse_clump(name, bytes);
        make_clump(file.balls);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

std::string kratos(const std::string& balls) {
    return "// a comment\nName\nsome\n\nBegin centers_and_radii  // Kratos\n" + balls +
           "End centers_and_radii\n\nSize\n1\n\nVolume\n0.5\n\nInertia per unit mass\n1 // "
           "x\n2\n3\n";
}

TEST(ClumpFile, ReadsBothKinds) {
    const ClumpFile table = parse_clump("a.csv", "r,x,y,z\n0.5,1,2,3\n# a comment\n0.25,1,2,3.5\n");
    ASSERT_EQ(table.balls.size(), 2U);
    EXPECT_EQ(table.balls[1].center, Vec3(1, 2, 3.5));
    EXPECT_EQ(table.balls[1].radius, 0.25);
    EXPECT_FALSE(table.volume);
    const ClumpFile cluster = parse_clump("a.clu", kratos("1 2 3 0.5\n1 2 3.5 0.25 // small\n"));
    ASSERT_EQ(cluster.balls.size(), 2U);
    EXPECT_EQ(cluster.balls[1].center, Vec3(1, 2, 3.5));
    EXPECT_EQ(cluster.volume, 0.5);
    EXPECT_EQ(cluster.inertia_per_mass, Vec3(1, 2, 3));
}

TEST(ClumpFile, Errors) {
    EXPECT_EQ(complaint("a.txt", "x"),
              "a.txt: unknown kind of clump file, the name must end in .csv or .clu");
    EXPECT_EQ(complaint("a.csv", ""), "a.csv: the file is empty");
    EXPECT_EQ(complaint("a.csv", "x,y,z,r\n0,0,0,1\n1,0,0,-0.5\n"),
              "a.csv:3: r: must be > 0, got -0.5");
    EXPECT_EQ(complaint("a.csv", "x,y,z,r\n"), "a.csv: has no rows below the names of its columns");
    EXPECT_EQ(complaint("a.csv", "x,y,z\n0,0,0\n"),
              "a.csv:1: needs a column \"r\"; found \"x\", \"y\", \"z\"");
    EXPECT_EQ(complaint("a.clu", kratos("0 0 0 1\n0 0 0 -1\n")), "a.clu:7: r: must be > 0, got -1");
    EXPECT_EQ(complaint("a.clu", kratos("0 0 0 1\n0 0 0\n")),
              "a.clu:7: expected x y z r, got 3 words");
    EXPECT_EQ(complaint("a.clu", kratos("0 0 0 x\n")), "a.clu:6: expected a number, got \"x\"");
    EXPECT_EQ(complaint("a.clu", kratos("")), "a.clu:6: has no balls");
    EXPECT_EQ(complaint("a.clu", "Name\na\n"),
              "a.clu:2: the file ends here, expected \"Begin centers_and_radii\"");
    EXPECT_EQ(complaint("a.clu", "Begin centers_and_radii\n0 0 0 1\n"),
              "a.clu:2: the file ends here, expected balls");
    // A clump with a ball outside.
    EXPECT_EQ(
        complaint("a.csv", "x,y,z,r\n0,0,0,1\n1,0,0,1\n5,0,0,0.5\n5.25,0,0,0.5\n0,9,0,1\n"),
        "ball 2 and 1 more with it: outside, 2.5 m from the rest; the balls of a clump must "
        "touch or overlap\nball 4: outside, 7 m from the rest; the balls of a clump must touch "
        "or overlap");
}

fs::path data_folder() {
    return fs::path(SCREE_SOURCE_DIR).parent_path() / "shared" / "data" / "clumps";
}

// Volumes that the files state. Those of Kratos's ballast are of the union, found in another way;
// the others of the bodies that the clusters stand for (a torus, an ellipsoid …), so only the order
// of magnitude is compared.
TEST(ClumpFileData, PublishedClumpsAreReadAndWeighed) {
    if (!fs::exists(data_folder())) GTEST_SKIP() << "no " << data_folder();
    int read = 0, refused = 0, ballast = 0;
    for (const auto& entry : fs::directory_iterator(data_folder())) {
        if (entry.path().extension() != ".csv" && entry.path().extension() != ".clu") continue;
        SCOPED_TRACE(entry.path().string());
        try {
            const ClumpFile file = read_clump_file(entry.path());
            const Clump clump = make_clump(file.balls);
            double sum = 0;
            for (const ClumpBall& ball : file.balls)
                sum += 4.0 / 3 * M_PI * std::pow(ball.radius, 3);
            const double volume = mass_properties(clump).volume;
            EXPECT_LT(volume, sum * (1 + 1e-12));
            EXPECT_GT(volume, 0);
            EXPECT_LT(clump.data->mass_error, 1e-10);
            std::printf("%-40s %3zu balls, union / sum %.4f", entry.path().filename().c_str(),
                        file.balls.size(), volume / sum);
            if (file.volume) {
                std::printf(", union / stated %.4f", volume / *file.volume);
                const bool is_ballast =
                    entry.path().filename().string().starts_with("kratos_ballast");
                EXPECT_NEAR(volume / *file.volume, 1, is_ballast ? 0.015 : 0.5);
                ballast += is_ballast ? 1 : 0;
            }
            std::printf(", error %.1e\n", clump.data->mass_error);
            ++read;
        } catch (const InputError& error) {
            std::printf("%s\n", error.what());
            ++refused;
        }
    }
    EXPECT_EQ(ballast, 8);
    EXPECT_GE(read, 18);
    EXPECT_GE(refused, 1); // a scene state, not a clump
}

// "volume = …" in the comments of these files.
TEST(ClumpFileData, DemEnginesOwnVolumes) {
    if (!fs::exists(data_folder())) GTEST_SKIP() << "no " << data_folder();
    struct Stated {
        const char* file;
        double volume;
    };
    for (const Stated& stated :
         {Stated{"demengine_3_clump.csv", 5.5886717}, Stated{"demengine_6_clump.csv", 2.7564385},
          Stated{"demengine_triangular_flat.csv", 4.2520508}}) {
        SCOPED_TRACE(stated.file);
        const Clump clump = make_clump(read_clump_file(data_folder() / stated.file).balls);
        EXPECT_NEAR(mass_properties(clump).volume / stated.volume, 1, 0.02);
    }
}

} // namespace
} // namespace scree
