// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/world.hpp>

#include <scree/base/assert.hpp>
#include <scree/base/ball.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree {
namespace {

// A scene far from zero is computed about its own middle, so that a kilometre of offset costs no
// digits. Near zero coordinates are left as the user wrote them.
constexpr double far_from_zero = 8; // extents

Vec3 choose_origin(std::span<const Grain> grains) {
    if (grains.empty()) return Vec3::Zero();
    Vec3 low = grains[0].center, high = low;
    double largest = 0;
    for (const Grain& g : grains) {
        low = low.cwiseMin(g.center);
        high = high.cwiseMax(g.center);
        largest = std::max(largest, g.radius);
    }
    const Vec3 middle = 0.5 * (low + high);
    const double extent = (high - low).norm() + 2 * largest;
    return middle.norm() > far_from_zero * extent ? middle : Vec3::Zero();
}

bool is_extended(std::span<const PairValues> table) {
    return std::any_of(table.begin(), table.end(),
                       [](const PairValues& v) { return v.is_extended(); });
}

DriftRow drift_row(double mass, double radius) { return {2.5 / (mass * radius * radius), 0}; }

} // namespace

void World::set_scene(const Scene& scene, bool is_baseline) {
    laws_.kind = scene.law;
    gravity_ = scene.gravity;
    course_of_gravity_ = course_of_gravity(scene);
    fluid_ = scene.fluid;
    laws_.materials = static_cast<std::uint32_t>(scene.materials.size());
    const auto table = pair_table(scene.law, scene.materials, scene.pairs);
    for (const PairValues& values : table) laws_.rows.push_back(pair_row(values));
    if (is_extended(table)) {
        for (const PairValues& values : table) laws_.extra.push_back(extra_row(values));
        pairs_.keeps_traces = true;
    }
    kernel_ = is_baseline ? baseline_kernel(scene.law, laws_.is_extended())
                          : choose_kernel(scene.law, laws_.is_extended());
    images_ = Images(scene.periodic.seen_from(origin_));
    walls_.set_walls(scene, origin_);
    drives_ = WallDrives(scene, origin_);
    traffic_ = Traffic(scene, origin_);
    bonds_ = Bonds(scene, images_.period());
    planes_ = scene.planes;
    for (FlowPlane& plane : planes_) plane.point -= origin_;
    for (const Material& m : scene.materials) densities_.push_back(m.density);
    exchanged_.grains_beyond.assign(planes_.size(), 0);
    exchanged_.mass_beyond.assign(planes_.size(), 0);
    by_volume_ = scene.contact_by_volume;
    if (!scene.shapes.empty())
        shaped_ = std::make_unique<ShapedGrains>(scene, walls_.home, pairs_.keeps_traces);
    scratch_.resize(static_cast<std::size_t>(workers_.threads()));
}

/// Depends on sizes, masses and the step only: not part of the state.
void World::set_drag(std::size_t first) {
    if (!fluid_.is_present()) return;
    const double pi = std::numbers::pi;
    const Fluid& fluid = fluid_;
    bodies_.drag.resize(bodies_.count);
    for (std::size_t i = first; i < bodies_.count; ++i) {
        const double r = radius_of(i);
        bodies_.drag[i] = {
            drag_factors(fluid.drag + 6 * pi * fluid.viscosity * r,
                         1 / bodies_.kinetic[i].inverse_mass, dt_),
            drag_factors(fluid.rotational_drag + 8 * pi * fluid.viscosity * r * r * r,
                         1 / bodies_.drift[i].inverse_inertia, dt_)};
        if (is_shaped(i)) bodies_.drag[i].spin = {}; // see ShapedBodies
    }
}

double World::drag_power() const {
    double power = 0;
    for (std::size_t i = 0; i < bodies_.drag.size(); ++i) {
        const WholeStep now = motion_of(i);
        power += bodies_.drag[i].motion.drag * now.velocity.squaredNorm() +
                 bodies_.drag[i].spin.drag * now.spin.squaredNorm();
        if (is_shaped(i)) power += shaped_->bodies.drag_power(bodies_.id[i], now.spin);
    }
    return power;
}

World::World(const Scene& scene, std::span<const Grain> grains, const WorldOptions& options)
    : origin_(choose_origin(grains)), dt_(options.dt), workers_(options.threads),
      broad_(make_broad_phase(options.broad)) {
    set_scene(scene, options.baseline_kernel);
    bodies_.resize(grains.size());
    std::vector<Grain> here(grains.begin(), grains.end());
    for (std::size_t i = 0; i < here.size(); ++i) {
        here[i].center = images_.period().wrapped(here[i].center - origin_);
        set_body(i, here[i]);
    }
    if (bonds_.any()) bonds_.tie(here, 0);
    find_smallest();
    set_drag(0);
}

/// Body i becomes this grain, in the world's frame; its half-step motion follows from the first
/// forces (`start`).
void World::set_body(std::size_t i, const Grain& g) {
    const double mass = densities_[static_cast<std::size_t>(g.material)] * ball_volume(g.radius);
    bodies_.ball[i] = {g.center.x(), g.center.y(), g.center.z(), g.radius};
    bodies_.drift[i] = drift_row(mass, g.radius);
    bodies_.kinetic[i] = {
        g.velocity.x(), g.velocity.y(), g.velocity.z(), 1 / mass,
        g.spin.x(),     g.spin.y(),     g.spin.z(),     static_cast<double>(g.material)};
    bodies_.half[i].mass = mass;
    bodies_.id[i] = static_cast<std::uint32_t>(labels_.group.size());
    labels_.group.push_back(g.group);
    labels_.size_class.push_back(g.size_class);
    if (bonds_.any())
        labels_.cluster.push_back(
            g.member < 0 ? -1 : static_cast<std::int32_t>(bodies_.id[i]) - g.member);
    if (g.shape >= 0) set_shaped(i, g, mass);
}

void World::find_smallest() {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < bodies_.count; ++i)
        if (leaves_.empty() || leaves_[i] != mark_removed)
            smallest = std::min(smallest, bodies_.ball[i].radius);
    smallest_radius_ = std::isfinite(smallest) ? smallest : 1;
}

World::World(const Scene& scene, const SavedState& state, const WorldOptions& options)
    : origin_(state.origin), dt_(state.dt), workers_(options.threads),
      broad_(make_broad_phase(options.broad)) {
    set_scene(scene, options.baseline_kernel);
    const std::size_t count = state.ball.size();
    bodies_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        bodies_.ball[i] = state.ball[i];
        bodies_.kinetic[i] = state.kinetic[i];
        bodies_.half[i] = state.half[i];
        bodies_.id[i] = state.id[i];
        bodies_.drift[i] = drift_row(state.half[i].mass, state.ball[i].radius);
    }
    if (shaped_) restore_shaped(state);
    find_smallest();
    set_drag(0);
    step_ = state.step;
    refresh_step_ = state.refresh_step;
    skin_ = state.skin;
    lifetime_ = state.lifetime;
    used_ = state.used;
    lost_ = state.lost;
    work_ = state.work;
    labels_ = state.labels;
    exchanged_ = state.exchanged;
    traffic_.restore(state.traffic);
    if (bonds_.any()) bonds_.restore(state.bonds, state.turns);
    if (drives_.any()) drives_.restore(state.movers, state.wall_references);
    if (state.reference.empty()) return;

    // The list of the saved run, from where the grains were when it was made.
    reference_ = state.reference;
    if (drives_.any()) drives_.place_at_references(walls_);
    if (shaped_) restore_boxes(state.shaped.boxes);
    make_list();
    for (std::size_t k = 0; k < state.pairs.size(); ++k)
        put_pair(state.pairs[k], pairs_.keeps_traces ? state.pair_traces[k] : Trace{});
    walls_.put_rows(state.walls, pairs_);
    if (shaped_) shaped_->contacts.restore(state.shaped);
    list_is_made_ = true;
}

SavedState World::save() const {
    SCREE_ASSERT(!evaluated_);
    SavedState state;
    state.step = step_;
    state.refresh_step = refresh_step_;
    state.dt = dt_;
    state.skin = skin_;
    state.lifetime = lifetime_;
    state.used = used_;
    state.origin = origin_;
    const auto count = static_cast<std::ptrdiff_t>(bodies_.count);
    state.ball.assign(bodies_.ball.begin(), bodies_.ball.begin() + count);
    state.kinetic.assign(bodies_.kinetic.begin(), bodies_.kinetic.begin() + count);
    state.half = bodies_.half;
    state.id = bodies_.id;
    if (list_is_made_) state.reference = reference_;
    collect_memory(state.pairs, state.pair_traces);
    for (const auto& chunk : walls_.chunks)
        state.walls.insert(state.walls.end(), chunk.rows.begin(), chunk.rows.end());
    state.keeps_traces = pairs_.keeps_traces;
    if (shaped_) {
        state.shaped.turning = shaped_->bodies.save();
        shaped_->contacts.save(state.shaped);
        for (std::size_t i = 0; list_is_made_ && i < boxes_.size(); ++i)
            state.shaped.boxes.push_back(shaped_->bodies.save_box(bodies_.id[i], boxes_[i]));
    }
    state.lost = lost_;
    state.work = work_;
    state.bonds = bonds_.all();
    state.turns = bonds_.turns();
    state.labels = labels_;
    state.exchanged = exchanged_;
    state.traffic = traffic_.sums();
    state.movers = drives_.movers();
    state.wall_references = drives_.references();
    return state;
}

double World::work() const { return work_ + (evaluated_ ? 0.5 * work_now_ : 0); }

std::vector<WallPlace> World::wall_places() const {
    std::vector<WallPlace> out;
    for (const WallMotion& motion : walls_.motion) {
        out.push_back(motion.place);
        out.back().center += origin_;
    }
    return out;
}

Losses World::losses() const {
    // Sums hold whole steps; the step just evaluated reaches half into the future.
    // (Slipping and plastic overlap happened before it.)
    Losses all = lost_;
    if (!evaluated_) return all;
    all += lost_now_;
    all.damping = lost_.damping + 0.5 * lost_now_.damping;
    if (step_ > 0) all.fluid += 0.5 * dt_ * drag_power();
    return all;
}

std::size_t World::bytes() const {
    std::size_t total = bodies_.bytes() + images_.bytes() + pairs_.bytes() + walls_.bytes() +
                        broad_->bytes() + reference_.capacity() * sizeof(Ball) +
                        candidates_.capacity() * sizeof(IndexPair) +
                        boxes_.capacity() * sizeof(Bounds);
    for (const auto& s : scratch_) total += s.capacity() * sizeof(std::uint32_t);
    if (shaped_) total += shaped_->bodies.bytes() + shaped_->contacts.bytes();
    return total;
}

Vec3 World::center_in_scene(std::size_t i) const {
    const Ball& b = bodies_.ball[i];
    return images_.period().wrapped({b.x, b.y, b.z}) + origin_;
}

void World::audit_pairs(Audit& audit) {
    std::vector<IndexPair> touching;
    const std::span balls(bodies_.ball.data(), bodies_.count);
    make_all_pairs()->update({balls, 0}, workers_, touching);
    for (const IndexPair& pair : touching)
        if (!is_candidate_pair(pair) && !bonds_.is_held(pair.first, pair.second) &&
            do_overlap(pair, Vec3::Zero()))
            ++audit.missed;
    audit.touching = static_cast<std::int64_t>(touching.size());
    for (ImageStep step; images_.any() && step.number < ImageStep::none; ++step.number) {
        const Vec3 shift = step.shift(images_.period());
        if (!step.is_of(images_.period())) continue;
        for (std::uint32_t i = 0; i < bodies_.count; ++i)
            for (std::uint32_t j = 0; j < bodies_.count; ++j) {
                const Ball& b = bodies_.ball[j];
                const Ball image{b.x + shift.x(), b.y + shift.y(), b.z + shift.z(), b.radius};
                if (!is_close(bodies_.ball[i], image, 0)) continue;
                ++audit.touching;
                if (bonds_.is_held(i, j)) continue;
                const IndexPair pair = images_.listed(bodies_, reference_, i, j).pair;
                if (!is_candidate_pair(pair) && do_overlap({i, j}, shift)) ++audit.missed;
            }
    }
}

World::Audit World::audit() {
    Audit audit;
    audit_pairs(audit);
    for (std::size_t i = 0; i < bodies_.count; ++i) {
        const Ball& ball = bodies_.ball[i];
        for (std::size_t s = 0; s < walls_.surfaces.size(); ++s) {
            const Vec3 center(ball.x, ball.y, ball.z);
            if (!(nearest(walls_.surfaces[s], center).distance < ball.radius)) continue;
            ++audit.touching;
            if (!walls_.is_candidate(i, s, pairs_)) ++audit.missed;
        }
    }
    return audit;
}

} // namespace scree
