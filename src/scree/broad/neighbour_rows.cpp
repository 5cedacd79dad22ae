// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/neighbour_rows.hpp>

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

std::span<const Star::Index> Star::neighbours(const Triangulation& t, Index vertex) {
    vertices_.clear();
    for (const Index cell : cells(t, vertex))
        for (Index f = 4 * cell; f < 4 * cell + 4; ++f)
            if (t.vertex(f) >= Triangulation::frame_count && t.vertex(f) != vertex)
                vertices_.insert(t.vertex(f));
    std::sort(vertices_.values.begin(), vertices_.values.end());
    return vertices_.values;
}

void NeighbourRows::update(const Triangulation& triangulation, std::span<const Index> changed,
                           Workers& workers) {
    rows_.resize(triangulation.vertex_count());
    struct Piece {
        std::vector<Index> sizes, neighbours;
    };
    constexpr std::size_t per_piece = 512;
    std::vector<Piece> pieces((changed.size() + per_piece - 1) / per_piece);
    std::vector<Star> stars(static_cast<std::size_t>(workers.threads()));
    workers.for_each(pieces.size(), [&](std::size_t p, int worker) {
        Piece& piece = pieces[p];
        const std::size_t end = std::min(changed.size(), (p + 1) * per_piece);
        for (std::size_t i = p * per_piece; i < end; ++i) {
            std::span<const Index> found;
            if (triangulation.is_visible(changed[i]))
                found =
                    stars[static_cast<std::size_t>(worker)].neighbours(triangulation, changed[i]);
            piece.sizes.push_back(static_cast<Index>(found.size()));
            piece.neighbours.insert(piece.neighbours.end(), found.begin(), found.end());
        }
    });
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        std::size_t from = 0;
        for (std::size_t i = 0; i < pieces[p].sizes.size(); ++i) {
            const Index size = pieces[p].sizes[i];
            store(changed[p * per_piece + i], {pieces[p].neighbours.data() + from, size});
            from += size;
        }
    }
    if (pool_.size() > in_use_ + in_use_ / 4 + 1024) compact();
}

void NeighbourRows::store(Index vertex, std::span<const Index> neighbours) {
    Row& row = rows_[vertex];
    if (neighbours.size() > row.capacity) {
        in_use_ += neighbours.size() - row.capacity;
        row.begin = pool_.size();
        row.capacity = static_cast<Index>(neighbours.size());
        pool_.resize(pool_.size() + row.capacity);
    }
    row.size = static_cast<Index>(neighbours.size());
    std::copy(neighbours.begin(), neighbours.end(),
              pool_.begin() + static_cast<std::ptrdiff_t>(row.begin));
}

void NeighbourRows::compact() {
    std::vector<Index> lean;
    lean.reserve(in_use_);
    for (Row& row : rows_) {
        const std::size_t begin = lean.size();
        const auto from = pool_.begin() + static_cast<std::ptrdiff_t>(row.begin);
        lean.insert(lean.end(), from, from + row.size);
        row.begin = begin;
        row.capacity = row.size;
    }
    pool_.swap(lean);
    in_use_ = pool_.size();
}

} // namespace scree
