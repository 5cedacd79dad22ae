// SPDX-License-Identifier: BSD-3-Clause
//
// No hidden scale and no special place for grains of any shape, as for balls (scale.test.cpp, which
// says why powers of two must give the same bits).
#include <support/mixed_scene.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <set>

namespace scree {
namespace {

using namespace test_support;

constexpr std::int64_t steps = 3000;

using ContactSet = std::set<std::pair<std::uint32_t, std::int64_t>>;

struct Course {
    std::vector<Frame> frames; ///< every hundredth step
    std::vector<ContactSet> contacts;
    std::size_t seen = 0; ///< contacts in all frames
};

Course course_of(const MixedCase& which, double dt) {
    const Mixed m = mixed_scene(which);
    World world = world_of(m.scene, m.grains, dt);
    Course course;
    for (std::int64_t s = 0; s < steps; s += 100) {
        run_steps(world, 99);
        const Frame frame = look(world);
        world.advance();
        ContactSet now;
        for (const ContactRecord& c : frame.contact) now.insert({c.a, c.b});
        course.seen += now.size();
        course.contacts.push_back(now);
        course.frames.push_back(frame);
    }
    return course;
}

class ShapedScale : public testing::TestWithParam<LawKind> {};

TEST_P(ShapedScale, PowersOfTwoGiveTheSameBits) {
    const MixedCase plain{GetParam(), false};
    const double dt = mixed_scene(plain).dt;
    const Course expected = course_of(plain, dt);
    std::printf("contacts seen: %zu\n", expected.seen);
    EXPECT_GT(expected.seen, 50U);
    struct Units {
        double unit, second;
    };
    for (const auto& [unit, second] : {Units{0x1p-20, 0x1p-10}, Units{0x1p10, 0x1p5}}) {
        MixedCase scaled = plain;
        scaled.unit = unit;
        scaled.second = second;
        const Course got = course_of(scaled, dt * second);
        for (std::size_t k = 0; k < expected.frames.size(); ++k) {
            const Frame &now = got.frames[k], &then = expected.frames[k];
            double off = 0;
            for (std::size_t i = 0; i < then.center.size(); ++i)
                off = std::max({off, (now.center[i] / unit - then.center[i]).norm(),
                                (now.velocity[i] * (second / unit) - then.velocity[i]).norm(),
                                (now.spin[i] * second - then.spin[i]).norm(),
                                (now.attitude[i].coeffs() - then.attitude[i].coeffs()).norm()});
            ASSERT_EQ(off, 0) << "unit " << unit << ", second " << second << ", row " << k;
            ASSERT_EQ(got.contacts[k], expected.contacts[k]);
        }
    }
}

// The coordinates given lose ten bits, here 1e-13 m; the contacts are the same nevertheless, though
// collisions make every difference grow.
TEST_P(ShapedScale, AKilometreAwayTheContactsAreTheSame) {
    const MixedCase here{GetParam(), false};
    MixedCase there = here;
    there.shift = {1000, -700, 300};
    const double dt = mixed_scene(here).dt;
    const Course expected = course_of(here, dt), got = course_of(there, dt);
    double farthest = 0;
    for (std::size_t k = 0; k < expected.frames.size(); ++k) {
        EXPECT_EQ(got.contacts[k], expected.contacts[k]) << "row " << k;
        for (std::size_t i = 0; i < expected.frames[k].center.size(); ++i)
            farthest = std::max(
                farthest,
                (got.frames[k].center[i] - there.shift - expected.frames[k].center[i]).norm());
    }
    std::printf("contacts seen: %zu; centres differ by up to %.1e m\n", expected.seen, farthest);
    EXPECT_GT(expected.seen, 50U);
}

INSTANTIATE_TEST_SUITE_P(BothLaws, ShapedScale, testing::Values(LawKind::linear, LawKind::hertz),
                         [](const auto& law) { return std::string(name_of(law.param)); });

} // namespace
} // namespace scree
