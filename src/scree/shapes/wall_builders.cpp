// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/shapes/wall.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace scree {
namespace {

/// Shortest text that reads back as the same number.
std::string text(double value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string text(const Vec3& v) {
    std::string out = "(";
    out += text(v.x()) + ", " + text(v.y()) + ", " + text(v.z()) + ")";
    return out;
}

/// Collects every mistake of one builder call and throws them together.
class Complaints {
public:
    /// Says `key: must …, got …` unless the claim holds. NaN fails every comparison, as it should.
    template <class Value>
    void unless(bool claim, const std::string& key, const std::string& must, const Value& got) {
        if (!claim) messages_.push_back(key + ": must " + must + ", got " + text(got));
    }
    void add(std::string message) { messages_.push_back(std::move(message)); }
    void finite(const std::string& key, const Vec3& v) {
        unless(v.allFinite(), key, "be finite", v);
    }
    void positive(const std::string& key, double value) {
        unless(value > 0 && std::isfinite(value), key, "be > 0", value);
    }
    void not_negative(const std::string& key, double value) {
        unless(value >= 0 && std::isfinite(value), key, "be >= 0", value);
    }
    void direction(const std::string& key, const Vec3& v) {
        finite(key, v);
        unless(v != Vec3::Zero(), key, "not be zero", v);
    }
    void raise() const {
        if (!messages_.empty()) throw InputError(messages_);
    }

private:
    std::vector<std::string> messages_;
};

/// The outward side of each box face, in the order in which make_box returns them.
const std::vector<std::string> side_names = {"-x", "+x", "-y", "+y", "-z", "+z"};

void check_open_sides(std::span<const std::string> open_sides, Complaints& complaints) {
    for (const auto& side : open_sides) {
        if (std::ranges::find(side_names, side) != side_names.end()) continue;
        const std::string near = nearest_word(side, side_names);
        complaints.add("open_sides: unknown side \"" + side + "\"" +
                       (near.empty() ? "." : ", did you mean \"" + near + "\"?") +
                       " Allowed: -x, +x, -y, +y, -z, +z");
    }
    const auto is_open = [&](const auto& side) {
        return std::ranges::find(open_sides, side) != open_sides.end();
    };
    if (std::ranges::all_of(side_names, is_open))
        complaints.add("open_sides: must leave at least one side closed, got all six");
}

/// Face of the box across the axis k; its normal u × v points into the box.
Rectangle face(const Vec3& low, const Vec3& high, int k, bool upper) {
    const int next = (k + 1) % 3;
    const int last = (k + 2) % 3;
    Vec3 center = 0.5 * low + 0.5 * high;
    center[k] = upper ? high[k] : low[k];
    const Vec3 half = 0.5 * high - 0.5 * low;
    if (upper) return {center, Vec3::Unit(last), Vec3::Unit(next), half[last], half[next]};
    return {center, Vec3::Unit(next), Vec3::Unit(last), half[next], half[last]};
}

} // namespace

std::vector<Surface> make_box(const Vec3& low, const Vec3& high,
                              std::span<const std::string> open_sides) {
    Complaints complaints;
    complaints.finite("low", low);
    complaints.finite("high", high);
    for (int k = 0; k < 3; ++k) {
        const std::string axis(1, "xyz"[k]);
        if (std::isfinite(low[k]) && std::isfinite(high[k]))
            complaints.unless(low[k] < high[k], "high." + axis,
                              "be > low." + axis + " = " + text(low[k]), high[k]);
    }
    check_open_sides(open_sides, complaints);
    complaints.raise();

    std::vector<Surface> faces;
    for (int side = 0; side < 6; ++side)
        if (std::ranges::find(open_sides, side_names[static_cast<std::size_t>(side)]) ==
            open_sides.end())
            faces.emplace_back(face(low, high, side / 2, side % 2 == 1));
    return faces;
}

std::vector<Surface> make_plane(const Vec3& point, const Vec3& normal) {
    Complaints complaints;
    complaints.finite("point", point);
    complaints.direction("normal", normal);
    complaints.raise();
    return {Plane{point, normal.stableNormalized()}};
}

std::vector<Surface> make_sphere(const Vec3& center, double radius, bool inside) {
    Complaints complaints;
    complaints.finite("center", center);
    complaints.positive("radius", radius);
    complaints.raise();
    return {SphereWall{center, radius, inside}};
}

std::vector<Surface> make_frustum(const Vec3& base, const Vec3& top, double radius_base,
                                  double radius_top) {
    Complaints complaints;
    complaints.finite("base", base);
    complaints.finite("top", top);
    if (base.allFinite()) complaints.unless(base != top, "top", "differ from base", top);
    complaints.not_negative("radius_base", radius_base);
    complaints.not_negative("radius_top", radius_top);
    if (radius_base == 0 && radius_top == 0)
        complaints.add("radius_base, radius_top: one must be > 0, got 0 and 0");
    complaints.raise();
    const Vec3 along = top - base;
    return {Frustum{base, along.stableNormalized(), along.stableNorm(), radius_base, radius_top}};
}

std::vector<Surface> make_annulus(const Vec3& center, const Vec3& normal, double inner,
                                  double outer) {
    Complaints complaints;
    complaints.finite("center", center);
    complaints.direction("normal", normal);
    complaints.not_negative("inner", inner);
    complaints.positive("outer", outer);
    if (inner >= 0 && outer > 0)
        complaints.unless(inner < outer, "outer", std::string("be > inner = ") + text(inner),
                          outer);
    complaints.raise();
    return {Annulus{center, normal.stableNormalized(), inner, outer}};
}

} // namespace scree
