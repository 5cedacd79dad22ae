// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/export.hpp>

#include <scree/io/detail/vtk_text.hpp>
#include <scree/shapes/wall_mesh.hpp>

#include <fmt/format.h>

#include <iterator>

namespace scree {

namespace {

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

/// The other side of a contact: a grain's id, or -1 - wall.
std::int64_t partner(const Frame& frame, const ContactRecord& c) {
    return c.b < 0 ? c.b : std::int64_t{id_of(frame, static_cast<std::size_t>(c.b))};
}

} // namespace

std::string grains_as_vtk(const StoredFrame& stored) {
    const Frame& f = stored.frame;
    std::string out = vtk::header("grains", f.time);
    vtk::points(out, f.center);
    auto to = std::back_inserter(out);
    vtk::vertices(out, f.center.size());
    fmt::format_to(to, "POINT_DATA {}\n", f.center.size());
    vtk::scalars(out, "radius", "double", f.radius);
    vtk::scalars(out, "mass", "double", f.mass);
    vtk::scalars(out, "material", "int", f.material);
    vtk::scalars(out, "group", "int", stored.labels.group);
    vtk::scalars(out, "size_class", "int", stored.labels.size_class);
    vtk::scalars(out, "contacts", "int", f.contacts);
    if (!stored.labels.cluster.empty()) vtk::scalars(out, "cluster", "int", stored.labels.cluster);
    if (!f.place.empty()) {
        vtk::scalars(out, "laguerre_density", "double", f.laguerre_density);
        vtk::scalars(out, "laguerre_faces", "int", f.laguerre_faces);
        vtk::scalars(out, "place", "int", f.place);
    }
    vtk::vectors(out, "velocity", f.velocity);
    vtk::vectors(out, "spin", f.spin);
    vtk::vectors(out, "force", f.force);
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
    std::string out = vtk::header("walls");
    auto to = std::back_inserter(out);
    fmt::format_to(to, "FIELD FieldData 1\nwall_names 1 {} string\n", walls.size());
    for (const Wall& wall : walls) out += vtk_word(wall.name) + '\n';
    vtk::points(out, all.vertices);
    fmt::format_to(to, "POLYGONS {} {}\n", all.triangles.size(), 4 * all.triangles.size());
    for (const auto& t : all.triangles) fmt::format_to(to, "3 {} {} {}\n", t[0], t[1], t[2]);
    fmt::format_to(to, "CELL_DATA {}\n", all.triangles.size());
    vtk::scalars(out, "wall", "int", wall_of_triangle);
    return out;
}

std::string grains_as_csv(const StoredFrame& stored) {
    const Frame& f = stored.frame;
    std::string out =
        "id,x_m,y_m,z_m,radius_m,mass_kg,material,group,size_class,contacts,vx_m_s,vy_m_s,vz_m_s,"
        "wx_rad_s,wy_rad_s,wz_rad_s,fx_N,fy_N,fz_N";
    out += f.place.empty() ? "\n" : ",laguerre_density,laguerre_faces,place\n";
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
