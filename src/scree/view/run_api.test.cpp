// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/run_api.hpp>

#include <scree/view/sample_frame.test.hpp>

#include <scree/base/error.hpp>
#include <scree/io/files.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>

namespace scree {
namespace {

namespace fs = std::filesystem;

template <class T>
T number_at(const std::string& bytes, std::size_t at) {
    T value{};
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

TEST(DrawingBytes, HoldWhatIsDrawn) {
    constexpr std::size_t n = 11;
    StoredFrame stored = random_frame(9, n);
    stored.frame.contact = {contact(0, 1, 2), contact(3, -1, 1)};
    const Scene scene = scene_of_two_materials();
    DrawOptions options;
    options.chains = true;
    const Drawing d = draw({scene, stored, stored}, options);
    const std::string bytes = drawing_bytes(d, 7);
    const auto head = number_at<std::uint32_t>(bytes, 0);
    const std::string json = bytes.substr(4, head);
    EXPECT_EQ(head % 4, 0U);
    EXPECT_NE(json.find("\"step\": 7"), std::string::npos);
    EXPECT_NE(json.find("\"balls\": 11"), std::string::npos);
    EXPECT_NE(json.find("\"rods\": 2"), std::string::npos);
    EXPECT_NE(json.find("\"faint\": true"), std::string::npos);
    const std::size_t balls = 4 + head, colors = balls + 16 * n, ids = colors + 4 * n;
    const std::size_t rods = ids + 4 * n;
    ASSERT_EQ(bytes.size(), rods + 2 * (28 + 4));
    const Vec3 origin = 0.5 * (d.bounds.low + d.bounds.high);
    for (std::size_t i = 0; i < n; ++i) {
        for (int k = 0; k < 3; ++k)
            EXPECT_EQ(number_at<float>(bytes, balls + 16 * i + 4 * static_cast<std::size_t>(k)),
                      static_cast<float>(stored.frame.center[i][k] - origin[k]));
        EXPECT_EQ(number_at<float>(bytes, balls + 16 * i + 12),
                  static_cast<float>(stored.frame.radius[i]));
        EXPECT_EQ(number_at<std::uint32_t>(bytes, ids + 4 * i), i);
        EXPECT_EQ(number_at<std::uint8_t>(bytes, colors + 4 * i + 1), to_srgb(d.balls[i].color)[1]);
    }
    EXPECT_EQ(number_at<float>(bytes, rods + 24), static_cast<float>(d.rods[0].radius));
}

TEST(DrawingBytes, HoldTheCells) {
    const StoredFrame stored = random_frame(9, 30);
    const Scene scene = scene_of_two_materials();
    DrawOptions options;
    options.cells = true;
    const Drawing d = draw({scene, stored, stored}, options);
    ASSERT_GT(d.solids.size(), 20U);
    std::size_t vertices = 0, triangles = 0;
    for (const DrawnSolid& s : d.solids) {
        vertices += s.mesh.vertices.size();
        triangles += s.mesh.triangles.size();
    }
    const std::string bytes = drawing_bytes(d, 7);
    const auto head = number_at<std::uint32_t>(bytes, 0);
    const std::string json = bytes.substr(4, head);
    for (const auto& [name, count] :
         {std::pair{"solids", d.solids.size()}, {"vertices", vertices}, {"triangles", triangles}})
        EXPECT_NE(json.find('"' + std::string(name) + "\": " + std::to_string(count)),
                  std::string::npos);
    EXPECT_NE(json.find("\"inner\": true"), std::string::npos);
    const std::size_t colors = 4 + head + 24 * d.balls.size(), ids = colors + 4 * d.solids.size();
    const std::size_t sizes = ids + 4 * d.solids.size(), places = sizes + 4 * d.solids.size();
    const std::size_t corners = places + 12 * vertices;
    ASSERT_EQ(bytes.size(), corners + 12 * triangles);
    const Vec3 origin = 0.5 * (d.bounds.low + d.bounds.high);
    std::size_t vertex = 0, triangle = 0;
    for (std::size_t k = 0; k < d.solids.size(); ++k) {
        const DrawnSolid& s = d.solids[k];
        EXPECT_EQ(number_at<std::uint8_t>(bytes, colors + 4 * k + 2), to_srgb(s.color)[2]);
        EXPECT_EQ(number_at<std::uint32_t>(bytes, ids + 4 * k), s.grain);
        EXPECT_EQ(number_at<std::uint32_t>(bytes, sizes + 4 * k), s.mesh.vertices.size());
        EXPECT_EQ(number_at<float>(bytes, places + 12 * vertex + 4),
                  static_cast<float>(s.mesh.vertices[0].y() - origin.y()));
        EXPECT_EQ(number_at<std::uint32_t>(bytes, corners + 12 * triangle + 8),
                  vertex + s.mesh.triangles[0][2]);
        vertex += s.mesh.vertices.size();
        triangle += s.mesh.triangles.size();
    }
}

TEST(Spread, FromTheFirstToTheLast) {
    using Places = std::vector<std::size_t>;
    EXPECT_EQ(spread(10, 4), (Places{0, 3, 6, 9}));
    EXPECT_EQ(spread(3, 5), (Places{0, 1, 2}));
    EXPECT_EQ(spread(7, 1), Places{0});
    EXPECT_EQ(spread(0, 3), Places{});
}

class Folder : public ::testing::Test {
protected:
    Folder() : path_(fs::temp_directory_path() / ("scree-api-" + std::to_string(::getpid()))) {
        fs::remove_all(path_);
    }
    ~Folder() override { fs::remove_all(path_); }

    fs::path path_;
};

TEST_F(Folder, WithoutARunTheAnswerSaysWhy) {
    RunApi api{RunFolder(path_)};
    EXPECT_NE(api.run().find("no such folder"), std::string::npos);
    fs::create_directories(path_);
    EXPECT_NE(api.run().find("is not the folder of a run"), std::string::npos);
    write_file_atomically(path_ / "scene.toml", std::string("this = [is not"));
    EXPECT_NE(api.run().find("\"problem\": "), std::string::npos);
    EXPECT_THROW(api.frame(0, {}), InputError);
    EXPECT_THROW(api.measures(), InputError);
}

TEST_F(Folder, NoLinkLeadsOut) {
    fs::create_directories(path_ / "run" / "frames");
    write_file_atomically(path_ / "secret", std::string("secret"));
    write_file_atomically(path_ / "run" / "plain", std::string("plain"));
    fs::create_symlink(path_ / "secret", path_ / "run" / "measures.csv");
    fs::create_symlink("plain", path_ / "run" / "link");
    EXPECT_THROW(require_inside(path_ / "run", path_ / "run" / "measures.csv"), InputError);
    EXPECT_THROW(require_inside(path_ / "run", path_ / "run" / "frames" / ".." / ".." / "secret"),
                 InputError);
    EXPECT_THROW(require_inside(path_ / "run", path_ / "run" / "missing"), InputError);
    EXPECT_NO_THROW(require_inside(path_ / "run", path_ / "run" / "link"));
    EXPECT_THROW(RunApi{RunFolder(path_ / "run")}.measures(), InputError);
}

} // namespace
} // namespace scree
