// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/shapes/polyhedron.hpp>

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <optional>
#include <vector>

// Volumes in rational arithmetic, from half-spaces alone and without any geometry: Lasserre's
// recursion (J. Optim. Theory Appl. 39, 363, 1983), n·vol = Σ b_i / |a_ij| · vol(facet i without
// variable j). Nothing in common with clipping.
namespace scree::test {

using Rational = boost::multiprecision::cpp_rational;
using Coordinates = std::vector<Rational>;

/// a · x ≤ b
struct HalfSpace {
    Coordinates a;
    Rational b;
};

// Scales each to a first coefficient of ±1 and leaves of parallel ones the tightest. Nothing if one
// cannot be fulfilled.
inline std::optional<std::vector<HalfSpace>> tidied(std::vector<HalfSpace> planes) {
    std::vector<HalfSpace> out;
    for (HalfSpace& plane : planes) {
        const auto lead = std::ranges::find_if(plane.a, [](const Rational& x) { return x != 0; });
        if (lead == plane.a.end()) {
            if (plane.b < 0) return std::nullopt;
            continue;
        }
        const Rational scale = abs(*lead);
        for (Rational& x : plane.a) x /= scale;
        plane.b /= scale;
        const auto same =
            std::ranges::find_if(out, [&](const HalfSpace& other) { return other.a == plane.a; });
        if (same == out.end())
            out.push_back(plane);
        else
            same->b = std::min(same->b, plane.b);
    }
    return out;
}

inline Rational exact_volume(std::vector<HalfSpace> all) {
    const auto tidy = tidied(std::move(all));
    if (!tidy) return 0;
    const std::vector<HalfSpace>& planes = *tidy;
    const std::size_t n = planes.at(0).a.size();
    if (n == 1) {
        std::optional<Rational> low, high; // tidied: at most one of each
        for (const HalfSpace& plane : planes) (plane.a[0] > 0 ? high : low) = plane.b;
        const Rational length = high.value() + low.value();
        return length > 0 ? length : Rational(0);
    }
    Rational sum = 0;
    for (std::size_t i = 0; i < planes.size(); ++i) {
        if (planes[i].b == 0) continue;
        const auto& [a, b] = planes[i];
        std::size_t j = 0;
        while (a[j] == 0) ++j;
        std::vector<HalfSpace> facet;
        for (std::size_t k = 0; k < planes.size(); ++k) {
            if (k == i) continue;
            HalfSpace cut{{}, planes[k].b - planes[k].a[j] / a[j] * b};
            for (std::size_t l = 0; l < n; ++l)
                if (l != j) cut.a.push_back(planes[k].a[l] - planes[k].a[j] / a[j] * a[l]);
            facet.push_back(std::move(cut));
        }
        sum += b / abs(a[j]) * exact_volume(std::move(facet));
    }
    return sum / n;
}

/// ∫ x_k over the body plus `lift` times its volume: the volume of a body of one dimension more,
/// 0 ≤ t ≤ x_k + lift, where `lift` must keep that above zero.
inline Rational exact_moment(std::vector<HalfSpace> planes, int k, int lift) {
    for (HalfSpace& plane : planes) plane.a.emplace_back(0);
    planes.push_back({{0, 0, 0, -1}, 0});
    planes.push_back({{0, 0, 0, 1}, lift});
    planes.back().a[static_cast<std::size_t>(k)] = -1;
    return exact_volume(std::move(planes));
}

inline Coordinates exact_point(const Pose& pose, const Vec3& point) {
    Coordinates out;
    for (int i = 0; i < 3; ++i) {
        out.emplace_back(pose.position[i]);
        for (int j = 0; j < 3; ++j)
            out.back() += Rational(pose.rotation(i, j)) * Rational(point[j]);
    }
    return out;
}

/// The half-spaces of a posed polyhedron from its corners, as they are written. Its polygons must
/// be exactly flat.
inline void append_half_spaces(const PolyhedronData& data, const Pose& pose,
                               std::vector<HalfSpace>& out) {
    for (std::size_t f = 0; f < data.face_count(); ++f) {
        const auto loop = data.face(f);
        const Coordinates p = exact_point(pose, data.corner(loop[0]));
        Coordinates u = exact_point(pose, data.corner(loop[1]));
        Coordinates v = exact_point(pose, data.corner(loop[2]));
        for (std::size_t k = 0; k < 3; ++k) u[k] -= p[k], v[k] -= p[k];
        HalfSpace plane{
            {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]}, 0};
        for (std::size_t k = 0; k < 3; ++k) plane.b += plane.a[k] * p[k];
        out.push_back(std::move(plane));
    }
}

} // namespace scree::test
