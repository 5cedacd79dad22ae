// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/frame_file.hpp>

#include <string>

namespace scree {

/// Legacy VTK polydata (text): the grains as points with radius, velocity, spin, force, material …
std::string grains_as_vtk(const StoredFrame& frame);
/// Legacy VTK polydata: contacts as points with normal, forces and overlap; wall contacts too.
std::string contacts_as_vtk(const StoredFrame& frame);
/// One row per grain, header with units.
std::string grains_as_csv(const StoredFrame& frame);
std::string contacts_as_csv(const StoredFrame& frame);

} // namespace scree
