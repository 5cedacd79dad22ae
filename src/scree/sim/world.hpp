// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/parallel.hpp>
#include <scree/broad/broad_phase.hpp>
#include <scree/motion/bodies.hpp>
#include <scree/scene/scene.hpp>
#include <scree/sim/bonds.hpp>
#include <scree/sim/images.hpp>
#include <scree/sim/kernel.hpp>
#include <scree/sim/pair_list.hpp>
#include <scree/sim/saved_state.hpp>
#include <scree/sim/shaped_contacts.hpp>
#include <scree/sim/traffic.hpp>
#include <scree/sim/wall_drives.hpp>
#include <scree/sim/wall_list.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace scree {

struct WorldOptions {
    double dt = 0; ///< s; see sim/time_step.hpp
    std::string broad = "auto";
    int threads = 1;
    bool baseline_kernel = false; ///< for tests: do not use what this machine could
};

/// Counts since the world was made (not part of the state).
struct WorldCounters {
    std::int64_t steps = 0, refreshes = 0, displacement_checks = 0;
    std::int64_t grain_steps = 0;
    std::int64_t candidates = 0; ///< at the last refresh
    double refresh_seconds = 0;
};

/// Everything that moves, and one step of it (step.cpp). Between two calls of `advance` the world
/// stands at a whole step; `evaluate` finds the forces there, observers look, `advance` moves on.
class World {
public:
    World(const Scene& scene, std::span<const Grain> grains, const WorldOptions& options);
    /// Goes on from a saved state of the same scene: the same bits as if it had never stopped.
    World(const Scene& scene, const SavedState& state, const WorldOptions& options);

    void evaluate();
    /// Sums up the forces of all grains; needed before an observer asks for them.
    void complete_forces();
    void advance();
    void step() {
        evaluate();
        advance();
    }

    /// To be called between `advance` and the next `evaluate`.
    SavedState save() const;
    std::string state_hash() const { return save().hash(); }

    double time() const { return static_cast<double>(step_) * dt_; }
    double dt() const { return dt_; }
    std::int64_t step_index() const { return step_; }
    std::size_t grain_count() const { return bodies_.count; }
    double skin() const { return skin_; }
    const WorldCounters& counters() const { return counters_; }
    std::string broad_name() const { return broad_->name(); }
    std::string search_summary() const { return broad_->summary(); }
    const char* kernel_isa() const { return kernel_.isa; }
    int threads() const { return workers_.threads(); }
    std::size_t contact_count() const { return contacts_; }
    std::size_t bytes() const;

    // For observers, after `evaluate` and before `advance`.
    const Bodies& bodies() const { return bodies_; }
    const PairList& pairs() const { return pairs_; }
    const WallList& walls() const { return walls_; }
    const Vec3& origin() const { return origin_; }
    const Vec3& gravity() const { return gravity_; }
    const LawTable& laws() const { return laws_; }
    WholeStep motion_of(std::size_t body) const;
    /// Those that are no balls; null when there are none.
    const ShapedGrains* shaped() const { return shaped_.get(); }
    /// Of the ball of equal volume; in `bodies` the radius is that of the ball that holds the
    /// grain.
    double radius_of(std::size_t body) const {
        const double held = bodies_.ball[body].radius;
        return shaped_ ? shaped_->bodies.equal_radius(bodies_.id[body], held) : held;
    }
    /// How far the grain reaches from its centre along a unit direction.
    double extent_of(std::size_t body, const Vec3& direction) const;
    /// J of turning with this spin.
    double turning_energy(std::size_t body, const Vec3& spin) const;
    /// Energy taken out by dashpots, sliding and so on up to now. In a fluid the forces must be
    /// complete.
    Losses losses() const;
    /// Energy that walls in motion and a changing gravity have brought in up to now.
    double work() const;
    /// Energy that grains have brought along when they entered, less what others took away.
    double exchanged() const { return exchanged_.energy; }
    const Exchange& exchange() const { return exchanged_; }
    /// What has been poured and what has left: per group, then per outflow; empty without traffic.
    const std::vector<TrafficSum>& traffic() const { return traffic_.sums(); }
    bool is_pouring() const { return traffic_.is_pouring(time()); }
    /// Ids of the grains that an outflow has put elsewhere just before this step.
    const std::vector<std::uint32_t>& returned_now() const { return returned_now_; }
    const GrainLabels& labels() const { return labels_; }
    /// Images of the bodies, and the period in the world's frame.
    const Images& images() const { return images_; }
    /// Where a body is in the scene; of a periodic one, in its period.
    Vec3 center_in_scene(std::size_t body) const;
    const Bonds& bonds() const { return bonds_; }
    /// Force of the grains on each wall of the scene, and where the wall is; empty when all stand.
    std::span<const Vec3> force_on_walls() const { return force_on_walls_; }
    std::vector<WallPlace> wall_places() const;

    /// Every touching pair, or grain and surface, by brute force, and how many of them the
    /// candidate lists lack.
    struct Audit {
        std::int64_t missed = 0, touching = 0;
    };
    Audit audit();

private:
    void audit_pairs(Audit& audit);
    void wrap_bodies();
    double reach_of(std::size_t i) const;
    void make_boxes();
    void restore_boxes(std::span<const ListBox> saved);
    void list_pairs();
    double largest_swelling() const;
    void collect_memory(std::vector<PairMemory>& pairs, std::vector<Trace>& traces) const;
    void put_pair(const PairMemory& memory, const Trace& trace);
    void set_scene(const Scene& scene, bool is_baseline);
    void set_drag(std::size_t first); ///< of the bodies from `first` on
    double drag_power() const;
    void refresh_if_moved();
    void refresh();
    struct Memory {
        std::vector<PairMemory> pairs;
        std::vector<Trace> traces; ///< beside pairs, if the law keeps any
        std::vector<WallRow> walls;
    };
    Memory take_memory();
    std::vector<std::uint32_t> sort_bodies();
    void put_memory(Memory memory, std::span<const std::uint32_t> place);
    void make_list();
    /// What the grains have done since the list was made.
    struct Ways {
        double used = 0;                ///< largest part of a reach that was used
        double unexpected = 0;          ///< largest way per step beyond the expected one
        double speeds = 0, fastest = 0; ///< now: the sum and the largest
    };
    Ways measure_ways();
    double speed_of(std::size_t body) const;
    void choose_reaches(const Ways& ways);
    void find_forces();
    void place_walls();
    void sum_wall_forces();
    void change_gravity();
    void exchange_grains();
    void take_out(const Traffic::Changes& changes);
    void put_in(std::span<const Grain> grains);
    void set_body(std::size_t i, const Grain& grain);
    void book(std::size_t body, double sign);
    void find_smallest();
    // Shaped grains (shaped_world.cpp).
    bool is_shaped(std::size_t body) const {
        return shaped_ && shaped_->bodies.find(bodies_.id[body]) != nullptr;
    }
    void set_shaped(std::size_t body, const Grain& grain, double mass);
    void restore_shaped(const SavedState& state);
    void start_body(std::size_t body, const ForceRow& force);
    bool do_overlap(const IndexPair& pair, const Vec3& shift) const;
    bool is_candidate_pair(const IndexPair& pair) const;

    LawTable laws_;
    Vec3 gravity_ = Vec3::Zero(); ///< at the present step
    GravityCourse course_of_gravity_;
    Fluid fluid_;
    Vec3 origin_ = Vec3::Zero();
    double dt_ = 0;

    Bodies bodies_;
    Images images_;
    PairList pairs_;
    WallList walls_;
    std::unique_ptr<ShapedGrains> shaped_; ///< null: all grains are balls
    bool by_volume_ = false;               ///< see Scene
    WallDrives drives_;
    Traffic traffic_;
    Bonds bonds_;
    GrainLabels labels_;
    std::vector<std::uint32_t> returned_now_;
    Exchange exchanged_;
    std::vector<FlowPlane> planes_;
    std::vector<double> densities_; ///< of the materials
    /// Marks by place while grains are exchanged: one that goes, and one that stays elsewhere and
    /// keeps no contact.
    static constexpr std::uint8_t mark_removed = 1, mark_returned = 2;
    std::vector<std::uint8_t> leaves_;
    std::vector<Vec3> force_on_walls_;
    Workers workers_;
    std::unique_ptr<BroadPhase> broad_;
    KernelChoice kernel_{};

    std::int64_t step_ = 0;
    std::int64_t refresh_step_ = 0;                               ///< when the list was made
    static constexpr double largest_skin = 1.0, first_skin = 0.1; ///< smallest radii
    double skin_ = 0;
    double lifetime_ = 1;        ///< steps that the list was made for
    bool has_outturned_ = false; ///< some grain has turned farther than its box allows
    std::vector<Bounds> boxes_;  ///< of the list; none in scenes of balls
    double used_ = 0;            ///< bound on the used part of every grain's reach
    double smallest_radius_ = 0;
    std::vector<Ball> reference_; ///< the balls of the list: inflated, where it was made
    std::vector<double> radii_;   ///< of the grains, in the order of the balls
    bool list_is_made_ = false, forces_complete_ = false, evaluated_ = false;
    std::size_t contacts_ = 0;
    Losses lost_, lost_now_; ///< up to the last step; in the step just evaluated
    double work_ = 0, work_now_ = 0;

    std::vector<KernelResult> results_;
    std::vector<DriftReport> drifts_;
    std::vector<std::vector<std::uint32_t>> scratch_;
    std::vector<IndexPair> candidates_;
    WorldCounters counters_;
};

} // namespace scree
