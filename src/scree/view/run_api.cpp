// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/run_api.hpp>

#include <scree/base/error.hpp>
#include <scree/io/files.hpp>
#include <scree/io/json.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace scree {
namespace {

static_assert(std::endian::native == std::endian::little,
              "drawing_bytes copies numbers as they are");

constexpr std::size_t longest_path = 200; // frames

Json triple(const Vec3& v) {
    Json out = Json::array();
    for (int k = 0; k < 3; ++k) out.push(v[k]);
    return out;
}

template <class T>
void append(std::string& out, const std::vector<T>& values) {
    out.append(reinterpret_cast<const char*>(values.data()), sizeof(T) * values.size());
}

void add_color(std::vector<std::uint8_t>& out, const Rgb& color) {
    const auto [r, g, b] = to_srgb(color);
    out.insert(out.end(), {r, g, b, 255});
}

void add_point(std::vector<float>& out, const Vec3& p) {
    for (int k = 0; k < 3; ++k) out.push_back(static_cast<float>(p[k]));
}

Json legend_json(const Legend& l) {
    return Json::object()
        .add("title", l.title)
        .add("unit", l.unit)
        .add("kind", l.is_kind)
        .add("low", l.low)
        .add("high", l.high)
        .add("kinds", Json::list(l.kinds))
        .add("colors", Json::list(colors_of(l)));
}

Json wall_json(const DrawnMesh& wall) {
    Json vertices = Json::array(), triangles = Json::array();
    for (const Vec3& v : wall.mesh.vertices)
        for (int k = 0; k < 3; ++k) vertices.push(v[k]);
    for (const auto& t : wall.mesh.triangles)
        for (const std::uint32_t corner : t) triangles.push(corner);
    return Json::object()
        .add("name", wall.name)
        .add("vertices", vertices)
        .add("triangles", triangles);
}

const char* name_of(RunFolder::State state) {
    switch (state) {
    case RunFolder::State::running:
        return "running";
    case RunFolder::State::finished:
        return "finished";
    case RunFolder::State::stopped:
        return "stopped";
    }
    return "";
}

/// Of the grain in row `at`.
Json contacts_of(const Scene& scene, const Frame& f, std::size_t at) {
    Json out = Json::array();
    for (const ContactRecord& c : f.contact) {
        const bool is_a = c.a == at;
        if (!is_a && c.b != static_cast<std::int64_t>(at)) continue;
        Json row = Json::object();
        if (c.b < 0) {
            const auto wall = static_cast<std::size_t>(-1 - c.b);
            row.add("with", "wall " + (wall < scene.walls.size() ? scene.walls[wall].name : "?"))
                .add("grain", nullptr);
        } else {
            const std::uint32_t other = id_of(f, is_a ? static_cast<std::size_t>(c.b) : c.a);
            row.add("with", "grain " + std::to_string(other)).add("grain", other);
        }
        out.push(row.add("force", c.normal_force).add("overlap", c.overlap));
    }
    return out;
}

/// The solids as they travel.
struct SolidArrays {
    std::vector<std::uint8_t> colors;
    std::vector<std::uint32_t> ids, sizes, triangles;
    std::vector<float> vertices;

    SolidArrays(const std::vector<DrawnSolid>& solids, const Vec3& origin) {
        for (const DrawnSolid& s : solids) {
            const auto first = static_cast<std::uint32_t>(vertices.size() / 3);
            add_color(colors, s.color);
            ids.push_back(s.grain);
            sizes.push_back(static_cast<std::uint32_t>(s.mesh.vertices.size()));
            for (const Vec3& v : s.mesh.vertices) add_point(vertices, v - origin);
            for (const auto& t : s.mesh.triangles)
                for (const std::uint32_t corner : t) triangles.push_back(first + corner);
        }
    }
};

} // namespace

std::string drawing_bytes(const Drawing& d, std::int64_t step) {
    const Vec3 origin = 0.5 * (d.bounds.low + d.bounds.high);
    const SolidArrays solids(d.solids, origin);
    std::string head = Json::object()
                           .add("time", d.time)
                           .add("step", step)
                           .add("balls", d.balls.size())
                           .add("rods", d.rods.size())
                           .add("solids", d.solids.size())
                           .add("vertices", solids.vertices.size() / 3)
                           .add("triangles", solids.triangles.size() / 3)
                           .add("origin", triple(origin))
                           .add("faint", d.faint_grains)
                           .add("inner", d.inner_balls)
                           .add("ball", d.ball_name)
                           .add("legend", legend_json(d.legend))
                           .text();
    while (head.size() % 4 != 0) head += ' ';
    std::vector<float> balls, rods;
    std::vector<std::uint8_t> ball_colors, rod_colors;
    std::vector<std::uint32_t> ids;
    balls.reserve(4 * d.balls.size());
    ball_colors.reserve(4 * d.balls.size());
    for (const DrawnBall& b : d.balls) {
        add_point(balls, b.center - origin);
        balls.push_back(static_cast<float>(b.radius));
        add_color(ball_colors, b.color);
        ids.push_back(b.grain);
    }
    for (const DrawnRod& r : d.rods) {
        add_point(rods, r.from - origin);
        add_point(rods, r.to - origin);
        rods.push_back(static_cast<float>(r.radius));
        add_color(rod_colors, r.color);
    }
    const auto length = static_cast<std::uint32_t>(head.size());
    std::string out(sizeof length, '\0');
    std::memcpy(out.data(), &length, sizeof length);
    out += head;
    append(out, balls);
    append(out, ball_colors);
    append(out, ids);
    append(out, rods);
    append(out, rod_colors);
    append(out, solids.colors);
    append(out, solids.ids);
    append(out, solids.sizes);
    append(out, solids.vertices);
    append(out, solids.triangles);
    return out;
}

void require_inside(const std::filesystem::path& folder, const std::filesystem::path& file) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path root = fs::canonical(folder, error);
    const fs::path real = error ? fs::path() : fs::canonical(file, error);
    if (error) throw InputError(file.filename().string() + ": " + error.message());
    if (std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first != root.end())
        throw InputError(file.filename().string() + ": leads out of the run's folder");
}

StoredRun& RunApi::opened() {
    folder_.require_run();
    require_inside(folder_.path(), folder_.scene_file());
    if (!run_) {
        run_ = open_run(folder_);
    } else {
        list_frames(*run_);
    }
    return *run_;
}

const StoredFrame& RunApi::frame_of(StoredRun& run, std::int64_t index) {
    const auto place = std::find(run.frames.begin(), run.frames.end(), index);
    if (place == run.frames.end())
        throw InputError("there is no frame " + std::to_string(index) + " (yet)");
    require_inside(folder_.path(), folder_.frame_file(index));
    // The last frame of a running run may be written again: only earlier ones never change.
    if (kept_index_ != index || place + 1 == run.frames.end()) {
        kept_ = read_frame(folder_.frame_file(index));
        kept_index_ = index;
    }
    return kept_;
}

std::string RunApi::run() {
    const std::lock_guard lock(mutex_);
    try {
        StoredRun& run = opened();
        Json frames = Json::array(), fields = Json::array(), walls = Json::array();
        for (std::size_t k = 0; k < run.frames.size(); ++k)
            frames.push(Json::object().add("index", run.frames[k]).add("time", run.times[k]));
        for (const FieldName& f : field_names())
            fields.push(Json::object().add("name", f.name).add("about", f.about));
        const Bounds bounds = bounds_of({run.scene, run.first, run.first});
        for (const DrawnMesh& wall : draw_walls({run.scene, run.first, run.first}, bounds))
            walls.push(wall_json(wall));
        const std::string name = folder_.path().filename().string();
        return Json::object()
            .add("problem", nullptr)
            .add("title", run.scene.title.empty() ? name : run.scene.title)
            .add("folder", folder_.path().string())
            .add("state", name_of(folder_.state()))
            .add("grains", run.first.frame.center.size())
            .add("frames", frames)
            .add("fields", fields)
            .add("up", triple(up_of(run.scene)))
            .add("low", triple(bounds.low))
            .add("high", triple(bounds.high))
            .add("walls", walls)
            .text();
    } catch (const InputError& e) {
        run_.reset();
        return Json::object().add("problem", e.what()).text();
    }
}

std::string RunApi::frame(std::int64_t index, const DrawOptions& options) {
    const std::lock_guard lock(mutex_);
    StoredRun& run = opened();
    const StoredFrame& stored = frame_of(run, index);
    return drawing_bytes(draw({run.scene, stored, run.first}, options), stored.frame.step);
}

std::string RunApi::grain(std::int64_t index, std::size_t id) {
    const std::lock_guard lock(mutex_);
    StoredRun& run = opened();
    const StoredFrame& stored = frame_of(run, index);
    const Frame& f = stored.frame;
    const auto row = row_of(f, id);
    if (!row) throw InputError("there is no grain " + std::to_string(id));
    const std::size_t at = *row;
    Json values = Json::array();
    const auto add = [&](const char* name, const auto& value, const char* unit) {
        values.push(Json::object().add("name", name).add("value", value).add("unit", unit));
    };
    add("position", triple(f.center[at]), "m");
    add("radius", f.radius[at], "m");
    add("mass", f.mass[at], "kg");
    add("material", run.scene.materials[static_cast<std::size_t>(f.material[at])].name, "");
    add("group", run.scene.grains[static_cast<std::size_t>(stored.labels.group[at])].name, "");
    if (!f.shape.empty() && f.shape[at] >= 0)
        add("shape", run.scene.shapes[static_cast<std::size_t>(f.shape[at])].name, "");
    add("speed", f.velocity[at].norm(), "m/s");
    add("velocity", triple(f.velocity[at]), "m/s");
    add("spin", triple(f.spin[at]), "rad/s");
    add("force", triple(f.force[at]), "N");
    return Json::object()
        .add("id", id)
        .add("values", values)
        .add("contacts", contacts_of(run.scene, f, at))
        .text();
}

std::string RunApi::path(std::size_t id) {
    const std::lock_guard lock(mutex_);
    StoredRun& run = opened();
    bool is_known = false;
    Vec3 last = Vec3::Zero(), last_velocity = Vec3::Zero();
    double last_time = 0;
    Json times = Json::array(), points = Json::array();
    for (const std::size_t at : spread(run.frames.size(), longest_path)) {
        require_inside(folder_.path(), folder_.frame_file(run.frames[at]));
        const StoredFrame stored = run.frame(at);
        const auto row = row_of(stored.frame, id);
        if (!row) continue; // not there yet, or no more
        const Vec3 velocity = stored.frame.velocity[*row];
        Vec3 center = stored.frame.center[*row];
        if (is_known) { // in a period: to the image that its velocity leads to
            const Vec3 expected =
                last + 0.5 * (stored.frame.time - last_time) * (velocity + last_velocity);
            center = expected + stored.frame.period.nearest(center - expected);
        }
        if (!stored.frame.period.any()) center = stored.frame.center[*row];
        is_known = true;
        last = center;
        last_velocity = velocity;
        last_time = stored.frame.time;
        times.push(run.times[at]);
        for (int axis = 0; axis < 3; ++axis) points.push(center[axis]);
    }
    if (!is_known) throw InputError("there is no grain " + std::to_string(id));
    return Json::object().add("times", times).add("points", points).text();
}

std::string RunApi::measures() {
    require_inside(folder_.path(), folder_.measures_file());
    return read_text_file(folder_.measures_file());
}

} // namespace scree
