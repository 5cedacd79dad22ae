// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/run_folder.hpp>

#include <cstdint>
#include <vector>

namespace scree {

/// What can be looked at of a run, finished or not.
struct StoredRun {
    RunFolder folder;
    Scene scene;
    std::vector<std::int64_t> frames; ///< indices, ascending
    std::vector<double> times;        ///< s, of the frames
    StoredFrame first;

    StoredFrame frame(std::size_t k) const { return read_frame(folder.frame_file(frames[k])); }
};

/// Throws InputError when the folder holds no run, or no frame yet, or they cannot be read.
StoredRun open_run(const RunFolder& folder);

/// At most `most` of `count` places, evenly spread from the first to the last.
std::vector<std::size_t> spread(std::size_t count, std::size_t most);

/// The frames whose times are known: a run may be writing the next one just now.
void list_frames(StoredRun& run);

} // namespace scree
