// SPDX-License-Identifier: BSD-3-Clause
#include "drawn_run.hpp"

#include <scree/base/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace scree {

PictureSize picture_size(const std::string& text) {
    constexpr int smallest_side = 16, largest_side = 16384;
    PictureSize size{};
    char end = '\0';
    if (std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &end) != 2 ||
        std::min(size.width, size.height) < smallest_side ||
        std::max(size.width, size.height) > largest_side)
        throw InputError(fmt::format("--size: must be WIDTHxHEIGHT of {} to {} pixels, got \"{}\"",
                                     smallest_side, largest_side, text));
    return size;
}

DrawOptions draw_options(const SightOptions& o) {
    DrawOptions d;
    d.color_by = o.color.value_or(o.cells ? "laguerre" : "velocity");
    d.chains = o.chains;
    d.edges = o.edges;
    d.pores = o.pores;
    d.cells = o.cells;
    d.bonds = o.bonds;
    if (o.bonds && (o.chains || o.pores || o.edges))
        throw InputError("--bonds: their colours say which are broken; leave out --chains, --edges "
                         "and --pores");
    if (o.chains && o.pores)
        throw InputError("--pores: their colours are radii, those of --chains forces; choose one");
    if (o.range.size() == 2) {
        if (!(o.range[0] < o.range[1]))
            throw InputError(fmt::format("--range: the first value must be less, got {} {}",
                                         o.range[0], o.range[1]));
        d.low = o.range[0];
        d.high = o.range[1];
    }
    return d;
}

DrawnRun::DrawnRun(const RunFolder& folder, const std::vector<std::int64_t>& frames,
                   const DrawOptions& options)
    : run_(open_run(folder)), draw_(options) {
    if (frames.size() > 1) cover_all(folder, frames);
}

/// The colour scale of a film must not change from frame to frame, nor its camera.
void DrawnRun::cover_all(const RunFolder& folder, const std::vector<std::int64_t>& frames) {
    DrawOptions all;
    all.color_by = draw_.color_by;
    all.chains = draw_.chains;
    all.edges = draw_.edges;
    all.pores = draw_.pores;
    all.bonds = draw_.bonds;
    for (const std::int64_t index : frames)
        cover({run_.scene, read_frame(folder.frame_file(index)), run_.first}, all);
    draw_.region = all.region;
    if (!draw_.low) draw_.low = all.low;
    if (!draw_.high) draw_.high = all.high;
}

} // namespace scree
