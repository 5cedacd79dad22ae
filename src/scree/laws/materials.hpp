// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

// What the user says about materials, and how the values of a pair follow from them.
namespace scree {

enum class LawKind { linear, hertz, walton, pournin };

/// As in a scene file.
const char* name_of(LawKind law);
/// Is its spring the linear one, given by a stiffness or a contact time?
inline bool has_linear_spring(LawKind law) { return law != LawKind::hertz; }
/// Does its normal force depend on what the contact has gone through?
inline bool has_history(LawKind law) { return law == LawKind::walton || law == LawKind::pournin; }

/// Default ratio of tangential to normal stiffness of the linear law: with it the tangential and
/// normal half-periods of a solid sphere are equal (its tangential effective mass is 2/7 of m).
inline constexpr double default_tangential_ratio = 2.0 / 7.0;

struct Material {
    std::string name;
    double density = 0; ///< kg/m³; walls may leave it at 0
    // linear, Walton's and Pournin's law: one of the two
    std::optional<double> stiffness;    ///< N/m, between two grains of this material
    std::optional<double> contact_time; ///< s, of one isolated impact
    double tangential_ratio = default_tangential_ratio;
    // Hertz–Mindlin law
    std::optional<double> young;   ///< Pa
    std::optional<double> poisson; ///< -1 < ν <= 0.5
    // all
    std::optional<double> restitution; ///< 0 < e <= 1
    std::optional<double> friction;    ///< >= 0
    // any law, besides (laws/extended.hpp)
    double rolling_friction = 0, twisting_friction = 0; ///< >= 0
    double hardening = 0;                               ///< 1/m, Walton's law
    double reload_loss = 1;                             ///< 0 < q <= 1, Pournin's law
    double cohesion = 0;                                ///< J/m², work of adhesion
    double cohesion_density = 0;                        ///< J/m³, pull over area of contact
};

/// Values for one pair of materials that replace the mixed ones.
struct PairOverride {
    int a = 0, b = 0;
    std::optional<double> stiffness, contact_time, tangential_ratio, restitution, friction;
    std::optional<double> rolling_friction, twisting_friction, hardening, reload_loss, cohesion;
    std::optional<double> cohesion_density;
};

/// The values in force between two materials, independent of the grains' sizes. Mixing rules
/// (docs/theory/contact-laws.md): restitution and friction: geometric mean; stiffness: springs in
/// series, 2 k_a k_b/(k_a + k_b); contact time: root mean square (the same rule in terms of
/// stiffness); tangential ratio: arithmetic mean; Young, Poisson: 1/E* = Σ (1-ν²)/E,
/// 1/G* = Σ 2(2-ν)(1+ν)/E; rolling and twisting friction, both cohesions: geometric mean;
/// hardening, reload loss: arithmetic mean. An override replaces the mixed value.
struct PairValues {
    LawKind law = LawKind::linear;
    double stiffness = 0;    ///< N/m; 0 when the contact time is given instead
    double contact_time = 0; ///< s; 0 when the stiffness is given
    double tangential_ratio = default_tangential_ratio;
    double effective_young = 0; ///< E*, Pa
    double effective_shear = 0; ///< G*, Pa
    double restitution = 1;
    double friction = 0;
    double rolling_friction = 0, twisting_friction = 0;
    double hardening = 0;        ///< 1/m
    double reload_loss = 1;      ///< of a full reloading over that of the one before
    double cohesion = 0;         ///< J/m²
    double cohesion_density = 0; ///< J/m³

    /// More than `contact_response` knows: needs `extended_response` and a Trace per contact.
    bool is_extended() const {
        return has_history(law) || rolling_friction > 0 || twisting_friction > 0 || cohesion > 0 ||
               cohesion_density > 0;
    }
};

/// Throws InputError naming the materials and the key when a value is missing, or when one
/// material gives a stiffness and the other a contact time without an override to decide.
PairValues mixed(LawKind law, std::span<const Material> materials,
                 std::span<const PairOverride> overrides, int a, int b);

/// Row-major table of all pairs, size n × n, symmetric.
std::vector<PairValues> pair_table(LawKind law, std::span<const Material> materials,
                                   std::span<const PairOverride> overrides);

} // namespace scree
