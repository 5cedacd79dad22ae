// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/tolerances.hpp>
#include <scree/narrow/gjk_plain.hpp>

#include <algorithm>
#include <cmath>

// [M Alg. 5] with these departures: line 9 leaves the loop; ‖v‖² − v·w is compared with ε‖v‖², not
// with ε²‖v‖², which is below rounding for the tolerances in use; the loop also ends when the
// distance no longer falls, without which rounding can make it endless [M §2.4.3].
namespace scree {
namespace {

constexpr int iteration_limit = 1000;

class Supports {
public:
    Supports(const Corners& corners, SupportKind kind)
        : corners_(corners),
          climbs_(kind == SupportKind::hill_climb && !corners.neighbours.empty()) {}

    Vec3 operator()(const Vec3& direction) {
        if (climbs_)
            climb(direction);
        else
            scan(direction);
        return corners_[last_];
    }

private:
    double along(std::uint32_t i, const Vec3& d) const {
        return corners_.x[i] * d.x() + corners_.y[i] * d.y() + corners_.z[i] * d.z();
    }
    void scan(const Vec3& direction) {
        double farthest = along(0, direction);
        last_ = 0;
        for (std::uint32_t i = 1; i < corners_.count; ++i) {
            const double height = along(i, direction);
            if (height > farthest) farthest = height, last_ = i;
        }
    }
    void climb(const Vec3& direction) {
        double farthest = along(last_, direction);
        for (bool rises = true; rises;) {
            rises = false;
            const std::uint32_t from = last_;
            for (std::uint32_t n = corners_.neighbour_start[from];
                 n < corners_.neighbour_start[from + 1]; ++n) {
                const double height = along(corners_.neighbours[n], direction);
                if (height > farthest) {
                    farthest = height;
                    last_ = corners_.neighbours[n];
                    rises = true;
                }
            }
        }
    }

    const Corners& corners_;
    bool climbs_;
    std::uint32_t last_ = 0;
};

/// The new vertex first, then those that carried the last point.
PlainSimplex with_newest(const Vec3& w, const PlainSimplex& last, unsigned used) {
    PlainSimplex next;
    next.vertex.fill(w);
    next.count = 1;
    for (std::size_t i = 0; i < last.count; ++i) {
        if ((used >> i & 1U) != 0) next.vertex[next.count++] = last.vertex[i];
    }
    return next;
}

double largest_norm(const PlainSimplex& simplex) {
    double largest = 0;
    for (const Vec3& v : simplex.view()) largest = std::max(largest, v.norm());
    return largest;
}

} // namespace

NearestPoint nearest_point(SimplexMethod method, std::span<const Vec3> simplex) {
    switch (method) {
    case SimplexMethod::signed_volumes:
        return signed_volumes_newest(simplex);
    case SimplexMethod::johnson:
        return johnson(simplex);
    case SimplexMethod::johnson_with_backup:
        return johnson_with_backup(simplex);
    case SimplexMethod::best_subset:
        return best_subset(simplex);
    case SimplexMethod::voronoi_regions:
        break;
    }
    return voronoi_regions(simplex);
}

PlainDistance gjk_plain(const Corners& a, const Corners& b, const Pose& b_in_a,
                        const PlainGjk& options, std::vector<PlainSimplex>* questions) {
    Supports support_a(a, options.support);
    Supports support_b(b, options.support);
    PlainSimplex simplex;
    NearestPoint nearest;
    nearest.point = a[0] - b_in_a * b[0];
    PlainDistance result;
    result.distance = nearest.point.norm();
    while (result.iterations < iteration_limit) {
        const Vec3& v = nearest.point;
        const Vec3 w = support_a(-v) - b_in_a * support_b(b_in_a.rotation.transpose() * v);
        const double vv = v.squaredNorm();
        result.lower_bound = std::max(result.lower_bound, v.dot(w) / result.distance);
        if (simplex.count > 0 && vv - v.dot(w) <= options.relative_tolerance * vv) {
            result.status = PlainStatus::apart;
            break;
        }
        ++result.iterations;
        simplex = with_newest(w, simplex, nearest.used);
        if (questions != nullptr) questions->push_back(simplex);
        nearest = nearest_point(options.method, simplex.view());
        if (nearest.used == 0) {
            result.status = PlainStatus::no_subset;
            break;
        }
        const double distance = nearest.point.norm();
        if (simplex.count > 1 && !(distance < result.distance)) {
            result.status = PlainStatus::no_descent;
            break;
        }
        result.distance = distance;
        if (nearest.used == 0b1111U ||
            distance <= detail::touching_rounding * largest_norm(simplex)) {
            result.status = PlainStatus::touching;
            break;
        }
    }
    return result;
}

} // namespace scree
