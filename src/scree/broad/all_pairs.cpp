// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/broad_phase.hpp>

namespace scree {
namespace {

class AllPairs final : public BroadPhase {
public:
    void find(const SearchTask& task, Workers& workers, std::vector<IndexPair>& pairs) override {
        const std::span<const Ball> balls = task.balls;
        const double skin = task.skin;
        constexpr std::size_t rows_per_piece = 64;
        const std::size_t count = balls.size();
        const std::size_t pieces = (count + rows_per_piece - 1) / rows_per_piece;
        found_.resize(pieces);
        workers.for_each(pieces, [&](std::size_t piece, int) {
            auto& found = found_[piece];
            found.clear();
            const std::size_t end = std::min(count, (piece + 1) * rows_per_piece);
            for (std::size_t i = piece * rows_per_piece; i < end; ++i)
                for (std::size_t j = i + 1; j < count; ++j)
                    if (is_close(balls[i], balls[j], skin))
                        found.push_back(
                            {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
        });
        pairs.clear();
        for (const auto& found : found_) pairs.insert(pairs.end(), found.begin(), found.end());
    }

    std::string name() const override { return "all-pairs"; }
    std::size_t bytes() const override { return 0; }

private:
    std::vector<std::vector<IndexPair>> found_;
};

} // namespace

std::unique_ptr<BroadPhase> make_all_pairs() { return std::make_unique<AllPairs>(); }

} // namespace scree
