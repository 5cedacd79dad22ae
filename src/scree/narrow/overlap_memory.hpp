// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace scree {

/// What two polyhedra may keep of their overlap from one query to the next: not where its corners
/// are but of what they are made, and which of them its edges join. After the small motion of a
/// time step that is nearly always the same, and proven sooner than found. It says nothing about
/// other bodies.
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

    std::size_t filled_crossings() const {
        return in_fours(crossings_of_a) + in_fours(crossings_of_b);
    }

    // The lists lie one behind the other, each where the counts of those before it say: what is in
    // use lies together, as little of a row's memory as can be.
    const std::uint8_t* points() const { return lists_.data(); } ///< corners of the bodies
    const std::uint8_t* faces() const { return points() + point_count; }
    const Crossing* crossings() const {
        return reinterpret_cast<const Crossing*>(faces() + face_count);
    }
    const Piece* pieces() const {
        return reinterpret_cast<const Piece*>(crossings() + filled_crossings());
    }
    std::uint8_t* points() { return lists_.data(); }
    std::uint8_t* faces() { return points() + point_count; }
    Crossing* crossings() { return reinterpret_cast<Crossing*>(faces() + face_count); }
    Piece* pieces() { return reinterpret_cast<Piece*>(crossings() + filled_crossings()); }

    bool operator==(const OverlapMemory&) const = default;

private:
    static constexpr std::size_t in_fours(std::size_t n) { return (n + 3) & ~std::size_t{3}; }

    static_assert(sizeof(Crossing) == 4 && alignof(Crossing) == 1);
    static_assert(sizeof(Piece) == 4 && alignof(Piece) == 1);
    static constexpr std::size_t filling = 3; ///< pieces that may be looked at behind the last
    std::array<std::uint8_t, most_points + most_faces + sizeof(Crossing) * most_crossings +
                                 sizeof(Piece) * (most_pieces + filling)>
        lists_{};
};

} // namespace scree
