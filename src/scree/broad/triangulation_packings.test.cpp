// SPDX-License-Identifier: BSD-3-Clause
//
// Published packings (../shared/data/packings_points), at rest and shaken: cells as CGAL's, edges
// per grain, how often the filter of the predicates decides, and pairs that must be edges.
#include <scree/broad/broad_phase.hpp>
#include <scree/broad/cgal_cells.test.hpp>
#include <scree/broad/order.hpp>
#include <scree/broad/packing_files.test.hpp>

#include <cstdio>

namespace scree::test {
namespace {

constexpr Index first = Triangulation::frame_count;

struct Packing {
    const char* name;
    std::vector<Ball> (*read)();
    std::size_t count;
};
void PrintTo(const Packing& packing, std::ostream* out) { *out << packing.name; }

class TriangulationPackings : public PackingTest, public ::testing::WithParamInterface<Packing> {
protected:
    void SetUp() override {
        PackingTest::SetUp();
        if (IsSkipped()) return;
        const std::vector<Ball> all = GetParam().read();
        ASSERT_EQ(all.size(), GetParam().count);
        std::vector<std::uint32_t> order;
        morton_order(all, all[0].radius, order);
        for (const std::uint32_t k : order) {
            balls_.push_back(all[k]);
            points_.push_back({all[k].x, all[k].y, all[k].z, square(all[k].radius)});
        }
        smallest_ =
            std::min_element(balls_.begin(), balls_.end(), [](const Ball& a, const Ball& b) {
                return a.radius < b.radius;
            })->radius;
        t_.build(points_);
    }

    double gap(std::size_t i, std::size_t j) const {
        const Ball &a = balls_[i], &b = balls_[j];
        return std::sqrt(square(a.x - b.x) + square(a.y - b.y) + square(a.z - b.z)) - a.radius -
               b.radius;
    }

    std::vector<Ball> balls_;
    Points points_;
    double smallest_ = 0;
    Triangulation t_;
    Workers workers_{1};
};

TEST_P(TriangulationPackings, AgreesWithCgal) {
    EXPECT_TRUE(agrees_with_cgal(t_));
    // The source finds 6 to 8 edges per grain [F §2.2.4].
    const double edges = static_cast<double>(edges_of(cells_of(t_)).size());
    const double per_grain = edges / static_cast<double>(points_.size());
    const PredicateCounts& n = t_.counts().predicates;
    const double exact = static_cast<double>(n.exact) / static_cast<double>(n.calls);
    std::printf("%s: %zu grains, %.2f edges each, %ld predicates, %.3g %% exact, %zu hidden\n",
                GetParam().name, points_.size(), per_grain, n.calls, 100 * exact,
                t_.hidden().size());
    EXPECT_GT(per_grain, 6);
    EXPECT_LT(per_grain, 8);
    EXPECT_LT(exact, 0.01);
}

TEST_P(TriangulationPackings, FollowsShakenGrains) {
    const std::uint64_t seed = 61;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (const double way : {1e-4, 1e-3, 1e-2, 0.1}) {
        const TriangulationCounts before = t_.counts();
        shake(random, points_, way * smallest_);
        t_.move(points_, workers_);
        ASSERT_TRUE(agrees_with_cgal(t_)) << "way " << way;
        const TriangulationCounts& n = t_.counts();
        const double exact = static_cast<double>(n.predicates.exact - before.predicates.exact) /
                             static_cast<double>(n.predicates.calls - before.predicates.calls);
        std::printf("%s, shaken by %g radii, seed %lu: %ld flips, %ld inverted, %ld put back, "
                    "stuck %ld times, %ld builds, %.3g %% exact\n",
                    GetParam().name, way, seed, n.flips() - before.flips(),
                    n.inverted - before.inverted, n.reinserted - before.reinserted,
                    n.stuck - before.stuck, n.builds - before.builds, 100 * exact);
        EXPECT_LT(exact, 0.01);
        if (way < 0.01) {
            EXPECT_EQ(n.builds, before.builds);
        }
    }
    EXPECT_GT(t_.counts().flips(), 0);
}

// All radii reduced by the deepest overlap, such that there is none: then pairs with a gap below
// 2 (sqrt(2) - 1) of the smallest radius are edges.
TEST_P(TriangulationPackings, ClosePairsAreEdges) {
    std::vector<IndexPair> pairs;
    make_grid()->update({balls_, 0}, workers_, pairs);
    double deepest = 0;
    for (const auto& [i, j] : pairs) deepest = std::max(deepest, -gap(i, j));
    for (std::size_t k = 0; k < balls_.size(); ++k) {
        balls_[k].radius -= 0.5 * deepest;
        points_[k].weight = square(balls_[k].radius);
    }
    const double bound = 2 * (std::sqrt(2.0) - 1) * (smallest_ - 0.5 * deepest);
    make_grid()->update({balls_, bound * (1 - 1e-9)}, workers_, pairs);
    t_.build(points_);
    const Edges edges = edges_of(cells_of(t_));
    std::size_t missing = 0;
    for (const auto& [i, j] : pairs)
        if (!std::binary_search(edges.begin(), edges.end(),
                                std::array<Index, 2>{i + first, j + first}))
            ++missing;
    std::printf("%s: %zu pairs closer than %.3g, deepest overlap %.3g\n", GetParam().name,
                pairs.size(), bound, deepest);
    EXPECT_EQ(missing, 0U);
    EXPECT_GT(pairs.size(), 2 * balls_.size());
}

INSTANTIATE_TEST_SUITE_P(All, TriangulationPackings,
                         ::testing::Values(Packing{"Finney", finney_balls, 4021},
                                           Packing{"Baranov", baranov_cube, 10000},
                                           Packing{"TenCube", voro_ten_cube, 1000},
                                           Packing{"SixCube", voro_six_cube, 159},
                                           Packing{"FiveToOne", five_to_one, 78545}),
                         [](const auto& test) { return std::string(test.param.name); });

} // namespace
} // namespace scree::test
