// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/detail/kernel_body.hpp>

namespace scree::detail {

KernelResult linear_kernel_baseline(const KernelTask& task) { return run_kernel<LinearLaw>(task); }
KernelResult hertz_kernel_baseline(const KernelTask& task) { return run_kernel<HertzLaw>(task); }

} // namespace scree::detail
