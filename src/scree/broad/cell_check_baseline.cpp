// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/detail/cell_check_body.hpp>

namespace scree::detail {

CellCheck cell_check_baseline() { return {check_here, judge_here}; }

} // namespace scree::detail
