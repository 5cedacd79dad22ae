// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "scene_values.hpp"
#include "templates.hpp"

#include <scree/base/ball.hpp>
#include <scree/base/error.hpp>
#include <scree/io/files.hpp>
#include <scree/io/json.hpp>
#include <scree/io/run_folder.hpp>
#include <scree/io/scene_file.hpp>
#include <scree/io/scene_keys.hpp>
#include <scree/laws/curve.hpp>
#include <scree/sim/time_step.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>

namespace scree {
namespace {

std::string description(const Template& t) {
    const std::string line = t.text.substr(0, t.text.find('\n'));
    return line.substr(line.find_first_not_of("# "));
}

/// One side of a contact: the grains of a material, or a wall.
struct Side {
    int material = 0;
    bool is_wall = false;
    double mass = std::numeric_limits<double>::infinity();
    double radius = std::numeric_limits<double>::infinity();
};

Side find_side(const Scene& scene, const std::vector<Grain>& grains, const std::string& name) {
    std::vector<std::string> known;
    for (std::size_t m = 0; m < scene.materials.size(); ++m) {
        known.push_back(scene.materials[m].name);
        if (scene.materials[m].name != name) continue;
        Side side{.material = static_cast<int>(m)};
        for (const Grain& g : grains)
            if (g.material == side.material) side.radius = std::min(side.radius, g.radius);
        side.is_wall = side.radius == std::numeric_limits<double>::infinity();
        if (!side.is_wall) side.mass = scene.materials[m].density * ball_volume(side.radius);
        return side;
    }
    for (const Wall& wall : scene.walls) {
        known.push_back(wall.name);
        if (wall.name == name) return {.material = wall.material, .is_wall = true};
    }
    const std::string near = nearest_word(name, known);
    throw InputError(scene.file + ": no material or wall \"" + name + "\"" +
                     (near.empty() ? "" : "; did you mean \"" + near + "\"?"));
}

double together(double a, double b) {
    if (a == std::numeric_limits<double>::infinity()) return b;
    return b == std::numeric_limits<double>::infinity() ? a : a * b / (a + b);
}

} // namespace

int new_command(const NewOptions& o) {
    if (o.list || o.name.empty()) {
        Json json = Json::array();
        for (const Template& t : templates()) {
            if (o.json) {
                json.push(Json::object().add("name", t.name).add("description", description(t)));
            } else {
                fmt::print("{:<16} {}\n", t.name, description(t));
            }
        }
        if (o.json) fmt::print("{}\n", json.text());
        return 0;
    }
    const Template& t = find_template(o.name);
    const std::filesystem::path file = o.file.empty() ? o.name + ".toml" : o.file;
    if (std::filesystem::exists(file))
        throw InputError(file.string() + ": exists already; choose another name");
    const std::string text = with_values(t.text, o.values);
    read_scene_text(text, file.string()); // are the values good?
    try {
        write_file_atomically(file, text);
    } catch (const RunError& e) {
        throw InputError(std::string(e.what()));
    }
    fmt::print("wrote {}; next: scree check {}, scree run {}\n", file.string(), file.string(),
               file.string());
    return 0;
}

namespace {

/// The smallest grains of both sides that meet head on.
struct Meeting {
    PairValues values;
    double mass, radius, speed; ///< effective
};

Meeting meeting_of(const Scene& scene, const std::vector<Grain>& grains, const ExplainOptions& o) {
    const Side a = find_side(scene, grains, o.a), b = find_side(scene, grains, o.b);
    if (a.is_wall && b.is_wall)
        throw InputError(o.scene + ": \"" + o.a + "\" and \"" + o.b +
                         "\" are both walls; no grain is involved");
    const double expected = expected_speed(scene, grains) * (a.is_wall || b.is_wall ? 1 : 2);
    return {mixed(scene.law, scene.materials, scene.pairs, a.material, b.material),
            together(a.mass, b.mass), together(a.radius, b.radius),
            o.speed.value_or(expected > 0 ? expected : 1.0)};
}

struct ExtraValue {
    const char *key, *name, *unit;
    double value;
};

/// What only some scenes have.
std::vector<ExtraValue> extra_values(const PairValues& v) {
    std::vector<ExtraValue> out;
    if (v.law == LawKind::walton)
        out.push_back({"hardening_1_m", "hardening", " 1/m", v.hardening});
    if (v.law == LawKind::pournin) out.push_back({"reload_loss", "reload loss", "", v.reload_loss});
    if (v.rolling_friction > 0)
        out.push_back({"rolling_friction", "rolling friction", "", v.rolling_friction});
    if (v.twisting_friction > 0)
        out.push_back({"twisting_friction", "twisting friction", "", v.twisting_friction});
    if (v.cohesion > 0) out.push_back({"cohesion_J_m2", "cohesion", " J/m²", v.cohesion});
    if (v.cohesion_density > 0)
        out.push_back({"cohesion_density_J_m3", "cohesion density", " J/m³", v.cohesion_density});
    return out;
}

} // namespace

int explain_command(const ExplainOptions& o) {
    const Scene scene = read_scene_file(o.scene);
    const auto grains = place_grains(scene);
    const auto [values, mass, radius, speed] = meeting_of(scene, grains, o);
    const ImpactValues v = impact_values(values, mass, radius, speed);
    const char* law = name_of(scene.law);
    if (o.json) {
        Json json = Json::object();
        json.add("law", law)
            .add("effective_mass_kg", v.mass)
            .add("effective_radius_m", v.radius)
            .add("impact_speed_m_s", v.speed)
            .add("stiffness_N_m", v.stiffness)
            .add("damping_N_s_m", v.damping)
            .add("restitution", values.restitution)
            .add("friction", values.friction)
            .add("contact_time_s", v.contact_time)
            .add("peak_overlap_m", v.peak_overlap)
            .add("critical_step_s", v.critical_step);
        for (const ExtraValue& extra : extra_values(values)) json.add(extra.key, extra.value);
        fmt::print("{}\n", json.text());
        return 0;
    }
    fmt::print("{} against {}, law \"{}\", smallest grains, impact at {:.4g} m/s\n", o.a, o.b, law,
               speed);
    fmt::print("  effective mass    {:.6g} kg\n  effective radius  {:.6g} m\n", v.mass, v.radius);
    const char* where = scene.law == LawKind::hertz ? " (at the peak overlap)"
                        : has_history(scene.law)    ? " (steepest slope)"
                                                    : "";
    fmt::print("  stiffness         {:.6g} N/m{}\n  damping           {:.6g} N s/m{}\n",
               v.stiffness, where, v.damping, where);
    fmt::print("  restitution       {:.6g}\n  friction          {:.6g}\n", values.restitution,
               values.friction);
    for (const ExtraValue& extra : extra_values(values))
        fmt::print("  {:<17} {:.6g}{}\n", extra.name, extra.value, extra.unit);
    fmt::print("  contact time      {:.6g} s{}\n", v.contact_time,
               scene.law == LawKind::hertz ? " (undamped)" : "");
    fmt::print("  peak overlap      {:.6g} m{}\n", v.peak_overlap,
               scene.law == LawKind::hertz ? " (undamped)" : "");
    fmt::print("  critical step     {:.6g} s (2/omega of the pair)\n", v.critical_step);
    return 0;
}

int law_command(const LawOptions& o) {
    const Scene scene = read_scene_file(o.scene);
    const auto grains = place_grains(scene);
    const auto [values, mass, radius, speed] = meeting_of(scene, grains, o);
    // A faster impact than the scene expects may be shorter (Hertz).
    const double dt =
        std::min(choose_time_step(scene, grains).dt,
                 impact_values(values, mass, radius, speed).contact_time / steps_per_contact);
    CurveOptions curve{.mass = mass,
                       .radius = radius,
                       .speed = speed,
                       .dt = dt,
                       .reloadings = o.reloadings,
                       .turn_at = o.turn_at};
    const Curve got = force_curve(values, curve);
    const double energy = 0.5 * curve.mass * speed * speed;
    fmt::print("{} against {}, law \"{}\", impact at {:.4g} m/s, {} reloading{}\n", o.a, o.b,
               name_of(scene.law), speed, o.reloadings, o.reloadings == 1 ? "" : "s");
    if (got.sticks)
        fmt::print("  the grains stick together  followed for {:.6g} s\n", got.points.back().time);
    else
        fmt::print("  rebound over impact speed  {:.6g}\n  contact time               {:.6g} s\n",
                   got.rebound / speed, got.points.back().time);
    fmt::print("  lost                       {:.6g} of the first energy\n",
               got.points.back().lost / energy);
    if (o.output.empty()) return 0;
    std::string text = "time_s,overlap_m,force_N,lost_J,reloading\n";
    for (const CurvePoint& p : got.points)
        fmt::format_to(std::back_inserter(text), "{:.9g},{:.9g},{:.9g},{:.9g},{}\n", p.time,
                       p.overlap, p.force, p.lost, p.reloading);
    write_file_atomically(o.output, text);
    return 0;
}

int hash_command(const std::string& folder_name, bool json) {
    const RunFolder folder{std::filesystem::path(folder_name)};
    folder.require_run();
    const Checkpoint checkpoint = read_checkpoint(folder.checkpoint_file());
    const std::string hash = checkpoint.state.hash();
    if (json) {
        fmt::print("{}\n", Json::object()
                               .add("state_hash", hash)
                               .add("step", checkpoint.state.step)
                               .add("finished", checkpoint.finished)
                               .text());
    } else {
        fmt::print("{}\n", hash);
    }
    return 0;
}

int manual_command() {
    fmt::print("{}", scene_file_manual());
    return 0;
}

} // namespace scree
