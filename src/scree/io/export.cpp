// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/export.hpp>

#include <fmt/format.h>

#include <iterator>

namespace scree {
namespace {

// 17 digits give back the same double.
void add_vector(std::string& out, const Vec3& v, char separator) {
    fmt::format_to(std::back_inserter(out), "{:.17g}{}{:.17g}{}{:.17g}", v.x(), separator, v.y(),
                   separator, v.z());
}

void vtk_header(std::string& out, const char* what, double time, const std::vector<Vec3>& points) {
    auto to = std::back_inserter(out);
    fmt::format_to(to,
                   "# vtk DataFile Version 3.0\nscree {} at {:.9g} s\nASCII\nDATASET POLYDATA\n",
                   what, time);
    fmt::format_to(to, "FIELD FieldData 1\nTIME 1 1 double\n{:.17g}\n", time);
    fmt::format_to(to, "POINTS {} double\n", points.size());
    for (const Vec3& p : points) {
        add_vector(out, p, ' ');
        out += '\n';
    }
    fmt::format_to(to, "VERTICES {} {}\n", points.size(), 2 * points.size());
    for (std::size_t k = 0; k < points.size(); ++k) fmt::format_to(to, "1 {}\n", k);
    fmt::format_to(to, "POINT_DATA {}\n", points.size());
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
    std::string out;
    vtk_header(out, "grains", f.time, f.center);
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
    std::string out;
    vtk_header(out, "contacts", stored.frame.time,
               column(c, [](const ContactRecord& r) { return r.point; }));
    vtk_scalars(out, "a", "int", column(c, [](const ContactRecord& r) { return r.a; }));
    vtk_scalars(out, "b", "int", column(c, [](const ContactRecord& r) { return r.b; }));
    vtk_scalars(out, "overlap", "double",
                column(c, [](const ContactRecord& r) { return r.overlap; }));
    vtk_scalars(out, "normal_force", "double",
                column(c, [](const ContactRecord& r) { return r.normal_force; }));
    vtk_vectors(out, "normal", column(c, [](const ContactRecord& r) { return r.normal; }));
    vtk_vectors(out, "tangential_force",
                column(c, [](const ContactRecord& r) { return r.tangential_force; }));
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
