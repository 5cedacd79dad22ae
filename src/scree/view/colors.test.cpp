// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/colors.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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

TEST(Colors, NoTwoKindsLookAlikeBeforeTheyRepeat) {
    double least = 1;
    for (std::size_t a = 0; a < category_colors; ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const auto p = to_oklab(category_color(a)), q = to_oklab(category_color(b));
            least = std::min(least, std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
        }
    EXPECT_GT(least, 0.05); // 0.02 is about what one sees side by side
    EXPECT_EQ(css_color(category_color(category_colors)), css_color(category_color(0)));
}

} // namespace
} // namespace scree
