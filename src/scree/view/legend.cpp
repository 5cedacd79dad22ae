// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/picture.hpp>

#include <scree/view/words.hpp>

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

void add_colors(Image& image, const Layout& l, const Legend& legend) {
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
}

/// `width`: of the part of the picture that the camera sees.
void add_scale_bar(Image& image, const Layout& l, const Camera& camera, int width) {
    const Camera::Axes a = camera.axes();
    const double unit = project(camera, width, image.height, camera.target + a.right).x -
                        0.5 * width; // pixels per metre at the target
    const double length = round_step(0.16 * image.width / unit);
    const double y = image.height - 1.6 * l.letter, x = 1.6 * l.letter;
    fill_box(image, x, y, x + length * unit, y + std::max(2.0, 0.16 * l.letter), l.ink);
    draw_text(image, x, y - 0.5 * l.letter, quantity(length, "m"), l.letter, l.ink);
}

/// `left`: of the part of the picture that shows that moment.
void add_time(Image& image, const Layout& l, double time, double left) {
    draw_text(image, left + 1.6 * l.letter, 2.2 * l.letter, fmt::format("t = {:.4g} s", time),
              l.letter, l.ink);
}

} // namespace

void add_legend(Image& image, const Drawing& drawing, const Camera& camera) {
    const Layout l = layout_of(image);
    add_colors(image, l, drawing.legend);
    add_scale_bar(image, l, camera, image.width);
    add_time(image, l, drawing.time, 0);
}

int panel_width(int moments, const PictureOptions& options) {
    const Image empty(options.width, options.height, options.background);
    const double all = options.legend ? layout_of(empty).left : options.width;
    return std::max(1, static_cast<int>(all) / moments);
}

Image render_strip(std::span<const Drawing> moments, const Camera& camera,
                   const PictureOptions& options) {
    Image strip(options.width, options.height, options.background);
    const Layout l = layout_of(strip);
    PictureOptions panel = options;
    panel.width = panel_width(static_cast<int>(moments.size()), options);
    panel.legend = false;
    for (std::size_t k = 0; k < moments.size(); ++k) {
        const Image image = render(moments[k], camera, panel);
        const int left = static_cast<int>(k) * panel.width;
        for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x) strip.at(left + x, y) = image.at(x, y);
        if (options.legend) add_time(strip, l, moments[k].time, left);
    }
    if (options.legend && !moments.empty()) {
        add_colors(strip, l, moments.back().legend);
        add_scale_bar(strip, l, camera, panel.width);
    }
    return strip;
}

} // namespace scree
