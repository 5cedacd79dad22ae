// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/pov.hpp>

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <map>

// POV-Ray ignores what is nearer than fixed distances of its own (a thousandth of a unit for
// shadows) and keeps meshes in single precision. So lengths are counted from the middle of the
// scene, in units of which the scene's diagonal has a hundred.
//
// Its axes are left-handed; ours become right-handed by a camera whose right is -x.
namespace scree {
namespace {

constexpr double units_of_diagonal = 100;
constexpr double faint = 0.88; // part of the light that goes through faint grains
constexpr double glass = 0.85; // and through walls

class PovWriter {
public:
    PovWriter(const Drawing& drawing, const Camera& camera) : drawing_(drawing), camera_(camera) {
        middle_ = 0.5 * (drawing.bounds.low + drawing.bounds.high);
        scale_ = units_of_diagonal / (drawing.bounds.high - drawing.bounds.low).norm();
    }

    std::string text() {
        add_preamble();
        add_camera();
        add_lights();
        add_balls();
        add_rods();
        add_solids();
        add_walls();
        return std::move(out_);
    }

private:
    template <class... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    }
    static std::string vector(const Vec3& v) {
        return fmt::format("<{:.9g}, {:.9g}, {:.9g}>", v.x(), v.y(), v.z());
    }
    std::string place(const Vec3& p) const { return vector(scale_ * (p - middle_)); }

    void add_preamble() {
        print("// scree, at {:.9g} s; colours: {}{}\n", drawing_.time, drawing_.legend.title,
              drawing_.legend.unit.empty() ? "" : " in " + drawing_.legend.unit);
        print("// A point p of the scene (in m) is here Metre * (p - Middle).\n");
        print("#version 3.7;\n");
        print("#declare Metre = {:.9g};\n#declare Middle = <{:.17g}, {:.17g}, {:.17g}>;\n", scale_,
              middle_.x(), middle_.y(), middle_.z());
        // Each translucent layer counts as a level.
        print("global_settings {{ assumed_gamma 1 max_trace_level 256 }}\n");
        print("background {{ color rgb <1, 1, 1> }}\n\n");
    }

    void add_camera() {
        print("#declare Aspect = image_width / image_height;\ncamera {{\n    perspective\n");
        print("    location {}\n    sky {}\n", place(camera_.eye), vector(camera_.up));
        print("    right -Aspect * x\n    up y\n");
        print("    angle 2 * degrees(atan2(Aspect * tan(radians({:.9g})), 1))\n",
              0.5 * camera_.field_of_view);
        print("    look_at {}\n}}\n\n", place(camera_.target));
    }

    /// As in our own pictures: a soft key light over the left shoulder. What the sky gives there
    /// comes from the camera here, and from the textures' ambient part.
    void add_lights() {
        const Camera::Axes a = camera_.axes();
        const Vec3 key = (0.9 * a.up - 0.55 * a.right - 0.75 * a.forward).normalized();
        const Vec3 u = across(key), v = key.cross(u);
        const double far = 10 * units_of_diagonal, wide = 0.18 * far;
        print("light_source {{\n    {}\n    color rgb 0.72\n",
              vector(scale_ * (camera_.target - middle_) + far * key));
        print("    area_light {}, {}, 7, 7 adaptive 1\n}}\n", vector(wide * u), vector(wide * v));
        print("light_source {{ {} color rgb 0.2 shadowless }}\n\n", place(camera_.eye));
    }

    /// The name of a texture of that colour, declared when it is new.
    std::string texture(const Rgb& c, double transmit) {
        const auto [at, is_new] =
            textures_.try_emplace({c.r, c.g, c.b, transmit}, textures_.size());
        std::string name = fmt::format("Color_{}", at->second);
        if (is_new)
            print("#declare {} = texture {{ pigment {{ color rgb <{:.6g}, {:.6g}, {:.6g}> transmit "
                  "{} }} finish {{ ambient 0.22 diffuse 1 }} }}\n",
                  name, c.r, c.g, c.b, transmit);
        return name;
    }

    void add_ball(const Vec3& center, double radius, const std::string& look) {
        print("sphere {{ {}, {:.9g} texture {{ {} }}{} }}\n", place(center), scale_ * radius, look,
              drawing_.faint_grains ? " no_shadow" : "");
    }

    void add_balls() {
        if (drawing_.inner_balls) return;
        for (const DrawnBall& b : drawing_.balls)
            add_ball(b.center, b.radius, texture(b.color, drawing_.faint_grains ? faint : 0));
    }

    void add_rods() {
        for (const DrawnRod& r : drawing_.rods) {
            const std::string name = texture(r.color, 0);
            for (const Vec3& end : {r.from, r.to}) add_ball(end, r.radius, name);
            if (place(r.from) == place(r.to)) continue;
            print("cylinder {{ {}, {}, {:.9g} texture {{ {} }} }}\n", place(r.from), place(r.to),
                  scale_ * r.radius, name);
        }
    }

    void add_mesh(const TriangleMesh& mesh, const std::string& look, const char* more) {
        print("mesh2 {{\n    vertex_vectors {{ {}", mesh.vertices.size());
        for (const Vec3& v : mesh.vertices) print(",\n        {}", place(v));
        print(" }}\n    face_indices {{ {}", mesh.triangles.size());
        for (const auto& t : mesh.triangles) print(",\n        <{}, {}, {}>", t[0], t[1], t[2]);
        print(" }}\n    texture {{ {} }}\n{}}}\n", look, more);
    }

    void add_solids() {
        const bool is_faint = drawing_.faint_grains;
        for (const DrawnSolid& s : drawing_.solids)
            add_mesh(s.mesh, texture(s.color, is_faint ? faint : 0),
                     is_faint ? "    no_shadow\n" : "");
    }

    void add_walls() {
        const std::string name = texture({0.55, 0.60, 0.66}, glass);
        for (const DrawnMesh& wall : drawing_.walls) add_mesh(wall.mesh, name, "    no_shadow\n");
    }

    const Drawing& drawing_;
    const Camera& camera_;
    Vec3 middle_;
    double scale_ = 1;
    std::string out_;
    std::map<std::array<double, 4>, std::size_t> textures_;
};

} // namespace

std::string pov_scene(const Drawing& drawing, const Camera& camera) {
    return PovWriter(drawing, camera).text();
}

} // namespace scree
