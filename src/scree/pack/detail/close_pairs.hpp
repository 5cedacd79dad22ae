// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/broad/broad_phase.hpp>
#include <scree/pack/packing.hpp>

#include <vector>

namespace scree {

/// Pairs of balls in a container whose gap is below `skin`, each once, sorted; in a periodic box
/// across its faces too.
class ClosePairs {
public:
    explicit ClosePairs(const Container& container);

    /// In a periodic box all centres must lie inside of it.
    const std::vector<IndexPair>& find(std::span<const Ball> balls, double skin, Workers& workers);

private:
    void add_images(std::span<const Ball> balls, double skin);

    Container container_;
    std::unique_ptr<BroadPhase> search_;
    std::vector<Ball> balls_;          ///< and their images near the faces
    std::vector<std::uint32_t> image_; ///< whose image
    std::vector<IndexPair> pairs_;
};

} // namespace scree
