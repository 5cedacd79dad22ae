// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/laws/extended.hpp>
#include <scree/sim/contact_view.hpp>
#include <scree/sim/world.hpp>

#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

// The plainest world with the same physics: every pair is looked at, memory is a map by ids, grains
// stay in their order, one velocity-Verlet-like leapfrog in vectors. It shares the laws and the
// wall geometry with the engine, and nothing of its lists, chunks, kernels, orders and refreshes.
// In a periodic scene it looks at every image of every pair and of every surface.
namespace scree {

class OracleWorld {
public:
    OracleWorld(const Scene& scene, const std::vector<Grain>& grains, double dt)
        : scene_(scene), grains_(grains), dt_(dt) {
        for (const PairValues& v : pair_table(scene.law, scene.materials, scene.pairs)) {
            rows_.push_back(pair_row(v));
            extra_.push_back(extra_row(v));
            is_extended_ = is_extended_ || v.is_extended();
        }
        for (const Wall& wall : scene.walls)
            for (const Surface& s : wall.surfaces) {
                base_of_.push_back(surfaces_.size());
                surfaces_.push_back(s);
                wall_material_.push_back(wall.material);
            }
        const std::vector<Surface> written = surfaces_;
        for (const Vec3& shift : shifts()) {
            if (shift.isZero(0)) continue;
            for (std::size_t s = 0; s < written.size(); ++s) {
                if (std::holds_alternative<Plane>(written[s])) continue;
                base_of_.push_back(s);
                surfaces_.push_back(moved(written[s], shift));
                wall_material_.push_back(wall_material_[s]);
            }
        }
        surface_numbers_.resize(surfaces_.size());
        std::iota(surface_numbers_.begin(), surface_numbers_.end(), 0);
        for (const Grain& g : grains) {
            const double density = scene.materials[static_cast<std::size_t>(g.material)].density;
            mass_.push_back(density * 4.0 / 3 * std::numbers::pi * std::pow(g.radius, 3));
        }
        force_.resize(grains.size());
        torque_.resize(grains.size());
        half_velocity_.resize(grains.size());
        half_spin_.resize(grains.size());
    }

    void step() {
        switch (scene_.law) {
        case LawKind::linear:
            find_forces<LinearLaw>();
            break;
        case LawKind::hertz:
            find_forces<HertzLaw>();
            break;
        case LawKind::walton:
            find_forces<WaltonLaw>();
            break;
        case LawKind::pournin:
            find_forces<PourninLaw>();
            break;
        }
        for (std::size_t i = 0; i < grains_.size(); ++i) {
            Grain& g = grains_[i];
            const Vec3 a = force_[i] / mass_[i] + scene_.gravity;
            const Vec3 turn = torque_[i] / (0.4 * mass_[i] * g.radius * g.radius);
            if (step_ == 0) {
                half_velocity_[i] = g.velocity - 0.5 * dt_ * a;
                half_spin_[i] = g.spin - 0.5 * dt_ * turn;
            }
            half_velocity_[i] += dt_ * a;
            half_spin_[i] += dt_ * turn;
            g.center = scene_.periodic.wrapped(g.center + dt_ * half_velocity_[i]);
            g.velocity = half_velocity_[i] + 0.5 * dt_ * a; // predicted for the next whole step
            g.spin = half_spin_[i] + 0.5 * dt_ * turn;
        }
        ++step_;
    }

    const std::vector<Grain>& grains() const { return grains_; }
    std::size_t pair_contacts() const { return pair_memory_.size(); }
    std::size_t wall_contacts_now() const { return wall_memory_.size(); }

private:
    using Key = std::pair<std::size_t, std::size_t>;

    Ball ball(std::size_t i) const {
        const Grain& g = grains_[i];
        return {g.center.x(), g.center.y(), g.center.z(), g.radius};
    }
    Ball ball(std::size_t i, const Vec3& shift) const {
        const Ball b = ball(i);
        return {b.x + shift.x(), b.y + shift.y(), b.z + shift.z(), b.radius};
    }
    /// To all images of a thing, itself the first.
    std::vector<Vec3> shifts() const {
        std::vector<Vec3> out = {Vec3::Zero()};
        for (int k = 0; k < 3; ++k) {
            const std::size_t count = out.size();
            for (std::size_t n = 0; scene_.periodic.along(k) && n < count; ++n)
                for (const int c : {-1, 1})
                    out.emplace_back(out[n] + c * scene_.periodic.length[k] * Vec3::Unit(k));
        }
        return out;
    }
    Kinetic kinetic(std::size_t i) const {
        const Grain& g = grains_[i];
        return {g.velocity.x(), g.velocity.y(), g.velocity.z(), 1 / mass_[i],
                g.spin.x(),     g.spin.y(),     g.spin.z(),     static_cast<double>(g.material)};
    }
    LawRow<double> row(int a, int b) const {
        return scalar_row(rows_[static_cast<std::size_t>(a) * scene_.materials.size() +
                                static_cast<std::size_t>(b)]);
    }
    struct Memory {
        Spring spring{0, 0, 0, 0};
        TraceOf<double> trace{{0, 0, 0}, 0, {0, 0, 0, 0}};
    };
    static Memory found(const std::map<Key, Memory>& memory, const Key& key) {
        const auto at = memory.find(key);
        return at == memory.end() ? Memory{} : at->second;
    }
    ExtraLanes<double> extra(int a, int b) const {
        const ExtraRow& row = extra_[static_cast<std::size_t>(a) * scene_.materials.size() +
                                     static_cast<std::size_t>(b)];
        ExtraLanes<double> out;
        for (std::size_t k = 0; k < 4; ++k) {
            out.turning[k] = row.turning[k];
            out.history[k] = row.history[k];
        }
        return out;
    }

    /// The answer of a contact between materials a and b; the memory moves on.
    template <class Law>
    ExtendedOutput<double> answer(int a, int b, const ContactInput<double>& in, const Vec3& turn,
                                  Memory& memory) const {
        ExtendedOutput<double> out;
        if (is_extended_) {
            out = extended_response<Law>(row(a, b), extra(a, b),
                                         {in, {turn.x(), turn.y(), turn.z()}, memory.trace}, dt_);
        } else {
            out.contact = contact_response<Law>(row(a, b), in, dt_);
            out.moment = {0, 0, 0};
            out.trace = memory.trace;
        }
        const ContactOutput<double>& c = out.contact;
        memory = {{c.spring.x, c.spring.y, c.spring.z, c.last}, out.trace};
        return out;
    }
    static Vec3 vec(const Triple<double>& t) { return {t.x, t.y, t.z}; }

    /// Adds force and torque on body i for a contact along `normal`, seen from i.
    void push(std::size_t i, const Vec3& normal, double overlap, const Vec3& on_i,
              const Vec3& sideways) {
        force_[i] += on_i;
        torque_[i] += (grains_[i].radius - 0.5 * overlap) * normal.cross(sideways);
    }

    /// Grain i and an image of grain j.
    template <class Law>
    void push_pair(std::size_t i, std::size_t j, const Vec3& shift, std::map<Key, Memory>& pairs) {
        Memory memory = found(pair_memory_, {i, j});
        const auto in =
            pair_contact_input(ball(i), ball(j, shift), kinetic(i), kinetic(j), memory.spring);
        const auto out = answer<Law>(grains_[i].material, grains_[j].material, in,
                                     grains_[j].spin - grains_[i].spin, memory);
        pairs[{i, j}] = memory;
        const Vec3 n = vec(in.normal), sideways = vec(out.contact.tangential_force);
        const Vec3 on_i = sideways - out.contact.normal_force * n;
        push(i, n, in.overlap, on_i, sideways);
        push(j, -n, in.overlap, -on_i, -sideways);
        torque_[i] += vec(out.moment);
        torque_[j] -= vec(out.moment);
    }

    template <class Law>
    void find_forces() {
        std::map<Key, Memory> pairs, walls;
        for (std::size_t i = 0; i < grains_.size(); ++i) force_[i] = torque_[i] = Vec3::Zero();
        for (const Vec3& shift : shifts())
            for (std::size_t i = 0; i < grains_.size(); ++i)
                for (std::size_t j = i + 1; j < grains_.size(); ++j)
                    if (is_close(ball(i), ball(j, shift), 0)) push_pair<Law>(i, j, shift, pairs);
        for (std::size_t i = 0; i < grains_.size(); ++i) {
            std::vector<WallContact> contacts;
            wall_contacts(surfaces_, surface_numbers_, grains_[i].center, grains_[i].radius, 0,
                          contacts);
            for (const WallContact& c : contacts) {
                if (!(c.gap < 0)) continue;
                const auto surface = static_cast<std::size_t>(c.surface);
                const Key key{i, base_of_[surface]}; // images have one memory
                Memory memory = found(wall_memory_, key);
                const auto in = wall_contact_input(c, memory.spring, ball(i), kinetic(i));
                const auto out = answer<Law>(grains_[i].material, wall_material_[surface], in,
                                             -grains_[i].spin, memory);
                walls[key] = memory;
                const Vec3 n = vec(in.normal), sideways = vec(out.contact.tangential_force);
                push(i, n, in.overlap, sideways - out.contact.normal_force * n, sideways);
                torque_[i] += vec(out.moment);
            }
        }
        pair_memory_.swap(pairs);
        wall_memory_.swap(walls);
    }

    Scene scene_;
    std::vector<Grain> grains_;
    double dt_;
    std::int64_t step_ = 0;
    std::vector<PairRow> rows_;
    std::vector<ExtraRow> extra_;
    bool is_extended_ = false;
    std::vector<Surface> surfaces_;
    std::vector<int> surface_numbers_, wall_material_;
    std::vector<std::size_t> base_of_; ///< the surface that was written
    std::vector<double> mass_;
    std::vector<Vec3> force_, torque_, half_velocity_, half_spin_;
    std::map<Key, Memory> pair_memory_, wall_memory_;
};

} // namespace scree
