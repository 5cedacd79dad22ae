// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/parallel.hpp>
#include <scree/broad/broad_phase.hpp>
#include <scree/laws/bond.hpp>
#include <scree/motion/bodies.hpp>
#include <scree/scene/scene.hpp>
#include <scree/sim/kernel.hpp>
#include <scree/sim/pair_list.hpp>

#include <cstdint>
#include <span>
#include <vector>

// The bonds of all clusters, by the ids of their grains.
//
// A bonded pair has no contact: the bond stands for it [F §3.5], and the pair is left out of the
// candidate list. A bond that breaks while its spheres overlap goes on as their contact, with its
// own stiffness and Coulomb's limit, until they part; only then do they become an ordinary pair. So
// breaking never makes an overlap, and energy, appear at once.
//
// Spheres of clusters have an orientation, kept here; see laws/bond.hpp.
namespace scree {

enum class BondState : std::int32_t {
    whole,
    crushed, ///< broken, and not yet parted
    parted,  ///< broken; the grains are free
    left     ///< one of the grains has left the run
};

/// What a bond must remember. All of its history: bonds are never taken from the list.
struct BondMemory {
    std::uint32_t a = 0, b = 0; ///< ids, a < b
    std::int32_t kind = 0;      ///< index into Scene::bonds
    BondState state = BondState::whole;
    std::int64_t broken_step = -1, parted_step = -1; ///< -1: not yet
    Vec3 rest = Vec3::Zero();  ///< from a to b at rest, in their first orientation
    Vec3 slide = Vec3::Zero(); ///< of a crushed bond: its tangential spring

    bool is_broken() const { return state == BondState::crushed || state == BondState::parted; }
    bool holds() const { return state == BondState::whole || state == BondState::crushed; }
};

struct BondCounts {
    std::int64_t whole = 0, broken = 0;
};

class Bonds {
public:
    Bonds() = default;
    explicit Bonds(const Scene& scene);

    /// May there be any? Then ids have orientations.
    bool any() const { return !kinds_.empty(); }

    /// Bonds the clusters among `grains`, which have got the ids from `first` on.
    void tie(std::span<const Grain> grains, std::uint32_t first);
    /// Of a saved state; the turns are by id, four numbers each.
    void restore(std::vector<BondMemory> bonds, std::span<const double> turns);
    const std::vector<BondMemory>& all() const { return bonds_; }
    std::vector<double> turns() const;

    /// Has a pair become free that the list of this step does not know yet?
    bool is_list_outdated(std::int64_t refresh_step) const { return last_parted_ >= refresh_step; }
    /// Looks where the grains now lie, and takes held pairs out of the candidates.
    void place(const Bodies& bodies, std::vector<IndexPair>& candidates);
    bool is_held(std::uint32_t place_a, std::uint32_t place_b) const;

    struct Sight {
        const Bodies& bodies;
        double dt;
        std::int64_t step;
    };
    /// Adds the forces of all bonds to the slots of their grains and returns what was lost.
    Losses add_forces(const Sight& sight, PairList& pairs, Workers& workers);
    /// J, in all bonds as last evaluated.
    double stored() const;

    /// Turns the spheres [begin, end) by a step, after they have moved.
    void turn(const Bodies& bodies, std::size_t begin, std::size_t end, double dt);

    /// The bonds of grains that go, given by `goes` of their id: they go along. Returns what they
    /// had stored.
    double release(const Sight& sight, std::span<const std::uint8_t> goes);

    BondCounts counts() const;

private:
    /// A bond that holds: where its grains are, and what it does.
    struct Live {
        std::uint32_t bond, a, b; ///< places
        BondRow row;
        double friction = 0, touch = 0; ///< touch: sum of the radii
    };
    struct Push {
        Vec3 force, torque_a, torque_b; ///< force: on a
        double stored = 0;
        Losses losses;
    };
    struct Entry { ///< an end of a bond, for summing up over a grain
        std::uint32_t body, live;
        bool is_b;
    };
    std::vector<std::uint32_t> places(const Bodies& bodies) const;
    Live live_of(std::uint32_t bond, std::uint32_t a, std::uint32_t b, const Bodies& bodies) const;
    Push push_of(const Live& live, BondMemory& bond, const Sight& sight) const;
    Push whole_push(const Live& live, const BondMemory& bond, const Sight& sight,
                    BondResponse& response) const;
    Push crushed_push(const Live& live, BondMemory& bond, const Sight& sight, bool is_first) const;
    double stored_in(const Live& live, const BondMemory& bond, const Sight& sight) const;
    void break_bond(const Live& live, BondMemory& bond, const Sight& sight, Push& push) const;

    std::vector<BondKind> kinds_;
    std::vector<Cluster> clusters_;
    std::vector<int> cluster_of_group_; ///< or -1
    std::vector<double> friction_;      ///< materials × materials
    std::size_t materials_ = 1;

    std::vector<BondMemory> bonds_;
    std::vector<Eigen::Quaterniond> turn_; ///< by id
    std::vector<std::uint8_t> is_tied_;    ///< by id
    std::int64_t last_parted_ = -1;

    std::vector<Live> live_;                   ///< in the order of bonds_
    std::vector<IndexPair> held_;              ///< places, sorted
    std::vector<Push> push_;                   ///< beside live_
    std::vector<Entry> entries_;               ///< sorted by body, then by bond
    std::vector<std::size_t> entries_of_body_; ///< where those of each body begin
};

} // namespace scree
