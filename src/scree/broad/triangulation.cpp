// SPDX-License-Identifier: BSD-3-Clause
//
// The structure itself: cells, links, the frame, building from scratch, and what is shared by
// insertion, removal and flips.
#include <scree/broad/triangulation.hpp>

#include <scree/base/assert.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace scree {

namespace {

// The frame is a regular tetrahedron about the bounding cube of the points. Its inscribed ball has
// this many times the cube's half edge (the cube's corners are at 1.73): near enough that the flat
// slivers along the hull of the points, which change at every motion, are not there at all, and far
// enough that points may move out a little.
constexpr double frame_inradius = 3;
constexpr double frame_room = 1.5; // half edges of the cube that points may use
/// Least half edge, relative to the coordinates: 128 units of their last place, for a frame of few
/// would be flat, or not around the points.
constexpr double least_frame = 0x1p-45;

/// A build inserts the vertices in rounds, each a random eighth of the next, and within a round as
/// they lie in space [Amenta, Choi, Rote 2003]. In one round, at the front of what is there
/// already, a vertex would be in conflict with a third more cells.
constexpr int most_rounds = 8;
int round_of(std::uint32_t vertex) {
    const std::uint32_t mixed = vertex * 0x9E3779B1U;
    const int zeros = std::countl_zero((mixed ^ mixed >> 15U) * 0x85EBCA77U | 1U);
    return std::min(zeros / 3, most_rounds - 1);
}

std::array<std::uint32_t, 3> sorted(std::array<std::uint32_t, 3> v) {
    if (v[0] > v[1]) std::swap(v[0], v[1]);
    if (v[1] > v[2]) std::swap(v[1], v[2]);
    if (v[0] > v[1]) std::swap(v[0], v[1]);
    return v;
}

/// Room for another cell without doubling what is there.
template <class T>
void grow_lean(std::vector<T>& values) {
    if (values.size() + 4 > values.capacity())
        values.reserve(values.size() + values.size() / 16 + 64);
}

} // namespace

void Triangulation::set_frame() {
    double low[3], high[3];
    std::fill_n(low, 3, std::numeric_limits<double>::infinity());
    std::fill_n(high, 3, -std::numeric_limits<double>::infinity());
    double largest = 0;
    for (Index v = frame_count; v < vertex_count(); ++v) {
        if (state_[v] == State::absent) continue;
        const WeightedPoint& p = points_[v];
        const double x[3] = {p.x, p.y, p.z};
        for (int k = 0; k < 3; ++k) {
            low[k] = std::min(low[k], x[k]);
            high[k] = std::max(high[k], x[k]);
        }
        largest = std::max(largest, p.weight);
    }
    const bool is_empty = low[0] > high[0];
    frame_half_ = std::sqrt(largest);
    for (int k = 0; k < 3; ++k) {
        frame_center_[k] = is_empty ? 0 : 0.5 * (low[k] + high[k]);
        if (is_empty) continue;
        frame_half_ = std::max(
            {frame_half_, 0.5 * (high[k] - low[k]), least_frame * std::abs(frame_center_[k])});
    }
    if (frame_half_ == 0) frame_half_ = 1;
    // Corners (1,1,1), (-1,-1,1) … of a cube are a regular tetrahedron of inradius 1/sqrt(3).
    const double s = frame_inradius * std::sqrt(3.0) * frame_half_;
    constexpr int corner[4][3] = {{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}};
    for (std::size_t v = 0; v < frame_count; ++v)
        points_[v] = {frame_center_[0] + s * corner[v][0], frame_center_[1] + s * corner[v][1],
                      frame_center_[2] + s * corner[v][2], 0};
}

bool Triangulation::is_inside_frame(const WeightedPoint& p) const {
    const double room = frame_room * frame_half_;
    return std::abs(p.x - frame_center_[0]) <= room && std::abs(p.y - frame_center_[1]) <= room &&
           std::abs(p.z - frame_center_[2]) <= room;
}

void Triangulation::build(std::span<const WeightedPoint> points) {
    points_.resize(frame_count + points.size());
    std::copy(points.begin(), points.end(), points_.begin() + frame_count);
    next_ = points_;
    cell_of_.assign(points_.size(), none);
    state_.assign(points_.size(), State::visible);
    changed_flag_.assign(points_.size(), 0);
    changed_.clear();
    free_vertices_.clear();
    build_from(next_);
}

/// The vertices that there are, at these positions.
void Triangulation::build_from(std::span<const WeightedPoint> at) {
    ++counts_.builds;
    vertex_.clear();
    across_.clear();
    mark_.clear();
    expiry_.clear();
    odometer_ = 0;
    free_.clear();
    hidden_.clear();
    // Packings have 6.1 to 6.7 cells per vertex; what is missing is added bit by bit.
    const std::size_t cells = 6 * at.size() + at.size() / 4;
    vertex_.reserve(4 * cells);
    across_.reserve(4 * cells);
    mark_.reserve(cells);
    expiry_.reserve(cells);
    std::copy(at.begin(), at.end(), points_.begin());
    set_frame();
    Corners frame{0, 1, 2, 3};
    if (turn(0, 1, 2, 3) < 0) std::swap(frame[0], frame[1]);
    new_cell(frame);
    Index hint = 0;
    for (int round = most_rounds; round-- > 0;)
        for (Index v = frame_count; v < vertex_count(); ++v) {
            if (round_of(v) != round || state_[v] == State::absent) continue;
            insert_vertex(v, hint);
            hint = cell_of_[v];
            touch(v);
        }
}

Triangulation::Index Triangulation::insert(const WeightedPoint& point) {
    if (!is_inside_frame(point)) return none;
    Index v = vertex_count();
    if (free_vertices_.empty()) {
        points_.push_back(point);
        next_.push_back(point);
        cell_of_.push_back(none);
        state_.push_back(State::absent);
        changed_flag_.push_back(0);
    } else {
        v = free_vertices_.back();
        free_vertices_.pop_back();
        points_[v] = point;
    }
    insert_vertex(v, 0);
    return v;
}

void Triangulation::remove(Index vertex) {
    SCREE_ASSERT(vertex >= frame_count && state_[vertex] != State::absent);
    if (is_hidden(vertex)) {
        hidden_.erase(std::find(hidden_.begin(), hidden_.end(), vertex));
        state_[vertex] = State::absent;
    } else {
        remove_vertex(vertex);
        insert_hidden_again();
    }
    touch(vertex);
    free_vertices_.push_back(vertex);
}

void Triangulation::keep_in_journal(Index cell) {
    const std::size_t f = 4 * std::size_t{cell};
    journal_.push_back(
        {cell, corners(cell), {across_[f], across_[f + 1], across_[f + 2], across_[f + 3]}});
}

Triangulation::Index Triangulation::new_slot() {
    grow_lean(vertex_);
    grow_lean(across_);
    grow_lean(mark_);
    grow_lean(expiry_);
    vertex_.insert(vertex_.end(), 4, none);
    across_.insert(across_.end(), 4, none);
    mark_.push_back(0);
    expiry_.push_back(expired);
    return cell_slots() - 1;
}

std::vector<Triangulation::Index> Triangulation::take_changed() {
    for (const Index v : changed_) changed_flag_[v] = 0;
    std::vector<Index> out;
    out.swap(changed_);
    return out;
}

void Triangulation::clear_marks() {
    for (const Index c : marked_) mark_[c] = 0;
    marked_.clear();
}

int Triangulation::turn(Index a, Index b, Index c, Index d) const {
    return orientation(points_[a], points_[b], points_[c], points_[d], counts_.predicates);
}

bool Triangulation::conflicts(Index cell, Index vertex) const {
    const Corners v = corners(cell);
    return in_conflict(points_[v[0]], points_[v[1]], points_[v[2]], points_[v[3]], points_[vertex],
                       counts_.predicates);
}

/// Facet k of a new cell: linked with the open facet of the same vertices, or open itself.
void Triangulation::open_or_close(Index cell, int k) {
    const Index own = 4 * cell + static_cast<Index>(k);
    const auto corner = facet(own);
    const auto key = sorted(corner);
    for (OpenFacet& open : open_)
        if (sorted(open.vertex) == key) {
            if (open.outer != none) save(open.outer / 4);
            link(own, open.outer);
            open = open_.back();
            open_.pop_back();
            return;
        }
    // Seen from the other side the order turns round.
    open_.push_back({{corner[0], corner[2], corner[1]}, own});
}

/// Old cells that fill a polytope make way for new ones that fill the same.
void Triangulation::replace(std::span<const Index> old_cells, std::span<const Corners> new_cells) {
    open_.clear();
    const auto is_old = [&](Index cell) {
        return std::find(old_cells.begin(), old_cells.end(), cell) != old_cells.end();
    };
    for (const Index cell : old_cells)
        for (Index f = 4 * cell; f < 4 * cell + 4; ++f)
            if (across_[f] == none || !is_old(across_[f] / 4))
                open_.push_back({facet(f), across_[f]});
    for (const Index cell : old_cells) free_cell(cell);
    created_.clear();
    for (const Corners& v : new_cells) {
        created_.push_back(new_cell(v));
        for (int k = 0; k < 4; ++k) open_or_close(created_.back(), k);
    }
    SCREE_ASSERT(open_.empty());
}

std::size_t Triangulation::bytes() const {
    return (vertex_.capacity() + across_.capacity() + cell_of_.capacity() + free_.capacity() +
            hidden_.capacity() + changed_.capacity()) *
               sizeof(Index) +
           (points_.capacity() + next_.capacity()) * sizeof(WeightedPoint) + mark_.capacity() +
           expiry_.capacity() * sizeof(float) + state_.capacity() + changed_flag_.capacity();
}

bool Triangulation::is_valid() const {
    for (Index c = 0; c < cell_slots(); ++c) {
        if (!is_cell(c)) continue;
        const Corners v = corners(c);
        if (turn(v[0], v[1], v[2], v[3]) <= 0) return false;
        for (Index f = 4 * c; f < 4 * c + 4; ++f) {
            const Index g = across_[f];
            if (!is_visible(vertex_[f])) return false;
            if (g == none) continue;
            if (across_[g] != f || conflicts(c, vertex_[g])) return false;
        }
    }
    for (const Index h : hidden_)
        if (conflicts(locate(points_[h], cell_of_[h]), h)) return false;
    return true;
}

} // namespace scree
