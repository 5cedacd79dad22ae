// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/broad/triangulation_checks.test.hpp>

// CGAL's regular triangulation as referee. Its headers compile slowly, so they have a source of
// their own.
namespace scree::test {

/// The cells that CGAL finds for the frame and the points of a triangulation, written as cells_of.
Cells cgal_cells(const Triangulation& t);

/// Cells and hidden vertices are CGAL's; of twins any one may be visible.
::testing::AssertionResult agrees_with_cgal(const Triangulation& t);

} // namespace scree::test
