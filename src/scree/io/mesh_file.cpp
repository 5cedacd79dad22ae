// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/detail/mesh_builder.hpp>
#include <scree/io/detail/mesh_words.hpp>
#include <scree/io/files.hpp>

#include <array>
#include <cstring>
#include <fstream>
#include <map>

namespace scree {

namespace {

using Reader = MeshFile (*)(const detail::MeshSource&);

const std::map<std::string, Reader>& readers() {
    static const std::map<std::string, Reader> all = {{".obj", detail::read_obj},
                                                      {".off", detail::read_off},
                                                      {".ply", detail::read_ply},
                                                      {".stl", detail::read_stl}};
    return all;
}

constexpr std::size_t stl_header = 84;
constexpr std::size_t stl_record = 50;

/// Before it is read into memory.
void refuse_large_file(const std::filesystem::path& path) {
    std::error_code unknown; // reading it will say what is wrong
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    // A binary STL says how many in its header.
    if (!unknown && size > detail::most_triangles * stl_record) {
        std::ifstream file(path, std::ios::binary);
        std::array<char, stl_header> header{};
        std::uint32_t count = 0;
        file.read(header.data(), header.size());
        std::memcpy(&count, header.data() + header.size() - sizeof count, sizeof count);
        if (size == stl_header + std::uintmax_t{stl_record} * count)
            detail::refuse_too_many(path.string(), count);
    }
    if (!unknown && size > detail::most_bytes)
        throw InputError(path.string() + ": has " + std::to_string(size) + " bytes, at most " +
                         std::to_string(detail::most_bytes) + " are read; simplify the mesh");
}

} // namespace

MeshFile detail::read_mesh(const MeshSource& source, const std::string& ending) {
    if (source.bytes.empty()) throw InputError(source.name + ": the file is empty");
    MeshFile file = readers().at(ending)(source);
    if (file.mesh.triangles.empty())
        throw InputError(source.name + (file.collapsed == 0
                                            ? ": has no triangles"
                                            : ": has only triangles whose corners coincide"));
    return file;
}

MeshFile read_mesh_file(const std::filesystem::path& path) {
    const std::string ending = detail::lower(path.extension().string());
    if (!readers().contains(ending) && !std::filesystem::is_directory(path))
        throw InputError(path.string() + ": unknown kind of mesh file, the name must end in .stl, "
                                         ".obj, .off or .ply");
    refuse_large_file(path);
    return detail::read_mesh({path.string(), read_text_file(path)}, ending);
}

} // namespace scree
