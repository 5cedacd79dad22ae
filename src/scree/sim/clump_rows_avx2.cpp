// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/detail/clump_rows_body.hpp>

namespace scree::detail {

bool place_rows_avx2(const RowsTask& task) { return place_all(task); }

} // namespace scree::detail
