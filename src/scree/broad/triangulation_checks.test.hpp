// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/broad/point_sets.test.hpp>
#include <scree/broad/triangulation.hpp>

#include <scree/base/parallel.hpp>

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <tuple>

// What a triangulation holds, in a form that can be compared.
namespace scree::test {

using Index = Triangulation::Index;
/// Four vertices in rising order; of points with equal centre and weight the lowest stands for all.
using Quadruple = std::array<Index, 4>;
using Cells = std::vector<Quadruple>;            ///< sorted
using Edges = std::vector<std::array<Index, 2>>; ///< lower vertex first, sorted

inline std::tuple<double, double, double, double> key_of(const WeightedPoint& p) {
    return {p.x, p.y, p.z, p.weight};
}

inline bool is_present(const Triangulation& t, Index v) {
    return t.is_visible(v) || t.is_hidden(v);
}

/// For each vertex the lowest one with the same centre and weight, itself if there is none.
/// Vertices that were removed are left out of it.
inline std::vector<Index> lowest_twins(const Triangulation& t) {
    std::map<std::tuple<double, double, double, double>, Index> first;
    std::vector<Index> twin(t.vertex_count(), Triangulation::none);
    for (Index v = 0; v < t.vertex_count(); ++v)
        if (is_present(t, v)) twin[v] = first.try_emplace(key_of(t.points()[v]), v).first->second;
    return twin;
}

inline Cells cells_of(const Triangulation& t) {
    const std::vector<Index> twin = lowest_twins(t);
    Cells cells;
    for (Index c = 0; c < t.cell_slots(); ++c) {
        if (!t.is_cell(c)) continue;
        Quadruple q;
        for (Index k = 0; k < 4; ++k) q[k] = twin[t.vertex(4 * c + k)];
        std::sort(q.begin(), q.end());
        cells.push_back(q);
    }
    std::sort(cells.begin(), cells.end());
    return cells;
}

/// Between points; those with the frame are left out.
inline Edges edges_of(const Cells& cells) {
    std::set<std::array<Index, 2>> edges;
    for (const Quadruple& q : cells)
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = i + 1; j < 4; ++j)
                if (q[i] >= Triangulation::frame_count) edges.insert({q[i], q[j]});
    return {edges.begin(), edges.end()};
}

/// The flags of the vertices, the list of hidden ones and the cells say the same.
inline ::testing::AssertionResult states_agree(const Triangulation& t) {
    std::vector<bool> has_cell(t.vertex_count(), false);
    for (Index f = 0; f < 4 * t.cell_slots(); ++f)
        if (t.is_cell(f / 4)) has_cell[t.vertex(f)] = true;
    const std::set<Index> hidden(t.hidden().begin(), t.hidden().end());
    if (hidden.size() != t.hidden().size())
        return ::testing::AssertionFailure() << "a vertex is hidden twice";
    for (Index v = 0; v < t.vertex_count(); ++v) {
        if (t.is_visible(v) != has_cell[v])
            return ::testing::AssertionFailure() << "vertex " << v << ": cells and flag differ";
        if (t.is_hidden(v) != (hidden.count(v) != 0))
            return ::testing::AssertionFailure() << "vertex " << v << ": list and flag differ";
        if (!has_cell[v]) continue;
        const Index c = t.cell_of(v);
        if (!t.is_cell(c) || (t.vertex(4 * c) != v && t.vertex(4 * c + 1) != v &&
                              t.vertex(4 * c + 2) != v && t.vertex(4 * c + 3) != v))
            return ::testing::AssertionFailure() << "vertex " << v << ": not in its cell " << c;
    }
    return ::testing::AssertionSuccess();
}

/// Two points that never move, at the corners of a cube about the others and of weight zero: as
/// long as the others stay within and their radii below half its edge, all triangulations of them
/// have the same frame, and can be compared.
inline Points with_anchors(Points points, double low, double high) {
    points.push_back({low, low, low, 0});
    points.push_back({high, high, high, 0});
    return points;
}

/// The cells of a triangulation built from the points that are there now.
inline ::testing::AssertionResult agrees_with_fresh_build(const Triangulation& t) {
    std::vector<Index> place_of{0, 1, 2, 3};
    Points points;
    for (Index v = Triangulation::frame_count; v < t.vertex_count(); ++v)
        if (is_present(t, v)) {
            place_of.push_back(v);
            points.push_back(t.points()[v]);
        }
    Triangulation fresh;
    fresh.build(points);
    for (Index v = 0; v < Triangulation::frame_count; ++v)
        if (key_of(fresh.points()[v]) != key_of(t.points()[v]))
            return ::testing::AssertionFailure() << "the frames differ: no comparison";
    Cells expected = cells_of(fresh);
    for (Quadruple& q : expected) // order is kept
        for (Index& v : q) v = place_of[v];
    if (cells_of(t) != expected)
        return ::testing::AssertionFailure() << "other cells than those of a fresh build";
    return states_agree(t);
}

/// Its own validator, and the book-keeping around it.
inline ::testing::AssertionResult is_sound(const Triangulation& t) {
    if (!t.is_valid()) return ::testing::AssertionFailure() << "not valid";
    return states_agree(t);
}

} // namespace scree::test
