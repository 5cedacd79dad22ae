// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/colors.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace scree {
namespace {

TEST(Colors, SequenceRisesEvenlyInLightness) {
    double last = 0, smallest = 1, largest = 0;
    for (int k = 0; k <= 16; ++k) {
        const double lightness = to_oklab(sequential_color(k / 16.0))[0];
        if (k > 0) {
            smallest = std::min(smallest, lightness - last);
            largest = std::max(largest, lightness - last);
        }
        last = lightness;
    }
    EXPECT_GT(smallest, 0.02);
    EXPECT_LT(largest, 1.2 * smallest);
    EXPECT_EQ(to_srgb(from_srgb({12, 200, 77})), (std::array<std::uint8_t, 3>{12, 200, 77}));
}

} // namespace
} // namespace scree
