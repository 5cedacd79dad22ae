// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/export.hpp>

#include <scree/io/detail/grain_fields.hpp>
#include <scree/scene/grain_mesh.hpp>
#include <scree/shapes/shape_mesh.hpp>

#include <fmt/format.h>

#include <bit>

namespace scree {
namespace {

/// A legacy VTK file in binary: as text, a thousand round grains would be hundreds of megabytes.
/// Its numbers are big-endian.
class BinaryVtk {
public:
    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
        out_ += '\n';
    }
    void add(double value) { add_bits<64>(std::bit_cast<std::uint64_t>(value)); }
    void add(float value) { add_bits<32>(std::bit_cast<std::uint32_t>(value)); }
    void add(std::int32_t value) { add_bits<32>(static_cast<std::uint32_t>(value)); }
    void end_data() { out_ += '\n'; }
    std::string take() { return std::move(out_); }

private:
    template <int bits>
    void add_bits(std::uint64_t value) {
        for (int shift = bits - 8; shift >= 0; shift -= 8)
            out_ += static_cast<char>((value >> shift) & 0xffU);
    }

    std::string out_;
};

/// All surfaces as one mesh, and whose each corner is.
struct Surfaces {
    TriangleMesh mesh;
    std::vector<std::size_t> row; ///< by corner
};

Surfaces surfaces_of(const Frame& f, std::span<const GrainShape> shapes) {
    const TriangleMesh ball = mesh_of(Shape(Sphere{1}));
    std::vector<TriangleMesh> unit;
    for (const GrainShape& shape : shapes) unit.push_back(mesh_of(shape));
    Surfaces all;
    for (std::size_t row = 0; row < f.center.size(); ++row) {
        const bool is_ball = f.shape.empty() || f.shape[row] < 0;
        const TriangleMesh& mesh = is_ball ? ball : unit.at(static_cast<std::size_t>(f.shape[row]));
        const Pose pose = placement_of(f, row);
        const auto first = static_cast<std::uint32_t>(all.mesh.vertices.size());
        for (const Vec3& v : mesh.vertices) all.mesh.vertices.push_back(pose * v);
        for (const auto& [a, b, c] : mesh.triangles)
            all.mesh.triangles.push_back({first + a, first + b, first + c});
        all.row.resize(all.mesh.vertices.size(), row);
    }
    return all;
}

void add_mesh(const TriangleMesh& mesh, BinaryVtk& out) {
    out.line("POINTS {} double", mesh.vertices.size());
    for (const Vec3& v : mesh.vertices)
        for (const double x : v) out.add(x);
    out.end_data();
    out.line("POLYGONS {} {}", mesh.triangles.size(), 4 * mesh.triangles.size());
    for (const auto& triangle : mesh.triangles) {
        out.add(3);
        for (const std::uint32_t corner : triangle) out.add(static_cast<std::int32_t>(corner));
    }
    out.end_data();
}

/// Each corner gets the value of its grain.
class CornerFields {
public:
    CornerFields(const std::vector<std::size_t>& row, BinaryVtk& out) : row_(row), out_(out) {}

    void operator()(const char* name, const std::vector<double>& values) const {
        out_.line("SCALARS {} float 1\nLOOKUP_TABLE default", name);
        for (const std::size_t row : row_) out_.add(static_cast<float>(values[row]));
        out_.end_data();
    }
    void operator()(const char* name, const std::vector<std::int32_t>& values) const {
        out_.line("SCALARS {} int 1\nLOOKUP_TABLE default", name);
        for (const std::size_t row : row_) out_.add(values[row]);
        out_.end_data();
    }
    void operator()(const char* name, const std::vector<Vec3>& values) const {
        out_.line("VECTORS {} float", name);
        for (const std::size_t row : row_)
            for (const double x : values[row]) out_.add(static_cast<float>(x));
        out_.end_data();
    }

private:
    const std::vector<std::size_t>& row_;
    BinaryVtk& out_;
};

} // namespace

std::string surfaces_as_vtk(const StoredFrame& stored, std::span<const GrainShape> shapes) {
    const Frame& f = stored.frame;
    const Surfaces all = surfaces_of(f, shapes);
    BinaryVtk out;
    out.line("# vtk DataFile Version 3.0\nscree surfaces of grains at {:.9g} s\nBINARY\n"
             "DATASET POLYDATA\nFIELD FieldData 1\nTIME 1 1 double",
             f.time);
    out.add(f.time);
    out.end_data();
    add_mesh(all.mesh, out);
    out.line("POINT_DATA {}", all.row.size());
    for_each_grain_field(stored, CornerFields(all.row, out));
    return out.take();
}

} // namespace scree
