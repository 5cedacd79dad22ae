// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/random.hpp>
#include <scree/base/vec3.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>

// Random simplices of every kind that gives a point–simplex query trouble.
namespace scree::test {

struct Simplex {
    std::array<Vec3, 4> vertex;
    std::size_t count = 0;

    std::span<const Vec3> view() const { return {vertex.data(), count}; }
    double size() const {
        double largest = 0;
        for (const Vec3& v : view()) largest = std::max(largest, v.stableNorm());
        return largest;
    }
};

enum class SimplexKind {
    plain,         ///< vertices anywhere in a box about the origin
    far,           ///< small, up to 1e8 times its size away
    coincident,    ///< two or more vertices the same
    close,         ///< two or more vertices nearly the same
    collinear,     ///< on a line, up to rounding
    needle,        ///< near a line
    coplanar,      ///< in a plane, up to rounding
    sliver,        ///< near a plane
    origin_within, ///< the origin on a vertex, edge, face or inside, up to rounding
    lattice,       ///< small integers: all of the above, exactly
    huge_or_tiny,  ///< sizes from 1e-150 to 1e150
};
inline constexpr std::size_t simplex_kind_count = 11;

inline std::string name_of(SimplexKind kind) {
    constexpr const char* names[simplex_kind_count] = {
        "Plain",    "Far",    "Coincident",   "Close",   "Collinear", "Needle",
        "Coplanar", "Sliver", "OriginWithin", "Lattice", "HugeOrTiny"};
    return names[static_cast<std::size_t>(kind)];
}

class SimplexSource {
public:
    SimplexSource(SimplexKind kind, std::uint64_t seed) : kind_(kind), random_(seed) {}

    Simplex next(std::size_t count) {
        Simplex s{{}, count};
        for (Vec3& v : s.vertex) v = in_box();
        const Vec3 offset = random_.uniform(0, 2) * in_box();
        for (Vec3& v : s.vertex) v += offset;
        deform(s);
        return s;
    }

    /// Another vertex of the same kind for a simplex that was returned.
    Vec3 vertex_for(const Simplex& s) {
        Simplex more = s;
        more.count = s.count + 1;
        Vec3& v = more.vertex[s.count];
        v = kind_ == SimplexKind::lattice ? in_lattice()
                                          : s.size() * random_.uniform(0, 2) * in_box();
        if (kind_ == SimplexKind::far)
            v = s.vertex[0] + (s.vertex[0] - s.vertex[1]).norm() * in_box();
        if (kind_ == SimplexKind::collinear) v = combination(s);
        if (kind_ == SimplexKind::coplanar || kind_ == SimplexKind::sliver) {
            v = combination(s) + small() * s.size() * in_box();
        }
        if (kind_ == SimplexKind::close || kind_ == SimplexKind::needle) {
            v = s.vertex[0] + small() * s.size() * in_box();
        }
        return v;
    }

private:
    double sign() { return random_.uniform(-1, 1); }
    Vec3 in_box() { return {sign(), sign(), sign()}; }
    Vec3 in_lattice() {
        const auto integer = [&] { return static_cast<double>(random_.below(7)) - 3; };
        return {integer(), integer(), integer()};
    }
    /// From 0.1 down to below the rounding.
    double small() { return std::pow(10, random_.uniform(-18, -1)); }
    std::size_t any() { return static_cast<std::size_t>(random_.below(4)); }

    /// A point of the affine hull.
    Vec3 combination(const Simplex& s) {
        Vec3 sum = s.vertex[0];
        for (std::size_t i = 1; i < s.count; ++i) sum += 2 * sign() * (s.vertex[i] - s.vertex[0]);
        return sum;
    }

    void deform(Simplex& s) {
        auto& v = s.vertex;
        switch (kind_) {
        case SimplexKind::plain:
            break;
        case SimplexKind::far:
            move_away(s);
            break;
        case SimplexKind::coincident:
            v[any()] = v[any()];
            v[any()] = v[any()];
            break;
        case SimplexKind::close:
            v[any()] = v[any()] + small() * in_box();
            v[any()] = v[any()] + small() * in_box();
            break;
        case SimplexKind::collinear:
            flatten(s, 1, 0);
            break;
        case SimplexKind::needle:
            flatten(s, 1, small());
            break;
        case SimplexKind::coplanar:
            flatten(s, 2, 0);
            break;
        case SimplexKind::sliver:
            flatten(s, 2, small());
            break;
        case SimplexKind::origin_within:
            move_origin_inside(s);
            break;
        case SimplexKind::lattice:
            for (Vec3& x : v) x = in_lattice();
            break;
        case SimplexKind::huge_or_tiny: {
            const double scale = std::pow(10, random_.uniform(-150, 150));
            for (Vec3& x : v) x *= scale;
        }
        }
    }

    void move_away(Simplex& s) {
        const double shrink = std::pow(10, random_.uniform(-8, 0));
        const Vec3 place = in_box();
        for (Vec3& x : s.vertex) x = place + shrink * x;
    }

    /// Vertices beyond the first few become combinations of them, `off` away.
    void flatten(Simplex& s, std::size_t dimension, double off) {
        auto& v = s.vertex;
        for (std::size_t i = dimension + 1; i < 4; ++i) {
            Vec3 x = v[0];
            for (std::size_t d = 1; d <= dimension; ++d) x += 1.5 * sign() * (v[d] - v[0]);
            v[i] = x + off * in_box();
        }
        for (std::size_t i = 3; i > 0; --i) std::swap(v[i], v[random_.below(i + 1)]);
    }

    void move_origin_inside(Simplex& s) {
        Vec3 place = Vec3::Zero();
        double sum = 0;
        for (std::size_t i = 0; i < s.count; ++i) {
            const double weight = random_.below(3) == 0 && i + 1 < s.count ? 0 : random_.uniform();
            place += weight * s.vertex[i];
            sum += weight;
        }
        for (Vec3& x : s.vertex) x -= place / sum;
    }

    SimplexKind kind_;
    Random random_;
};

} // namespace scree::test
