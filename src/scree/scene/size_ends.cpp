// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/size_ends.hpp>

#include <fmt/format.h>

#include <cmath>
#include <type_traits>

namespace scree {
namespace {

constexpr double default_tail = 0.001;
// Ends that leave less of the law than this are a slip.
constexpr double least_part = 0.001;

template <class Law>
constexpr bool has_own_ends = std::is_same_v<Law, UniformSizes> || std::is_same_v<Law, SieveSizes>;

} // namespace

SizeLaw with_default_ends(SizeLaw law) {
    const double low = untruncated_quantile(law, default_tail);
    const double high = untruncated_quantile(law, 1 - default_tail);
    std::visit(
        [&]<class Law>(Law& l) {
            if constexpr (!has_own_ends<Law>) {
                if (l.min == 0) l.min = low;
                if (l.max == 0) l.max = high;
            }
        },
        law);
    return law;
}

std::string fault_of_ends(const SizeLaw& law) {
    double min = 1, max = 2;
    std::visit(
        [&]<class Law>(const Law& l) {
            if constexpr (!std::is_same_v<Law, SieveSizes>) {
                min = l.min;
                max = l.max;
            }
        },
        law);
    if (!(min > 0)) return fmt::format("needs min: without it the law reaches down to {:.3g}", min);
    if (!std::isfinite(max)) return "needs max: without it the law has no end";
    if (!(max > min)) return fmt::format("max must be greater than min {}, got {}", min, max);
    const double part = part_between_ends(law);
    if (part >= least_part) return "";
    return fmt::format("only {:.2g} of the law lies between min {} and max {}, at least {} must",
                       part, min, max, least_part);
}

} // namespace scree
