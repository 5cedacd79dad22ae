// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/triangulation.hpp>

#include <algorithm>

namespace scree {

void Star::Set::clear() {
    values.clear();
    if (++stamp_ != 0) return;
    std::fill(slots_.begin(), slots_.end(), Slot{0, 0});
    stamp_ = 1;
}

bool Star::Set::insert(Index value) {
    if (2 * values.size() >= slots_.size()) grow();
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = value * std::size_t{0x9E3779B1U};; ++i) {
        Slot& slot = slots_[i & mask];
        if (slot.stamp == stamp_ && slot.value == value) return false;
        if (slot.stamp == stamp_) continue;
        slot = {value, stamp_};
        values.push_back(value);
        return true;
    }
}

void Star::Set::grow() {
    std::vector<Index> again;
    again.swap(values);
    slots_.assign(2 * slots_.size(), Slot{0, 0});
    stamp_ = 1;
    for (const Index value : again) insert(value);
}

std::span<const Star::Index> Star::cells(const Triangulation& t, Index vertex) {
    cells_.clear();
    cells_.insert(t.cell_of(vertex));
    for (std::size_t next = 0; next < cells_.values.size(); ++next) {
        const Index cell = cells_.values[next];
        for (Index f = 4 * cell; f < 4 * cell + 4; ++f)
            if (t.vertex(f) != vertex && t.across(f) != Triangulation::none)
                cells_.insert(t.across(f) / 4);
    }
    return cells_.values;
}

std::span<const Star::Index> Star::neighbours(const Triangulation& t, Index vertex,
                                              std::span<const Index> cells, Index least) {
    vertices_.clear();
    least = std::max(least, Triangulation::frame_count);
    for (const Index cell : cells)
        for (Index f = 4 * cell; f < 4 * cell + 4; ++f)
            if (t.vertex(f) >= least && t.vertex(f) != vertex) vertices_.insert(t.vertex(f));
    std::sort(vertices_.values.begin(), vertices_.values.end());
    return vertices_.values;
}

} // namespace scree
