// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/shaped_contacts.hpp>

#include <scree/base/assert.hpp>
#include <scree/base/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace scree {
namespace {

Vec3 center_of(const Ball& b) { return {b.x, b.y, b.z}; }

std::size_t material_of(const Bodies& bodies, std::size_t i) {
    return static_cast<std::size_t>(bodies.kinetic[i].material);
}

/// Can the queries of these two begin from a TouchStart?
bool is_warm(const PartSolid& a, const PartSolid& b) {
    return a.has_corners && b.has_corners && (a.is_polyhedron || b.is_polyhedron);
}

constexpr std::size_t standing_per_piece = 64;

} // namespace

void ShapedContacts::stand(const Bodies& bodies, const ShapedBodies& shaped, Standing& s) {
    const Kinetic& k = bodies.kinetic[s.place];
    s.body = shaped.find(s.id);
    s.bound = bodies.ball[s.place].radius;
    s.pose.position = center_of(bodies.ball[s.place]);
    Partner& partner = s.partner;
    partner.center = s.pose.position;
    partner.velocity = {k.vx, k.vy, k.vz};
    partner.spin = {k.wx, k.wy, k.wz};
    partner.inverse_mass = k.inverse_mass;
    if (s.body != nullptr) {
        s.pose.rotation = s.body->rotation;
        partner.radius = s.body->state.radius;
        partner.inverse_inertia = &s.body->inverse_inertia;
        s.parts = s.body->parts;
        if (s.parts->size() == 1) s.only_part = pose_of(s, s.parts->front());
    } else {
        s.pose.rotation.setIdentity();
        partner.radius = s.bound;
        partner.inverse_inertia = nullptr;
        partner.inverse_inertia_of_ball = bodies.drift[s.home].inverse_inertia;
        s.only_part = s.pose;
    }
}

/// A ball is made one part in `room`.
const std::vector<PartSolid>& ShapedContacts::parts_of(const Standing& standing,
                                                       std::vector<PartSolid>& room) {
    if (standing.parts != nullptr) return *standing.parts;
    room.resize(1);
    room[0].shape = Sphere{standing.bound};
    room[0].bound = standing.bound;
    room[0].has_corners = room[0].is_ball = room[0].is_whole = true;
    return room;
}

Pose ShapedContacts::pose_of(const Standing& standing, const PartSolid& part) {
    if (part.is_whole) return standing.pose;
    return {standing.pose.rotation * part.in_body.rotation, standing.pose * part.in_body.position};
}

/// A ball of a clump is curved as itself, not as the ball of the clump's volume.
void ShapedContacts::set_partner(const Standing& standing, const PartSolid& part,
                                 TouchPartner& partner) {
    partner.shared = &standing.partner;
    if (standing.body == nullptr || !part.is_ball) return;
    partner.shared = nullptr;
    partner.own = standing.partner;
    partner.own.radius = part.bound;
}

ShapedContacts::ShapedContacts(const Scene& scene, std::span<const Surface> surfaces,
                               bool keeps_traces)
    : walls_(surfaces), materials_(static_cast<std::uint32_t>(scene.materials.size())),
      clumps_(keeps_traces) {
    std::vector<std::string> messages;
    for (const RefusedWall& refused : refused_walls(scene)) messages.push_back(refused.message);
    if (!messages.empty()) throw InputError(std::move(messages));
}

std::span<const ShapedContacts::Touch> ShapedContacts::touches_of(std::size_t p) const {
    const Pair& pair = pairs_[p];
    return {ranges_[p / pairs_per_range].touches.data() + pair.first_touch, pair.touch_count};
}

void ShapedContacts::find(const View& view, Workers& workers) {
    const std::size_t pieces = (standing_.size() + standing_per_piece - 1) / standing_per_piece;
    workers.for_each(pieces, [&](std::size_t piece, int) {
        const std::size_t begin = piece * standing_per_piece;
        for (Standing& s : std::span(standing_).subspan(begin).first(
                 std::min(standing_per_piece, standing_.size() - begin)))
            stand(view.bodies, view.shaped, s);
    });
    scratch_.resize(static_cast<std::size_t>(workers.threads()));
    workers.for_each(ranges_.size(), [&](std::size_t r, int worker) {
        find_range(r, view, scratch_[static_cast<std::size_t>(worker)]);
    });
    clumps_.find({view.bodies, view.shaped}, view.walls,
                 {view.law.laws, view.law.dt, view.clump_kernel, view.clump_wall_kernel}, workers);
    losses_ = clumps_.losses_now();
    count_ = clumps_.count_now();
    for (const Range& range : ranges_) {
        losses_ += range.losses;
        count_ += range.touches.size();
    }
}

namespace {

/// Ways are sums of many steps, each rounded: pairs wake up this part of their sizes too early.
constexpr double early = 1e-6;

double way_of(const PairName& name, const ShapedBodies& shaped) {
    const double a = shaped.way_of(name.a);
    return name.b < 0 ? a : a + shaped.way_of(static_cast<std::uint32_t>(name.b));
}

} // namespace

bool ShapedContacts::is_asleep(const Pair& pair, const View& view) const {
    return pair.asleep_until > 0 && way_of(pair.name, view.shaped) < pair.asleep_until;
}

void ShapedContacts::put_to_sleep(Pair& pair, double clearance, const View& view) const {
    const double size = standing_[pair.a].bound;
    if (clearance > early * size)
        pair.asleep_until = way_of(pair.name, view.shaped) + clearance - early * size;
}

namespace {

template <class T>
void fetch(const T* from, std::size_t bytes = sizeof(T)) {
    constexpr std::size_t line = 64;
    for (std::size_t at = 0; at < bytes; at += line)
        __builtin_prefetch(reinterpret_cast<const char*>(from) + at);
}

} // namespace

/// Asks for the memory of a pair that touches, which is read once per step and does not fit into
/// the processor's caches: what is nearly always needed of it.
void ShapedContacts::fetch_ahead(std::size_t p) const {
    constexpr std::size_t usual_overlap = 160; // bytes
    if (pairs_[p].touch_count == 0) return;
    const Pair& pair = pairs_[p];
    fetch(touches_of(p).data());
    if (pair.warm_count == 0) return;
    const TouchStart& start = warm_[pair.first_warm];
    fetch(&start.gap.point_count);
    fetch(&start.overlap, usual_overlap);
}

void ShapedContacts::find_range(std::size_t r, const View& view, Scratch& scratch) {
    Range& range = ranges_[r];
    range.losses = {};
    const std::size_t end = std::min((r + 1) * pairs_per_range, pairs_.size());
    std::array<std::uint32_t, pairs_per_range> awake;
    std::size_t awake_count = 0;
    std::array<std::size_t, pairs_per_range + 1> first{}; // of each pair's in scratch.found
    scratch.found.clear();
    constexpr std::size_t ahead = 3; // pairs
    for (std::size_t p = r * pairs_per_range; p < std::min(r * pairs_per_range + ahead, end); ++p)
        fetch_ahead(p);
    for (std::size_t p = r * pairs_per_range; p < end; ++p) {
        if (p + ahead < end) fetch_ahead(p + ahead);
        if (is_asleep(pairs_[p], view)) continue;
        const auto index = static_cast<std::uint32_t>(p);
        if (pairs_[p].name.b < 0)
            find_at_wall(index, view, scratch);
        else
            find_between_grains(index, view, scratch);
        awake[awake_count++] = index;
        first[awake_count] = scratch.found.size();
    }
    const auto found_of = [&](std::size_t k) {
        return scratch.found.all().subspan(first[k], first[k + 1] - first[k]);
    };
    scratch.tasks.clear();
    scratch.pushes.resize(scratch.found.size());
    std::array<bool, pairs_per_range> stay;
    for (std::size_t k = 0; k < awake_count; ++k) {
        stay[k] = are_those_of(awake[k], found_of(k));
        add_tasks(awake[k], found_of(k), stay[k], view.law, scratch);
    }
    answer_touches(scratch.tasks, view.law);
    for (std::size_t k = 0; k < awake_count; ++k) {
        if (!stay[k]) take_over(awake[k], found_of(k));
        TouchPush& push = pushes_[awake[k]];
        push = {};
        for (std::size_t f = first[k]; f < first[k + 1]; ++f) push += scratch.pushes[f];
    }
}

bool ShapedContacts::are_those_of(std::size_t pair, std::span<const Found> found) const {
    return std::ranges::equal(touches_of(pair), found, [](const Touch& old, const Found& now) {
        return old.part_a == now.name.part_a && old.part_b == now.name.part_b &&
               now.name.heir_of == now.name.part_b;
    });
}

void ShapedContacts::add_tasks(std::size_t p, std::span<Found> found, bool stay,
                               const ShapedLaw& law, Scratch& scratch) {
    Range& range = ranges_[p / pairs_per_range];
    Touch* touch = range.touches.data() + pairs_[p].first_touch;
    for (Found& f : found) {
        if (!stay) {
            f.touch.memory = memory_for(p, f.name);
            touch = &f.touch;
        }
        touch->part_a = f.name.part_a;
        touch->part_b = f.name.part_b;
        touch->depth = f.touching.depth;
        touch->normal = f.touching.normal;
        touch->point = f.touching.point;
        scratch.tasks.push_back({&f.touching, f.a.get(), f.b.get(), law.row(f.row),
                                 law.extra(f.row), &touch->memory, &touch->answer, &range.losses,
                                 &scratch.pushes[scratch.tasks.size()]});
        ++touch;
    }
}

TouchMemory ShapedContacts::memory_for(std::size_t pair, const TouchName& name) const {
    for (const Touch& old : touches_of(pair))
        if (old.part_a == name.part_a && old.part_b == name.heir_of) return old.memory;
    return {};
}

void ShapedContacts::take_over(std::size_t p, std::span<const Found> found) {
    Range& range = ranges_[p / pairs_per_range];
    // What a contact still held that has ended all of a sudden went nowhere.
    for (const Touch& old : touches_of(p)) {
        const bool goes_on = std::ranges::any_of(found, [&](const Found& now) {
            return now.name.part_a == old.part_a && now.name.heir_of == old.part_b;
        });
        if (!goes_on && old.memory.spring.last > 0) range.losses.geometry += old.memory.energy;
    }
    set_touch_count(p, static_cast<std::uint32_t>(found.size()));
    Touch* touch = range.touches.data() + pairs_[p].first_touch;
    for (const Found& f : found) *touch++ = f.touch;
}

/// Makes room for the touches of a pair, or takes it away.
void ShapedContacts::set_touch_count(std::size_t p, std::uint32_t count) {
    Pair& pair = pairs_[p];
    if (pair.touch_count == count) return;
    const std::size_t r = p / pairs_per_range;
    std::vector<Touch>& list = ranges_[r].touches;
    const auto at = list.begin() + pair.first_touch;
    if (count < pair.touch_count)
        list.erase(at + count, at + pair.touch_count);
    else
        list.insert(at + pair.touch_count, count - pair.touch_count, {});
    for (std::size_t q = p + 1; q < std::min((r + 1) * pairs_per_range, pairs_.size()); ++q)
        pairs_[q].first_touch += count - pair.touch_count; // all of them modulo 2^32
    pair.touch_count = count;
}

void ShapedContacts::find_between_grains(std::uint32_t index, const View& view, Scratch& scratch) {
    Pair& pair = pairs_[index];
    const Standing &a = standing_[pair.a], &b = standing_[pair.b];
    const double room = a.bound + b.bound;
    const double distance2 = (b.pose.position - a.pose.position).squaredNorm();
    if (distance2 >= room * room) return put_to_sleep(pair, std::sqrt(distance2) - room, view);
    const auto& parts_a = parts_of(a, scratch.ball_a);
    const auto& parts_b = parts_of(b, scratch.ball_b);
    const std::size_t row =
        material_of(view.bodies, a.place) * materials_ + material_of(view.bodies, b.place);
    TouchStart* warm = pair.warm_count > 0 ? &warm_[pair.first_warm] : nullptr;
    double least = std::numeric_limits<double>::infinity();
    const auto find_touch = [&](std::uint32_t i, std::uint32_t j, const Pose& pose_a,
                                const Pose& pose_b, TouchStart* start) {
        double clearance = 0;
        const auto touching = touch_of_parts(parts_a[i], pose_a, parts_b[j], pose_b,
                                             {start, scratch.work, view.law.by_volume, &clearance});
        least = std::min(least, clearance);
        if (!touching) {
            if (start != nullptr) start->forget();
            return;
        }
        Found& found = scratch.found.add();
        found.name = {i, j, j};
        found.touching = *touching;
        found.row = row;
        set_partner(a, parts_a[i], found.a);
        set_partner(b, parts_b[j], found.b);
    };
    if (parts_a.size() == 1 && parts_b.size() == 1) {
        find_touch(0, 0, a.only_part, b.only_part,
                   is_warm(parts_a[0], parts_b[0]) ? warm : nullptr);
        return put_to_sleep(pair, least, view);
    }
    scratch.places_b.clear();
    for (const PartSolid& part : parts_b)
        scratch.places_b.push_back(b.pose * part.in_body.position);
    for (std::uint32_t i = 0; i < parts_a.size(); ++i) {
        const Vec3 place_a = a.pose * parts_a[i].in_body.position;
        for (std::uint32_t j = 0; j < parts_b.size(); ++j) {
            TouchStart* start = is_warm(parts_a[i], parts_b[j]) ? warm++ : nullptr;
            const double sum = parts_a[i].bound + parts_b[j].bound;
            if (const double d2 = (scratch.places_b[j] - place_a).squaredNorm(); d2 >= sum * sum) {
                if (d2 < (sum + least) * (sum + least)) least = std::sqrt(d2) - sum;
                if (start != nullptr) start->forget();
                continue;
            }
            find_touch(i, j, pose_of(a, parts_a[i]), pose_of(b, parts_b[j]), start);
        }
    }
    put_to_sleep(pair, least, view);
}

/// For each touch of a part found at a wall the place whose memory it takes over: its own, or that
/// of a touch that has just ended where the surface goes on smoothly.
std::vector<std::uint32_t> ShapedContacts::heirs_of(std::size_t pair, std::uint32_t part,
                                                    std::span<const WallTouch> found) const {
    std::vector<std::uint32_t> heirs;
    const auto is_taken = [&](std::uint32_t place) {
        return std::any_of(found.begin(), found.end(),
                           [&](const WallTouch& f) { return f.place == place; }) ||
               std::find(heirs.begin(), heirs.end(), place) != heirs.end();
    };
    const auto has_touched = [&](std::uint32_t place) {
        const auto old = touches_of(pair);
        return std::any_of(old.begin(), old.end(),
                           [&](const Touch& t) { return t.part_a == part && t.part_b == place; });
    };
    for (const WallTouch& f : found) {
        std::uint32_t heir = f.place;
        if (!has_touched(f.place))
            for (const Touch& old : touches_of(pair))
                if (old.part_a == part && !is_taken(old.part_b) &&
                    walls_.is_continuation(pairs_[pair].b, old.part_b, f.place))
                    heir = old.part_b;
        heirs.push_back(heir);
    }
    return heirs;
}

void ShapedContacts::find_at_wall(std::uint32_t index, const View& view, Scratch& scratch) {
    Pair& pair = pairs_[index];
    const Standing& a = standing_[pair.a];
    const WallList& walls = view.walls;
    const Surface& surface = walls.surfaces[pair.b];
    const double distance = nearest(surface, a.pose.position).distance;
    const bool is_at_rest = walls.motion.empty();
    if (!(distance < a.bound)) {
        if (is_at_rest) put_to_sleep(pair, distance - a.bound, view);
        return;
    }
    Partner b; // a wall at rest
    if (!is_at_rest) {
        const WallMotion& motion = walls.motion[walls.wall[pair.b]];
        b.center = motion.place.center + motion.place.shift;
        b.velocity = motion.velocity;
        b.spin = motion.spin;
    }
    const std::size_t row = material_of(view.bodies, a.place) * materials_ + walls.material[pair.b];
    TouchStart* warm = pair.warm_count > 0 ? &warm_[pair.first_warm] : nullptr;
    double least = std::numeric_limits<double>::infinity();
    const std::vector<PartSolid>& parts = *a.parts;
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        const PartSolid& part = parts[i];
        TouchStart* start = part.has_corners && warm != nullptr ? warm++ : nullptr;
        scratch.wall_touches.clear();
        double clearance = 0;
        walls_.find({pair.b,
                     surface,
                     part,
                     parts.size() == 1 ? a.only_part : pose_of(a, part),
                     a.pose.position,
                     {start, scratch.work, view.law.by_volume, &clearance}},
                    scratch.wall_touches);
        least = std::min(least, clearance);
        if (scratch.wall_touches.empty() && start != nullptr) start->forget();
        const std::vector<std::uint32_t> heirs = heirs_of(index, i, scratch.wall_touches);
        for (std::size_t k = 0; k < heirs.size(); ++k) {
            const auto& [place, touching] = scratch.wall_touches[k];
            Found& found = scratch.found.add();
            found.name = {i, place, heirs[k]};
            found.touching = touching;
            found.row = row;
            set_partner(a, part, found.a);
            found.b = {nullptr, b};
        }
    }
    if (is_at_rest) put_to_sleep(pair, least, view);
}

bool ShapedContacts::do_overlap(const Bodies& bodies, const ShapedBodies& shaped, std::size_t i,
                                std::size_t j, const Vec3& shift_of_j) {
    const auto at = [&](std::size_t place) {
        const auto index = static_cast<std::uint32_t>(place);
        Standing standing{.place = index, .home = index, .id = bodies.id[place]};
        stand(bodies, shaped, standing);
        return standing;
    };
    const Standing a = at(i);
    Standing b = at(j);
    b.pose.position += shift_of_j;
    std::vector<PartSolid> ball_a, ball_b;
    for (const PartSolid& part_a : parts_of(a, ball_a))
        for (const PartSolid& part_b : parts_of(b, ball_b))
            if (gap(part_a.shape, pose_of(a, part_a), part_b.shape, pose_of(b, part_b)).gap < 0)
                return true;
    return false;
}

void ShapedContacts::add_forces(std::size_t begin, std::size_t end, ForceRow* force) const {
    for (std::size_t i = begin; i < end; ++i) {
        Vec3 push = Vec3::Zero(), torque = Vec3::Zero();
        for (std::uint32_t k = link_start_[i]; k < link_start_[i + 1]; ++k) {
            const Link link = links_[k];
            const TouchPush& of = pushes_[link.pair];
            // Who of both it is is a toss: chosen by numbers, not by branches.
            push += (1 - 2.0 * link.side) * of.force;
            torque += of.torque[link.side];
        }
        clumps_.add_force(i, push, torque);
        ForceRow& row = force[i - begin];
        row.fx += push.x(), row.fy += push.y(), row.fz += push.z();
        row.tx += torque.x(), row.ty += torque.y(), row.tz += torque.z();
    }
}

double ShapedContacts::push_walls(const WallList& walls, std::vector<Vec3>& force_on_wall) const {
    if (force_on_wall.empty()) return 0;
    double power = clumps_.push_walls(force_on_wall);
    for_each_touch([&](const PairName& name, const Touch& touch) {
        if (name.b >= 0) return;
        const auto surface = static_cast<std::size_t>(-1 - name.b);
        const std::size_t w = walls.wall[surface];
        const WallMotion& motion = walls.motion[w];
        force_on_wall[w] -= touch.answer.force;
        power += touch.answer.force.dot(motion.velocity_at(touch.point)) +
                 touch.answer.moment.dot(motion.spin);
    });
    return power;
}

} // namespace scree
