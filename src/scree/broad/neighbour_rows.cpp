// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/neighbour_rows.hpp>

#include <algorithm>

namespace scree {
namespace {

using Index = Triangulation::Index;
constexpr std::size_t rows_per_piece = 512;
/// From this part of all vertices on, their cells are listed for all at once rather than by walking
/// around each.
constexpr std::size_t many = 8;

/// The cells of every vertex. Where only larger neighbours are asked for, a cell's last vertex does
/// not list it.
struct CellLists {
    std::vector<std::size_t> begin;
    std::vector<Index> cells;

    CellLists(const Triangulation& t, NeighbourRows::Kept kept) : begin(t.vertex_count() + 2, 0) {
        for_each(t, kept, [&](Index vertex, Index) { ++begin[vertex + 2]; });
        for (std::size_t v = 2; v < begin.size(); ++v) begin[v] += begin[v - 1];
        cells.resize(begin.back());
        for_each(t, kept, [&](Index vertex, Index cell) { cells[begin[vertex + 1]++] = cell; });
    }
    std::span<const Index> of(Index vertex) const {
        return {cells.data() + begin[vertex], begin[vertex + 1] - begin[vertex]};
    }

private:
    template <class Call>
    static void for_each(const Triangulation& t, NeighbourRows::Kept kept, Call&& call) {
        for (Index cell = 0; cell < t.cell_slots(); ++cell) {
            if (!t.is_cell(cell)) continue;
            const Index f = 4 * cell;
            Index last = Triangulation::none;
            if (kept == NeighbourRows::Kept::larger)
                last = std::max(std::max(t.vertex(f), t.vertex(f + 1)),
                                std::max(t.vertex(f + 2), t.vertex(f + 3)));
            for (Index g = f; g < f + 4; ++g)
                if (t.vertex(g) >= Triangulation::frame_count && t.vertex(g) != last)
                    call(t.vertex(g), cell);
        }
    }
};

} // namespace

void NeighbourRows::update(const Triangulation& triangulation, std::span<const Index> changed,
                           Workers& workers) {
    rows_.resize(triangulation.vertex_count());
    std::vector<Piece> pieces((changed.size() + rows_per_piece - 1) / rows_per_piece);
    std::vector<Star> stars(static_cast<std::size_t>(workers.threads()));
    std::vector<CellLists> lists;
    if (many * changed.size() > rows_.size()) lists.emplace_back(triangulation, kept_);
    const auto row_of = [&](Star& star, Index v) -> std::span<const Index> {
        if (!triangulation.is_visible(v)) return {};
        const auto cells = lists.empty() ? star.cells(triangulation, v) : lists[0].of(v);
        return star.neighbours(triangulation, v, cells, kept_ == Kept::larger ? v + 1 : 0);
    };
    workers.for_each(pieces.size(), [&](std::size_t p, int worker) {
        Star& star = stars[static_cast<std::size_t>(worker)];
        const std::size_t end = std::min(changed.size(), (p + 1) * rows_per_piece);
        for (std::size_t i = p * rows_per_piece; i < end; ++i) {
            const std::span<const Index> found = row_of(star, changed[i]);
            pieces[p].sizes.push_back(static_cast<Index>(found.size()));
            pieces[p].neighbours.insert(pieces[p].neighbours.end(), found.begin(), found.end());
        }
    });
    make_room(changed, pieces);
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        std::size_t from = 0;
        for (std::size_t i = 0; i < pieces[p].sizes.size(); ++i) {
            const Index size = pieces[p].sizes[i];
            store(changed[p * rows_per_piece + i], {pieces[p].neighbours.data() + from, size});
            from += size;
        }
    }
}

/// Rows that become longer go to the end of the pool.
void NeighbourRows::make_room(std::span<const Index> changed, std::span<const Piece> pieces) {
    const auto size = [&](std::size_t i) {
        return pieces[i / rows_per_piece].sizes[i % rows_per_piece];
    };
    std::size_t extra = 0;
    for (std::size_t i = 0; i < changed.size(); ++i)
        if (size(i) > rows_[changed[i]].size) extra += size(i);
    if (pool_.size() + extra <= pool_.capacity()) return;
    for (std::size_t i = 0; i < changed.size(); ++i)
        if (size(i) > rows_[changed[i]].size) rows_[changed[i]].size = 0;
    compact(extra);
}

void NeighbourRows::store(Index vertex, std::span<const Index> neighbours) {
    Row& row = rows_[vertex];
    if (neighbours.size() > row.size) {
        row.begin = static_cast<Index>(pool_.size());
        pool_.insert(pool_.end(), neighbours.begin(), neighbours.end());
    } else {
        std::copy(neighbours.begin(), neighbours.end(),
                  pool_.begin() + static_cast<std::ptrdiff_t>(row.begin));
    }
    row.size = static_cast<Index>(neighbours.size());
}

/// Gaps go, and there will be room for `extra` more and an eighth.
void NeighbourRows::compact(std::size_t extra) {
    std::size_t used = extra;
    for (const Row& row : rows_) used += row.size;
    std::vector<Index> lean;
    lean.reserve(used + used / 8);
    for (Row& row : rows_) {
        const auto from = pool_.begin() + static_cast<std::ptrdiff_t>(row.begin);
        row.begin = static_cast<Index>(lean.size());
        lean.insert(lean.end(), from, from + row.size);
    }
    pool_.swap(lean);
}

FullRows::FullRows(const NeighbourRows& larger, Index vertices) : begin_(vertices + 2, 0) {
    for (Index v = 0; v < vertices; ++v)
        for (const Index w : larger.row(v)) {
            ++begin_[v + 2];
            ++begin_[w + 2];
        }
    for (std::size_t v = 2; v < begin_.size(); ++v) begin_[v] += begin_[v - 1];
    neighbours_.resize(begin_.back());
    for (Index v = 0; v < vertices; ++v)
        for (const Index w : larger.row(v)) {
            neighbours_[begin_[v + 1]++] = w;
            neighbours_[begin_[w + 1]++] = v;
        }
}

} // namespace scree
