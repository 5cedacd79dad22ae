// SPDX-License-Identifier: BSD-3-Clause
//
// Close pairs from the regular triangulation of the grains. Nearly all are edges; which are not,
// and how they are found all the same, is derived in docs/theory/triangulation.md. In short, with
// r the radii that the triangulation knows, d the distance of two centres and
//
//   h(u, v) = d² − r_u² − r_v²                  (2 r_u r_v for two that touch),
//
// a pair (i, j) whose gap is less than s is an edge, or is joined by a path of vertices u with
// h(i, u) <= 2 s (2 r_i + s), provided that no two balls have h < 0; else by a path of vertices
// with d(i, u) <= r_i + s + sqrt(r_u² + s (2 r_i + s)).
#include <scree/broad/broad_phase.hpp>
#include <scree/broad/neighbour_rows.hpp>
#include <scree/broad/order.hpp>

#include <scree/base/assert.hpp>
#include <scree/base/vectors.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <optional>

namespace scree {
namespace {

using Index = Triangulation::Index;
constexpr Index none = Triangulation::none;
constexpr Index frame_count = Triangulation::frame_count;
constexpr std::size_t balls_per_piece = 1024;
/// Paths are followed a little beyond their bounds, which rounding cannot reach.
constexpr double rounding_room = 1 + 1e-9;
/// When more than this part of the balls look along paths, all neighbours are listed for them.
constexpr std::size_t many_hops = 64;
/// Flips scatter the cells in memory. After this many per cell all is built anew.
constexpr double most_flips_per_cell = 2;

double distance_squared(const Ball& a, const Ball& b) {
    const double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    return (dx * dx + dy * dy) + dz * dz;
}

class TriangulationSearch final : public BroadPhase {
public:
    void find(const SearchTask& task, Workers& workers, std::vector<IndexPair>& pairs) override {
        pairs.clear();
        task_ = task;
        if (task.balls.size() < 2) return;
        if (!follow(workers)) build();
        rows_.update(triangulation_, triangulation_.take_changed(), workers);
        place_balls();
        const bool is_deep = find_edges(workers);
        merge(workers, pairs);
        find_hops(is_deep, workers);
        if (late_.empty()) return;
        std::sort(late_.begin(), late_.end());
        std::vector<IndexPair> all;
        std::set_union(pairs.begin(), pairs.end(), late_.begin(), late_.end(),
                       std::back_inserter(all));
        all.erase(std::unique(all.begin(), all.end()), all.end());
        pairs.swap(all);
    }

    std::string name() const override { return "triangulation"; }

    std::string summary() const override {
        const TriangulationCounts& n = triangulation_.counts();
        const auto share = [](std::int64_t part, std::int64_t whole) {
            return static_cast<double>(part) /
                   static_cast<double>(std::max<std::int64_t>(whole, 1));
        };
        char text[320];
        std::snprintf(
            text, sizeof text,
            "%lld updates and %lld builds; per update %.3g cells looked at, %.3g flips, "
            "%.3g cells inside out, %.3g stops, %.3g grains put back; %zu hidden; the filter "
            "decided %.4f %%",
            static_cast<long long>(n.updates), static_cast<long long>(n.builds),
            share(n.checked, n.updates), share(n.flips(), n.updates), share(n.inverted, n.updates),
            share(n.stuck, n.updates), share(n.reinserted, n.updates),
            triangulation_.hidden().size(),
            100 * (1 - share(n.predicates.exact, n.predicates.calls)));
        return text;
    }

    std::size_t bytes() const override {
        return triangulation_.bytes() + rows_.bytes() +
               (vertex_of_id_.capacity() + id_of_vertex_.capacity() + ball_of_vertex_.capacity()) *
                   sizeof(Index);
    }

private:
    struct Piece {
        std::vector<IndexPair> pairs; ///< sorted; the first balls are those of the piece
        std::vector<IndexPair> late;  ///< the first balls may be those of another piece
        std::vector<Index> near;      ///< balls whose pairs may not all be edges
        bool is_deep = false;         ///< some h < 0
    };

    Index id(std::size_t ball) const {
        return task_.ids.empty() ? static_cast<Index>(ball) : task_.ids[ball];
    }
    double radius(std::size_t ball) const {
        return task_.radii.empty() ? task_.balls[ball].radius : task_.radii[ball];
    }
    WeightedPoint point(std::size_t ball) const {
        const Ball& b = task_.balls[ball];
        return {b.x, b.y, b.z, radius(ball) * radius(ball)};
    }

    void build() {
        const std::size_t count = task_.balls.size();
        double smallest = task_.balls[0].radius;
        for (const Ball& b : task_.balls) smallest = std::min(smallest, b.radius);
        std::vector<Index> order;
        morton_order(task_.balls, 2 * smallest + task_.skin, order);
        std::vector<WeightedPoint> points(count);
        id_of_vertex_.assign(frame_count + count, none);
        vertex_of_id_.clear();
        for (std::size_t k = 0; k < count; ++k) {
            points[k] = point(order[k]);
            name_vertex(frame_count + static_cast<Index>(k), id(order[k]));
        }
        triangulation_.build(points);
        flips_at_build_ = triangulation_.counts().flips();
    }

    void name_vertex(Index vertex, Index id) {
        if (vertex_of_id_.size() <= id) vertex_of_id_.resize(std::size_t{id} + 1, none);
        if (id_of_vertex_.size() <= vertex) id_of_vertex_.resize(std::size_t{vertex} + 1, none);
        vertex_of_id_[id] = vertex;
        id_of_vertex_[vertex] = id;
    }

    /// The triangulation of the last update, moved to these balls. False: build anew.
    bool follow(Workers& workers) {
        if (id_of_vertex_.empty()) return false;
        const auto flips = static_cast<double>(triangulation_.counts().flips() - flips_at_build_);
        if (flips > most_flips_per_cell * triangulation_.cell_slots()) return false;
        std::vector<std::size_t> fresh;
        std::vector<std::uint8_t> seen(id_of_vertex_.size(), 0);
        const std::span<WeightedPoint> next = triangulation_.next();
        for (std::size_t i = 0; i < task_.balls.size(); ++i) {
            const Index v = id(i) < vertex_of_id_.size() ? vertex_of_id_[id(i)] : none;
            if (v == none) {
                fresh.push_back(i);
                continue;
            }
            seen[v] = 1;
            next[v - frame_count] = point(i);
        }
        if (4 * fresh.size() > task_.balls.size()) return false;
        for (Index v = frame_count; v < id_of_vertex_.size(); ++v)
            if (seen[v] == 0 && id_of_vertex_[v] != none) {
                triangulation_.remove(v);
                vertex_of_id_[id_of_vertex_[v]] = none;
                id_of_vertex_[v] = none;
            }
        triangulation_.move(workers);
        for (const std::size_t i : fresh) {
            const Index v = triangulation_.insert(point(i));
            if (v == none) return false;
            name_vertex(v, id(i));
        }
        return true;
    }

    void place_balls() {
        ball_of_vertex_.resize(triangulation_.vertex_count());
        for (std::size_t i = 0; i < task_.balls.size(); ++i)
            ball_of_vertex_[vertex_of_id_[id(i)]] = static_cast<Index>(i);
    }

    Index vertex_of(std::size_t ball) const { return vertex_of_id_[id(ball)]; }

    double swelling(std::size_t ball) const { return task_.balls[ball].radius - radius(ball); }
    /// The gap up to which a ball must find its partners by itself: those that swell no more.
    double own_skin(std::size_t ball) const { return task_.skin + 2 * swelling(ball); }
    /// Edges beyond this h do not begin a path from the ball.
    double farthest(std::size_t ball) const {
        const double s = own_skin(ball);
        return rounding_room * 2 * s * (2 * radius(ball) + s);
    }

    /// Close pairs that are edges, ball by ball; each edge is known to one of its two. True: some
    /// balls overlap so much that all have to look for longer paths.
    bool find_edges(Workers& workers) {
        const std::size_t count = task_.balls.size();
        double most = 0;
        if (!task_.radii.empty())
            for (std::size_t i = 0; i < count; ++i) most = std::max(most, swelling(i));
        near_factor_ = rounding_room * 2 * (task_.skin + 2 * most);
        pieces_.resize((count + balls_per_piece - 1) / balls_per_piece);
        workers.for_each(pieces_.size(), [&](std::size_t p, int) {
            Piece& piece = pieces_[p];
            piece.near.clear();
            piece.is_deep = false;
            edges_of_balls(p * balls_per_piece, std::min(count, (p + 1) * balls_per_piece), piece);
        });
        return std::any_of(pieces_.begin(), pieces_.end(),
                           [](const Piece& piece) { return piece.is_deep; });
    }

    /// Whether a pair is close, and which ball comes first, is anyone's guess: every edge is
    /// written to both lists, and counts where it belongs.
    void edges_of_balls(std::size_t begin, std::size_t end, Piece& piece) const {
        std::size_t pairs = 0, late = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const Ball ball = task_.balls[i];
            const auto first = static_cast<Index>(i);
            const std::span<const Index> row = rows_.row(vertex_of(i));
            make_room(piece.pairs, pairs + row.size());
            make_room(piece.late, late + row.size());
            const std::size_t own = pairs;
            for (const Index v : row) {
                const Index j = ball_of_vertex_[v];
                const Ball& other = task_.balls[j];
                const bool close = is_close(ball, other, task_.skin);
                piece.pairs[pairs] = {first, j};
                piece.late[late] = {j, first};
                pairs += static_cast<std::size_t>(close & (j > first));
                late += static_cast<std::size_t>(close & (j < first));
                if (may_be_near(ball, other)) note_near(first, j, piece);
            }
            if (pairs - own > 1) sort(piece.pairs, own, pairs);
        }
        piece.pairs.resize(pairs);
        piece.late.resize(late);
    }

    static void make_room(std::vector<IndexPair>& pairs, std::size_t count) {
        if (pairs.size() < count) pairs.resize(count + count / 8 + 64);
    }

    /// By insertion: there are few, and mostly in order.
    static void sort(std::vector<IndexPair>& pairs, std::size_t begin, std::size_t end) {
        for (std::size_t k = begin + 1; k < end; ++k) {
            const IndexPair pair = pairs[k];
            std::size_t to = k;
            for (; to > begin && pair < pairs[to - 1]; --to) pairs[to] = pairs[to - 1];
            pairs[to] = pair;
        }
    }

    /// A bound of both balls' `farthest` that needs only what is at hand; the balls' h is never
    /// more than the grains'.
    bool may_be_near(const Ball& a, const Ball& b) const {
        const double h = distance_squared(a, b) - a.radius * a.radius - b.radius * b.radius;
        return h <= near_factor_ * (2 * std::max(a.radius, b.radius) + task_.skin);
    }

    void note_near(Index i, Index j, Piece& piece) const {
        const double h = product(i, j);
        if (h <= farthest(i)) piece.near.push_back(i);
        if (h <= farthest(j)) piece.near.push_back(j);
        if (h < 0) piece.is_deep = true;
    }

    /// h of the grains.
    double product(std::size_t i, std::size_t j) const {
        return distance_squared(task_.balls[i], task_.balls[j]) - radius(i) * radius(i) -
               radius(j) * radius(j);
    }

    void merge(Workers& workers, std::vector<IndexPair>& pairs) {
        late_.clear();
        for (const Piece& piece : pieces_)
            late_.insert(late_.end(), piece.late.begin(), piece.late.end());
        std::sort(late_.begin(), late_.end());
        std::vector<std::size_t> to(pieces_.size() + 1, 0), late(pieces_.size() + 1, 0);
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            const IndexPair next{static_cast<Index>((p + 1) * balls_per_piece), 0};
            late[p + 1] = static_cast<std::size_t>(
                std::lower_bound(late_.begin(), late_.end(), next) - late_.begin());
            to[p + 1] = to[p] + pieces_[p].pairs.size() + (late[p + 1] - late[p]);
        }
        resize_lean(pairs, to.back());
        workers.for_each(pieces_.size(), [&](std::size_t p, int) {
            std::merge(pieces_[p].pairs.begin(), pieces_[p].pairs.end(), late_.data() + late[p],
                       late_.data() + late[p + 1], pairs.data() + to[p]);
        });
    }

    /// Close pairs that are not edges, and those of hidden balls.
    void find_hops(bool is_deep, Workers& workers) {
        late_.clear();
        const std::size_t balls = task_.balls.size();
        std::vector<Index> near;
        for (const Piece& piece : pieces_)
            near.insert(near.end(), piece.near.begin(), piece.near.end());
        std::sort(near.begin(), near.end());
        near.erase(std::unique(near.begin(), near.end()), near.end());
        if (is_deep || many_hops * (near.size() + triangulation_.hidden().size()) > balls)
            full_.emplace(rows_, triangulation_.vertex_count());
        if (!triangulation_.hidden().empty()) {
            double most = 0;
            for (std::size_t i = 0; i < task_.balls.size(); ++i) most = std::max(most, swelling(i));
            for (const Index v : triangulation_.hidden())
                hops_of_hidden(v, task_.skin + swelling(ball_of_vertex_[v]) + most);
            find_hidden_pairs(workers);
        }
        if (is_deep) {
            for (std::size_t i = 0; i < task_.balls.size(); ++i)
                if (triangulation_.is_visible(vertex_of(i)))
                    hop(i, vertex_of(i), [&](Index j) { return reaches(i, j, own_skin(i)); });
        } else {
            for (const Index i : near) {
                const double limit = farthest(i);
                hop(i, vertex_of(i), [&](Index j) { return product(i, j) <= limit; });
            }
        }
        full_.reset();
    }

    /// Of few vertices by walking around them.
    std::span<const Index> neighbours(Index vertex) {
        return full_ ? full_->row(vertex) : star_.neighbours(triangulation_, vertex);
    }

    /// Are grains i and j less than about s apart?
    bool reaches(std::size_t i, std::size_t j, double s) const {
        const double r = radius(i);
        const double reach = r + s + std::sqrt(radius(j) * radius(j) + s * (2 * r + s));
        return distance_squared(task_.balls[i], task_.balls[j]) <= rounding_room * reach * reach;
    }

    /// Partners of a hidden ball that are not: from the vertices of the cell that its centre lies
    /// in, of which at least one has no more power there than the ball itself. They do not look for
    /// it, so it has to, however much they swell.
    void hops_of_hidden(Index hidden, double skin) {
        const std::size_t i = ball_of_vertex_[hidden];
        const Index cell =
            triangulation_.locate(triangulation_.points()[hidden], triangulation_.cell_of(hidden));
        for (Index f = 4 * cell; f < 4 * cell + 4; ++f)
            if (triangulation_.vertex(f) >= frame_count)
                hop(i, triangulation_.vertex(f), [&](Index j) { return reaches(i, j, skin); });
    }

    void find_hidden_pairs(Workers& workers) {
        std::vector<Ball> balls;
        for (const Index v : triangulation_.hidden())
            balls.push_back(task_.balls[ball_of_vertex_[v]]);
        std::vector<IndexPair> pairs;
        make_grid()->update({balls, task_.skin}, workers, pairs);
        for (const auto& [first, second] : pairs)
            note(ball_of_vertex_[triangulation_.hidden()[first]],
                 ball_of_vertex_[triangulation_.hidden()[second]]);
    }

    void note(std::size_t i, Index j) {
        if (i != j && is_close(task_.balls[i], task_.balls[j], task_.skin))
            late_.push_back(
                {std::min(static_cast<Index>(i), j), std::max(static_cast<Index>(i), j)});
    }

    /// Looks at all balls around those that can be reached from `start` over such that `leads_on`.
    template <class LeadsOn>
    void hop(std::size_t i, Index start, LeadsOn&& leads_on) {
        visited_.resize(triangulation_.vertex_count(), 0);
        if (++stamp_ == 0) {
            std::fill(visited_.begin(), visited_.end(), 0);
            stamp_ = 1;
        }
        path_.assign(1, start);
        visited_[start] = stamp_;
        note(i, ball_of_vertex_[start]);
        for (std::size_t next = 0; next < path_.size(); ++next)
            for (const Index v : neighbours(path_[next])) {
                if (visited_[v] == stamp_) continue;
                visited_[v] = stamp_;
                note(i, ball_of_vertex_[v]);
                if (leads_on(ball_of_vertex_[v])) path_.push_back(v);
            }
    }

    SearchTask task_;
    Triangulation triangulation_;
    NeighbourRows rows_{NeighbourRows::Kept::larger};
    std::optional<FullRows> full_; ///< while there are many hops
    Star star_;
    std::vector<Index> vertex_of_id_, id_of_vertex_, ball_of_vertex_;
    std::int64_t flips_at_build_ = 0;
    double near_factor_ = 0;
    std::vector<Piece> pieces_;
    std::vector<IndexPair> late_;
    std::vector<Index> path_, visited_;
    Index stamp_ = 0;
};

} // namespace

std::unique_ptr<BroadPhase> make_triangulation_search() {
    return std::make_unique<TriangulationSearch>();
}

} // namespace scree
