// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/csv_table.hpp>
#include <scree/io/detail/scene_parts.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace scree {
namespace {

Vec3 unit_or_zero(const SceneTable& t, std::string_view key) {
    const auto v = t.vector(key);
    return t.has(key) && is_longer_than_zero(t, key, v) ? Vec3(v->stableNormalized())
                                                        : Vec3(Vec3::Zero());
}

Tapping read_tapping(const SceneTable& t) {
    const double frequency = t.number("frequency").value_or(1), period = 1 / frequency;
    const double pulse = t.number("pulse").value_or(period / 4);
    if (t.has("frequency") && pulse > period)
        t.fail("pulse", fmt::format("must not be longer than the period, {:.6g} s at {} taps per "
                                    "second, got {}",
                                    period, frequency, pulse));
    return {t.vector("amplitude").value_or(Vec3::Zero()), frequency, pulse};
}

/// The columns time, x, y and z of a table.
TimeTable time_table_of(const SceneInput& input) {
    const CsvTable table = parse_csv(input.text, input.name, {{"time", "x", "y", "z"}, {}});
    TimeTable path{*table.column("time"), {}};
    const auto &x = *table.column("x"), &y = *table.column("y"), &z = *table.column("z");
    for (std::size_t k = 0; k < table.rows(); ++k) {
        path.value.emplace_back(x[k], y[k], z[k]);
        if (k > 0 && path.time[k] <= path.time[k - 1])
            throw InputError(fmt::format("{}:{}: time: must ascend, got {} after {}", input.name,
                                         table.lines[k], path.time[k], path.time[k - 1]));
    }
    return path;
}

FreeMotion read_free(const SceneTable& t) {
    FreeMotion free;
    free.mass = t.number("mass").value_or(1);
    free.axis = unit_or_zero(t, "axis");
    free.force = t.vector("force").value_or(Vec3::Zero());
    const double across = (free.force - free.force.dot(free.axis) * free.axis).norm();
    if (!free.axis.isZero(0) && across > 1e-9 * free.force.norm())
        t.fail("force", "must be along axis: the wall cannot follow the part across it");
    const auto schedule = t.text("schedule").value_or("constant");
    free.schedule = schedule == "ramp"    ? Schedule::ramp
                    : schedule == "steps" ? Schedule::steps
                                          : Schedule::constant;
    for (const std::string_view key : {"rise", "steps"})
        if (t.has(key) && free.schedule == Schedule::constant)
            t.fail(key, R"(is only used with schedule "ramp" or "steps")");
    free.rise = t.number("rise").value_or(1);
    free.steps = static_cast<double>(t.whole("steps").value_or(100));
    free.damping = t.number("damping").value_or(0);
    free.weight = t.text("weight") != "no";
    return free;
}

} // namespace

TimeTable SceneReader::read_time_table(const SceneTable& t, std::string_view values) {
    TimeTable rest{{0}, {Vec3::Zero()}};
    const bool has_lists = t.has("times") || t.has(values);
    if (has_lists == t.has("file")) {
        t.fail(has_lists ? fmt::format("give times and {}, or file, not both", values)
                         : fmt::format("needs times and {}, or file", values));
        return rest;
    }
    if (t.has("file")) {
        const SceneInput* input = read_input(t);
        try {
            return input == nullptr ? rest : time_table_of(*input);
        } catch (const InputError& e) {
            for (const std::string& message : e.messages()) t.fail("file", message);
            return rest;
        }
    }
    TimeTable path{t.numbers("times"), t.vectors(values)};
    if (path.time.size() != path.value.size() || path.time.empty()) {
        t.fail(values, fmt::format("must be as many as times, {}, got {}", path.time.size(),
                                   path.value.size()));
        return rest;
    }
    for (std::size_t k = 1; k < path.time.size(); ++k)
        if (path.time[k] <= path.time[k - 1]) {
            t.fail("times",
                   fmt::format("must ascend, got {} after {}", path.time[k], path.time[k - 1]));
            break;
        }
    return path;
}

Motion SceneReader::read_motion(const SceneTable& t, const std::string& type, const Drive& drive) {
    if (type == "velocity") return SteadyMotion{t.vector("velocity").value_or(Vec3::Zero())};
    if (type == "oscillation")
        return Oscillation{t.vector("amplitude").value_or(Vec3::Zero()),
                           t.number("frequency").value_or(1), t.number("phase").value_or(0)};
    if (type == "tapping") return read_tapping(t);
    if (type == "rotation")
        return Rotation{t.vector("center").value_or(Vec3::Zero()), unit_or_zero(t, "axis"),
                        t.number("rate").value_or(0)};
    if (type == "path") return read_time_table(t, "shifts");
    if (type == "servo") {
        if (drive.walls.size() > 1 && !t.has("walls"))
            t.fail("needs walls: which of them are to press?");
        const double force = t.number("pressure").value_or(1) * t.number("area").value_or(1);
        return servo(force * unit_or_zero(t, "direction"), t.number("max_speed").value_or(1));
    }
    return read_free(t);
}

std::vector<int> SceneReader::driven_walls(const SceneTable& t) const {
    std::vector<int> walls;
    if (!t.has("walls")) {
        walls.resize(scene_.walls.size());
        std::iota(walls.begin(), walls.end(), 0);
        if (walls.empty()) t.fail("there are no walls to move");
        return walls;
    }
    std::vector<std::string> names;
    for (const Wall& wall : scene_.walls) names.push_back(wall.name);
    const auto wanted = t.texts("walls");
    if (wanted.empty()) t.fail("walls", "names none; leave it out to move all walls");
    for (const std::string& name : wanted) {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found != names.end()) {
            walls.push_back(static_cast<int>(found - names.begin()));
            continue;
        }
        const std::string near = nearest_word(name, names);
        t.fail("walls", fmt::format("there is no wall \"{}\"; {}", name,
                                    !near.empty() ? fmt::format("did you mean \"{}\"?", near)
                                    : names.empty()
                                        ? "the scene has none"
                                        : fmt::format("the scene has {}", fmt::join(names, ", "))));
    }
    return walls;
}

void SceneReader::read_drives() {
    Names names;
    for (const toml::table* table : root_.tables("drive")) {
        const auto [type, t] = read_variant(*table, "drive", "type", problems_);
        if (!t) continue;
        Drive drive;
        drive.name = names.take(*t, type);
        drive.place = place(*t);
        drive.walls = driven_walls(*t);
        drive.from = t->number("from").value_or(0);
        drive.until = t->number("until").value_or(drive.until);
        if (drive.until <= drive.from)
            t->fail("until",
                    fmt::format("must be later than from, {}, got {}", drive.from, drive.until));
        drive.motion = read_motion(*t, type, drive);
        scene_.drives.push_back(std::move(drive));
    }
    check_drives();
}

// Which drives get along with each other, and with the end of the run.
void SceneReader::check_drives() const {
    const auto say = [&](const Drive& d, const std::string& what) {
        const auto line = std::stoul(d.place.substr(d.place.rfind(':') + 1));
        root_.problems().add(line, fmt::format("drive \"{}\": {}", d.name, what));
    };
    for (std::size_t w = 0; w < scene_.walls.size(); ++w) {
        const Drive *turning = nullptr, *free = nullptr, *any = nullptr;
        for (const Drive& d : scene_.drives) {
            if (std::find(d.walls.begin(), d.walls.end(), static_cast<int>(w)) == d.walls.end())
                continue;
            const bool is_turning = std::holds_alternative<Rotation>(d.motion);
            const std::string& wall = scene_.walls[w].name;
            if (is_turning && turning != nullptr)
                say(d, fmt::format(R"(wall "{}" is turned by drive "{}" already)", wall,
                                   turning->name));
            const bool is_free = !is_prescribed(d.motion);
            if ((is_free && any != nullptr) || free != nullptr)
                say(d, fmt::format("wall \"{}\" has drive \"{}\" already, and a wall that follows "
                                   "forces has no other",
                                   wall, any->name));
            if (is_turning) turning = &d;
            if (is_free) free = &d;
            any = &d;
        }
    }
    if (!scene_.until_settled || scene_.duration) return;
    for (const Drive& d : scene_.drives)
        if (is_prescribed(d.motion) && d.until == std::numeric_limits<double>::infinity() &&
            !std::holds_alternative<TimeTable>(d.motion))
            say(d, "never ends, so until = \"settled\" is never reached; give it until, or the "
                   "scene a duration");
}

void SceneReader::read_gravity() {
    if (const toml::table* table = root_.table("gravity_path")) {
        const SceneTable t(*table, "gravity_path", {&scene_keys("gravity_path")}, problems_);
        if (root_.has("gravity")) t.fail("gives gravity over time; leave out gravity itself");
        scene_.gravity_table = read_time_table(t, "values");
        scene_.gravity = scene_.gravity_table.at(0).value;
    }
    for (const toml::table* table : root_.tables("gravity_turn")) {
        const SceneTable t(*table, "gravity_turn", {&scene_keys("gravity_turn")}, problems_);
        scene_.gravity_turns.push_back({unit_or_zero(t, "axis"), t.number("angle").value_or(0),
                                        t.number("from").value_or(0),
                                        t.number("duration").value_or(1)});
        const double from = scene_.gravity_turns.back().from;
        if (scene_.duration && from >= *scene_.duration)
            t.fail("from", fmt::format("begins at {} s, when the run is over (duration = {})", from,
                                       *scene_.duration));
    }
}

} // namespace scree
