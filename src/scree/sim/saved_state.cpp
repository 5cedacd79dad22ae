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

struct NamedSpring {
    std::uint64_t key;
    Spring spring;
};

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
    for (const PairMemory& m : pairs) {
        const std::uint64_t a = id[m.pair.first], b = id[m.pair.second];
        const Spring& s = m.spring;
        springs.push_back(a < b ? NamedSpring{a << 32U | b, s}
                                : NamedSpring{b << 32U | a, {-s.x, -s.y, -s.z, s.last}});
    }
    std::sort(springs.begin(), springs.end(),
              [](const NamedSpring& a, const NamedSpring& b) { return a.key < b.key; });
    for (const NamedSpring& s : springs) {
        hash.add(s.key);
        add(hash, s.spring);
    }
    std::vector<WallRow> rows = walls;
    for (WallRow& row : rows) row.body = id[row.body];
    std::sort(rows.begin(), rows.end(), [](const WallRow& a, const WallRow& b) {
        return a.body != b.body ? a.body < b.body : a.surface < b.surface;
    });
    for (const WallRow& row : rows) {
        hash.add(std::uint64_t{row.body} << 32U | static_cast<std::uint32_t>(row.surface));
        add(hash, row.spring);
        add(hash, Vec3(row.nx, row.ny, row.nz));
    }
    hash.add(lost.damping);
    hash.add(lost.friction);
    for (const MoverState& m : movers) {
        add(hash, m.shift);
        add(hash, m.half_velocity);
        add(hash, m.velocity);
    }
    if (work != 0) hash.add(work);
    for (const TrafficSum& sum : traffic) {
        hash.add(static_cast<std::uint64_t>(sum.grains));
        hash.add(sum.mass);
    }
    if (!traffic.empty()) {
        for (const std::uint32_t i : place) hash.add(std::uint64_t{id[i]});
        hash.add(exchanged.energy);
    }
    return hash.text();
}

} // namespace scree
