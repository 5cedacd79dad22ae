// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/stored_run.hpp>

#include <scree/base/error.hpp>
#include <scree/io/files.hpp>
#include <scree/io/scene_file.hpp>

#include <algorithm>
#include <cstdlib>

namespace scree {

void list_frames(StoredRun& run) {
    run.frames.clear();
    run.times.clear();
    if (!std::filesystem::exists(run.folder.xdmf_file())) return;
    for (const FrameEntry& entry : xdmf_entries(read_text_file(run.folder.xdmf_file()))) {
        const std::string stem = std::filesystem::path(entry.file).stem().string();
        const std::int64_t index = std::strtoll(stem.c_str(), nullptr, 10);
        // A resumed run takes later frames back before it writes them again.
        if (!std::filesystem::exists(run.folder.frame_file(index))) continue;
        run.frames.push_back(index);
        run.times.push_back(entry.time);
    }
}

std::vector<std::size_t> spread(std::size_t count, std::size_t most) {
    std::vector<std::size_t> out(std::min(count, most));
    for (std::size_t k = 0; k < out.size(); ++k)
        out[k] = out.size() > 1 ? k * (count - 1) / (out.size() - 1) : 0;
    return out;
}

StoredRun open_run(const RunFolder& folder) {
    folder.require_run();
    StoredRun run{folder, read_scene_file(folder.scene_file()), {}, {}, {}};
    list_frames(run);
    if (run.frames.empty()) throw InputError(folder.path().string() + ": holds no frames yet");
    run.first = run.frame(0);
    return run;
}

} // namespace scree
