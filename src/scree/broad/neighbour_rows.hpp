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

/// All cells of a visible vertex, by walking from one to the next. Keeps its memory.
class Star {
public:
    using Index = Triangulation::Index;

    std::span<const Index> cells(const Triangulation& triangulation, Index vertex);
    /// Ascending, frame corners left out.
    std::span<const Index> neighbours(const Triangulation& triangulation, Index vertex);

private:
    /// Numbers, each once, in the order in which they came.
    class Set {
    public:
        void clear();
        bool insert(Index value); ///< false: was there
        std::vector<Index> values;

    private:
        void grow();
        struct Slot {
            Index value, stamp;
        };
        std::vector<Slot> slots_ = std::vector<Slot>(128, Slot{0, 0});
        Index stamp_ = 0;
    };
    Set cells_, vertices_;
};

} // namespace scree
