// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/random.hpp>
#include <scree/shapes/triangle_mesh.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

// The same surfaces cut into triangles in different ways.
namespace scree::test {

using Flat = std::array<double, 2>;       ///< in the unit square
using FlatTriangle = std::array<Flat, 3>; ///< counter-clockwise
using Cut = std::vector<FlatTriangle>;
using OnSurface = std::function<Vec3(const Flat&)>;

inline constexpr int cut_count = 10;

inline void add_quad(Cut& cut, const Flat& a, const Flat& b, const Flat& c, const Flat& d,
                     bool other_way) {
    if (other_way) {
        cut.push_back({a, b, d});
        cut.push_back({b, c, d});
    } else {
        cut.push_back({a, b, c});
        cut.push_back({a, c, d});
    }
}

/// The part [left, right] of the square, in n × n cells whose inner corners are moved at random.
inline void add_grid(Cut& cut, int n, double left, double right, double jitter, Random& random) {
    const auto size = static_cast<std::size_t>(n);
    std::vector<std::vector<Flat>> at(size + 1, std::vector<Flat>(size + 1));
    for (std::size_t i = 0; i <= size; ++i)
        for (std::size_t j = 0; j <= size; ++j) {
            const auto move = [&](std::size_t k, std::size_t other) {
                const bool is_inner = k > 0 && k < size && other > 0 && other < size;
                const double shift = is_inner ? jitter * random.uniform(-1, 1) : 0;
                return (static_cast<double>(k) + shift) / n;
            };
            const double u = move(i, j), v = move(j, i);
            at[i][j] = {left + (right - left) * u, v};
        }
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j)
            add_quad(cut, at[i][j], at[i + 1][j], at[i + 1][j + 1], at[i][j + 1],
                     random.below(2) == 0);
}

inline Flat between(const Flat& a, const Flat& b, double part) {
    return {a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])};
}

/// The unit square, cut in the k-th way.
inline Cut cut_square(int k, Random& random) {
    Cut cut;
    switch (k) {
    case 0:
        add_quad(cut, {0, 0}, {1, 0}, {1, 1}, {0, 1}, false);
        break;
    case 1:
        add_quad(cut, {0, 0}, {1, 0}, {1, 1}, {0, 1}, true);
        break;
    case 2:
        add_grid(cut, 8, 0, 1, 0, random);
        break;
    case 3:
        add_grid(cut, 7, 0, 1, 0.3, random);
        break;
    case 4: { // a fan
        const Flat middle = {random.uniform(0.2, 0.8), random.uniform(0.2, 0.8)};
        const std::array<Flat, 4> corner = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
        for (std::size_t i = 0; i < 4; ++i) cut.push_back({middle, corner[i], corner[(i + 1) % 4]});
        break;
    }
    case 5: // a T at every corner along the middle
        add_grid(cut, 1, 0, 0.5, 0, random);
        add_grid(cut, 5, 0.5, 1, 0.2, random);
        break;
    case 6: // some triangles twice, some turned
        add_grid(cut, 4, 0, 1, 0.2, random);
        for (int i = 0; i < 10; ++i) {
            FlatTriangle copy = cut[random.below(cut.size())];
            if (i % 2 == 0) std::swap(copy[1], copy[2]);
            cut.push_back(copy);
        }
        break;
    case 7: { // an empty triangle along each side
        Cut grid;
        add_grid(grid, 3, 0, 1, 0, random);
        for (const FlatTriangle& t : grid) {
            cut.push_back(t);
            cut.push_back({t[0], between(t[0], t[1], 0.5), t[1]});
        }
        break;
    }
    case 8: // halved at random, with T-junctions and very thin ones
        add_quad(cut, {0, 0}, {1, 0}, {1, 1}, {0, 1}, false);
        for (int i = 0; i < 60; ++i) {
            const std::size_t which = random.below(cut.size());
            const FlatTriangle t = cut[which];
            const std::size_t side = random.below(3);
            const Flat &a = t[side], &b = t[(side + 1) % 3], &c = t[(side + 2) % 3];
            const Flat p = between(a, b, i % 7 == 0 ? 1e-7 : random.uniform(0.1, 0.9));
            cut[which] = {a, p, c};
            cut.push_back({p, b, c});
        }
        break;
    default: // pieces that overlap
        add_grid(cut, 2, 0, 0.6, 0, random);
        add_grid(cut, 3, 0.4, 1, 0.1, random);
    }
    return cut;
}

/// Triangles with vertices of their own, in any order: what an STL file has.
inline void add_cut(TriangleMesh& mesh, const Cut& cut, const OnSurface& place) {
    for (const FlatTriangle& t : cut) {
        const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
        for (const Flat& p : t) mesh.vertices.push_back(place(p));
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
}

/// The box [0, sides], its triangles turned outward.
inline TriangleMesh cut_box(const Vec3& sides, int k, Random& random, int open_face = -1) {
    TriangleMesh mesh;
    for (int face = 0; face < 6; ++face) {
        if (face == open_face) continue;
        const int axis = face / 2;
        const bool is_upper = face % 2 == 1;
        const int u = is_upper ? (axis + 1) % 3 : (axis + 2) % 3;
        const int v = is_upper ? (axis + 2) % 3 : (axis + 1) % 3;
        add_cut(mesh, cut_square(k, random), [&](const Flat& p) {
            Vec3 at = Vec3::Zero();
            at[axis] = is_upper ? sides[axis] : 0;
            at[u] = p[0] * sides[u];
            at[v] = p[1] * sides[v];
            return at;
        });
    }
    return mesh;
}

/// The lateral surface of a cylinder about z, of n × m quads, corners on the circle.
inline TriangleMesh cylinder_mesh(double radius, double length, int n, int m) {
    TriangleMesh mesh;
    for (int j = 0; j <= m; ++j)
        for (int i = 0; i < n; ++i) {
            const double t = 2 * std::numbers::pi * i / n;
            mesh.vertices.emplace_back(radius * std::cos(t), radius * std::sin(t), length * j / m);
        }
    const auto name = [&](int i, int j) { return static_cast<std::uint32_t>(j * n + i % n); };
    for (int j = 0; j < m; ++j)
        for (int i = 0; i < n; ++i) {
            mesh.triangles.push_back({name(i, j), name(i + 1, j), name(i + 1, j + 1)});
            mesh.triangles.push_back({name(i, j), name(i + 1, j + 1), name(i, j + 1)});
        }
    return mesh;
}

} // namespace scree::test
