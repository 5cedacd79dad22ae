// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/broad_phase.hpp>

#include <algorithm>
#include <cmath>

// Sort and sweep. Everything is sorted by where it begins along one axis; from each, only those are
// looked at that begin before it ends. [W §2.3] sorts by heapsort, for its bound of M log M; the
// standard library's sort has the same.
namespace scree {
namespace {

class Sweep final : public BroadPhase {
public:
    std::string name() const override { return "sweep"; }
    std::size_t bytes() const override { return extents_.capacity() * sizeof(Extent); }

private:
    struct Extent {
        Bounds box;
        std::uint32_t index;
    };

    void find(const SearchTask& task, Workers& workers, std::vector<IndexPair>& pairs) override {
        list_extents(task);
        const int axis = widest_axis(task.balls);
        std::sort(extents_.begin(), extents_.end(), [axis](const Extent& a, const Extent& b) {
            return a.box.low[axis] != b.box.low[axis] ? a.box.low[axis] < b.box.low[axis]
                                                      : a.index < b.index;
        });
        constexpr std::size_t per_piece = 128;
        const std::size_t pieces = (extents_.size() + per_piece - 1) / per_piece;
        found_.resize(pieces);
        workers.for_each(pieces, [&](std::size_t piece, int) {
            found_[piece].clear();
            const std::size_t end = std::min(extents_.size(), (piece + 1) * per_piece);
            for (std::size_t k = piece * per_piece; k < end; ++k)
                look_ahead(k, axis, task, found_[piece]);
        });
        pairs.clear();
        for (const auto& found : found_) pairs.insert(pairs.end(), found.begin(), found.end());
        std::sort(pairs.begin(), pairs.end());
    }

    void list_extents(const SearchTask& task) {
        extents_.clear();
        for (std::size_t i = 0; i < task.balls.size(); ++i) {
            const Ball& ball = task.balls[i];
            const Vec3 center(ball.x, ball.y, ball.z);
            // A little more, so that rounding cannot hide anything.
            const double reach = (ball.radius + 0.5 * task.skin) * (1 + 0x1.0p-40) +
                                 0x1.0p-48 * center.cwiseAbs().maxCoeff();
            Bounds box{center.array() - reach, center.array() + reach};
            if (!task.boxes.empty()) {
                box.low = box.low.cwiseMax(task.boxes[i].low);
                box.high = box.high.cwiseMin(task.boxes[i].high);
            }
            extents_.push_back({box, static_cast<std::uint32_t>(i)});
        }
    }

    static int widest_axis(std::span<const Ball> balls) {
        if (balls.empty()) return 0;
        Vec3 sum = Vec3::Zero(), squares = Vec3::Zero();
        const Vec3 first(balls[0].x, balls[0].y, balls[0].z);
        for (const Ball& ball : balls) {
            const Vec3 place = Vec3(ball.x, ball.y, ball.z) - first;
            sum += place;
            squares += place.cwiseProduct(place);
        }
        int axis = 0;
        (squares - sum.cwiseProduct(sum) / static_cast<double>(balls.size())).maxCoeff(&axis);
        return axis;
    }

    void look_ahead(std::size_t k, int axis, const SearchTask& task,
                    std::vector<IndexPair>& found) const {
        const Extent& here = extents_[k];
        for (std::size_t m = k + 1; m < extents_.size(); ++m) {
            const Extent& there = extents_[m];
            if (there.box.low[axis] > here.box.high[axis]) break;
            if (!have_common_point(here.box, there.box)) continue;
            const auto [i, j] = std::minmax(here.index, there.index);
            if (is_close(task.balls[i], task.balls[j], task.skin)) found.push_back({i, j});
        }
    }

    std::vector<Extent> extents_;
    std::vector<std::vector<IndexPair>> found_;
};

} // namespace

std::unique_ptr<BroadPhase> make_sweep() { return std::make_unique<Sweep>(); }

} // namespace scree
