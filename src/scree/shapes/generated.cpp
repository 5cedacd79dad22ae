// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/ball.hpp>
#include <scree/base/random.hpp>
#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/detail/hull.hpp>
#include <scree/shapes/generated.hpp>
#include <scree/shapes/shape.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

// Every corner asked for is there: points of an ellipsoid are all corners of their hull, and of a
// bumpy surface we take only points that are farthest of all in some direction, which are corners
// of the hull of any subset. Stretching changes neither.
namespace scree {
namespace {

constexpr int fewest_vertices = 4;
constexpr int most_vertices = 10000;

/// Degrees of the harmonics: below 2 they move or scale the grain, above 8 they are texture that
/// the hull swallows.
constexpr unsigned lowest_degree = 2;
constexpr unsigned highest_degree = 8;
constexpr double rms_of_roundness_zero = 0.2;

void check(int vertices, const Aspect& aspect, double radius, detail::Complaints& complaints) {
    complaints.positive("radius", radius);
    if (vertices < fewest_vertices || vertices > most_vertices)
        complaints.add("vertices: must be from " + std::to_string(fewest_vertices) + " to " +
                       std::to_string(most_vertices) + ", got " + std::to_string(vertices));
    const auto in_range = [&](const std::string& key, double value) {
        complaints.unless(value > 0 && value <= 1, key, "be > 0 and at most 1", value);
    };
    in_range("elongation", aspect.elongation);
    in_range("flatness", aspect.flatness);
}

Vec3 random_direction(Random& random) {
    const double z = random.uniform(-1, 1);
    const double t = random.uniform(0, 2 * std::numbers::pi);
    const double r = std::sqrt((1 - z) * (1 + z));
    return {r * std::cos(t), r * std::sin(t), z};
}

/// Of a few random directions the one farthest from all before it, time and again: no two so close
/// that the faces become splinters, yet no pattern.
std::vector<Vec3> spread_directions(Random& random, int count) {
    constexpr int tries = 8;
    std::vector<Vec3> chosen;
    while (static_cast<int>(chosen.size()) < count) {
        Vec3 best = Vec3::Zero();
        double farthest = -1;
        for (int k = 0; k < tries; ++k) {
            const Vec3 candidate = random_direction(random);
            double nearest = 4;
            for (const Vec3& other : chosen)
                nearest = std::min(nearest, (other - candidate).squaredNorm());
            if (nearest > farthest) farthest = nearest, best = candidate;
        }
        chosen.push_back(best);
    }
    return chosen;
}

/// Stretched to the aspect's box, with the ball's volume, the centroid in the origin.
Polyhedron finished(std::vector<Vec3> points, const Aspect& aspect, double radius) {
    Vec3 low = points[0];
    Vec3 high = points[0];
    for (const Vec3& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
    const Vec3 sides(1, aspect.elongation, aspect.elongation * aspect.flatness);
    const Vec3 stretch = sides.cwiseQuotient(high - low);
    for (Vec3& p : points) p = stretch.cwiseProduct(p - 0.5 * (low + high));
    const MassProperties rough = mass_properties(make_polyhedron(points));
    const double factor = radius * std::cbrt(ball_volume(1) / rough.volume);
    for (Vec3& p : points) p = factor * (p - rough.centroid);
    return make_polyhedron(points);
}

/// Two independent normal numbers (Box and Muller).
std::array<double, 2> normal_pair(Random& random) {
    const double r = std::sqrt(-2 * std::log(1 - random.uniform()));
    const double t = 2 * std::numbers::pi * random.uniform();
    return {r * std::cos(t), r * std::sin(t)};
}

/// A random function on the sphere, with a variance of 1 on average.
class Relief {
public:
    explicit Relief(Random& random) {
        // A power falling with the square of the degree, as measured for sand grains
        // [Garboczi2002]; Σ |Y_lm|² = (2l+1)/4π, so each degree brings l^-2 (2l+1) to the variance.
        double variance = 0;
        for (unsigned l = lowest_degree; l <= highest_degree; ++l)
            variance += (2.0 * l + 1) / (l * l) / (4 * std::numbers::pi);
        for (unsigned l = lowest_degree; l <= highest_degree; ++l)
            for (unsigned m = 0; m <= l; ++m) {
                const auto [a, b] = normal_pair(random);
                // Real harmonics: √2 P cos mφ and √2 P sin mφ; for m = 0 only P.
                const double weight = (m == 0 ? 1 : std::numbers::sqrt2) / l / std::sqrt(variance);
                terms_.push_back({l, m, weight * a, m == 0 ? 0 : weight * b});
            }
    }

    double operator()(const Vec3& n) const {
        const double theta = std::acos(std::clamp(n.z(), -1.0, 1.0));
        const double phi = std::atan2(n.y(), n.x());
        double sum = 0;
        for (const Term& term : terms_)
            sum += std::sph_legendre(term.l, term.m, theta) *
                   (term.cosine * std::cos(term.m * phi) + term.sine * std::sin(term.m * phi));
        return sum;
    }

private:
    struct Term {
        unsigned l, m;
        double cosine, sine;
    };
    std::vector<Term> terms_;
};

/// Evenly spread over the sphere, from pole to pole along a spiral.
std::vector<Vec3> spiral_directions(std::size_t count) {
    std::vector<Vec3> all;
    all.reserve(count);
    for (std::size_t k = 0; k < count; ++k) {
        const double z = 1 - (2 * static_cast<double>(k) + 1) / static_cast<double>(count);
        const double t = 2 * std::numbers::pi * (2 - std::numbers::phi) * static_cast<double>(k);
        const double r = std::sqrt((1 - z) * (1 + z));
        all.emplace_back(r * std::cos(t), r * std::sin(t), z);
    }
    return all;
}

std::uint32_t farthest_along(const std::vector<Vec3>& cloud, const Vec3& direction) {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < cloud.size(); ++i)
        if (direction.dot(cloud[i]) > direction.dot(cloud[best])) best = i;
    return best;
}

/// The points of the cloud that stand out of the hull of the chosen ones, each the farthest above
/// some facet, the highest first.
std::vector<std::uint32_t> standing_out(const std::vector<Vec3>& cloud,
                                        const std::vector<Vec3>& chosen) {
    std::vector<std::pair<double, std::uint32_t>> found;
    for (const detail::Polygon& facet : detail::hull_facets(chosen)) {
        const Vec3 normal = detail::unit_normal(chosen, facet);
        const std::uint32_t top = farthest_along(cloud, normal);
        const double height = normal.dot(cloud[top] - chosen[facet[0]]);
        if (height > 1e-6) found.emplace_back(-height, top); // of a cloud of size 1
    }
    std::ranges::sort(found);
    std::vector<std::uint32_t> tops;
    for (const auto& [height, top] : found)
        if (std::ranges::find(tops, top) == tops.end()) tops.push_back(top);
    return tops;
}

/// As many corners of the cloud's hull as wanted, those first that the shape needs most; fewer when
/// the hull has no more.
std::vector<Vec3> outermost(const std::vector<Vec3>& cloud, std::size_t wanted) {
    std::set<std::uint32_t> names;
    const double third = 1 / std::sqrt(3.0);
    for (const Vec3& d : {Vec3(third, third, third), Vec3(third, -third, -third),
                          Vec3(-third, third, -third), Vec3(-third, -third, third)})
        names.insert(farthest_along(cloud, d));
    while (names.size() < wanted) {
        std::vector<Vec3> chosen;
        for (const auto i : names) chosen.push_back(cloud[i]);
        const auto tops = standing_out(cloud, chosen);
        // At most half as many again in a round: what stands out most changes as the hull grows.
        const std::size_t room =
            std::min(wanted, names.size() + std::max<std::size_t>(1, names.size() / 2));
        const std::size_t before = names.size();
        for (const auto top : tops)
            if (names.size() < room) names.insert(top);
        if (names.size() == before) break;
    }
    std::vector<Vec3> points;
    for (const auto i : names) points.push_back(cloud[i]);
    return points;
}

} // namespace

Polyhedron random_polyhedron(const RandomPolyhedron& wanted, double radius) {
    detail::Complaints complaints;
    check(wanted.vertices, wanted.aspect, radius, complaints);
    complaints.raise();
    Random random(wanted.seed);
    return finished(spread_directions(random, wanted.vertices), wanted.aspect, radius);
}

Polyhedron generated_grain(const GeneratedGrain& wanted, double radius) {
    detail::Complaints complaints;
    check(wanted.vertices, wanted.aspect, radius, complaints);
    complaints.unless(wanted.roundness >= 0 && wanted.roundness <= 1, "roundness", "be from 0 to 1",
                      wanted.roundness);
    complaints.raise();
    Random random(wanted.seed);
    const Relief relief(random);
    const double height = rms_of_roundness_zero * (1 - wanted.roundness);
    const auto count = static_cast<std::size_t>(wanted.vertices);
    // Where the hull swallows many points a finer cloud has more to offer.
    for (std::size_t size = 500 + 10 * count; size <= 2000 + 400 * count; size *= 3) {
        std::vector<Vec3> cloud = spiral_directions(size);
        for (Vec3& n : cloud) n *= std::exp(height * relief(n));
        std::vector<Vec3> points = outermost(cloud, count);
        if (points.size() == count) return finished(std::move(points), wanted.aspect, radius);
    }
    throw InputError("vertices: the hull of this surface has fewer than " +
                     std::to_string(wanted.vertices) +
                     " corners; ask for fewer, or for more roundness");
}

} // namespace scree
