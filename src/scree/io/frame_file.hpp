// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/sim/inspect.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace scree {

/// One HDF5 file per frame, so that a killed run leaves only whole ones.
/// `labels` are those of the frame's rows.
void write_frame(const std::filesystem::path& path, const Frame& frame, const GrainLabels& labels);

struct StoredFrame {
    Frame frame;
    GrainLabels labels;
};
StoredFrame read_frame(const std::filesystem::path& path);

/// An entry of the XDMF file.
struct FrameEntry {
    std::string file; ///< relative to the XDMF file
    double time;
    std::size_t grains;
    bool has_cells = false;  ///< has the columns of add_local_structure
    bool has_shapes = false; ///< not all grains are balls
};

/// The text of an XDMF file that lets ParaView open the frames as one time series of points.
std::string xdmf_text(std::span<const FrameEntry> frames);
/// The entries of such a text: when each frame was taken, without opening it.
std::vector<FrameEntry> xdmf_entries(const std::string& text);

} // namespace scree
