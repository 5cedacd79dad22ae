// SPDX-License-Identifier: BSD-3-Clause
#include <scree/motion/detail/drift_body.hpp>

namespace scree {

DriftReport drift_avx2(const DriftTask& task) { return run_drift(task); }

} // namespace scree
