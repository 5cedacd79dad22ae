// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/laws/materials.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace scree {
namespace {

using Materials = std::vector<Material>;

Material linear(const std::string& name, double stiffness, double restitution, double friction) {
    Material m;
    m.name = name;
    m.stiffness = stiffness;
    m.restitution = restitution;
    m.friction = friction;
    return m;
}

Material hertz(const std::string& name, double young, double poisson) {
    Material m;
    m.name = name;
    m.young = young;
    m.poisson = poisson;
    m.restitution = 0.7;
    m.friction = 0.4;
    return m;
}

PairOverride override_of(int a, int b, std::optional<double> PairOverride::*key, double value) {
    PairOverride o;
    o.a = a;
    o.b = b;
    o.*key = value;
    return o;
}

std::string complaint(LawKind law, const Materials& materials, int a, int b,
                      const std::vector<PairOverride>& overrides = {}) {
    try {
        mixed(law, materials, overrides, a, b);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Mixing, LinearRules) {
    Materials m = {linear("a", 1e5, 0.9, 0.2), linear("b", 3e5, 0.4, 0.8)};
    m[0].tangential_ratio = 0.2;
    m[1].tangential_ratio = 0.4;
    const PairValues v = mixed(LawKind::linear, m, {}, 0, 1);
    EXPECT_EQ(v.law, LawKind::linear);
    EXPECT_DOUBLE_EQ(v.stiffness, 1.5e5); // two springs of 2k in series
    EXPECT_EQ(v.contact_time, 0);
    EXPECT_DOUBLE_EQ(v.tangential_ratio, 0.3);
    EXPECT_DOUBLE_EQ(v.restitution, 0.6);
    EXPECT_DOUBLE_EQ(v.friction, 0.4);
}

TEST(Mixing, ContactTimesMixAsTheirStiffnesses) {
    Materials m = {linear("a", 0, 1, 0), linear("b", 0, 1, 0)};
    m[0].stiffness.reset();
    m[1].stiffness.reset();
    m[0].contact_time = 1e-4;
    m[1].contact_time = 7e-4;
    const PairValues v = mixed(LawKind::linear, m, {}, 0, 1);
    EXPECT_EQ(v.stiffness, 0);
    EXPECT_DOUBLE_EQ(v.contact_time, 5e-4);
    // For one mass k is proportional to 1/t²: the series rule of the stiffnesses says the same.
    const double ka = 1 / (1e-4 * 1e-4), kb = 1 / (7e-4 * 7e-4);
    EXPECT_NEAR(1 / std::sqrt(2 * ka * kb / (ka + kb)), v.contact_time, 1e-18);
}

TEST(Mixing, HertzRules) {
    const Materials m = {hertz("steel", 2.1e11, 0.3), hertz("rubber", 1e7, 0.49)};
    const PairValues v = mixed(LawKind::hertz, m, {}, 0, 1);
    const double young = 1 / ((1 - 0.09) / 2.1e11 + (1 - 0.49 * 0.49) / 1e7);
    // 1/G* = Σ (2 - ν)/G with G = E/2(1 + ν).
    const double ga = 2.1e11 / 2.6, gb = 1e7 / 2.98;
    EXPECT_DOUBLE_EQ(v.effective_young, young);
    EXPECT_NEAR(v.effective_shear, 1 / (1.7 / ga + 1.51 / gb), 1e-9 * v.effective_shear);
    EXPECT_EQ(v.law, LawKind::hertz);
}

// A material with itself keeps its values to the bit, although a mean of roots would not.
TEST(Mixing, EqualMaterialsKeepTheirValues) {
    Materials m = {linear("a", 1e5 / 3, 0.7, 0.3), linear("b", 1e5 / 3, 0.7, 0.3)};
    for (const int b : {0, 1}) {
        const PairValues v = mixed(LawKind::linear, m, {}, 0, b);
        EXPECT_EQ(v.restitution, 0.7);
        EXPECT_EQ(v.friction, 0.3);
        EXPECT_EQ(v.tangential_ratio, default_tangential_ratio);
        EXPECT_DOUBLE_EQ(v.stiffness, 1e5 / 3);
    }
    for (Material& x : m) {
        x.stiffness.reset();
        x.contact_time = 1e-4 / 3;
    }
    EXPECT_EQ(mixed(LawKind::linear, m, {}, 0, 1).contact_time, 1e-4 / 3);
}

void expect_same_bits(const PairValues& a, const PairValues& b) {
    const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
    EXPECT_EQ(bits(a.stiffness), bits(b.stiffness));
    EXPECT_EQ(bits(a.contact_time), bits(b.contact_time));
    EXPECT_EQ(bits(a.tangential_ratio), bits(b.tangential_ratio));
    EXPECT_EQ(bits(a.effective_young), bits(b.effective_young));
    EXPECT_EQ(bits(a.effective_shear), bits(b.effective_shear));
    EXPECT_EQ(bits(a.restitution), bits(b.restitution));
    EXPECT_EQ(bits(a.friction), bits(b.friction));
}

TEST(PairTable, IsSymmetricToTheBit) {
    const Materials springs = {linear("a", 1e5, 0.91, 0.23), linear("b", 3.7e5, 0.47, 0.83),
                               linear("c", 2.9e4, 0.3, 0.1)};
    const Materials solids = {hertz("a", 1.3e9, 0.23), hertz("b", 7.7e10, 0.31),
                              hertz("c", 3.1e6, 0.47)};
    const std::vector<PairOverride> overrides = {override_of(2, 1, &PairOverride::friction, 0.77)};
    for (const LawKind law : {LawKind::linear, LawKind::hertz}) {
        const auto table = pair_table(law, law == LawKind::linear ? springs : solids, overrides);
        ASSERT_EQ(table.size(), 9U);
        for (std::size_t a = 0; a < 3; ++a)
            for (std::size_t b = 0; b < 3; ++b)
                expect_same_bits(table[3 * a + b], table[3 * b + a]);
        EXPECT_EQ(table[3 * 1 + 2].friction, 0.77);
        EXPECT_EQ(table[3 * 2 + 1].friction, 0.77);
        EXPECT_NE(table[3 * 0 + 1].friction, 0.77);
    }
}

TEST(Overrides, ReplaceEachValueAlone) {
    const Materials m = {linear("a", 1e5, 0.9, 0.2), linear("b", 3e5, 0.4, 0.8)};
    const auto with = [&](const PairOverride& o) {
        return mixed(LawKind::linear, m, std::vector<PairOverride>{o}, 1, 0);
    };
    EXPECT_EQ(with(override_of(0, 1, &PairOverride::stiffness, 7.0)).stiffness, 7);
    EXPECT_EQ(with(override_of(1, 0, &PairOverride::stiffness, 7.0)).stiffness, 7);
    const PairValues timed = with(override_of(0, 1, &PairOverride::contact_time, 1e-3));
    EXPECT_EQ(timed.contact_time, 1e-3);
    EXPECT_EQ(timed.stiffness, 0);
    EXPECT_EQ(with(override_of(0, 1, &PairOverride::tangential_ratio, 0.5)).tangential_ratio, 0.5);
    EXPECT_EQ(with(override_of(0, 1, &PairOverride::restitution, 0.1)).restitution, 0.1);
    EXPECT_EQ(with(override_of(0, 1, &PairOverride::friction, 0.0)).friction, 0);
    EXPECT_DOUBLE_EQ(with(override_of(0, 1, &PairOverride::friction, 0.0)).restitution, 0.6);
    EXPECT_DOUBLE_EQ(with(override_of(1, 1, &PairOverride::friction, 0.0)).friction,
                     0.4); // another pair's
}

TEST(Mixing, OfRollingHysteresisAndCohesion) {
    Materials m = {linear("a", 1e5, 0.9, 0.2), linear("b", 3e5, 0.4, 0.8)};
    EXPECT_FALSE(mixed(LawKind::linear, m, {}, 0, 1).is_extended());
    EXPECT_TRUE(mixed(LawKind::walton, m, {}, 0, 1).is_extended());
    m[0].rolling_friction = 0.1;
    EXPECT_FALSE(mixed(LawKind::linear, m, {}, 0, 1).is_extended()); // the other has none
    m[1].rolling_friction = 0.4;
    m[0].twisting_friction = m[1].twisting_friction = 0.3;
    m[0].cohesion = 2;
    m[1].cohesion = 8;
    m[0].hardening = 10;
    m[1].reload_loss = 0.5;
    const PairValues v = mixed(LawKind::walton, m, {}, 0, 1);
    EXPECT_DOUBLE_EQ(v.rolling_friction, 0.2);
    EXPECT_EQ(v.twisting_friction, 0.3);
    EXPECT_DOUBLE_EQ(v.cohesion, 4);
    EXPECT_EQ(v.hardening, 5);
    EXPECT_EQ(v.reload_loss, 0.75);
    const auto with = [&](std::optional<double> PairOverride::*key) {
        return mixed(LawKind::walton, m, std::vector{override_of(0, 1, key, 0.0625)}, 1, 0);
    };
    EXPECT_EQ(with(&PairOverride::rolling_friction).rolling_friction, 0.0625);
    EXPECT_EQ(with(&PairOverride::twisting_friction).twisting_friction, 0.0625);
    EXPECT_EQ(with(&PairOverride::cohesion).cohesion, 0.0625);
    EXPECT_EQ(with(&PairOverride::hardening).hardening, 0.0625);
    EXPECT_EQ(with(&PairOverride::reload_loss).reload_loss, 0.0625);
}

TEST(Mixing, SaysWhatIsMissing) {
    Materials solids = {hertz("glass", 5e10, 0.2), hertz("sand", 1e10, 0.2)};
    solids[1].young.reset();
    EXPECT_EQ(complaint(LawKind::hertz, solids, 0, 1), "material.sand: needs young");
    EXPECT_EQ(complaint(LawKind::hertz, solids, 0, 0), "");
    solids[1].young = 1e10;
    solids[0].poisson.reset();
    EXPECT_EQ(complaint(LawKind::hertz, solids, 0, 1), "material.glass: needs poisson");
    Materials springs = {linear("glass", 1e5, 0.9, 0.2), linear("sand", 1e5, 0.9, 0.2)};
    springs[1].restitution.reset();
    EXPECT_EQ(complaint(LawKind::linear, springs, 1, 0), "material.sand: needs restitution");
    EXPECT_EQ(complaint(LawKind::linear, springs, 1, 0,
                        {override_of(0, 1, &PairOverride::restitution, 0.5)}),
              "");
    springs[1].restitution = 0.5;
    springs[0].friction.reset();
    EXPECT_EQ(complaint(LawKind::linear, springs, 1, 0), "material.glass: needs friction");
    springs[0].friction = 0.5;
    springs[1].stiffness.reset();
    EXPECT_EQ(complaint(LawKind::linear, springs, 0, 1),
              "material.sand: needs stiffness or contact_time");
}

TEST(Mixing, StiffnessAgainstContactTimeNeedsADecision) {
    Materials m = {linear("glass", 1e5, 0.9, 0.2), linear("sand", 1e5, 0.9, 0.2)};
    m[1].stiffness.reset();
    m[1].contact_time = 1e-4;
    EXPECT_EQ(
        complaint(LawKind::linear, m, 0, 1),
        "materials \"glass\" and \"sand\": one gives a stiffness and the other a contact_time; "
        "give one of them for the pair in [[pair]]");
    EXPECT_EQ(
        complaint(LawKind::linear, m, 0, 1, {override_of(0, 1, &PairOverride::stiffness, 1e5)}),
        "");
    EXPECT_EQ(
        complaint(LawKind::linear, m, 0, 1, {override_of(0, 1, &PairOverride::contact_time, 1e-4)}),
        "");
}

} // namespace
} // namespace scree
