// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/size_distribution.hpp>

#include <string>

// Where a law is cut off.
namespace scree {

/// Ends that are 0 are put where they leave out a thousandth of the law. A law that is uniform or a
/// sieve curve has its own.
SizeLaw with_default_ends(SizeLaw law);

/// What is wrong with the ends, in words; "" when they are good.
std::string fault_of_ends(const SizeLaw& law);

} // namespace scree
