// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/ball.hpp>
#include <scree/measure/ball_parts.hpp>
#include <scree/measure/kinds.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

/// The k-th layer as a region of its own.
Region layer(const LayersMeasure& m, std::int64_t k) {
    const double low = m.low + static_cast<double>(k) * m.thickness, high = low + m.thickness;
    if (const auto* box = std::get_if<BoxRegion>(&m.region)) {
        BoxRegion out = *box;
        Eigen::Index along = 0;
        m.axis.cwiseAbs().maxCoeff(&along);
        const bool is_up = m.axis[along] > 0;
        out.low[along] = is_up ? low : -high;
        out.high[along] = is_up ? high : -low;
        return out;
    }
    const auto& f = std::get<FrustumRegion>(m.region);
    const Vec3 foot = f.base - m.axis.dot(f.base) * m.axis; // of the cylinder's axis, at height 0
    return FrustumRegion{foot + low * m.axis, foot + high * m.axis, f.radius_base, f.radius_base};
}

/// Indices of the slots of a given width that a stretch low … high touches, within 0 … count.
struct Slots {
    std::int64_t first, end;
};
Slots slots(double low, double high, double width, std::int64_t count) {
    const auto most = static_cast<double>(count);
    return {static_cast<std::int64_t>(std::clamp(std::floor(low / width), 0.0, most)),
            static_cast<std::int64_t>(std::clamp(std::ceil(high / width), 0.0, most))};
}

/// Has the cylinder no ends, because it spans the period along its axis?
bool goes_on(const FrustumRegion& cylinder, const Periodic& period) {
    return bounds(without_ends(cylinder, period, 1)).low != bounds(cylinder).low;
}

/// Calls `visit(center, radius)` for each grain, and for its images that reach into the period.
template <class Visit>
void for_each_ball(const Frame& f, Visit&& visit) {
    for (std::size_t i = 0; i < f.center.size(); ++i) {
        visit(f.center[i], f.radius[i]);
        if (f.period.any())
            for_each_image(f.period, f.center[i], f.radius[i], [&](ImageStep step) {
                visit(Vec3(f.center[i] + step.shift(f.period)), f.radius[i]);
            });
    }
}

struct RingRoom {
    Vec3 axis;
    double low, high; ///< above the base
};

RingRoom ring_room(const RingsMeasure& m, const Frame& f) {
    const Vec3 way = m.cylinder.top - m.cylinder.base;
    RingRoom room{way.normalized(), 0, 0};
    if (m.heights) {
        room.low = m.heights->first;
        room.high = m.heights->second;
        return room;
    }
    for (std::size_t i = 0; i < f.center.size(); ++i) {
        const Vec3 from = f.center[i] - m.cylinder.base;
        const double height = room.axis.dot(from);
        if ((from - height * room.axis).norm() < m.cylinder.radius_base)
            room.high = std::max(room.high, height + f.radius[i]);
    }
    if (goes_on(m.cylinder, f.period)) room.high = way.norm();
    room.high = std::min(room.high, way.norm());
    return room;
}

} // namespace

ColumnNames numbered(const std::string& stem, std::int64_t count) {
    ColumnNames out;
    for (std::int64_t k = 1; k <= count; ++k) out.push_back(stem + "_" + std::to_string(k));
    return out;
}

ColumnNames names(const LayersMeasure& m, const Scene&) { return numbered("solid", m.count); }

Row values(const LayersMeasure& m, const Sight& sight) {
    const Frame& f = sight.frame;
    std::vector<Region> regions;
    for (std::int64_t k = 0; k < m.count; ++k) regions.push_back(layer(m, k));
    Row solid(regions.size(), 0);
    for_each_ball(f, [&](const Vec3& center, double r) {
        const double height = m.axis.dot(center) - m.low;
        const Slots s = slots(height - r, height + r, m.thickness, m.count);
        for (auto k = static_cast<std::size_t>(s.first); k < static_cast<std::size_t>(s.end); ++k)
            solid[k] += ball_in_region(center, r, regions[k]);
    });
    for (std::size_t k = 0; k < solid.size(); ++k) solid[k] /= volume(regions[k]);
    return solid;
}

ColumnNames names(const RingsMeasure& m, const Scene&) { return numbered("solid", m.count); }

// As [F eq. 4.5], with the volume inside a cylinder in place of that below a plane.
Row values(const RingsMeasure& m, const Sight& sight) {
    const Frame& f = sight.frame;
    const RingRoom room = ring_room(m, f);
    const Vec3& base = m.cylinder.base;
    Row solid(static_cast<std::size_t>(m.count), 0);
    const auto inside = [&](const Vec3& center, double r, double radius) {
        if (radius <= 0) return 0.0;
        return ball_in_frustum(
            center, r, {base + room.low * room.axis, base + room.high * room.axis, radius, radius});
    };
    if (room.high <= room.low) {
        Row empty(solid.size(), nothing);
        return empty;
    }
    for_each_ball(f, [&](const Vec3& center, double r) {
        const Vec3 from = center - base;
        const double height = room.axis.dot(from);
        if (height + r <= room.low || height - r >= room.high) return;
        const double off = (from - height * room.axis).norm();
        const Slots s = slots(off - r, off + r, m.thickness, m.count);
        double before = inside(center, r, static_cast<double>(s.first) * m.thickness);
        for (std::int64_t k = s.first; k < s.end; ++k) {
            const double now = inside(center, r, static_cast<double>(k + 1) * m.thickness);
            solid[static_cast<std::size_t>(k)] += now - before;
            before = now;
        }
    });
    for (std::size_t k = 0; k < solid.size(); ++k) {
        const double inner = static_cast<double>(k) * m.thickness, outer = inner + m.thickness;
        solid[k] /= std::numbers::pi * (outer - inner) * (outer + inner) * (room.high - room.low);
    }
    return solid;
}

ColumnNames names(const DensityMeasure&, const Scene&) {
    return {"solid_fraction", "void_ratio", "solid_m3", "volume_m3", "grains"};
}

// The void ratio is that of [M eq. 5.1].
Row values(const DensityMeasure& m, const Sight& sight) {
    const Frame& f = sight.frame;
    double solid = 0, grains = 0;
    for (const Vec3& center : f.center)
        if (is_in(m.region, center)) ++grains;
    if (m.region)
        for_each_ball(f, [&](const Vec3& center, double radius) {
            solid += ball_in_region(center, radius, *m.region);
        });
    else
        for (const double radius : f.radius) solid += ball_volume(radius);
    const double room = volume_of(m.region, sight);
    return {mean_of(solid, room), mean_of(room - solid, solid), solid, room, grains};
}

std::optional<Profile> profile_of(const MeasureKind& kind) {
    Profile out;
    const auto steps = [&](double low, double width, std::int64_t count) {
        for (std::int64_t k = 0; k <= count; ++k)
            out.edges.push_back(low + static_cast<double>(k) * width);
    };
    if (const auto* layers = std::get_if<LayersMeasure>(&kind)) {
        out = {"height", "m", "solid fraction", {}};
        steps(layers->low, layers->thickness, layers->count);
    } else if (const auto* rings = std::get_if<RingsMeasure>(&kind)) {
        out = {"distance from the axis", "m", "solid fraction", {}};
        steps(0, rings->thickness, rings->count);
    } else if (const auto* rdf = std::get_if<RdfMeasure>(&kind)) {
        out = {"distance of centres", "m", "radial distribution", {}};
        steps(0, rdf->radius / static_cast<double>(rdf->bins), rdf->bins);
    } else {
        return std::nullopt;
    }
    return out;
}

} // namespace scree
