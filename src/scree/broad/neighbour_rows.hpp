// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/broad/triangulation.hpp>

#include <span>
#include <vector>

namespace scree {

/// The neighbours of every vertex of a triangulation, kept from one update to the next: only rows
/// of vertices around which something changed are made anew.
class NeighbourRows {
public:
    using Index = Triangulation::Index;

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
        std::size_t begin = 0;
        Index size = 0, capacity = 0;
    };
    void store(Index vertex, std::span<const Index> neighbours);
    void compact();

    std::vector<Row> rows_;
    std::vector<Index> pool_;
    std::size_t in_use_ = 0; ///< of the pool, spare places of rows included
};

} // namespace scree
