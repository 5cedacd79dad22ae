// SPDX-License-Identifier: BSD-3-Clause
//
// Multi-level grid. From the largest ball down: a level's cells have the edge of its largest ball's
// diameter + skin, and it holds all balls down to half of that; the next level begins with the
// largest that is left. Two close balls of one level lie in adjacent cells. Between two levels
// either the smaller balls look for larger ones or the other way round, in the cells that their
// reach covers, whichever is less work. Each level is a dense table wrapped around in all
// directions (indices modulo a power of two): its size is bounded by the number of balls however
// far they fly, and a wrapped neighbour fails the distance test like any other stranger.
//
// A row of cells along x is contiguous in the table, so the 27 cells around a ball are 9 runs.
// Every ball looks at its full neighbourhood and keeps the partners with the larger index: twice
// the tests of a half neighbourhood, but the list comes out in order, piece by piece, in parallel,
// without sorting it as a whole. Only pairs found across levels from the ball with the larger index
// come late; they are sorted and merged in.
#include <scree/broad/broad_phase.hpp>

#include <scree/base/vectors.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace scree {
namespace {

constexpr std::size_t balls_per_piece = 1024;
constexpr int smallest_table_bits = 2; // four cells per axis: three neighbours never coincide
constexpr int most_levels = 64;
// Cells are this much larger than the balls need, so that rounding of a position divided by the
// edge never puts two close balls two cells apart (good for 2^32 cells in a row).
constexpr double rounding_room = 1 + 0x1.0p-20;

struct Cell {
    std::int64_t x, y, z;
};

struct Level {
    double inverse_edge = 0, edge = 0;
    std::uint32_t count = 0;             ///< balls
    std::array<std::uint32_t, 3> mask{}; ///< cells per axis - 1
    std::array<int, 2> shift{};          ///< of y and z in the table index
    std::uint32_t first_cell = 0;        ///< in the common table

    std::uint32_t row(std::int64_t y, std::int64_t z) const {
        return first_cell + ((static_cast<std::uint32_t>(y) & mask[1]) << shift[0]) +
               ((static_cast<std::uint32_t>(z) & mask[2]) << shift[1]);
    }
    std::uint32_t column(std::int64_t x) const { return static_cast<std::uint32_t>(x) & mask[0]; }
    std::uint32_t index(const Cell& c) const { return row(c.y, c.z) + column(c.x); }
};

/// The cell of a scaled coordinate. Beyond 2^62 cells (and for points of no size, whose cells have
/// none) all share one; the distance test sorts them out.
std::int64_t cell_number(double scaled) {
    constexpr double farthest = 0x1.0p62;
    if (!(scaled < farthest)) return static_cast<std::int64_t>(farthest);
    return static_cast<std::int64_t>(std::max(scaled, -farthest));
}

int bits_for(double cells) {
    int bits = smallest_table_bits;
    while (bits < 30 && static_cast<double>(std::int64_t{1} << bits) < cells) ++bits;
    return bits;
}

class Grid final : public BroadPhase {
public:
    void find(const SearchTask& task, Workers& workers, std::vector<IndexPair>& pairs) override {
        pairs.clear();
        if (task.balls.size() < 2) return;
        balls_ = task.balls;
        skin_ = task.skin;
        assign_levels();
        size_tables();
        fill_tables();
        search(workers);
        merge(workers, pairs);
    }

    std::string name() const override { return "grid"; }

    std::size_t bytes() const override {
        std::size_t total = level_of_.capacity() + item_balls_.capacity() * sizeof(Ball) +
                            (cell_of_.capacity() + cell_start_.capacity() + items_.capacity()) * 4 +
                            late_.capacity() * sizeof(IndexPair);
        for (const Piece& p : pieces_)
            total += (p.pairs.capacity() + p.late.capacity()) * sizeof(IndexPair);
        return total;
    }

private:
    struct Piece {
        std::vector<IndexPair> pairs; ///< sorted
        std::vector<IndexPair> late;  ///< belong to a smaller index of maybe another piece
    };

    void assign_levels() {
        low_ = {balls_[0].x, balls_[0].y, balls_[0].z};
        high_ = low_;
        double smallest = balls_[0].radius;
        for (const Ball& b : balls_) {
            low_ = {std::min(low_[0], b.x), std::min(low_[1], b.y), std::min(low_[2], b.z)};
            high_ = {std::max(high_[0], b.x), std::max(high_[1], b.y), std::max(high_[2], b.z)};
            smallest = std::min(smallest, b.radius);
        }
        choose_edges(smallest);
        level_of_.resize(balls_.size());
        for (std::size_t i = 0; i < balls_.size(); ++i) {
            const double size = size_of(balls_[i]);
            std::size_t level = 0;
            while (level + 1 < levels_.size() && levels_[level].edge < size) ++level;
            level_of_[i] = static_cast<std::uint8_t>(level);
            ++levels_[level].count;
        }
    }

    double size_of(const Ball& b) const { return (2 * b.radius + skin_) * rounding_room; }

    /// Levels in ascending order of their edges.
    void choose_edges(double smallest_radius) {
        levels_.clear();
        const double smallest = (2 * smallest_radius + skin_) * rounding_room;
        double limit = std::numeric_limits<double>::infinity();
        for (int level = 0; level < most_levels; ++level) {
            double edge = 0;
            for (const Ball& b : balls_)
                if (const double size = size_of(b); size <= limit) edge = std::max(edge, size);
            levels_.push_back({.inverse_edge = 1 / edge, .edge = edge});
            limit = 0.5 * edge;
            if (edge == 0 || !(smallest <= limit)) break;
        }
        std::reverse(levels_.begin(), levels_.end());
    }

    /// Work to look from `from` into `to`: cells that are visited.
    static double visits(const Level& from, const Level& to) {
        const double span = (from.edge + to.edge) * to.inverse_edge + 1;
        return from.count * span * span; // rows of cells
    }

    /// About two to four cells per ball; where the balls' extent has more cells than that, the
    /// longest axes wrap around.
    void size_tables() {
        std::uint32_t first = 0;
        for (Level& level : levels_) {
            std::array<int, 3> bits{};
            for (std::size_t k = 0; k < 3; ++k)
                bits[k] = bits_for((high_[k] - low_[k]) * level.inverse_edge + 2);
            const int most = bits_for(4.0 * level.count);
            while (bits[0] + bits[1] + bits[2] > std::max(most, 3 * smallest_table_bits))
                --*std::max_element(bits.begin(), bits.end());
            for (std::size_t k = 0; k < 3; ++k) level.mask[k] = (1U << bits[k]) - 1;
            level.shift = {bits[0], bits[0] + bits[1]};
            level.first_cell = first;
            first += 1U << (bits[0] + bits[1] + bits[2]);
        }
        cell_start_.assign(first + 1, 0);
    }

    Cell cell_of(const Ball& b, const Level& level) const {
        return {cell_number((b.x - low_[0]) * level.inverse_edge),
                cell_number((b.y - low_[1]) * level.inverse_edge),
                cell_number((b.z - low_[2]) * level.inverse_edge)};
    }

    void fill_tables() {
        cell_of_.resize(balls_.size());
        for (std::size_t i = 0; i < balls_.size(); ++i) {
            const Level& level = levels_[level_of_[i]];
            cell_of_[i] = level.index(cell_of(balls_[i], level));
            ++cell_start_[cell_of_[i] + 1];
        }
        for (std::size_t c = 1; c < cell_start_.size(); ++c) cell_start_[c] += cell_start_[c - 1];
        items_.resize(balls_.size());
        item_balls_.resize(balls_.size());
        // Backwards, so that each start moves down to its place and each cell is ascending.
        for (std::size_t i = balls_.size(); i-- > 0;) {
            const std::uint32_t place = --cell_start_[cell_of_[i] + 1];
            items_[place] = static_cast<std::uint32_t>(i);
            item_balls_[place] = balls_[i];
        }
        // After the loop cell_start_[c + 1] is the start of cell c.
    }
    std::uint32_t begin_of(std::uint32_t cell) const { return cell_start_[cell + 1]; }
    std::uint32_t end_of(std::uint32_t cell) const {
        return cell + 2 < cell_start_.size() ? cell_start_[cell + 2]
                                             : static_cast<std::uint32_t>(items_.size());
    }

    /// Calls visit(place_begin, place_end) for the runs of items in cells x0 … x1 of a row.
    template <class Visit>
    void visit_row(const Level& level, std::uint32_t row, std::int64_t x0, std::int64_t x1,
                   Visit&& visit) const {
        const std::uint32_t a = level.column(x0), b = level.column(x1);
        if (a <= b) {
            visit(begin_of(row + a), end_of(row + b));
        } else {
            visit(begin_of(row + a), end_of(row + level.mask[0]));
            visit(begin_of(row), end_of(row + b));
        }
    }

    void search(Workers& workers) {
        const std::size_t pieces = (balls_.size() + balls_per_piece - 1) / balls_per_piece;
        if (pieces_.size() < pieces) pieces_.resize(pieces);
        workers.for_each(pieces, [&](std::size_t piece, int) {
            Piece& out = pieces_[piece];
            out.pairs.clear();
            out.late.clear();
            const std::size_t end = std::min(balls_.size(), (piece + 1) * balls_per_piece);
            for (std::size_t i = piece * balls_per_piece; i < end; ++i)
                search_around(static_cast<std::uint32_t>(i), out);
        });
    }

    void search_around(std::uint32_t i, Piece& out) const {
        const Ball ball = balls_[i];
        const std::size_t run_begin = out.pairs.size();
        const std::size_t own = level_of_[i];
        {
            const Level& level = levels_[own];
            const Cell c = cell_of(ball, level);
            for (std::int64_t z = c.z - 1; z <= c.z + 1; ++z)
                for (std::int64_t y = c.y - 1; y <= c.y + 1; ++y)
                    visit_row(level, level.row(y, z), c.x - 1, c.x + 1,
                              [&](std::uint32_t begin, std::uint32_t end) {
                                  keep_larger(i, ball, begin, end, out.pairs);
                              });
        }
        for (std::size_t l = 0; l < levels_.size(); ++l)
            if (l != own && looks_into(own, l)) search_level(i, ball, levels_[l], out);
        std::sort(out.pairs.begin() + static_cast<std::ptrdiff_t>(run_begin), out.pairs.end());
    }

    /// Of two levels, is it the first one's balls that look for those of the second?
    bool looks_into(std::size_t from, std::size_t to) const {
        const double forth = visits(levels_[from], levels_[to]);
        const double back = visits(levels_[to], levels_[from]);
        return forth != back ? forth < back : from < to;
    }

    void keep_larger(std::uint32_t i, const Ball& ball, std::uint32_t begin, std::uint32_t end,
                     std::vector<IndexPair>& out) const {
        for (std::uint32_t k = begin; k < end; ++k)
            if (items_[k] > i && is_close(ball, item_balls_[k], skin_))
                out.push_back({i, items_[k]});
    }

    void search_level(std::uint32_t i, const Ball& ball, const Level& level, Piece& out) const {
        // A ball of this level has radius + skin/2 <= edge/2.
        const double reach =
            ball.radius + 0.5 * (level.edge + skin_) + (rounding_room - 1) * level.edge;
        const auto cell = [&](double x, double low) {
            return cell_number(std::floor((x - low) * level.inverse_edge));
        };
        const std::int64_t x0 = cell(ball.x - reach, low_[0]), x1 = cell(ball.x + reach, low_[0]);
        const std::int64_t y0 = cell(ball.y - reach, low_[1]), y1 = cell(ball.y + reach, low_[1]);
        const std::int64_t z0 = cell(ball.z - reach, low_[2]), z1 = cell(ball.z + reach, low_[2]);
        const auto test = [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t k = begin; k < end; ++k) {
                if (!is_close(ball, item_balls_[k], skin_)) continue;
                const std::uint32_t j = items_[k];
                if (i < j) {
                    out.pairs.push_back({i, j});
                } else {
                    out.late.push_back({j, i});
                }
            }
        };
        for (std::int64_t z = z0; z <= std::min(z1, z0 + level.mask[2]); ++z)
            for (std::int64_t y = y0; y <= std::min(y1, y0 + level.mask[1]); ++y)
                visit_row(level, level.row(y, z), x0, std::min(x1, x0 + level.mask[0]), test);
    }

    void merge(Workers& workers, std::vector<IndexPair>& pairs) {
        const std::size_t pieces = (balls_.size() + balls_per_piece - 1) / balls_per_piece;
        late_.clear();
        for (std::size_t p = 0; p < pieces; ++p)
            late_.insert(late_.end(), pieces_[p].late.begin(), pieces_[p].late.end());
        std::sort(late_.begin(), late_.end());
        offsets_.resize(pieces + 1);
        late_offsets_.resize(pieces + 1);
        offsets_[0] = 0;
        for (std::size_t p = 0; p <= pieces; ++p) {
            const IndexPair first{static_cast<std::uint32_t>(p * balls_per_piece), 0};
            late_offsets_[p] = static_cast<std::size_t>(
                std::lower_bound(late_.begin(), late_.end(), first) - late_.begin());
            if (p > 0)
                offsets_[p] = offsets_[p - 1] + pieces_[p - 1].pairs.size() + late_offsets_[p] -
                              late_offsets_[p - 1];
        }
        resize_lean(pairs, offsets_[pieces]);
        workers.for_each(pieces, [&](std::size_t p, int) {
            const auto at = [&](std::size_t k) {
                return late_.begin() + static_cast<std::ptrdiff_t>(k);
            };
            std::merge(pieces_[p].pairs.begin(), pieces_[p].pairs.end(), at(late_offsets_[p]),
                       at(late_offsets_[p + 1]),
                       pairs.begin() + static_cast<std::ptrdiff_t>(offsets_[p]));
        });
    }

    std::span<const Ball> balls_;
    double skin_ = 0;
    std::array<double, 3> low_{}, high_{};
    std::vector<Level> levels_;
    std::vector<std::uint8_t> level_of_;
    std::vector<std::uint32_t> cell_of_, cell_start_, items_;
    std::vector<Ball> item_balls_;
    std::vector<Piece> pieces_;
    std::vector<IndexPair> late_;
    std::vector<std::size_t> offsets_, late_offsets_;
};

} // namespace

std::unique_ptr<BroadPhase> make_grid() { return std::make_unique<Grid>(); }

} // namespace scree
