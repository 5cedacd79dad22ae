// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/export.hpp>

#include <scree/io/detail/grain_fields.hpp>
#include <scree/io/detail/vtk_text.hpp>
#include <scree/shapes/wall_mesh.hpp>

#include <fmt/format.h>

#include <iterator>

namespace scree {

namespace {

struct PointFields {
    std::string& out;

    void operator()(const char* name, const std::vector<double>& values) const {
        vtk::scalars(out, name, "double", values);
    }
    void operator()(const char* name, const std::vector<std::int32_t>& values) const {
        vtk::scalars(out, name, "int", values);
    }
    void operator()(const char* name, const std::vector<Vec3>& values) const {
        vtk::vectors(out, name, values);
    }
};

void add_quaternion(std::string& out, const Eigen::Quaterniond& q, char separator) {
    fmt::format_to(std::back_inserter(out), "{1:.17g}{0}{2:.17g}{0}{3:.17g}{0}{4:.17g}", separator,
                   q.w(), q.x(), q.y(), q.z());
}

void add_attitudes(const Frame& f, std::span<const GrainShape> shapes, std::string& out) {
    out += "SCALARS attitude double 4\nLOOKUP_TABLE default\n";
    for (std::size_t row = 0; row < f.shape.size(); ++row) {
        add_quaternion(out, described_attitude(f, shapes, row), ' ');
        out += '\n';
    }
}

/// Names are free text: with a comma or a quotation mark in it, quoted.
std::string csv_word(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

void add_shape_columns(const Frame& f, std::span<const GrainShape> shapes, std::size_t row,
                       std::string& out) {
    const std::int32_t shape = f.shape[row];
    out += ',' + (shape < 0 ? "sphere" : csv_word(shapes[static_cast<std::size_t>(shape)].name));
    out += ',';
    add_quaternion(out, described_attitude(f, shapes, row), ',');
}

/// The other side of a contact: a grain's id, or -1 - wall.
std::int64_t partner(const Frame& frame, const ContactRecord& c) {
    return c.b < 0 ? c.b : std::int64_t{id_of(frame, static_cast<std::size_t>(c.b))};
}

} // namespace

std::string grains_as_vtk(const StoredFrame& stored, std::span<const GrainShape> shapes) {
    const Frame& f = stored.frame;
    std::vector<std::string> said{vtk::time_field(f.time)};
    if (!f.shape.empty())
        said.push_back(vtk::names_field(
            "shape_names", vtk::column(shapes, [](const GrainShape& s) { return s.name; })));
    std::string out = vtk::header(fmt::format("grains at {:.9g} s", f.time)) + vtk::fields(said);
    vtk::points(out, f.center);
    vtk::vertices(out, f.center.size());
    fmt::format_to(std::back_inserter(out), "POINT_DATA {}\n", f.center.size());
    for_each_grain_field(stored, PointFields{out});
    if (!f.shape.empty()) add_attitudes(f, shapes, out);
    return out;
}

std::string contacts_as_vtk(const StoredFrame& stored) {
    const auto& c = stored.frame.contact;
    const auto& center = stored.frame.center;
    std::vector<Vec3> ends;
    std::vector<double> force_at_ends;
    for (const ContactRecord& r : c) {
        ends.push_back(center[r.a]);
        ends.push_back(stored.frame.period.any() ? Vec3(center[r.a] + branch_of(stored.frame, r))
                       : r.b >= 0                ? center[static_cast<std::size_t>(r.b)]
                                                 : r.point);
        force_at_ends.insert(force_at_ends.end(), 2, r.normal_force);
    }
    std::string out = vtk::header("contacts", stored.frame.time);
    vtk::points(out, ends);
    auto to = std::back_inserter(out);
    fmt::format_to(to, "LINES {} {}\n", c.size(), 3 * c.size());
    for (std::size_t k = 0; k < c.size(); ++k) fmt::format_to(to, "2 {} {}\n", 2 * k, 2 * k + 1);
    fmt::format_to(to, "CELL_DATA {}\n", c.size());
    vtk::scalars(out, "a", "int",
                 vtk::column(c, [&](const ContactRecord& r) { return id_of(stored.frame, r.a); }));
    vtk::scalars(out, "b", "int",
                 vtk::column(c, [&](const ContactRecord& r) { return partner(stored.frame, r); }));
    vtk::scalars(out, "overlap", "double",
                 vtk::column(c, [](const ContactRecord& r) { return r.overlap; }));
    vtk::scalars(out, "normal_force", "double",
                 vtk::column(c, [](const ContactRecord& r) { return r.normal_force; }));
    vtk::vectors(out, "point", vtk::column(c, [](const ContactRecord& r) { return r.point; }));
    vtk::vectors(out, "normal", vtk::column(c, [](const ContactRecord& r) { return r.normal; }));
    vtk::vectors(out, "tangential_force",
                 vtk::column(c, [](const ContactRecord& r) { return r.tangential_force; }));
    fmt::format_to(to, "POINT_DATA {}\n", ends.size());
    vtk::scalars(out, "normal_force", "double", force_at_ends);
    return out;
}

std::string walls_as_vtk(const std::vector<Wall>& walls, const Bounds& region) {
    TriangleMesh all;
    std::vector<std::int64_t> wall_of_triangle;
    for (std::size_t w = 0; w < walls.size(); ++w)
        for (const Surface& surface : walls[w].surfaces) {
            const TriangleMesh mesh = mesh_of(surface, region);
            const auto first = static_cast<std::uint32_t>(all.vertices.size());
            all.vertices.insert(all.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
            for (const auto& t : mesh.triangles)
                all.triangles.push_back({first + t[0], first + t[1], first + t[2]});
            wall_of_triangle.resize(all.triangles.size(), static_cast<std::int64_t>(w));
        }
    std::string out =
        vtk::header("walls") +
        vtk::fields({vtk::names_field(
            "wall_names", vtk::column(walls, [](const Wall& wall) { return wall.name; }))});
    vtk::points(out, all.vertices);
    auto to = std::back_inserter(out);
    fmt::format_to(to, "POLYGONS {} {}\n", all.triangles.size(), 4 * all.triangles.size());
    for (const auto& t : all.triangles) fmt::format_to(to, "3 {} {} {}\n", t[0], t[1], t[2]);
    fmt::format_to(to, "CELL_DATA {}\n", all.triangles.size());
    vtk::scalars(out, "wall", "int", wall_of_triangle);
    return out;
}

std::string grains_as_csv(const StoredFrame& stored, std::span<const GrainShape> shapes) {
    const Frame& f = stored.frame;
    std::string out =
        "id,x_m,y_m,z_m,radius_m,mass_kg,material,group,size_class,contacts,vx_m_s,vy_m_s,vz_m_s,"
        "wx_rad_s,wy_rad_s,wz_rad_s,fx_N,fy_N,fz_N";
    if (!f.place.empty()) out += ",laguerre_density,laguerre_faces,place";
    if (!f.shape.empty()) out += ",shape,qw,qx,qy,qz";
    out += '\n';
    auto to = std::back_inserter(out);
    for (std::size_t i = 0; i < f.center.size(); ++i) {
        fmt::format_to(to, "{},", id_of(f, i));
        vtk::add_vector(out, f.center[i], ',');
        fmt::format_to(to, ",{:.17g},{:.17g},{},{},{},{},", f.radius[i], f.mass[i], f.material[i],
                       stored.labels.group[i], stored.labels.size_class[i], f.contacts[i]);
        vtk::add_vector(out, f.velocity[i], ',');
        out += ',';
        vtk::add_vector(out, f.spin[i], ',');
        out += ',';
        vtk::add_vector(out, f.force[i], ',');
        if (!f.place.empty())
            fmt::format_to(to, ",{:.17g},{},{}", f.laguerre_density[i], f.laguerre_faces[i],
                           f.place[i]);
        if (!f.shape.empty()) add_shape_columns(f, shapes, i, out);
        out += '\n';
    }
    return out;
}

std::string contacts_as_csv(const StoredFrame& stored) {
    std::string out = "a,b,x_m,y_m,z_m,nx,ny,nz,overlap_m,normal_force_N,tx_N,ty_N,tz_N\n";
    auto to = std::back_inserter(out);
    for (const ContactRecord& c : stored.frame.contact) {
        fmt::format_to(to, "{},{},", id_of(stored.frame, c.a), partner(stored.frame, c));
        vtk::add_vector(out, c.point, ',');
        out += ',';
        vtk::add_vector(out, c.normal, ',');
        fmt::format_to(to, ",{:.17g},{:.17g},", c.overlap, c.normal_force);
        vtk::add_vector(out, c.tangential_force, ',');
        out += '\n';
    }
    return out;
}

} // namespace scree
