// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/certificate.hpp>

#include <scree/predicates/double_double.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

// Deliberately shares nothing with the algorithms but the double-double numbers.
namespace scree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double epsilon = std::numeric_limits<double>::epsilon();

template <class S>
struct Point {
    S x, y, z;
};

template <class S>
Point<S> operator-(const Point<S>& a, const Point<S>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class S>
S dot(const Point<S>& a, const Point<S>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class S>
Point<S> cross(const Point<S>& a, const Point<S>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class S>
double length(const Point<S>& a) {
    return std::hypot(static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z));
}

class Checker {
public:
    Checker(const Certificate& proof, const Corners& a, const Corners& b, const Pose& b_in_a)
        : proof_(proof), a_(a), b_(b), b_in_a_(b_in_a),
          reach_(a.reach + b.reach + b_in_a.position.norm()),
          per_unit_(std::ldexp(1.0, -std::ilogb(reach_ > 0 ? reach_ : 1.0))) {}

    ProvenGap run() const {
        const double lower = from_below();
        double upper = infinity;
        if (!proof_.weights.empty()) upper = point_distance();
        if (!proof_.shell.empty()) upper = std::min(upper, -ball_inside());
        return {lower / per_unit_, upper / per_unit_};
    }

private:
    template <class S>
    Point<S> corner_a(std::uint32_t i) const {
        return {per_unit_ * a_.x[i], per_unit_ * a_.y[i], per_unit_ * a_.z[i]};
    }

    template <class S>
    Point<S> corner_b(std::uint32_t i) const {
        const Point<S> p{per_unit_ * b_.x[i], per_unit_ * b_.y[i], per_unit_ * b_.z[i]};
        const auto row = [&](int k) {
            return S(b_in_a_.rotation(k, 0)) * p.x + S(b_in_a_.rotation(k, 1)) * p.y +
                   S(b_in_a_.rotation(k, 2)) * p.z + S(per_unit_ * b_in_a_.position[k]);
        };
        return {row(0), row(1), row(2)};
    }

    bool is_point(std::uint32_t k) const {
        return k < proof_.points.size() && proof_.points[k].a < a_.count &&
               proof_.points[k].b < b_.count;
    }
    template <class S>
    Point<S> point(std::uint32_t k) const {
        return corner_b<S>(proof_.points[k].b) - corner_a<S>(proof_.points[k].a);
    }

    /// The lowest point of D along the direction, over all corners, in plain doubles with their
    /// worst rounding taken off: three products and sums per corner, and the turned direction.
    double from_below() const {
        const Vec3& n = proof_.direction;
        const double size = n.norm();
        if (!(size > 0.5 && size < 2)) return -infinity;
        const Vec3 n_in_b = b_in_a_.rotation.transpose() * n;
        double top_a = -infinity;
        double low_b = infinity;
        for (std::uint32_t i = 0; i < a_.count; ++i) top_a = std::max(top_a, n.dot(a_[i]));
        for (std::uint32_t i = 0; i < b_.count; ++i) low_b = std::min(low_b, n_in_b.dot(b_[i]));
        const double low = (low_b + n.dot(b_in_a_.position)) - top_a;
        const double doubt = 6 * epsilon * reach_; // 12 u
        // Dividing by the direction's length makes a positive bound smaller when it is too long.
        return per_unit_ * (low / size - doubt);
    }

    double point_distance() const {
        const std::size_t count = proof_.weights.size();
        if (count > proof_.points.size()) return infinity;
        Point<DoubleDouble> sum{};
        DoubleDouble total = 0;
        for (std::uint32_t k = 0; k < count; ++k) {
            if (!is_point(k) || !(proof_.weights[k] >= 0)) return infinity;
            const DoubleDouble weight = proof_.weights[k];
            const auto w = point<DoubleDouble>(k);
            sum = {sum.x + weight * w.x, sum.y + weight * w.y, sum.z + weight * w.z};
            total = total + weight;
        }
        if (!(total.high > 0)) return infinity;
        return length(sum) / total.high * (1 + 2 * epsilon);
    }

    /// The radius of a ball about the origin that the shell encloses; minus infinity when it is no
    /// closed surface around the origin.
    double ball_inside() const {
        if (!is_closed()) return -infinity;
        std::vector<Point<DoubleDouble>> w;
        for (std::uint32_t k = 0; k < proof_.points.size(); ++k)
            w.push_back(point<DoubleDouble>(k));
        double radius = infinity;
        if (!is_around_origin(w)) { // perhaps it passes through it: then that is a point of D
            for (const auto& t : proof_.shell)
                radius = std::min(radius, point_of_triangle({w[t[0]], w[t[1]], w[t[2]]}));
            return -radius;
        }
        for (const auto& t : proof_.shell)
            radius = std::min(radius, triangle_distance({w[t[0]], w[t[1]], w[t[2]]}));
        return radius;
    }

    using Triangle = std::array<Point<DoubleDouble>, 3>;

    /// At most the distance of a triangle from the origin: along any direction its lowest corner is
    /// no higher than that. Along the right one, that of the nearest point, they are equal.
    static double triangle_distance(const Triangle& t) {
        const Vec3 a = rounded(t[0]);
        const Vec3 b = rounded(t[1]);
        const Vec3 c = rounded(t[2]);
        double best = lowest_corner(t, rounded(cross(t[1] - t[0], t[2] - t[0])));
        for (const Vec3& near :
             {nearest_of_edge(a, b), nearest_of_edge(b, c), nearest_of_edge(c, a)})
            best = std::max(best, lowest_corner(t, near));
        return best;
    }

    /// The distance of some point of a triangle near its nearest, and no less than it.
    static double point_of_triangle(const Triangle& t) {
        const Vec3 a = rounded(t[0]);
        const Vec3 b = rounded(t[1]);
        const Vec3 c = rounded(t[2]);
        double best = infinity;
        for (const Vec3& near :
             {nearest_of_edge(a, b), nearest_of_edge(b, c), nearest_of_edge(c, a)})
            best = std::min(best, near.norm());
        const Point<DoubleDouble> m = cross(t[1] - t[0], t[2] - t[0]);
        bool inside = length(m) > 0;
        for (std::size_t k = 0; k < 3; ++k)
            inside = inside && dot(m, cross(t[k], t[(k + 1) % 3])).high > 0;
        if (inside) best = std::min(best, std::abs(dot(m, t[0]).high) / length(m));
        return best + 4 * epsilon; // lengths are at most about 1
    }

    static Vec3 rounded(const Point<DoubleDouble>& p) { return {p.x.high, p.y.high, p.z.high}; }

    static Vec3 nearest_of_edge(const Vec3& a, const Vec3& b) {
        const Vec3 e = b - a;
        const double s = -a.dot(e) / e.squaredNorm();
        return s > 0 ? Vec3(a + std::min(s, 1.0) * e) : a; // any answer will do, this is a good one
    }

    static double lowest_corner(const Triangle& t, const Vec3& direction) {
        const double size = direction.norm();
        if (!(size > 0)) return -infinity;
        const Point<DoubleDouble> d{direction.x(), direction.y(), direction.z()};
        double low = infinity;
        for (const auto& p : t) low = std::min(low, dot(d, p).high / size);
        return low - 4 * epsilon * std::abs(low) - 0x1p-90;
    }

    /// Whether a ray from the origin leaves the closed surface more often than it enters: then
    /// every ray does. Any ray that passes clear of all edges can be asked.
    bool is_around_origin(const std::vector<Point<DoubleDouble>>& w) const {
        for (const auto& t : proof_.shell) {
            const Vec3 ray = rounded(w[t[0]]) + rounded(w[t[1]]) + rounded(w[t[2]]);
            int leaves = 0;
            bool clear = true;
            for (std::size_t k = 0; k < proof_.shell.size() && clear; ++k) {
                const auto& c = proof_.shell[k];
                clear = count_crossing({w[c[0]], w[c[1]], w[c[2]]}, ray, leaves);
            }
            if (clear) return leaves > 0;
        }
        return false;
    }

    /// Adds how the ray crosses a triangle (+1 leaving, -1 entering, 0); false when that is
    /// unclear.
    static bool count_crossing(const Triangle& t, const Vec3& ray, int& leaves) {
        const Point<DoubleDouble> r{ray.x(), ray.y(), ray.z()};
        const double doubt = 0x1p-90 * (1 + ray.norm());
        std::array<double, 3> side{};
        for (std::size_t k = 0; k < 3; ++k) {
            side[k] = dot(r, cross(t[k], t[(k + 1) % 3])).high;
            if (!(std::abs(side[k]) > doubt)) return false;
        }
        if ((side[0] > 0) != (side[1] > 0) || (side[1] > 0) != (side[2] > 0)) return true;
        const double volume = dot(t[0], cross(t[1], t[2])).high;
        if (!(std::abs(volume) > doubt)) return false;
        if ((volume > 0) == (side[0] > 0)) leaves += volume > 0 ? 1 : -1;
        return true;
    }

    /// Each directed edge once, and its reverse once.
    bool is_closed() const {
        using DirectedEdge = std::pair<std::uint32_t, std::uint32_t>;
        std::vector<DirectedEdge> edges;
        for (const auto& t : proof_.shell) {
            for (std::size_t k = 0; k < 3; ++k) {
                if (!is_point(t[k]) || t[k] == t[(k + 1) % 3]) return false;
                edges.emplace_back(t[k], t[(k + 1) % 3]);
            }
        }
        std::sort(edges.begin(), edges.end());
        if (std::adjacent_find(edges.begin(), edges.end()) != edges.end()) return false;
        return std::all_of(edges.begin(), edges.end(), [&](const DirectedEdge& e) {
            return std::binary_search(edges.begin(), edges.end(), DirectedEdge(e.second, e.first));
        });
    }

    const Certificate& proof_;
    const Corners& a_;
    const Corners& b_;
    const Pose& b_in_a_;
    double reach_;    ///< of D
    double per_unit_; ///< brings lengths to about 1
};

} // namespace

ProvenGap check(const Certificate& proof, const Corners& a, const Corners& b, const Pose& b_in_a) {
    return Checker(proof, a, b, b_in_a).run();
}

} // namespace scree
