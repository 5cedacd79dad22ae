// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/bonds.hpp>

#include <scree/base/assert.hpp>
#include <scree/base/ball.hpp>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr std::size_t bonds_per_piece = 256;
constexpr std::uint32_t nowhere = UINT32_MAX;

Vec3 center_of(const Ball& b) { return {b.x, b.y, b.z}; }

/// The turn by the angle and axis of `angles`.
Eigen::Quaterniond turn_by(const Vec3& angles) {
    const double angle = angles.norm();
    // sin(x/2)/x; below the limit the series is exact to the last bit.
    const double part = angle > 1e-4 ? std::sin(0.5 * angle) / angle : 0.5 - angle * angle / 48;
    const Vec3 v = part * angles;
    return {std::cos(0.5 * angle), v.x(), v.y(), v.z()};
}

Vec3 half_velocity(const HalfStep& h) { return {h.vx, h.vy, h.vz}; }
Vec3 half_spin(const HalfStep& h) { return {h.wx, h.wy, h.wz}; }

} // namespace

Bonds::Bonds(const Scene& scene) {
    if (!has_clusters(scene)) return;
    kinds_ = scene.bonds;
    clusters_ = scene.clusters;
    for (const GrainGroup& group : scene.grains)
        cluster_of_group_.push_back(group.cluster.value_or(-1));
    materials_ = scene.materials.size();
    for (const PairValues& v : pair_table(scene.law, scene.materials, scene.pairs))
        friction_.push_back(v.friction);
}

void Bonds::tie(std::span<const Grain> grains, std::uint32_t first) {
    const std::size_t ids = first + grains.size();
    turn_.resize(ids, Eigen::Quaterniond::Identity());
    is_tied_.resize(ids, 0);
    for (std::size_t k = 0; k < grains.size(); ++k) {
        if (grains[k].member < 0) continue;
        is_tied_[first + k] = 1;
        if (grains[k].member > 0) continue;
        const int index = cluster_of_group_[static_cast<std::size_t>(grains[k].group)];
        const Cluster& cluster = clusters_[static_cast<std::size_t>(index)];
        SCREE_ASSERT(k + cluster.centers.size() <= grains.size());
        for (const auto& [i, j] : cluster.ties) {
            BondMemory bond;
            bond.a = first + static_cast<std::uint32_t>(k) + i;
            bond.b = first + static_cast<std::uint32_t>(k) + j;
            bond.kind = cluster.bond;
            bond.rest = grains[k + j].center - grains[k + i].center;
            bonds_.push_back(bond);
        }
    }
}

void Bonds::restore(std::vector<BondMemory> bonds, std::span<const double> turns) {
    bonds_ = std::move(bonds);
    turn_.clear();
    for (std::size_t k = 0; k + 4 <= turns.size(); k += 4)
        turn_.emplace_back(turns[k], turns[k + 1], turns[k + 2], turns[k + 3]);
    is_tied_.assign(turn_.size(), 0);
    for (const BondMemory& bond : bonds_) {
        is_tied_[bond.a] = is_tied_[bond.b] = 1;
        last_parted_ = std::max(last_parted_, bond.parted_step);
    }
}

std::vector<double> Bonds::turns() const {
    std::vector<double> out;
    for (const Eigen::Quaterniond& q : turn_) out.insert(out.end(), {q.w(), q.x(), q.y(), q.z()});
    return out;
}

Bonds::Live Bonds::live_of(std::uint32_t bond, std::uint32_t a, std::uint32_t b,
                           const Bodies& bodies) const {
    const BondMemory& memory = bonds_[bond];
    const BondEnds ends{bodies.ball[a].radius, bodies.half[a].mass, bodies.ball[b].radius,
                        bodies.half[b].mass};
    const auto ma = static_cast<std::size_t>(bodies.kinetic[a].material),
               mb = static_cast<std::size_t>(bodies.kinetic[b].material);
    return {bond,
            a,
            b,
            bond_row(kinds_[static_cast<std::size_t>(memory.kind)], ends, memory.rest),
            friction_[ma * materials_ + mb],
            ends.radius_a + ends.radius_b};
}

/// By id.
std::vector<std::uint32_t> Bonds::places(const Bodies& bodies) const {
    std::vector<std::uint32_t> place_of(turn_.size(), nowhere);
    for (std::uint32_t i = 0; i < bodies.count; ++i) place_of[bodies.id[i]] = i;
    return place_of;
}

void Bonds::place(const Bodies& bodies, std::vector<IndexPair>& candidates) {
    const std::vector<std::uint32_t> place_of = places(bodies);
    live_.clear();
    held_.clear();
    entries_.clear();
    for (std::uint32_t k = 0; k < bonds_.size(); ++k) {
        const BondMemory& bond = bonds_[k];
        if (!bond.holds()) continue;
        const std::uint32_t a = place_of[bond.a], b = place_of[bond.b];
        SCREE_ASSERT(a != nowhere && b != nowhere);
        const auto live = static_cast<std::uint32_t>(live_.size());
        live_.push_back(live_of(k, a, b, bodies));
        held_.push_back({std::min(a, b), std::max(a, b)});
        entries_.push_back({a, live, false});
        entries_.push_back({b, live, true});
    }
    std::sort(held_.begin(), held_.end());
    std::sort(entries_.begin(), entries_.end(), [](const Entry& x, const Entry& y) {
        return x.body != y.body ? x.body < y.body : x.live < y.live;
    });
    entries_of_body_.assign(bodies.count + 1, 0);
    for (const Entry& e : entries_) ++entries_of_body_[e.body + 1];
    for (std::size_t i = 0; i < bodies.count; ++i) entries_of_body_[i + 1] += entries_of_body_[i];
    push_.assign(live_.size(), {});
    auto held = held_.begin();
    std::erase_if(candidates, [&](const IndexPair& pair) {
        while (held != held_.end() && *held < pair) ++held;
        return held != held_.end() && *held == pair;
    });
}

bool Bonds::is_held(std::uint32_t place_a, std::uint32_t place_b) const {
    const IndexPair pair{std::min(place_a, place_b), std::max(place_a, place_b)};
    return std::binary_search(held_.begin(), held_.end(), pair);
}

Bonds::Push Bonds::whole_push(const Live& live, const BondMemory& bond, const Sight& sight,
                              BondResponse& response) const {
    const auto end = [&](std::uint32_t place, std::uint32_t id) {
        const Kinetic& k = sight.bodies.kinetic[place];
        return BondEnd{center_of(sight.bodies.ball[place]), Vec3(k.vx, k.vy, k.vz),
                       Vec3(k.wx, k.wy, k.wz), turn_[id]};
    };
    response = bond_response(kinds_[static_cast<std::size_t>(bond.kind)], live.row,
                             end(live.a, bond.a), end(live.b, bond.b));
    Push push{response.force_on_a, response.torque_on_a, response.torque_on_b, response.stored, {}};
    push.losses.damping = sight.dt * response.damping;
    return push;
}

/// A broken bond whose spheres are still pressed together: it pushes as before, and its shear
/// spring slips at Coulomb's limit. `is_first`: it has broken just now.
Bonds::Push Bonds::crushed_push(const Live& live, BondMemory& bond, const Sight& sight,
                                bool is_first) const {
    const Bodies& bodies = sight.bodies;
    const Vec3 apart = center_of(bodies.ball[live.b]) - center_of(bodies.ball[live.a]);
    const double distance = apart.norm();
    const Vec3 n = apart / distance;
    const AxialPull axial =
        axial_pull(kinds_[static_cast<std::size_t>(bond.kind)], live.row, distance - live.row.rest);
    const double load = std::max(-axial.force, 0.0);
    const double part = distance / live.row.rest;
    const double l_a = part * live.row.lever_a, l_b = part * live.row.lever_b;
    Vec3& spring = bond.slide;
    const double before = live.row.shear * spring.norm();
    if (!is_first) { // what the last step added, half-step velocities being those of the motion
        const HalfStep &a = bodies.half[live.a], &b = bodies.half[live.b];
        const Vec3 velocity =
            half_velocity(b) - half_velocity(a) + n.cross(l_a * half_spin(a) + l_b * half_spin(b));
        const double length = spring.norm();
        spring -= spring.dot(n) * n;
        if (spring.norm() > 0) spring *= length / spring.norm(); // turned, not shortened
        spring += sight.dt * (velocity - velocity.dot(n) * n);
    }
    Push push;
    const double limit = live.row.shear > 0 ? live.friction * load / live.row.shear : 0;
    const double length = spring.norm();
    if (length > limit) {
        // Mean force times slip.
        push.losses.friction = 0.5 * (before + live.row.shear * limit) * (length - limit);
        spring *= limit / length;
    }
    const Vec3 shear = live.row.shear * spring;
    push.force = shear - load * n;
    push.torque_a = l_a * n.cross(shear);
    push.torque_b = l_b * n.cross(shear);
    push.stored = (load > 0 ? axial.stored : 0) + 0.5 * live.row.shear * spring.squaredNorm();
    return push;
}

double Bonds::stored_in(const Live& live, const BondMemory& bond, const Sight& sight) const {
    BondResponse response;
    if (bond.state == BondState::whole) return whole_push(live, bond, sight, response).stored;
    const double distance =
        (center_of(sight.bodies.ball[live.b]) - center_of(sight.bodies.ball[live.a])).norm();
    const AxialPull axial =
        axial_pull(kinds_[static_cast<std::size_t>(bond.kind)], live.row, distance - live.row.rest);
    return (axial.force < 0 ? axial.stored : 0) + 0.5 * live.row.shear * bond.slide.squaredNorm();
}

/// The bond gives way at this very moment: half of this step's force is that before and half that
/// after, so that the energy let go is the difference of what is stored (a trapezoidal sum).
void Bonds::break_bond(const Live& live, BondMemory& bond, const Sight& sight, Push& push) const {
    bond.broken_step = sight.step;
    const double distance =
        (center_of(sight.bodies.ball[live.b]) - center_of(sight.bodies.ball[live.a])).norm();
    Push after;
    after.force = after.torque_a = after.torque_b = Vec3::Zero();
    if (distance < live.touch) {
        bond.state = BondState::crushed;
        after = crushed_push(live, bond, sight, true);
        after.losses.friction = 0; // what the first cut takes was the bond's
    } else {
        bond.state = BondState::parted;
        bond.parted_step = sight.step;
    }
    push.force = 0.5 * (push.force + after.force);
    push.torque_a = 0.5 * (push.torque_a + after.torque_a);
    push.torque_b = 0.5 * (push.torque_b + after.torque_b);
    push.losses.damping *= 0.5;
    push.losses.bonds = push.stored - after.stored;
    push.stored = after.stored;
}

Bonds::Push Bonds::push_of(const Live& live, BondMemory& bond, const Sight& sight) const {
    if (bond.state == BondState::whole) {
        BondResponse response;
        Push push = whole_push(live, bond, sight, response);
        if (response.use > 1) {
            bond.slide = response.shift;
            break_bond(live, bond, sight, push);
        }
        return push;
    }
    Push push;
    push.force = push.torque_a = push.torque_b = Vec3::Zero();
    if (bond.state != BondState::crushed) return push; // parted since the list was made
    const double distance =
        (center_of(sight.bodies.ball[live.b]) - center_of(sight.bodies.ball[live.a])).norm();
    if (distance < live.touch) return crushed_push(live, bond, sight, false);
    push.losses.bonds = stored_in(live, bond, sight);
    bond.state = BondState::parted;
    bond.parted_step = sight.step;
    bond.slide = Vec3::Zero();
    return push;
}

Losses Bonds::add_forces(const Sight& sight, PairList& pairs, Workers& workers) {
    for_ranges(workers, live_.size(), bonds_per_piece, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k)
            push_[k] = push_of(live_[k], bonds_[live_[k].bond], sight);
    });
    workers.for_each(pairs.chunks.size(), [&](std::size_t c, int) {
        const Chunk& chunk = pairs.chunks[c];
        const std::size_t last = entries_of_body_[chunk.last_body];
        for (std::size_t e = entries_of_body_[chunk.first_body]; e < last; ++e) {
            const auto& [body, live, is_b] = entries_[e];
            const Push& push = push_[live];
            ForceRow& to = pairs.force[chunk.first_slot + (body - chunk.first_body)];
            const double sign = is_b ? -1 : 1;
            const Vec3& torque = is_b ? push.torque_b : push.torque_a;
            to.fx += sign * push.force.x();
            to.fy += sign * push.force.y();
            to.fz += sign * push.force.z();
            to.tx += torque.x();
            to.ty += torque.y();
            to.tz += torque.z();
        }
    });
    Losses lost;
    for (std::size_t k = 0; k < live_.size(); ++k) {
        lost += push_[k].losses;
        last_parted_ = std::max(last_parted_, bonds_[live_[k].bond].parted_step);
    }
    return lost;
}

double Bonds::stored() const {
    double sum = 0;
    for (const Push& push : push_) sum += push.stored;
    return sum;
}

void Bonds::turn(const Bodies& bodies, std::size_t begin, std::size_t end, double dt) {
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t id = bodies.id[i];
        if (is_tied_[id] == 0) continue;
        turn_[id] = (turn_by(dt * half_spin(bodies.half[i])) * turn_[id]).normalized();
    }
}

double Bonds::release(const Sight& sight, std::span<const std::uint8_t> goes) {
    const std::vector<std::uint32_t> place_of = places(sight.bodies);
    double stored = 0;
    for (std::uint32_t k = 0; k < bonds_.size(); ++k) {
        BondMemory& bond = bonds_[k];
        if (!bond.holds() || (goes[bond.a] == 0 && goes[bond.b] == 0)) continue;
        const Live live = live_of(k, place_of[bond.a], place_of[bond.b], sight.bodies);
        stored += stored_in(live, bond, sight);
        bond.state = BondState::left;
    }
    return stored;
}

BondCounts Bonds::counts() const {
    BondCounts counts;
    for (const BondMemory& bond : bonds_) {
        counts.whole += bond.state == BondState::whole ? 1 : 0;
        counts.broken += bond.broken_step >= 0 ? 1 : 0;
    }
    return counts;
}

} // namespace scree
