// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/broad/triangulation.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace scree {

/// The neighbours of every vertex of a triangulation, kept from one update to the next: only rows
/// of vertices around which something changed are made anew.
class NeighbourRows {
public:
    using Index = Triangulation::Index;
    /// All, or those with larger numbers than the vertex itself: then every edge is there once.
    enum class Kept : std::uint8_t { all, larger };

    explicit NeighbourRows(Kept kept = Kept::all) : kept_(kept) {}

    void update(const Triangulation& triangulation, std::span<const Index> changed,
                Workers& workers);

    /// Ascending; frame corners are not among them. Empty for hidden and removed vertices.
    std::span<const Index> row(Index vertex) const {
        const Row& r = rows_[vertex];
        return {pool_.data() + r.begin, r.size};
    }

    std::size_t bytes() const {
        return rows_.capacity() * sizeof(Row) + pool_.capacity() * sizeof(Index);
    }

private:
    struct Row {
        Index begin = 0, size = 0;
    };
    /// New rows of some vertices, one after the other.
    struct Piece {
        std::vector<Index> sizes, neighbours;
    };
    void make_room(std::span<const Index> changed, std::span<const Piece> pieces);
    void compact(std::size_t extra);
    void store(Index vertex, std::span<const Index> neighbours);

    Kept kept_;
    std::vector<Row> rows_;
    std::vector<Index> pool_; ///< never grows but by `compact`
};

/// All neighbours of every vertex from the larger ones, made for one use.
class FullRows {
public:
    using Index = Triangulation::Index;

    FullRows(const NeighbourRows& larger, Index vertices);
    std::span<const Index> row(Index vertex) const {
        return {neighbours_.data() + begin_[vertex], begin_[vertex + 1] - begin_[vertex]};
    }

private:
    std::vector<std::size_t> begin_;
    std::vector<Index> neighbours_;
};

} // namespace scree
