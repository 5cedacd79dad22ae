// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/saved_state.hpp>

#include <scree/base/hash.hpp>

#include <algorithm>
#include <numeric>

namespace scree {
namespace {

void add(StateHash& hash, const Vec3& v) {
    hash.add(v.x());
    hash.add(v.y());
    hash.add(v.z());
}

void add(StateHash& hash, const Spring& s) {
    for (const double value : {s.x, s.y, s.z, s.last}) hash.add(value);
}

void add(StateHash& hash, const Trace& t) {
    for (const double value : {t.rx, t.ry, t.rz, t.twist, t.force, t.energy, t.deepest, t.share})
        hash.add(value);
}

struct NamedSpring {
    std::uint64_t key;
    Spring spring;
    Trace trace;
};

/// Rows are sorted by ids already.
void add_shaped(const SavedState& s, StateHash& hash) {
    for (const Turning& t : s.shaped.turning) {
        hash.add(std::uint64_t{t.id});
        const auto& q = t.attitude;
        for (const double value : {q.w(), q.x(), q.y(), q.z()}) hash.add(value);
        add(hash, t.momentum);
    }
    for (const TouchRow& row : s.shaped.touches) {
        hash.add(std::uint64_t{row.pair.a});
        hash.add(static_cast<std::uint64_t>(row.pair.b));
        hash.add(std::uint64_t{row.part_a} << 32U | row.part_b);
        add(hash, row.memory.spring);
        if (s.keeps_traces) add(hash, row.memory.trace);
        hash.add(row.memory.twist);
        add(hash, row.memory.hold);
    }
    for (const BallAtWall& at : s.shaped.at_walls) {
        hash.add(std::uint64_t{at.id} << 32U | at.part);
        hash.add(std::uint64_t{static_cast<std::uint32_t>(at.row.surface)} << 32U | at.row.place);
        add(hash, at.row.spring);
        add(hash, Vec3(at.row.nx, at.row.ny, at.row.nz));
        if (s.keeps_traces) add(hash, at.row.trace);
    }
}

/// Walls in motion, grains that come and go, further losses: only where there are any, so that
/// plain scenes keep the hashes they have always had. `place`: the bodies by their ids.
void add_what_moves(const SavedState& s, const std::vector<std::uint32_t>& place, StateHash& hash) {
    for (const MoverState& m : s.movers) {
        add(hash, m.shift);
        add(hash, m.half_velocity);
        add(hash, m.velocity);
    }
    if (s.work != 0) hash.add(s.work);
    for (const TrafficSum& sum : s.traffic) {
        hash.add(static_cast<std::uint64_t>(sum.grains));
        hash.add(sum.mass);
    }
    if (!s.traffic.empty()) {
        for (const std::uint32_t i : place) hash.add(std::uint64_t{s.id[i]});
        hash.add(s.exchanged.energy);
    }
    for (const double value : {s.lost.plastic, s.lost.rolling, s.lost.fluid, s.lost.geometry})
        if (value != 0) hash.add(value);
    add_shaped(s, hash);
}

/// Only where there are any, too.
void add_bonds(const SavedState& s, StateHash& hash) {
    for (const BondMemory& bond : s.bonds) {
        hash.add(std::uint64_t{bond.a} << 32U | bond.b);
        hash.add(static_cast<std::uint64_t>(bond.state));
        hash.add(static_cast<std::uint64_t>(bond.broken_step));
        hash.add(static_cast<std::uint64_t>(bond.parted_step));
        add(hash, bond.rest);
        add(hash, bond.slide);
    }
    for (const double value : s.turns) hash.add(value);
    if (!s.bonds.empty()) hash.add(s.lost.bonds);
}

} // namespace

std::string SavedState::hash() const {
    StateHash hash;
    hash.add(static_cast<std::uint64_t>(step));
    hash.add(dt);
    std::vector<std::uint32_t> place(id.size());
    std::iota(place.begin(), place.end(), 0U);
    std::sort(place.begin(), place.end(),
              [&](std::uint32_t a, std::uint32_t b) { return id[a] < id[b]; });
    for (const std::uint32_t i : place) {
        const Ball& b = ball[i];
        const HalfStep& h = half[i];
        const Kinetic& k = kinetic[i];
        for (const double value : {b.x, b.y, b.z, b.radius, h.vx, h.vy, h.vz, h.mass, h.wx, h.wy,
                                   h.wz, h.material, k.vx, k.vy, k.vz, k.wx, k.wy, k.wz})
            hash.add(value);
    }
    std::vector<NamedSpring> springs;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const PairMemory& m = pairs[k];
        const std::uint64_t a = id[m.pair.first], b = id[m.pair.second];
        const Trace trace = keeps_traces ? pair_traces[k] : Trace{};
        springs.push_back(a < b ? NamedSpring{a << 32U | b, m.spring, trace}
                                : NamedSpring{b << 32U | a, swapped(m.spring), swapped(trace)});
    }
    std::sort(springs.begin(), springs.end(),
              [](const NamedSpring& a, const NamedSpring& b) { return a.key < b.key; });
    for (const NamedSpring& s : springs) {
        hash.add(s.key);
        add(hash, s.spring);
        if (keeps_traces) add(hash, s.trace);
    }
    std::vector<WallRow> rows = walls;
    for (WallRow& row : rows) row.body = id[row.body];
    std::sort(rows.begin(), rows.end(), comes_before);
    for (const WallRow& row : rows) {
        hash.add(std::uint64_t{row.body} << 32U | static_cast<std::uint32_t>(row.surface));
        if (row.place != 0) hash.add(std::uint64_t{row.place}); // none but meshes have places
        add(hash, row.spring);
        add(hash, Vec3(row.nx, row.ny, row.nz));
        if (keeps_traces) add(hash, row.trace);
    }
    hash.add(lost.damping);
    hash.add(lost.friction);
    add_what_moves(*this, place, hash);
    add_bonds(*this, hash);
    return hash.text();
}

} // namespace scree
