// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

/// 1, 2 or 5 times a power of ten, at most `limit`.
double round_step(double limit) {
    const double power = std::pow(10, std::floor(std::log10(limit)));
    for (const double factor : {5.0, 2.0, 1.0})
        if (factor * power <= limit * (1 + 1e-12)) return factor * power;
    return power;
}

/// A length with the unit people would use.
std::string length_text(double meters) {
    struct Unit {
        double size;
        const char* name;
    };
    for (const Unit u : {Unit{1e3, "km"}, {1, "m"}, {1e-2, "cm"}, {1e-3, "mm"}, {1e-6, "µm"}})
        if (meters >= 0.999 * u.size) return fmt::format("{:g} {}", meters / u.size, u.name);
    return fmt::format("{:g} nm", meters / 1e-9);
}

void fill_box(Image& image, double x0, double y0, double x1, double y1, const Rgb& color) {
    for (int y = static_cast<int>(std::lround(y0)); y < static_cast<int>(std::lround(y1)); ++y)
        for (int x = static_cast<int>(std::lround(x0)); x < static_cast<int>(std::lround(x1)); ++x)
            blend(image, x, y, color, 1);
}

/// Sizes in pixels follow the height of the picture.
struct Layout {
    double letter, gap, left, bar_width, top, bottom;
    Rgb ink;
};

Layout layout_of(const Image& image) {
    const double letter = std::max(9.0, image.height / 48.0);
    const auto lightness = to_oklab(image.at(0, 0))[0];
    const Rgb ink = lightness > 0.5 ? Rgb{0.03, 0.03, 0.03} : Rgb{0.9, 0.9, 0.9};
    return {letter,       0.6 * letter, image.width - 8.5 * letter,
            1.1 * letter, 3.4 * letter, std::max(0.55 * image.height, 12 * letter),
            ink};
}

void add_scale(Image& image, const Layout& l, const Legend& legend) {
    const auto rows = static_cast<int>(l.bottom - l.top);
    for (int k = 0; k < rows; ++k) {
        const double t = 1 - (k + 0.5) / rows;
        const Rgb color = color_of(legend, legend.low + t * (legend.high - legend.low));
        fill_box(image, l.left, l.top + k, l.left + l.bar_width, l.top + k + 1, color);
    }
    const double span = legend.high - legend.low;
    const double x = l.left + l.bar_width + l.gap;
    if (!(span > 0)) {
        draw_text(image, x, 0.5 * (l.top + l.bottom), fmt::format("{:.4g}", legend.low), l.letter,
                  l.ink);
        return;
    }
    const double step = round_step(span / 3);
    for (double tick = std::ceil(legend.low / step - 1e-9);
         tick * step <= legend.high + 1e-9 * span; ++tick) {
        const double value = tick * step;
        const double y = l.bottom - (value - legend.low) / span * (l.bottom - l.top);
        fill_box(image, l.left + l.bar_width, y - 0.5, l.left + l.bar_width + 0.5 * l.gap, y + 0.5,
                 l.ink);
        // A sum of steps may miss zero by a rounding.
        draw_text(image, x, y + 0.36 * l.letter,
                  fmt::format("{:.4g}", std::abs(value) < 1e-9 * span ? 0.0 : value), l.letter,
                  l.ink);
    }
}

void add_kinds(Image& image, const Layout& l, const Legend& legend) {
    double y = l.top;
    for (std::size_t k = 0; k < legend.kinds.size() && y < image.height - 2 * l.letter; ++k) {
        fill_box(image, l.left, y, l.left + l.letter, y + l.letter,
                 color_of(legend, static_cast<double>(k)));
        draw_text(image, l.left + l.letter + l.gap, y + 0.86 * l.letter, legend.kinds[k], l.letter,
                  l.ink);
        y += 1.5 * l.letter;
    }
}

} // namespace

void add_legend(Image& image, const Drawing& drawing, const Camera& camera) {
    const Layout l = layout_of(image);
    const Legend& legend = drawing.legend;
    const std::string title =
        legend.unit.empty() ? legend.title : legend.title + " (" + legend.unit + ")";
    const double right = image.width - l.letter;
    draw_text(image, std::min(l.left, right - text_width(title, l.letter)), 2.2 * l.letter, title,
              l.letter, l.ink);
    if (legend.is_kind) {
        add_kinds(image, l, legend);
    } else {
        add_scale(image, l, legend);
    }
    const Camera::Axes a = camera.axes();
    const double unit = project(camera, image.width, image.height, camera.target + a.right).x -
                        0.5 * image.width; // pixels per metre at the target
    const double length = round_step(0.16 * image.width / unit);
    const double y = image.height - 1.6 * l.letter, x = 1.6 * l.letter;
    fill_box(image, x, y, x + length * unit, y + std::max(2.0, 0.16 * l.letter), l.ink);
    draw_text(image, x, y - 0.5 * l.letter, length_text(length), l.letter, l.ink);
    draw_text(image, x, 2.2 * l.letter, fmt::format("t = {:.4g} s", drawing.time), l.letter, l.ink);
}

} // namespace scree
