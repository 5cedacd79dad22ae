// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/assert.hpp>
#include <scree/base/error.hpp>
#include <scree/base/random.hpp>
#include <scree/scene/detail/overlap_grid.hpp>
#include <scree/scene/detail/region.hpp>
#include <scree/scene/detail/walls_of_scene.hpp>
#include <scree/scene/scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace scree {
namespace {

// A grain is given up after this many random positions. Measured for equal spheres: 2000 tries
// lose the first of 1e6 at a solid fraction of 0.28, 20000 the first of 1e5 at 0.32 (random
// addition ends at 0.38).
constexpr int tries_per_grain = 20000;

// Positions a lattice may have before it is taken for a slip of the units.
constexpr double most_positions = 2e9;

// Coordinates this many radii away from the origin keep 12 bits for the grain: nonsense.
constexpr double farthest_in_radii = 0x1p40;

// A coordinate of size x is off by x·2^-53 as read, a few times that after a subtraction or two.
constexpr double rounding_per_magnitude = 0x1p-50;

constexpr std::size_t most_messages = 10;

double largest_radius(const GrainGroup& group) {
    double largest = 0;
    for (const SizeClass& c : group.classes) largest = std::max(largest, c.radius * (1 + c.spread));
    return largest;
}

double smallest_radius(const GrainGroup& group) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const SizeClass& c : group.classes)
        smallest = std::min(smallest, c.radius * (1 - c.spread));
    return smallest;
}

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

// Fractions of the number of grains, adding up to 1. The mean mass of a class with relative spread
// s (uniform) is that of its nominal radius times 1 + s².
std::vector<double> number_shares(const GrainGroup& group) {
    const double unit = group.classes.front().radius;
    std::vector<double> shares;
    for (const SizeClass& c : group.classes) {
        const double size = c.radius / unit;
        const double mass = size * size * size * (1 + c.spread * c.spread);
        shares.push_back(group.share_by_mass ? c.share / mass : c.share);
    }
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& s : shares) s /= sum;
    return shares;
}

// Whole numbers per class by the largest remainder; of equal remainders the first class wins.
std::vector<std::int64_t> class_numbers(const GrainGroup& group, std::int64_t count) {
    const std::vector<double> shares = number_shares(group);
    std::vector<std::int64_t> numbers;
    std::vector<double> remainders;
    for (const double share : shares) {
        const double exact = share * static_cast<double>(count);
        numbers.push_back(static_cast<std::int64_t>(std::floor(exact)));
        remainders.push_back(exact - std::floor(exact));
    }
    std::vector<std::size_t> order(shares.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
    std::int64_t missing = count - std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
    for (std::size_t k = 0; missing > 0; k = (k + 1) % order.size(), --missing) ++numbers[order[k]];
    return numbers;
}

// Hands out size classes in random order: exact numbers when the count is known, else by chance.
class ClassDraw {
public:
    explicit ClassDraw(const GrainGroup& group) : shares_(number_shares(group)) {
        if (group.count) left_ = class_numbers(group, *group.count);
        total_left_ = group.count.value_or(0);
    }

    int draw(Random& random) const {
        if (shares_.size() == 1) return 0;
        std::size_t k = 0;
        if (left_.empty()) {
            for (double u = random.uniform(); k + 1 < shares_.size() && u >= shares_[k]; ++k)
                u -= shares_[k];
        } else {
            auto ticket =
                static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(total_left_)));
            for (; ticket >= left_[k]; ++k) ticket -= left_[k];
        }
        return static_cast<int>(k);
    }

    void take(int size_class) {
        if (left_.empty()) return;
        --left_[static_cast<std::size_t>(size_class)];
        --total_left_;
    }

private:
    std::vector<double> shares_;
    std::vector<std::int64_t> left_;
    std::int64_t total_left_ = 0;
};

std::string text(const Vec3& v) { return fmt::format("({}, {}, {})", v.x(), v.y(), v.z()); }

class Filler {
public:
    Filler(const Scene& scene, double largest, double magnitude)
        : scene_(scene), walls_(scene), rounding_(rounding_per_magnitude * magnitude),
          grid_(largest, rounding_) {}

    void fill(int group_index);
    std::vector<Grain> finish();

private:
    // What became of the positions a fill looked at, to say the right thing when none was good.
    struct Tally {
        std::int64_t placed = 0;
        bool fits_region = false, fits_walls = false;
    };

    const GrainGroup& group() const { return scene_.grains[static_cast<std::size_t>(group_)]; }
    double slack(double radius) const { return touch_tolerance * radius + rounding_; }
    double draw_radius(int size_class, Random& random) const;
    void add(const Vec3& center, double radius, int size_class);
    bool is_clear_of_walls(const Vec3& center, double radius) const;

    void run(const LatticeFill& fill, Random& random);
    void run(const RandomFill& fill, Random& random);
    void run(const PlacedFill& fill, Random& random);
    void run(const PourFill& fill, Random& random);
    template <class Try>
    void walk_lattice(const Bounds& box, double spacing, Try&& try_position) const;
    bool throw_dart(const RandomFill& fill, double radius, int size_class, Random& random,
                    Tally& tally);
    bool check_placed(int number, const Vec3& center, double radius);
    bool report_empty(const Tally& tally);
    void fail(const std::string& what);

    const Scene& scene_;
    WallsOfScene walls_;
    double rounding_;
    OverlapGrid grid_;
    std::vector<Grain> grains_;
    std::vector<int> first_of_group_;
    std::vector<std::string> errors_;
    int group_ = 0;
};

void Filler::fail(const std::string& what) {
    const GrainGroup& g = group();
    errors_.push_back(
        fmt::format("{}{}{}: {}", g.place, g.place.empty() ? "" : ": ", g.name, what));
}

double Filler::draw_radius(int size_class, Random& random) const {
    const SizeClass& c = group().classes[static_cast<std::size_t>(size_class)];
    if (c.spread == 0) return c.radius;
    return c.radius * (1 + c.spread * (2 * random.uniform() - 1));
}

void Filler::add(const Vec3& center, double radius, int size_class) {
    grid_.add(center, radius);
    const GrainGroup& g = group();
    grains_.push_back({center, g.velocity, g.spin, radius, g.material, group_, size_class});
}

bool Filler::is_clear_of_walls(const Vec3& center, double radius) const {
    return walls_.may_hold(center, group().velocity) &&
           !walls_.deepest_hit(center, radius, slack(radius));
}

// True (and reported) when not one position was good, whatever the count.
bool Filler::report_empty(const Tally& tally) {
    if (tally.placed > 0 || tally.fits_walls) return false;
    if (!tally.fits_region)
        fail(fmt::format("no grain of radius {} m fits into region", largest_radius(group())));
    else
        fail("no position of region lies inside the walls");
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
    const double largest = largest_radius(group());
    const double spacing = fill.spacing > 0 ? fill.spacing : 2 * largest;
    Bounds box = bounds(fill.region);
    const double positions = std::sqrt(2.0) * ((box.high - box.low) / spacing).cwiseMax(1).prod();
    if (positions > most_positions)
        return fail(fmt::format("the lattice would have {:.1e} positions, at most {:.0e} are "
                                "allowed; make the region smaller or the spacing larger",
                                positions, most_positions));
    box.low += Vec3::Constant(largest);
    box.high -= Vec3::Constant(largest);
    ClassDraw classes(group());
    Tally tally;
    walk_lattice(box, spacing, [&](const Vec3& center) {
        if (group().count && tally.placed == *group().count) return false;
        if (!holds_ball(fill.region, center, smallest_radius(group()), slack(largest))) return true;
        if (fill.probability < 1 && random.uniform() >= fill.probability) return true;
        const int size_class = classes.draw(random);
        const double radius = draw_radius(size_class, random);
        if (!holds_ball(fill.region, center, radius, slack(radius))) return true;
        tally.fits_region = true;
        if (!is_clear_of_walls(center, radius)) return true;
        tally.fits_walls = true;
        if (!grid_.is_free(center, radius)) return true;
        add(center, radius, size_class);
        classes.take(size_class);
        ++tally.placed;
        return true;
    });
    if (report_empty(tally) || !group().count || tally.placed == *group().count) return;
    fail(fmt::format(
        "only {} of {} grains fit; make the region larger, the grains fewer or smaller{}",
        tally.placed, *group().count, fill.probability < 1 ? ", or the probability higher" : ""));
}

bool Filler::throw_dart(const RandomFill& fill, double radius, int size_class, Random& random,
                        Tally& tally) {
    for (int n = 0; n < tries_per_grain; ++n) {
        const Vec3 center = random_center(fill.region, radius, random);
        if (!holds_ball(fill.region, center, radius, slack(radius))) continue;
        tally.fits_region = true;
        if (!grid_.is_free(center, radius)) {
            tally.fits_walls = true;
            continue;
        }
        if (!is_clear_of_walls(center, radius)) continue;
        add(center, radius, size_class);
        ++tally.placed;
        return true;
    }
    return false;
}

void Filler::run(const RandomFill& fill, Random& random) {
    SCREE_ASSERT(group().count.has_value());
    const std::int64_t count = group().count.value_or(0);
    const std::vector<std::int64_t> numbers = class_numbers(group(), count);
    struct Ball {
        double radius;
        int size_class;
    };
    std::vector<Ball> balls;
    balls.reserve(static_cast<std::size_t>(count));
    for (std::size_t k = 0; k < numbers.size(); ++k)
        for (std::int64_t n = 0; n < numbers[k]; ++n)
            balls.push_back({draw_radius(static_cast<int>(k), random), static_cast<int>(k)});
    std::stable_sort(balls.begin(), balls.end(),
                     [](const Ball& a, const Ball& b) { return a.radius > b.radius; });

    Tally tally;
    double cubes = 0;
    for (const Ball& ball : balls) {
        if (!throw_dart(fill, ball.radius, ball.size_class, random, tally)) {
            if (report_empty(tally)) return;
            const double solid = 4 * std::numbers::pi / 3 * cubes / volume(fill.region);
            return fail(
                fmt::format("only {} of {} grains fit at random (solid fraction {:.2f} of "
                            "the region); make the region larger, the grains fewer or smaller",
                            tally.placed, count, solid));
        }
        cubes += ball.radius * ball.radius * ball.radius;
    }
}

/// Nothing is placed yet; but could anything be?
void Filler::run(const PourFill& fill, Random& random) {
    const double radius = largest_radius(group());
    Tally tally;
    for (int n = 0; n < tries_per_grain && !tally.fits_walls; ++n) {
        const Vec3 center = random_center(fill.region, radius, random);
        if (!holds_ball(fill.region, center, radius, slack(radius))) continue;
        tally.fits_region = true;
        tally.fits_walls = is_clear_of_walls(center, radius);
    }
    report_empty(tally);
}

bool Filler::check_placed(int number, const Vec3& center, double radius) {
    const std::string grain = fmt::format("grain {} at {}", number, text(center));
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
        const double depth = radius + earlier.radius - (center - earlier.center).norm();
        fail(fmt::format(
            "{} overlaps grain {}{} at {} by {:.3g} m", grain, other - first_of_group_[g] + 1,
            earlier.group == group_ ? "" : fmt::format(" of {}", scene_.grains[g].name),
            text(earlier.center), depth));
    }
    return errors_.size() == errors_before;
}

void Filler::run(const PlacedFill& fill, Random& random) {
    const auto count = static_cast<std::int64_t>(fill.centers.size());
    const std::vector<std::int64_t> numbers = class_numbers(group(), count);
    const std::size_t errors_before = errors_.size();
    std::size_t bad = 0, index = 0;
    for (std::size_t k = 0; k < numbers.size(); ++k)
        for (std::int64_t n = 0; n < numbers[k]; ++n, ++index) {
            const Vec3& center = fill.centers[index];
            const double radius = draw_radius(static_cast<int>(k), random);
            if (!check_placed(static_cast<int>(index) + 1, center, radius)) ++bad;
            add(center, radius, static_cast<int>(k));
        }
    if (errors_.size() <= errors_before + most_messages) return;
    errors_.resize(errors_before + most_messages);
    fail(fmt::format("{} of {} grains are badly placed; the first {} messages are shown", bad,
                     count, most_messages));
}

void Filler::fill(int group_index) {
    group_ = group_index;
    first_of_group_.push_back(static_cast<int>(grains_.size()));
    Random seeds(scene_.seed);
    std::uint64_t seed = seeds.bits();
    for (int k = 0; k < group_index; ++k) seed = seeds.bits();
    Random random(seed);
    std::visit([&](const auto& f) { run(f, random); }, group().fill);
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
        SCREE_ASSERT(!group.classes.empty() && smallest_radius(group) > 0);
        largest = std::max(largest, largest_radius(group));
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
    return filler.finish();
}

} // namespace scree
