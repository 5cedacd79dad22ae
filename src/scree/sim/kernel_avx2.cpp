// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/detail/kernel_body.hpp>

namespace scree::detail {

KernelChoice kernels_avx2(LawKind law) { return kernels_of(law, drift_avx2, "avx2"); }

} // namespace scree::detail
