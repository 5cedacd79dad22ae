// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/view/colors.hpp>

#include <string>
#include <vector>

namespace scree {

/// Pixels in linear light, row by row from the top left.
struct Image {
    int width = 0, height = 0;
    std::vector<Rgb> pixels;

    Image(int w, int h, const Rgb& color)
        : width(w), height(h),
          pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), color) {}
    Rgb& at(int x, int y) {
        return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x)];
    }
    const Rgb& at(int x, int y) const { return const_cast<Image*>(this)->at(x, y); }
    bool holds(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
};

/// The bytes of a PNG file, 8 bits per channel.
std::string png_bytes(const Image& image);

/// Puts `color` over what is there, `share` of it.
void blend(Image& image, int x, int y, const Rgb& color, double share);

/// Writes text with its base line starting at (x, y), and returns its width in pixels. The typeface
/// is part of the program, so the same text gives the same pixels everywhere.
double draw_text(Image& image, double x, double y, const std::string& text, double size,
                 const Rgb& color);
double text_width(const std::string& text, double size);

} // namespace scree
