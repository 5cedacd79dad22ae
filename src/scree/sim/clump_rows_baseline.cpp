// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/detail/clump_rows_body.hpp>

namespace scree::detail {

bool place_rows_baseline(const RowsTask& task) { return place_all(task); }

} // namespace scree::detail
