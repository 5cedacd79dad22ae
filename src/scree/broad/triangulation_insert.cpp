// SPDX-License-Identifier: BSD-3-Clause
//
// A vertex is inserted by digging out all cells that it is in conflict with and joining it to the
// walls of that cavity [Bowyer 1981, Watson 1981]. Predicates are exact and ties are broken
// consistently, so the cavity is star-shaped and no new cell is flat: a facet in whose plane the
// vertex lies has both its cells in the cavity or neither (see theory).
#include <scree/broad/triangulation.hpp>

#include <scree/base/assert.hpp>

#include <algorithm>

namespace scree {

namespace {
constexpr std::uint8_t in_cavity = 1, outside = 2;
}

Triangulation::Index Triangulation::locate(const WeightedPoint& point, Index hint) const {
    Index cell = live_cell(hint), from = none;
    // In a regular triangulation this walk visits no cell twice [Edelsbrunner 1989].
    for (Index turn_first = 0;; ++turn_first) {
        Index next = none;
        for (Index i = 0; i < 4 && next == none; ++i) {
            const Index f = 4 * cell + ((i + turn_first) & 3U);
            if (f == from || across_[f] == none) continue;
            const auto [a, b, c] = facet(f);
            if (orientation(points_[a], points_[b], points_[c], point, counts_.predicates) < 0)
                next = across_[f];
        }
        if (next == none) return cell;
        from = next;
        cell = next / 4;
    }
}

/// A cell near one that may be gone.
Triangulation::Index Triangulation::live_cell(Index hint) const {
    while (!is_cell(hint)) hint = hint + 1 < cell_slots() ? hint + 1 : 0;
    return hint;
}

void Triangulation::insert_vertex(Index vertex, Index hint) {
    const Index cell = locate(points_[vertex], hint);
    touch(vertex);
    if (!conflicts(cell, vertex)) {
        state_[vertex] = State::hidden;
        cell_of_[vertex] = cell;
        hidden_.push_back(vertex);
        return;
    }
    state_[vertex] = State::visible;
    find_conflicts(vertex, cell);
    fill_cavity(vertex);
}

/// Ring by ring around the first cell, so that several can be judged at a time.
void Triangulation::find_conflicts(Index vertex, Index cell) {
    cavity_.assign(1, cell);
    marked_.assign(1, cell);
    mark_[cell] = in_cavity;
    const detail::CellArrays arrays{vertex_.data(), across_.data(), points_.data()};
    for (std::size_t next = 0; next < cavity_.size();) {
        ring_.clear();
        for (; next < cavity_.size(); ++next)
            for (Index f = 4 * cavity_[next]; f < 4 * cavity_[next] + 4; ++f) {
                if (across_[f] == none || mark_[across_[f] / 4] != 0) continue;
                mark_[across_[f] / 4] = outside;
                ring_.push_back(across_[f] / 4);
            }
        verdicts_.resize(ring_.size());
        check_.judge(arrays, ring_, points_[vertex], verdicts_.data());
        counts_.predicates.calls += static_cast<std::int64_t>(ring_.size());
        for (std::size_t i = 0; i < ring_.size(); ++i) {
            marked_.push_back(ring_[i]);
            if (verdicts_[i] == detail::Verdict::none ||
                (verdicts_[i] == detail::Verdict::unsure && !conflicts(ring_[i], vertex)))
                continue;
            mark_[ring_[i]] = in_cavity;
            cavity_.push_back(ring_[i]);
        }
    }
}

/// Links the facet `own` of a new cell with that of its neighbour at an edge of the wall. It is
/// found by turning around the edge through the cavity to the next wall: the facets of a cell at an
/// edge are those opposite its two other vertices, and a turn leaves by the one that it did not
/// come in by.
void Triangulation::link_around_edge(Index own, Index wall, Index ahead) {
    Index behind = wall;
    while (mark_[across_[ahead] / 4] == in_cavity) {
        const Index pivot = vertex_[behind];
        behind = across_[ahead];
        ahead = facet_opposite(behind / 4, pivot);
    }
    link(own, facet_opposite(across_[ahead] / 4, vertex_[behind]));
}

/// One cell on each wall. Until the cavity is gone, the old half-facet of a wall leads to it.
void Triangulation::fill_cavity(Index vertex) {
    created_.clear();
    walls_.clear();
    for (const Index old : cavity_)
        for (Index f = 4 * old; f < 4 * old + 4; ++f) {
            const Index outer = across_[f];
            if (outer != none && mark_[outer / 4] == in_cavity) continue;
            const auto [a, b, c] = facet(f);
            const Index cell = new_cell({a, b, c, vertex});
            created_.push_back(cell);
            for (const Index v : {a, b, c}) touch(v);
            walls_.push_back(f);
            link(4 * cell + 3, outer);
            across_[f] = 4 * cell + 3;
        }
    for (const Index wall : walls_) {
        const Index cell = across_[wall] / 4, old = wall / 4;
        for (Index i = 0; i < 3; ++i)
            if (across_[4 * cell + i] == none)
                link_around_edge(4 * cell + i, wall, 4 * old + facet_order[wall & 3U][i]);
    }
    hide_swallowed();
    for (const Index old : cavity_) free_cell(old);
    clear_marks();
}

/// Vertices with all their cells in the cavity are covered by the new one. The others have just got
/// a new cell on the wall; `cell_of_` tells them apart.
void Triangulation::hide_swallowed() {
    for (const Index old : cavity_)
        for (const Index v : corners(old))
            if (mark_[cell_of_[v]] == in_cavity && state_[v] == State::visible) {
                state_[v] = State::hidden;
                cell_of_[v] = created_.front();
                hidden_.push_back(v);
                touch(v);
            }
}

/// Hidden vertices are looked at again: one that is hidden no longer comes back, and may let others
/// come back or cover them.
void Triangulation::insert_hidden_again() {
    if (hidden_.empty()) return;
    std::vector<Index> again;
    again.swap(hidden_);
    std::sort(again.begin(), again.end());
    for (const Index v : again) insert_vertex(v, cell_of_[v]);
}

} // namespace scree
