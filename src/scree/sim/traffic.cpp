// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/traffic.hpp>

#include <scree/base/hash.hpp>
#include <scree/base/random.hpp>
#include <scree/scene/overlap_grid.hpp>
#include <scree/scene/region.hpp>
#include <scree/scene/size_draw.hpp>
#include <scree/scene/walls_of_scene.hpp>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr std::int64_t steps_between_looks = 100;
// Positions tried for a grain at one look; what finds none waits for the next.
constexpr int tries_per_grain = 50;
constexpr int failures_per_look = 5;
// The level is reached when this many grains rest above it.
constexpr int grains_of_a_level = 3;
constexpr double slow = 0.1; // of sqrt(g r)

Vec3 center_of(const Ball& b) { return {b.x, b.y, b.z}; }

Region moved(const Region& region, const Vec3& shift) {
    Region out = region;
    if (auto* box = std::get_if<BoxRegion>(&out)) {
        box->low += shift;
        box->high += shift;
    } else if (auto* cone = std::get_if<FrustumRegion>(&out)) {
        cone->base += shift;
        cone->top += shift;
    } else {
        std::get<SphereRegion>(out).center += shift;
    }
    return out;
}

/// A seed for one purpose: the n-th of something.
Random random_for(std::uint64_t seed, std::size_t who, std::int64_t n) {
    StateHash hash;
    hash.add(seed);
    hash.add(static_cast<std::uint64_t>(who));
    hash.add(static_cast<std::uint64_t>(n));
    return Random(hash.value());
}

} // namespace

/// What does not change.
struct Traffic::Setup {
    std::vector<GrainGroup> groups;
    std::vector<Cluster> clusters;
    std::vector<double> reaches; ///< of the groups' shapes
    std::vector<GrainShape> shapes;
    std::vector<std::unique_ptr<SizeDraw>> sizes; ///< of poured groups, else null
    std::vector<double> densities;                ///< of the materials
    std::vector<Outflow> outflows;
    std::uint64_t seed = 0;
    double largest = 0; ///< radius that may be poured
    Periodic period;
    WallsOfScene walls; ///< where they are at the start, in the scene's frame
    Vec3 origin = Vec3::Zero();

    explicit Setup(const Scene& scene) : walls(scene) {}
};

/// The space in and around one region: what is there, and what may still go there.
class Traffic::Room {
public:
    Room(const View& view, const Setup& setup) : view_(view), setup_(setup) {}

    struct Comer {
        double radius;
        Vec3 velocity;
    };
    /// A place where a ball touches nothing, and from where it does not pass all walls by, tried at
    /// random.
    bool find(const Region& within, const Comer& comer, Random& random, Vec3& center) {
        const auto& [radius, velocity] = comer;
        if (grid_ == nullptr) fill();
        const Periodic& period = setup_.period;
        const Region region = period.any() ? without_ends(within, period, radius) : within;
        for (int n = 0; n < tries_per_grain; ++n) {
            center = random_center(region, radius, random);
            if (!holds_ball(region, center, radius, 0)) continue;
            if (!grid_->is_free(center, radius) || touches_wall(center, radius)) continue;
            if (!setup_.walls.may_hold(center + setup_.origin, velocity)) continue;
            grid_->add(center, radius);
            return true;
        }
        return false;
    }

private:
    void fill() {
        double largest = 0, magnitude = 0;
        for (std::size_t i = 0; i < view_.bodies.count; ++i) {
            const Ball& b = view_.bodies.ball[i];
            largest = std::max(largest, b.radius);
            magnitude = std::max(magnitude, center_of(b).cwiseAbs().maxCoeff());
        }
        grid_ = std::make_unique<OverlapGrid>(std::max(largest, setup_.largest),
                                              0x1p-50 * magnitude, setup_.period);
        for (std::size_t i = 0; i < view_.bodies.count; ++i)
            grid_->add(setup_.period.wrapped(center_of(view_.bodies.ball[i])),
                       view_.bodies.ball[i].radius);
    }

    bool touches_wall(const Vec3& center, double radius) const {
        return std::any_of(view_.walls.surfaces.begin(), view_.walls.surfaces.end(),
                           [&](const Surface& s) { return nearest(s, center).distance < radius; });
    }

    const View& view_;
    const Setup& setup_;
    std::unique_ptr<OverlapGrid> grid_; ///< made when first asked
};

Traffic::Traffic(const Scene& scene, const Vec3& origin) {
    if (!has_traffic(scene)) return;
    auto setup = std::make_shared<Setup>(scene);
    setup->origin = origin;
    setup->groups = scene.grains;
    setup->clusters = scene.clusters;
    setup->shapes = scene.shapes;
    for (const GrainGroup& group : scene.grains)
        setup->reaches.push_back(largest_reach(scene, group));
    setup->outflows = scene.outflows;
    setup->seed = scene.seed;
    setup->period = scene.periodic.seen_from(origin);
    for (const Material& m : scene.materials) setup->densities.push_back(m.density);
    for (GrainGroup& group : setup->groups) {
        auto* pour = std::get_if<PourFill>(&group.fill);
        setup->sizes.push_back(pour ? std::make_unique<SizeDraw>(group) : nullptr);
        if (!pour) continue;
        setup->largest =
            std::max(setup->largest, largest_radius(group) * largest_reach(scene, group));
        pour->region = moved(pour->region, -origin);
        if (pour->level) *pour->level -= up_of(scene).dot(origin);
    }
    for (Outflow& outflow : setup->outflows) {
        outflow.region = moved(outflow.region, -origin);
        if (outflow.into) outflow.into = moved(*outflow.into, -origin);
    }
    setup_ = std::move(setup);
    sums_.resize(scene.grains.size() + scene.outflows.size());
}

bool Traffic::is_due(std::int64_t step) const { return any() && step % steps_between_looks == 0; }

bool Traffic::is_pouring(double time) const {
    for (std::size_t g = 0; any() && g < setup_->groups.size(); ++g) {
        const GrainGroup& group = setup_->groups[g];
        const auto* pour = std::get_if<PourFill>(&group.fill);
        if (pour == nullptr || sums_[g].is_done || time >= pour->until) continue;
        const bool has_count = group.count && sums_[g].grains >= *group.count;
        const bool has_mass = pour->mass && sums_[g].mass >= *pour->mass;
        if (!has_count && !has_mass) return true;
    }
    return false;
}

void Traffic::find_leavers(const View& view, Room& room, Changes& changes) {
    const std::size_t first = setup_->groups.size();
    for (std::uint32_t i = 0; i < view.bodies.count; ++i) {
        const Ball& ball = view.bodies.ball[i];
        const auto& outflows = setup_->outflows;
        const auto found = std::find_if(outflows.begin(), outflows.end(), [&](const Outflow& o) {
            return holds_ball(o.region, setup_->period.wrapped(center_of(ball)), 0, 0);
        });
        if (found == outflows.end()) continue;
        const auto which = static_cast<std::size_t>(found - outflows.begin());
        if (found->into) {
            Random random = random_for(setup_->seed ^ view.bodies.id[i], first + which, view.step);
            Vec3 center;
            if (!room.find(*found->into, {ball.radius, found->velocity}, random, center))
                continue; // next time
            changes.returned.push_back({i, center, found->velocity});
        } else {
            changes.removed.push_back(i);
        }
        sums_[first + which].grains += 1;
        sums_[first + which].mass += view.bodies.half[i].mass;
    }
}

bool Traffic::is_level_reached(const PourFill& pour, const View& view) const {
    if (!pour.level) return false;
    int above = 0;
    for (std::size_t i = 0; i < view.bodies.count; ++i) {
        const Ball& ball = view.bodies.ball[i];
        const HalfStep& h = view.bodies.half[i];
        if (view.up.dot(center_of(ball)) + ball.radius < *pour.level) continue;
        if (holds_ball(pour.region, setup_->period.wrapped(center_of(ball)), 0, 0))
            continue; // on its way
        const double speed2 = (h.vx * h.vx + h.vy * h.vy) + h.vz * h.vz;
        if (speed2 < slow * slow * view.gravity * ball.radius) ++above;
    }
    return above >= grains_of_a_level;
}

void Traffic::pour(std::size_t g, const View& view, Room& room, Changes& changes) {
    const GrainGroup& group = setup_->groups[g];
    const auto& fill = std::get<PourFill>(group.fill);
    TrafficSum& sum = sums_[g];
    if (sum.is_done || view.time < fill.from || view.time >= fill.until) return;
    if (is_level_reached(fill, view)) {
        sum.is_done = true;
        return;
    }
    const double since = view.time - fill.from;
    for (int failures = 0; failures < failures_per_look;) {
        if (group.count && sum.grains >= *group.count) break;
        if (fill.mass && sum.mass >= *fill.mass) break;
        if (fill.rate && static_cast<double>(sum.grains) >= *fill.rate * since) break;
        if (fill.mass_rate && sum.mass >= *fill.mass_rate * since) break;
        // The n-th grain has its size whenever it comes, so that none is passed over for its size.
        Random of_size = random_for(setup_->seed, g, sum.grains);
        const SizedGrain size = setup_->sizes[g]->draw(of_size);
        Random of_place =
            random_for(setup_->seed ^ (~std::uint64_t{0} - g),
                       changes.added.size() + static_cast<std::size_t>(failures), view.step);
        Vec3 center;
        const double radius = size.radius * setup_->reaches[g];
        if (!room.find(fill.region, {radius, group.velocity}, of_place, center)) {
            ++failures;
            continue;
        }
        double solid = ball_volume(size.radius);
        if (group.cluster) {
            const Cluster& cluster = setup_->clusters[static_cast<std::size_t>(*group.cluster)];
            const ClusterPose pose{center, group.orientation.is_random ? random_turn(of_size)
                                                                       : group.orientation.turn};
            for (const Grain& sphere : place_cluster(cluster, group, static_cast<int>(g), pose))
                changes.added.push_back(sphere);
            solid = solid_volume(cluster);
        } else {
            changes.added.push_back({center, group.velocity, group.spin, size.radius,
                                     group.material, static_cast<int>(g), size.size_class});
            set_shape(group, setup_->shapes, setup_->seed, static_cast<std::uint64_t>(sum.grains),
                      changes.added.back());
        }
        sum.grains += 1;
        sum.mass += setup_->densities[static_cast<std::size_t>(group.material)] * solid;
    }
}

Traffic::Changes Traffic::look(const View& view) {
    Changes changes;
    Room room(view, *setup_);
    find_leavers(view, room, changes);
    for (std::size_t g = 0; g < setup_->groups.size(); ++g)
        if (setup_->sizes[g]) pour(g, view, room, changes);
    return changes;
}

} // namespace scree
