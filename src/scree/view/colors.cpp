// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/colors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

double encoded(double linear) {
    const double x = std::clamp(linear, 0.0, 1.0);
    return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
}

double decoded(double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

/// Ottosson's Oklab (2020).
Rgb from_oklab(double lightness, double a, double b) {
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool in_gamut(const Rgb& c) {
    const auto [low, high] = std::minmax({c.r, c.g, c.b});
    return low >= 0 && high <= 1;
}

// The path: lightness and hue run evenly, colourfulness is what the screen can show at the most
// pressed point of the way.
constexpr double first_lightness = 0.38, last_lightness = 0.93;
constexpr double first_hue = 275, last_hue = 100; // degrees
constexpr double most_colorful = 0.145;

Rgb path(double t) {
    const double lightness = first_lightness + t * (last_lightness - first_lightness);
    const double hue = (first_hue + t * (last_hue - first_hue)) * std::numbers::pi / 180;
    const auto at = [&](double chroma) {
        return from_oklab(lightness, chroma * std::cos(hue), chroma * std::sin(hue));
    };
    double low = 0, high = most_colorful;
    if (in_gamut(at(high))) return at(high);
    for (int k = 0; k < 40; ++k) {
        const double middle = 0.5 * (low + high);
        (in_gamut(at(middle)) ? low : high) = middle;
    }
    return at(low);
}

} // namespace

std::array<std::uint8_t, 3> to_srgb(const Rgb& color) {
    const auto byte = [](double x) {
        return static_cast<std::uint8_t>(std::lround(255 * encoded(x)));
    };
    return {byte(color.r), byte(color.g), byte(color.b)};
}

std::string css_color(const Rgb& color) {
    const auto [r, g, b] = to_srgb(color);
    return fmt::format("#{:02x}{:02x}{:02x}", r, g, b);
}

Rgb from_srgb(const std::array<std::uint8_t, 3>& bytes) {
    return {decoded(bytes[0] / 255.0), decoded(bytes[1] / 255.0), decoded(bytes[2] / 255.0)};
}

std::array<double, 3> to_oklab(const Rgb& c) {
    const double l = std::cbrt(0.4122214708 * c.r + 0.5363325363 * c.g + 0.0514459929 * c.b);
    const double m = std::cbrt(0.2119034982 * c.r + 0.6806995451 * c.g + 0.1073969566 * c.b);
    const double s = std::cbrt(0.0883024619 * c.r + 0.2817188376 * c.g + 0.6299787005 * c.b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Rgb sequential_color(double t) {
    constexpr std::size_t entries = 256;
    static const auto table = [] {
        std::array<Rgb, entries> colors{};
        for (std::size_t k = 0; k < entries; ++k)
            colors[k] = path(static_cast<double>(k) / (entries - 1));
        return colors;
    }();
    if (std::isnan(t)) return {0.5, 0.5, 0.5};
    const double place = std::clamp(t, 0.0, 1.0) * (entries - 1);
    return table[static_cast<std::size_t>(std::lround(place))];
}

Rgb category_color(std::size_t k) {
    static constexpr std::array<std::array<std::uint8_t, 3>, 8> okabe_ito = {{{0, 114, 178},
                                                                              {230, 159, 0},
                                                                              {0, 158, 115},
                                                                              {213, 94, 0},
                                                                              {86, 180, 233},
                                                                              {240, 228, 66},
                                                                              {204, 121, 167},
                                                                              {110, 110, 110}}};
    const Rgb plain = from_srgb(okabe_ito[k % okabe_ito.size()]);
    const std::size_t round = k % category_colors / okabe_ito.size();
    if (round == 0) return plain;
    // Towards black or white, as far as keeps all of them apart (by 0.06 in Oklab).
    const double kept = round == 1 ? 0.22 : 0.75, white = round == 1 ? 0 : 0.25;
    return {white + kept * plain.r, white + kept * plain.g, white + kept * plain.b};
}

} // namespace scree
