// SPDX-License-Identifier: BSD-3-Clause
#include "bench_links.hpp"

#include <scree/base/stopwatch.hpp>

#include <algorithm>
#include <array>
#include <map>

// Three ways to keep a triangulation, on the same one: for every facet, who stands on its two
// sides? That is what an update asks.
namespace scree {
namespace {

using Index = Triangulation::Index;
constexpr Index none = Triangulation::none;

std::array<Index, 3> key(const Triangulation& t, Index f) {
    std::array<Index, 3> v = t.facet(f);
    std::sort(v.begin(), v.end());
    return v;
}

/// From the lower cell.
template <class Visit>
void for_each_facet(const Triangulation& t, Visit&& visit, bool outer_too = false) {
    for (Index c = 0; c < t.cell_slots(); ++c)
        for (Index f = 4 * c; t.is_cell(c) && f < 4 * c + 4; ++f)
            if (t.across(f) > f && (outer_too || t.across(f) != none)) visit(f);
}

LinkCost flat_arrays(const Triangulation& t) {
    LinkCost cost{"flat arrays", 0, 0, 0};
    const Stopwatch watch;
    for_each_facet(t, [&](Index f) {
        cost.sum += std::uint64_t{t.vertex(f)} * t.vertex(t.across(f));
        cost.bytes += 16; // half of two cells' share: 32 bytes per cell, two facets per cell
    });
    cost.seconds = watch.seconds();
    return cost;
}

/// [F §4.2.3]: triangles by their vertices, with the two behind.
LinkCost dictionary(const Triangulation& t) {
    std::map<std::array<Index, 3>, std::array<Index, 2>> triangles;
    for_each_facet(t, [&](Index f) {
        triangles[key(t, f)] = {t.vertex(f), t.vertex(t.across(f))};
    });
    LinkCost cost{"dictionary of triangles", 0, 0, 0};
    const Stopwatch watch;
    for_each_facet(t, [&](Index f) {
        const auto& apexes = triangles.find(key(t, f))->second;
        cost.sum += std::uint64_t{apexes[0]} * apexes[1];
    });
    cost.seconds = watch.seconds();
    cost.bytes = triangles.size() * (32 + 20); // a node of the tree: links, colour, key and value
    return cost;
}

/// [F §4.2.2]: one record per facet and edge, linked within the facet and around the edge.
struct FacetEdge {
    Index start;                                        ///< vertex
    Index edge_next, edge_prev, facet_next, facet_prev; ///< records
};

std::vector<FacetEdge> facet_edges_of(const Triangulation& t) {
    std::vector<Index> first_of(4 * std::size_t{t.cell_slots()}, none);
    std::vector<FacetEdge> records;
    const auto add = [&](Index f) {
        const auto begin = static_cast<Index>(records.size());
        first_of[f] = begin;
        if (t.across(f) != none) first_of[t.across(f)] = begin;
        const auto v = t.facet(f);
        for (Index i = 0; i < 3; ++i)
            records.push_back({v[i], begin + (i + 1) % 3, begin + (i + 2) % 3, none, none});
    };
    for_each_facet(t, add, true);
    // Around an edge, through a cell: the cell's other facet on that edge, which is the one
    // opposite the third vertex.
    const auto through = [&](Index side, Index r) {
        if (side == none) return none;
        Index g = side - side % 4;
        while (t.vertex(g) != records[records[r].edge_prev].start) ++g;
        const Index a = records[r].start, b = records[records[r].edge_next].start;
        Index other = first_of[g];
        const auto is_on_edge = [&](Index k) {
            const Index c = records[k].start, d = records[records[k].edge_next].start;
            return (c == a && d == b) || (c == b && d == a);
        };
        while (!is_on_edge(other)) ++other;
        return other;
    };
    const auto link = [&](Index f) {
        for (Index r = first_of[f]; r < first_of[f] + 3; ++r) {
            records[r].facet_next = through(f, r);
            records[r].facet_prev = through(t.across(f), r);
        }
    };
    for_each_facet(t, link, true);
    return records;
}

LinkCost facet_edges(const Triangulation& t) {
    const std::vector<FacetEdge> records = facet_edges_of(t);
    LinkCost cost{"facet-edges", 0, 0, records.size() * sizeof(FacetEdge)};
    const auto third_of = [&](Index r) { return records[records[r].edge_prev].start; };
    const Stopwatch watch;
    for (const FacetEdge* r = records.data(); r < records.data() + records.size(); r += 3)
        if (r->facet_prev != none)
            cost.sum += std::uint64_t{third_of(r->facet_next)} * third_of(r->facet_prev);
    cost.seconds = watch.seconds();
    return cost;
}

} // namespace

std::vector<LinkCost> link_costs(const Triangulation& t) {
    return {flat_arrays(t), facet_edges(t), dictionary(t)};
}

} // namespace scree
