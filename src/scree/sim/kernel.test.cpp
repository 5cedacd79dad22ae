// SPDX-License-Identifier: BSD-3-Clause
//
// The vector kernels against each other and against a plain loop over pairs in plain numbers: the
// same bits. Clusters overlap at random and move at random between calls, so that contacts begin,
// last, slide and part.
#include <scree/base/random.hpp>
#include <scree/sim/contact_view.hpp>
#include <scree/sim/kernel.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <iostream>

namespace scree {
namespace {

constexpr double dt = 1e-4;

struct Case {
    LawKind law;
    std::uint32_t materials;
};

std::vector<PairRow> random_rows(Random& random, LawKind law, std::uint32_t materials) {
    std::vector<Material> list(materials);
    for (Material& m : list) {
        m.stiffness = random.uniform(1e3, 1e5);
        m.young = random.uniform(1e6, 1e8);
        m.poisson = random.uniform(0, 0.5);
        m.restitution = random.uniform(0.2, 1);
        m.friction = random.uniform(0, 1);
    }
    std::vector<PairRow> rows;
    for (const PairValues& v : pair_table(law, list, {})) rows.push_back(pair_row(v));
    return rows;
}

/// Everything a kernel reads and writes.
struct Cluster {
    Bodies bodies;
    PairList pairs;
    std::vector<PairRow> rows;
    std::uint32_t materials = 1;
    std::vector<KernelResult> results;
};

Cluster random_cluster(Random& random, const Case& setup, std::size_t count) {
    Cluster c;
    c.materials = setup.materials;
    c.rows = random_rows(random, setup.law, setup.materials);
    c.bodies.resize(count);
    const double edge = 1.3 * std::cbrt(static_cast<double>(count)); // about six contacts per grain
    for (std::size_t i = 0; i < count; ++i) {
        const auto u = [&](double size) { return random.uniform(-size, size); };
        c.bodies.ball[i] = {u(edge / 2), u(edge / 2), u(edge / 2), random.uniform(0.5, 1)};
        c.bodies.kinetic[i] = {
            u(2),  u(2),  u(2),  random.uniform(0.1, 1),
            u(50), u(50), u(50), static_cast<double>(random.below(setup.materials))};
    }
    c.bodies.ball[1] = c.bodies.ball[0]; // two centres in one place
    Workers workers(1);
    std::vector<IndexPair> candidates;
    make_grid()->update({{c.bodies.ball.data(), count}, 0.3}, workers, candidates);
    c.pairs.build(candidates, count, workers);
    for (ForceRow& f : c.pairs.force) f = {1, 2, 3, 0, 4, 5, 6, 0}; // to be overwritten
    return c;
}

void jostle(Random& random, Cluster& c) {
    for (std::size_t i = 0; i < c.bodies.count; ++i) {
        Ball& b = c.bodies.ball[i];
        b.x += random.uniform(-0.05, 0.05);
        b.y += random.uniform(-0.05, 0.05);
        b.z += random.uniform(-0.05, 0.05);
        c.bodies.kinetic[i].vx = random.uniform(-2, 2);
    }
}

void run_kernel(Cluster& c, Kernel kernel) {
    std::vector<std::uint32_t> scratch;
    c.results.clear();
    for (const Chunk& chunk : c.pairs.chunks) {
        scratch.assign(chunk.pair_count + 8, 0);
        c.results.push_back(kernel({.ball = c.bodies.ball.data(),
                                    .kinetic = c.bodies.kinetic.data(),
                                    .rows = c.rows.data(),
                                    .materials = c.materials,
                                    .dt = dt,
                                    .first = c.pairs.first.data() + chunk.first_pair,
                                    .second = c.pairs.second.data() + chunk.first_pair,
                                    .slot = c.pairs.slot.data() + chunk.first_pair,
                                    .pair_count = chunk.pair_count,
                                    .first_body = chunk.first_body,
                                    .spring = c.pairs.spring.data() + chunk.first_pair,
                                    .touching = c.pairs.touching.data() + chunk.first_pair / 4,
                                    .force = c.pairs.force.data() + chunk.first_slot,
                                    .slot_count = chunk.slot_count,
                                    .scratch = scratch.data()}));
    }
}

void add(ForceRow& row, const Triple<double>& force, const Triple<double>& turn) {
    row.fx += force.x;
    row.fy += force.y;
    row.fz += force.z;
    row.tx += turn.x;
    row.ty += turn.y;
    row.tz += turn.z;
}

/// One pair after the other. Losses are summed as the kernel does: four sums that take turns.
template <class Law>
void run_plainly(Cluster& c) {
    c.results.clear();
    for (const Chunk& chunk : c.pairs.chunks) {
        ForceRow* force = c.pairs.force.data() + chunk.first_slot;
        for (std::uint32_t s = 0; s < chunk.slot_count; ++s) force[s] = {};
        KernelResult result;
        double damping[4] = {}, friction[4] = {};
        for (std::uint32_t k = chunk.first_pair; k < chunk.first_pair + chunk.real_pairs; ++k) {
            const std::uint32_t i = c.pairs.first[k], j = c.pairs.second[k];
            Spring& spring = c.pairs.spring[k];
            std::uint8_t& bits = c.pairs.touching[k / 4];
            bits = static_cast<std::uint8_t>(bits & ~(1U << (k % 4)));
            if (!is_close(c.bodies.ball[i], c.bodies.ball[j], 0)) {
                spring = {0, 0, 0, 0};
                continue;
            }
            bits = static_cast<std::uint8_t>(bits | (1U << (k % 4)));
            const Ball &a = c.bodies.ball[i], &b = c.bodies.ball[j];
            const Kinetic &ka = c.bodies.kinetic[i], &kb = c.bodies.kinetic[j];
            const auto in = pair_contact_input(a, b, ka, kb, spring);
            const auto row =
                scalar_row(c.rows[static_cast<std::uint32_t>(ka.material) * c.materials +
                                  static_cast<std::uint32_t>(kb.material)]);
            const auto out = contact_response<Law, double>(row, in, dt);
            spring = {out.spring.x, out.spring.y, out.spring.z, out.last};
            const Triple<double> on_a = out.tangential_force - out.normal_force * in.normal;
            const Triple<double> turn = cross(in.normal, out.tangential_force);
            add(force[i - chunk.first_body], on_a, (a.radius - 0.5 * in.overlap) * turn);
            add(force[c.pairs.slot[k]], -1.0 * on_a, (b.radius - 0.5 * in.overlap) * turn);
            damping[result.contacts % 4] += out.lost_damping;
            friction[result.contacts % 4] += out.lost_friction;
            ++result.contacts;
        }
        result.losses = {((damping[0] + damping[1]) + damping[2]) + damping[3],
                         ((friction[0] + friction[1]) + friction[2]) + friction[3]};
        c.results.push_back(result);
    }
}

bool same_bits(const void* a, const void* b, std::size_t size) {
    return std::memcmp(a, b, size) == 0;
}

/// All slots but the idle one of each chunk, which holds whatever idle lanes computed.
void expect_same(const Cluster& a, const Cluster& b, const char* what) {
    ASSERT_EQ(a.results.size(), b.results.size());
    for (std::size_t c = 0; c < a.pairs.chunks.size(); ++c) {
        const Chunk& chunk = a.pairs.chunks[c];
        EXPECT_EQ(a.results[c].contacts, b.results[c].contacts) << what;
        EXPECT_TRUE(same_bits(&a.results[c].losses, &b.results[c].losses, sizeof(Losses))) << what;
        for (std::uint32_t s = chunk.first_slot; s + 1 < chunk.first_slot + chunk.slot_count; ++s)
            EXPECT_TRUE(same_bits(&a.pairs.force[s], &b.pairs.force[s], sizeof(ForceRow)))
                << what << ", slot " << s;
        for (std::uint32_t k = chunk.first_pair; k < chunk.first_pair + chunk.real_pairs; ++k) {
            EXPECT_TRUE(same_bits(&a.pairs.spring[k], &b.pairs.spring[k], sizeof(Spring)))
                << what << ", spring " << k;
            EXPECT_EQ(a.pairs.is_touching(k), b.pairs.is_touching(k));
        }
    }
}

class Kernels : public ::testing::TestWithParam<Case> {};

TEST_P(Kernels, GiveTheBitsOfThePlainLoop) {
    const Case setup = GetParam();
    const std::uint64_t seed = 10 + setup.materials;
    std::cout << "seed " << seed << ", best kernel " << choose_kernel(setup.law).isa << '\n';
    Random random(seed);
    std::size_t contacts = 0, parted = 0, carried = 0, halos = 0;
    for (const std::size_t count : {2U, 3U, 20U, 700U}) {
        Cluster plain = random_cluster(random, setup, count);
        Cluster best = plain, baseline = plain;
        halos += plain.pairs.incoming.size();
        for (int step = 0; step < 20; ++step) {
            const auto before = plain.pairs.touching;
            setup.law == LawKind::linear ? run_plainly<LinearLaw>(plain)
                                         : run_plainly<HertzLaw>(plain);
            run_kernel(best, choose_kernel(setup.law).kernel);
            run_kernel(baseline, baseline_kernel(setup.law).kernel);
            expect_same(best, plain, "best and plain");
            expect_same(baseline, plain, "baseline and plain");
            if (HasFailure()) FAIL() << "count " << count << ", step " << step;
            for (const KernelResult& r : plain.results) contacts += r.contacts;
            for (std::size_t k = 0; k < before.size(); ++k) {
                parted += static_cast<std::size_t>(
                    std::popcount(static_cast<unsigned>(before[k] & ~plain.pairs.touching[k])));
                carried += static_cast<std::size_t>(
                    std::popcount(static_cast<unsigned>(before[k] & plain.pairs.touching[k])));
            }
            jostle(random, plain);
            best.bodies = baseline.bodies = plain.bodies;
        }
    }
    EXPECT_GT(contacts, 20000U);
    EXPECT_GT(carried, 10000U);
    EXPECT_GT(parted, 500U);
    EXPECT_GT(halos, 100U);
}

// Newton's third law, for forces and, with levers that meet in the overlap, for torques about any
// point: the sums vanish up to the rounding of some 1e4 numbers.
TEST_P(Kernels, KeepMomentumAndAngularMomentum) {
    const Case setup = GetParam();
    Random random(20);
    Cluster c = random_cluster(random, setup, 700);
    for (int step = 0; step < 3; ++step) {
        run_kernel(c, choose_kernel(setup.law).kernel);
        for (const Chunk& chunk : c.pairs.chunks)
            for (std::uint32_t k = 0; k < chunk.incoming_count; ++k) {
                const Incoming& in = c.pairs.incoming[chunk.first_incoming + k];
                const ForceRow& f = c.pairs.force[in.slot];
                add(c.pairs.force[chunk.first_slot + in.body - chunk.first_body],
                    {f.fx, f.fy, f.fz}, {f.tx, f.ty, f.tz});
            }
        Vec3 force = Vec3::Zero(), torque = force;
        double force_scale = 0, torque_scale = 0;
        for (std::size_t i = 0; i < c.bodies.count; ++i) {
            const ForceRow& f = c.pairs.force_on(i);
            const Ball& b = c.bodies.ball[i];
            const Vec3 on(f.fx, f.fy, f.fz), turn(f.tx, f.ty, f.tz);
            force += on;
            torque += Vec3(b.x, b.y, b.z).cross(on) + turn;
            force_scale += on.norm();
            torque_scale += Vec3(b.x, b.y, b.z).cross(on).norm() + turn.norm();
        }
        EXPECT_GT(force_scale, 1);
        EXPECT_LT(force.norm(), 1e-13 * force_scale);
        EXPECT_LT(torque.norm(), 1e-13 * torque_scale);
        jostle(random, c);
    }
}

TEST_P(Kernels, ForgetTheSpringOfAPartedPair) {
    const Case setup = GetParam();
    Random random(30);
    Cluster c = random_cluster(random, setup, 2);
    c.bodies.ball[0] = {0, 0, 0, 1};
    c.bodies.ball[1] = {1.9, 0, 0, 1};
    c.bodies.kinetic[0].vy = 1;
    c.bodies.kinetic[1].vy = -1;
    const auto length = [&] {
        return std::hypot(c.pairs.spring[0].x, c.pairs.spring[0].y, c.pairs.spring[0].z);
    };
    run_kernel(c, choose_kernel(setup.law).kernel);
    EXPECT_GT(length(), 0);
    EXPECT_TRUE(c.pairs.is_touching(0));
    c.bodies.ball[1].x = 2.0; // touching exactly is not overlapping
    run_kernel(c, choose_kernel(setup.law).kernel);
    EXPECT_EQ(length(), 0);
    EXPECT_FALSE(c.pairs.is_touching(0));
    EXPECT_EQ(c.results[0].contacts, 0U);
    EXPECT_EQ(c.pairs.force_on(0).fx, 0);
}

/// Two balls of radius 0.625 with d² one unit in the last place below (r_a + r_b)² = 1.25².
Ball barely_touching(Random& random) {
    const double limit = std::nextafter(1.25 * 1.25, 0.0);
    for (;;) {
        const double x = random.uniform(0.2, 1.2), y = std::sqrt(limit - x * x);
        if (x * x + y * y == limit) return {x, y, 0, 0.625};
    }
}

// d² < (r_a + r_b)² and yet sqrt(d²) rounds to r_a + r_b: the overlap would be zero, and what
// divides by it (Hertz: the stiffness, its ratio to the last one) would be NaN. A lattice of
// touching grains has many such pairs.
TEST_P(Kernels, AnOverlapThatRoundsToZeroIsHarmless) {
    ASSERT_EQ(std::sqrt(std::nextafter(1.25 * 1.25, 0.0)), 1.25);
    const Case setup = GetParam();
    Random random(40);
    for (int k = 0; k < 100; ++k) {
        Cluster c = random_cluster(random, setup, 2);
        c.bodies.ball[0] = {0, 0, 0, 0.625};
        c.bodies.ball[1] = barely_touching(random);
        if (k % 3 == 0) c.bodies.kinetic[1] = c.bodies.kinetic[0]; // at rest against each other
        ASSERT_TRUE(is_close(c.bodies.ball[0], c.bodies.ball[1], 0));
        for (int step = 0; step < 3; ++step) { // new, then old
            run_kernel(c, choose_kernel(setup.law).kernel);
            const ForceRow& f = c.pairs.force_on(0);
            const Spring& s = c.pairs.spring[0];
            const Losses& lost = c.results[0].losses;
            for (const double x : {f.fx, f.fy, f.fz, f.tx, f.ty, f.tz, s.x, s.y, s.z, s.last,
                                   lost.damping, lost.friction})
                EXPECT_TRUE(std::isfinite(x)) << "case " << k << ", step " << step;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Laws, Kernels,
                         ::testing::Values(Case{LawKind::linear, 1}, Case{LawKind::linear, 3},
                                           Case{LawKind::hertz, 1}, Case{LawKind::hertz, 3}));

} // namespace
} // namespace scree
