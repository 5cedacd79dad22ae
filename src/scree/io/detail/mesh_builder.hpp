// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/error.hpp>
#include <scree/base/hash.hpp>
#include <scree/io/mesh_file.hpp>

#include <span>
#include <string>
#include <unordered_map>

// What the readers of the mesh formats share.
namespace scree::detail {

/// More would take gigabytes and hours, and no grain or wall needs them.
inline constexpr std::size_t most_triangles = 4'000'000;
inline constexpr std::size_t most_bytes = std::size_t{1} << 30U;

/// As soon as a number of triangles is announced or reached.
inline void refuse_too_many(const std::string& name, std::size_t count) {
    if (count > most_triangles)
        throw InputError(name + ": has " + std::to_string(count) + " faces or more, at most " +
                         std::to_string(most_triangles) + " are read; simplify the mesh");
}

/// Triangles in, welded mesh out; vertices in the order of their first use.
class MeshBuilder {
public:
    explicit MeshBuilder(std::string name) : name_(std::move(name)) {}

    void add_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
        const std::array<std::uint32_t, 3> t = {index(a), index(b), index(c)};
        if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0])
            ++file_.collapsed;
        else
            file_.mesh.triangles.push_back(t);
        if (file_.mesh.triangles.size() > most_triangles)
            refuse_too_many(name_, file_.mesh.triangles.size());
    }
    void add_polygon(std::span<const Vec3> corners) {
        for (std::size_t i = 2; i < corners.size(); ++i)
            add_triangle(corners[0], corners[i - 1], corners[i]);
    }

    MeshFile take() { return std::move(file_); }

private:
    using Key = std::array<double, 3>;
    struct Hash {
        std::size_t operator()(const Key& key) const {
            StateHash hash;
            for (const double value : key) hash.add(value);
            return hash.value();
        }
    };

    std::uint32_t index(const Vec3& p) {
        const Key key = {p.x() + 0.0, p.y() + 0.0, p.z() + 0.0}; // -0 becomes +0
        const auto [known, is_new] =
            index_.insert({key, static_cast<std::uint32_t>(file_.mesh.vertices.size())});
        if (is_new) file_.mesh.vertices.emplace_back(key[0], key[1], key[2]);
        return known->second;
    }

    std::string name_;                                   ///< of the file
    std::unordered_map<Key, std::uint32_t, Hash> index_; // looked up only: it decides no order
    MeshFile file_;
};

/// A mesh file's bytes, and where it is for messages.
struct MeshSource {
    std::string name, bytes;
};

MeshFile read_stl(const MeshSource& source);
MeshFile read_obj(const MeshSource& source);
MeshFile read_off(const MeshSource& source);
MeshFile read_ply(const MeshSource& source);

/// By the reader for this ending (".stl" …, lower case); the file's bytes are in memory already.
MeshFile read_mesh(const MeshSource& source, const std::string& ending);

} // namespace scree::detail
