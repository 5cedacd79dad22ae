// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/cgal_cells.test.hpp>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Regular_triangulation_3.h>
#include <CGAL/Triangulation_vertex_base_with_info_3.h>

namespace scree::test {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using VertexBase =
    CGAL::Triangulation_vertex_base_with_info_3<Index, Kernel,
                                                CGAL::Regular_triangulation_vertex_base_3<Kernel>>;
using CellBase = CGAL::Regular_triangulation_cell_base_3<Kernel>;
using Structure = CGAL::Triangulation_data_structure_3<VertexBase, CellBase>;
using Regular = CGAL::Regular_triangulation_3<Kernel, Structure>;

WeightedPoint ours(const Regular::Weighted_point& p) { return {p.x(), p.y(), p.z(), p.weight()}; }

} // namespace

Cells cgal_cells(const Triangulation& t) {
    std::map<std::tuple<double, double, double, double>, Index> lowest;
    std::vector<Regular::Weighted_point> points;
    for (Index v = 0; v < t.vertex_count(); ++v) {
        if (!is_present(t, v)) continue;
        const WeightedPoint& p = t.points()[v];
        lowest.try_emplace(key_of(p), v);
        points.emplace_back(Kernel::Point_3(p.x, p.y, p.z), p.weight);
    }
    Regular regular(points.begin(), points.end());
    for (const auto v : regular.finite_vertex_handles())
        v->info() = lowest.at(key_of(ours(v->point())));
    Cells cells;
    for (const auto c : regular.finite_cell_handles()) {
        Quadruple q;
        for (int k = 0; k < 4; ++k) q[static_cast<std::size_t>(k)] = c->vertex(k)->info();
        std::sort(q.begin(), q.end());
        cells.push_back(q);
    }
    std::sort(cells.begin(), cells.end());
    return cells;
}

::testing::AssertionResult agrees_with_cgal(const Triangulation& t) {
    const Cells expected = cgal_cells(t), found = cells_of(t);
    if (found != expected) {
        Cells extra, missing;
        std::set_difference(found.begin(), found.end(), expected.begin(), expected.end(),
                            std::back_inserter(extra));
        std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(),
                            std::back_inserter(missing));
        return ::testing::AssertionFailure()
               << found.size() << " cells, CGAL has " << expected.size() << "; only ours "
               << extra.size() << ", only CGAL's " << missing.size();
    }
    // A twin of a visible vertex, itself hidden, stands for it in the cells of both.
    std::set<Index> visible;
    for (const Quadruple& q : expected) visible.insert(q.begin(), q.end());
    const std::vector<Index> twin = lowest_twins(t);
    std::set<Index> seen;
    for (Index v = 0; v < t.vertex_count(); ++v)
        if (t.is_visible(v) && !seen.insert(twin[v]).second)
            return ::testing::AssertionFailure() << "vertex " << v << " and a twin are visible";
    if (seen != visible)
        return ::testing::AssertionFailure() << seen.size() << " visible, CGAL " << visible.size();
    return states_agree(t);
}

} // namespace scree::test
