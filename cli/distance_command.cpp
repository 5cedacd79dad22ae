// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"

#include <scree/base/error.hpp>
#include <scree/io/json.hpp>
#include <scree/io/mesh_file.hpp>
#include <scree/narrow/gap.hpp>
#include <scree/narrow/penetration.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <optional>
#include <sstream>

namespace scree {
namespace {

/// Numbers between commas; `where` they stand and their `form` are for messages.
std::vector<double> numbers_in(const std::string& list, const std::string& where,
                               const char* form) {
    std::vector<double> numbers;
    // One comma more, so that what stands behind the last one is looked at, too.
    std::istringstream parts(list + ",");
    for (std::string part; std::getline(parts, part, ',');) {
        std::size_t used = 0;
        double value = 0;
        try {
            value = std::stod(part, &used);
        } catch (const std::exception&) {
            used = 0;
        }
        if (used == 0 || used != part.size())
            throw InputError(
                fmt::format("{}: \"{}\" is not a number; expected {}", where, part, form));
        numbers.push_back(value);
    }
    return numbers;
}

/// The numbers of "box:1,2,3"; `form` is "box:X,Y,Z".
std::vector<double> numbers_after_colon(const std::string& text, std::size_t count,
                                        const char* form) {
    std::vector<double> numbers;
    if (const std::size_t colon = text.find(':'); colon != std::string::npos)
        numbers = numbers_in(text.substr(colon + 1), text, form);
    if (numbers.size() != count)
        throw InputError(fmt::format("{}: expected {}, which has {} number{}, got {}", text, form,
                                     count, count == 1 ? "" : "s", numbers.size()));
    return numbers;
}

struct NamedShape {
    const char* name;
    std::size_t count;
    const char* form;
    Shape (*make)(const std::vector<double>& v, double rounding);
};

constexpr std::array<NamedShape, 7> named_shapes{{
    {"sphere", 1, "sphere:R",
     [](const std::vector<double>& v, double r) -> Shape {
         return solid_sphere(solid_sphere(v[0]).radius + r); // the radius itself must be > 0
     }},
    {"capsule", 2, "capsule:HALF,R",
     [](const std::vector<double>& v, double r) -> Shape {
         return solid_capsule(v[0], solid_capsule(v[0], v[1]).radius + r);
     }},
    {"box", 3, "box:X,Y,Z",
     [](const std::vector<double>& v, double r) -> Shape {
         return solid_box({v[0], v[1], v[2]}, r);
     }},
    {"ellipsoid", 3, "ellipsoid:X,Y,Z",
     [](const std::vector<double>& v, double r) -> Shape {
         return solid_ellipsoid({v[0], v[1], v[2]}, r);
     }},
    {"superquadric", 5, "superquadric:X,Y,Z,N1,N2",
     [](const std::vector<double>& v, double r) -> Shape {
         return solid_superquadric({v[0], v[1], v[2]}, v[3], v[4], r);
     }},
    {"cylinder", 2, "cylinder:R,HALF",
     [](const std::vector<double>& v, double r) -> Shape { return solid_cylinder(v[0], v[1], r); }},
    {"cone", 2, "cone:R,H",
     [](const std::vector<double>& v, double r) -> Shape { return solid_cone(v[0], v[1], r); }},
}};

Shape shape_from_mesh(const std::string& file, double rounding, bool hull) {
    const TriangleMesh mesh = read_mesh_file(file).mesh;
    try {
        if (hull) return make_polyhedron(mesh.vertices, rounding);
        std::vector<std::vector<std::uint32_t>> faces;
        for (const auto& t : mesh.triangles) faces.emplace_back(t.begin(), t.end());
        return make_polyhedron(mesh.vertices, faces, rounding);
    } catch (const InputError& e) {
        std::vector<std::string> messages;
        for (const std::string& m : e.messages())
            messages.push_back(fmt::format("{}: {}", file, m));
        throw InputError(messages);
    }
}

Shape read_shape(const std::string& text, double rounding, bool hull) {
    if (std::filesystem::exists(text)) return shape_from_mesh(text, rounding, hull);
    const std::string kind = text.substr(0, text.find(':'));
    std::vector<std::string> known;
    for (const NamedShape& s : named_shapes) {
        known.emplace_back(s.name);
        if (kind != s.name) continue;
        try {
            return s.make(numbers_after_colon(text, s.count, s.form), rounding);
        } catch (const InputError& e) {
            std::vector<std::string> messages;
            for (const std::string& m : e.messages())
                messages.push_back(m.rfind(text, 0) == 0 ? m : fmt::format("{}: {}", text, m));
            throw InputError(messages);
        }
    }
    if (kind == text && std::filesystem::path(text).has_extension())
        return shape_from_mesh(text, rounding, hull);
    throw InputError(fmt::format("{}: no such file, and no shape \"{}\"{}", text, kind,
                                 suggestion(kind, known)));
}

Pose read_pose(const std::string& text, const char* option) {
    Pose pose;
    if (text.empty()) return pose;
    const char* const form = "x,y,z or x,y,z,axis_x,axis_y,axis_z,degrees";
    const std::vector<double> v = numbers_in(text, option, form);
    if (v.size() != 3 && v.size() != 7)
        throw InputError(fmt::format("{}: expected {}, got {} number{}", option, form, v.size(),
                                     v.size() == 1 ? "" : "s"));
    for (const double x : v)
        if (!std::isfinite(x))
            throw InputError(fmt::format("{}: must be finite, got {}", option, x));
    pose.position = {v[0], v[1], v[2]};
    if (v.size() == 3) return pose;
    const Vec3 axis(v[3], v[4], v[5]);
    if (!(axis.norm() > 0))
        throw InputError(fmt::format("{}: the axis must have a direction, got 0,0,0", option));
    pose.rotation =
        Eigen::AngleAxisd(v[6] * std::numbers::pi / 180, axis.normalized()).toRotationMatrix();
    return pose;
}

struct Query {
    Shape a, b;
    Pose at_a, at_b;
};

double error_of(const Gap& g) { return std::max(g.upper - g.gap, g.gap - g.lower); }

Json as_json(const Vec3& v) { return Json::list(std::array{v.x(), v.y(), v.z()}); }

std::string as_text(const Vec3& v) {
    return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z());
}

void print_proof(const CertifiedGap& claim, const ProvenGap& proven) {
    const Certificate& c = claim.proof;
    fmt::print("\nCertificate, about the sharp cores in the frame of A\n  direction  {}\n",
               as_text(c.direction));
    for (std::size_t k = 0; k < c.points.size(); ++k)
        fmt::print("  point {:<3}  corner {} of B - corner {} of A{}\n", k, c.points[k].b,
                   c.points[k].a,
                   k < c.weights.size() ? fmt::format(", weight {:.17g}", c.weights[k]) : "");
    for (const auto& t : c.shell) fmt::print("  face       {} {} {}\n", t[0], t[1], t[2]);
    fmt::print("Checked from the corners alone: {:.17g} <= gap <= {:.17g}, {:.1e} apart\n",
               proven.lower, proven.upper, proven.upper - proven.lower);
}

const PolyhedronData& data_of(const Shape& shape, const char* option) {
    const auto* p = std::get_if<Polyhedron>(&shape);
    if (p == nullptr)
        throw InputError(
            fmt::format("{}: the penetration methods take polyhedra (mesh files), got {}", option,
                        kind_name(shape)));
    return *p->data;
}

std::vector<PenetrationMethod> chosen_methods(const std::string& name) {
    std::vector<PenetrationMethod> chosen;
    std::vector<std::string> known{"all"};
    for (const PenetrationMethod& m : penetration_methods()) {
        known.emplace_back(m.name);
        if (name == "all" || name == m.name) chosen.push_back(m);
    }
    if (chosen.empty())
        throw InputError(
            fmt::format("--method: no method \"{}\"{}", name, suggestion(name, known)));
    return chosen;
}

void print_methods(const Query& q, const std::vector<PenetrationMethod>& methods, Json* json) {
    const PolyhedronData& a = data_of(q.a, "--method");
    const PolyhedronData& b = data_of(q.b, "--method");
    const Pose b_in_a = relative(q.at_a, q.at_b);
    if (json == nullptr)
        fmt::print("\n{:<11} {:>24}  {:>8}  normal\n", "method", "gap of the cores", "supports");
    for (const PenetrationMethod& m : methods) {
        const Penetration p = m.measure(a, b, b_in_a);
        const Vec3 normal = q.at_a.rotation * p.normal;
        if (json != nullptr)
            json->push(Json::object()
                           .add("method", m.name)
                           .add("gap", p.gap)
                           .add("normal", as_json(normal))
                           .add("supports", p.supports)
                           .add("converged", p.converged));
        else
            fmt::print("{:<11} {:>24.17g}  {:>8}  {}{}\n", m.name, p.gap, p.supports,
                       as_text(normal), p.converged ? "" : "  (not converged)");
    }
}

void print_answer(const Query& q, const Gap& g, const DistanceOptions& o) {
    fmt::print("A  {} ({})\nB  {} ({})\n\n", o.a, kind_name(q.a), o.b, kind_name(q.b));
    fmt::print("gap      {:.17g} m, {}\n", g.gap,
               g.gap > 0   ? "apart"
               : g.gap < 0 ? "overlapping"
                           : "touching");
    fmt::print("normal   {}  from A to B\n", as_text(g.normal));
    fmt::print("on A     {}\non B     {}\n", as_text(g.on_a), as_text(g.on_b));
    fmt::print("error    at most {:.1e} m, found by: {}, {} GJK iterations, {} expansions\n",
               error_of(g), path_name(g.path), g.iterations, g.expansions);
    if (g.status != Status::converged)
        fmt::print("warning: the bounds did not close: {:.17g} <= gap <= {:.17g}\n", g.lower,
                   g.upper);
}

Json answer_as_json(const Gap& g) {
    Json json = Json::object();
    json.add("gap", g.gap).add("normal", as_json(g.normal));
    json.add("on_a", as_json(g.on_a)).add("on_b", as_json(g.on_b));
    json.add("error_bound", error_of(g));
    json.add("converged", g.status == Status::converged).add("path", path_name(g.path));
    json.add("iterations", g.iterations).add("expansions", g.expansions);
    return json;
}

/// What was asked for besides the gap; complains before anything is printed.
struct Wishes {
    std::vector<PenetrationMethod> methods;
    std::optional<CertifiedGap> claim;
};

Wishes read_wishes(const DistanceOptions& o, const Query& q) {
    Wishes wishes;
    if (!o.method.empty()) {
        wishes.methods = chosen_methods(o.method);
        for (const Shape* shape : {&q.a, &q.b}) static_cast<void>(data_of(*shape, "--method"));
    }
    if (o.certificate) {
        wishes.claim = certified_gap(q.a, q.at_a, q.b, q.at_b);
        if (!wishes.claim->has_proof())
            throw InputError(
                fmt::format("--certificate: only pairs of spheres, capsules, boxes and "
                            "polyhedra have one, got {} and {}",
                            kind_name(q.a), kind_name(q.b)));
    }
    return wishes;
}

} // namespace

int distance_command(const DistanceOptions& o) {
    for (const auto& [value, option] :
         {std::pair{o.round_a, "--round-a"}, std::pair{o.round_b, "--round-b"}})
        if (!(value >= 0) || !std::isfinite(value))
            throw InputError(fmt::format("{}: must be >= 0, got {}", option, value));
    const Query q{read_shape(o.a, o.round_a, o.hull), read_shape(o.b, o.round_b, o.hull),
                  read_pose(o.pose_a, "--pose-a"), read_pose(o.pose_b, "--pose-b")};
    const Wishes wishes = read_wishes(o, q);
    const Gap g = gap(q.a, q.at_a, q.b, q.at_b);
    Json json = answer_as_json(g);
    if (!o.json) print_answer(q, g, o);
    if (!wishes.methods.empty()) {
        Json methods = Json::array();
        print_methods(q, wishes.methods, o.json ? &methods : nullptr);
        json.add("methods", methods);
    }
    if (wishes.claim) {
        const ProvenGap proven = check(*wishes.claim, q.a, q.at_a, q.b, q.at_b);
        if (!o.json) print_proof(*wishes.claim, proven);
        json.add("proven_lower", proven.lower).add("proven_upper", proven.upper);
    }
    if (o.json) fmt::print("{}\n", json.text());
    return g.status == Status::converged ? 0 : 1;
}

} // namespace scree
