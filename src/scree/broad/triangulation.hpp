// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/parallel.hpp>
#include <scree/broad/cell_check.hpp>
#include <scree/predicates/power_test.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

// The regular (weighted Delaunay) triangulation of balls that follows them as they move
// [F ch. 2, §4.2]. docs/theory/triangulation.md says why it finds every pair that touches.
//
// Cells are four vertices and four half-facets in flat arrays. Half-facet f = 4·cell + k is the
// facet opposite the cell's k-th vertex, seen from that cell; `across` leads to the same facet seen
// from the other side, so `vertex(across(f))` is the vertex behind it.
namespace scree {

/// What updates did, counted since the triangulation was made.
struct TriangulationCounts {
    std::int64_t updates = 0, builds = 0;
    std::int64_t checked = 0; ///< cells looked at by updates
    std::int64_t flips_23 = 0, flips_32 = 0, flips_41 = 0;
    std::int64_t inverted = 0;   ///< cells turned inside out by a motion
    std::int64_t stuck = 0;      ///< times that flipping came to a stop before it was done
    std::int64_t reinserted = 0; ///< vertices taken out and put back to mend either
    PredicateCounts predicates;

    std::int64_t flips() const { return flips_23 + flips_32 + flips_41; }
};

class Triangulation;

/// All cells of a visible vertex, by walking from one to the next. Keeps its memory.
class Star {
public:
    using Index = std::uint32_t;

    std::span<const Index> cells(const Triangulation& triangulation, Index vertex);
    /// Ascending, frame corners left out.
    std::span<const Index> neighbours(const Triangulation& triangulation, Index vertex) {
        return neighbours(triangulation, vertex, cells(triangulation, vertex), 0);
    }
    /// The same, found in given cells, and only from `least` on.
    std::span<const Index> neighbours(const Triangulation& triangulation, Index vertex,
                                      std::span<const Index> cells, Index least);

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

class Triangulation {
public:
    using Index = std::uint32_t;
    static constexpr Index none = ~Index{0};
    /// The corners of a tetrahedron around everything; points follow them.
    static constexpr Index frame_count = 4;

    /// All anew. Point k becomes vertex frame_count + k; neighbours in space should be neighbours
    /// in the list, or it takes longer. Points must be finite.
    void build(std::span<const WeightedPoint> points);

    /// Where the points shall be next, in the order of their vertices, to be filled in by the
    /// caller. What belongs to removed vertices does not matter.
    std::span<WeightedPoint> next() { return std::span(next_).subspan(frame_count); }
    /// Flips, and where they do not suffice removal and insertion, make this the regular
    /// triangulation of the next positions.
    void move(Workers& workers);
    void move(std::span<const WeightedPoint> points, Workers& workers); ///< fills them in, too

    /// A new vertex, or none when the point is outside of the frame: build anew then.
    Index insert(const WeightedPoint& point);
    void remove(Index vertex);

    Index vertex_count() const { return static_cast<Index>(points_.size()); }
    std::span<const WeightedPoint> points() const { return points_; } ///< by vertex
    /// Has no cells: covered by others, its power cell is empty.
    bool is_hidden(Index vertex) const { return state_[vertex] == State::hidden; }
    bool is_visible(Index vertex) const { return state_[vertex] == State::visible; }
    std::span<const Index> hidden() const { return hidden_; }

    /// Cells are numbered 0 … cell_slots()-1 with gaps.
    Index cell_slots() const { return static_cast<Index>(vertex_.size() / 4); }
    bool is_cell(Index cell) const { return vertex_[4 * std::size_t{cell}] != none; }
    Index vertex(Index half_facet) const { return vertex_[half_facet]; }
    Index across(Index half_facet) const { return across_[half_facet]; }
    /// Its vertices, in the order from which the cell's own vertex is on the positive side.
    std::array<Index, 3> facet(Index half_facet) const {
        const Index* v = vertex_.data() + (half_facet & ~Index{3});
        const auto& k = facet_order[half_facet & 3U];
        return {v[k[0]], v[k[1]], v[k[2]]};
    }
    /// The half-facet of a cell opposite one of its vertices. Which it is nobody can foretell, so
    /// there are no branches.
    Index facet_opposite(Index cell, Index vertex) const {
        const Index* v = vertex_.data() + 4 * std::size_t{cell};
        return 4 * cell + (static_cast<Index>(v[1] == vertex) |
                           2U * static_cast<Index>(v[2] == vertex) |
                           3U * static_cast<Index>(v[3] == vertex));
    }
    /// Some cell of a visible vertex; of a hidden one a place to begin to look for its centre.
    Index cell_of(Index vertex) const { return cell_of_[vertex]; }

    /// Vertices whose neighbours may have changed since this was called last; each once. All of
    /// them after a build.
    std::vector<Index> take_changed();

    /// The cell in which a point lies (on its boundary included), by a walk that begins at the
    /// cell `hint`, or near it when that is gone.
    Index locate(const WeightedPoint& point, Index hint) const;

    const TriangulationCounts& counts() const { return counts_; }
    std::size_t bytes() const;

    /// Half-facets link both ways, cells are positively oriented, no facet is irregular, hidden
    /// vertices are hidden: together it is the regular triangulation.
    bool is_valid() const;

private:
    enum class State : std::uint8_t { absent, visible, hidden };
    using Corners = std::array<Index, 4>;
    /// With the vertex left out behind them, even permutations of the cell.
    static constexpr std::array<std::array<Index, 3>, 4> facet_order{
        {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}}};
    struct SavedCell {
        Index cell;
        Corners vertex, across;
    };
    /// A facet that still lacks the cell on one side: its vertices as seen from there, and the
    /// half-facet on the other side.
    struct OpenFacet {
        std::array<Index, 3> vertex;
        Index outer;
    };
    /// What is not in order at given positions.
    struct Findings {
        std::vector<Index> inverted;  ///< cells
        std::vector<Index> irregular; ///< half-facets
        PredicateCounts counts;
    };

    // triangulation.cpp
    void build_from(std::span<const WeightedPoint> at);
    void set_frame();
    bool is_inside_frame(const WeightedPoint& p) const;
    Index new_slot();
    void keep_in_journal(Index cell);
    void clear_marks();
    int turn(Index a, Index b, Index c, Index d) const;
    bool conflicts(Index cell, Index vertex) const;
    void replace(std::span<const Index> old_cells, std::span<const Corners> new_cells);
    void open_or_close(Index cell, int k);

    // Below: a build calls each of these some twenty times per vertex.
    Index new_cell(const Corners& vertices);
    void free_cell(Index cell);
    void link(Index f, Index g);
    Corners corners(Index cell) const;
    void save(Index cell);
    void touch(Index vertex);

    // triangulation_insert.cpp
    void insert_vertex(Index vertex, Index hint);
    void find_conflicts(Index vertex, Index cell);
    void fill_cavity(Index vertex);
    void hide_swallowed();
    void insert_hidden_again();
    Index live_cell(Index hint) const;
    void link_around_edge(Index own, Index wall, Index ahead);

    // triangulation_remove.cpp
    void remove_vertex(Index vertex);
    void wrap(const OpenFacet& facet);

    // triangulation_move.cpp
    void note_ways();
    void expire_around(Index vertex);
    Findings check_all(std::span<const WeightedPoint> at, Workers& workers);
    bool is_inverted(Index cell, std::span<const WeightedPoint> at, PredicateCounts& counts) const;
    bool take_out(std::vector<Index> vertices, std::vector<Index>& irregular);
    std::vector<Index> victims_of(const std::vector<Index>& inverted) const;
    bool flip_all(std::vector<Index> queue);
    void undo_flips();

    // triangulation_flip.cpp
    /// Two cells on a common facet t, seen from the first cell's fourth vertex d; e is the other's.
    struct FlipTask {
        Index c, n;
        std::array<Index, 3> t;
        Index d, e;
    };
    bool flip(Index half_facet);
    bool flip_32(const FlipTask& task, std::size_t i);
    bool flip_41(const FlipTask& task, std::size_t i);
    Index common_neighbour(Index a, Index b, Index vertex) const;

    std::vector<Index> vertex_, across_; ///< 4 per cell
    std::vector<std::uint8_t> mark_;     ///< per cell, scratch
    std::vector<Index> free_;            ///< cells that may be used again
    /// Reading of the odometer up to which a cell is known to be in order: certificates with a
    /// range, so that an update looks at those cells only whose range is used up.
    std::vector<float> expiry_;
    double odometer_ = 0; ///< sum of the longest ways
    static constexpr float expired = -std::numeric_limits<float>::infinity();

    std::vector<WeightedPoint> points_, next_;
    std::vector<Index> cell_of_;
    std::vector<State> state_;
    std::vector<Index> hidden_, free_vertices_;
    std::vector<std::uint8_t> changed_flag_;
    std::vector<Index> changed_;

    double frame_center_[3] = {0, 0, 0}, frame_half_ = 0;

    Star star_;
    detail::CellCheck check_ = detail::choose_cell_check();

    // Scratch of single operations.
    std::vector<Index> marked_, cavity_, ring_, walls_, created_, link_vertices_;
    std::vector<detail::Verdict> verdicts_;
    std::vector<OpenFacet> open_;
    std::vector<SavedCell> journal_; ///< cells as they were before flips
    std::vector<Index> freed_;       ///< cells that become free when the flips are kept
    bool journaling_ = false;
    std::vector<Index> taken_out_, waiting_;

    mutable TriangulationCounts counts_;
};

inline Triangulation::Corners Triangulation::corners(Index cell) const {
    const std::size_t f = 4 * std::size_t{cell};
    return {vertex_[f], vertex_[f + 1], vertex_[f + 2], vertex_[f + 3]};
}

/// Keeps a cell as it is now, in case the flips are undone.
inline void Triangulation::save(Index cell) {
    if (journaling_) keep_in_journal(cell);
}

/// Callers touch the vertices that get or lose an edge: a flip has two, of five.
inline Triangulation::Index Triangulation::new_cell(const Corners& vertices) {
    Index cell;
    if (free_.empty()) {
        cell = new_slot();
    } else {
        cell = free_.back();
        free_.pop_back();
    }
    save(cell);
    expiry_[cell] = expired;
    for (std::size_t k = 0; k < 4; ++k) {
        vertex_[4 * std::size_t{cell} + k] = vertices[k];
        across_[4 * std::size_t{cell} + k] = none;
        cell_of_[vertices[k]] = cell;
    }
    return cell;
}

inline void Triangulation::free_cell(Index cell) {
    save(cell);
    std::fill_n(vertex_.begin() + 4 * static_cast<std::ptrdiff_t>(cell), 4, none);
    (journaling_ ? freed_ : free_).push_back(cell);
}

inline void Triangulation::link(Index f, Index g) {
    if (f != none) across_[f] = g;
    if (g != none) across_[g] = f;
}

inline void Triangulation::touch(Index vertex) {
    if (vertex < frame_count || changed_flag_[vertex] != 0) return;
    changed_flag_[vertex] = 1;
    changed_.push_back(vertex);
}

} // namespace scree
