// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/plots.hpp>

#include <scree/view/sample_frame.test.hpp>

#include <scree/base/ball.hpp>
#include <scree/view/words.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scree {
namespace {

/// The numbers of the list, or of the lists of lists, that follows a key in JSON.
std::vector<double> numbers_of(const std::string& json, const std::string& key) {
    std::vector<double> out;
    std::size_t at = json.find("\"" + key + "\": [");
    if (at == std::string::npos) return out;
    at += key.size() + 4;
    for (int depth = 0; at < json.size(); ++at) {
        if (json[at] == '[') ++depth;
        if (json[at] == ']' && --depth == 0) break;
        if (json[at] == '-' || std::isdigit(static_cast<unsigned char>(json[at]))) {
            char* end = nullptr;
            out.push_back(std::strtod(json.c_str() + at, &end));
            at = static_cast<std::size_t>(end - json.c_str()) - 1;
        }
    }
    return out;
}

TEST(Words, QuantitiesHaveThePrefixPeopleUse) {
    EXPECT_EQ(quantity(0.004, "m"), "4 mm");
    EXPECT_EQ(quantity(1, "m"), "1 m");
    EXPECT_EQ(quantity(-1.5e-7, "s"), "-150 ns");
    EXPECT_EQ(quantity(70e9, "Pa"), "70 GPa");
    EXPECT_EQ(quantity(0.0025, "kg"), "2.5 g");
    EXPECT_EQ(quantity(12, "kg"), "12 kg");
    EXPECT_EQ(quantity(2500, "kg/m³"), "2500 kg/m³");
    EXPECT_EQ(quantity(0, "m"), "0 m");
    EXPECT_EQ(quantity(999.99, "m"), "1 km");
    EXPECT_EQ(quantity(1e-15, "m"), "1e-15 m");
}

TEST(Words, TellTheScene) {
    Scene scene = scene_of_two_materials();
    scene.materials[0].density = 2500;
    scene.materials[0].stiffness = 1e4;
    scene.materials[0].friction = 0.5;
    scene.grains.resize(1);
    scene.grains[0].name = "rain";
    scene.grains[0].velocity = Vec3(0, 0, -2);
    scene.walls.resize(3);
    scene.walls[0].type = "plane";
    scene.walls[1].type = scene.walls[2].type = "disc";
    scene.duration = 0.5;
    std::vector<Grain> grains(2);
    grains[0].radius = 0.001;
    grains[1].radius = 0.002;
    for (Grain& g : grains) g.group = 0;
    const auto words = scene_in_words(scene, grains);
    const std::vector<std::string> expected = {
        "2 spheres of glass, 2 mm to 4 mm across, thrown at 2 m/s.",
        "Material glass: density 2500 kg/m³, stiffness 10 kN/m, friction 0.5.",
        "Material steel: .",
        "Walls: 2 walls of type disc, one plane.",
        "Gravity 9.81 m/s² along (0, 0, -1).",
        "Contacts: linear spring and dashpot, Coulomb friction.",
        "It runs for 500 ms."};
    EXPECT_EQ(words, expected);
    scene.shapes = {grain_shape("cube", solid_box({1, 1, 1}))};
    scene.grains[0].shapes = {0};
    EXPECT_EQ(scene_in_words(scene, grains).front(),
              "2 grains of glass, shape \"cube\", as large as spheres of 2 mm to 4 mm, thrown at 2 "
              "m/s.");
}

TEST(Plots, SlicesOfABallAddUpToIt) {
    constexpr double r = 0.7;
    double sum = 0;
    for (int k = -10; k < 10; ++k) sum += slice_volume(r, 0.1 * k, 0.1 * (k + 1));
    EXPECT_NEAR(sum, ball_volume(r), 1e-15);
    // A cap of height h: pi h² (3 r - h) / 3.
    constexpr double h = 0.3;
    EXPECT_NEAR(slice_volume(r, r - h, 5), std::numbers::pi * h * h * (3 * r - h) / 3, 1e-15);
    EXPECT_EQ(slice_volume(r, 1, 2), 0);
}

TEST(Plots, LayersHoldTheWholeVolumeAtEveryTime) {
    constexpr std::uint64_t seed = 5;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    std::vector<Frame> frames = {random_frame(seed, 50).frame, random_frame(seed + 1, 50).frame,
                                 random_frame(seed + 2, 50).frame};
    for (std::size_t t = 0; t < 3; ++t) frames[t].time = 0.25 * static_cast<double>(t);
    Scene scene;
    scene.gravity = Vec3(-3, 0, 4); // up is neither an axis nor a default
    const std::string json = layer_plot(scene, frames).text();
    const auto heights = numbers_of(json, "ys"), values = numbers_of(json, "values");
    EXPECT_EQ(numbers_of(json, "xs"), (std::vector<double>{0, 0.125, 0.375, 0.5}));
    ASSERT_EQ(values.size(), 3 * (heights.size() - 1));
    for (std::size_t t = 0; t < 3; ++t) {
        double got = 0, expected = 0;
        for (std::size_t k = 0; k + 1 < heights.size(); ++k)
            got += values[3 * k + t] * (heights[k + 1] - heights[k]);
        for (const double r : frames[t].radius) expected += ball_volume(r);
        EXPECT_NEAR(got / expected, 1, 1e-12);
    }
}

TEST(Plots, EveryGrainIsCountedOnceByItsContacts) {
    Frame frame;
    frame.contacts = {0, 3, 3, 6};
    const std::string json = coordination_plot(frame).text();
    EXPECT_EQ(numbers_of(json, "values"), (std::vector<double>{1, 0, 0, 2, 0, 0, 1}));
    EXPECT_EQ(numbers_of(json, "edges").front(), -0.5);
    EXPECT_EQ(numbers_of(coordination_plot(Frame{}).text(), "values"), std::vector<double>{0});
}

TEST(Plots, ForcesAreADensity) {
    Random random(3);
    Frame frame;
    for (int k = 0; k < 1000; ++k)
        frame.contact.push_back(contact(0, 1, -std::log(random.uniform(0.01, 1))));
    const std::string json = force_plot(frame).text();
    const auto edges = numbers_of(json, "edges"), values = numbers_of(json, "values");
    ASSERT_EQ(edges.size(), values.size() + 1);
    ASSERT_GT(values.size(), 8U);
    double all = 0;
    for (std::size_t k = 0; k < values.size(); ++k) all += values[k] * (edges[k + 1] - edges[k]);
    // All forces are within the axis: none is below a thousandth of the mean.
    EXPECT_NEAR(all, 1, 0.005);
    EXPECT_TRUE(numbers_of(force_plot(Frame{}).text(), "values").empty());
}

TEST(Plots, OverTimeShowsTheColumnsAsTheyAre) {
    Scene scene;
    scene.planes.push_back({"neck", Vec3::Zero(), Vec3::UnitZ()});
    MeasuresTable table;
    table.names = {"time_s", "density", "neck_mass_kg"};
    table.columns = {{0, 0.5, 1}, {0.1, 1.0 / 3, 0.64}, {0, 1, 4}};
    std::string flow, rate, density;
    for (const Json& plot : measure_plots(scene, table)) {
        const std::string text = plot.text();
        if (text.find("\"title\": \"Density\"") != std::string::npos) density = text;
        if (text.find("\"title\": \"Flow\"") != std::string::npos) flow = text;
        if (text.find("\"title\": \"Flow rate\"") != std::string::npos) rate = text;
    }
    EXPECT_EQ(numbers_of(density, "ys"), table.columns[1]);
    EXPECT_EQ(numbers_of(flow, "ys"), table.columns[2]);
    EXPECT_EQ(numbers_of(flow, "xs"), table.columns[0]);
    EXPECT_EQ(numbers_of(rate, "ys"), (std::vector<double>{2, 4, 6}));
    EXPECT_TRUE(measure_plots(scene, MeasuresTable{}).empty());
}

} // namespace
} // namespace scree
