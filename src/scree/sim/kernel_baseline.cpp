// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/detail/kernel_body.hpp>

namespace scree::detail {
namespace {

template <class Law>
KernelResult pairs(const KernelTask& task) {
    return run_kernel<Law>(task);
}

template <class Law>
KernelResult walls(const WallTask& task) {
    return run_walls<Law>(task);
}

} // namespace

KernelChoice kernels_baseline(LawKind law) {
    if (law == LawKind::linear)
        return {pairs<LinearLaw>, walls<LinearLaw>, drift_baseline, "baseline"};
    return {pairs<HertzLaw>, walls<HertzLaw>, drift_baseline, "baseline"};
}

} // namespace scree::detail
