// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/base/vec3.hpp>

#include <limits>
#include <string>
#include <variant>
#include <vector>

// What moves walls: a path that is prescribed, or forces that a wall of some mass follows.
namespace scree {

/// At one velocity; stays where it is when the drive ends.
struct SteadyMotion {
    Vec3 velocity;
};
/// amplitude · (sin(2π f t + phase) − sin(phase)): begins where the wall was written.
struct Oscillation {
    Vec3 amplitude;
    double frequency = 0, phase = 0;
};
/// Once per period a short pulse, amplitude · sin²(π t / pulse) [F §5.2, Fig. 5.1]. A pulse that
/// has begun is completed.
struct Tapping {
    Vec3 amplitude;
    double frequency = 0, pulse = 0;
};
/// About an axis through `center`, which goes with the wall's other motions.
struct Rotation {
    Vec3 center, axis; ///< axis: unit
    double rate = 0;   ///< rad/s
};
/// Straight from row to row; before the first and after the last it stays there. As a Motion its
/// values are shifts.
struct TimeTable {
    std::vector<double> time;
    std::vector<Vec3> value;

    struct Point {
        Vec3 value, slope;
    };
    Point at(double when) const;
};

enum class Schedule { constant, ramp, steps };
/// A wall with a mass, pushed by the grains and by a force [F §6.2.4, §6.4.2]; it does not turn.
struct FreeMotion {
    double mass = 0;
    Vec3 axis = Vec3::Zero(); ///< unit: moves along it only; zero: in all directions
    Vec3 force = Vec3::Zero();
    Schedule schedule = Schedule::constant;
    double rise = 1;    ///< s, in which a ramp or steps reach `force`; they go on growing after it
    double steps = 1;   ///< of Schedule::steps within `rise`
    double damping = 0; ///< kg/s, against its velocity
    bool weight = true; ///< gravity pulls it
};
/// A wall that presses with `force`: as heavy as what weighs that much on earth, and damped so that
/// it goes at max_speed while it meets nothing. (A wall without mass whose speed follows the force
/// directly is the usual servo; contacts with a dashpot make it jerk.)
FreeMotion servo(const Vec3& force, double max_speed);

using Motion = std::variant<SteadyMotion, Oscillation, Tapping, Rotation, TimeTable, FreeMotion>;

struct Drive {
    std::string name;
    std::vector<int> walls; ///< indices into Scene::walls; a free drive moves them as one
    Motion motion;
    double from = 0, until = std::numeric_limits<double>::infinity(); ///< s
    std::string place;                                                ///< see Place
};

/// Gravity turns about an axis at an even rate [F §6.3.4].
struct GravityTurn {
    Vec3 axis; ///< unit
    double angle = 0, from = 0, duration = 0;
};

/// Gravity over time: one vector, or a table of them; what comes out of that is turned.
struct GravityCourse {
    Vec3 constant = Vec3::Zero(); ///< unless there is a table
    TimeTable table;
    std::vector<GravityTurn> turns;

    bool changes() const { return !table.time.empty() || !turns.empty(); }
    Vec3 at(double time) const;
    /// The largest there will be.
    double strongest() const;
};

/// Where a wall is, seen from where it was written: turned about a centre, then shifted.
struct WallPlace {
    Vec3 shift = Vec3::Zero(), center = Vec3::Zero(), axis = Vec3::UnitZ();
    double angle = 0;

    bool is_home() const { return shift.isZero(0) && angle == 0; }
    Pose pose() const;
};

/// And how it moves: a point p at velocity + spin × (p − center − shift).
struct WallMotion {
    WallPlace place;
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();

    Vec3 velocity_at(const Vec3& point) const {
        return velocity + spin.cross(point - place.center - place.shift);
    }
};

/// Has the motion a path that is known beforehand?
bool is_prescribed(const Motion& motion);

/// Adds what a prescribed drive does at `time` to the motion of a wall.
void add_prescribed(const Drive& drive, double time, WallMotion& motion);

/// The force of a FreeMotion at `time`; nothing before the drive begins.
Vec3 push_at(const Drive& drive, double time);

/// The largest speed that a drive is known to give a point at `distance` from its axis.
double top_speed(const Drive& drive, double distance);

/// When the last drive or turn begins or ends, as far as that is known beforehand.
double last_change(const std::vector<Drive>& drives, const GravityCourse& gravity);

} // namespace scree
