// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/certificate.hpp>

#include <array>
#include <cstdint>

namespace scree {

/// What a pair of polyhedral cores may keep from one query to the next: the corners that proved the
/// last answer. After the small motion of a time step they nearly always prove the new one too.
/// Results do not become less exact by it: what it holds is only where the search begins.
class alignas(64) GapMemory {
public:
    static constexpr std::size_t most_points = 24;
    static constexpr std::size_t most_faces = 2 * most_points - 4;

    using Face = std::array<std::uint8_t, 3>; ///< points
    Face& face(std::size_t k) { return faces_[faces_.size() - 1 - k]; }
    const Face& face(std::size_t k) const { return faces_[faces_.size() - 1 - k]; }

private:
    // Most rows hold a tetrahedron. Faces run backwards, so that its faces, the counts and its
    // points lie side by side, and in one line of the processor's caches by as many faces more.
    static constexpr std::size_t filling = 7;
    std::array<Face, most_faces + filling> faces_{};

public:
    std::uint8_t point_count = 0; ///< 0: nothing is remembered
    std::uint8_t face_count = 0;  ///< 0: apart, the points carry the gap; else the shell
    bool swapped = false;         ///< the points are those of B and A
    std::array<CornerPair, most_points> points{};
};

} // namespace scree
