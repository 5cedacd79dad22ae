// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/contact_patch.hpp>
#include <scree/narrow/detail/overlap_edges.hpp>
#include <scree/narrow/gap.hpp>
#include <scree/narrow/solids.test.hpp>
#include <scree/shapes/generated.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <numbers>

// The overlap body found from the layer in which both bodies lie, against the one that is cut by
// all planes.
namespace scree {
namespace {

using namespace test;

TEST(ContactSpread, EqualThePlainPatchFromAnyDirection) {
    const std::uint64_t seed = 77;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace plain, work;
    int touching = 0, shallow = 0;
    const int trials = 2000;
    for (int trial = 0; trial < trials; ++trial) {
        // 300 corners are climbed, not scanned.
        const int corners = trial % 10 == 0 ? 300 : 8 + trial % 40;
        const auto seeds = static_cast<std::uint64_t>(trial + 1);
        const Polyhedron a = random_polyhedron({seeds, corners, {}}, 1);
        const Polyhedron b =
            trial % 3 == 0 ? box_solid({0.5, 1, 0.7}) : random_polyhedron({seeds + 7, 20, {}}, 0.8);
        Pose pose{random_attitude(random), random.uniform(0.3, 1.9) * random_direction(random)};
        Gap gap = scree::gap(a, {}, b, pose);
        if (trial % 2 == 0) { // to a depth as in a bed
            pose.position -= (gap.gap + random.uniform(1e-6, 0.05)) * gap.normal;
            gap = scree::gap(a, {}, b, pose);
        }
        // Any direction is right, that of the gap is quick.
        const Vec3 along =
            trial % 5 == 0 ? random_direction(random) : Vec3(gap.normal.normalized());
        const ContactPatch& p = contact_patch(*a.data, *b.data, pose, plain);
        const PressedOverlap& q = contact_spread(*a.data, *b.data, pose, {along, false}, work);
        const double error = 64 * epsilon * (a.data->reach + b.data->reach);
        const double surface = std::min(surface_area(*a.data), surface_area(*b.data));
        EXPECT_NEAR(p.volume, q.body.volume, error * surface) << trial;
        if (p.volume < 1e-9) continue;
        ++touching;
        shallow += gap.gap > -0.05;
        const double depth = std::max(-gap.gap, 1e-9);
        EXPECT_LE((p.volume_centroid - q.body.centroid).norm(), 1e3 * error / depth) << trial;
        EXPECT_LE((p.area_vector - q.body.area_of_a).norm(), 1e3 * error / depth) << trial;
        EXPECT_LE((p.normal - q.normal).norm(), 1e3 * error / (depth * p.area_vector.norm()));
        EXPECT_NEAR(p.area, q.spread.area, 1e4 * error / depth) << trial;
    }
    EXPECT_GT(touching, 0.6 * trials);
    EXPECT_GT(shallow, 0.3 * trials);
}

/// Two polyhedra that overlap as in a bed.
struct Pressed {
    Polyhedron a, b;
    Pose pose;
    Vec3 along;

    Pressed(int trial, Random& random) : Pressed(trial, random, 8 + trial % 30) {}
    Pressed(int trial, Random& random, int corners_of_a) {
        const auto seed = static_cast<std::uint64_t>(trial + 1);
        a = random_polyhedron({seed, corners_of_a, {}}, 1);
        b = trial % 4 == 0 ? box_solid({0.5, 1, 0.7}) : random_polyhedron({seed + 7, 20, {}}, 0.8);
        pose = {random_attitude(random), 1.5 * random_direction(random)};
        const Gap apart = gap(a, {}, b, pose);
        const double depth = std::pow(10, random.uniform(-9, -1.5));
        pose.position -= (apart.gap + depth) * apart.normal;
        along = gap(a, {}, b, pose).normal.normalized();
    }
};

bool same_bits(const PressedOverlap& p, const PressedOverlap& q) {
    return p.body.volume == q.body.volume && p.body.centroid == q.body.centroid &&
           p.body.area_of_a == q.body.area_of_a && p.body.moment_of_a == q.body.moment_of_a &&
           p.normal == q.normal && p.spread.area == q.spread.area &&
           p.spread.mean_arm == q.spread.mean_arm && p.spread.xx == q.spread.xx &&
           p.spread.xy == q.spread.xy && p.spread.yy == q.spread.yy;
}

/// Of the plain patch's polygon, held against what came with an overlap.
void expect_spread(const Spread& found, const ContactPatch& patch, double error) {
    const Spread plain = spread_of(patch.polygon, patch.normal);
    // The polygon may be long and thin: what moves a corner by `error` moves r² by 2 r of that.
    const double length = 2 * std::sqrt(plain.polar());
    EXPECT_NEAR(found.area, plain.area, error * length);
    EXPECT_NEAR(found.mean_arm, plain.mean_arm, error);
    for (int k = 0; k < 3; ++k) {
        const Vec3 turn = Vec3::Unit(k);
        EXPECT_LE((found.across(turn) - plain.across(turn)).norm(), error * length);
    }
}

/// An overlap found against the plain patch, which knows nothing of layers, edges and memories.
void expect_overlap(const PressedOverlap& found, const Pressed& p, PatchWorkspace& plain) {
    const auto &a = *p.a.data, &b = *p.b.data;
    const ContactPatch& patch = contact_patch(a, b, p.pose, plain);
    const double error = 64 * epsilon * (a.reach + b.reach);
    const double face = patch.area_vector.norm();
    EXPECT_NEAR(found.body.volume, patch.volume, error * std::max(face, error));
    // The body is as wide as the root of its area: that much of it the rounding moves.
    const double width = std::sqrt(face);
    EXPECT_LE((found.body.area_of_a - patch.area_vector).norm(), 10 * error * width);
    const double moved = error * face / std::max(patch.volume, 1e-300) * width;
    EXPECT_LE((found.body.centroid - patch.volume_centroid).norm(), 10 * error + moved);
    if (patch.volume > 1e3 * error * face) // what moves the centroid moves the section
        expect_spread(found.spread, patch, 100 * error * width * face / patch.volume);
}

// The quick way answers nearly always, with the same bits on every instruction set, and what it
// says is right: against the plain patch, which knows nothing of layers and edges.
TEST(ContactSpread, OverlapByEdgesAnswersNearlyAlways) {
    const std::uint64_t seed = 78;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace plain;
    int answered = 0;
    const int trials = 3000;
    for (int trial = 0; trial < trials; ++trial) {
        const Pressed p(trial, random);
        const auto &a = *p.a.data, &b = *p.b.data;
        PressedOverlap here, there;
        const bool has_answer =
            detail::overlap_edges_baseline(a, b, p.pose, {p.along, false}, here);
        ASSERT_EQ(detail::choose_overlap_by_edges()(a, b, p.pose, {p.along, false}, there),
                  has_answer);
        if (!has_answer) continue;
        ++answered;
        SCOPED_TRACE(trial);
        ASSERT_TRUE(same_bits(here, there));
        expect_overlap(here, p, plain);
    }
    std::cout << answered << " of " << trials << " answered\n";
    EXPECT_GT(answered, 0.97 * trials);
}

// Bodies of many corners, too: what counts is how many of them are in the overlap's layer. They are
// remembered as far as the names of corners and faces go.
TEST(ContactSpread, OverlapByEdgesAnswersForManyCorners) {
    const std::uint64_t seed = 82;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace plain;
    for (const int corners : {100, 200, 500, 1000}) {
        SCOPED_TRACE(corners);
        int answered = 0, remembered = 0, still = 0, most_pieces = 0;
        const int trials = 50;
        for (int trial = 0; trial < trials; ++trial) {
            SCOPED_TRACE(trial);
            Pressed p(trial, random, corners);
            const auto &a = *p.a.data, &b = *p.b.data;
            OverlapMemory memory, another;
            PressedOverlap here, there;
            const bool has_answer =
                detail::overlap_edges_baseline(a, b, p.pose, {p.along, false, {}, &memory}, here);
            ASSERT_EQ(detail::choose_overlap_by_edges()(a, b, p.pose,
                                                        {p.along, false, {}, &another}, there),
                      has_answer);
            if (!has_answer) continue;
            ++answered;
            ASSERT_TRUE(same_bits(here, there));
            ASSERT_EQ(memory, another);
            expect_overlap(here, p, plain);
            if (memory.piece_count == 0) continue;
            ++remembered;
            most_pieces = std::max(most_pieces, int{memory.piece_count});
            const double depth = here.body.volume / here.body.area_of_a.norm();
            p.pose.position += 1e-3 * depth * random_direction(random);
            PressedOverlap again;
            ASSERT_TRUE(
                detail::overlap_edges_baseline(a, b, p.pose, {p.along, false, {}, &memory}, again));
            still += again.is_remembered;
            expect_overlap(again, p, plain);
        }
        std::cout << corners << " corners: " << answered << " of " << trials << " answered, "
                  << remembered << " remembered, " << still << " put together as before, of up to "
                  << most_pieces << " pieces\n";
        EXPECT_GT(answered, 0.9 * trials);
        EXPECT_GT(still, corners <= 100 ? 0.9 * trials : 0.0);
        EXPECT_LT(remembered, corners >= 500 ? answered : trials + 1); // names that do not fit
    }
}

// Put together as it was: after small motions nearly always, after large ones hardly ever; but
// whenever it is taken to be, it is the overlap. With the same bits on every instruction set.
TEST(ContactSpread, RememberedOverlapsAreRight) {
    const std::uint64_t seed = 81;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace plain;
    const int trials = 6000;
    std::array<int, 3> asked{}, remembered{}; // after small, larger and large motions
    int same = 0;
    for (int trial = 0; trial < trials; ++trial) {
        Pressed p(trial, random);
        const auto &a = *p.a.data, &b = *p.b.data;
        OverlapMemory memory;
        PressedOverlap before, here, there, fresh;
        if (!detail::overlap_edges_baseline(a, b, p.pose, {p.along, false, {}, &memory}, before) ||
            memory.piece_count == 0)
            continue;
        // A thousandth of the depth, a few depths, a part of the bodies; back until they overlap.
        const auto how = static_cast<std::size_t>(trial % 3);
        const double depth = before.body.volume / before.body.area_of_a.norm();
        const double way = std::array{1e-3 * depth, 3 * depth, 0.1}[how];
        p.pose.position += way * random_direction(random);
        p.pose.rotation = Eigen::AngleAxisd(way, random_direction(random)) * p.pose.rotation;
        Gap g = gap(p.a, {}, p.b, p.pose);
        if (!(g.gap < 0)) {
            p.pose.position -= (g.gap + depth) * g.normal;
            g = gap(p.a, {}, p.b, p.pose);
        }
        p.along = g.normal.normalized();
        ++asked[how];
        OverlapMemory another = memory;
        const bool has_answer =
            detail::overlap_edges_baseline(a, b, p.pose, {p.along, false, {}, &memory}, here);
        ASSERT_EQ(
            detail::choose_overlap_by_edges()(a, b, p.pose, {p.along, false, {}, &another}, there),
            has_answer);
        if (!has_answer) continue;
        SCOPED_TRACE(trial);
        ASSERT_EQ(here.is_remembered, there.is_remembered);
        ASSERT_TRUE(same_bits(here, there));
        ASSERT_EQ(memory, another);
        expect_overlap(here, p, plain);
        if (!here.is_remembered) continue;
        ++remembered[how];
        same += detail::overlap_edges_baseline(a, b, p.pose, {p.along, false}, fresh) &&
                same_bits(here, fresh);
    }
    for (const std::size_t how : {0U, 1U, 2U})
        std::cout << remembered[how] << " of " << asked[how] << " put together as before\n";
    std::cout << same << " with the bits of those found anew\n";
    EXPECT_GT(remembered[0], 0.95 * asked[0]);
    EXPECT_GT(remembered[1], 1000);
    EXPECT_GT(asked[1] - remembered[1], 50); // refused: the proof can fail
    EXPECT_GT(remembered[2], 100);
    EXPECT_GT(asked[2] - remembered[2], 1000);
}

// A corner in a face and an edge across an edge: known from the corners that proved the gap, right
// against the plain patch in all they say, and most of what touches lightly.
TEST(ContactSpread, SimpleOverlapsAreRight) {
    const std::uint64_t seed = 80;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace plain;
    int simple = 0, light = 0, light_simple = 0, corners_of_a = 0, corners_of_b = 0, edges = 0;
    const int trials = 4000;
    for (int trial = 0; trial < trials; ++trial) {
        const Pressed p(trial, random);
        const auto &a = *p.a.data, &b = *p.b.data;
        const Gap g = gap(p.a, {}, p.b, p.pose);
        const std::span facing(g.corners.data(), static_cast<std::size_t>(g.corner_count));
        const bool by_volume = trial % 2 == 0;
        PressedOverlap here, there;
        const PressDirection press{p.along, !by_volume, facing};
        const bool has_answer = detail::overlap_edges_baseline(a, b, p.pose, press, here);
        ASSERT_EQ(detail::choose_overlap_by_edges()(a, b, p.pose, press, there), has_answer);
        light += g.gap > -1e-4;
        if (!has_answer || !here.is_simple) continue;
        ASSERT_TRUE(same_bits(here, there)) << trial;
        ++simple;
        light_simple += g.gap > -1e-4;
        const bool one_a = facing[0].a == facing[1].a && facing[0].a == facing[2].a;
        const bool one_b = facing[0].b == facing[1].b && facing[0].b == facing[2].b;
        ++(one_a ? corners_of_a : one_b ? corners_of_b : edges);
        // A depth that is known to the rounding of the coordinates only decides how wide the
        // overlap is.
        const double rounding = 64 * epsilon * (a.reach + b.reach) / -g.gap;
        const ContactPatch& patch = by_volume ? contact_patch(a, b, p.pose, plain)
                                              : contact_patch(a, b, p.pose, p.along, plain);
        const double width = std::sqrt(patch.area_vector.norm());
        EXPECT_NEAR(here.body.volume, patch.volume, 4 * rounding * patch.volume) << trial;
        EXPECT_LE((here.body.centroid - patch.volume_centroid).norm(), 4 * rounding * width);
        EXPECT_LE((here.body.area_of_a - patch.area_vector).norm(), 4 * rounding * width * width);
        EXPECT_LE((here.body.moment_of_a - patch.area_moment).norm(),
                  8 * rounding * width * width * width)
            << trial;
        EXPECT_LE((here.normal - patch.normal).norm(), 8 * rounding) << trial;
        expect_spread(here.spread, patch, 16 * rounding * width);
    }
    std::cout << simple << " of " << trials << " simple (" << corners_of_a << " corners of A, "
              << corners_of_b << " of B, " << edges << " pairs of edges), of those less than 1e-4 "
              << "deep " << light_simple << " of " << light << "\n";
    EXPECT_GT(light_simple, 0.9 * light);
    EXPECT_GT(std::min({corners_of_a, corners_of_b, edges}), trials / 20);
}

// A needle whose tip comes out of a thin plate behind: no pyramid, though its base lies in a face.
// Lost in the plate it is one.
TEST(ContactSpread, ANeedleThroughAPlateIsNotSimple) {
    const Polyhedron plate = box_solid({1, 1, 0.02});
    const std::vector<Vec3> corners = {{0, 0, -2}, {0.2, 0, 0}, {-0.1, 0.17, 0}, {-0.1, -0.18, 0}};
    const Polyhedron needle = make_polyhedron(corners);
    PatchWorkspace plain;
    for (const bool is_first : {true, false})
        for (const double depth : {0.01, 0.03, 0.06, 0.3}) {
            const Pose pose{Eigen::Matrix3d::Identity(), {0.1, 0.05, 2.02 - depth}};
            const Pose at = is_first ? pose : inverse(pose);
            const Polyhedron &a = is_first ? plate : needle, &b = is_first ? needle : plate;
            const Gap g = gap(a, {}, b, at);
            const std::span facing(g.corners.data(), static_cast<std::size_t>(g.corner_count));
            PressedOverlap found;
            const Vec3 along = g.normal.normalized();
            const bool has_answer = detail::choose_overlap_by_edges()(*a.data, *b.data, at,
                                                                      {along, true, facing}, found);
            const ContactPatch& patch = contact_patch(*a.data, *b.data, at, plain);
            EXPECT_EQ(has_answer && found.is_simple, depth < 0.04) << depth;
            if (!has_answer) continue;
            EXPECT_NEAR(found.body.volume, patch.volume, 1e-12) << depth;
        }
}

// Flush faces, which coincide, and edges that meet: the answer is none or right.
TEST(ContactSpread, OverlapByEdgesIsRightOrSilentOnFlushBoxes) {
    PatchWorkspace plain;
    const Vec3 along = Vec3::UnitZ();
    int answered = 0, trials = 0;
    for (const double x : {0.0, 0.5, 1.0, 1e-16, 0.3})
        for (const double y : {0.0, -0.5, 1.0, 0.7})
            for (const double turn : {0.0, 1e-15, 0.3, std::numbers::pi / 4}) {
                const Polyhedron box = box_solid({0.5, 0.5, 0.5});
                const Pose pose{Eigen::AngleAxisd(turn, Vec3::UnitZ()).toRotationMatrix(),
                                {x, y, 0.999}};
                PressedOverlap found;
                ++trials;
                const bool has_answer = detail::choose_overlap_by_edges()(
                    *box.data, *box.data, pose, {along, true}, found);
                if (!has_answer) continue;
                ++answered;
                const ContactPatch& patch = contact_patch(*box.data, *box.data, pose, plain);
                EXPECT_NEAR(found.body.volume, patch.volume, 1e-14) << x << " " << y << " " << turn;
                EXPECT_NEAR(found.body.area_of_a.norm(), patch.area_vector.norm(), 1e-12);
            }
    std::cout << answered << " of " << trials << " answered\n";
    EXPECT_GT(answered, 0);
    EXPECT_LT(answered, trials);
}

/// A hull of points of a coarse lattice.
Polyhedron lattice_solid(Random& random) {
    std::vector<Vec3> points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 6; ++k) {
        const auto any = [&] { return static_cast<double>(random.below(4)); };
        points.emplace_back(any(), any(), any());
    }
    return make_polyhedron(points);
}

// Solids of a lattice on the same lattice: corners, edges and faces coincide in all ways.
TEST(ContactSpread, OverlapByEdgesIsRightOrSilentOnALattice) {
    const std::uint64_t seed = 79;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    PatchWorkspace plain;
    int answered = 0, overlapping = 0;
    const int trials = 6000;
    for (int trial = 0; trial < trials; ++trial) {
        const Polyhedron a = lattice_solid(random), b = lattice_solid(random);
        Pose pose;
        for (int axis = 0; axis < 3; ++axis)
            pose.position[axis] = 0.5 * static_cast<double>(random.below(9)) - 2;
        if (trial % 2 == 0) pose.rotation << 0, -1, 0, 1, 0, 0, 0, 0, 1;
        if (trial % 3 == 0) pose.position.z() += 1e-3; // off in one direction
        const Gap found_gap = gap(a, {}, b, pose);
        if (found_gap.gap >= -1e-9) continue;
        ++overlapping;
        PressedOverlap found;
        const Vec3 along = found_gap.normal.normalized();
        if (!detail::choose_overlap_by_edges()(*a.data, *b.data, pose, {along, true}, found))
            continue;
        ++answered;
        const ContactPatch& patch = contact_patch(*a.data, *b.data, pose, plain);
        EXPECT_NEAR(found.body.volume, patch.volume, 1e-12) << trial;
        EXPECT_LE((found.body.area_of_a - patch.area_vector).norm(), 1e-11) << trial;
        EXPECT_LE((found.body.centroid - patch.volume_centroid).norm(), 1e-10 / patch.volume);
    }
    std::cout << answered << " of " << overlapping << " answered\n";
    EXPECT_GT(overlapping, trials / 4);
    EXPECT_GT(answered, 50);
}

} // namespace
} // namespace scree
