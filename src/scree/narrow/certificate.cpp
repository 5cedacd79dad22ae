// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/certificate.hpp>

#include <scree/predicates/double_double.hpp>
#include <scree/predicates/dyadic.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

// Deliberately shares nothing with the algorithms but the number types.
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

/// 2^-95: above what all the double-double operations on one triangle lose together, per unit.
constexpr double wide_rounding = 0x1p-95;

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
    /// closed surface.
    double ball_inside() const {
        if (!is_closed()) return -infinity;
        double radius = infinity;
        for (const auto& t : proof_.shell) {
            double distance = plane_distance<DoubleDouble>(t, wide_rounding);
            if (!(distance > -infinity)) distance = plane_distance<Dyadic>(t, 0);
            radius = std::min(radius, distance);
        }
        return radius;
    }

    /// At most the distance of a triangle's plane from the origin, negative when seen from outside;
    /// minus infinity when `rounding` hides it.
    template <class S>
    double plane_distance(const std::array<std::uint32_t, 3>& t, double rounding) const {
        const Point<S> p = point<S>(t[0]);
        const Point<S> e1 = point<S>(t[1]) - p;
        const Point<S> e2 = point<S>(t[2]) - p;
        const Point<S> m = cross(e1, e2);
        const double size = length(m);
        const double doubt = rounding * (length(e1) + length(e2));
        if (!(doubt <= 0.1 * epsilon * size) || size == 0) return -infinity;
        const double distance = static_cast<double>(dot(m, p)) / size;
        return distance - epsilon - 2 * epsilon * std::abs(distance);
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
