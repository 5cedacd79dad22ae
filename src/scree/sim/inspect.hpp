// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/sim/world.hpp>

#include <optional>
#include <vector>

namespace scree {

/// One touching contact at the present step, for measures, frames and people.
struct ContactRecord {
    std::uint32_t a; ///< grain id; in a Frame its row
    std::int64_t b;  ///< likewise (greater than a), or -1 - wall index
    Vec3 point;      ///< middle of the overlap, in the scene's frame (and its period)
    Vec3 normal;     ///< unit, from a to b
    double overlap;
    double normal_force;   ///< positive: repulsive
    Vec3 tangential_force; ///< on a
    double stored;         ///< J in the normal and tangential springs
};

/// Every touching contact, grain pairs in list order, then walls. Call after `World::evaluate`.
std::vector<ContactRecord> inspect_contacts(const World& world);

/// A bond that both its grains are still there for; in a Frame by their rows.
struct BondRecord {
    std::uint32_t a, b;
    double broken_at = -1; ///< s; negative: it is whole

    bool is_broken() const { return broken_at >= 0; }
};

/// The grains in the order of their ids, at the present whole step.
struct Frame {
    double time = 0;
    std::int64_t step = 0;
    Periodic period;               ///< the centres lie in it
    std::vector<std::uint32_t> id; ///< ascending; 0, 1, 2 … unless grains have come or gone
    std::vector<Vec3> center, velocity, spin, force;
    std::vector<double> radius, mass;
    std::vector<std::int32_t> material, contacts; ///< contacts: number per grain
    /// Index into Scene::shapes or -1, and the attitude of the shape; both empty: all are balls.
    /// `radius` is that of the ball of equal volume.
    std::vector<std::int32_t> shape;
    std::vector<Eigen::Quaterniond> attitude;
    std::vector<ContactRecord> contact;
    std::vector<WallPlace> walls; ///< of all walls; empty when none moves
    std::vector<BondRecord> bonds;
    // Only where asked for (add_local_structure).
    std::vector<double> laguerre_density;
    std::vector<std::int32_t> laguerre_faces, place;
};

/// From the first centre of a contact to the second, or to its image that it touches; to the point
/// of contact at a wall.
Vec3 branch_of(const Frame& frame, const ContactRecord& contact);

/// Takes a shape of unit size in its body's frame to its place: turned and scaled. Of a ball, too.
Pose placement_of(const Frame& frame, std::size_t row);

/// The id of a row (frames made by hand may leave ids out), and the row of an id, if it is there.
std::uint32_t id_of(const Frame& frame, std::size_t row);
std::optional<std::size_t> row_of(const Frame& frame, std::size_t id);

/// Places of the bodies in the order of their ids.
std::vector<std::uint32_t> places_by_id(const Bodies& bodies);

/// Call after `World::evaluate` and `World::complete_forces`.
Frame make_frame(const World& world);

} // namespace scree
