// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/broad_phase.hpp>

#include <scree/base/error.hpp>

namespace scree {

void BroadPhase::update(const SearchTask& task, Workers& workers, std::vector<IndexPair>& pairs) {
    find(task, workers, pairs);
    if (task.boxes.empty()) return;
    std::erase_if(pairs, [&](const IndexPair& pair) {
        return !have_common_point(task.boxes[pair.first], task.boxes[pair.second]);
    });
}

std::vector<std::string> broad_phase_names() {
    return {"all-pairs", "grid", "sweep", "triangulation", "auto"};
}

std::unique_ptr<BroadPhase> make_broad_phase(const std::string& name) {
    if (name == "all-pairs") return make_all_pairs();
    if (name == "triangulation") return make_triangulation_search();
    if (name == "grid") return make_grid();
    if (name == "sweep") return make_sweep();
    if (name == "auto") return make_auto_search();
    std::string message = "--broad: unknown search \"" + name + "\"; known:";
    for (const auto& known : broad_phase_names()) message += ' ' + known;
    throw InputError(message);
}

} // namespace scree
