// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/detail/mesh_builder.hpp>
#include <scree/io/detail/mesh_words.hpp>
#include <scree/io/files.hpp>

#include <map>

namespace scree {

MeshFile read_mesh_file(const std::filesystem::path& path) {
    using Reader = MeshFile (*)(const detail::MeshSource&);
    static const std::map<std::string, Reader> readers = {
        {".obj", detail::read_obj}, {".off", detail::read_off}, {".stl", detail::read_stl}};

    const auto reader = readers.find(detail::lower(path.extension().string()));
    if (reader == readers.end() && !std::filesystem::is_directory(path))
        throw InputError(path.string() + ": unknown kind of mesh file, the name must end in .stl, "
                                         ".obj or .off");
    const detail::MeshSource source{path.string(), read_text_file(path)};
    if (source.bytes.empty()) throw InputError(source.name + ": the file is empty");
    MeshFile file = reader->second(source);
    if (file.mesh.triangles.empty())
        throw InputError(source.name + (file.collapsed == 0
                                            ? ": has no triangles"
                                            : ": has only triangles whose corners coincide"));
    return file;
}

} // namespace scree
