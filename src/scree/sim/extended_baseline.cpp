// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/detail/extended_body.hpp>

namespace scree::detail {

KernelChoice extended_baseline(LawKind law) {
    return extended_kernels_of(law, drift_baseline, "baseline");
}

} // namespace scree::detail
