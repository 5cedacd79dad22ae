// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/detail/kernel_body.hpp>

namespace scree::detail {

KernelChoice kernels_baseline(LawKind law) { return kernels_of(law, drift_baseline, "baseline"); }

} // namespace scree::detail
