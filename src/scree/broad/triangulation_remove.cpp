// SPDX-License-Identifier: BSD-3-Clause
//
// A vertex is removed by filling the hole that its cells leave with the regular triangulation of
// the vertices around it, facet by facet: on each open facet stands the one cell that no other of
// them is in conflict with (gift wrapping). As the whole was regular, what the others' own
// triangulation has inside of the hole fits its walls.
#include <scree/broad/triangulation.hpp>

#include <scree/base/assert.hpp>

#include <algorithm>

namespace scree {

void Triangulation::remove_vertex(Index vertex) {
    SCREE_ASSERT(is_visible(vertex));
    cavity_.assign(1, cell_of_[vertex]);
    marked_.assign(1, cell_of_[vertex]);
    mark_[cavity_[0]] = 1;
    open_.clear();
    link_vertices_.clear();
    for (std::size_t next = 0; next < cavity_.size(); ++next) {
        const Corners v = corners(cavity_[next]);
        for (Index k = 0; k < 4; ++k) {
            const Index outer = across_[4 * cavity_[next] + k];
            if (v[k] == vertex) {
                open_.push_back({facet(4 * cavity_[next] + k), outer});
            } else {
                link_vertices_.push_back(v[k]);
                if (mark_[outer / 4] != 0) continue;
                mark_[outer / 4] = 1;
                marked_.push_back(outer / 4);
                cavity_.push_back(outer / 4);
            }
        }
    }
    std::sort(link_vertices_.begin(), link_vertices_.end());
    link_vertices_.erase(std::unique(link_vertices_.begin(), link_vertices_.end()),
                         link_vertices_.end());
    clear_marks();
    for (const Index cell : cavity_) free_cell(cell);
    for (const Index v : link_vertices_) touch(v);
    state_[vertex] = State::absent;
    created_.clear();
    while (!open_.empty()) wrap(OpenFacet(open_.back()));
}

void Triangulation::wrap(const OpenFacet& facet) {
    const auto [a, b, c] = facet.vertex;
    Index best = none;
    for (const Index d : link_vertices_) {
        if (d == a || d == b || d == c || turn(a, b, c, d) <= 0) continue;
        if (best == none || in_conflict(points_[a], points_[b], points_[c], points_[best],
                                        points_[d], counts_.predicates))
            best = d;
    }
    SCREE_ASSERT(best != none);
    created_.push_back(new_cell({a, b, c, best}));
    for (int k = 0; k < 4; ++k) open_or_close(created_.back(), k);
}

} // namespace scree
