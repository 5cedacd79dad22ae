// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/wall_list.hpp>

#include <scree/base/assert.hpp>
#include <scree/base/simd.hpp>
#include <scree/shapes/mesh_surface.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace scree {
namespace {

// A contact that appears while another of the same grain vanishes is its continuation when the
// normals agree this well. One step turns a normal by far less, and the corner of two faces by
// more. Between facets of a mesh that stands for a smooth surface it may jump by the mesh's smooth
// angle.
constexpr double same_contact_cosine = 0.9;

Vec3 center_of(const Ball& b) { return {b.x, b.y, b.z}; }

Vec3 normal_of(const WallRow& row) { return {row.nx, row.ny, row.nz}; }

bool is_at(const WallContact& contact, const WallRow& row) {
    return contact.surface == row.surface && contact.place == row.place;
}

/// How much of one contact's normal another one must have to be the same contact.
double least_cosine(const WallList& walls, const WallRow& row, const WallContact& contact) {
    if (row.surface != contact.surface) return same_contact_cosine;
    const auto* mesh =
        std::get_if<MeshWall>(&walls.surfaces[static_cast<std::size_t>(contact.surface)]);
    // The angle itself is still smooth: a little more than it.
    return mesh == nullptr ? same_contact_cosine
                           : std::min(same_contact_cosine, mesh->home->smooth_cosine() - 1e-3);
}

/// The memory to start from: the row's own, or that of a contact that has just ended nearby.
const WallRow* inherited(const WallList& walls, std::span<const WallRow> old_rows,
                         std::span<const WallContact> found, const WallContact& contact) {
    // The ring of a hole touches a ball in two places of one region: the better normal has it.
    const WallRow* own = nullptr;
    for (const WallRow& row : old_rows) {
        if (!is_at(contact, row)) continue;
        const double cosine = contact.normal.dot(normal_of(row));
        const bool is_anothers = std::any_of(found.begin(), found.end(), [&](const WallContact& c) {
            return &c != &contact && c.gap < 0 && is_at(c, row) &&
                   c.normal.dot(normal_of(row)) > cosine;
        });
        if (!is_anothers && (own == nullptr || cosine > contact.normal.dot(normal_of(*own))))
            own = &row;
    }
    if (own != nullptr) return own;
    const WallRow* best = nullptr;
    double best_cosine = -1;
    for (const WallRow& row : old_rows) {
        const bool goes_on = std::any_of(found.begin(), found.end(), [&](const WallContact& c) {
            return is_at(c, row) && c.gap < 0;
        });
        const double cosine = contact.normal.dot(normal_of(row));
        if (!goes_on && cosine > std::max(best_cosine, least_cosine(walls, row, contact))) {
            best = &row;
            best_cosine = cosine;
        }
    }
    return best;
}

/// Touches of one grain, given the rows it had in the last step.
void list_touches(const WallList& walls, WallList::PerChunk& chunk, std::uint32_t body,
                  std::span<const WallRow> old_rows) {
    for (const WallContact& contact : chunk.found) {
        if (!(contact.gap < 0)) continue;
        const Vec3& n = contact.normal;
        SCREE_ASSERT_SLOW(std::abs(n.squaredNorm() - 1) < 1e-12);
        const WallRow* old = inherited(walls, old_rows, chunk.found, contact);
        chunk.next_rows.push_back({n.x(), n.y(), n.z(), -contact.gap, old ? old->spring : Spring{},
                                   body, contact.surface,
                                   walls.material[static_cast<std::size_t>(contact.surface)],
                                   contact.place, old ? old->trace : Trace{}});
    }
}

/// Which grains of a chunk touch which surfaces now.
void find_touches(const WallList& walls, WallList::PerChunk& chunk, const WallBalls& balls) {
    chunk.next_rows.clear();
    auto old_begin = chunk.rows.cbegin();
    for (const WallList::Near& near : chunk.near) {
        const Ball& ball = balls.ball[near.body];
        if (balls.drift != nullptr && balls.drift[near.body].inverse_inertia == 0) continue;
        chunk.found.clear();
        const std::span candidates(chunk.near_surfaces.data() + near.first, near.count);
        wall_contacts(walls.surfaces, candidates, center_of(ball), ball.radius, 0, chunk.found);
        while (old_begin != chunk.rows.cend() && old_begin->body < near.body) ++old_begin;
        auto old_end = old_begin;
        while (old_end != chunk.rows.cend() && old_end->body == near.body) ++old_end;
        list_touches(walls, chunk, near.body, {old_begin, old_end});
        old_begin = old_end;
    }
}

/// How the walls move where this chunk's grains touch them; idle rows do not move.
void find_velocities(const WallList& walls, WallList::PerChunk& chunk, const WallBalls& balls) {
    chunk.velocity.clear();
    chunk.push.resize(chunk.next_rows.size());
    for (const WallRow& row : chunk.next_rows) {
        if (row.body == balls.idle) {
            chunk.velocity.push_back({});
            continue;
        }
        const auto surface = static_cast<std::size_t>(row.surface);
        const Ball& ball = balls.ball[row.body];
        const Vec3 normal(row.nx, row.ny, row.nz);
        const Vec3 v = walls.velocity_at(surface, center_of(ball) +
                                                      (ball.radius - 0.5 * row.overlap) * normal);
        const Vec3& w = walls.motion[walls.wall[surface]].spin;
        chunk.velocity.push_back({v.x(), v.y(), v.z(), w.dot(normal), w.x(), w.y(), w.z(), 0});
    }
}

void sum_pushes(const WallList& walls, WallList::PerChunk& chunk) {
    chunk.force_on_wall.assign(walls.motion.size(), Vec3::Zero());
    chunk.power = 0;
    for (std::size_t k = 0; k < chunk.next_rows.size(); ++k) {
        const WallPush& push = chunk.push[k];
        const WallVelocity& v = chunk.velocity[k];
        const auto surface = static_cast<std::size_t>(chunk.next_rows[k].surface);
        chunk.force_on_wall[walls.wall[surface]] -= Vec3(push.x, push.y, push.z);
        chunk.power += ((push.x * v.x + push.y * v.y) + push.z * v.z) +
                       ((push.mx * v.wx + push.my * v.wy) + push.mz * v.wz);
    }
}

} // namespace

bool comes_before(const WallRow& a, const WallRow& b) {
    const auto key = [](const WallRow& r) {
        return std::tuple(r.body, r.surface, r.place, r.nx, r.ny, r.nz);
    };
    return key(a) < key(b);
}

void WallList::set_walls(const Scene& scene, const Vec3& origin) {
    for (std::size_t w = 0; w < scene.walls.size(); ++w)
        for (const Surface& surface : scene.walls[w].surfaces) {
            home.push_back(origin.isZero(0) ? surface : moved(surface, -origin));
            if (!scene.shapes.empty())
                home.back() = continued(home.back(), scene.periodic.seen_from(origin));
            material.push_back(static_cast<std::uint32_t>(scene.walls[w].material));
            wall.push_back(static_cast<std::uint32_t>(w));
        }
    if (scene.periodic.any()) add_images(scene, scene.periodic.seen_from(origin));
    surfaces = home;
    for (std::size_t s = 0; s < image_shift.size(); ++s)
        surfaces[s] = moved(home[s], image_shift[s]);
}

void WallList::add_images(const Scene& scene, const Periodic& period) {
    std::vector<bool> moves(scene.walls.size(), false);
    for (const Drive& drive : scene.drives)
        for (const int w : drive.walls) moves[static_cast<std::size_t>(w)] = true;
    const std::size_t count = home.size();
    image_shift.assign(count, Vec3::Zero());
    for (std::size_t s = 0; s < count; ++s)
        for (const Vec3& shift : image_shifts(home[s], period, moves[wall[s]])) {
            const Surface same = home[s];
            if (!scene.shapes.empty() && is_continued(same, period, shift)) continue;
            home.push_back(same);
            material.push_back(material[s]);
            wall.push_back(wall[s]);
            image_shift.push_back(shift);
        }
    if (image_shift.size() == count) image_shift.clear();
}

void WallList::place(std::size_t w) {
    const Pose pose = motion[w].place.pose();
    for (std::size_t s = 0; s < surfaces.size(); ++s)
        if (wall[s] == w) {
            surfaces[s] = moved(home[s], pose);
            if (!image_shift.empty()) surfaces[s] = moved(surfaces[s], image_shift[s]);
        }
}

void WallList::refresh(std::span<const Ball> balls, double skin, const PairList& pairs,
                       Workers& workers) {
    auto rows = take_rows();
    const double widest = margin.empty() ? 0 : *std::max_element(margin.begin(), margin.end());
    chunks.resize(pairs.chunks.size());
    clearance.resize(balls.size(), -std::numeric_limits<double>::infinity());
    workers.for_each(chunks.size(), [&](std::size_t c, int) {
        PerChunk& chunk = chunks[c];
        chunk.near.clear();
        chunk.near_surfaces.clear();
        for (std::uint32_t i = pairs.chunks[c].first_body; i < pairs.chunks[c].last_body; ++i) {
            const Ball& ball = balls[i];
            const double reach = ball.radius + skin;
            if (clearance[i] > reach + widest) continue;
            clearance[i] = std::numeric_limits<double>::infinity();
            const auto first = static_cast<std::uint32_t>(chunk.near_surfaces.size());
            for (std::size_t s = 0; s < surfaces.size(); ++s) {
                const double distance = nearest(surfaces[s], center_of(ball)).distance;
                clearance[i] = std::min(clearance[i], distance);
                const double room = margin.empty() ? 0 : margin[wall[s]];
                if (distance < reach + room) chunk.near_surfaces.push_back(static_cast<int>(s));
            }
            const auto count = static_cast<std::uint32_t>(chunk.near_surfaces.size()) - first;
            if (count > 0) chunk.near.push_back({i, first, count});
        }
    });
    put_rows(std::move(rows), pairs);
}

std::vector<WallRow> WallList::take_rows() {
    std::vector<WallRow> all;
    for (PerChunk& chunk : chunks) {
        all.insert(all.end(), chunk.rows.begin(), chunk.rows.end());
        chunk.rows.clear();
    }
    return all;
}

void WallList::put_rows(std::vector<WallRow> rows, const PairList& pairs) {
    std::sort(rows.begin(), rows.end(), comes_before);
    chunks.resize(pairs.chunks.size());
    for (const WallRow& row : rows) chunks[pairs.chunk_of(row.body)].rows.push_back(row);
}

bool WallList::is_candidate(std::size_t body, std::size_t surface, const PairList& pairs) const {
    const PerChunk& chunk = chunks[pairs.chunk_of(body)];
    for (const Near& near : chunk.near)
        for (std::uint32_t k = 0; near.body == body && k < near.count; ++k)
            if (chunk.near_surfaces[near.first + k] == static_cast<int>(surface)) return true;
    return false;
}

std::size_t WallList::PerChunk::bytes() const {
    return near.capacity() * sizeof(Near) + near_surfaces.capacity() * sizeof(int) +
           (rows.capacity() + next_rows.capacity()) * sizeof(WallRow) +
           found.capacity() * sizeof(WallContact) + velocity.capacity() * sizeof(WallVelocity) +
           push.capacity() * sizeof(WallPush);
}

std::size_t WallList::bytes() const {
    std::size_t total = clearance.capacity() * sizeof(double);
    for (const PerChunk& c : chunks) total += c.bytes();
    return total;
}

KernelResult wall_forces(const WallList& walls, WallList::PerChunk& chunk, const WallBalls& balls,
                         const WallLaw& law) {
    find_touches(walls, chunk, balls);
    // The kernel takes four at a time: idle bodies fill up the last ones.
    const std::size_t count = chunk.next_rows.size();
    chunk.next_rows.resize((count + lane_count - 1) / lane_count * lane_count,
                           {1, 0, 0, 1, {}, balls.idle, 0, 0, 0, {}});
    const bool moves = !walls.motion.empty();
    if (moves) find_velocities(walls, chunk, balls);
    const KernelResult result = law.kernel({.ball = balls.ball,
                                            .kinetic = balls.kinetic,
                                            .rows = law.laws.rows.data(),
                                            .materials = law.laws.materials,
                                            .dt = law.dt,
                                            .first_body = balls.range.first_body,
                                            .touches = chunk.next_rows.data(),
                                            .count = static_cast<std::uint32_t>(count),
                                            .force = balls.force,
                                            .slot_count = balls.range.slot_count,
                                            .extra = law.laws.extra.data(),
                                            .velocity = moves ? chunk.velocity.data() : nullptr,
                                            .push = moves ? chunk.push.data() : nullptr,
                                            .lever = balls.lever});
    chunk.next_rows.resize(count);
    if (moves) sum_pushes(walls, chunk);
    chunk.rows.swap(chunk.next_rows);
    return result;
}

} // namespace scree
