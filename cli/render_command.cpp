// SPDX-License-Identifier: BSD-3-Clause
#include "drawn_run.hpp"
#include "frames.hpp"

#include <scree/base/error.hpp>
#include <scree/io/files.hpp>
#include <scree/view/picture.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace scree {
namespace {

PictureOptions picture_options(const RenderOptions& o) {
    PictureOptions p;
    const PictureSize size = picture_size(o.size);
    p.width = size.width;
    p.height = size.height;
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

DrawOptions picture_draw_options(const RenderOptions& o) {
    DrawOptions d = draw_options(o);
    d.walls = o.walls != "none";
    if (o.cut.size() == 6) {
        const Vec3 normal(o.cut[3], o.cut[4], o.cut[5]);
        if (!(normal.norm() > 0)) throw InputError("--cut: the normal must not be zero");
        d.cut = CutPlane{Vec3(o.cut[0], o.cut[1], o.cut[2]), normal.normalized()};
    }
    return d;
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
    const DrawOptions options = picture_draw_options(o);
    const auto frames = chosen_frames(folder, o.film ? "all" : o.frame);
    const DrawnRun run(folder, frames, options);
    const bool one_file = frames.size() == 1 && !o.output.empty();
    const std::filesystem::path to =
        o.output.empty() ? folder.path() / "pictures" : std::filesystem::path(o.output);
    for (const std::int64_t index : frames) {
        const Drawing drawing = run.drawing(read_frame(folder.frame_file(index)));
        const Camera camera = run.camera(o.view, drawing, {picture.width, picture.height});
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
