// SPDX-License-Identifier: BSD-3-Clause
//
// Bistellar flips: five vertices in general position have two triangulations, of which one is
// regular.
#include <scree/broad/triangulation.hpp>

#include <scree/base/assert.hpp>

namespace scree {

/// The five vertices of an irregular facet's two cells have two triangulations; this changes to the
/// other one, if all cells of the present one are there [Edelsbrunner, Shah 1996].
bool Triangulation::flip(Index half_facet) {
    const Index g = across_[half_facet];
    const std::array<Index, 3> t = facet(half_facet);
    const Index d = vertex_[half_facet], e = vertex_[g];
    const FlipTask task{half_facet / 4, g / 4, t, d, e};
    // The line from e to d passes the edge (t_i, t_i+1) inside or outside of the facet.
    int outside = 0;
    std::size_t last_inside = 0, last_outside = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const int s = turn(t[i], t[(i + 1) % 3], e, d);
        if (s == 0) return false; // in a plane with an edge: left to insertion
        if (s < 0) {
            ++outside;
            last_outside = i;
        } else {
            last_inside = i;
        }
    }
    if (outside == 1) return flip_32(task, last_outside);
    if (outside == 2) return flip_41(task, last_inside);
    SCREE_ASSERT(outside == 0);
    const std::array<Index, 2> old{half_facet / 4, g / 4};
    const std::array<Corners, 3> fresh{
        {{t[0], t[1], e, d}, {t[1], t[2], e, d}, {t[2], t[0], e, d}}};
    replace(old, fresh);
    for (const Index v : {d, e}) touch(v);
    ++counts_.flips_23;
    return true;
}

/// The cell that lies behind both of two cells, beyond the facets opposite a common vertex.
Triangulation::Index Triangulation::common_neighbour(Index a, Index b, Index vertex) const {
    const auto beyond = [&](Index cell) {
        Index f = 4 * cell;
        while (vertex_[f] != vertex) ++f;
        return across_[f] == none ? none : across_[f] / 4;
    };
    const Index cell = beyond(a);
    return cell == beyond(b) ? cell : none;
}

/// The edge (t_i, t_i+1) of three cells becomes a facet of two.
bool Triangulation::flip_32(const FlipTask& task, std::size_t i) {
    const auto& [c, n, t, d, e] = task;
    const Index p = t[i], q = t[(i + 1) % 3], w = t[(i + 2) % 3];
    const Index third = common_neighbour(c, n, w);
    if (third == none) return false;
    const std::array<Index, 3> old{c, n, third};
    const std::array<Corners, 2> fresh{{{q, w, e, d}, {w, p, e, d}}};
    replace(old, fresh);
    for (const Index v : {p, q}) touch(v);
    ++counts_.flips_32;
    return true;
}

/// A vertex of four cells, within their union, is hidden.
bool Triangulation::flip_41(const FlipTask& task, std::size_t i) {
    const auto& [c, n, t, d, e] = task;
    const Index p = t[i], q = t[(i + 1) % 3], w = t[(i + 2) % 3];
    const Index third = common_neighbour(c, n, p), fourth = common_neighbour(c, n, q);
    if (third == none || fourth == none || third == fourth) return false;
    if (common_neighbour(third, third, q) != fourth) return false;
    const std::array<Index, 4> old{c, n, third, fourth};
    const std::array<Corners, 1> fresh{{{p, q, e, d}}};
    replace(old, fresh);
    state_[w] = State::hidden;
    cell_of_[w] = created_[0];
    hidden_.push_back(w);
    for (const Index v : {p, q, w, d, e}) touch(v);
    ++counts_.flips_41;
    return true;
}

} // namespace scree
