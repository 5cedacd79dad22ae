// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/assert.hpp>
#include <scree/base/ball.hpp>
#include <scree/base/error.hpp>
#include <scree/base/random.hpp>
#include <scree/scene/overlap_grid.hpp>
#include <scree/scene/region.hpp>
#include <scree/scene/scene.hpp>
#include <scree/scene/size_draw.hpp>
#include <scree/scene/walls_of_scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {
namespace {

// A grain is given up after this many random positions. Measured for equal spheres: 2000 tries
// lose the first of 1e6 at a solid fraction of 0.28, 20000 the first of 1e5 at 0.32 (random
// addition ends at 0.38).
constexpr int tries_per_grain = 20000;

// Positions of a lattice, or grains, that are taken for a slip of the units.
constexpr double most_positions = 2e9;

// Coordinates this many radii away from the origin keep 12 bits for the grain: nonsense.
constexpr double farthest_in_radii = 0x1p40;

// A coordinate of size x is off by x·2^-53 as read, a few times that after a subtraction or two.
constexpr double rounding_per_magnitude = 0x1p-50;

constexpr std::size_t most_messages = 10;

const Region* region_of(const Fill& fill) {
    if (const auto* lattice = std::get_if<LatticeFill>(&fill)) return &lattice->region;
    if (const auto* random = std::get_if<RandomFill>(&fill)) return &random->region;
    if (const auto* pour = std::get_if<PourFill>(&fill)) return &pour->region;
    return nullptr;
}

double magnitude_of(const GrainGroup& group) {
    double magnitude = 0;
    if (const Region* region = region_of(group.fill)) {
        const Bounds box = bounds(*region);
        magnitude = std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff());
    } else {
        for (const Vec3& c : std::get<PlacedFill>(group.fill).centers)
            magnitude = std::max(magnitude, c.cwiseAbs().maxCoeff());
    }
    return magnitude;
}

std::string text(const Vec3& v) { return fmt::format("({}, {}, {})", v.x(), v.y(), v.z()); }

class Filler {
public:
    Filler(const Scene& scene, double largest, double magnitude)
        : scene_(scene), walls_(scene), rounding_(rounding_per_magnitude * magnitude),
          grid_(largest, rounding_, scene.periodic) {}

    void fill(int group_index);
    void check_outflows();
    std::vector<Grain> finish();

private:
    // What became of the positions a fill looked at, to say the right thing when none was good.
    struct Tally {
        std::int64_t placed = 0;
        double volume = 0; // of the grains placed
        bool fits_region = false, is_inside = false, fits_walls = false;
    };

    const GrainGroup& group() const { return scene_.grains[static_cast<std::size_t>(group_)]; }
    /// The ball that a grain of this radius is sure to lie in.
    double bound(double radius) const { return reach_ * radius; }
    double slack(double radius) const { return touch_tolerance * radius + rounding_; }
    /// In a periodic scene a ball may stick out where the region goes on in the next period.
    bool fits(const Region& region, const Vec3& center, double radius, double room) const {
        if (!scene_.periodic.any()) return holds_ball(region, center, radius, room);
        return holds_ball(without_ends(region, scene_.periodic, radius), center, radius, room);
    }
    Vec3 draw_center(const Region& region, double radius, Random& random) const {
        if (!scene_.periodic.any()) return random_center(region, radius, random);
        return random_center(without_ends(region, scene_.periodic, radius), radius, random);
    }
    void add(const Vec3& center, const SizedGrain& size, Random& random);
    void add(const Grain& grain);
    ClusterPose pose_at(const Vec3& center, Random& random) const;
    bool is_clear_of_walls(const Vec3& center, double radius, Tally& tally) const;

    void run(const LatticeFill& fill, Random& random);
    void run(const RandomFill& fill, Random& random);
    void run(const PlacedFill& fill, Random& random);
    void run(const PourFill& fill, Random& random);
    template <class Try>
    void walk_lattice(const Bounds& box, double spacing, Try&& try_position) const;
    bool throw_dart(const RandomFill& fill, const SizedGrain& ball, Random& random, Tally& tally);
    double target_volume(const RandomFill& fill) const;
    void report_shortfall(const RandomFill& fill, const Tally& tally, std::size_t asked);
    bool check_placed(const std::string& grain, const Vec3& center, double radius);
    bool add_placed_cluster(int number, const Vec3& center, Random& random);
    PosedGrain posed(const Grain& grain) const;
    bool check_shaped(int number, const Vec3& center, double radius);
    bool report_empty(const Tally& tally);
    bool report_misfit(const Region& region);
    void fail(const std::string& what);

    const Scene& scene_;
    WallsOfScene walls_;
    double rounding_;
    OverlapGrid grid_;
    std::vector<Grain> grains_;
    std::vector<int> first_of_group_;
    std::vector<std::string> errors_;
    int group_ = 0;
    double reach_ = 1; ///< of the group's shapes
};

void Filler::fail(const std::string& what) {
    const GrainGroup& g = group();
    errors_.push_back(
        fmt::format("{}{}{}: {}", g.place, g.place.empty() ? "" : ": ", g.name, what));
}

void Filler::add(const Vec3& center, const SizedGrain& size, Random& random) {
    const GrainGroup& g = group();
    std::vector<Grain> added = {
        {center, g.velocity, g.spin, size.radius, g.material, group_, size.size_class}};
    if (g.cluster)
        added = place_cluster(scene_.clusters[static_cast<std::size_t>(*g.cluster)], g, group_,
                              pose_at(center, random));
    const auto number = grains_.size() + 1 - static_cast<std::size_t>(first_of_group_.back());
    set_shape(g, scene_.shapes, scene_.seed, number, added.front());
    for (const Grain& grain : added) add(grain);
}

void Filler::add(const Grain& grain) {
    grains_.push_back(grain);
    grains_.back().center = scene_.periodic.wrapped(grain.center);
    grid_.add(grains_.back().center, bounding_radius(scene_, grain));
}

ClusterPose Filler::pose_at(const Vec3& center, Random& random) const {
    const Orientation& orientation = group().orientation;
    return {center, orientation.is_random ? random_turn(random) : orientation.turn};
}

bool Filler::is_clear_of_walls(const Vec3& center, double radius, Tally& tally) const {
    if (!walls_.may_hold(center, group().velocity)) return false;
    const auto hit = walls_.deepest_hit(center, radius, slack(radius));
    const Bounds& walls = walls_.extent(); // holds nothing where no wall is finite
    const bool is_within =
        (center.array() > walls.low.array()).all() && (center.array() < walls.high.array()).all();
    tally.is_inside = tally.is_inside || (is_within && !(hit && hit->is_behind));
    return !hit;
}

// True (and reported) when not one position was good, whatever the count.
bool Filler::report_empty(const Tally& tally) {
    if (tally.placed > 0 || tally.fits_walls) return false;
    if (!tally.fits_region)
        fail(fmt::format("no grain of radius {:.6g} m fits into region", largest_radius(group())));
    else if (tally.is_inside)
        fail(fmt::format("no grain of radius {:.6g} m fits between the walls",
                         bound(largest_radius(group()))));
    else if (const Bounds& box = walls_.extent(); box.low.x() <= box.high.x())
        fail(fmt::format("no position of region lies inside the walls, which reach from {} to {}",
                         text(box.low), text(box.high)));
    else
        fail("no position of region lies inside the walls");
    return true;
}

// True (and reported) when the largest grains of the group cannot lie in the region at all.
bool Filler::report_misfit(const Region& region) {
    const double radius = largest_radius(group()), most = largest_ball(region);
    if (radius <= most + slack(radius)) return false;
    fail(fmt::format(
        "no grain of radius {:.6g} m fits into region; the largest that does has {:.6g} m", radius,
        most));
    return true;
}

// Calls try_position(center) at every face-centred cubic position of the box, layer by layer
// upwards, until it returns false. Layers are stacked A B C with rows sqrt(3)/2 and layers
// sqrt(2/3) spacings apart [F §5.2].
template <class Try>
void Filler::walk_lattice(const Bounds& box, double spacing, Try&& try_position) const {
    const double row = std::sqrt(3.0) / 2 * spacing, layer = std::sqrt(2.0 / 3) * spacing;
    const Vec3 size = (box.high - box.low).cwiseMax(0);
    const auto last = [](double n) { return static_cast<std::int64_t>(n) + 1; };
    const std::int64_t columns = last(size.x() / spacing), rows = last(size.y() / row),
                       layers = last(size.z() / layer);
    for (std::int64_t k = 0; k <= layers; ++k) {
        const double z = box.low.z() + static_cast<double>(k) * layer;
        const double shift_x = k % 3 == 1 ? 0.5 : 0.0;
        const double shift_y = static_cast<double>(k % 3) * row / 3;
        for (std::int64_t j = -1; j <= rows; ++j) {
            const double y = box.low.y() + static_cast<double>(j) * row + shift_y;
            const double start_x = shift_x + (j % 2 == 0 ? 0.0 : 0.5);
            for (std::int64_t i = -1; i <= columns; ++i) {
                const double x = box.low.x() + (static_cast<double>(i) + start_x) * spacing;
                if (!try_position(Vec3(x, y, z))) return;
            }
        }
    }
}

void Filler::run(const LatticeFill& fill, Random& random) {
    const double largest = bound(largest_radius(group()));
    const double smallest = bound(smallest_radius(group()));
    const double spacing = fill.spacing > 0 ? fill.spacing : 2 * largest;
    Bounds box = bounds(without_ends(fill.region, scene_.periodic, largest));
    const double positions = std::sqrt(2.0) * ((box.high - box.low) / spacing).cwiseMax(1).prod();
    if (positions > most_positions)
        return fail(fmt::format("the lattice would have {:.1e} positions, at most {:.0e} are "
                                "allowed; make the region smaller or the spacing larger",
                                positions, most_positions));
    box.low += Vec3::Constant(largest);
    box.high -= Vec3::Constant(largest);
    SizeQueue sizes(group(), random);
    Tally tally;
    walk_lattice(box, spacing, [&](const Vec3& center) {
        if (group().count && tally.placed == *group().count) return false;
        if (!fits(fill.region, center, smallest, slack(largest))) return true;
        if (fill.probability < 1 && random.uniform() >= fill.probability) return true;
        const SizedGrain size = sizes.propose(random);
        const double ball = bound(size.radius);
        if (!fits(fill.region, center, ball, slack(ball))) return true;
        tally.fits_region = true;
        if (!is_clear_of_walls(center, ball, tally)) return true;
        tally.fits_walls = true;
        if (!grid_.is_free(center, ball)) return true;
        add(center, size, random);
        sizes.take();
        ++tally.placed;
        return true;
    });
    if (report_empty(tally) || !group().count || tally.placed == *group().count) return;
    fail(fmt::format(
        "only {} of {} grains fit; make the region larger, the grains fewer or smaller{}",
        tally.placed, *group().count, fill.probability < 1 ? ", or the probability higher" : ""));
}

bool Filler::throw_dart(const RandomFill& fill, const SizedGrain& ball, Random& random,
                        Tally& tally) {
    const double radius = bound(ball.radius);
    for (int n = 0; n < tries_per_grain; ++n) {
        const Vec3 center = draw_center(fill.region, radius, random);
        if (!fits(fill.region, center, radius, slack(radius))) continue;
        tally.fits_region = true;
        if (!grid_.is_free(center, radius)) {
            tally.fits_walls = true;
            continue;
        }
        if (!is_clear_of_walls(center, radius, tally)) continue;
        add(center, ball, random);
        ++tally.placed;
        return true;
    }
    return false;
}

double Filler::target_volume(const RandomFill& fill) const {
    if (fill.density) return *fill.density * volume(fill.region);
    const auto material = static_cast<std::size_t>(group().material);
    return fill.mass.value_or(0) / scene_.materials[material].density;
}

void Filler::report_shortfall(const RandomFill& fill, const Tally& tally, std::size_t asked) {
    const double solid = tally.volume / volume(fill.region);
    std::string reached = fmt::format("solid fraction {:.2g} of the region", solid);
    if (fill.density) reached = fmt::format("{}, {} asked", reached, *fill.density);
    if (fill.mass)
        reached = fmt::format("{}, {:.4g} kg of {:.4g} kg asked", reached,
                              tally.volume / target_volume(fill) * *fill.mass, *fill.mass);
    fail(fmt::format("only {} of {} grains fit at random ({}); make the region larger, the grains "
                     "fewer or smaller{}",
                     tally.placed, asked, reached,
                     fill.density ? ", or pack them with scree pack" : ""));
}

void Filler::run(const RandomFill& fill, Random& random) {
    SCREE_ASSERT(group().count || fill.density || fill.mass);
    const SizeDraw sizes(group());
    if (!group().count && target_volume(fill) / sizes.mean_volume() > most_positions)
        return fail(fmt::format("would need {:.1e} grains, at most {:.0e} are allowed; make the "
                                "region smaller or the grains larger",
                                target_volume(fill) / sizes.mean_volume(), most_positions));
    std::vector<SizedGrain> balls = group().count
                                        ? sizes.sample(*group().count, random)
                                        : sizes.sample_volume(target_volume(fill), random);
    std::stable_sort(balls.begin(), balls.end(),
                     [](const SizedGrain& a, const SizedGrain& b) { return a.radius > b.radius; });
    Tally tally;
    for (const SizedGrain& ball : balls) {
        if (!throw_dart(fill, ball, random, tally)) {
            if (!report_empty(tally)) report_shortfall(fill, tally, balls.size());
            return;
        }
        tally.volume += ball_volume(ball.radius);
    }
}

/// Nothing is placed yet; but could anything be?
void Filler::run(const PourFill& fill, Random& random) {
    const double radius = bound(largest_radius(group()));
    Tally tally;
    for (int n = 0; n < tries_per_grain && !tally.fits_walls; ++n) {
        const Vec3 center = draw_center(fill.region, radius, random);
        if (!fits(fill.region, center, radius, slack(radius))) continue;
        tally.fits_region = true;
        tally.fits_walls = is_clear_of_walls(center, radius, tally);
    }
    report_empty(tally);
}

PosedGrain Filler::posed(const Grain& g) const {
    const GrainShape* shape =
        g.shape < 0 ? nullptr : &scene_.shapes[static_cast<std::size_t>(g.shape)];
    return {shape, g.radius, g.center, g.attitude};
}

namespace {

/// Of planes and meshes; 0 for other walls.
double depth_in(const Surface& surface, const PosedGrain& grain) {
    if (const auto* mesh = std::get_if<MeshWall>(&surface)) return overlap_of(grain, *mesh);
    const auto* plane = std::get_if<Plane>(&surface);
    if (plane == nullptr) return 0;
    const Vec3 down = grain.attitude.conjugate() * Vec3(-plane->normal);
    return grain.radius * down.dot(farthest(*grain.shape, down)) -
           plane->normal.dot(grain.center - plane->point);
}

} // namespace

/// A grain with a shape, where the user put it: exact against other grains, planes and meshes, by
/// the ball inside it against other walls.
bool Filler::check_shaped(int number, const Vec3& center, double radius) {
    Grain g{center, {}, {}, radius, 0, group_, 0};
    set_shape(group(), scene_.shapes, scene_.seed, static_cast<std::uint64_t>(number), g);
    const PosedGrain own = posed(g);
    const std::string grain = fmt::format("grain {} at {}", number, text(center));
    const std::size_t errors_before = errors_.size();
    const double inner = radius * own.shape->inner;
    if (const auto hit = walls_.deepest_hit(center, inner, slack(radius))) {
        const std::string& wall = scene_.walls[static_cast<std::size_t>(hit->wall)].name;
        fail(hit->is_behind
                 ? fmt::format("{} is outside every container: it lies behind wall \"{}\"", grain,
                               wall)
                 : fmt::format("{} overlaps wall \"{}\" by more than {:.3g} m", grain, wall,
                               hit->depth));
    }
    for (const Wall& wall : scene_.walls)
        for (const Surface& surface : wall.surfaces) {
            if (errors_.size() > errors_before) continue;
            const double depth = depth_in(surface, own);
            if (depth > slack(radius))
                fail(fmt::format("{} overlaps wall \"{}\" by {:.3g} m", grain, wall.name, depth));
        }
    for (const int other : grid_.overlapped(center, bound(radius))) {
        const Grain& earlier = grains_[static_cast<std::size_t>(other)];
        PosedGrain there = posed(earlier);
        if (scene_.periodic.any())
            there.center = center - scene_.periodic.nearest(center - earlier.center);
        const double depth = overlap_of(own, there);
        if (!(depth > slack(radius))) continue;
        const auto e = static_cast<std::size_t>(earlier.group);
        fail(fmt::format(
            "{} overlaps grain {}{} at {} by {:.3g} m", grain, other - first_of_group_[e] + 1,
            earlier.group == group_ ? "" : fmt::format(" of {}", scene_.grains[e].name),
            text(earlier.center), depth));
    }
    return errors_.size() == errors_before;
}

bool Filler::check_placed(const std::string& grain, const Vec3& center, double radius) {
    const std::size_t errors_before = errors_.size();
    if (const auto hit = walls_.deepest_hit(center, radius, slack(radius))) {
        const std::string& wall = scene_.walls[static_cast<std::size_t>(hit->wall)].name;
        if (hit->is_behind)
            fail(fmt::format("{} is outside every container: it lies behind wall \"{}\"", grain,
                             wall));
        else
            fail(fmt::format("{} overlaps wall \"{}\" by {:.3g} m", grain, wall, hit->depth));
    } else if (!walls_.may_hold(center, group().velocity)) {
        fail(fmt::format("{} is outside every container: the walls reach from {} to {}", grain,
                         text(walls_.extent().low), text(walls_.extent().high)));
    }
    for (const int other : grid_.overlapped(center, radius)) {
        const Grain& earlier = grains_[static_cast<std::size_t>(other)];
        const auto g = static_cast<std::size_t>(earlier.group);
        const bool is_ball = earlier.shape < 0;
        const double depth =
            is_ball
                ? radius + earlier.radius - scene_.periodic.nearest(center - earlier.center).norm()
                : overlap_of({nullptr, radius, center, Eigen::Quaterniond::Identity()},
                             posed(earlier));
        if (!is_ball && !(depth > slack(radius))) continue; // only the ball around it
        fail(fmt::format(
            "{} overlaps grain {}{} at {} by {:.3g} m", grain, other - first_of_group_[g] + 1,
            earlier.group == group_ ? "" : fmt::format(" of {}", scene_.grains[g].name),
            text(earlier.center), depth));
    }
    return errors_.size() == errors_before;
}

/// Sphere by sphere: the ball around a cluster may well reach into a wall.
bool Filler::add_placed_cluster(int number, const Vec3& center, Random& random) {
    const GrainGroup& g = group();
    const auto spheres = place_cluster(scene_.clusters[static_cast<std::size_t>(*g.cluster)], g,
                                       group_, pose_at(center, random));
    bool is_good = true;
    for (const Grain& sphere : spheres)
        is_good = check_placed(fmt::format("sphere {} of cluster {} at {}", sphere.member + 1,
                                           number, text(sphere.center)),
                               scene_.periodic.wrapped(sphere.center), sphere.radius) &&
                  is_good;
    for (const Grain& sphere : spheres) add(sphere);
    return is_good;
}

void Filler::run(const PlacedFill& fill, Random& random) {
    const std::size_t count = fill.centers.size();
    std::vector<SizedGrain> sizes;
    for (std::size_t k = 0; k < fill.radii.size(); ++k)
        sizes.push_back({fill.radii[k], fill.size_classes.empty() ? 0 : fill.size_classes[k]});
    if (sizes.empty()) sizes = SizeDraw(group()).sample(static_cast<std::int64_t>(count), random);
    const std::size_t errors_before = errors_.size();
    std::size_t bad = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const int number = static_cast<int>(k) + 1;
        if (group().cluster) {
            if (!add_placed_cluster(number, fill.centers[k], random)) ++bad;
            continue;
        }
        const Vec3 center = scene_.periodic.wrapped(fill.centers[k]);
        const std::string grain = fmt::format("grain {} at {}", number, text(center));
        const bool is_good = group().shapes.empty() ? check_placed(grain, center, sizes[k].radius)
                                                    : check_shaped(number, center, sizes[k].radius);
        if (!is_good) ++bad;
        add(center, sizes[k], random);
    }
    if (errors_.size() <= errors_before + most_messages) return;
    errors_.resize(errors_before + most_messages);
    fail(fmt::format("{} of {} grains are badly placed; the first {} messages are shown", bad,
                     count, most_messages));
}

void Filler::fill(int group_index) {
    group_ = group_index;
    reach_ = largest_reach(scene_, group());
    first_of_group_.push_back(static_cast<int>(grains_.size()));
    Random seeds(scene_.seed);
    std::uint64_t seed = seeds.bits();
    for (int k = 0; k < group_index; ++k) seed = seeds.bits();
    Random random(seed);
    if (const Region* region = region_of(group().fill); region != nullptr && report_misfit(*region))
        return;
    std::visit([&](const auto& f) { run(f, random); }, group().fill);
}

/// What comes back must come back to somewhere.
void Filler::check_outflows() {
    Random random(scene_.seed);
    for (const Outflow& outflow : scene_.outflows) {
        if (!outflow.into) continue;
        bool is_good = false;
        for (int n = 0; n < tries_per_grain && !is_good; ++n) {
            const Vec3 center = draw_center(*outflow.into, 0, random);
            const auto hit = walls_.deepest_hit(center, 0, 0);
            is_good = walls_.may_hold(center, outflow.velocity) && !(hit && hit->is_behind);
        }
        if (!is_good)
            errors_.push_back(
                fmt::format("{}{}outflow \"{}\": no position of into lies inside the walls",
                            outflow.place, outflow.place.empty() ? "" : ": ", outflow.name));
    }
}

std::vector<Grain> Filler::finish() {
    if (!errors_.empty()) throw InputError(std::move(errors_));
    return std::move(grains_);
}

} // namespace

std::vector<Grain> place_grains(const Scene& scene) {
    double largest = 0, smallest = std::numeric_limits<double>::infinity();
    double magnitude = WallsOfScene(scene).magnitude();
    for (const GrainGroup& group : scene.grains) {
        SCREE_ASSERT(largest_radius(group) > 0 && smallest_radius(group) > 0);
        largest = std::max(largest, largest_radius(group) * largest_reach(scene, group));
        smallest = std::min(smallest, smallest_radius(group));
        magnitude = std::max(magnitude, magnitude_of(group));
    }
    if (magnitude > farthest_in_radii * smallest)
        throw InputError(
            fmt::format("{}{}coordinates of {:.3g} m are too large to resolve grains of "
                        "radius {:.3g} m; move the scene nearer to the origin",
                        scene.file, scene.file.empty() ? "" : ": ", magnitude, smallest));
    Filler filler(scene, largest, magnitude);
    for (std::size_t g = 0; g < scene.grains.size(); ++g) filler.fill(static_cast<int>(g));
    filler.check_outflows();
    return filler.finish();
}

} // namespace scree
