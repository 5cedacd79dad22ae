// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/drive.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr double pi = std::numbers::pi;

Drive drive_of(Motion motion, double from = 0,
               double until = std::numeric_limits<double>::infinity()) {
    Drive drive;
    drive.name = "test";
    drive.walls = {0};
    drive.motion = std::move(motion);
    drive.from = from;
    drive.until = until;
    return drive;
}

WallMotion at(const Drive& drive, double time) {
    WallMotion motion;
    add_prescribed(drive, time, motion);
    return motion;
}

/// The velocity is the slope of the path, wherever the path is smooth.
void expect_slope(const Drive& drive, double time) {
    const double h = 1e-6;
    const Vec3 point(0.3, -0.2, 0.5);
    const WallMotion now = at(drive, time);
    const Vec3 ahead = at(drive, time + h).place.pose() * point;
    const Vec3 behind = at(drive, time - h).place.pose() * point;
    const Vec3 slope = (ahead - behind) / (2 * h);
    EXPECT_LT((now.velocity_at(now.place.pose() * point) - slope).norm(),
              1e-6 + 1e-6 * slope.norm())
        << "at " << time;
}

TEST(Drives, VelocityIsTheSlopeOfThePath) {
    for (const double time : {0.13, 0.31, 0.77, 1.9}) {
        expect_slope(drive_of(SteadyMotion{{1, -2, 0.5}}, 0.1, 1.5), time);
        expect_slope(drive_of(Oscillation{{0, 0, 0.01}, 3, 0.4}, 0.1, 1.5), time);
        expect_slope(drive_of(Tapping{{0, 0, 0.003}, 4, 0.1}, 0.1, 1.5), time);
        expect_slope(drive_of(Rotation{{1, 2, 3}, Vec3(1, 1, 0).normalized(), 2.5}, 0.1, 1.5),
                     time);
        expect_slope(drive_of(TimeTable{{0, 0.5, 2}, {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}}}, 0.1),
                     time);
    }
}

TEST(Drives, BeginWhereTheWallWasWrittenAndStayWhereTheyEnd) {
    for (const Motion& motion :
         std::vector<Motion>{SteadyMotion{{1, 0, 0}}, Oscillation{{0, 0.1, 0}, 2, 1.0},
                             Tapping{{0, 0, 1}, 2, 0.1}, Rotation{{0, 0, 0}, {0, 0, 1}, 3}}) {
        const Drive drive = drive_of(motion, 1, 2);
        EXPECT_TRUE(at(drive, 0.5).place.is_home());
        EXPECT_TRUE(at(drive, 1).place.is_home());
        const WallMotion end = at(drive, 2.5), later = at(drive, 9);
        EXPECT_EQ(end.place.shift, later.place.shift);
        EXPECT_EQ(end.place.angle, later.place.angle);
        EXPECT_TRUE(later.velocity.isZero(0));
        EXPECT_TRUE(later.spin.isZero(0));
    }
}

// [F §5.2]: up and down once per period, at rest in between; a pulse that has begun is completed.
TEST(Drives, TapsOncePerPeriod) {
    const Drive drive = drive_of(Tapping{{0, 0, 0.003}, 4, 0.05}, 0.5, 1.01);
    EXPECT_DOUBLE_EQ(at(drive, 0.525).place.shift.z(), 0.003);
    EXPECT_EQ(at(drive, 0.56).place.shift.z(), 0);
    EXPECT_NEAR(at(drive, 0.775).place.shift.z(), 0.003, 1e-12);
    EXPECT_NEAR(at(drive, 1.025).place.shift.z(), 0.003, 1e-12); // begun before 1.01
    EXPECT_EQ(at(drive, 1.275).place.shift.z(), 0);
    EXPECT_NEAR(top_speed(drive, 0), pi / 0.05 * 0.003, 1e-12);
}

// [F §6.2.4]: 2000 N after one second in 100 steps, and on.
TEST(Drives, AForceMayGrowInSteps) {
    FreeMotion free;
    free.mass = 1;
    free.force = Vec3(2000, 0, 0);
    free.schedule = Schedule::steps;
    free.rise = 1;
    free.steps = 100;
    const Drive drive = drive_of(free, 1);
    EXPECT_EQ(push_at(drive, 0.99).x(), 0);
    EXPECT_EQ(push_at(drive, 1.005).x(), 0);
    EXPECT_NEAR(push_at(drive, 1.015).x(), 20, 1e-9);
    EXPECT_NEAR(push_at(drive, 1.995).x(), 1980, 1e-9);
    EXPECT_NEAR(push_at(drive, 4.005).x(), 6000, 1e-9);
    free.schedule = Schedule::ramp;
    EXPECT_NEAR(push_at(drive_of(free, 1, 3), 2.5).x(), 3000, 1e-9);
    EXPECT_NEAR(push_at(drive_of(free, 1, 3), 7).x(), 4000, 1e-9);
}

TEST(Drives, GravityTurnsAndStays) {
    const std::vector<GravityTurn> turns = {{Vec3::UnitX(), pi, 1, 0.5}, {Vec3::UnitX(), pi, 3, 1}};
    const Vec3 g(0, 0, -9.81);
    const GravityCourse course{g, {}, turns};
    EXPECT_EQ(course.at(0.9), g);
    EXPECT_LT((course.at(1.25) - Vec3(0, 9.81, 0)).norm(), 1e-12);
    EXPECT_LT((course.at(2) + g).norm(), 1e-12);
    EXPECT_LT((course.at(5) - g).norm(), 1e-12);
    EXPECT_EQ(last_change({}, course), 4);
}

TEST(Drives, GravityFollowsItsTableAndIsTurnedAfterwards) {
    const Vec3 down(0, 0, -10), strong(0, 0, -30);
    GravityCourse course{down, {{1, 3}, {down, strong}}, {}};
    EXPECT_EQ(course.at(0), down);
    EXPECT_EQ(course.at(2), Vec3(0, 0, -20));
    EXPECT_EQ(course.at(7), strong);
    EXPECT_EQ(course.strongest(), 30);
    EXPECT_EQ(last_change({}, course), 3);
    course.turns = {{Vec3::UnitX(), pi, 1.5, 0.5}};
    EXPECT_LT((course.at(2) - Vec3(0, 0, 20)).norm(), 1e-12);
    EXPECT_FALSE((GravityCourse{down, {}, {}}).changes());
}

} // namespace
} // namespace scree
