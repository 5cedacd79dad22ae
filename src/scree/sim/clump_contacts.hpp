// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/parallel.hpp>
#include <scree/motion/bodies.hpp>
#include <scree/sim/images.hpp>
#include <scree/sim/kernel.hpp>
#include <scree/sim/pair_list.hpp>
#include <scree/sim/shaped_bodies.hpp>
#include <scree/sim/touch_row.hpp>
#include <scree/sim/wall_list.hpp>

#include <cstdint>
#include <span>
#include <vector>

// Contacts between grains that are made of balls: clumps, and plain balls beside them; and of
// clumps with walls (sim/clump_walls.cpp).
//
// Every ball of such a grain is a row: it goes where its grain takes it, and what pushes it pushes
// the grain at an arm. Between rows the kernel of balls does all the work, four contacts at a time;
// besides the balls it knows the arms, because a grain that is hit beside its centre also gives way
// by turning.
//
// Rows that are close are listed apart from the grains that are: the list lasts until a row has
// left its place by a part of its radius. Which pairs are listed that do not touch changes no bit.
// At walls a row is what any ball is (sim/wall_list.hpp).
namespace scree {

class ClumpContacts {
public:
    explicit ClumpContacts(bool keeps_traces) { near_.keeps_traces = keeps_traces; }

    /// Whether a grain (null: a plain ball) is made of balls alone.
    static bool is_of_balls(const ShapedBodies::Body* body);

    /// What is needed to follow the grains.
    struct View {
        const Bodies& bodies;
        const ShapedBodies& shaped;
    };
    /// Makes the list of close pairs of grains, by their places, and of clumps near walls; memory
    /// moves over.
    void make_list(std::span<const IndexPair> pairs, const View& view, const WallList& walls,
                   const Images& images, Workers& workers);
    /// A grain leaves, or goes elsewhere: it touches nothing any more.
    void forget(std::uint32_t id);

    struct Law {
        const LawTable& laws;
        double dt;
        Kernel kernel;
        WallKernel wall_kernel;
    };
    /// Finds and answers all contacts.
    void find(const View& view, const WallList& walls, const Law& law, Workers& workers);
    /// Adds what was found for the grain at a place.
    void add_force(std::size_t place, Vec3& push, Vec3& torque) const;
    /// Adds the forces on walls that move; returns the power of the walls, W.
    double push_walls(std::vector<Vec3>& force_on_wall) const;

    const Losses& losses_now() const { return losses_; }
    std::size_t count_now() const { return count_; }
    bool is_candidate(const PairName& name) const;

    /// A touching pair of rows; A belongs to the grain of the lower id.
    struct Touch {
        PairName pair;
        std::uint32_t part_a, part_b;
        std::uint32_t row_a, row_b;
        Spring spring;
        Trace trace;
    };
    std::vector<Touch> touches() const; ///< by name, then by parts
    const Ball& ball(std::size_t row) const { return ball_[row]; }
    const Kinetic& kinetic(std::size_t row) const { return kinetic_[row]; }
    const LeverRow& lever(std::size_t row) const { return lever_[row]; }
    /// Calls visit(id, row) for all balls at walls, in the order of the rows; `body` is the row.
    template <class Visit>
    void for_each_at_wall(Visit&& visit) const {
        for (const WallList::PerChunk& chunk : at_walls_)
            for (const WallRow& row : chunk.rows) visit(grains_[grain_of_row_[row.body]].id, row);
    }

    /// What is remembered, by names and parts.
    struct Memory {
        std::vector<TouchRow> touches;
        std::vector<BallAtWall> at_walls;
    };
    Memory save() const;
    /// In any order; what is not listed is left out: it does not touch.
    void restore(std::span<const TouchRow> touches, std::span<const BallAtWall> at_walls);
    std::size_t bytes() const;

private:
    struct Grain {
        std::uint32_t place; ///< may be an image's
        std::uint32_t id;
        std::uint32_t first_row, row_count;
    };
    struct Pair {
        PairName name;
        std::uint32_t first, second; ///< in grains_; rows of the first come before
        bool is_swapped;             ///< the second is A
    };

    /// A clump near walls.
    struct NearWalls {
        std::uint32_t grain, first, count; ///< surfaces near_surfaces_[first …]
    };

    void set_grains(std::span<const IndexPair> pairs, const View& view, const WallList& walls,
                    const Images& images);
    void set_walls(const View& view, const WallList& walls,
                   std::span<const std::uint32_t> grain_at);
    void set_rows(const View& view, const Images& images);
    void set_pairs(std::span<const IndexPair> pairs, std::span<const std::uint32_t> grain_at);
    /// Puts rows [block] where their grains are; whether one has left its place in the list.
    bool move_rows(std::size_t block, const View& view);
    void list_rows(const WallList& walls, Workers& workers);
    void list_walls(const WallList& walls);
    std::vector<BallAtWall> save_walls() const;
    void restore_walls(std::span<const BallAtWall> rows);
    const Pair* find_pair(const PairName& name) const;
    void put(std::size_t at, const Spring& spring, const Trace& trace);

    std::vector<Grain> grains_; ///< by place
    std::vector<Pair> pairs_;   ///< by grains
    std::vector<std::uint32_t> by_name_;
    std::vector<std::uint32_t> grain_of_row_;
    std::vector<std::uint32_t> first_row_; ///< by place of a grain, and the end

    // Rows of grains, of their images, and two that touch nothing.
    std::size_t real_rows_ = 0;
    std::vector<Ball> ball_;
    std::vector<Kinetic> kinetic_;
    std::vector<LeverRow> lever_;
    std::vector<std::uint32_t> owner_; ///< of the images' rows
    std::vector<Ball> own_;            ///< clumps' rows in the frames of their grains
    std::vector<Ball> listed_;         ///< where the rows were when they were listed

    std::vector<NearWalls> near_walls_;
    std::vector<int> near_surfaces_;

    PairList near_;
    std::vector<WallList::PerChunk> at_walls_; ///< beside the chunks of near_
    std::vector<KernelResult> results_;
    std::vector<char> strayed_; ///< by block
    std::vector<std::vector<std::uint32_t>> scratch_;
    Losses losses_;
    std::size_t count_ = 0;
};

} // namespace scree
