// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "frames.hpp"

#include <scree/base/error.hpp>
#include <scree/io/files.hpp>
#include <scree/io/scene_file.hpp>
#include <scree/view/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace scree {
namespace {

constexpr int largest_side = 16384;

PictureOptions picture_options(const RenderOptions& o) {
    PictureOptions p;
    char end = '\0';
    if (std::sscanf(o.size.c_str(), "%dx%d%c", &p.width, &p.height, &end) != 2 ||
        std::min(p.width, p.height) < 16 || std::max(p.width, p.height) > largest_side)
        throw InputError(fmt::format("--size: must be WIDTHxHEIGHT of 16 to {} pixels, got \"{}\"",
                                     largest_side, o.size));
    if (o.walls != "cut" && o.walls != "glass" && o.walls != "none")
        throw InputError("--walls: must be cut, glass or none, got \"" + o.walls + "\"");
    p.walls = o.walls == "glass" ? WallStyle::glass : WallStyle::cut;
    if (o.background != "white" && o.background != "black")
        throw InputError("--background: must be white or black, got \"" + o.background + "\"");
    if (o.background == "black") p.background = {0.01, 0.01, 0.012};
    p.samples = o.samples;
    p.threads = o.threads > 0 ? o.threads : default_threads();
    p.legend = !o.no_legend;
    return p;
}

DrawOptions draw_options(const RenderOptions& o) {
    DrawOptions d;
    d.color_by = o.color;
    d.chains = o.chains;
    d.walls = o.walls != "none";
    if (o.range.size() == 2) {
        if (!(o.range[0] < o.range[1]))
            throw InputError(fmt::format("--range: the first value must be less, got {} {}",
                                         o.range[0], o.range[1]));
        d.low = o.range[0];
        d.high = o.range[1];
    }
    if (o.cut.size() == 6) {
        const Vec3 normal(o.cut[3], o.cut[4], o.cut[5]);
        if (!(normal.norm() > 0)) throw InputError("--cut: the normal must not be zero");
        d.cut = CutPlane{Vec3(o.cut[0], o.cut[1], o.cut[2]), normal.normalized()};
    }
    return d;
}

/// The colour scale of a film must not change from frame to frame.
void fix_range(const RunFolder& folder, const std::vector<std::int64_t>& frames, const Scene& scene,
               const StoredFrame& first, DrawOptions& d) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const std::int64_t index : frames) {
        const StoredFrame frame = read_frame(folder.frame_file(index));
        const Field field = grain_field(d.color_by, {scene, frame, first});
        if (field.is_kind) return;
        for (const double v : field.values) {
            low = std::min(low, v);
            high = std::max(high, v);
        }
    }
    if (!d.low) d.low = low;
    if (!d.high) d.high = high;
}

void make_film(const std::filesystem::path& pictures) {
    if (std::system("command -v ffmpeg > /dev/null 2>&1") != 0) {
        fmt::print("no MP4: ffmpeg is not installed\n");
        return;
    }
    const auto film = pictures / "film.mp4";
    const std::string command =
        fmt::format("ffmpeg -y -loglevel error -framerate 25 -pattern_type glob -i '{}/*.png' "
                    "-vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' -pix_fmt yuv420p '{}'",
                    pictures.string(), film.string());
    if (std::system(command.c_str()) != 0) throw RunError("ffmpeg failed");
    fmt::print("wrote {}\n", film.string());
}

} // namespace

int render_command(const RenderOptions& o) {
    if (o.list) {
        for (const FieldName& f : field_names()) fmt::print("{:<10} {}\n", f.name, f.about);
        return 0;
    }
    if (o.folder.empty()) throw InputError("render: name the folder of a run");
    const RunFolder folder{std::filesystem::path(o.folder)};
    folder.require_run();
    const PictureOptions picture = picture_options(o);
    DrawOptions options = draw_options(o);
    const auto frames = chosen_frames(folder, o.film ? "all" : o.frame);
    const Scene scene = read_scene_file(folder.scene_file());
    const StoredFrame first = read_frame(folder.frame_file(folder.frames().front()));
    if (frames.size() > 1) fix_range(folder, frames, scene, first, options);
    const bool one_file = frames.size() == 1 && !o.output.empty();
    const std::filesystem::path to =
        o.output.empty() ? folder.path() / "pictures" : std::filesystem::path(o.output);
    const double aspect = static_cast<double>(picture.width) / picture.height;
    for (const std::int64_t index : frames) {
        const StoredFrame frame = read_frame(folder.frame_file(index));
        const Drawing drawing = draw({scene, frame, first}, options);
        const Camera camera = camera_for(o.view, drawing.bounds, up_of(scene), aspect);
        const auto file = one_file ? to : to / fmt::format("{:06}.png", index);
        const std::string png = png_bytes(render(drawing, camera, picture));
        if (!one_file) std::filesystem::create_directories(to);
        write_file_atomically(file, png);
        fmt::print("wrote {}\n", file.string());
        std::fflush(stdout);
    }
    if (o.film) make_film(to);
    return 0;
}

} // namespace scree
