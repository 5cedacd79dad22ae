// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/report.hpp>

#include <scree/base/error.hpp>
#include <scree/base/version.hpp>
#include <scree/io/files.hpp>
#include <scree/io/runner.hpp>
#include <scree/view/measure_plots.hpp>
#include <scree/view/picture.hpp>
#include <scree/view/plots.hpp>
#include <scree/view/stored_run.hpp>
#include <scree/view/web_assets.hpp>
#include <scree/view/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace scree {
namespace {

constexpr std::size_t most_layer_frames = 60;
// What a reader should be told of.
constexpr double large_residual = 1e-3, large_overlap = 0.05;

std::string base64(const std::string& bytes) {
    constexpr const char* letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t k = 0; k < bytes.size(); k += 3) {
        const std::size_t some = std::min<std::size_t>(3, bytes.size() - k);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8U | (i < some ? static_cast<unsigned char>(bytes[k + i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i)
            out += i <= some ? letters[bits >> (18 - 6 * i) & 63U] : '=';
    }
    return out;
}

/// Everything the parts of the report look at.
struct Source {
    StoredRun run;
    std::vector<Grain> grains; ///< at the start
    RunPlan plan;
    Checkpoint end;
    MeasuresTable measures;
    StoredFrame last;
    int threads;
};

struct Shot {
    int width, height, samples;
};

Json picture(const Source& s, const StoredFrame& frame, const DrawOptions& options,
             const Shot& shot, const char* what) {
    const Drawing drawing = draw({s.run.scene, frame, s.run.first}, options);
    const double aspect = static_cast<double>(shot.width) / shot.height;
    const Camera camera = camera_for("iso", drawing.bounds, up_of(s.run.scene), aspect);
    PictureOptions p;
    p.width = shot.width;
    p.height = shot.height;
    p.samples = shot.samples;
    p.threads = s.threads;
    const std::string label = fmt::format("{}, {}", what, quantity(frame.frame.time, "s"));
    return Json::object()
        .add("label", label)
        .add("src", "data:image/png;base64," + base64(png_bytes(render(drawing, camera, p))))
        .add("alt", fmt::format("{}: {} grains coloured by {}", label, frame.frame.center.size(),
                                drawing.legend.title));
}

void add_pictures(const Source& s, Json& report) {
    const StoredFrame middle = s.run.frame(s.run.frames.size() / 2);
    DrawOptions options;
    for (const StoredFrame* frame : {&s.run.first, &middle, &s.last})
        cover({s.run.scene, *frame, s.run.first}, options);
    constexpr Shot small{560, 420, 4}, large{1120, 630, 6};
    report.add("picture", picture(s, middle, options, large, "middle"));
    Json frames = Json::array();
    frames.push(picture(s, s.run.first, options, small, "first"));
    frames.push(picture(s, middle, options, small, "middle"));
    frames.push(picture(s, s.last, options, small, "last"));
    report.add("frames", frames);
}

Json plots(const Source& s) {
    Json out = Json::array();
    for (const Json& plot : measure_plots(s.run.scene, s.measures)) out.push(plot);
    for (const Json& plot : measurement_plots(s.run.scene, s.run.folder)) out.push(plot);
    std::vector<Frame> frames;
    for (const std::size_t k : spread(s.run.frames.size(), most_layer_frames))
        frames.push_back(s.run.frame(k).frame);
    // Without grains there is no height, in a single moment no time.
    if (!s.last.frame.center.empty() && frames.front().time < frames.back().time)
        out.push(layer_plot(s.run.scene, frames));
    out.push(coordination_plot(s.last.frame));
    out.push(force_plot(s.last.frame));
    return out;
}

std::uintmax_t frame_bytes(const StoredRun& run) {
    std::uintmax_t bytes = 0;
    for (const std::int64_t index : run.frames)
        bytes += std::filesystem::file_size(run.folder.frame_file(index));
    return bytes / run.frames.size();
}

Json results(const Source& s) {
    Json out = Json::array();
    const auto add = [&](const std::string& name, const std::string& column, const char* unit) {
        const std::vector<double>* values = s.measures.column(column);
        if (values && !values->empty())
            out.push(
                Json::object().add("name", name).add("value", values->back()).add("unit", unit));
    };
    add("simulated time", "time_s", "s");
    add("steps", "step", "");
    add("grains", "grains", "");
    add("density (solid fraction)", "density", "");
    add("contacts", "contacts", "");
    add("coordination number", "coordination", "");
    add("largest speed", "largest_speed_m_s", "m/s");
    add("kinetic energy", "kinetic_J", "J");
    add("potential energy", "potential_J", "J");
    add("energy stored in contacts", "stored_J", "J");
    add("energy lost by damping", "lost_damping_J", "J");
    add("energy lost by friction", "lost_friction_J", "J");
    add("energy lost by plastic overlap", "lost_plastic_J", "J");
    add("energy lost by rolling and twisting", "lost_rolling_J", "J");
    add("energy lost to the fluid", "lost_fluid_J", "J");
    add("residual of the ledger, relative", "relative_residual", "");
    for (const FlowPlane& plane : s.run.scene.planes) {
        add("grains through " + plane.name, plane.name + "_grains", "");
        add("mass through " + plane.name, plane.name + "_mass_kg", "kg");
    }
    return out;
}

Json how_it_was_made(const Source& s) {
    Json out = Json::array();
    const auto add = [&](const std::string& name, const std::string& value) {
        out.push(Json::object().add("name", name).add("value", value));
    };
    const RunSettings settings = s.run.folder.settings();
    add("program", fmt::format("scree {} {}", version_string, version_commit));
    add("scene", s.run.folder.scene_file().filename().string() + ", hash " + s.end.scene_hash);
    add("state hash", fmt::format("{} after {} steps", s.end.state.hash(), s.end.state.step));
    add("time step", fmt::format("{}: {}", quantity(s.plan.dt, "s"),
                                 settings.dt ? "given by the user" : s.plan.choice.reason));
    add("broad phase", make_broad_phase(settings.broad)->name());
    add("frames", fmt::format("{}, {} bytes each", s.run.frames.size(), frame_bytes(s.run)));
    std::istringstream log(read_text_file(s.run.folder.log_file()));
    for (std::string line; std::getline(log, line);) add("log", line);
    return out;
}

/// Grains whose centre has left the box around walls and the start.
std::size_t lost_grains(const Source& s) {
    if (!s.run.scene.outflows.empty()) return 0; // they may be on their way out
    const Bounds start = bounds_of({s.run.scene, s.run.first, s.run.first});
    const Vec3 room = 0.05 * (start.high - start.low);
    const Vec3 low = start.low - room, high = start.high + room;
    return static_cast<std::size_t>(
        std::count_if(s.last.frame.center.begin(), s.last.frame.center.end(), [&](const Vec3& c) {
            return (c.array() < low.array()).any() || (c.array() > high.array()).any();
        }));
}

std::vector<std::string> warnings(const Source& s) {
    std::vector<std::string> out;
    if (!s.end.finished)
        out.push_back(fmt::format("The run is not finished: this is its state at step {}.",
                                  s.end.state.step));
    const std::vector<double>* residuals = s.measures.column("relative_residual");
    double worst = 0;
    if (residuals)
        for (const double r : *residuals) worst = std::max(worst, std::abs(r));
    if (worst > large_residual)
        out.push_back(fmt::format("The energy ledger is open by {:.2g} of the energy turned over "
                                  "(usually below {:.0e}): a smaller --dt would tell whether that "
                                  "matters.",
                                  worst, large_residual));
    double deepest = 0;
    for (const ContactRecord& c : s.last.frame.contact)
        deepest = std::max(deepest, c.overlap / s.last.frame.radius[c.a]);
    if (deepest > large_overlap)
        out.push_back(fmt::format("Grains overlap by up to {:.0f} % of their radius in the last "
                                  "frame: the contacts are too soft for these loads.",
                                  100 * deepest));
    if (s.plan.dt > s.plan.choice.unsafe_above)
        out.push_back(fmt::format("The time step was forced to {}; more than {} is unsafe.",
                                  quantity(s.plan.dt, "s"),
                                  quantity(s.plan.choice.unsafe_above, "s")));
    if (const std::size_t lost = lost_grains(s); lost > 0)
        out.push_back(fmt::format("{} grain{} left the box around walls and starting places.", lost,
                                  lost == 1 ? " has" : "s have"));
    return out;
}

} // namespace

std::filesystem::path report_file(const RunFolder& folder) { return folder.path() / "report.html"; }

std::string report_data(const RunFolder& folder, int threads) {
    Source s{open_run(folder), {}, {}, {}, {}, {}, threads};
    s.grains = place_grains(s.run.scene);
    s.plan = plan_run(s.run.scene, s.grains, folder.settings(), true);
    s.end = read_checkpoint(folder.checkpoint_file());
    s.measures = read_measures(folder.measures_file());
    s.last = s.run.frame(s.run.frames.size() - 1);
    const std::string& title = s.run.scene.title;
    Json report = Json::object();
    report.add("title", title.empty() ? folder.path().filename().string() : title)
        .add("generator", fmt::format("scree {} {}", version_string, version_commit))
        .add("words", Json::list(scene_in_words(s.run.scene, s.grains)));
    add_pictures(s, report);
    report.add("plots", plots(s))
        .add("results", results(s))
        .add("made", how_it_was_made(s))
        .add("warnings", Json::list(warnings(s)));
    return report.text();
}

std::string report_html(const RunFolder& folder, int threads) {
    const std::string mark = "@DATA@";
    std::string page(web_asset("report.html"));
    page.replace(page.find(mark), mark.size(), report_data(folder, threads));
    return page;
}

} // namespace scree
