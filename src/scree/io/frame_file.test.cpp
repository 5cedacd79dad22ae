// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/csv_table.hpp>
#include <scree/io/export.hpp>
#include <scree/io/files.hpp>
#include <scree/io/frame_file.hpp>
#include <scree/io/measures_table.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>

namespace scree {
namespace {

namespace fs = std::filesystem;

/// Two grains in contact and one of them on wall 0, with values that text would easily spoil.
StoredFrame sample() {
    StoredFrame s;
    Frame& f = s.frame;
    f.time = 0.1;
    f.step = std::int64_t{1} << 40;
    f.center = {{0.1, 0.2, 1.0 / 3}, {-0.0, 1e-300, 5}};
    f.velocity = {{1, 2, 3}, {std::nextafter(1.0, 2.0), 0, 0}};
    f.spin = {{0, 0, 7}, {0, 0, 0}};
    f.force = {{0, 0, -1}, {0, 0, 1}};
    f.radius = {0.5, 0.25};
    f.mass = {2, 1};
    f.material = {0, 1};
    f.contacts = {2, 1};
    f.contact = {{0, 1, {0, 0, 1}, {0, 0, 1}, 1e-9, 3.5, {0.5, 0, 0}, 0},
                 {0, -1, {0, 0, 0}, {0, 0, -1}, 2e-9, 4.5, {0, 0.25, 0}, 0}};
    s.labels = {{0, 0}, {0, 1}};
    return s;
}

TEST(FrameFile, GivesBackTheSameBits) {
    const fs::path path = fs::temp_directory_path() / ("scree-frame-" + std::to_string(::getpid()));
    const StoredFrame s = sample();
    write_frame(path, s.frame, s.labels);
    const StoredFrame back = read_frame(path);
    EXPECT_EQ(back.frame.time, s.frame.time);
    EXPECT_EQ(back.frame.step, s.frame.step);
    EXPECT_EQ(back.frame.center, s.frame.center);
    EXPECT_TRUE(std::signbit(back.frame.center[1].x()));
    EXPECT_EQ(back.frame.velocity, s.frame.velocity);
    EXPECT_EQ(back.frame.spin, s.frame.spin);
    EXPECT_EQ(back.frame.force, s.frame.force);
    EXPECT_EQ(back.frame.radius, s.frame.radius);
    EXPECT_EQ(back.frame.contacts, s.frame.contacts);
    EXPECT_EQ(back.labels.size_class, s.labels.size_class);
    ASSERT_EQ(back.frame.contact.size(), 2U);
    EXPECT_EQ(back.frame.contact[1].b, -1);
    EXPECT_EQ(back.frame.contact[1].normal_force, 4.5);
    EXPECT_EQ(back.frame.contact[0].tangential_force, Vec3(0.5, 0, 0));
    EXPECT_TRUE(back.frame.place.empty());
    EXPECT_FALSE(back.frame.period.any());
    StoredFrame more = sample();
    more.frame.period = {Vec3(-1, 2, 0), Vec3(1.0 / 3, 0, 5)};
    more.frame.laguerre_density = {0.6, 1.0 / 3};
    more.frame.laguerre_faces = {14, 3};
    more.frame.place = {0, 2};
    write_frame(path, more.frame, more.labels);
    EXPECT_EQ(read_frame(path).frame.laguerre_density, more.frame.laguerre_density);
    EXPECT_EQ(read_frame(path).frame.laguerre_faces, more.frame.laguerre_faces);
    EXPECT_EQ(read_frame(path).frame.place, more.frame.place);
    EXPECT_EQ(read_frame(path).frame.period.low, more.frame.period.low);
    EXPECT_EQ(read_frame(path).frame.period.length, more.frame.period.length);
    write_file_atomically(path, std::string("not HDF5"));
    EXPECT_THROW(read_frame(path), InputError);
    fs::remove(path);
}

TEST(FrameFile, AnEmptySceneIsAFrameToo) {
    const fs::path path = fs::temp_directory_path() / ("scree-empty-" + std::to_string(::getpid()));
    write_frame(path, Frame{}, GrainLabels{});
    EXPECT_TRUE(read_frame(path).frame.center.empty());
    fs::remove(path);
}

TEST(Xdmf, GivesBackItsEntries) {
    const std::vector<FrameEntry> entries = {{"frames/000000.h5", 0, 7},
                                             {"frames/000012.h5", 0.1, 123456}};
    const auto back = xdmf_entries(xdmf_text(entries));
    ASSERT_EQ(back.size(), 2U);
    EXPECT_EQ(back[1].file, "frames/000012.h5");
    EXPECT_EQ(back[1].time, 0.1);
    EXPECT_EQ(back[1].grains, 123456U);
    EXPECT_TRUE(xdmf_entries("").empty());
    const std::string text = xdmf_text(entries);
    EXPECT_EQ(xdmf_entries(text.substr(0, text.find("000012"))).size(), 1U);
}

TEST(MeasuresTable, LeavesOutWhatIsNotWholeYet) {
    const fs::path path = fs::temp_directory_path() / ("scree-rows-" + std::to_string(::getpid()));
    write_file_atomically(path, std::string("time_s,a\n0,1\n0.5,0.33333333333333331\n1,2"));
    const MeasuresTable table = read_measures(path);
    EXPECT_EQ(table.rows(), 2U);
    ASSERT_NE(table.column("a"), nullptr);
    EXPECT_EQ(*table.column("a"), (std::vector<double>{1, 1.0 / 3}));
    EXPECT_EQ(table.column("b"), nullptr);
    fs::remove(path);
    EXPECT_THROW(read_measures(path), InputError);
}

// Names are free text; a table can begin another scene whatever they are.
TEST(Export, TablesWithShapesAreReadBack) {
    StoredFrame s = sample();
    s.frame.shape.assign(s.frame.center.size(), -1);
    s.frame.attitude.assign(s.frame.center.size(), Eigen::Quaterniond::Identity());
    s.frame.shape[1] = 0;
    GrainShape odd;
    odd.name = R"(half, "cut")";
    odd.frame = Eigen::AngleAxisd(1, Vec3::UnitX()).toRotationMatrix();
    const std::string csv = grains_as_csv(s, std::vector<GrainShape>{odd});
    EXPECT_NE(csv.find(R"(,sphere,1,0,0,0)"), std::string::npos);
    EXPECT_NE(csv.find(R"(,"half, ""cut""",)"), std::string::npos);
    const CsvTable table =
        parse_csv(csv, "grains.csv", {{"x", "y", "z", "radius", "qw", "qx"}, {}});
    EXPECT_EQ(table.rows(), s.frame.center.size());
    // Principal axes that lie as in the body: the shape itself is turned back.
    EXPECT_NEAR((*table.column("qw"))[1], std::cos(0.5), 1e-12);
    EXPECT_NEAR((*table.column("qx"))[1], -std::sin(0.5), 1e-12);
}

TEST(Export, TablesHoldEveryDigit) {
    const std::string csv = grains_as_csv(sample(), {});
    EXPECT_NE(
        csv.find("\n0,0.10000000000000001,0.20000000000000001,0.33333333333333331,0.5,2,0,0,0,2,"),
        std::string::npos);
    EXPECT_NE(csv.find("1.0000000000000002"), std::string::npos);
    const std::string contacts = contacts_as_csv(sample());
    EXPECT_NE(contacts.find("\n0,-1,0,0,0,0,0,-1,"), std::string::npos);
    EXPECT_NE(contacts_as_vtk(sample()).find("LINES 2 6\n2 0 1\n2 2 3\n"), std::string::npos);
}

} // namespace
} // namespace scree
