// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/measures.hpp>

#include <scree/base/ball.hpp>
#include <scree/sim/inspect.hpp>
#include <scree/sim/local_structure.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace scree {
namespace {

void add_grain_energies(World& world, Measures& m) {
    const Bodies& bodies = world.bodies();
    double fastest2 = 0;
    for (std::size_t i = 0; i < bodies.count; ++i) {
        const WholeStep motion = world.motion_of(i);
        const double mass = bodies.half[i].mass;
        const double speed2 = motion.velocity.squaredNorm();
        m.kinetic += 0.5 * mass * speed2 + world.turning_energy(i, motion.spin);
        const Ball& b = bodies.ball[i];
        m.potential -= mass * world.gravity().dot(Vec3(b.x, b.y, b.z));
        fastest2 = std::max(fastest2, speed2);
    }
    m.largest_speed = std::sqrt(fastest2);
}

std::vector<Passage> beyond_planes(const Scene& scene, const World& world) {
    std::vector<Passage> out(scene.planes.size());
    for (std::size_t p = 0; p < scene.planes.size(); ++p)
        for (std::size_t i = 0; i < world.bodies().count; ++i) {
            const Ball& b = world.bodies().ball[i];
            const double passed = planes_passed(
                scene.planes[p], Vec3(b.x, b.y, b.z) + world.origin(), scene.periodic);
            out[p].grains += std::llround(passed);
            out[p].mass += passed * world.bodies().half[i].mass;
        }
    return out;
}

/// Indices of the walls that drives move, ascending.
std::vector<std::size_t> moved_walls(const Scene& scene) {
    std::set<std::size_t> walls;
    for (const Drive& drive : scene.drives)
        for (const int w : drive.walls) walls.insert(static_cast<std::size_t>(w));
    return {walls.begin(), walls.end()};
}

std::vector<MovedWall> walls_now(const Scene& scene, const World& world) {
    const std::vector<WallPlace> places = world.wall_places();
    std::vector<MovedWall> out;
    for (const std::size_t w : moved_walls(scene))
        out.push_back({places[w].shift, places[w].angle, world.force_on_walls()[w]});
    return out;
}

/// Poured groups and outflows, in the order of Traffic::sums.
std::vector<std::string> traffic_names(const Scene& scene) {
    std::vector<std::string> names;
    for (const GrainGroup& group : scene.grains)
        if (std::holds_alternative<PourFill>(group.fill)) names.push_back(group.name + "_poured");
    for (const Outflow& outflow : scene.outflows) names.push_back(outflow.name + "_left");
    return names;
}

std::vector<Passage> traffic_now(const Scene& scene, const World& world) {
    std::vector<Passage> out;
    for (std::size_t k = 0; k < world.traffic().size(); ++k) {
        const bool is_still =
            k < scene.grains.size() && !std::holds_alternative<PourFill>(scene.grains[k].fill);
        if (!is_still) out.push_back({world.traffic()[k].grains, world.traffic()[k].mass});
    }
    return out;
}

Structure structure_now(const Scene& scene, const World& world) {
    Frame frame;
    for (const std::uint32_t i : places_by_id(world.bodies())) {
        frame.center.push_back(world.center_in_scene(i));
        frame.radius.push_back(world.radius_of(i));
    }
    frame.walls = world.wall_places();
    Workers workers(world.threads());
    const LocalStructure s = local_structure(scene, frame, workers);
    return {s.inner_density(), s.inner_faces(), s.count(GrainPlace::inside),
            s.count(GrainPlace::surface)};
}

struct LossColumn {
    const char* name;
    double Losses::*part;
};

/// Losses that only some laws have, and get a column only then.
std::vector<LossColumn> further_losses(const Scene& scene) {
    bool turns = false;
    for (const PairValues& v : pair_table(scene.law, scene.materials, scene.pairs))
        turns = turns || v.rolling_friction > 0 || v.twisting_friction > 0;
    std::vector<LossColumn> out;
    if (has_history(scene.law)) out.push_back({"lost_plastic_J", &Losses::plastic});
    if (turns) out.push_back({"lost_rolling_J", &Losses::rolling});
    if (scene.fluid.is_present()) out.push_back({"lost_fluid_J", &Losses::fluid});
    if (has_clusters(scene)) out.push_back({"lost_bonds_J", &Losses::bonds});
    if (!scene.shapes.empty()) out.push_back({"lost_geometry_J", &Losses::geometry});
    return out;
}

} // namespace

double bulk_density(const Scene& scene, const World& world) {
    const Bodies& bodies = world.bodies();
    if (bodies.count == 0) return 0;
    double solid = 0;
    std::optional<Vessel> vessel = find_vessel(scene);
    if (vessel && !scene.drives.empty())
        vessel->bottom +=
            world.wall_places()[static_cast<std::size_t>(vessel->wall - scene.walls.data())].shift;
    double top = -std::numeric_limits<double>::infinity();
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    for (std::size_t i = 0; i < bodies.count; ++i) {
        const Vec3 center = world.center_in_scene(i);
        if (vessel) {
            const double reaches =
                vessel->axis.dot(center - vessel->bottom) + world.extent_of(i, vessel->axis);
            if (!(reaches > 0)) continue; // has fallen out of it
            top = std::max(top, reaches);
        }
        solid += ball_volume(world.radius_of(i));
        for (const int k : {0, 1, 2}) {
            low[k] = std::min(low[k], center[k] - world.extent_of(i, -Vec3::Unit(k)));
            high[k] = std::max(high[k], center[k] + world.extent_of(i, Vec3::Unit(k)));
        }
    }
    if (solid == 0) return 0;
    for (int k = 0; k < 3; ++k)
        if (scene.periodic.along(k)) {
            low[k] = scene.periodic.low[k];
            high[k] = scene.periodic.high(k);
        }
    if (vessel && vessel->period > 0) top = vessel->period;
    return solid / (vessel ? vessel->area * top : (high - low).prod());
}

Measures take_measures(const Scene& scene, World& world, Ledger& ledger) {
    world.complete_forces();
    Measures m;
    m.time = world.time();
    m.step = world.step_index();
    m.grains = static_cast<std::int64_t>(world.grain_count());
    m.density = bulk_density(scene, world);
    add_grain_energies(world, m);
    std::int64_t touches = 0;
    for (const ContactRecord& c : inspect_contacts(world)) {
        m.stored += c.stored;
        ++m.contacts;
        touches += c.b >= 0 ? 2 : 1;
    }
    if (world.bonds().any()) {
        m.bonds = world.bonds().counts();
        m.stored_bonds = world.bonds().stored();
        m.stored += m.stored_bonds;
    }
    if (m.grains > 0) m.coordination = static_cast<double>(touches) / static_cast<double>(m.grains);
    m.passages = beyond_planes(scene, world);
    m.walls = walls_now(scene, world);
    m.traffic = traffic_now(scene, world);
    if (scene.output.laguerre) m.structure = structure_now(scene, world);
    if (!ledger.open) {
        ledger.open = true;
        ledger.initial_energy = m.kinetic + m.stored;
        ledger.initial_potential = m.potential;
        ledger.initial = m.passages;
        ledger.initial_exchanged = world.exchange();
    }
    m.potential -= ledger.initial_potential;
    for (std::size_t p = 0; p < m.passages.size(); ++p) {
        const Exchange &now = world.exchange(), &then = ledger.initial_exchanged;
        m.passages[p].grains -=
            ledger.initial[p].grains + std::llround(now.grains_beyond[p] - then.grains_beyond[p]);
        m.passages[p].mass -= ledger.initial[p].mass + now.mass_beyond[p] - then.mass_beyond[p];
    }
    const Losses losses = world.losses();
    m.lost_damping = losses.damping;
    m.lost_friction = losses.friction;
    double held = m.kinetic + m.stored + losses.damping + losses.friction;
    for (const LossColumn& column : further_losses(scene)) {
        m.more_losses.push_back(losses.*column.part);
        held += m.more_losses.back();
    }
    const double work = world.work();
    if (is_driven(scene)) m.work = work;
    const double brought =
        ledger.initial_energy + world.exchanged() - ledger.initial_exchanged.energy;
    m.residual = held + m.potential - work - brought;
    ledger.turned_over =
        std::max({ledger.turned_over, held, ledger.initial_energy, std::abs(work)});
    if (ledger.turned_over > 0) m.relative_residual = m.residual / ledger.turned_over;
    return m;
}

std::vector<std::string> measure_names(const Scene& scene) {
    std::vector<std::string> names = {"time_s",
                                      "step",
                                      "grains",
                                      "density",
                                      "kinetic_J",
                                      "potential_J",
                                      "stored_J",
                                      "lost_damping_J",
                                      "lost_friction_J",
                                      "residual_J",
                                      "relative_residual",
                                      "contacts",
                                      "coordination",
                                      "largest_speed_m_s"};
    for (const FlowPlane& plane : scene.planes) {
        names.push_back(plane.name + "_grains");
        names.push_back(plane.name + "_mass_kg");
    }
    if (is_driven(scene)) names.emplace_back("work_J");
    for (const std::string& name : traffic_names(scene)) {
        names.push_back(name + "_grains");
        names.push_back(name + "_kg");
    }
    for (const std::size_t w : moved_walls(scene))
        for (const char* what : {"x_m", "y_m", "z_m", "angle_rad", "fx_N", "fy_N", "fz_N"})
            names.push_back(scene.walls[w].name + "_" + what);
    if (scene.output.laguerre)
        for (const char* name :
             {"laguerre_density", "laguerre_faces", "inside_grains", "surface_grains"})
            names.emplace_back(name);
    for (const LossColumn& column : further_losses(scene)) names.emplace_back(column.name);
    if (has_clusters(scene))
        for (const char* name : {"bonds", "broken_bonds", "stored_bonds_J"})
            names.emplace_back(name);
    return names;
}

std::vector<double> measure_values(const Measures& m) {
    std::vector<double> values = {m.time,
                                  static_cast<double>(m.step),
                                  static_cast<double>(m.grains),
                                  m.density,
                                  m.kinetic,
                                  m.potential,
                                  m.stored,
                                  m.lost_damping,
                                  m.lost_friction,
                                  m.residual,
                                  m.relative_residual,
                                  static_cast<double>(m.contacts),
                                  m.coordination,
                                  m.largest_speed};
    for (const Passage& p : m.passages) {
        values.push_back(static_cast<double>(p.grains));
        values.push_back(p.mass);
    }
    if (m.work) values.push_back(*m.work);
    for (const Passage& p : m.traffic) {
        values.push_back(static_cast<double>(p.grains));
        values.push_back(p.mass);
    }
    for (const MovedWall& w : m.walls)
        values.insert(values.end(), {w.shift.x(), w.shift.y(), w.shift.z(), w.angle, w.force.x(),
                                     w.force.y(), w.force.z()});
    if (m.structure)
        values.insert(values.end(), {m.structure->density, m.structure->faces,
                                     static_cast<double>(m.structure->inside),
                                     static_cast<double>(m.structure->surface)});
    values.insert(values.end(), m.more_losses.begin(), m.more_losses.end());
    if (m.bonds)
        values.insert(values.end(), {static_cast<double>(m.bonds->whole),
                                     static_cast<double>(m.bonds->broken), m.stored_bonds});
    return values;
}

bool is_settled(const World& world) {
    constexpr double slow = 1e-3, slow_single = 1e-2;
    const double g = world.gravity().norm();
    const Bodies& bodies = world.bodies();
    double sum = 0;
    for (std::size_t i = 0; i < bodies.count; ++i) {
        const HalfStep& h = bodies.half[i];
        const double speed2 = (h.vx * h.vx + h.vy * h.vy) + h.vz * h.vz;
        const double fall2 = g * world.radius_of(i);
        if (speed2 > slow_single * slow_single * fall2) return false;
        if (fall2 > 0) sum += speed2 / fall2;
    }
    return sum <= slow * slow * static_cast<double>(bodies.count);
}

} // namespace scree
