// SPDX-License-Identifier: BSD-3-Clause
//
// Following the points. Every cell is looked at in the new positions: is it still the right way
// round, are its facets still regular? Nearly all are. Irregular facets are flipped, which may make
// others irregular, until none is left [Lawson 1977, F §4.2.1.3].
//
// Two things flips cannot do (F overlooks both): a cell that has turned inside out is no longer
// part of a triangulation, and flipping may come to a stop with irregular facets left. In both
// cases vertices of the offending cells are taken out of the triangulation as it was, at the old
// positions, where it is regular and removal is safe; the rest is moved and flipped; then they are
// inserted where they are now. When flipping stops the flips are undone first.
#include <scree/broad/triangulation.hpp>

#include <scree/base/assert.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {

namespace {

constexpr std::size_t cells_per_piece = 4096;
/// When more than this part of the vertices would have to be taken out, all is built anew: a
/// removal with an insertion costs as much as a few insertions of a build.
constexpr double most_taken_out = 0.1;

/// Points that go this many times the root mean square way of all are looked after one by one.
constexpr double far_ways = 4;

float rounded_down(double value) {
    const auto near = static_cast<float>(value);
    return near <= value ? near : std::nextafter(near, -std::numeric_limits<float>::infinity());
}

double way_squared(const WeightedPoint& a, const WeightedPoint& b) {
    const double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    return (dx * dx + dy * dy) + dz * dz;
}

} // namespace

void Triangulation::move(std::span<const WeightedPoint> points, Workers& workers) {
    SCREE_ASSERT(points.size() + frame_count == points_.size());
    std::copy(points.begin(), points.end(), next().begin());
    move(workers);
}

void Triangulation::move(Workers& workers) {
    ++counts_.updates;
    std::copy_n(points_.begin(), frame_count, next_.begin());
    for (Index v = frame_count; v < vertex_count(); ++v) {
        if (state_[v] == State::absent) next_[v] = points_[v];
        if (is_inside_frame(next_[v])) continue;
        build_from(next_);
        return;
    }
    note_ways();
    Findings found = check_all(next_, workers);
    counts_.predicates += found.counts;
    taken_out_.clear();
    std::vector<Index> victims = victims_of(found.inverted);
    counts_.inverted += static_cast<std::int64_t>(found.inverted.size());
    for (;;) {
        if (!take_out(std::move(victims), found.irregular)) {
            for (const Index v : taken_out_) state_[v] = State::visible;
            build_from(next_);
            return;
        }
        points_.swap(next_);
        if (flip_all(found.irregular)) break;
        ++counts_.stuck;
        std::vector<Index> cells;
        for (const Index f : waiting_) cells.push_back(f / 4);
        victims = victims_of(cells);
        undo_flips();
        points_.swap(next_);
    }
    counts_.reinserted += static_cast<std::int64_t>(taken_out_.size());
    for (const Index v : taken_out_) insert_vertex(v, cell_of_[v]);
    insert_hidden_again();
    SCREE_ASSERT_SLOW(is_valid());
}

/// Adds the longest way to the odometer. The few points that went much farther than the rest do not
/// count; instead the cells that know them must be looked at, as those of points whose weight
/// changed.
void Triangulation::note_ways() {
    double sum = 0, longest = 0;
    std::size_t count = 0;
    for (Index v = frame_count; v < vertex_count(); ++v) {
        if (state_[v] == State::absent) continue;
        const double way = way_squared(points_[v], next_[v]);
        sum += way;
        longest = std::max(longest, way);
        ++count;
    }
    const double limit = std::min(
        longest, far_ways * far_ways * sum / static_cast<double>(std::max<std::size_t>(count, 1)));
    for (Index v = frame_count; v < vertex_count(); ++v)
        if (is_visible(v) &&
            (way_squared(points_[v], next_[v]) > limit || points_[v].weight != next_[v].weight))
            expire_around(v);
    odometer_ += std::sqrt(limit) * (1 + 1e-12);
}

/// All cells of a vertex and those behind them.
void Triangulation::expire_around(Index vertex) {
    for (const Index cell : star_.cells(*this, vertex)) {
        expiry_[cell] = expired;
        for (Index f = 4 * cell; f < 4 * cell + 4; ++f)
            if (vertex_[f] == vertex && across_[f] != none) expiry_[across_[f] / 4] = expired;
    }
}

Triangulation::Findings Triangulation::check_all(std::span<const WeightedPoint> at,
                                                 Workers& workers) {
    struct Piece {
        std::vector<Index> cells;
        std::vector<double> slack;
        detail::CellSuspects suspects;
    };
    const std::size_t pieces = (cell_slots() + cells_per_piece - 1) / cells_per_piece;
    std::vector<Piece> parts(pieces);
    const detail::CellArrays arrays{vertex_.data(), across_.data(), at.data()};
    workers.for_each(pieces, [&](std::size_t p, int) {
        Piece& piece = parts[p];
        const std::size_t end = std::min<std::size_t>(cell_slots(), (p + 1) * cells_per_piece);
        for (std::size_t c = p * cells_per_piece; c < end; ++c)
            if (expiry_[c] < odometer_ && is_cell(static_cast<Index>(c)))
                piece.cells.push_back(static_cast<Index>(c));
        piece.slack.resize(piece.cells.size());
        check_.check(arrays, piece.cells, piece.slack.data(), piece.suspects);
        for (std::size_t i = 0; i < piece.cells.size(); ++i)
            expiry_[piece.cells[i]] = rounded_down(odometer_ + piece.slack[i]);
    });
    Findings all;
    for (const Piece& piece : parts) {
        counts_.checked += static_cast<std::int64_t>(piece.cells.size());
        all.counts.calls += piece.suspects.asked;
        for (const Index cell : piece.suspects.cells) {
            if (is_inverted(cell, at, all.counts)) all.inverted.push_back(cell);
            expiry_[cell] = expired;
        }
        for (const Index f : piece.suspects.facets) {
            // Next to an inverted cell this means nothing; it is asked again when that is gone.
            const Corners v = corners(f / 4);
            if (in_conflict(at[v[0]], at[v[1]], at[v[2]], at[v[3]], at[vertex_[across_[f]]],
                            all.counts))
                all.irregular.push_back(f);
            expiry_[f / 4] = expired;
        }
    }
    return all;
}

bool Triangulation::is_inverted(Index cell, std::span<const WeightedPoint> at,
                                PredicateCounts& counts) const {
    const Corners v = corners(cell);
    return orientation(at[v[0]], at[v[1]], at[v[2]], at[v[3]], counts) <= 0;
}

/// For each cell the vertex that moved most, unless another cell chose one of its vertices before.
std::vector<Triangulation::Index>
Triangulation::victims_of(const std::vector<Index>& inverted) const {
    std::vector<Index> victims;
    for (const Index cell : inverted) {
        Index best = none;
        double longest = -1;
        for (const Index v : corners(cell)) {
            if (v < frame_count) continue;
            const double way = way_squared(points_[v], next_[v]);
            if (way > longest) {
                longest = way;
                best = v;
            }
        }
        SCREE_ASSERT(best != none);
        victims.push_back(best);
    }
    std::sort(victims.begin(), victims.end());
    victims.erase(std::unique(victims.begin(), victims.end()), victims.end());
    return victims;
}

/// Removes vertices at the old positions, and more as long as a cell that comes of it would be
/// inside out at the next ones. Adds the facets to be looked at to `irregular`. False: too many.
bool Triangulation::take_out(std::vector<Index> vertices, std::vector<Index>& irregular) {
    std::vector<Index> fresh;
    while (!vertices.empty()) {
        if (static_cast<double>(taken_out_.size() + vertices.size()) >
            most_taken_out * static_cast<double>(points_.size()) + 16)
            return false;
        fresh.clear();
        for (const Index v : vertices) {
            if (!is_visible(v)) continue; // chosen in an earlier round, too
            remove_vertex(v);
            taken_out_.push_back(v);
            cell_of_[v] = created_.front();
            fresh.insert(fresh.end(), created_.begin(), created_.end());
        }
        std::vector<Index> inverted;
        for (const Index cell : fresh)
            if (is_cell(cell)) {
                if (is_inverted(cell, next_, counts_.predicates)) inverted.push_back(cell);
                for (Index f = 4 * cell; f < 4 * cell + 4; ++f) irregular.push_back(f);
            }
        vertices = victims_of(inverted);
    }
    return true;
}

/// Flips until no facet is irregular. False: no flip is possible any more, and `waiting_` holds
/// half-facets that are irregular still.
bool Triangulation::flip_all(std::vector<Index> queue) {
    journaling_ = true;
    journal_.clear();
    freed_.clear();
    bool is_stuck = false;
    waiting_.clear();
    for (std::int64_t before = counts_.flips();;) {
        while (!queue.empty()) {
            const Index f = queue.back();
            queue.pop_back();
            if (!is_cell(f / 4) || across_[f] == none || !conflicts(f / 4, vertex_[across_[f]]))
                continue;
            if (!flip(f)) {
                waiting_.push_back(f);
                continue;
            }
            for (const Index cell : created_)
                for (Index g = 4 * cell; g < 4 * cell + 4; ++g) queue.push_back(g);
        }
        std::erase_if(waiting_, [&](Index f) {
            return !is_cell(f / 4) || across_[f] == none || !conflicts(f / 4, vertex_[across_[f]]);
        });
        if (waiting_.empty()) break;
        is_stuck = counts_.flips() == before;
        if (is_stuck) break;
        before = counts_.flips();
        queue.swap(waiting_);
        waiting_.clear();
    }
    journaling_ = false;
    if (!is_stuck) free_.insert(free_.end(), freed_.begin(), freed_.end());
    return !is_stuck;
}

void Triangulation::undo_flips() {
    for (std::size_t i = journal_.size(); i-- > 0;) {
        const SavedCell& saved = journal_[i];
        const bool was_new = is_cell(saved.cell) && saved.vertex[0] == none;
        for (std::size_t k = 0; k < 4; ++k) {
            vertex_[4 * std::size_t{saved.cell} + k] = saved.vertex[k];
            across_[4 * std::size_t{saved.cell} + k] = saved.across[k];
        }
        if (was_new) free_.push_back(saved.cell);
    }
    for (const SavedCell& saved : journal_)
        if (is_cell(saved.cell))
            for (const Index v : corners(saved.cell)) {
                cell_of_[v] = saved.cell;
                if (state_[v] != State::hidden) continue;
                state_[v] = State::visible;
                hidden_.erase(std::find(hidden_.begin(), hidden_.end(), v));
            }
}

} // namespace scree
