// SPDX-License-Identifier: BSD-3-Clause
//
// Contacts of clumps go through the kernels of balls (sim/clump_contacts.hpp). Here against the
// contact of any two shapes, one pair of balls, or one ball at a wall, at a time.
#include <scree/base/random.hpp>
#include <scree/sim/detail/clump_rows.hpp>

#include <support/shaped_scenes.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <numbers>

namespace scree {
namespace {

using namespace test_support;

Vec3 random_vector(Random& random) {
    return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

GrainShape random_clump(Random& random, int balls) {
    std::vector<ClumpBall> made = {{Vec3::Zero(), 0.8}};
    while (static_cast<int>(made.size()) < balls)
        made.push_back({0.7 * random_vector(random), random.uniform(0.5, 1.0)});
    return grain_shape("clump", make_clump(made));
}

struct Push {
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
};

/// What the grains 0 and 1 do to each other by the general contact, and what it remembers.
class Oracle {
public:
    Oracle(const World& world, double dt) : world_(world), dt_(dt) {}

    /// Of grain 0 with a plane at rest, z = 0.
    Push push_of_floor(std::size_t& touching) {
        const Partner a = partner(0), floor;
        std::map<std::pair<std::size_t, std::size_t>, TouchMemory> next;
        Push out;
        const auto& parts = *body(0).parts;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const Vec3 center = pose(0, parts[i]).position;
            Touching found;
            found.depth = parts[i].bound - center.z();
            if (!(found.depth > 0)) continue;
            found.normal = -Vec3::UnitZ();
            found.point = center - (parts[i].bound - 0.5 * found.depth) * Vec3::UnitZ();
            TouchMemory& memory = next[{i, 0}] = memory_[{i, 0}];
            Partner of_a = a;
            of_a.radius = parts[i].bound;
            const Answer answer =
                answer_touch(found, {of_a, floor, 0}, {world_.laws(), dt_, false}, memory, losses);
            out.force += answer.force;
            out.torque += (found.point - a.center).cross(answer.force) + answer.moment;
            ++touching;
        }
        memory_ = next;
        return out;
    }

    std::array<Push, 2> pushes(std::size_t& touching) {
        const Partner a = partner(0), b = partner(1);
        std::map<std::pair<std::size_t, std::size_t>, TouchMemory> next;
        std::array<Push, 2> out;
        const auto &parts_a = *body(0).parts, &parts_b = *body(1).parts;
        for (std::size_t i = 0; i < parts_a.size(); ++i)
            for (std::size_t j = 0; j < parts_b.size(); ++j) {
                const auto found = touch_of_parts(parts_a[i], pose(0, parts_a[i]), parts_b[j],
                                                  pose(1, parts_b[j]), {nullptr, work_});
                if (!found) continue;
                TouchMemory& memory = next[{i, j}] = memory_[{i, j}];
                // Curved as its ball, not as the grain.
                Partner of_a = a, of_b = b;
                of_a.radius = parts_a[i].bound;
                of_b.radius = parts_b[j].bound;
                const Answer answer = answer_touch(*found, {of_a, of_b, 0},
                                                   {world_.laws(), dt_, false}, memory, losses);
                out[0].force += answer.force;
                out[1].force -= answer.force;
                out[0].torque += (found->point - a.center).cross(answer.force) + answer.moment;
                out[1].torque -= (found->point - b.center).cross(answer.force) + answer.moment;
                ++touching;
            }
        memory_ = next;
        return out;
    }

    Losses losses;

private:
    const ShapedBodies::Body& body(std::uint32_t id) const {
        return *world_.shaped()->bodies.find(id);
    }
    std::size_t place(std::uint32_t id) const { return world_.bodies().id[0] == id ? 0 : 1; }
    Partner partner(std::uint32_t id) const {
        const Ball& ball = world_.bodies().ball[place(id)];
        const Kinetic& k = world_.bodies().kinetic[place(id)];
        return {{ball.x, ball.y, ball.z}, {k.vx, k.vy, k.vz},    {k.wx, k.wy, k.wz},
                k.inverse_mass,           body(id).state.radius, &body(id).inverse_inertia};
    }
    Pose pose(std::uint32_t id, const PartSolid& part) const {
        const Ball& ball = world_.bodies().ball[place(id)];
        return {body(id).rotation,
                Vec3(ball.x, ball.y, ball.z) + body(id).rotation * part.in_body.position};
    }

    const World& world_;
    double dt_;
    TouchWorkspace work_;
    std::map<std::pair<std::size_t, std::size_t>, TouchMemory> memory_;
};

/// Two clumps that are going to hit each other, turning.
std::vector<Grain> thrown_clumps(const Scene& scene, Random& random) {
    std::vector<Grain> grains;
    for (const int side : {-1, 1}) {
        const Vec3 center = 0.014 * side * Vec3::UnitX() + 0.003 * random_vector(random);
        Grain g = shaped_grain(scene, side < 0 ? 0 : 1, center, 0.01,
                               turned(random_vector(random), random.uniform(0, 3)));
        g.velocity = -2.0 * side * Vec3::UnitX() + 0.2 * random_vector(random);
        g.spin = 40 * random_vector(random);
        grains.push_back(g);
    }
    return grains;
}

/// Follows worlds step by step beside what the oracle says of them.
class Comparison {
public:
    /// `pushes(oracle, touching)`: those on the grains, by id.
    template <class Pushes>
    void follow(World& world, double dt, const Pushes& pushes) {
        Oracle oracle(world, dt);
        for (int step = 0; step < 1500; ++step) {
            world.evaluate();
            const std::size_t before = touching_;
            const auto expected = pushes(oracle, touching_);
            EXPECT_EQ(world.contact_count(), touching_ - before);
            several_ += touching_ > before + 1 ? 1 : 0;
            const double size = expected[0].force.norm() + 1e-12;
            for (std::size_t i = 0; i < expected.size(); ++i) {
                const ForceRow& f = world.pairs().force_on(i);
                const Push& push = expected[world.bodies().id[i]];
                worst_ = std::max({worst_, (Vec3(f.fx, f.fy, f.fz) - push.force).norm() / size,
                                   (Vec3(f.tx, f.ty, f.tz) - push.torque).norm() / (0.01 * size)});
            }
            world.advance();
        }
        lost_ += all(world.losses());
        lost_by_oracle_ += all(oracle.losses);
    }

    void expect_same() const {
        std::printf("%zu contacts, in %zu steps several: off by %.1e; lost %.6e J and %.6e J\n",
                    touching_, several_, worst_, lost_, lost_by_oracle_);
        EXPECT_GT(touching_, 1000U);
        EXPECT_GT(several_, 100U);
        EXPECT_LT(worst_, 1e-9);
        EXPECT_NEAR(lost_, lost_by_oracle_, 1e-9 * lost_by_oracle_);
    }

private:
    static double all(const Losses& l) { return l.damping + l.friction + l.plastic + l.rolling; }

    double worst_ = 0, lost_ = 0, lost_by_oracle_ = 0;
    std::size_t touching_ = 0, several_ = 0;
};

struct ClumpContactLaws : testing::TestWithParam<std::pair<LawKind, bool>> {
    static Scene scene() {
        const auto [law, rolls] = GetParam();
        Material material = grit(0.6, 0.4);
        if (rolls) material.rolling_friction = 0.2;
        if (law == LawKind::pournin) material.reload_loss = 0.8;
        return bare_scene(law, material);
    }
};

TEST_P(ClumpContactLaws, AreThoseOfTheGeneralContact) {
    const std::uint64_t seed = 31;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    Comparison comparison;
    for (int trial = 0; trial < 40; ++trial) {
        Scene scene = this->scene();
        scene.shapes = {random_clump(random, 1 + trial % 5), random_clump(random, 2 + trial % 4)};
        const std::vector<Grain> grains = thrown_clumps(scene, random);
        const double dt = automatic_step(scene, grains);
        World world = world_of(scene, grains, dt);
        comparison.follow(world, dt, [](Oracle& oracle, std::size_t& touching) {
            return oracle.pushes(touching);
        });
    }
    comparison.expect_same();
}

// A clump is thrown on a floor, turning.
TEST_P(ClumpContactLaws, AreThoseOfTheGeneralContactAtAWall) {
    const std::uint64_t seed = 32;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    Comparison comparison;
    for (int trial = 0; trial < 40; ++trial) {
        Scene scene = this->scene();
        scene.walls = {wall_of("plane", make_plane(Vec3::Zero(), Vec3::UnitZ()))};
        scene.shapes = {random_clump(random, 1 + trial % 6)};
        Grain g = shaped_grain(scene, 0, {0, 0, 0.02}, 0.01,
                               turned(random_vector(random), random.uniform(0, 3)));
        g.velocity = -2.0 * Vec3::UnitZ() + 0.5 * random_vector(random);
        g.spin = 40 * random_vector(random);
        const double dt = automatic_step(scene, {&g, 1});
        World world = world_of(scene, {&g, 1}, dt);
        comparison.follow(world, dt, [](Oracle& oracle, std::size_t& touching) {
            return std::array{oracle.push_of_floor(touching)};
        });
    }
    comparison.expect_same();
}

INSTANTIATE_TEST_SUITE_P(
    All, ClumpContactLaws,
    testing::Values(std::pair(LawKind::linear, false), std::pair(LawKind::linear, true),
                    std::pair(LawKind::hertz, false), std::pair(LawKind::hertz, true),
                    std::pair(LawKind::walton, false), std::pair(LawKind::pournin, true)));

// Where the balls of a clump are, how they move and turn away, against plain vectors; the same bits
// on every instruction set.
TEST(ClumpRows, AreWhereTheirGrainTakesThem) {
    const std::uint64_t seed = 33;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    int strayed = 0;
    const int trials = 500;
    constexpr std::uint32_t count = 5;
    for (int trial = 0; trial < trials; ++trial) {
        const Vec3 center = random_vector(random), velocity = random_vector(random),
                   spin = random_vector(random);
        const Eigen::Matrix3d rotation =
            turned(random_vector(random), random.uniform(0, 3)).toRotationMatrix();
        const Vec3 moments = Vec3(2, 2, 2) + random_vector(random);
        const Eigen::Matrix3d inertia = rotation * moments.asDiagonal() * rotation.transpose();
        const Ball grain{center.x(), center.y(), center.z(), 3};
        const Kinetic motion{velocity.x(), velocity.y(), velocity.z(), 7,
                             spin.x(),     spin.y(),     spin.z(),     2};
        std::array<Ball, count> own, listed;
        const double way = trial % 2 == 0 ? 0.01 : 0.08;
        for (std::size_t k = 0; k < count; ++k) {
            const Vec3 at = random_vector(random), now = center + rotation * at,
                       before = now + way * random_vector(random);
            own[k] = {at.x(), at.y(), at.z(), random.uniform(0.5, 1)};
            listed[k] = {before.x(), before.y(), before.z(), own[k].radius};
        }
        std::array<Ball, count> ball, ball2;
        std::array<Kinetic, count> kinetic, kinetic2;
        std::array<LeverRow, count> lever, lever2;
        const bool has_strayed = detail::place_rows_baseline(
            {&grain, &motion, rotation.data(), inertia.data(), own.data(), count, ball.data(),
             kinetic.data(), lever.data(), listed.data()});
        ASSERT_EQ(detail::choose_place_rows()({&grain, &motion, rotation.data(), inertia.data(),
                                               own.data(), count, ball2.data(), kinetic2.data(),
                                               lever2.data(), listed.data()}),
                  has_strayed);
        ASSERT_EQ(std::memcmp(&ball, &ball2, sizeof ball), 0);
        ASSERT_EQ(std::memcmp(&kinetic, &kinetic2, sizeof kinetic), 0);
        ASSERT_EQ(std::memcmp(&lever, &lever2, sizeof lever), 0);
        strayed += has_strayed ? 1 : 0;
        bool expected = false;
        for (std::size_t k = 0; k < count; ++k) {
            const Vec3 arm = rotation * Vec3(own[k].x, own[k].y, own[k].z), at = center + arm,
                       v = velocity + spin.cross(arm);
            const Vec3 from(listed[k].x, listed[k].y, listed[k].z);
            expected |= (at - from).norm() > detail::stray * own[k].radius;
            EXPECT_LT((Vec3(ball[k].x, ball[k].y, ball[k].z) - at).norm(), 1e-14);
            EXPECT_EQ(ball[k].radius, own[k].radius);
            EXPECT_LT((Vec3(kinetic[k].vx, kinetic[k].vy, kinetic[k].vz) - v).norm(), 1e-14);
            EXPECT_EQ(kinetic[k].inverse_mass, 7);
            EXPECT_EQ(kinetic[k].wy, spin.y());
            EXPECT_EQ(kinetic[k].material, 2);
            const LeverRow& l = lever[k];
            EXPECT_LT((Vec3(l.x, l.y, l.z) - arm).norm(), 1e-14);
            EXPECT_EQ(Vec3(l.xx, l.yy, l.zz), Vec3(inertia.diagonal()));
            EXPECT_LT(
                (Vec3(l.yz, l.xz, l.xy) - Vec3(inertia(1, 2), inertia(0, 2), inertia(0, 1))).norm(),
                1e-14);
        }
        EXPECT_EQ(has_strayed, expected) << trial;
    }
    std::printf("%d of %d strayed\n", strayed, trials);
    EXPECT_GT(strayed, trials / 10);
    EXPECT_LT(strayed, trials - trials / 10);
}

/// The deepest overlap of an elastic impact by Hertz' law: the work 8/15 E* √R d^2.5 of the force
/// is the energy m v²/2. `material` against itself.
double deepest_of_hertz(const Material& material, double mass, double radius, double speed) {
    const double poisson = *material.poisson;
    const double modulus = *material.young / (2 * (1 - poisson * poisson));
    return std::pow(15 * mass * speed * speed / (16 * modulus * std::sqrt(radius)), 0.4);
}

double deepest_in(World& world, double duration) {
    double deepest = 0;
    while (world.time() < duration) {
        const Frame frame = look(world);
        for (const ContactRecord& c : frame.contact) deepest = std::max(deepest, c.overlap);
        world.advance();
    }
    return deepest;
}

// Dumbbells fall flat on a wall, or meet side by side: two contacts of equal balls at once, each
// with half of the mass.
TEST(ClumpContacts, AreCurvedAsTheirBalls) {
    const Material material = grit(1, 0);
    Scene scene = bare_scene(LawKind::hertz, material);
    scene.shapes = {grain_shape(
        "dumbbell", make_clump(std::vector<ClumpBall>{{{-1, 0, 0}, 1}, {{1, 0, 0}, 1}}))};
    const double r = 0.01, speed = 0.5;
    const double ball = r * std::get<Sphere>(scene.shapes[0].parts[0].shape).radius;
    Grain falling = shaped_grain(scene, 0, {0, 0, 1.01 * ball}, r);
    falling.velocity = {0, 0, -speed};
    const double half =
        0.5 * material.density * 4 / 3 * std::numbers::pi * r * r * r; // of one dumbbell

    Scene floor = scene;
    floor.walls = {wall_of("plane", make_plane(Vec3::Zero(), Vec3::UnitZ()))};
    const double dt = automatic_step(floor, {&falling, 1}) / 8;
    World on_floor = world_of(floor, {&falling, 1}, dt);
    const double wanted = deepest_of_hertz(material, half, ball, speed);
    const double found = deepest_in(on_floor, 2e-3);

    std::vector<Grain> both = {falling, falling};
    both[1].center.z() *= -1;
    both[1].velocity.z() *= -1;
    World meeting = world_of(scene, both, dt);
    const double wanted_meeting = deepest_of_hertz(material, half / 2, ball / 2, 2 * speed);
    const double found_meeting = deepest_in(meeting, 2e-3);
    std::printf("deepest at a wall %.6e m of %.6e m, of two %.6e m of %.6e m\n", found, wanted,
                found_meeting, wanted_meeting);
    EXPECT_NEAR(found / wanted, 1, 1e-3);
    EXPECT_NEAR(found_meeting / wanted_meeting, 1, 1e-3);
}

// A gas of clumps and balls that touches nothing else keeps its momenta, and the ledger closes.
TEST(ClumpContacts, KeepMomentaAndTheLedger) {
    const std::uint64_t seed = 7;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    Scene scene = bare_scene(LawKind::linear, grit(0.8, 0.3));
    for (int k = 0; k < 3; ++k) scene.shapes.push_back(random_clump(random, 2 + 3 * k));
    std::vector<Grain> grains;
    for (int k = 0; k < 64; ++k) {
        const Vec3 place(k % 4 - 1.5, k / 4 % 4 - 1.5, k / 16 - 1.5);
        Grain g = k % 4 == 3 ? grain_at(0.026 * place, 0.01)
                             : shaped_grain(scene, k % 4, 0.026 * place, 0.01,
                                            turned(random_vector(random), random.uniform(0, 3)));
        g.velocity = -6 * g.center + 0.1 * random_vector(random); // towards the middle
        g.spin = 10 * random_vector(random);
        grains.push_back(g);
    }
    World world = world_of(scene, grains, automatic_step(scene, grains));
    Ledger ledger;
    const auto moments = [&] {
        Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero();
        for (std::size_t i = 0; i < grains.size(); ++i) {
            const HalfStep& h = world.bodies().half[i];
            const Ball& b = world.bodies().ball[i];
            const Vec3 p = h.mass * Vec3(h.vx, h.vy, h.vz);
            momentum += p;
            angular += Vec3(b.x, b.y, b.z).cross(p);
            const auto* body = world.shaped()->bodies.find(world.bodies().id[i]);
            angular += body != nullptr
                           ? body->state.momentum
                           : Vec3(0.4 * h.mass * b.radius * b.radius * Vec3(h.wx, h.wy, h.wz));
        }
        return std::pair(momentum, angular);
    };
    world.step();
    const auto first = moments();
    std::int64_t contacts = 0;
    double residual = 0, energy = 0;
    for (int s = 0; s < 4000; ++s) {
        world.evaluate();
        contacts += world.contact_count();
        if (s % 50 == 0) {
            const Measures m = take_measures(scene, world, ledger);
            if (s == 0) energy = m.kinetic;
            residual = std::max(residual, std::abs(m.residual) / energy);
        }
        world.advance();
    }
    const auto last = moments();
    const double off = (last.first - first.first).norm(),
                 turned_off = (last.second - first.second).norm();
    std::printf("%lld contact steps; momentum off by %.1e of %.1e kg m/s, angular by %.1e of "
                "%.1e kg m²/s, ledger by %.1e\n",
                static_cast<long long>(contacts), off, first.first.norm(), turned_off,
                first.second.norm(), residual);
    EXPECT_GT(contacts, 10000);
    EXPECT_LT(off, 1e-13);
    EXPECT_LT(turned_off, 1e-14);
    EXPECT_LT(residual, 1e-3);
}

} // namespace
} // namespace scree
