// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/base/random.hpp>
#include <scree/io/checkpoint.hpp>
#include <scree/io/files.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <iterator>

namespace scree {
namespace {

namespace fs = std::filesystem;

Checkpoint sample() {
    Checkpoint c;
    SavedState& s = c.state;
    Random random(3);
    const auto number = [&] { return random.uniform(-1, 1); };
    for (std::uint32_t i = 0; i < 5; ++i) {
        s.ball.push_back({number(), number(), number(), 1});
        s.reference.push_back({number(), number(), number(), 1});
        s.kinetic.push_back({number(), number(), number(), 2, number(), number(), number(), 0});
        s.half.push_back({number(), number(), number(), 2, number(), number(), number(), 0});
        s.id.push_back(4 - i);
        s.labels.group.push_back(0);
        s.labels.size_class.push_back(static_cast<std::int32_t>(i));
    }
    s.pairs.push_back({{1, 3}, {number(), number(), number(), 0.5}});
    s.walls.push_back({0, 0, -1, 0, {number(), number(), number(), 0.25}, 2, 1, 0, 7});
    s.step = 77;
    s.dt = 1e-5;
    s.skin = 0.125;
    s.lifetime = 40;
    s.used = 0.0625;
    s.lost = {0.1, 0.2};
    s.lost.bonds = 0.3;
    s.bonds = {{0, 1, 0, BondState::whole, -1, -1, Vec3(1, 2, 3), Vec3::Zero()},
               {1, 4, 1, BondState::crushed, 70, -1, Vec3(3, 2, 1), Vec3(0, 0.5, 0)},
               {2, 3, 1, BondState::parted, 60, 65, Vec3(0, 2, 1), Vec3::Zero()}};
    for (int k = 0; k < 20; ++k) s.turns.push_back(number());
    s.labels.cluster = {0, 0, -1, -1, 0};
    s.origin = Vec3(1000, 0, 0);
    c.ledger = {true, 1, 2, 3, {0.5, {1}, {2}}, {{5, 0.5}}};
    c.settled_checks = 2;
    c.largest_residual = -3e-4;
    c.scene_hash = text_hash("scene");
    return c;
}

class Checkpoints : public testing::Test {
protected:
    void TearDown() override { fs::remove(path); }
    std::string message() const {
        try {
            read_checkpoint(path);
        } catch (const InputError& e) {
            return std::string(e.what()).substr(path.string().size());
        }
        return "read";
    }
    fs::path path = fs::temp_directory_path() / ("scree-checkpoint-" + std::to_string(::getpid()));
};

TEST_F(Checkpoints, GiveBackTraces) {
    Checkpoint c = sample();
    const std::string plain = c.state.hash();
    c.state.keeps_traces = true;
    c.state.pair_traces.push_back({1, 2, 3, 4, 5, 6, 7, 8});
    c.state.walls[0].trace = {8, 7, 6, 5, 4, 3, 2, 1};
    c.state.lost.plastic = 0.3;
    c.state.lost.rolling = 0.4;
    c.state.lost.fluid = 0.5;
    EXPECT_NE(c.state.hash(), plain);
    write_checkpoint(path, c);
    const Checkpoint back = read_checkpoint(path);
    EXPECT_EQ(back.state.hash(), c.state.hash());
    EXPECT_EQ(back.state.pair_traces[0].energy, 6);
    EXPECT_EQ(back.state.walls[0].trace.twist, 5);
    EXPECT_EQ(back.state.lost.fluid, 0.5);

    c.state.pair_traces.clear();
    c.state.pairs.clear();
    write_checkpoint(path, c);
    c = read_checkpoint(path);
    EXPECT_TRUE(c.state.keeps_traces);
    EXPECT_EQ(c.state.pair_traces.size(), 0U);
}

TEST_F(Checkpoints, GiveBackTheSameState) {
    const Checkpoint c = sample();
    write_checkpoint(path, c);
    const Checkpoint back = read_checkpoint(path);
    EXPECT_EQ(back.state.hash(), c.state.hash());
    EXPECT_EQ(back.state.skin, c.state.skin);
    EXPECT_EQ(back.state.lifetime, c.state.lifetime);
    EXPECT_EQ(back.state.used, c.state.used);
    EXPECT_EQ(back.state.origin, c.state.origin);
    EXPECT_EQ(back.state.reference[3].y, c.state.reference[3].y);
    EXPECT_EQ(back.state.pairs[0].spring.last, 0.5);
    EXPECT_EQ(back.state.walls[0].spring.last, 0.25);
    EXPECT_EQ(back.state.walls[0].place, 7U);
    EXPECT_EQ(back.ledger.initial[0].grains, 5);
    EXPECT_EQ(back.ledger.turned_over, 3);
    EXPECT_EQ(back.settled_checks, 2);
    EXPECT_EQ(back.largest_residual, -3e-4);
    EXPECT_EQ(back.state.bonds[1].slide, c.state.bonds[1].slide);
    EXPECT_EQ(back.state.labels.cluster, c.state.labels.cluster);
    EXPECT_EQ(back.state.labels.size_class, c.state.labels.size_class);
    EXPECT_EQ(back.scene_hash, c.scene_hash);
}

/// Where the queries of a pair of tetrahedra begin: one corner of A in a face of B.
TouchStart start_of_corner_in_face() {
    TouchStart start;
    start.gap.point_count = start.gap.face_count = 4;
    start.gap.points = {{{0, 1}, {0, 2}, {0, 3}, {1, 0}}};
    for (std::size_t f = 0; f < 4; ++f)
        for (std::size_t k = 0; k < 3; ++k)
            start.gap.face(f)[k] = static_cast<std::uint8_t>((f + k) % 4);
    OverlapMemory& m = start.overlap;
    m.piece_count = 6;
    m.points_of_a = m.point_count = 4;
    m.kept_of_a = 1;
    m.faces_of_a = 4, m.face_count = 8;
    m.crossings_of_a = 3;
    for (std::uint8_t k = 0; k < 4; ++k) m.points()[k] = m.faces()[k] = k;
    for (std::uint8_t k = 0; k < 4; ++k)
        m.crossings()[k] = {0, static_cast<std::uint8_t>(1 + k % 3), 4, 0};
    constexpr std::uint8_t first = OverlapMemory::most_points;
    for (std::uint8_t k = 0; k < 3; ++k) {
        const auto here = static_cast<std::uint8_t>(first + k);
        const auto next = static_cast<std::uint8_t>(first + (k + 1) % 3);
        m.pieces()[k] = {0, here, k, static_cast<std::uint8_t>((k + 1) % 3)};
        m.pieces()[3 + k] = {here, next, 4, k};
    }
    return start;
}

Checkpoint shaped_sample() {
    Checkpoint c = sample();
    ShapedState& shaped = c.state.shaped;
    for (std::uint32_t id = 0; id < 5; ++id)
        shaped.turning.push_back(
            {id, 0, 0.5, Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5), Vec3(1, 2, id)});
    shaped.touches.push_back({{0, 1}, 0, 0, {}});
    shaped.touches.back().memory.energy = 3;
    shaped.warm.push_back({{0, 1}, 0, start_of_corner_in_face()});
    shaped.boxes.resize(c.state.reference.size());
    return c;
}

TEST_F(Checkpoints, GiveBackShapedGrainsAndWhereTheirQueriesBegin) {
    const Checkpoint c = shaped_sample();
    write_checkpoint(path, c);
    const ShapedState back = read_checkpoint(path).state.shaped;
    ASSERT_EQ(back.turning.size(), 5U);
    EXPECT_EQ(back.turning[3].momentum, c.state.shaped.turning[3].momentum);
    ASSERT_EQ(back.touches.size(), 1U);
    EXPECT_EQ(back.touches[0].memory.energy, 3);
    ASSERT_EQ(back.warm.size(), 1U);
    const TouchStart expected = start_of_corner_in_face();
    const TouchStart& start = back.warm[0].start;
    EXPECT_EQ(start.overlap, expected.overlap);
    EXPECT_EQ(start.gap.points, expected.gap.points);
    for (std::size_t f = 0; f < 4; ++f) EXPECT_EQ(start.gap.face(f), expected.gap.face(f));
}

// A file whose seal is right may still hold what no run has written: nothing may lead out of the
// room of a memory.
TEST_F(Checkpoints, QueryStartsThatCannotBeAreRefused) {
    using Spoil = void (*)(TouchStart&);
    const Spoil ways[] = {
        [](TouchStart& s) { s.gap.face_count = 0; }, // a simplex of four points
        [](TouchStart& s) { s.gap.face(2)[1] = 4; },
        [](TouchStart& s) { s.gap.point_count = 25; },
        [](TouchStart& s) { s.gap.face_count = 45; },
        [](TouchStart& s) { s.overlap.faces_of_a = 252; },
        [](TouchStart& s) { s.overlap.points_of_a = 255; },
        [](TouchStart& s) { s.overlap.points_of_a = 2; },
        [](TouchStart& s) { s.overlap.kept_of_b = 1; },
        [](TouchStart& s) { s.overlap.crossings_of_b = 30; },
        [](TouchStart& s) { s.overlap.piece_count = 49; },
        [](TouchStart& s) { s.overlap.crossings()[1].to = 80; },
        [](TouchStart& s) { s.overlap.crossings()[1].face = 8; },
        [](TouchStart& s) { s.overlap.crossings()[1].enters = 2; },
        [](TouchStart& s) { s.overlap.pieces()[5].to = 4; },
        [](TouchStart& s) { s.overlap.pieces()[5].from = 52; },
        [](TouchStart& s) { s.overlap.pieces()[5].left = 200; },
    };
    for (std::size_t k = 0; k < std::size(ways); ++k) {
        SCOPED_TRACE(k);
        Checkpoint c = shaped_sample();
        ways[k](c.state.shaped.warm[0].start);
        write_checkpoint(path, c);
        EXPECT_NE(message(), "read");
    }
}

TEST_F(Checkpoints, TheSameStateGivesTheSameBytes) {
    write_checkpoint(path, sample());
    const std::string once = read_text_file(path);
    write_checkpoint(path, sample());
    EXPECT_EQ(read_text_file(path), once);
}

TEST_F(Checkpoints, MissingOrForeignFilesAreNamed) {
    EXPECT_EQ(message(), ": no such file");
    write_file_atomically(path, std::string("hello"));
    EXPECT_EQ(message(), ": is truncated or was not written by scree");
}

// Damage anywhere is either noticed or harmless (it hit a byte that carries nothing): whatever is
// read has the hash it was written with.
TEST_F(Checkpoints, DamageNeverPassesForAState) {
    const Checkpoint c = sample();
    write_checkpoint(path, c);
    const std::string whole = read_text_file(path);
    constexpr std::uint64_t seed = 5;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    int noticed = 0;
    for (int k = 0; k < 300; ++k) {
        std::string spoiled = whole;
        if (k % 3 == 0) {
            spoiled.resize(random.below(whole.size()));
        } else {
            spoiled[random.below(whole.size())] ^= static_cast<char>(1U << random.below(8));
        }
        write_file_atomically(path, spoiled);
        try {
            EXPECT_EQ(read_checkpoint(path).state.hash(), c.state.hash());
        } catch (const InputError&) {
            ++noticed;
        }
    }
    EXPECT_GT(noticed, 100);
}

} // namespace
} // namespace scree
