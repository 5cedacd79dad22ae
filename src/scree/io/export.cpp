// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/export.hpp>

#include <scree/shapes/wall_mesh.hpp>

#include <fmt/format.h>

#include <iterator>

namespace scree {
namespace {

// 17 digits give back the same double.
void add_vector(std::string& out, const Vec3& v, char separator) {
    fmt::format_to(std::back_inserter(out), "{:.17g}{}{:.17g}{}{:.17g}", v.x(), separator, v.y(),
                   separator, v.z());
}

std::string vtk_header(const std::string& title) {
    return "# vtk DataFile Version 3.0\nscree " + title + "\nASCII\nDATASET POLYDATA\n";
}

std::string vtk_header(const char* what, double time) {
    return vtk_header(fmt::format("{} at {:.9g} s", what, time)) +
           fmt::format("FIELD FieldData 1\nTIME 1 1 double\n{:.17g}\n", time);
}

/// Text as VTK's readers take it: what is not a plain character as % and two digits.
std::string vtk_word(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c > ' ' && c < 0x7f && c != '%' && c != '"') {
            out += c;
        } else {
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        }
    }
    return out;
}

void vtk_points(std::string& out, const std::vector<Vec3>& points) {
    fmt::format_to(std::back_inserter(out), "POINTS {} double\n", points.size());
    for (const Vec3& p : points) {
        add_vector(out, p, ' ');
        out += '\n';
    }
}

void vtk_vectors(std::string& out, const char* name, const std::vector<Vec3>& values) {
    fmt::format_to(std::back_inserter(out), "VECTORS {} double\n", name);
    for (const Vec3& v : values) {
        add_vector(out, v, ' ');
        out += '\n';
    }
}

template <class T>
void vtk_scalars(std::string& out, const char* name, const char* type,
                 const std::vector<T>& values) {
    auto to = std::back_inserter(out);
    fmt::format_to(to, "SCALARS {} {} 1\nLOOKUP_TABLE default\n", name, type);
    for (const T& v : values) {
        if constexpr (std::is_floating_point_v<T>) {
            fmt::format_to(to, "{:.17g}\n", v);
        } else {
            fmt::format_to(to, "{}\n", v);
        }
    }
}

template <class Get>
auto column(const std::vector<ContactRecord>& contacts, Get get) {
    std::vector<std::decay_t<decltype(get(contacts[0]))>> out;
    out.reserve(contacts.size());
    for (const ContactRecord& c : contacts) out.push_back(get(c));
    return out;
}

} // namespace

std::string grains_as_vtk(const StoredFrame& stored) {
    const Frame& f = stored.frame;
    std::string out = vtk_header("grains", f.time);
    vtk_points(out, f.center);
    auto to = std::back_inserter(out);
    fmt::format_to(to, "VERTICES {} {}\n", f.center.size(), 2 * f.center.size());
    for (std::size_t k = 0; k < f.center.size(); ++k) fmt::format_to(to, "1 {}\n", k);
    fmt::format_to(to, "POINT_DATA {}\n", f.center.size());
    vtk_scalars(out, "radius", "double", f.radius);
    vtk_scalars(out, "mass", "double", f.mass);
    vtk_scalars(out, "material", "int", f.material);
    vtk_scalars(out, "group", "int", stored.labels.group);
    vtk_scalars(out, "size_class", "int", stored.labels.size_class);
    vtk_scalars(out, "contacts", "int", f.contacts);
    vtk_vectors(out, "velocity", f.velocity);
    vtk_vectors(out, "spin", f.spin);
    vtk_vectors(out, "force", f.force);
    return out;
}

std::string contacts_as_vtk(const StoredFrame& stored) {
    const auto& c = stored.frame.contact;
    const auto& center = stored.frame.center;
    std::vector<Vec3> ends;
    std::vector<double> force_at_ends;
    for (const ContactRecord& r : c) {
        ends.push_back(center[r.a]);
        ends.push_back(r.b >= 0 ? center[static_cast<std::size_t>(r.b)] : r.point);
        force_at_ends.insert(force_at_ends.end(), 2, r.normal_force);
    }
    std::string out = vtk_header("contacts", stored.frame.time);
    vtk_points(out, ends);
    auto to = std::back_inserter(out);
    fmt::format_to(to, "LINES {} {}\n", c.size(), 3 * c.size());
    for (std::size_t k = 0; k < c.size(); ++k) fmt::format_to(to, "2 {} {}\n", 2 * k, 2 * k + 1);
    fmt::format_to(to, "CELL_DATA {}\n", c.size());
    vtk_scalars(out, "a", "int", column(c, [](const ContactRecord& r) { return r.a; }));
    vtk_scalars(out, "b", "int", column(c, [](const ContactRecord& r) { return r.b; }));
    vtk_scalars(out, "overlap", "double",
                column(c, [](const ContactRecord& r) { return r.overlap; }));
    vtk_scalars(out, "normal_force", "double",
                column(c, [](const ContactRecord& r) { return r.normal_force; }));
    vtk_vectors(out, "point", column(c, [](const ContactRecord& r) { return r.point; }));
    vtk_vectors(out, "normal", column(c, [](const ContactRecord& r) { return r.normal; }));
    vtk_vectors(out, "tangential_force",
                column(c, [](const ContactRecord& r) { return r.tangential_force; }));
    fmt::format_to(to, "POINT_DATA {}\n", ends.size());
    vtk_scalars(out, "normal_force", "double", force_at_ends);
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
    std::string out = vtk_header("walls");
    auto to = std::back_inserter(out);
    fmt::format_to(to, "FIELD FieldData 1\nwall_names 1 {} string\n", walls.size());
    for (const Wall& wall : walls) out += vtk_word(wall.name) + '\n';
    vtk_points(out, all.vertices);
    fmt::format_to(to, "POLYGONS {} {}\n", all.triangles.size(), 4 * all.triangles.size());
    for (const auto& t : all.triangles) fmt::format_to(to, "3 {} {} {}\n", t[0], t[1], t[2]);
    fmt::format_to(to, "CELL_DATA {}\n", all.triangles.size());
    vtk_scalars(out, "wall", "int", wall_of_triangle);
    return out;
}

std::string grains_as_csv(const StoredFrame& stored) {
    const Frame& f = stored.frame;
    std::string out =
        "id,x_m,y_m,z_m,radius_m,mass_kg,material,group,size_class,contacts,vx_m_s,vy_m_s,vz_m_s,"
        "wx_rad_s,wy_rad_s,wz_rad_s,fx_N,fy_N,fz_N\n";
    auto to = std::back_inserter(out);
    for (std::size_t i = 0; i < f.center.size(); ++i) {
        fmt::format_to(to, "{},", i);
        add_vector(out, f.center[i], ',');
        fmt::format_to(to, ",{:.17g},{:.17g},{},{},{},{},", f.radius[i], f.mass[i], f.material[i],
                       stored.labels.group[i], stored.labels.size_class[i], f.contacts[i]);
        add_vector(out, f.velocity[i], ',');
        out += ',';
        add_vector(out, f.spin[i], ',');
        out += ',';
        add_vector(out, f.force[i], ',');
        out += '\n';
    }
    return out;
}

std::string contacts_as_csv(const StoredFrame& stored) {
    std::string out = "a,b,x_m,y_m,z_m,nx,ny,nz,overlap_m,normal_force_N,tx_N,ty_N,tz_N\n";
    auto to = std::back_inserter(out);
    for (const ContactRecord& c : stored.frame.contact) {
        fmt::format_to(to, "{},{},", c.a, c.b);
        add_vector(out, c.point, ',');
        out += ',';
        add_vector(out, c.normal, ',');
        fmt::format_to(to, ",{:.17g},{:.17g},", c.overlap, c.normal_force);
        add_vector(out, c.tangential_force, ',');
        out += '\n';
    }
    return out;
}

} // namespace scree
