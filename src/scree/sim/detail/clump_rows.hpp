// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/sim/clump_contacts.hpp>

// Between the sources of ClumpContacts.
namespace scree::detail {

/// Of its radius: how far a row may go until the rows are listed anew. At a usual pace, some 1e-3
/// radii in a step, that is a hundred steps.
inline constexpr double stray = 0.1;
/// A list is made a little wider than needed, so that rounding cannot hide anything.
inline constexpr double rounding_room = 1 + 0x1.0p-40;

/// Calls visit(chunk, near) for every clump that is listed near walls.
template <class Visit>
void for_each_clump_near_walls(const ClumpContacts::View& view, const WallList& walls,
                               Visit&& visit) {
    for (const WallList::PerChunk& chunk : walls.chunks)
        for (const WallList::Near& near : chunk.near) {
            const auto* body = view.shaped.find(view.bodies.id[near.body]);
            if (body != nullptr && ClumpContacts::is_of_balls(body)) visit(chunk, near);
        }
}

/// The rows of one clump, to be put where it is.
struct RowsTask {
    const Ball* grain;
    const Kinetic* motion;         ///< of the grain
    const double* rotation;        ///< column by column
    const double* inverse_inertia; ///< in the world's frame
    const Ball* own;               ///< the rows in the grain's frame
    std::uint32_t count;
    Ball* ball;
    Kinetic* kinetic;
    LeverRow* lever;
    const Ball* listed; ///< where the rows were when they were listed
};
/// Whether a row has left its place in the list.
using PlaceRows = bool (*)(const RowsTask&);
bool place_rows_baseline(const RowsTask& task);
bool place_rows_avx2(const RowsTask& task);
/// The fastest this processor has; all give the same bits.
PlaceRows choose_place_rows();

} // namespace scree::detail
