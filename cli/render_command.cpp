// SPDX-License-Identifier: BSD-3-Clause
#include "drawn_run.hpp"
#include "frames.hpp"
#include "programs.hpp"

#include <scree/base/error.hpp>
#include <scree/io/files.hpp>
#include <scree/view/picture.hpp>
#include <scree/view/stored_run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

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
    if (find_program("ffmpeg").empty()) {
        fmt::print("no MP4: ffmpeg is not installed\n");
        return;
    }
    const char* film = "film.mp4";
    // H.264 wants even sides.
    if (run_program({"ffmpeg", "-y", "-loglevel", "error", "-framerate", "25", "-pattern_type",
                     "glob", "-i", "??????.png", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt",
                     "yuv420p", film},
                    pictures) != 0)
        throw RunError("ffmpeg failed");
    fmt::print("wrote {}\n", (pictures / film).string());
}

/// One picture to take.
struct Shot {
    std::int64_t frame, number; ///< number: of its file
    double degrees = 0;         ///< the camera has gone around
};

std::vector<Shot> shots_of(const RenderOptions& o, const std::vector<std::int64_t>& frames) {
    constexpr int most_pictures = 100000;
    if (o.turn && !(std::isfinite(*o.turn) && *o.turn != 0))
        throw InputError(fmt::format("--turn: must be degrees other than 0, got {}", *o.turn));
    if (o.pictures != 0 && (o.pictures < 2 || o.pictures > most_pictures))
        throw InputError(
            fmt::format("--pictures: must be 2 to {}, got {}", most_pictures, o.pictures));
    if (o.pictures != 0 && !o.turn)
        throw InputError("--pictures: without --turn they would all be the same");
    if (o.pictures != 0 && frames.size() > 1)
        throw InputError(fmt::format("--pictures: are of one frame, got {} frames", frames.size()));
    if (o.turn && o.pictures == 0 && frames.size() == 1)
        throw InputError("--turn: one picture does not turn; add --pictures N, --film or a "
                         "range of frames");
    const double turn = o.turn.value_or(0);
    std::vector<Shot> shots;
    shots.reserve(static_cast<std::size_t>(o.pictures) + frames.size());
    for (int k = 0; k < o.pictures; ++k)
        shots.push_back({frames.front(), k, turn * k / o.pictures});
    if (o.pictures == 0) {
        const double last = std::max<double>(1, static_cast<double>(frames.size()) - 1);
        for (const std::int64_t index : frames)
            shots.push_back({index, index, turn * static_cast<double>(shots.size()) / last});
    }
    return shots;
}

Camera camera_of(const RenderOptions& o, const DrawnRun& run, const Drawing& drawing,
                 const Shot& shot) {
    const PictureSize size = picture_size(o.size);
    Camera camera = run.camera(o.view, drawing, size);
    if (!o.turn) return camera;
    const Vec3 up = up_of(run.scene());
    return turned(with_room_to_turn(camera, drawing.bounds, up, size.aspect()), up, shot.degrees);
}

/// Pictures of a turn have a folder of their own: their numbers are not those of frames.
std::filesystem::path output_of(const RenderOptions& o, const RunFolder& folder,
                                const std::vector<std::int64_t>& frames) {
    if (!o.output.empty()) return o.output;
    const auto pictures = folder.path() / "pictures";
    return o.pictures == 0 ? pictures : pictures / fmt::format("turn_{:06}", frames.front());
}

int make_strip(const RenderOptions& o, const RunFolder& folder, const PictureOptions& picture,
               const DrawOptions& options) {
    if (o.film || o.turn || o.pictures != 0)
        throw InputError("--strip: is one picture; leave out --film, --turn and --pictures");
    const auto all = folder.frames();
    std::vector<std::int64_t> frames;
    for (const std::size_t k : spread(all.size(), static_cast<std::size_t>(o.strip)))
        frames.push_back(all[k]);
    const DrawnRun run(folder, frames, options);
    std::vector<Drawing> moments;
    moments.reserve(frames.size());
    for (const std::int64_t index : frames)
        moments.push_back(run.drawing(read_frame(folder.frame_file(index))));
    const PictureSize panel{panel_width(static_cast<int>(moments.size()), picture), picture.height};
    const Camera camera = run.camera(o.view, moments.front(), panel);
    const std::filesystem::path file = o.output.empty() ? folder.path() / "pictures" / "strip.png"
                                                        : std::filesystem::path(o.output);
    if (o.output.empty()) std::filesystem::create_directories(file.parent_path());
    write_file_atomically(file, png_bytes(render_strip(moments, camera, picture)));
    fmt::print("wrote {}\n", file.string());
    return 0;
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
    if (o.strip > 0) return make_strip(o, folder, picture, options);
    const auto frames = chosen_frames(folder, o.film && o.pictures == 0 ? "all" : o.frame);
    const std::vector<Shot> shots = shots_of(o, frames);
    const DrawnRun run(folder, frames, options);
    const bool one_file = shots.size() == 1 && !o.output.empty();
    const std::filesystem::path to = output_of(o, folder, frames);
    std::optional<Drawing> drawing;
    for (std::size_t k = 0; k < shots.size(); ++k) {
        if (k == 0 || shots[k].frame != shots[k - 1].frame)
            drawing = run.drawing(read_frame(folder.frame_file(shots[k].frame)));
        const Camera camera = camera_of(o, run, *drawing, shots[k]);
        const auto file = one_file ? to : to / fmt::format("{:06}.png", shots[k].number);
        const std::string png = png_bytes(render(*drawing, camera, picture));
        if (!one_file) std::filesystem::create_directories(to);
        write_file_atomically(file, png);
        fmt::print("wrote {}\n", file.string());
        std::fflush(stdout);
    }
    if (o.film) make_film(to);
    return 0;
}

} // namespace scree
