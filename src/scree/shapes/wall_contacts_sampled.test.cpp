// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/wall.hpp>
#include <scree/shapes/wall_samples.test.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

// wall_contacts against its definition, by search over the surfaces' parameters: no closed form of
// a nearest point is used here. That nothing but the nearest point of a piece comes into question
// (each piece has one local minimum) is the first test; then every such point is probed: does any
// piece have points nearby that are closer to the centre?
namespace scree {
namespace {

using namespace test;
using Scene = std::vector<Surface>;

constexpr double everywhere = std::numeric_limits<double>::infinity();
constexpr double plane_reach = 4;
constexpr double nearby = 1e-4;    // radius of the probe
constexpr double progress = 1e-11; // closer by rounding is not closer

struct Parameters {
    double s, t;
};

bool is_round(const Surface& surface) {
    return !std::holds_alternative<Plane>(surface) && !std::holds_alternative<Rectangle>(surface);
}

/// Parameters off the surface move to its boundary.
Parameters allowed(const Surface& surface, const Parameters& p) {
    return {std::clamp(p.s, 0.0, 1.0), is_round(surface) ? p.t : std::clamp(p.t, 0.0, 1.0)};
}

Vec3 at(const Surface& surface, const Parameters& p) {
    const Parameters q = allowed(surface, p);
    return std::visit(PointAt{q.s, q.t, plane_reach}, surface);
}

/// Calls `look` on an (2n + 1)² grid of parameters about the middle.
template <class Look>
void for_each_around(Parameters middle, double half_s, double half_t, int n, Look look) {
    for (int i = -n; i <= n; ++i)
        for (int j = -n; j <= n; ++j)
            look(Parameters{middle.s + half_s * i / n, middle.t + half_t * j / n});
}

/// Parameters of the point nearest to x: a grid, then ever smaller ones about the best so far.
Parameters search_nearest(const Surface& surface, const Vec3& x) {
    Parameters best{0.5, 0.5};
    double least = everywhere;
    const auto look = [&](const Parameters& p) {
        const double distance = (at(surface, p) - x).squaredNorm();
        if (distance < least) least = distance, best = allowed(surface, p);
    };
    for_each_around(best, 0.5, 0.5, 16, look);
    for (double half = 0.1; half > 1e-10; half *= 0.7) for_each_around(best, half, half, 2, look);
    return best;
}

bool is_buried(const Scene& scene, const Vec3& q) {
    for (const Surface& s : scene) {
        if (const auto* p = std::get_if<Plane>(&s))
            if ((q - p->point).dot(p->normal) < -1e-7) return true;
        if (const auto* p = std::get_if<SphereWall>(&s))
            if (((q - p->center).norm() - p->radius) * (p->inside ? -1 : 1) < -1e-7) return true;
    }
    return false;
}

bool has_closer_point_nearby(const Surface& a, const Vec3& p, const Vec3& center) {
    const Parameters middle = search_nearest(a, p);
    if ((at(a, middle) - p).norm() > nearby) return false;
    const double limit = (p - center).norm() - progress;
    const auto span = std::visit(Spans{plane_reach}, a);
    bool found = false;
    for_each_around(middle, nearby / span[0], nearby / span[1], 10, [&](const Parameters& q) {
        found = found || (at(a, q) - center).norm() < limit;
    });
    return found;
}

std::vector<Vec3> local_minima(const Scene& scene, const Vec3& center) {
    std::vector<Vec3> found;
    for (const Surface& b : scene) {
        const Vec3 p = at(b, search_nearest(b, center));
        const bool is_known =
            std::ranges::any_of(found, [&](const Vec3& q) { return (p - q).norm() < 1e-6; });
        const bool leads_down = std::ranges::any_of(
            scene, [&](const Surface& a) { return has_closer_point_nearby(a, p, center); });
        if (!is_known && !leads_down && !is_buried(scene, p)) found.push_back(p);
    }
    return found;
}

struct Tally {
    int compared = 0, several = 0, hidden = 0;
};

void compare(const Scene& scene, Random& random, int centers, Tally& tally) {
    std::vector<int> all(scene.size());
    std::iota(all.begin(), all.end(), 0);
    for (int trial = 0; trial < centers; ++trial) {
        const Vec3 c = random_vector(random, 1.2);
        if (is_buried(scene, c)) continue;
        const auto minima = local_minima(scene, c);
        std::vector<WallContact> contacts;
        wall_contacts(scene, all, c, 0.3, everywhere, contacts);
        EXPECT_EQ(contacts.size(), minima.size()) << "center " << c.transpose();
        for (const Vec3& q : minima)
            EXPECT_TRUE(std::ranges::any_of(contacts,
                                            [&](const WallContact& contact) {
                                                // A search on squares finds the place to the root
                                                // of epsilon.
                                                return (contact.point - q).norm() < 1e-6;
                                            }))
                << "no contact at " << q.transpose() << " for center " << c.transpose();
        ++tally.compared;
        tally.several += minima.size() > 1;
        tally.hidden += minima.size() < scene.size();
    }
}

TEST(WallContactsSampled, EachPieceHasOneLocalMinimum) {
    const std::uint64_t seed = 30;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const double spacing = 0.05;
    for (int trial = 0; trial < 60; ++trial) {
        const Surface s = random_surface(random, 2 + trial % 6);
        const Vec3 c = random_vector(random, 1.5);
        const auto points = samples(s, spacing);
        std::vector<Vec3> minima;
        for (const Vec3& q : points) {
            const double own = (q - c).norm();
            const bool is_beaten = std::ranges::any_of(points, [&](const Vec3& other) {
                return (other - q).norm() < 4 * spacing && (other - c).norm() < own - progress;
            });
            const bool is_known = std::ranges::any_of(
                minima, [&](const Vec3& other) { return (other - q).norm() < 4 * spacing; });
            if (!is_beaten && !is_known) minima.push_back(q);
        }
        EXPECT_EQ(minima.size(), 1U) << "kind " << 2 + trial % 6;
    }
}

Scene joined(std::initializer_list<Scene> parts) {
    Scene scene;
    for (const Scene& part : parts) scene.insert(scene.end(), part.begin(), part.end());
    return scene;
}

Rectangle tile(const Vec3& center, int k, double half_u, double half_v) {
    return {center, Vec3::Unit((k + 1) % 3), Vec3::Unit((k + 2) % 3), half_u, half_v};
}

std::vector<Scene> known_scenes() {
    const Vec3 top(0, 0, 0.8);
    const std::vector<std::string> open = {"+z", "-y"};
    const Scene ground = make_plane({0, 0, -0.4}, Vec3::UnitZ());
    return {
        make_box({-0.6, -0.5, -0.4}, {0.6, 0.5, 0.7}, {}),
        make_box({-0.6, -0.5, -0.4}, {0.6, 0.5, 0.7}, open),
        // hourglass
        joined({make_frustum(Vec3::Zero(), top, 0.2, 0.8),
                make_frustum(-top, Vec3::Zero(), 0.8, 0.2), make_annulus(top, top, 0, 0.8),
                make_annulus(-top, top, 0, 0.8)}),
        // silo: cylinder, hopper of the same radius, flange round the outlet
        joined({make_frustum(Vec3::Zero(), top, 0.6, 0.6),
                make_frustum(-top, Vec3::Zero(), 0.2, 0.6), make_annulus(-top, top, 0.2, 0.5)}),
        // floor of a disc and a ring, and of two rectangles with a wall standing on their seam
        joined(
            {make_annulus(Vec3::Zero(), top, 0, 0.4), make_annulus(Vec3::Zero(), top, 0.4, 0.9)}),
        {tile({-0.4, 0, 0}, 2, 0.4, 0.6), tile({0.4, 0, 0}, 2, 0.4, 0.6),
         tile({0, 0, 0.3}, 0, 0.6, 0.3)},
        // crossing walls
        {tile({0, 0, 0}, 0, 0.7, 0.7), tile({0, 0, 0}, 1, 0.7, 0.7)},
        // solids: a corner of planes; a ball half in the ground; a pipe driven into the ground
        joined({ground, make_plane({-0.5, 0, 0}, {1, 0, 0.5})}),
        joined({ground, make_sphere({0.1, 0, -0.4}, 0.5, false)}),
        joined({ground, make_frustum(-top, top, 0.3, 0.5)}),
    };
}

TEST(WallContactsSampled, KnownJunctions) {
    const std::uint64_t seed = 31;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    Tally tally;
    for (const Scene& scene : known_scenes()) {
        SCOPED_TRACE(testing::Message() << "scene with " << scene.size() << " surfaces");
        Scene turned;
        const Eigen::Matrix3d m = random_quaternion(random).toRotationMatrix();
        for (const Surface& s : scene) turned.push_back(std::visit(Rotated{m}, s));
        compare(turned, random, 150, tally);
    }
    EXPECT_GT(tally.compared, 1000);
    EXPECT_GT(tally.several, tally.compared / 4);
    EXPECT_GT(tally.hidden, tally.compared / 4);
}

TEST(WallContactsSampled, RandomHeaps) {
    const std::uint64_t seed = 32;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    Tally tally;
    for (int heap = 0; heap < 100; ++heap) {
        Scene scene;
        for (int i = 0; i < 3; ++i)
            scene.push_back(random_surface(random, 2 + static_cast<int>(random.below(6))));
        compare(scene, random, 10, tally);
    }
    EXPECT_EQ(tally.compared, 1000);
    EXPECT_GT(tally.several, tally.compared / 4);
}

// Scaling by a power of two changes no decision and no bit; a rigid motion changes no count.
TEST(WallContactsSampled, ScalingAndMotion) {
    const std::uint64_t seed = 33;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    std::size_t total = 0;
    for (const Scene& scene : known_scenes()) {
        std::vector<int> all(scene.size());
        std::iota(all.begin(), all.end(), 0);
        const Eigen::Matrix3d m = random_quaternion(random).toRotationMatrix();
        const Vec3 shift = random_vector(random, 1000);
        Scene moved_scene;
        for (const Surface& s : scene)
            moved_scene.push_back(moved(std::visit(Rotated{m}, s), shift));
        for (int trial = 0; trial < 500; ++trial) {
            Vec3 c = random_vector(random, 1);
            if (trial % 3 == 0) c = (5 * c).array().round() / 5; // on planes of symmetry and seams
            std::vector<WallContact> expected;
            wall_contacts(scene, all, c, 0.2, 0.1, expected);
            total += expected.size();
            for (const double factor : {0x1p-20, 0x1p10}) {
                Scene scaled_scene;
                for (const Surface& s : scene) scaled_scene.push_back(scaled(s, factor));
                std::vector<WallContact> got;
                wall_contacts(scaled_scene, all, factor * c, factor * 0.2, factor * 0.1, got);
                ASSERT_EQ(got.size(), expected.size());
                for (std::size_t i = 0; i < got.size(); ++i) {
                    ASSERT_EQ(got[i].surface, expected[i].surface);
                    ASSERT_EQ(got[i].gap, factor * expected[i].gap);
                    ASSERT_EQ(got[i].point, factor * expected[i].point);
                    ASSERT_EQ(got[i].normal, expected[i].normal);
                }
            }
            // Ties of reach and of crossing walls may fall either way; generic centres may not.
            if (trial % 3 == 0) continue;
            std::vector<WallContact> got;
            wall_contacts(moved_scene, all, m * c + shift, 0.2, 0.1, got);
            ASSERT_EQ(got.size(), expected.size()) << c.transpose();
            for (std::size_t i = 0; i < got.size(); ++i)
                EXPECT_NEAR(got[i].gap, expected[i].gap, 1e-11);
        }
    }
    EXPECT_GT(total, 2000U);
}

} // namespace
} // namespace scree
