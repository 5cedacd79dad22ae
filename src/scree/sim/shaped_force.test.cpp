// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/random.hpp>
#include <scree/sim/shaped_force.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

namespace scree {
namespace {

Vec3 random_vec(Random& random, double size) {
    return size * Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

/// A table of one material with every part of the law in it.
LawTable table(LawKind kind, bool extended) {
    LawTable laws;
    laws.kind = kind;
    laws.rows = {PairRow{{1e3, 0, 0.3, 0.8}, {0.5, 0.7, 0.2, 0.1}}};
    if (extended) laws.extra = {ExtraRow{{0.05, 0.03, 1e-3, 1}, {2, 1, 0.5, 0.7}}};
    return laws;
}

struct Case {
    Touching touching;
    Partner a, b;
    Eigen::Matrix3d inertia_a, inertia_b;
    TouchMemory memory;
    Answer answer;
    Losses losses;
};

Partner random_partner(Random& random, const Eigen::Matrix3d* inertia) {
    Partner p;
    p.center = random_vec(random, 1e-3);
    p.velocity = random_vec(random, 0.1);
    p.spin = random_vec(random, 10);
    p.inverse_mass = random.uniform(1e4, 1e5);
    p.radius = random.uniform(1e-3, 2e-3);
    p.inverse_inertia = inertia;
    p.inverse_inertia_of_ball = 1e11;
    return p;
}

/// New contacts and old ones, in points and over faces, of shapes, balls and walls.
void fill(Random& random, Case& c) {
    const auto often = [&](double share) { return random.uniform() < share; };
    for (Eigen::Matrix3d* m : {&c.inertia_a, &c.inertia_b})
        *m = 1e11 * random_vec(random, 1).cwiseAbs().asDiagonal();
    c.a = random_partner(random, &c.inertia_a);
    c.b = random_partner(random, often(0.5) ? &c.inertia_b : nullptr);
    if (often(0.2)) c.b = Partner{}; // a wall
    Touching& t = c.touching = {};
    t.depth = random.uniform(1e-7, 1e-5);
    t.normal = random_vec(random, 1).normalized();
    t.point = random_vec(random, 1e-3);
    if (often(0.7)) {
        t.opening = random.uniform(1e-8, 1e-6);
        t.volume = 0.5 * t.opening * t.depth;
        t.depth_squares = 0.5 * t.volume * t.depth;
        t.area_moment = random_vec(random, 1e-10);
        if (often(0.8)) {
            Spread& s = t.spread;
            s.area = t.opening;
            s.mean_arm = 1e-4;
            s.x = t.normal.unitOrthogonal();
            s.y = t.normal.cross(s.x);
            s.xx = random.uniform(1e-9, 1e-8), s.yy = random.uniform(1e-9, 1e-8);
            s.xy = 0.1 * s.xx;
        }
    }
    c.memory = {};
    c.answer = {};
    c.losses = {};
    if (often(0.3)) return;
    TouchMemory& m = c.memory;
    const Vec3 spring = random_vec(random, 1e-6);
    m.spring = {spring.x(), spring.y(), spring.z(), often(0.8) ? t.depth : -0.3};
    m.trace = {1e-3, -1e-3, 2e-3, 1e-3, 1e-3, 1e-9, 1.5 * t.depth, 0.5};
    m.twist = random.uniform(-1e-3, 1e-3);
    m.hold = random_vec(random, 1e-4);
    m.energy = 1e-9, m.overlap = t.depth, m.approach = 0.01, m.pressing = 1e-3;
}

std::vector<double> result(const Case& c) {
    std::vector<double> out(sizeof(TouchMemory) / sizeof(double));
    std::memcpy(out.data(), &c.memory, sizeof(TouchMemory));
    out.resize(sizeof(Spring) / 8 + sizeof(Trace) / 8 + 8); // without the padding
    for (const Vec3& v : {c.answer.force, c.answer.moment, c.answer.tangential_force})
        out.insert(out.end(), v.data(), v.data() + 3);
    const Losses& l = c.losses;
    out.insert(out.end(), {c.answer.normal_force, c.answer.stored, l.damping, l.friction, l.plastic,
                           l.rolling, l.geometry});
    return out;
}

TouchTask task_of(Case& c, const ShapedLaw& law) {
    return {&c.touching, &c.a, &c.b, law.row(0), law.extra(0), &c.memory, &c.answer, &c.losses};
}

// Which contacts share the lanes depends on the list, and the build on the machine; the bits must
// not. In any number, because the last four are seldom four.
TEST(ShapedForce, HasTheSameBitsInAnyCompanyAndOnAnyMachine) {
    constexpr std::uint64_t seed = 8;
    std::printf("seed %d\n", static_cast<int>(seed));
    Random random(seed);
    int finite = 0, all = 0;
    for (const LawKind kind : {LawKind::linear, LawKind::hertz, LawKind::walton, LawKind::pournin})
        for (const bool extended : {false, true})
            for (const bool by_volume : {false, true}) {
                if (!extended && kind != LawKind::linear && kind != LawKind::hertz) continue;
                const LawTable laws = table(kind, extended);
                const ShapedLaw law{laws, 1e-6, by_volume, false};
                for (std::size_t n = 1; n < 60; ++n) {
                    std::vector<Case> together(n);
                    for (Case& c : together) {
                        fill(random, c);
                        if (c.b.inverse_inertia != nullptr) c.b.inverse_inertia = &c.inertia_b;
                        c.a.inverse_inertia = &c.inertia_a;
                    }
                    std::vector<Case> alone = together, elsewhere = together;
                    std::vector<TouchTask> tasks, others;
                    for (Case& c : together) tasks.push_back(task_of(c, law));
                    for (Case& c : elsewhere) others.push_back(task_of(c, law));
                    answer_touches(tasks, law);
                    detail::answer_touches_baseline(others.data(), others.size(), law);
                    for (std::size_t k = 0; k < n; ++k) {
                        Case& c = alone[k];
                        c.answer = answer_touch(c.touching, {c.a, c.b, 0}, law, c.memory, c.losses);
                        EXPECT_EQ(result(together[k]), result(c));
                        EXPECT_EQ(result(together[k]), result(elsewhere[k]));
                        finite += together[k].answer.force.allFinite() ? 1 : 0;
                        ++all;
                    }
                }
            }
    std::printf("%d of %d answers are finite\n", finite, all);
    EXPECT_EQ(finite, all);
}

} // namespace
} // namespace scree
