// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/checkpoint.hpp>
#include <scree/io/files.hpp>
#include <scree/io/grain_tables.hpp>
#include <scree/io/run_folder.hpp>
#include <scree/io/scene_file.hpp>

#include <gtest/gtest.h>

#include <filesystem>

namespace scree {
namespace {

namespace fs = std::filesystem;

const std::string head = "duration = 1\n"
                         "[material.glass]\n"
                         "density = 2500\n"
                         "contact_time = 1e-3\n"
                         "restitution = 0.3\n"
                         "friction = 0.1\n";
const std::string region = "region = { type = \"box\", low = [0, 0, 0], high = [0.1, 0.1, 0.1] }\n";

std::string grains(const std::string& lines) { return head + "[[grains]]\n" + lines; }
std::string random_fill(const std::string& distribution) {
    return grains("fill = \"random\"\ncount = 100\n" + region + "distribution = " + distribution +
                  "\n");
}

// Each test has a folder of its own for the scene and the files it refers to.
class SceneSizes : public ::testing::Test {
protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::temp_directory_path() / ("scree-sizes-" + std::string(info->name()));
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const {
        write_file_atomically(folder_ / name, text);
    }
    Scene read(const std::string& text) const {
        return read_scene_text(text, (folder_ / "f.toml").string());
    }
    /// The messages, with the folder left out.
    std::string error_of(const std::string& text) const {
        try {
            read(text);
        } catch (const InputError& error) {
            std::string words = error.what();
            const std::string prefix = folder_.string() + "/";
            for (auto at = words.find(prefix); at != std::string::npos; at = words.find(prefix))
                words.erase(at, prefix.size());
            return words;
        }
        return "no error";
    }
    std::string sieve_error(const std::string& curve) const {
        write("curve.csv", curve);
        return error_of(random_fill("{ type = \"sieve\", file = \"curve.csv\" }"));
    }
    std::string grains_error(const std::string& table) const {
        write("g.csv", table);
        return error_of(grains("fill = \"file\"\nfile = \"g.csv\"\n"));
    }

    fs::path folder_;
};

TEST_F(SceneSizes, ReadsTheLaws) {
    const auto law = [&](const std::string& text) {
        return read(random_fill(text)).grains[0].distribution.value();
    };
    const auto uniform = law("{ type = \"uniform\", min = 0.001, max = 0.002, by = \"mass\" }");
    EXPECT_TRUE(uniform.by_mass);
    EXPECT_EQ(std::get<UniformSizes>(uniform.law).max, 0.002);
    const auto lognormal =
        law("{ type = \"lognormal\", median = 0.001, sigma = 0.3, min = 5e-4, max = 2e-3 }");
    EXPECT_FALSE(lognormal.by_mass);
    EXPECT_EQ(std::get<LognormalSizes>(lognormal.law).sigma, 0.3);
    // Without ends of its own a law loses a thousandth on either side: 3.0902 deviations.
    const auto normal =
        std::get<NormalSizes>(law("{ type = \"normal\", mean = 0.002, deviation = 0.0002 }").law);
    EXPECT_NEAR(normal.min, 0.002 - 3.0902 * 0.0002, 1e-8);
    EXPECT_NEAR(normal.max, 0.002 + 3.0902 * 0.0002, 1e-8);
    const auto weibull =
        std::get<WeibullSizes>(law("{ type = \"weibull\", scale = 0.001, shape = 3 }").law);
    EXPECT_NEAR(weibull.max, 0.001 * std::cbrt(std::log(1000)), 1e-8);
}

TEST_F(SceneSizes, ReadsASieveCurveInPercentAndMillimetres) {
    write("curve.csv",
          "\xEF\xBB\xBF# a comment\nsize, passing, remark\r\n1, 0, fine\r\n\n4, 100, all\r\n");
    const Scene scene =
        read(random_fill("{ type = \"sieve\", file = \"curve.csv\", unit = \"mm\" }"));
    const auto distribution = scene.grains[0].distribution.value();
    EXPECT_TRUE(distribution.by_mass);
    const auto& sieve = std::get<SieveSizes>(distribution.law);
    EXPECT_EQ(sieve.radius, (std::vector<double>{0.0005, 0.002}));
    EXPECT_EQ(sieve.passing, (std::vector<double>{0, 1}));
    ASSERT_EQ(scene.inputs.size(), 1U);
    EXPECT_EQ(scene.inputs[0].name, "curve.csv");
    EXPECT_EQ(place_grains(scene).size(), 100U);
}

TEST_F(SceneSizes, WrongLaws) {
    EXPECT_EQ(error_of(random_fill("{ type = \"uniform\", min = 0.002, max = 0.001 }")),
              "f.toml:11: grains.distribution: max must be greater than min 0.002, got 0.001");
    EXPECT_EQ(error_of(random_fill("{ type = \"normal\", mean = 0.002, deviation = 0.001 }")),
              "f.toml:11: grains.distribution: needs min: without it the law reaches down to "
              "-0.00109");
    EXPECT_EQ(error_of(random_fill("{ type = \"lognormal\", median = 0.001, sigma = 0.1, "
                                   "min = 0.005, max = 0.01 }")),
              "f.toml:11: grains.distribution: only 0 of the law lies between min 0.005 and max "
              "0.01, at least 0.001 must");
    EXPECT_EQ(error_of(random_fill("{ type = \"lognormal\", median = -1, sigma = 9 }")),
              "f.toml:11: grains.distribution.median: must be > 0, got -1\n"
              "f.toml:11: grains.distribution.sigma: must be > 0 and <= 5, got 9");
    EXPECT_EQ(error_of(random_fill("{ type = \"gauss\" }")),
              "f.toml:11: grains.distribution.type: must be one of \"uniform\", \"normal\", "
              "\"lognormal\", \"weibull\", \"sieve\", got \"gauss\"");
    EXPECT_EQ(error_of(random_fill("{ type = \"weibull\", scale = 0.001 }")),
              "f.toml:11: grains.distribution: needs shape");
    EXPECT_EQ(error_of(random_fill("{ type = \"uniform\", min = 1e-3, max = 2e-3, sigma = 1 }")),
              "f.toml:11: grains.distribution.sigma: unknown key for type \"uniform\"; allowed: "
              "type, by, "
              "min, max");
}

TEST_F(SceneSizes, ConflictingSizes) {
    const std::string law = "{ type = \"uniform\", min = 1e-3, max = 2e-3 }\n";
    EXPECT_EQ(error_of(random_fill(law + "radius = 0.1")),
              "f.toml:11: grains.distribution: give radius or distribution, not both");
    EXPECT_EQ(error_of(random_fill(law + "spread = 0.1")),
              "f.toml:12: grains.spread: is only used with radius");
    EXPECT_EQ(error_of(grains("fill = \"random\"\ncount = 1\n" + region)),
              "f.toml:7: grains: needs radius, classes or distribution");
    EXPECT_EQ(error_of(grains("fill = \"file\"\nfile = \"no.csv\"\nradius = 1\n")),
              "f.toml:9: grains.file: no.csv: no such file\n"
              "f.toml:10: grains.radius: is not used with fill \"file\": the file has the sizes");
}

TEST_F(SceneSizes, WrongSieveCurves) {
    const std::string at = "f.toml:11: grains.distribution.file: ";
    EXPECT_EQ(error_of(random_fill("{ type = \"sieve\", file = \"none.csv\" }")),
              at + "none.csv: no such file");
    EXPECT_EQ(sieve_error(""), at + "curve.csv: is empty; needs the columns size, passing");
    EXPECT_EQ(sieve_error("size,passing\n"),
              at + "curve.csv: has no rows below the names of its columns");
    EXPECT_EQ(sieve_error("size,passing\n1,0\n"), at + "curve.csv: needs at least two rows, got 1");
    EXPECT_EQ(sieve_error("diameter,passing\n1,0\n2,1\n"),
              at + "curve.csv:1: needs a column \"size\"; found \"diameter\", \"passing\"");
    EXPECT_EQ(sieve_error("size,passing\n1,0\n2,0.6\n3,0.5\n4,1\n"),
              at + "curve.csv:4: passing: must not decrease with the size, got 0.5 after 0.6");
    EXPECT_EQ(
        sieve_error("size,passing\n1,0.1\n2,1\n"),
        at + "curve.csv:2: passing: must begin at 0, got 0.1; begin with the size that nothing "
             "passes");
    EXPECT_EQ(sieve_error("size,passing\n1,0\n2,0.9\n"),
              at +
                  "curve.csv:3: passing: must end at 1 (or 100 %), got 0.9; end with the size that "
                  "everything passes");
    EXPECT_EQ(sieve_error("size,passing\n0,0\n2,0.5\n2,1\n"),
              at + "curve.csv:2: size: must be > 0, got 0\n" + at +
                  "curve.csv:4: size: must be greater than the 2 before it, got 2");
    EXPECT_EQ(sieve_error("size,passing\n1,zero\n2,inf\n"),
              at + "curve.csv:2: passing: must be a number, got \"zero\"\n" + at +
                  "curve.csv:3: passing: must be a finite number, got \"inf\"");
    EXPECT_EQ(sieve_error("size,passing\n1,0,5\n2,1\n"),
              at + "curve.csv:2: must have 2 values, one per column, got 3");
}

TEST_F(SceneSizes, RandomFillToATarget) {
    const std::string box = "fill = \"random\"\nradius = 0.004\n" + region;
    const Scene dense = read(grains(box + "density = 0.2\n"));
    const double volume = 4.0 / 3 * 3.14159265358979 * 0.004 * 0.004 * 0.004;
    EXPECT_EQ(place_grains(dense).size(), static_cast<std::size_t>(std::round(2e-4 / volume)));
    const Scene heavy = read(grains(box + "mass = 0.25\n"));
    EXPECT_EQ(place_grains(heavy).size(), static_cast<std::size_t>(std::round(1e-4 / volume)));
    EXPECT_EQ(error_of(grains(box)), "f.toml:7: grains: needs count, density or mass");
    EXPECT_EQ(error_of(grains(box + "density = 0.2\nmass = 1\n")),
              "f.toml:12: grains.mass: give density or mass, not both");
    EXPECT_EQ(error_of(grains(box + "density = 0.8\n")),
              "f.toml:11: grains.density: must be > 0 and < 0.74, got 0.8");
}

TEST_F(SceneSizes, GrainsOfAFile) {
    write("g.csv", "# made by hand\nid,x_m,y_m,z_m,radius_m,class\n1,0,0,1,0.5,2\n2,0,0,2,0.5,0\n");
    const auto placed = place_grains(read(grains("fill = \"file\"\nfile = \"g.csv\"\n")));
    ASSERT_EQ(placed.size(), 2U);
    EXPECT_EQ(placed[1].center, Vec3(0, 0, 2));
    EXPECT_EQ(placed[0].radius, 0.5);
    EXPECT_EQ(placed[0].size_class, 2);
    const std::string at = "f.toml:9: grains.file: ";
    EXPECT_EQ(grains_error("x,y,z\n1,2,3\n"),
              at + "g.csv:1: needs a column \"radius\"; found \"x\", \"y\", \"z\"");
    EXPECT_EQ(grains_error("x,y,z,radius\n1,2,3,-1\n"),
              at + "g.csv:2: radius: must be > 0, got -1");
    EXPECT_EQ(grains_error("x,y,z,radius,class\n1,2,3,1,0.5\n"),
              at + "g.csv:2: class: must be a whole number >= 0, got 0.5");
}

// Whatever path the scene used, the copy in the folder of the run is found.
TEST_F(SceneSizes, ARunKeepsTheFilesItsSceneRefersTo) {
    fs::create_directories(folder_ / "scenes");
    write("data.csv", "size,passing\n0.001,0\n0.002,1\n");
    for (const std::string& name : {std::string("../data.csv"), (folder_ / "data.csv").string()}) {
        const std::string text = random_fill("{ type = \"sieve\", file = \"" + name + "\" }");
        const Scene scene = read_scene_text(text, (folder_ / "scenes/f.toml").string());
        ASSERT_EQ(scene.inputs.size(), 1U);
        const RunFolder run(folder_ / "deep/er/run");
        run.create(text, {}, scene.inputs);
        fs::rename(folder_ / "data.csv", folder_ / "gone.csv");
        const Scene again = read_scene_file(run.scene_file());
        fs::rename(folder_ / "gone.csv", folder_ / "data.csv");
        EXPECT_EQ(again.inputs[0].text, scene.inputs[0].text);
        EXPECT_EQ(scene_hash(text, again.inputs), scene_hash(text, scene.inputs));
        EXPECT_NE(scene_hash(text, {}), scene_hash(text, scene.inputs));
        const SceneInput changed{name, "size,passing\n0.001,0\n0.003,1\n"};
        EXPECT_NE(scene_hash(text, {&changed, 1}), scene_hash(text, scene.inputs));
        fs::remove_all(folder_ / "deep");
    }
}

} // namespace
} // namespace scree
