// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>

namespace scree {

/// What two polyhedra may keep of their overlap from one query to the next: not where its corners
/// are but of what they are made, and which of them its edges join. After the small motion of a
/// time step that is nearly always the same, and proven sooner than found.
///
/// A corner of the overlap is a corner of one body within the other, or an edge of one body in a
/// face of the other. Points are those corners of the bodies that are needed for it. Of points,
/// faces and crossings those of A come first, then B's, each filled up to a whole number of fours
/// with what may be looked at but does not count. Corners of the overlap are numbered as the
/// points, and the crossings from `most_points` on.
struct OverlapMemory {
    static constexpr std::size_t most_points = 48, most_faces = 32;
    static constexpr std::size_t most_crossings = 32, most_pieces = 48;
    static constexpr std::uint32_t last_name = UINT8_MAX; ///< of a corner or face of a body

    /// The edge between two points of one body meets a face of the other.
    struct Crossing {
        std::uint8_t from = 0, to = 0, face = 0;
        std::uint8_t enters = 0; ///< 1: the first point is outside, 0: the second
        bool operator==(const Crossing&) const = default;
    };
    /// An edge of the overlap between two of its corners, with the faces on its left and right.
    struct Piece {
        std::uint8_t from = 0, to = 0, left = 0, right = 0;
        bool operator==(const Piece&) const = default;
    };

    std::uint8_t piece_count = 0; ///< 0: nothing is remembered
    std::uint8_t points_of_a = 0, point_count = 0;
    std::uint8_t kept_of_a = 0, kept_of_b = 0; ///< first points: corners of the overlap themselves
    std::uint8_t faces_of_a = 0, face_count = 0;
    std::uint8_t crossings_of_a = 0, crossings_of_b = 0; ///< of edges of A, of B; without fillings
    std::array<std::uint8_t, most_points> point{};       ///< corners of the bodies
    std::array<std::uint8_t, most_faces> face{};         ///< faces of the bodies
    std::array<Crossing, most_crossings> crossing{};
    std::array<Piece, most_pieces> piece{};
    bool operator==(const OverlapMemory&) const = default;
};

} // namespace scree
