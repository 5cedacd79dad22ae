// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/gltf.hpp>

#include <gtest/gtest.h>

#include <cstring>

// The whole file is read back in tests/cli/test_export.py.
namespace scree {
namespace {

std::size_t count_of(const std::string& text, const std::string& word) {
    std::size_t count = 0;
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
    return count;
}

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
}

GltfView view_of(const Drawing& d) {
    return {camera_for("front", d.bounds, Vec3::UnitZ(), 1.5), 1.5, Vec3::UnitZ()};
}

Drawing balls_of(std::size_t count, bool is_kind) {
    Drawing d;
    d.bounds = {Vec3::Zero(), Vec3(1, 1, 1)};
    for (std::uint32_t k = 0; k < count; ++k)
        d.balls.push_back({Vec3(0.5, 0.5, k * 1e-3), 0.01,
                           is_kind ? category_color(k) : sequential_color(k / 899.0), k});
    return d;
}

TEST(Gltf, FewColoursStayManyBecomeAScale) {
    const Drawing kinds = balls_of(900, true), numbers = balls_of(900, false);
    EXPECT_EQ(count_of(gltf_bytes(kinds, view_of(kinds)), "baseColorFactor"), category_colors);
    EXPECT_EQ(count_of(gltf_bytes(numbers, view_of(numbers)), "baseColorFactor"), 31U);
    EXPECT_EQ(count_of(gltf_bytes(numbers, view_of(numbers)), "\"grain "), 900U);
}

TEST(Gltf, CellsHideTheirGrains) {
    Drawing d = balls_of(2, true);
    const TriangleMesh mesh{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)},
                            {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
    for (const std::uint32_t k : {0U, 1U}) d.solids.push_back({mesh, d.balls[k].color, k});
    d.inner_balls = true;
    d.solid_name = "cell";
    const std::string bytes = gltf_bytes(d, view_of(d));
    EXPECT_EQ(count_of(bytes, "\"grain "), 0U);
    EXPECT_EQ(count_of(bytes, "\"cell "), 2U);
    EXPECT_EQ(count_of(bytes, "baseColorFactor"), 2U);
}

// The standard forbids empty arrays and buffers.
TEST(Gltf, NothingToDrawIsAFileToo) {
    Drawing d;
    d.bounds = {Vec3(-1, -1, -1), Vec3(1, 1, 1)};
    const std::string bytes = gltf_bytes(d, view_of(d));
    EXPECT_EQ(number_at(bytes, 8), bytes.size());
    EXPECT_EQ(number_at(bytes, 12) + 20, bytes.size()); // no second part
    EXPECT_EQ(bytes.find("[]"), std::string::npos);
    EXPECT_EQ(bytes.find("null"), std::string::npos);
}

TEST(Gltf, ALinkWithoutLengthIsLeftOut) {
    Drawing d = balls_of(2, true);
    d.rods.push_back({Vec3(0, 0, 0), Vec3(0, 0, 0), 0.1, {1, 0, 0}});
    d.rods.push_back({Vec3(0, 0, 0), Vec3(0, -1, 0), 0.1, {1, 0, 0}});
    const std::string bytes = gltf_bytes(d, view_of(d));
    EXPECT_EQ(bytes.find("null"), std::string::npos);
}

} // namespace
} // namespace scree
