// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/motion/bodies.hpp>
#include <scree/scene/scene.hpp>
#include <scree/sim/wall_list.hpp>

#include <cstdint>
#include <memory>
#include <vector>

// Grains that enter and leave while the run goes on: poured groups and outflows. It looks every so
// many steps; what it decides follows from the state, the seed and the step, never from what it
// did before but for the sums below, so a resumed run decides the same.
namespace scree {

/// What has gone through a poured group or an outflow up to now.
struct TrafficSum {
    std::int64_t grains = 0;
    double mass = 0;      ///< kg
    bool is_done = false; ///< a source that has reached its level
};

class Traffic {
public:
    Traffic() = default;
    Traffic(const Scene& scene, const Vec3& origin);

    bool any() const { return setup_ != nullptr; }
    bool is_due(std::int64_t step) const;

    /// Is a source still to give grains, now or later?
    bool is_pouring(double time) const;

    struct Return {
        std::uint32_t body;
        Vec3 center, velocity;
    };
    struct Changes {
        std::vector<Grain> added;           ///< in the world's frame
        std::vector<std::uint32_t> removed; ///< places of bodies, ascending
        std::vector<Return> returned;
        bool none() const { return added.empty() && removed.empty() && returned.empty(); }
    };
    struct View {
        const Bodies& bodies;
        const WallList& walls;
        Vec3 up; ///< against gravity
        double gravity;
        std::int64_t step;
        double time;
    };
    /// What is to happen now; counts it as done.
    Changes look(const View& view);

    /// One per group of the scene, then one per outflow.
    const std::vector<TrafficSum>& sums() const { return sums_; }
    void restore(const std::vector<TrafficSum>& sums) { sums_ = sums; }

private:
    struct Setup;
    class Room;
    void find_leavers(const View& view, Room& room, Changes& changes);
    void pour(std::size_t group, const View& view, Room& room, Changes& changes);
    bool is_level_reached(const PourFill& pour, const View& view) const;

    std::shared_ptr<const Setup> setup_;
    std::vector<TrafficSum> sums_;
};

} // namespace scree
