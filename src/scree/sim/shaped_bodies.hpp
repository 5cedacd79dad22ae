// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/bounds.hpp>
#include <scree/motion/bodies.hpp>
#include <scree/motion/rigid_body.hpp>
#include <scree/scene/scene.hpp>
#include <scree/sim/shaped_contact.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <vector>

// How grains that are no balls turn. Places, velocities and masses are those of all grains
// (Bodies), with the ball that holds the grain in the place of its own; what is here goes by the
// grains' ids, so that re-sorting them costs nothing.
namespace scree {

/// The turning state of one grain, to save.
struct Turning {
    std::uint32_t id = 0;
    std::int32_t shape = -1;
    double radius = 0; ///< of the ball of equal volume
    Eigen::Quaterniond attitude = Eigen::Quaterniond::Identity();
    Vec3 momentum = Vec3::Zero(); ///< angular, at the last half step
};

/// The box of a body in the list, to save: what is left of it decides when the list is made anew.
struct ListBox {
    Bounds box;
    double turned = 0;                                        ///< m, since the list was made
    double allowed = std::numeric_limits<double>::infinity(); ///< m, to turn
};

class ShapedBodies {
public:
    ShapedBodies(const Scene& scene);

    struct Body {
        Turning state;
        RigidInertia inertia;
        const std::vector<PartSolid>* parts = nullptr; ///< in true size
        // Follow from the attitude; world's frame.
        Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
        Eigen::Matrix3d inverse_inertia = Eigen::Matrix3d::Zero();
        double drag = 0; ///< N m s, of the fluid
    };

    /// The body of an id, or null: a ball.
    const Body* find(std::uint32_t id) const {
        return id < place_.size() && place_[id] >= 0
                   ? &bodies_[static_cast<std::size_t>(place_[id])]
                   : nullptr;
    }

    /// A grain enters with this mass; its angular momentum is that of the whole step until `start`.
    void add(std::uint32_t id, const Grain& grain, double mass);
    void restore(const Turning& state, double mass);
    void remove(std::uint32_t id);
    std::vector<Turning> save() const; ///< in the order of ids

    double reach(int shape) const { return shapes_[static_cast<std::size_t>(shape)].reach; }
    double equal_radius(std::uint32_t id, double bounding) const {
        const Body* body = find(id);
        return body ? body->state.radius : bounding;
    }

    /// Takes the angular momentum half a step back, once the torque of the first step is known.
    void start(std::uint32_t id, const ForceRow& force, double dt);
    /// Sets the spin at a whole step.
    void set_spin(std::uint32_t id, const Vec3& spin);
    /// The spin at the present whole step, given the forces there.
    Vec3 spin_at_whole_step(std::uint32_t id, const ForceRow& force, double dt) const;
    double turning_energy(std::uint32_t id, const Vec3& spin) const;
    /// W that the fluid takes from a turning body.
    double drag_power(std::uint32_t id, const Vec3& spin) const;

    /// Turns the shaped bodies among [begin, end) by a step and sets their spins; after the drift.
    /// `force` is that of the first. What the fluid took is added to the report, and the first body
    /// that is no longer finite.
    void turn(Bodies& bodies, std::size_t begin, std::size_t end, const ForceRow* force, double dt,
              DriftReport& report);

    /// m: no point of the grain has gone farther since the list was made. Balls have one, too.
    double way_of(std::uint32_t id) const { return ways_[id]; }
    /// To be called with every new list: ways begin again.
    void forget_ways(const Bodies& bodies);
    /// A box that holds body i while its centre goes no farther than `reach` and it turns as it is
    /// expected to, or less, in `seconds`; if it turns farther, `turn` says so. None smaller than
    /// the ball's is worth it for one that turns fast.
    Bounds box_of(const Bodies& bodies, std::size_t i, double reach, double seconds);
    ListBox save_box(std::uint32_t id, const Bounds& box) const {
        return {box, turns_[id], allowed_turns_[id]};
    }
    /// Returns whether it has turned farther than allowed.
    bool restore_box(std::uint32_t id, const ListBox& saved) {
        turns_[id] = saved.turned;
        allowed_turns_[id] = saved.allowed;
        return saved.turned > saved.allowed;
    }

    const std::vector<GrainShape>& shapes() const { return shapes_; }
    std::size_t count() const { return count_; }
    std::size_t bytes() const;

private:
    const std::vector<PartSolid>* instance(int shape, double radius);
    static void set_attitude(Body& body);
    struct Turns;
    void gather(Bodies& bodies, std::size_t i, const ForceRow& force, double dt, Turns& turns,
                DriftReport& report);
    void scatter(Bodies& bodies, const Turns& turns, double dt, DriftReport& report);
    void insert(const Turning& state, double mass);
    Vec3 damped(const Body& body, const Vec3& torque, double dt) const;

    std::vector<GrainShape> shapes_;
    Fluid fluid_;
    std::vector<std::int32_t> place_; ///< of an id in bodies_, or -1
    std::vector<Body> bodies_;
    std::vector<std::int32_t> free_;
    std::vector<double> ways_;                  ///< by id
    std::vector<double> turns_, allowed_turns_; ///< by id: the part of the way that is turning
    std::size_t count_ = 0;
    /// Scaled once per shape and size, shared by all grains of that size.
    std::map<std::pair<int, double>, std::unique_ptr<std::vector<PartSolid>>> instances_;
};

} // namespace scree
