// SPDX-License-Identifier: BSD-3-Clause
#include <scree/laws/materials.hpp>

#include <scree/base/error.hpp>

#include <cmath>

namespace scree {
namespace {

const PairOverride* find_override(std::span<const PairOverride> overrides, int a, int b) {
    for (const auto& o : overrides)
        if ((o.a == a && o.b == b) || (o.a == b && o.b == a)) return &o;
    return nullptr;
}

std::string pair_name(const Material& a, const Material& b) {
    return "materials \"" + a.name + "\" and \"" + b.name + "\"";
}

double need(const std::optional<double>& value, const Material& m, const char* key) {
    if (!value) throw InputError("material." + m.name + ": needs " + key);
    return *value;
}

void mix_linear(PairValues& v, const Material& a, const Material& b, const PairOverride* o) {
    v.tangential_ratio = 0.5 * (a.tangential_ratio + b.tangential_ratio);
    if (o && o->stiffness) {
        v.stiffness = *o->stiffness;
    } else if (o && o->contact_time) {
        v.contact_time = *o->contact_time;
    } else if (a.stiffness && b.stiffness) {
        v.stiffness = 2 * *a.stiffness * *b.stiffness / (*a.stiffness + *b.stiffness);
    } else if (a.contact_time && b.contact_time) {
        const double ta = *a.contact_time, tb = *b.contact_time;
        v.contact_time = ta == tb ? ta : std::sqrt(0.5 * (ta * ta + tb * tb));
    } else {
        for (const Material* m : {&a, &b})
            if (!m->stiffness && !m->contact_time)
                throw InputError("material." + m->name + ": needs stiffness or contact_time");
        throw InputError(pair_name(a, b) +
                         ": one gives a stiffness and the other a contact_time; give one of them "
                         "for the pair in [[pair]]");
    }
    if (o && o->tangential_ratio) v.tangential_ratio = *o->tangential_ratio;
}

void mix_hertz(PairValues& v, const Material& a, const Material& b) {
    const double ea = need(a.young, a, "young"), eb = need(b.young, b, "young");
    const double na = need(a.poisson, a, "poisson"), nb = need(b.poisson, b, "poisson");
    v.effective_young = 1 / ((1 - na * na) / ea + (1 - nb * nb) / eb);
    v.effective_shear = 1 / (2 * (2 - na) * (1 + na) / ea + 2 * (2 - nb) * (1 + nb) / eb);
}

/// Geometric mean that is exact for equal values.
double geometric_mean(double a, double b) { return a == b ? a : std::sqrt(a * b); }

void mix_extras(PairValues& v, const Material& a, const Material& b, const PairOverride* o) {
    v.rolling_friction = geometric_mean(a.rolling_friction, b.rolling_friction);
    v.twisting_friction = geometric_mean(a.twisting_friction, b.twisting_friction);
    v.hardening = 0.5 * (a.hardening + b.hardening);
    v.reload_loss = 0.5 * (a.reload_loss + b.reload_loss);
    v.cohesion = geometric_mean(a.cohesion, b.cohesion);
    v.cohesion_density = geometric_mean(a.cohesion_density, b.cohesion_density);
    if (o == nullptr) return;
    v.rolling_friction = o->rolling_friction.value_or(v.rolling_friction);
    v.twisting_friction = o->twisting_friction.value_or(v.twisting_friction);
    v.hardening = o->hardening.value_or(v.hardening);
    v.reload_loss = o->reload_loss.value_or(v.reload_loss);
    v.cohesion = o->cohesion.value_or(v.cohesion);
    v.cohesion_density = o->cohesion_density.value_or(v.cohesion_density);
}

} // namespace

const char* name_of(LawKind law) {
    switch (law) {
    case LawKind::linear:
        return "linear";
    case LawKind::hertz:
        return "hertz";
    case LawKind::walton:
        return "walton";
    case LawKind::pournin:
        return "pournin";
    }
    return "";
}

PairValues mixed(LawKind law, std::span<const Material> materials,
                 std::span<const PairOverride> overrides, int a, int b) {
    // Sorted, so that (a, b) and (b, a) give the same bits.
    const Material& first = materials[static_cast<std::size_t>(std::min(a, b))];
    const Material& second = materials[static_cast<std::size_t>(std::max(a, b))];
    const PairOverride* o = find_override(overrides, a, b);
    PairValues v;
    v.law = law;
    if (has_linear_spring(law)) {
        mix_linear(v, first, second, o);
    } else {
        mix_hertz(v, first, second);
    }
    v.restitution = o && o->restitution
                        ? *o->restitution
                        : geometric_mean(need(first.restitution, first, "restitution"),
                                         need(second.restitution, second, "restitution"));
    v.friction = o && o->friction ? *o->friction
                                  : geometric_mean(need(first.friction, first, "friction"),
                                                   need(second.friction, second, "friction"));
    mix_extras(v, first, second, o);
    return v;
}

std::vector<PairValues> pair_table(LawKind law, std::span<const Material> materials,
                                   std::span<const PairOverride> overrides) {
    std::vector<PairValues> table;
    const int n = static_cast<int>(materials.size());
    for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b) table.push_back(mixed(law, materials, overrides, a, b));
    return table;
}

} // namespace scree
