// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/detail/extended_body.hpp>

namespace scree::detail {

KernelChoice extended_avx2(LawKind law) { return extended_kernels_of(law, drift_avx2, "avx2"); }

} // namespace scree::detail
