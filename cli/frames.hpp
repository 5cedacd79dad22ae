// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/run_folder.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scree {

/// What `--frame` may say.
inline constexpr const char* frame_help =
    "first, last, all, a number, or a range A:B or A:B:STEP (default last)";

/// Indices of the frames of a run that the text asks for; throws InputError when it has none such.
std::vector<std::int64_t> chosen_frames(const RunFolder& folder, const std::string& which);

} // namespace scree
