// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/frame_file.hpp>

#include <scree/base/error.hpp>
#include <scree/io/hdf5_file.hpp>

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <iterator>

namespace scree {
namespace {

constexpr const char* format_name = "scree frame";
constexpr std::int64_t format_version = 2;

std::vector<double> flat(const std::vector<Vec3>& vectors) {
    std::vector<double> out;
    out.reserve(3 * vectors.size());
    for (const Vec3& v : vectors) out.insert(out.end(), {v.x(), v.y(), v.z()});
    return out;
}

std::vector<Vec3> vectors(const std::vector<double>& values) {
    std::vector<Vec3> out(values.size() / 3);
    for (std::size_t k = 0; k < out.size(); ++k)
        out[k] = Vec3(values[3 * k], values[3 * k + 1], values[3 * k + 2]);
    return out;
}

std::vector<std::int32_t> narrowed(const std::vector<std::int64_t>& values) {
    return {values.begin(), values.end()};
}

// Shift, centre, axis, angle.
constexpr std::size_t place_columns = 10;

std::vector<double> flat(const std::vector<WallPlace>& places) {
    std::vector<double> out;
    for (const WallPlace& p : places) {
        for (const Vec3& v : {p.shift, p.center, p.axis})
            out.insert(out.end(), {v.x(), v.y(), v.z()});
        out.push_back(p.angle);
    }
    return out;
}

std::vector<WallPlace> wall_places(const std::vector<double>& values) {
    std::vector<WallPlace> out;
    for (std::size_t k = 0; k + place_columns <= values.size(); k += place_columns) {
        const double* v = values.data() + k;
        out.push_back(
            {Vec3(v[0], v[1], v[2]), Vec3(v[3], v[4], v[5]), Vec3(v[6], v[7], v[8]), v[9]});
    }
    return out;
}

void write_contacts(Hdf5Image& file, const std::vector<ContactRecord>& contacts) {
    std::vector<std::int64_t> pair;
    std::vector<Vec3> point, normal, tangential;
    std::vector<double> overlap, force;
    for (const ContactRecord& c : contacts) {
        pair.insert(pair.end(), {c.a, c.b});
        point.push_back(c.point);
        normal.push_back(c.normal);
        tangential.push_back(c.tangential_force);
        overlap.push_back(c.overlap);
        force.push_back(c.normal_force);
    }
    file.group("contact");
    file.dataset("contact/pair", pair, 2);
    file.dataset("contact/point", flat(point), 3);
    file.dataset("contact/normal", flat(normal), 3);
    file.dataset("contact/overlap", overlap);
    file.dataset("contact/normal_force", force);
    file.dataset("contact/tangential_force", flat(tangential), 3);
}

std::vector<ContactRecord> read_contacts(const Hdf5Reader& file) {
    const auto pair = file.integers("contact/pair", 2);
    const auto point = vectors(file.doubles("contact/point", 3));
    const auto normal = vectors(file.doubles("contact/normal", 3));
    const auto tangential = vectors(file.doubles("contact/tangential_force", 3));
    const auto overlap = file.doubles("contact/overlap");
    const auto force = file.doubles("contact/normal_force");
    std::vector<ContactRecord> out;
    for (std::size_t k = 0; k < overlap.size(); ++k)
        out.push_back({.a = static_cast<std::uint32_t>(pair.at(2 * k)),
                       .b = pair.at(2 * k + 1),
                       .point = point.at(k),
                       .normal = normal.at(k),
                       .overlap = overlap[k],
                       .normal_force = force.at(k),
                       .tangential_force = tangential.at(k),
                       .stored = 0});
    return out;
}

/// Only where there are any: rows of the grains, and when it broke (-1: not yet).
void write_bonds(Hdf5Image& file, const Frame& frame, const GrainLabels& labels) {
    if (!labels.cluster.empty()) file.dataset("cluster", labels.cluster);
    if (frame.bonds.empty()) return;
    std::vector<std::int64_t> rows;
    std::vector<double> times;
    for (const BondRecord& b : frame.bonds) {
        rows.insert(rows.end(), {b.a, b.b});
        times.push_back(b.broken_at);
    }
    file.group("bond");
    file.dataset("bond/pair", rows, 2);
    file.dataset("bond/broken_at", times);
}

void read_bonds(const Hdf5Reader& file, StoredFrame& out) {
    if (file.has("cluster")) out.labels.cluster = narrowed(file.integers("cluster"));
    if (!file.has("bond")) return;
    const auto rows = file.integers("bond/pair", 2);
    const auto times = file.doubles("bond/broken_at");
    for (std::size_t k = 0; k < times.size(); ++k)
        out.frame.bonds.push_back({static_cast<std::uint32_t>(rows.at(2 * k)),
                                   static_cast<std::uint32_t>(rows.at(2 * k + 1)), times[k]});
}

} // namespace

void write_frame(const std::filesystem::path& path, const Frame& frame, const GrainLabels& labels) {
    Hdf5Image file;
    file.attribute("format", format_name);
    file.attribute("format_version", format_version);
    file.attribute("time", frame.time);
    file.attribute("step", frame.step);
    if (frame.period.any()) {
        file.dataset("period_low", std::span(frame.period.low.data(), 3));
        file.dataset("period_length", std::span(frame.period.length.data(), 3));
    }
    std::vector<std::int64_t> ids(frame.center.size());
    for (std::size_t row = 0; row < ids.size(); ++row) ids[row] = id_of(frame, row);
    file.dataset("id", ids);
    file.dataset("position", flat(frame.center), 3);
    file.dataset("velocity", flat(frame.velocity), 3);
    file.dataset("spin", flat(frame.spin), 3);
    file.dataset("force", flat(frame.force), 3);
    file.dataset("radius", frame.radius);
    file.dataset("mass", frame.mass);
    file.dataset("material", frame.material);
    file.dataset("group", labels.group);
    file.dataset("size_class", labels.size_class);
    file.dataset("contacts", frame.contacts);
    if (!frame.place.empty()) {
        file.dataset("laguerre_density", frame.laguerre_density);
        file.dataset("laguerre_faces", frame.laguerre_faces);
        file.dataset("place", frame.place);
    }
    if (!frame.shape.empty()) {
        file.dataset("shape", frame.shape);
        std::vector<double> attitudes;
        for (const auto& q : frame.attitude)
            attitudes.insert(attitudes.end(), {q.w(), q.x(), q.y(), q.z()});
        file.dataset("attitude", attitudes, 4);
    }
    if (!frame.walls.empty()) file.dataset("wall_place", flat(frame.walls), place_columns);
    write_bonds(file, frame, labels);
    write_contacts(file, frame.contact);
    file.write(path);
}

StoredFrame read_frame(const std::filesystem::path& path) {
    const Hdf5Reader file(path);
    if (file.text("format") != format_name)
        throw InputError(path.string() + ": is not a scree frame");
    if (file.integer("format_version") != format_version)
        throw InputError(path.string() + ": was written by another version of scree");
    StoredFrame out;
    out.frame.time = file.number("time");
    out.frame.step = file.integer("step");
    if (file.has("period_length")) {
        const auto low = vectors(file.doubles("period_low"));
        const auto length = vectors(file.doubles("period_length"));
        if (low.size() == 1 && length.size() == 1) out.frame.period = {low[0], length[0]};
    }
    for (const std::int64_t id : file.integers("id"))
        out.frame.id.push_back(static_cast<std::uint32_t>(id));
    out.frame.center = vectors(file.doubles("position", 3));
    out.frame.velocity = vectors(file.doubles("velocity", 3));
    out.frame.spin = vectors(file.doubles("spin", 3));
    out.frame.force = vectors(file.doubles("force", 3));
    out.frame.radius = file.doubles("radius");
    out.frame.mass = file.doubles("mass");
    out.frame.material = narrowed(file.integers("material"));
    out.frame.contacts = narrowed(file.integers("contacts"));
    out.labels.group = narrowed(file.integers("group"));
    out.labels.size_class = narrowed(file.integers("size_class"));
    out.frame.contact = read_contacts(file);
    read_bonds(file, out);
    if (file.has("shape")) {
        out.frame.shape = narrowed(file.integers("shape"));
        const auto values = file.doubles("attitude", 4);
        for (std::size_t k = 0; k + 4 <= values.size(); k += 4)
            out.frame.attitude.emplace_back(values[k], values[k + 1], values[k + 2], values[k + 3]);
        if (out.frame.shape.size() != out.frame.center.size() ||
            out.frame.attitude.size() != out.frame.center.size())
            throw InputError(path.string() + ": is damaged: shapes do not match the grains");
    }
    if (file.has("wall_place"))
        out.frame.walls = wall_places(file.doubles("wall_place", place_columns));
    if (file.has("place")) {
        out.frame.laguerre_density = file.doubles("laguerre_density");
        out.frame.laguerre_faces = narrowed(file.integers("laguerre_faces"));
        out.frame.place = narrowed(file.integers("place"));
    }
    return out;
}

std::string xdmf_text(std::span<const FrameEntry> frames) {
    std::string out =
        "<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\">\n<Domain>\n"
        "<Grid Name=\"grains\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
    auto to = std::back_inserter(out);
    const auto attribute = [&](const FrameEntry& f, const char* name, int width, const char* type) {
        fmt::format_to(to,
                       "<Attribute Name=\"{0}\" AttributeType=\"{1}\" Center=\"Node\"><DataItem "
                       "Dimensions=\"{2}{3}\" NumberType=\"{4}\" Precision=\"{5}\" "
                       "Format=\"HDF\">{6}:/{0}</DataItem></Attribute>\n",
                       name,
                       width == 1   ? "Scalar"
                       : width == 3 ? "Vector"
                                    : "Matrix",
                       f.grains, width == 1 ? "" : fmt::format(" {}", width), type,
                       type[0] == 'F' ? 8 : 4, f.file);
    };
    for (const FrameEntry& f : frames) {
        fmt::format_to(to,
                       "<Grid Name=\"grains\" GridType=\"Uniform\"><Time Value=\"{:.17g}\"/>\n"
                       "<Topology TopologyType=\"Polyvertex\" NumberOfElements=\"{}\"/>\n"
                       "<Geometry GeometryType=\"XYZ\"><DataItem Dimensions=\"{} 3\" "
                       "NumberType=\"Float\" Precision=\"8\" Format=\"HDF\">{}:/position"
                       "</DataItem></Geometry>\n",
                       f.time, f.grains, f.grains, f.file);
        for (const char* name : {"velocity", "spin", "force"}) attribute(f, name, 3, "Float");
        for (const char* name : {"radius", "mass"}) attribute(f, name, 1, "Float");
        for (const char* name : {"material", "group", "size_class", "contacts"})
            attribute(f, name, 1, "Int");
        if (f.has_shapes) {
            attribute(f, "shape", 1, "Int");
            attribute(f, "attitude", 4, "Float");
        }
        if (f.has_cells) {
            attribute(f, "laguerre_density", 1, "Float");
            attribute(f, "laguerre_faces", 1, "Int");
            attribute(f, "place", 1, "Int");
        }
        out += "</Grid>\n";
    }
    return out + "</Grid>\n</Domain>\n</Xdmf>\n";
}

std::vector<FrameEntry> xdmf_entries(const std::string& text) {
    std::vector<FrameEntry> out;
    // What follows `mark` after `at`, which moves behind it; "" when there is none.
    const auto after = [&](const char* mark, char end, std::size_t& at) {
        const auto found = text.find(mark, at);
        if (found == std::string::npos) return std::string();
        const auto begin = found + std::strlen(mark);
        at = text.find(end, begin);
        return at == std::string::npos ? std::string() : text.substr(begin, at - begin);
    };
    for (std::size_t at = 0;;) {
        const std::string time = after("<Time Value=\"", '"', at);
        if (time.empty()) break;
        const std::string grains = after("NumberOfElements=\"", '"', at);
        const std::string file = after("Format=\"HDF\">", ':', at);
        if (file.empty()) break;
        out.push_back({file, std::strtod(time.c_str(), nullptr),
                       static_cast<std::size_t>(std::strtoull(grains.c_str(), nullptr, 10))});
    }
    return out;
}

} // namespace scree
