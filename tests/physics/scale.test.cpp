// SPDX-License-Identifier: BSD-3-Clause
//
// No hidden scale: the same scene in other units is the same scene.
//
// Let lengths be s times and times q times what they were, densities the same. Then
//   velocity s/q, acceleration s/q², spin 1/q, mass s³, force s⁴/q², energy s⁵/q².
// Linear law with the contact time given: k = m (pi² + ln² e)/T² scales as s³/q², so k d as s⁴/q²:
// right. Hertz: E sqrt(R) d^1.5 scales as E s²: right when E scales as s²/q². Dashpots: sqrt(k m) =
// s³/q and sqrt(S_n m) = sqrt(E s · s³) = s³/q: right. Choosing q = sqrt(s) keeps gravity as it is.
// When s and q are powers of two, a product, sum, quotient or comparison keeps its bits, and so
// does a square root whose argument scales by an even power: sqrt(k m) by s⁶/q², sqrt(R d) by s²,
// way and skin by s², forces by s⁸/q⁴. So everything must come out the same, bit for bit.
#include "support/flowing_scene.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <set>

namespace scree {
namespace {

using namespace test_support;

constexpr std::int64_t steps = 600;
constexpr std::int64_t grain_count = 1800;

SavedState run(const FlowingScene& s, double dt) {
    World world = world_of(s.scene, s.grains, dt);
    run_steps(world, steps);
    EXPECT_GT(world.counters().refreshes, 3);
    return world.save();
}

/// The state in the units of the unscaled scene.
SavedState scaled_back(SavedState s, double unit, double second) {
    const double speed = unit / second, mass = unit * unit * unit;
    const double energy = mass * speed * speed;
    s.dt /= second;
    s.skin /= unit;
    s.origin /= unit;
    for (auto* balls : {&s.ball, &s.reference})
        for (Ball& b : *balls) b = {b.x / unit, b.y / unit, b.z / unit, b.radius / unit};
    const auto motion = [&](auto& k) {
        k.vx /= speed;
        k.vy /= speed;
        k.vz /= speed;
        k.wx *= second;
        k.wy *= second;
        k.wz *= second;
    };
    for (Kinetic& k : s.kinetic) {
        motion(k);
        k.inverse_mass *= mass;
    }
    for (HalfStep& h : s.half) {
        motion(h);
        h.mass /= mass;
    }
    const auto shrink = [unit](Spring& spring) {
        spring.x /= unit;
        spring.y /= unit;
        spring.z /= unit;
        if (spring.last > 0) spring.last /= unit; // an overlap; negative: a part of a step
    };
    for (PairMemory& p : s.pairs) shrink(p.spring);
    for (WallRow& w : s.walls) shrink(w.spring);
    s.lost.damping /= energy;
    s.lost.friction /= energy;
    return s;
}

class Scale : public testing::TestWithParam<LawKind> {};

TEST_P(Scale, PowersOfTwoGiveTheSameBits) {
    FlowingScene plain = flowing_scene(GetParam(), grain_count);
    fill(plain, plain);
    const double dt = automatic_step(plain.scene, plain.grains);
    const SavedState expected = run(plain, dt);
    EXPECT_GT(expected.pairs.size(), 50U);
    EXPECT_GT(expected.walls.size(), 10U);
    EXPECT_GT(expected.lost.friction, 0);
    struct Units {
        double unit, second;
    };
    for (const Units u : {Units{0x1p-20, 0x1p-10}, Units{0x1p10, 0x1p5}, Units{0x1p-20, 1}}) {
        FlowingScene scaled = flowing_scene(GetParam(), grain_count, u.unit, u.second);
        fill(scaled, plain, u.unit, u.second);
        const SavedState got = scaled_back(run(scaled, dt * u.second), u.unit, u.second);
        EXPECT_EQ(got.hash(), expected.hash()) << "unit " << u.unit << ", second " << u.second;
        EXPECT_EQ(got.pairs.size(), expected.pairs.size());
        // Hertz' duration contains a power of 2/5, which does not scale exactly.
        const double automatic = automatic_step(scaled.scene, scaled.grains) / u.second;
        EXPECT_NEAR(automatic / dt, 1, GetParam() == LawKind::linear ? 0 : 1e-14);
        EXPECT_EQ(got.skin, expected.skin);
    }
}

using ContactSet = std::set<std::pair<std::uint32_t, std::int64_t>>;

/// Who touches whom at every hundredth step.
std::vector<ContactSet> contacts_over_time(const FlowingScene& s) {
    World world = world_of(s.scene, s.grains, automatic_step(s.scene, s.grains));
    std::vector<ContactSet> out;
    for (std::int64_t k = 0; k < 8; ++k) {
        run_steps(world, 99);
        const Frame frame = look(world);
        world.advance();
        ContactSet& now = out.emplace_back();
        for (const ContactRecord& c : frame.contact) now.insert({c.a, c.b});
    }
    return out;
}

// A kilometre costs ten bits of the coordinates the user gives, here 1e-13 m: the contacts of the
// next thousand steps are the same, though collisions make every difference grow.
TEST_P(Scale, AKilometreAwayTheContactsAreTheSame) {
    FlowingScene here = flowing_scene(GetParam(), grain_count);
    fill(here, here);
    FlowingScene there = here;
    const Vec3 shift(1000, -700, 300);
    for (Grain& g : there.grains) g.center += shift;
    for (Wall& wall : there.scene.walls)
        for (Surface& surface : wall.surfaces) surface = moved(surface, shift);
    const auto expected = contacts_over_time(here), got = contacts_over_time(there);
    std::size_t most = 0;
    for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_EQ(got[k], expected[k]) << "row " << k;
        most = std::max(most, expected[k].size());
    }
    std::printf("most contacts compared: %zu\n", most);
    EXPECT_GT(most, 100U);
}

INSTANTIATE_TEST_SUITE_P(BothLaws, Scale, testing::Values(LawKind::linear, LawKind::hertz),
                         [](const auto& law) {
                             return law.param == LawKind::linear ? "linear" : "hertz";
                         });

} // namespace
} // namespace scree
