// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/clump.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scree {

/// What a file says of a clump. The two last are as their authors wrote them, for comparison: often
/// those of the body that the clump stands for, not of the union of its balls.
struct ClumpFile {
    std::vector<ClumpBall> balls; ///< at least one, all finite, radii > 0
    std::optional<double> volume;
    std::optional<Vec3> inertia_per_mass; ///< about the axes of the file
};

/// Reads a table with the columns x, y, z, r (.csv, as of DEM-Engine), or a cluster of Kratos
/// (.clu). Lengths are metres. Throws InputError with file, line, what was found and what is
/// allowed.
ClumpFile read_clump_file(const std::filesystem::path& path);

/// The same from bytes in memory; the name decides what kind it is.
ClumpFile parse_clump(const std::string& name, const std::string& bytes);

} // namespace scree
