// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/neighbour_rows.hpp>

#include <algorithm>

namespace scree {

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
