// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/gltf.hpp>

#include <scree/io/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

// Numbers in viewers are single: places are counted from the middle of the scene. Grains share one
// icosphere, links one cylinder; a mesh is that shape in one colour, so few colours make few
// meshes.
namespace scree {
namespace {

constexpr std::size_t most_colors = 32;
constexpr double faint_alpha = 0.12, wall_alpha = 0.18;
constexpr int rod_segments = 16;

using Key = std::array<double, 3>;
Key key_of(const Rgb& c) { return {c.r, c.g, c.b}; }

/// Colours as they are when they are few, else the nearest ones of an even scale.
class Palette {
public:
    template <class Things>
    explicit Palette(const Things& things) {
        for (const auto& thing : things) index_.try_emplace(key_of(thing.color), index_.size());
        if (index_.size() <= most_colors) {
            colors_.resize(index_.size());
            for (const auto& [key, k] : index_) colors_[k] = {key[0], key[1], key[2]};
            return;
        }
        const std::vector<Rgb> scale = even_scale();
        std::map<std::size_t, std::size_t> used;
        for (auto& [key, k] : index_) {
            const std::size_t step = nearest(scale, {key[0], key[1], key[2]});
            const auto [at, is_new] = used.try_emplace(step, colors_.size());
            if (is_new) colors_.push_back(scale[step]);
            k = at->second;
        }
    }

    const std::vector<Rgb>& colors() const { return colors_; }
    std::size_t index(const Rgb& color) const { return index_.at(key_of(color)); }

private:
    /// And the grey of what is not a number.
    static std::vector<Rgb> even_scale() {
        std::vector<Rgb> scale;
        for (std::size_t k = 0; k + 1 < most_colors; ++k)
            scale.push_back(sequential_color(static_cast<double>(k) / (most_colors - 2)));
        scale.push_back(sequential_color(std::numeric_limits<double>::quiet_NaN()));
        return scale;
    }

    static std::size_t nearest(const std::vector<Rgb>& scale, const Rgb& color) {
        const auto difference = [lab = to_oklab(color)](const Rgb& other) {
            const auto b = to_oklab(other);
            return std::hypot(lab[0] - b[0], lab[1] - b[1], lab[2] - b[2]);
        };
        const auto at =
            std::min_element(scale.begin(), scale.end(), [&](const Rgb& a, const Rgb& b) {
                return difference(a) < difference(b);
            });
        return static_cast<std::size_t>(at - scale.begin());
    }

    std::map<Key, std::size_t> index_;
    std::vector<Rgb> colors_;
};

struct Shape {
    TriangleMesh mesh;
    std::vector<Vec3> normals; ///< per vertex; none: flat
};

/// A ball of radius 1: an icosahedron whose triangles are halved `times` times.
Shape icosphere(int times) {
    const double g = std::numbers::phi;
    TriangleMesh m;
    for (const double s : {-1.0, 1.0})
        for (const double t : {-g, g}) {
            m.vertices.emplace_back(0, s, t);
            m.vertices.emplace_back(s, t, 0);
            m.vertices.emplace_back(t, 0, s);
        }
    // Its faces are the triples of corners that are neighbours: 2 apart.
    const auto count = static_cast<std::uint32_t>(m.vertices.size());
    const auto near = [&](std::uint32_t a, std::uint32_t b) {
        return (m.vertices[a] - m.vertices[b]).norm() < 2.1;
    };
    for (std::uint32_t a = 0; a < count; ++a)
        for (std::uint32_t b = a + 1; b < count; ++b)
            for (std::uint32_t c = b + 1; c < count; ++c) {
                if (!near(a, b) || !near(b, c) || !near(c, a)) continue;
                const Vec3 &p = m.vertices[a], &q = m.vertices[b], &r = m.vertices[c];
                const bool outwards = (q - p).cross(r - p).dot(p) > 0;
                m.triangles.push_back({a, outwards ? b : c, outwards ? c : b});
            }
    for (Vec3& v : m.vertices) v.normalize();
    for (; times > 0; --times) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            const auto [at, is_new] = middles.try_emplace(
                std::minmax(a, b), static_cast<std::uint32_t>(m.vertices.size()));
            if (is_new) m.vertices.emplace_back((m.vertices[a] + m.vertices[b]).normalized());
            return at->second;
        };
        std::vector<std::array<std::uint32_t, 3>> finer;
        for (const auto& [a, b, c] : std::exchange(m.triangles, {})) {
            const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
        }
        m.triangles = std::move(finer);
    }
    return {m, m.vertices};
}

/// About the y axis, radius 1, from 0 to 1, closed.
Shape cylinder() {
    Shape out;
    const auto n = static_cast<std::uint32_t>(rod_segments);
    const auto add = [&](double angle, double radius, double y, const Vec3& normal) {
        out.mesh.vertices.emplace_back(radius * std::cos(angle), y, radius * std::sin(angle));
        out.normals.push_back(normal);
    };
    // Four rings: the lower lid's, the side's two and the upper lid's.
    for (const int ring : {0, 1, 2, 3})
        for (std::uint32_t k = 0; k < n; ++k) {
            const double angle = 2 * std::numbers::pi * k / n;
            const bool is_lid = ring == 0 || ring == 3;
            add(angle, 1, ring < 2 ? 0 : 1,
                is_lid ? Vec3(0, ring == 0 ? -1 : 1, 0)
                       : Vec3(std::cos(angle), 0, std::sin(angle)));
        }
    auto& triangles = out.mesh.triangles;
    for (std::uint32_t k = 0; k < n; ++k) {
        const std::uint32_t next = (k + 1) % n;
        triangles.push_back({n + k, 2 * n + k, n + next});
        triangles.push_back({n + next, 2 * n + k, 2 * n + next});
    }
    for (std::uint32_t k = 1; k + 1 < n; ++k) {
        triangles.push_back({0, k, k + 1});
        triangles.push_back({3 * n, 3 * n + k + 1, 3 * n + k});
    }
    return out;
}

Json quaternion(const Eigen::Quaterniond& q) {
    return Json::list(std::array{q.x(), q.y(), q.z(), q.w()});
}

void append_u32(std::string& out, std::uint32_t value) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        out += static_cast<char>((value >> shift) & 0xffU);
}

/// An array of the file's top level; its items are named by their index.
class Items {
public:
    std::size_t push(const Json& item) {
        json_.push(item);
        return count_++;
    }
    std::size_t size() const { return count_; }
    /// An empty array is not allowed by the standard.
    void add_to(Json& file, const char* key) const {
        if (count_ > 0) file.add(key, json_);
    }

private:
    Json json_ = Json::array();
    std::size_t count_ = 0;
};

class GltfWriter {
public:
    GltfWriter(const Drawing& drawing, const GltfView& view) : drawing_(drawing), view_(view) {
        middle_ = 0.5 * (drawing.bounds.low + drawing.bounds.high);
    }

    std::string bytes() {
        std::vector<std::size_t> parts;
        // Balls and solids may both be grains.
        std::map<std::string, std::vector<std::size_t>> groups;
        groups[drawing_.ball_name + "s"] = ball_nodes();
        const std::vector<std::size_t> solids = solid_nodes();
        auto& group = groups[drawing_.solid_name + "s"];
        group.insert(group.end(), solids.begin(), solids.end());
        for (const auto& [name, nodes] : groups) add_group(name, nodes, parts);
        add_group(drawing_.rods_name, rod_nodes(), parts);
        add_group("walls", wall_nodes(), parts);
        parts.push_back(add_camera());
        const auto turn = Eigen::Quaterniond::FromTwoVectors(view_.up, Vec3::UnitY());
        const std::size_t root = nodes_.push(Json::object()
                                                 .add("name", "scree")
                                                 .add("rotation", quaternion(turn))
                                                 .add("children", Json::list(parts))
                                                 .add("extras", extras()));
        return container(json_text_of_file(root));
    }

private:
    // --- data

    std::size_t add_view(std::size_t begin, int target) {
        return views_.push(Json::object()
                               .add("buffer", 0)
                               .add("byteOffset", begin)
                               .add("byteLength", data_.size() - begin)
                               .add("target", target));
    }
    std::size_t add_vectors(const std::vector<Vec3>& vectors) {
        const std::size_t begin = data_.size();
        const float infinity = std::numeric_limits<float>::infinity();
        Eigen::Vector3f low = Eigen::Vector3f::Constant(infinity), high = -low;
        for (const Vec3& v : vectors) {
            const Eigen::Vector3f f = v.cast<float>();
            for (const float x : f) append_u32(data_, std::bit_cast<std::uint32_t>(x));
            low = low.cwiseMin(f);
            high = high.cwiseMax(f);
        }
        constexpr int array_buffer = 34962, is_float = 5126;
        return accessors_.push(Json::object()
                                   .add("bufferView", add_view(begin, array_buffer))
                                   .add("componentType", is_float)
                                   .add("count", vectors.size())
                                   .add("type", "VEC3")
                                   .add("min", Json::list(low))
                                   .add("max", Json::list(high)));
    }
    std::size_t add_indices(const std::vector<std::array<std::uint32_t, 3>>& triangles) {
        const std::size_t begin = data_.size();
        for (const auto& t : triangles)
            for (const std::uint32_t k : t) append_u32(data_, k);
        constexpr int element_array_buffer = 34963, is_unsigned_int = 5125;
        return accessors_.push(Json::object()
                                   .add("bufferView", add_view(begin, element_array_buffer))
                                   .add("componentType", is_unsigned_int)
                                   .add("count", 3 * triangles.size())
                                   .add("type", "SCALAR"));
    }

    // --- what is drawn with them

    struct Placed {
        std::size_t positions, indices;
        std::optional<std::size_t> normals;
    };
    Placed add_shape(const Shape& shape) {
        Placed out{add_vectors(shape.mesh.vertices), add_indices(shape.mesh.triangles), {}};
        if (!shape.normals.empty()) out.normals = add_vectors(shape.normals);
        return out;
    }
    std::size_t add_mesh(const Placed& shape, std::size_t material) {
        Json attributes = Json::object().add("POSITION", shape.positions);
        if (shape.normals) attributes.add("NORMAL", *shape.normals);
        Json primitives = Json::array().push(Json::object()
                                                 .add("attributes", attributes)
                                                 .add("indices", shape.indices)
                                                 .add("material", material));
        return meshes_.push(Json::object().add("primitives", primitives));
    }
    std::size_t add_material(const Rgb& c, double alpha, bool double_sided = false) {
        // Gamut borders are met to rounding only, and the standard wants [0, 1].
        const auto part = [](double x) { return std::clamp(x, 0.0, 1.0); };
        const std::array color{part(c.r), part(c.g), part(c.b), alpha};
        Json json = Json::object().add("pbrMetallicRoughness",
                                       Json::object()
                                           .add("baseColorFactor", Json::list(color))
                                           .add("metallicFactor", 0)
                                           .add("roughnessFactor", 0.6));
        if (alpha < 1) json.add("alphaMode", "BLEND");
        if (double_sided) json.add("doubleSided", true);
        return materials_.push(json);
    }
    /// The shape once in each colour.
    std::vector<std::size_t> colored_meshes(const Shape& shape, const Palette& palette,
                                            double alpha) {
        std::vector<std::size_t> meshes;
        if (palette.colors().empty()) return meshes;
        const Placed placed = add_shape(shape);
        for (const Rgb& c : palette.colors())
            meshes.push_back(add_mesh(placed, add_material(c, alpha)));
        return meshes;
    }

    // --- nodes

    double grain_alpha() const { return drawing_.faint_grains ? faint_alpha : 1; }
    Json place(const Vec3& p) const { return Json::list(Vec3(p - middle_)); }

    std::vector<std::size_t> ball_nodes() {
        if (drawing_.inner_balls) return {};
        const std::size_t n = drawing_.balls.size();
        // A viewer draws every ball's triangles: the more balls, the coarser.
        const int fineness = n <= 2000 ? 3 : n <= 20000 ? 2 : 1;
        const Palette palette(drawing_.balls);
        const auto meshes = colored_meshes(icosphere(fineness), palette, grain_alpha());
        std::vector<std::size_t> nodes;
        for (const DrawnBall& b : drawing_.balls)
            nodes.push_back(nodes_.push(
                Json::object()
                    .add("name", fmt::format("{} {}", drawing_.ball_name, b.grain))
                    .add("mesh", meshes[palette.index(b.color)])
                    .add("translation", place(b.center))
                    .add("scale", Json::list(std::array{b.radius, b.radius, b.radius}))));
        return nodes;
    }

    std::vector<std::size_t> rod_nodes() {
        const Palette palette(drawing_.rods);
        const auto meshes = colored_meshes(cylinder(), palette, 1);
        std::vector<std::size_t> nodes;
        for (const DrawnRod& r : drawing_.rods) {
            const Vec3 along = r.to - r.from;
            if (along.norm() == 0) continue; // has no direction
            const auto turn = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitY(), along);
            nodes.push_back(nodes_.push(
                Json::object()
                    .add("mesh", meshes[palette.index(r.color)])
                    .add("translation", place(r.from))
                    .add("rotation", quaternion(turn))
                    .add("scale", Json::list(std::array{r.radius, along.norm(), r.radius}))));
        }
        return nodes;
    }

    std::size_t mesh_node(const std::string& name, TriangleMesh mesh, std::size_t material) {
        for (Vec3& v : mesh.vertices) v -= middle_;
        return nodes_.push(Json::object()
                               .add("name", name)
                               .add("mesh", add_mesh(add_shape({mesh, {}}), material)));
    }

    std::vector<std::size_t> solid_nodes() {
        const Palette palette(drawing_.solids);
        std::vector<std::size_t> materials, nodes;
        for (const Rgb& c : palette.colors()) materials.push_back(add_material(c, grain_alpha()));
        for (const DrawnSolid& s : drawing_.solids)
            nodes.push_back(mesh_node(fmt::format("{} {}", drawing_.solid_name, s.grain), s.mesh,
                                      materials[palette.index(s.color)]));
        return nodes;
    }

    std::vector<std::size_t> wall_nodes() {
        std::vector<std::size_t> nodes;
        if (drawing_.walls.empty()) return nodes;
        const std::size_t material = add_material({0.55, 0.60, 0.66}, wall_alpha, true);
        for (const DrawnMesh& wall : drawing_.walls)
            nodes.push_back(mesh_node(wall.name, wall.mesh, material));
        return nodes;
    }

    void add_group(const std::string& name, const std::vector<std::size_t>& children,
                   std::vector<std::size_t>& parts) {
        if (children.empty()) return;
        parts.push_back(
            nodes_.push(Json::object().add("name", name).add("children", Json::list(children))));
    }

    /// glTF's camera looks along -z, with y up.
    std::size_t add_camera() {
        const Camera& camera = view_.camera;
        const Camera::Axes a = camera.axes();
        Eigen::Matrix3d axes;
        axes << a.right, a.up, -a.forward;
        cameras_.push(
            Json::object()
                .add("type", "perspective")
                .add("perspective", Json::object()
                                        .add("aspectRatio", view_.aspect)
                                        .add("yfov", camera.field_of_view * std::numbers::pi / 180)
                                        .add("znear", 0.01 * (camera.target - camera.eye).norm())));
        return nodes_.push(Json::object()
                               .add("name", "camera")
                               .add("camera", 0)
                               .add("translation", place(camera.eye))
                               .add("rotation", quaternion(Eigen::Quaterniond(axes))));
    }

    // --- the file

    Json extras() const {
        const Legend& legend = drawing_.legend;
        Json colors = Json::object().add("title", legend.title).add("unit", legend.unit);
        if (!legend.is_kind) colors.add("low", legend.low).add("high", legend.high);
        return Json::object()
            .add("time_s", drawing_.time)
            .add("middle_m", Json::list(middle_))
            .add("colors", colors);
    }

    std::string json_text_of_file(std::size_t root) const {
        Json file = Json::object();
        file.add("asset", Json::object().add("version", "2.0").add("generator", "scree"))
            .add("scene", 0)
            .add("scenes",
                 Json::array().push(Json::object().add("nodes", Json::list(std::array{root}))));
        nodes_.add_to(file, "nodes");
        cameras_.add_to(file, "cameras");
        meshes_.add_to(file, "meshes");
        materials_.add_to(file, "materials");
        accessors_.add_to(file, "accessors");
        views_.add_to(file, "bufferViews");
        if (!data_.empty())
            file.add("buffers", Json::array().push(Json::object().add("byteLength", data_.size())));
        return file.text();
    }

    /// Header, JSON, data; each part a multiple of four bytes long. All data are four bytes wide.
    std::string container(std::string json) const {
        json.resize((json.size() + 3) / 4 * 4, ' ');
        const auto size = [](std::size_t bytes) { return static_cast<std::uint32_t>(bytes); };
        const bool has_data = !data_.empty();
        std::string out = "glTF";
        append_u32(out, 2);
        append_u32(out, size(12 + 8 + json.size() + (has_data ? 8 + data_.size() : 0)));
        append_u32(out, size(json.size()));
        out += "JSON" + json;
        if (!has_data) return out;
        append_u32(out, size(data_.size()));
        out += "BIN";
        out += '\0';
        return out + data_;
    }

    const Drawing& drawing_;
    const GltfView& view_;
    Vec3 middle_;
    std::string data_;
    Items nodes_, cameras_, meshes_, materials_, accessors_, views_;
};

} // namespace

std::string gltf_bytes(const Drawing& drawing, const GltfView& view) {
    return GltfWriter(drawing, view).bytes();
}

} // namespace scree
