// SPDX-License-Identifier: BSD-3-Clause
//
// The triangulation as a search: the same list as all pairs, whatever the balls do.
#include <scree/broad/broad_phase.hpp>

#include <scree/base/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scree {
namespace {

using Balls = std::vector<Ball>;
using Pairs = std::vector<IndexPair>;

struct Kind {
    const char* name;
    double smallest, largest; ///< radii in a box of edge 1
    std::size_t count;
};
void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

double log_uniform(Random& random, double low, double high) {
    return low * std::pow(high / low, random.uniform());
}

Ball some_ball(Random& random, const Kind& kind) {
    return {random.uniform(), random.uniform(), random.uniform(),
            log_uniform(random, kind.smallest, kind.largest)};
}

Balls some_balls(Random& random, const Kind& kind) {
    Balls balls(kind.count);
    for (Ball& b : balls) b = some_ball(random, kind);
    return balls;
}

void shake(Random& random, Balls& balls, double way) {
    for (Ball& b : balls) {
        b.x += random.uniform(-way, way);
        b.y += random.uniform(-way, way);
        b.z += random.uniform(-way, way);
    }
}

class TriangulationSearch : public ::testing::TestWithParam<Kind> {
protected:
    /// Compares with all pairs; returns how many there are.
    std::size_t compare(const SearchTask& task) {
        make_all_pairs()->update(task, workers_, expected_);
        search_->update(task, workers_, found_);
        EXPECT_EQ(found_.size(), expected_.size());
        EXPECT_EQ(found_, expected_);
        return expected_.size();
    }

    std::unique_ptr<BroadPhase> search_ = make_triangulation_search();
    Workers workers_{2};
    Pairs expected_, found_;
};

TEST_P(TriangulationSearch, FindsAllPairsOfMovingBalls) {
    const std::uint64_t seed = 17;
    SCOPED_TRACE(seed);
    Random random(seed);
    Balls balls = some_balls(random, GetParam());
    std::size_t pairs = 0;
    for (const double way : {0.0, 1e-4, 1e-3, 1e-2, 0.1})
        for (const double skin : {0.0, 0.2, 1.0, 5.0}) {
            shake(random, balls, way);
            pairs += compare({balls, skin * GetParam().smallest});
            ASSERT_FALSE(HasFailure()) << "way " << way << " skin " << skin;
        }
    EXPECT_GT(pairs, GetParam().count / 10);
}

// As the engine uses it: balls swollen each by its own way, in another order each time, and some
// come and go.
TEST_P(TriangulationSearch, FollowsIdsAndSwollenBalls) {
    const std::uint64_t seed = 23;
    SCOPED_TRACE(seed);
    Random random(seed);
    Balls grains = some_balls(random, GetParam());
    std::vector<std::uint32_t> ids(grains.size());
    std::iota(ids.begin(), ids.end(), 0U);
    std::uint32_t next_id = static_cast<std::uint32_t>(ids.size());
    for (int round = 0; round < 30; ++round) {
        shake(random, grains, 0.1 * GetParam().smallest);
        for (int k = 0; k < 3; ++k) {
            const auto gone = static_cast<std::ptrdiff_t>(random.below(grains.size()));
            grains.erase(grains.begin() + gone);
            ids.erase(ids.begin() + gone);
            grains.push_back(some_ball(random, GetParam()));
            ids.push_back(next_id++);
        }
        const std::size_t a = random.below(grains.size()), b = random.below(grains.size());
        std::swap(grains[a], grains[b]);
        std::swap(ids[a], ids[b]);
        Balls balls = grains;
        std::vector<double> radii;
        for (Ball& ball : balls) {
            radii.push_back(ball.radius);
            if (random.uniform() < 0.3) ball.radius += random.uniform(0, 2) * GetParam().smallest;
        }
        const double skin = random.uniform(0, 0.5) * GetParam().smallest;
        compare({balls, skin, radii, ids});
        ASSERT_FALSE(HasFailure()) << "round " << round;
    }
}

TEST_P(TriangulationSearch, SurvivesTeleports) {
    const std::uint64_t seed = 29;
    SCOPED_TRACE(seed);
    Random random(seed);
    Balls balls = some_balls(random, GetParam());
    for (int round = 0; round < 40; ++round) {
        Ball& b = balls[random.below(balls.size())];
        const double radius = b.radius;
        b = some_ball(random, GetParam());
        b.radius = radius;
        if (round % 10 == 9) b.x += 5; // out of the box, and of the frame
        compare({balls, 0.1 * GetParam().smallest});
        ASSERT_FALSE(HasFailure()) << "round " << round;
    }
}

// One ball goes for good while another leaves the frame, so that all is built anew: the first must
// not come back. (It did.)
TEST_P(TriangulationSearch, ForgetsBallsWhenItBuildsAnew) {
    const std::uint64_t seed = 31;
    SCOPED_TRACE(seed);
    Random random(seed);
    Balls balls = some_balls(random, GetParam());
    std::vector<std::uint32_t> ids(balls.size());
    std::iota(ids.begin(), ids.end(), 0U);
    for (int round = 0; balls.size() > 2 && round < 10; ++round) {
        compare({balls, 0, {}, ids});
        const auto gone = static_cast<std::ptrdiff_t>(random.below(balls.size()));
        balls.erase(balls.begin() + gone);
        ids.erase(ids.begin() + gone);
        balls.front().x += 5;
        compare({balls, 0, {}, ids});
        ASSERT_FALSE(HasFailure()) << "round " << round;
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, TriangulationSearch,
                         ::testing::Values(Kind{"few", 0.1, 0.2, 5}, Kind{"loose", 0.02, 0.02, 500},
                                           Kind{"dense", 0.05, 0.06, 800},
                                           Kind{"wide", 0.002, 0.2, 1000},
                                           Kind{"wider", 0.0005, 0.5, 1500},
                                           Kind{"deep", 0.15, 0.3, 200},
                                           Kind{"covered", 0.01, 0.6, 300}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_F(TriangulationSearch, Lattices) {
    Balls balls;
    for (int x = 0; x < 9; ++x)
        for (int y = 0; y < 8; ++y)
            for (int z = 0; z < 7; ++z) balls.push_back({0.1 * x, 0.1 * y, 0.1 * z, 0.05});
    for (const double skin : {0.0, 1e-9, 0.05, 0.2}) compare({balls, skin});
    Random random(3);
    shake(random, balls, 1e-12);
    EXPECT_GT(compare({balls, 1e-9}), balls.size());
}

// The list stays the same while the searches take turns, and the summary says who won.
TEST_F(TriangulationSearch, AutoTriesBoth) {
    Random random(41);
    Balls balls = some_balls(random, {"auto", 0.03, 0.04, 300});
    search_ = make_auto_search();
    EXPECT_EQ(search_->name(), "grid");
    for (int k = 0; k < 110; ++k) {
        shake(random, balls, 1e-3);
        compare({balls, 0.003});
    }
    const std::string text = search_->summary();
    EXPECT_EQ(text.rfind(search_->name() + " chosen in trial 1, at ", 0), 0U) << text;
}

TEST_F(TriangulationSearch, FlatStraightAndEqual) {
    Balls plane, line, twins;
    for (int x = 0; x < 20; ++x) {
        line.push_back({0.1 * x, 0, 0, 0.06});
        twins.push_back({0, 0, 0, 0.1 + 0.01 * (x / 2)});
        for (int y = 0; y < 20; ++y) plane.push_back({0.1 * x, 0.1 * y, 0, 0.05});
    }
    EXPECT_GT(compare({plane, 1e-3}), 0U);
    EXPECT_EQ(compare({line, 0}), 19U);
    EXPECT_EQ(compare({twins, 0}), 190U);
    const Balls two{{0, 0, 0, 1}, {1.5, 0, 0, 1}};
    EXPECT_EQ(compare({two, 0}), 1U);
    EXPECT_EQ(compare({std::span(two).first(1), 0}), 0U);
    EXPECT_EQ(compare({{}, 0}), 0U);
}

} // namespace
} // namespace scree
