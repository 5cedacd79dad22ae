// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

// Colours of pictures, reports and the viewer.
//
// Numbers are shown by a path through Oklab with lightness rising in equal steps from dark blue
// over green to yellow: equal differences look equal, and it reads the same without colour vision
// or on a grey printer. Kinds (class, material, cluster) are shown by the eight colours of Okabe &
// Ito and their shades.
namespace scree {

/// Linear light, each in [0, 1].
struct Rgb {
    double r, g, b;
};

/// Linear light <-> the numbers in image files and style sheets.
std::array<std::uint8_t, 3> to_srgb(const Rgb& color);
Rgb from_srgb(const std::array<std::uint8_t, 3>& bytes);

/// "#rrggbb"
std::string css_color(const Rgb& color);

/// Oklab's lightness, a and b of a colour.
std::array<double, 3> to_oklab(const Rgb& color);

/// t in [0, 1] (clamped; not a number is grey).
Rgb sequential_color(double t);

/// A colour for the k-th kind: those of Okabe & Ito, then the same darker and lighter; after all
/// of these they repeat.
Rgb category_color(std::size_t k);
inline constexpr std::size_t category_colors = 24;

} // namespace scree
