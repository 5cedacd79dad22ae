// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/inspect.hpp>

#include <scree/base/assert.hpp>
#include <scree/laws/extended.hpp>
#include <scree/shapes/mesh_surface.hpp>
#include <scree/sim/contact_view.hpp>

#include <algorithm>
#include <numeric>
#include <span>

namespace scree {
namespace {

constexpr std::uint32_t no_row = UINT32_MAX;

Vec3 vec(const Triple<double>& t) { return {t.x, t.y, t.z}; }

struct Forces {
    double normal, stored;
    Vec3 tangential;
};

/// The constants of a pair and the memory of one contact.
struct Known {
    LawKind law;
    const PairRow& row;
    const ExtraRow* extra; ///< none: a plain law
    Trace trace;
    Triple<double> turn; ///< spin of B minus spin of A
};

const ExtraRow* extra_of(const LawTable& laws, std::size_t a, std::size_t b) {
    return laws.is_extended() ? &laws.extra_row(a, b) : nullptr;
}

Triple<double> spin_of(const Kinetic& k) { return {k.wx, k.wy, k.wz}; }

/// Energy of rolling, twisting and cohesion; angles are remembered half a step ahead.
double stored_besides(const Known& known, const ContactInput<double>& in, double stiffness,
                      double dt) {
    const ExtraRow& extra = *known.extra;
    const double along = dot(known.turn, in.normal);
    const Triple<double> tip = known.turn - along * in.normal;
    const Trace& t = known.trace;
    const Triple<double> roll = Triple<double>(t.rx, t.ry, t.rz) - (0.5 * dt) * tip;
    const double twist = t.twist - 0.5 * dt * along;
    const double turning = 0.5 * stiffness * in.radius * in.radius;
    return (extra.turning[0] > 0 ? turning * dot(roll, roll) : 0) +
           (extra.turning[1] > 0 ? turning * twist * twist : 0) +
           pull_of(extra.turning, in.radius).energy(in.overlap);
}

/// What the law says now. The memory holds the spring half a step ahead: take that half back.
template <class Law>
Forces forces_now(const Known& known, const ContactInput<double>& in, double dt) {
    const LawRow<double> row = scalar_row(known.row);
    auto r = Law::response(row.normal, row.tangential, in.overlap, in.mass, in.radius);
    if constexpr (Law::has_history) r.elastic = known.trace.force;
    if constexpr (Law::has_history) r.damping = 0;
    const double approach = -dot(in.velocity, in.normal);
    const Triple<double> slide = in.velocity + approach * in.normal;
    const double rough = row.tangential[0] > 0 ? 1 : 0; // without friction nothing is remembered
    const Triple<double> spring = rough * (in.spring - (0.5 * dt) * slide);
    Forces out;
    out.normal = r.elastic + r.damping * approach;
    out.tangential = r.tangential_stiffness * vec(spring);
    double normal = Law::stored(r.elastic, in.overlap);
    if constexpr (Law::has_history) normal = known.trace.energy;
    out.stored = normal + 0.5 * r.tangential_stiffness * dot(spring, spring);
    if (known.extra != nullptr) {
        out.stored += stored_besides(known, in, r.tangential_stiffness, dt);
        out.normal -= pull_of(known.extra->turning, in.radius).force(in.overlap);
    }
    return out;
}

Forces forces_now(const Known& known, const ContactInput<double>& in, double dt) {
    switch (known.law) {
    case LawKind::linear:
        return forces_now<LinearLaw>(known, in, dt);
    case LawKind::hertz:
        return forces_now<HertzLaw>(known, in, dt);
    case LawKind::walton:
        return forces_now<WaltonLaw>(known, in, dt);
    case LawKind::pournin:
        break;
    }
    return forces_now<PourninLaw>(known, in, dt);
}

ContactRecord record(std::uint32_t a, std::int64_t b, const Vec3& center, double radius,
                     const ContactInput<double>& in, const Forces& forces) {
    const Vec3 normal = vec(in.normal);
    return {.a = a,
            .b = b,
            .point = center + (radius - 0.5 * in.overlap) * normal,
            .normal = normal,
            .overlap = in.overlap,
            .normal_force = forces.normal,
            .tangential_force = forces.tangential,
            .stored = forces.stored};
}

std::size_t material_of(const Kinetic& k) { return static_cast<std::size_t>(k.material); }

void add_pair(const World& world, std::size_t k, std::vector<ContactRecord>& out) {
    const Bodies& bodies = world.bodies();
    std::uint32_t i = world.pairs().first[k], j = world.pairs().second[k];
    Spring spring = world.pairs().spring[k];
    Trace trace = world.pairs().keeps_traces ? world.pairs().trace[k] : Trace{};
    std::uint32_t id_a = bodies.id[i], id_b = bodies.id[world.images().owner(j)];
    if (id_a > id_b) {
        std::swap(id_a, id_b);
        std::swap(i, j);
        spring = swapped(spring);
        trace = swapped(trace);
    }
    const Ball &a = bodies.ball[i], &b = bodies.ball[j];
    const auto in = pair_contact_input(a, b, bodies.kinetic[i], bodies.kinetic[j], spring);
    const LawTable& laws = world.laws();
    const std::size_t ma = material_of(bodies.kinetic[i]), mb = material_of(bodies.kinetic[j]);
    const Known known{laws.kind, laws.row(ma, mb), extra_of(laws, ma, mb), trace,
                      spin_of(bodies.kinetic[j]) - spin_of(bodies.kinetic[i])};
    out.push_back(record(id_a, id_b, Vec3(a.x, a.y, a.z) + world.origin(), a.radius, in,
                         forces_now(known, in, world.dt())));
}

/// The contact that a row remembers, where the grain is now.
WallContact contact_of(const WallList& walls, const WallRow& memory, const Ball& ball) {
    const Surface& surface = walls.surfaces[static_cast<std::size_t>(memory.surface)];
    const Vec3 center(ball.x, ball.y, ball.z);
    std::vector<MeshContact> found;
    if (const auto* mesh = std::get_if<MeshWall>(&surface)) mesh_contacts(*mesh, ball, 0, found);
    if (found.empty()) {
        const Foot foot = nearest(surface, center);
        return {memory.surface, foot.distance - ball.radius, foot.point, -foot.toward};
    }
    const Vec3 normal(memory.nx, memory.ny, memory.nz);
    const auto likeness = [&](const MeshContact& c) {
        return std::pair(c.region == memory.place, c.normal.dot(normal));
    };
    const auto best = std::ranges::max_element(found, {}, likeness);
    return {memory.surface, best->gap, best->point, best->normal, best->region};
}

Eccentric<double> eccentric(const LeverRow& l) {
    return {{l.x, l.y, l.z}, {l.xx, l.yy, l.zz}, {l.yz, l.xz, l.xy}};
}

/// A grain, or a ball of a clump.
struct AtWall {
    std::uint32_t id;
    const Ball& ball;
    const Kinetic& kinetic;
    const LeverRow* lever = nullptr;
};

void add_wall(const World& world, const AtWall& who, const WallRow& memory,
              std::vector<ContactRecord>& out) {
    const WallList& walls = world.walls();
    const Ball& ball = who.ball;
    const auto surface = static_cast<std::size_t>(memory.surface);
    const Vec3 center(ball.x, ball.y, ball.z);
    const WallContact contact = contact_of(walls, memory, ball);
    auto in = wall_contact_input(contact, memory.spring, ball, who.kinetic);
    Triple<double> wall_spin{0, 0, 0};
    if (!walls.motion.empty()) {
        const WallMotion& motion = walls.motion[walls.wall[surface]];
        const Vec3 v =
            walls.velocity_at(surface, center + (ball.radius - 0.5 * in.overlap) * contact.normal);
        in.velocity = in.velocity + Triple<double>(v.x(), v.y(), v.z());
        in.twist += 0.5 * motion.spin.dot(contact.normal);
        wall_spin = {motion.spin.x(), motion.spin.y(), motion.spin.z()};
    }
    const LawTable& laws = world.laws();
    const std::size_t ma = material_of(who.kinetic), mb = walls.material[surface];
    PairRow row = laws.row(ma, mb);
    if (who.lever != nullptr)
        make_eccentric(turns_away(eccentric(*who.lever), in.normal), has_linear_spring(laws.kind),
                       in, row);
    const Known known{laws.kind, row, extra_of(laws, ma, mb), memory.trace,
                      wall_spin - spin_of(who.kinetic)};
    out.push_back(record(who.id, -1 - static_cast<std::int64_t>(walls.wall[surface]),
                         center + world.origin(), ball.radius, in,
                         forces_now(known, in, world.dt())));
}

void add_shaped(const World& world, std::vector<ContactRecord>& out) {
    world.shaped()->contacts.for_each_touch([&](const PairName& name,
                                                const ShapedContacts::Touch& touch) {
        const Answer& answer = touch.answer;
        out.push_back(
            {.a = name.a,
             .b =
                 name.b >= 0
                     ? name.b
                     : -1 - std::int64_t{world.walls().wall[static_cast<std::size_t>(-1 - name.b)]},
             .point = touch.point + world.origin(),
             .normal = touch.normal,
             .overlap = touch.depth,
             .normal_force = answer.normal_force,
             .tangential_force = answer.tangential_force,
             .stored = answer.stored});
    });
}

void add_clumps(const World& world, std::vector<ContactRecord>& out) {
    const ClumpContacts& clumps = world.shaped()->contacts.clumps();
    const LawTable& laws = world.laws();
    for (const ClumpContacts::Touch& touch : clumps.touches()) {
        const Ball &a = clumps.ball(touch.row_a), &b = clumps.ball(touch.row_b);
        const Kinetic &ka = clumps.kinetic(touch.row_a), &kb = clumps.kinetic(touch.row_b);
        auto in = pair_contact_input(a, b, ka, kb, touch.spring);
        const std::size_t ma = material_of(ka), mb = material_of(kb);
        PairRow row = laws.row(ma, mb);
        make_eccentric(turns_away(eccentric(clumps.lever(touch.row_a)), in.normal) +
                           turns_away(eccentric(clumps.lever(touch.row_b)), in.normal),
                       has_linear_spring(laws.kind), in, row);
        const Known known{laws.kind, row, extra_of(laws, ma, mb), touch.trace,
                          spin_of(kb) - spin_of(ka)};
        out.push_back(record(touch.pair.a, touch.pair.b, Vec3(a.x, a.y, a.z) + world.origin(),
                             a.radius, in, forces_now(known, in, world.dt())));
    }
    clumps.for_each_at_wall([&](std::uint32_t id, const WallRow& row) {
        add_wall(world,
                 {id, clumps.ball(row.body), clumps.kinetic(row.body), &clumps.lever(row.body)},
                 row, out);
    });
}

void add_attitude(const World& world, std::size_t i, Frame& frame) {
    const auto* body = world.shaped()->bodies.find(world.bodies().id[i]);
    frame.shape.push_back(body ? body->state.shape : -1);
    frame.attitude.push_back(body ? body->state.attitude : Eigen::Quaterniond::Identity());
}

} // namespace

std::vector<ContactRecord> inspect_contacts(const World& world) {
    std::vector<ContactRecord> out;
    const PairList& pairs = world.pairs();
    for (const Chunk& chunk : pairs.chunks)
        for (std::size_t k = chunk.first_pair; k < chunk.first_pair + chunk.real_pairs; ++k)
            if (pairs.is_touching(k)) add_pair(world, k, out);
    for (const auto& chunk : world.walls().chunks)
        for (const WallRow& row : chunk.rows)
            add_wall(world,
                     {world.bodies().id[row.body], world.bodies().ball[row.body],
                      world.bodies().kinetic[row.body]},
                     row, out);
    if (world.shaped()) {
        add_shaped(world, out);
        add_clumps(world, out);
    }
    if (world.images().any()) {
        const Periodic period = world.images().period().seen_from(-world.origin());
        for (ContactRecord& c : out) c.point = period.wrapped(c.point);
    }
    return out;
}

Pose placement_of(const Frame& f, std::size_t row) {
    Pose pose{Eigen::Matrix3d::Identity(), f.center[row]};
    if (!f.attitude.empty()) pose.rotation = f.attitude[row].toRotationMatrix();
    pose.rotation *= f.radius[row];
    return pose;
}

Vec3 branch_of(const Frame& f, const ContactRecord& c) {
    const Vec3& to = c.b >= 0 ? f.center[static_cast<std::size_t>(c.b)] : c.point;
    return f.period.nearest(to - f.center[c.a]);
}

std::uint32_t id_of(const Frame& frame, std::size_t row) {
    return frame.id.empty() ? static_cast<std::uint32_t>(row) : frame.id[row];
}

std::optional<std::size_t> row_of(const Frame& frame, std::size_t id) {
    if (frame.id.empty()) return id < frame.center.size() ? std::optional(id) : std::nullopt;
    const auto found = std::lower_bound(frame.id.begin(), frame.id.end(), id);
    if (found == frame.id.end() || *found != id) return std::nullopt;
    return static_cast<std::size_t>(found - frame.id.begin());
}

std::vector<std::uint32_t> places_by_id(const Bodies& bodies) {
    std::vector<std::uint32_t> places(bodies.count);
    std::iota(places.begin(), places.end(), 0U);
    std::sort(places.begin(), places.end(),
              [&](std::uint32_t a, std::uint32_t b) { return bodies.id[a] < bodies.id[b]; });
    return places;
}

namespace {

std::vector<BondRecord> bonds_of(const World& world, std::span<const std::uint32_t> row_of_id) {
    std::vector<BondRecord> out;
    for (const BondMemory& bond : world.bonds().all())
        if (row_of_id[bond.a] != no_row && row_of_id[bond.b] != no_row)
            if (bond.state != BondState::left)
                out.push_back(
                    {row_of_id[bond.a], row_of_id[bond.b],
                     bond.is_broken() ? world.dt() * static_cast<double>(bond.broken_step) : -1});
    return out;
}

} // namespace

Frame make_frame(const World& world) {
    const Bodies& bodies = world.bodies();
    Frame frame;
    frame.time = world.time();
    frame.step = world.step_index();
    frame.period = world.images().period().seen_from(-world.origin());
    std::vector<std::uint32_t> row_of_id(world.labels().group.size(), no_row);
    for (const std::uint32_t i : places_by_id(bodies)) {
        const WholeStep motion = world.motion_of(i);
        const ForceRow& force = world.pairs().force_on(i);
        row_of_id[bodies.id[i]] = static_cast<std::uint32_t>(frame.id.size());
        frame.id.push_back(bodies.id[i]);
        frame.center.push_back(world.center_in_scene(i));
        frame.velocity.push_back(motion.velocity);
        frame.spin.push_back(motion.spin);
        frame.force.emplace_back(force.fx, force.fy, force.fz);
        frame.radius.push_back(world.radius_of(i));
        if (world.shaped()) add_attitude(world, i, frame);
        frame.mass.push_back(bodies.half[i].mass);
        frame.material.push_back(static_cast<std::int32_t>(bodies.kinetic[i].material));
    }
    frame.contacts.assign(bodies.count, 0);
    frame.walls = world.wall_places();
    frame.contact = inspect_contacts(world);
    frame.bonds = bonds_of(world, row_of_id);
    for (ContactRecord& c : frame.contact) {
        c.a = row_of_id[c.a];
        ++frame.contacts[c.a];
        if (c.b < 0) continue;
        c.b = row_of_id[static_cast<std::size_t>(c.b)];
        ++frame.contacts[static_cast<std::size_t>(c.b)];
    }
    return frame;
}

} // namespace scree
