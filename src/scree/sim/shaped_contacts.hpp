// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/parallel.hpp>
#include <scree/broad/broad_phase.hpp>
#include <scree/sim/clump_contacts.hpp>
#include <scree/sim/images.hpp>
#include <scree/sim/shaped_bodies.hpp>
#include <scree/sim/shaped_force.hpp>
#include <scree/sim/shaped_walls.hpp>
#include <scree/sim/touch_row.hpp>
#include <scree/sim/wall_list.hpp>

#include <cstdint>
#include <span>
#include <vector>

// Contacts in which a shaped grain takes part: candidates, memory, forces.
//
// A step has two passes. The first goes over ranges of candidate pairs, finds where the parts of
// both touch, and answers each touch by the law; what it finds is kept with the range. The second
// goes over the grains of a chunk and adds up, in the order of the pairs, what concerns each. So
// nobody writes to a foreign place, and the order of all sums follows from the list.
//
// A pair that is apart sleeps: it is not looked at until its grains may have gone as far as there
// is room between them. What it remembers of its last query is dropped, so that nobody can tell
// when it was looked at: what a touch starts from follows from the touch alone.
//
// Pairs are named by ids: A is the grain of the lower id, B the other or a surface of a wall. They
// keep their roles however the grains are sorted. They lie as their grains do, so that what is
// asked for of a grain was asked for a moment ago.
//
// Grains that are made of balls alone have a faster way to each other and to walls
// (sim/clump_contacts.hpp).
namespace scree {

/// Where queries begin, to save: part pair `index` of the pair.
struct WarmRow {
    PairName pair;
    std::uint32_t index = 0;
    TouchStart start;
};

/// All of the shaped grains that decides their future.
struct ShapedState {
    std::vector<Turning> turning; ///< by id
    std::vector<TouchRow> touches;
    std::vector<BallAtWall> at_walls; ///< balls of clumps
    std::vector<WarmRow> warm;
    std::vector<ListBox> boxes; ///< of the list, in the order of the bodies; empty: no list yet
};

class ShapedContacts {
public:
    /// A touch, with what was found at the last evaluation.
    struct Touch {
        std::uint32_t part_a = 0, part_b = 0;
        TouchMemory memory;
        double depth = 0;
        Vec3 normal = Vec3::Zero(), point = Vec3::Zero();
        Answer answer;
    };

    /// `keeps_traces`: the law does (sim/pair_list.hpp).
    ShapedContacts(const Scene& scene, std::span<const Surface> surfaces, bool keeps_traces);

    /// Takes the pairs with a shaped grain out of the candidates; the rest stays sorted.
    void take_candidates(std::vector<IndexPair>& candidates, const Bodies& bodies,
                         const ShapedBodies& shaped, const Images& images);
    /// Makes the list of those pairs and of the walls near shaped grains; memory moves over.
    void make_list(const Bodies& bodies, const ShapedBodies& shaped, const WallList& walls,
                   const Images& images, Workers& workers);
    /// A grain leaves, or goes elsewhere: it touches nothing any more.
    void forget(std::uint32_t id);

    struct View {
        const Bodies& bodies;
        const ShapedBodies& shaped;
        const WallList& walls;
        ShapedLaw law;
        Kernel clump_kernel;
        WallKernel clump_wall_kernel;
    };
    /// Pass one.
    void find(const View& view, Workers& workers);
    /// Pass two: adds to force[0 …] of the bodies [begin, end).
    void add_forces(std::size_t begin, std::size_t end, ForceRow* force) const;

    const Losses& losses_now() const { return losses_; }
    std::size_t count_now() const { return count_; }
    /// Adds the forces on walls (empty: none is asked for); returns the power of the walls, W.
    double push_walls(const WallList& walls, std::vector<Vec3>& force_on_wall) const;

    bool is_candidate(const PairName& name) const;
    /// Do two grains overlap that are (one at least) no balls? From nothing but their parts.
    static bool do_overlap(const Bodies& bodies, const ShapedBodies& shaped, std::size_t i,
                           std::size_t j, const Vec3& shift_of_j);
    /// Pairs of grains at the last refresh.
    std::size_t candidate_count() const { return taken_.size() + of_balls_.size(); }
    const ClumpContacts& clumps() const { return clumps_; }
    /// Calls visit(name, touch) for all touches but those of the clumps, in the order of the names.
    template <class Visit>
    void for_each_touch(Visit&& visit) const {
        for (const std::uint32_t p : by_name_)
            for (const Touch& touch : touches_of(p)) visit(pairs_[p].name, touch);
    }

    void save(ShapedState& state) const;
    void restore(const ShapedState& state);
    std::size_t bytes() const;

private:
    /// A body of the list, or an image of one, as it stands in this step: for all its pairs.
    struct Standing {
        std::uint32_t place = 0, home = 0; ///< its own, and that of the grain itself
        std::uint32_t id = 0;
        const ShapedBodies::Body* body = nullptr;      ///< null: a ball
        const std::vector<PartSolid>* parts = nullptr; ///< the body's
        double bound = 0;                              ///< radius of the ball that holds it
        Partner partner = {};
        Pose pose = {};
        Pose only_part = {}; ///< of a body of one part: where that is
    };
    static void stand(const Bodies& bodies, const ShapedBodies& shaped, Standing& standing);
    static Pose pose_of(const Standing& standing, const PartSolid& part);
    static const std::vector<PartSolid>& parts_of(const Standing& standing,
                                                  std::vector<PartSolid>& room);
    struct Pair {
        PairName name;
        std::uint32_t a = 0, b = 0;           ///< in standing_; b: or surface of a wall
        std::uint32_t home_a = 0, home_b = 0; ///< places of the grains themselves
        std::uint32_t first_warm = 0, warm_count = 0;
        std::uint32_t first_touch = 0, touch_count = 0; ///< in its range
        double asleep_until = 0;                        ///< sum of the ways of both
    };
    /// Touches stay where they are as long as their pair has the very same.
    struct Range {
        std::vector<Touch> touches; ///< in the order of the pairs
        Losses losses;
    };
    /// Which parts of a pair touch, and whose memory they take over: that of the same part of A and
    /// this one of B, which may have been another a step ago.
    struct TouchName {
        std::uint32_t part_a, part_b, heir_of;
    };
    /// A partner of a touch: that of all touches of the body, or one of its own.
    struct TouchPartner {
        const Partner* shared = nullptr;
        Partner own;

        const Partner* get() const { return shared != nullptr ? shared : &own; }
    };
    static void set_partner(const Standing& standing, const PartSolid& part, TouchPartner& partner);
    /// A touch that is yet to be answered.
    struct Found {
        TouchName name;
        Touching touching;
        TouchPartner a, b;
        std::size_t row = 0; ///< of their materials
        Touch touch; ///< if it is answered aside, because its pair has others than a step ago
    };
    /// The touches of a range, pair after pair. They are large: those of the last range are
    /// overwritten in place.
    class FoundList {
    public:
        Found& add() {
            if (count_ == all_.size()) all_.emplace_back();
            return all_[count_++];
        }
        void clear() { count_ = 0; }
        std::size_t size() const { return count_; }
        std::span<Found> all() { return std::span(all_).first(count_); }

    private:
        std::vector<Found> all_;
        std::size_t count_ = 0;
    };
    struct Scratch {
        FoundList found;
        std::vector<TouchTask> tasks;
        std::vector<TouchPush> pushes; ///< of the touches found
        TouchWorkspace work;
        std::vector<WallTouch> wall_touches;
        std::vector<PartSolid> ball_a, ball_b; ///< a ball as a list of parts
        std::vector<Vec3> places_b;            ///< of the parts of B
    };
    static constexpr std::size_t pairs_per_range = 32;

    std::span<const Touch> touches_of(std::size_t pair) const;
    bool is_asleep(const Pair& pair, const View& view) const;
    void put_to_sleep(Pair& pair, double clearance, const View& view) const;
    void fetch_ahead(std::size_t pair) const;
    void find_range(std::size_t range, const View& view, Scratch& scratch);
    /// Both add the touches of a pair to scratch.found.
    void find_between_grains(std::uint32_t index, const View& view, Scratch& scratch);
    void find_at_wall(std::uint32_t index, const View& view, Scratch& scratch);
    /// Whether these are the very touches the pair had a step ago: then they stay where they are.
    bool are_those_of(std::size_t pair, std::span<const Found> found) const;
    /// `stay`: they are those of a step ago.
    void add_tasks(std::size_t pair, std::span<Found> found, bool stay, const ShapedLaw& law,
                   Scratch& scratch);
    TouchMemory memory_for(std::size_t pair, const TouchName& name) const;
    /// Puts touches that were answered aside in the place of those of a step ago.
    void take_over(std::size_t pair, std::span<const Found> found);
    void set_touch_count(std::size_t pair, std::uint32_t count);
    std::vector<std::uint32_t> heirs_of(std::size_t pair, std::uint32_t part,
                                        std::span<const WallTouch> found) const;
    void make_room();
    void link(std::size_t body_count);
    void save_pairs(ShapedState& state) const;
    void restore_pairs(const ShapedState& state);

    ShapedWalls walls_;
    std::uint32_t materials_ = 1;
    std::vector<IndexPair> taken_, of_balls_; ///< the latter go to clumps_
    ClumpContacts clumps_;
    std::vector<Standing> standing_;
    std::vector<Pair> pairs_; ///< by place: grains with grains, then at walls
    std::vector<std::uint32_t> by_name_;
    std::vector<TouchStart> warm_;
    std::vector<Range> ranges_;
    std::vector<Scratch> scratch_;
    std::vector<TouchPush> pushes_; ///< of each pair, all its touches together
    struct Link {
        std::uint32_t pair;
        std::uint32_t side; ///< what the body is in it: 0: A, 1: B
    };
    std::vector<std::uint32_t> link_start_; ///< of each body in links_, by place
    std::vector<Link> links_;
    Losses losses_;
    std::size_t count_ = 0;
};

/// Both halves; what World holds when a scene has shapes.
struct ShapedGrains {
    ShapedBodies bodies;
    ShapedContacts contacts;

    ShapedGrains(const Scene& scene, std::span<const Surface> surfaces, bool keeps_traces)
        : bodies(scene), contacts(scene, surfaces, keeps_traces) {}
};

} // namespace scree
