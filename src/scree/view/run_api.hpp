// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/view/drawing.hpp>
#include <scree/view/stored_run.hpp>

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

// What the viewer in the browser asks for, as texts and bytes; how they travel is the business of
// view/server.cpp. It is given drawings (view/drawing.hpp): the viewer knows nothing of shapes.
namespace scree {

/// May be called from several threads. Failures throw InputError.
class RunApi {
public:
    explicit RunApi(const RunFolder& folder) : folder_(folder) {}

    /// Title, state, frames and their times, fields, bounds and walls; or {"problem": why not}.
    std::string run();
    /// A drawing in binary; see `drawing_bytes`.
    std::string frame(std::int64_t index, const DrawOptions& options);
    /// One grain in figures, and its contacts.
    std::string grain(std::int64_t index, std::size_t id);
    /// Where a grain has been.
    std::string path(std::size_t id);
    std::string measures();

private:
    /// Opens the run if need be and looks which frames there are by now.
    StoredRun& opened();
    const StoredFrame& frame_of(StoredRun& run, std::int64_t index);

    RunFolder folder_;
    std::mutex mutex_; ///< also because HDF5 serves one thread at a time
    std::optional<StoredRun> run_;
    std::int64_t kept_index_ = -1;
    StoredFrame kept_;
};

/// Little endian: u32 H; H bytes of JSON (time, step, counts, origin, legend), filled up with
/// blanks to a multiple of four; then x y z radius of each ball as f32, relative to the origin; r g
/// b 255 as bytes; ids as u32; from, to and radius of each rod as f32; r g b 255; of each solid r g
/// b 255, its grain's id and how many vertices are its own, as u32; x y z of all vertices as f32;
/// three numbers of vertices, counted over all solids, for each triangle, as u32.
std::string drawing_bytes(const Drawing& drawing, std::int64_t step);

/// Throws InputError when the file, by way of a symbolic link, lies outside the folder.
void require_inside(const std::filesystem::path& folder, const std::filesystem::path& file);

} // namespace scree
