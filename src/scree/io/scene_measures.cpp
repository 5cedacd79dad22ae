// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/scene_parts.hpp>

#include <scree/sim/local_structure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

// The reader of [[measure]]. What a measure refers to (walls, planes, the container) is found here,
// once, so that the description that comes out is complete.
namespace scree {
namespace {

// Directions and quotients of what people write are this far off by rounding.
constexpr double rounding = 1e-9;

/// How far anything in the walls reaches, and below them without end: grains may fall out.
std::optional<Bounds> reach_of_walls(const Scene& scene) {
    if (scene.walls.empty()) return {};
    constexpr double endless = std::numeric_limits<double>::infinity();
    Bounds all{Vec3::Constant(endless), Vec3::Constant(-endless)};
    for (const Wall& wall : scene.walls)
        for (const Surface& s : wall.surfaces) {
            all.low = all.low.cwiseMin(bounds(s).low);
            all.high = all.high.cwiseMax(bounds(s).high);
        }
    for (int k = 0; k < 3; ++k) {
        if (scene.gravity[k] < 0 || scene.periodic.along(k)) all.low[k] = -endless;
        if (scene.gravity[k] > 0 || scene.periodic.along(k)) all.high[k] = endless;
    }
    return all;
}

bool is_apart(const Bounds& a, const Bounds& b) {
    return (a.low.array() > b.high.array()).any() || (b.low.array() > a.high.array()).any();
}

/// The first box or cylinder wall as a region.
std::optional<Region> container(const Scene& scene, bool only_cylinder) {
    for (const Wall& wall : scene.walls) {
        if (wall.surfaces.empty()) continue; // wrong, and said so already
        if (wall.type == "cylinder") {
            const auto& f = std::get<Frustum>(wall.surfaces.front());
            Vec3 base = f.base, top = f.base + f.height * f.axis;
            for (int k = 0; k < 3; ++k)
                if (scene.periodic.along(k) && std::abs(f.axis[k]) == 1) {
                    (f.axis[k] > 0 ? base : top)[k] = scene.periodic.low[k];
                    (f.axis[k] > 0 ? top : base)[k] = scene.periodic.high(k);
                }
            const bool is_upright = f.axis.dot(scene.gravity) <= 0;
            return FrustumRegion{is_upright ? base : top, is_upright ? top : base, f.radius_base,
                                 f.radius_base};
        }
        if (wall.type == "box" && !only_cylinder) {
            Bounds box = bounds(wall.surfaces.front());
            for (const Surface& s : wall.surfaces) {
                box.low = box.low.cwiseMin(bounds(s).low);
                box.high = box.high.cwiseMax(bounds(s).high);
            }
            for (int k = 0; k < 3; ++k)
                if (scene.periodic.along(k)) {
                    box.low[k] = scene.periodic.low[k];
                    box.high[k] = scene.periodic.high(k);
                }
            return BoxRegion{box.low, box.high};
        }
    }
    return {};
}

/// Number and thickness of equal parts of a length, from `count` or `thickness`.
struct Parts {
    std::int64_t count = 0;
    double thickness = 0;
};
std::optional<Parts> read_parts(const SceneTable& t, double length, const char* what) {
    if (t.has("count") == t.has("thickness")) {
        t.fail("needs count or thickness, not both");
        return {};
    }
    if (const auto count = t.whole("count"))
        return Parts{*count, length / static_cast<double>(*count)};
    const auto thickness = t.number("thickness");
    if (!thickness) return {};
    const double parts = std::floor(length / *thickness * (1 + rounding));
    constexpr double most = 10000;
    if (parts < 1) {
        t.fail("thickness",
               fmt::format("must be at most the {} {} m, got {}", what, length, *thickness));
        return {};
    }
    if (parts > most) {
        t.fail("thickness", fmt::format("makes {} parts, more than {}", parts, most));
        return {};
    }
    return Parts{static_cast<std::int64_t>(parts), *thickness};
}

bool is_cylinder(const FrustumRegion& f) { return f.radius_base == f.radius_top; }

std::optional<MeasureKind> read_layers(const SceneTable& t, const Scene& scene,
                                       const std::optional<Region>& given) {
    const auto region = t.has("region") ? given : container(scene, false);
    if (!region) {
        if (!t.has("region"))
            t.fail(R"(needs region, because no wall is of type "box" or "cylinder")");
        return {};
    }
    const auto axis = t.vector("axis");
    if (t.has("axis") && !is_longer_than_zero(t, "axis", axis)) return {};
    const Vec3 up = axis ? axis->stableNormalized() : up_of(scene);
    LayersMeasure m{*region, up, 0, 0, 0};
    double high = 0;
    if (const auto* box = std::get_if<BoxRegion>(&*region)) {
        Eigen::Index k = 0;
        up.cwiseAbs().maxCoeff(&k);
        if (std::abs(std::abs(up[k]) - 1) > rounding) {
            t.fail("axis", "must go along an edge of the box");
            return {};
        }
        m.axis = (up[k] > 0 ? 1 : -1) * Vec3::Unit(k);
        m.low = up[k] > 0 ? box->low[k] : -box->high[k];
        high = up[k] > 0 ? box->high[k] : -box->low[k];
    } else if (const auto* f = std::get_if<FrustumRegion>(&*region); f && is_cylinder(*f)) {
        const Vec3 along = (f->top - f->base).stableNormalized();
        if (std::abs(std::abs(up.dot(along)) - 1) > rounding) {
            t.fail("axis", "must go along the axis of the cylinder");
            return {};
        }
        m.axis = up.dot(along) > 0 ? along : Vec3(-along);
        m.low = std::min(m.axis.dot(f->base), m.axis.dot(f->top));
        high = std::max(m.axis.dot(f->base), m.axis.dot(f->top));
    } else {
        t.fail("region", R"(must be of type "box" or "cylinder")");
        return {};
    }
    const auto parts = read_parts(t, high - m.low, "height");
    if (!parts) return {};
    m.count = parts->count;
    m.thickness = parts->thickness;
    return m;
}

std::optional<MeasureKind> read_rings(const SceneTable& t, const Scene& scene,
                                      const std::optional<Region>& given) {
    const auto region = t.has("region") ? given : container(scene, true);
    if (!region) {
        if (!t.has("region")) t.fail("needs region, because no wall is of type \"cylinder\"");
        return {};
    }
    const auto* f = std::get_if<FrustumRegion>(&*region);
    if (f == nullptr || !is_cylinder(*f)) {
        t.fail("region", "must be of type \"cylinder\"");
        return {};
    }
    const auto parts = read_parts(t, f->radius_base, "radius");
    RingsMeasure m{*f, 0, 0, {}};
    if (const auto heights = t.pair("heights")) {
        const auto [low, high] = *heights;
        const double length = (f->top - f->base).norm();
        if (!(low < high) || high > length * (1 + rounding)) {
            t.fail("heights",
                   fmt::format("must ascend and end at most at the height {} m, got [{}, {}]",
                               length, low, high));
            return {};
        }
        m.heights = {low, high};
    }
    if (!parts) return {};
    m.count = parts->count;
    m.thickness = parts->thickness;
    return m;
}

std::optional<MeasureKind> read_walls_measure(const SceneTable& t, const Scene& scene) {
    WallsMeasure m;
    m.about = t.vector("about").value_or(m.about);
    const auto name = t.text("wall");
    if (t.has("wall") && !name) return {};
    std::vector<std::string> known;
    for (std::size_t k = 0; k < scene.walls.size(); ++k) {
        known.push_back(scene.walls[k].name);
        if (!name || *name == scene.walls[k].name) m.walls.push_back(k);
    }
    if (known.empty())
        t.fail("there are no walls");
    else if (m.walls.empty())
        t.fail("wall", fmt::format("no wall is called \"{}\"{}", *name, suggestion(*name, known)));
    if (m.walls.empty()) return {};
    return m;
}

std::optional<MeasureKind> read_rdf(const SceneTable& t, const std::optional<Region>& region) {
    const auto radius = t.number("radius");
    const auto bins = t.whole("bins");
    if (!region || !radius || !bins) return {};
    const Bounds box = bounds(*region);
    const double room = 0.5 * (box.high - box.low).minCoeff();
    if (*radius >= room) {
        t.fail("radius", fmt::format("must be less than half the region's width {} m, got {}",
                                     2 * room, *radius));
        return {};
    }
    return RdfMeasure{*region, *radius, *bins};
}

std::optional<MeasureKind> read_segregation(const SceneTable& t, const Scene& scene,
                                            const std::optional<Region>& region) {
    const bool by_groups = t.text("between") == "groups";
    std::vector<double> radii;
    for (const GrainGroup& group : scene.grains)
        for (const SizeClass& c : group.classes) radii.push_back(c.radius);
    std::sort(radii.begin(), radii.end());
    const auto sizes = std::unique(radii.begin(), radii.end()) - radii.begin();
    const bool follows_a_law = std::ranges::any_of(
        scene.grains, [](const GrainGroup& group) { return group.distribution.has_value(); });
    const auto cell = t.number("cell");
    if (by_groups && scene.grains.size() < 2)
        t.fail("between", "there is only one group of grains");
    else if (!by_groups && sizes < 2 && !follows_a_law)
        t.fail("needs grains of more than one nominal radius");
    else if (cell)
        return SegregationMeasure{region, by_groups, *cell};
    return {};
}

/// The plane of a flow, by its name or as written.
std::optional<FlowPlane> read_flow_plane(const SceneTable& t, const Scene& scene) {
    if (t.has("plane") == (t.has("point") || t.has("normal"))) {
        t.fail("needs plane, or point and normal");
        return {};
    }
    if (t.has("plane")) {
        const auto name = t.text("plane");
        if (!name) return {};
        std::vector<std::string> known;
        for (const FlowPlane& p : scene.planes) {
            if (p.name == *name) return p;
            known.push_back(p.name);
        }
        t.fail("plane", known.empty() ? std::string("there is no [[plane]]")
                                      : fmt::format("no plane is called \"{}\"{}", *name,
                                                    suggestion(*name, known)));
        return {};
    }
    if (!t.has("point") || !t.has("normal")) {
        t.fail("needs plane, or point and normal");
        return {};
    }
    const auto point = t.vector("point"), normal = t.vector("normal");
    if (!is_longer_than_zero(t, "normal", normal) || !point) return {};
    return FlowPlane{"", *point, normal->stableNormalized()};
}

std::optional<MeasureKind> read_flow(const SceneTable& t, const Scene& scene) {
    const auto plane = read_flow_plane(t, scene);
    if (t.has("radius") && t.has("size")) t.fail("size", "give radius or size, not both");
    if (t.has("size") != t.has("along")) t.fail("size and along belong together");
    if (!plane || (t.has("radius") && t.has("size")) || t.has("size") != t.has("along")) return {};
    FlowMeasure m{plane->point, plane->normal, t.number("radius"), {}};
    for (int k = 0; k < 3; ++k)
        if (scene.periodic.along(k) && m.normal[k] != 0 && std::abs(m.normal[k]) != 1) {
            t.fail("normal", fmt::format("must go along {0} or across it, because the scene is "
                                         "periodic along {0}",
                                         "xyz"[k]));
            return {};
        }
    const auto size = t.pair("size");
    const auto along = t.vector("along");
    if (size && is_longer_than_zero(t, "along", along)) {
        const Vec3 unit = along->stableNormalized();
        const Vec3 flat = unit - unit.dot(m.normal) * m.normal;
        if (flat.norm() < rounding) {
            t.fail("along", "must not go along the normal");
            return {};
        }
        m.rectangle = {flat.normalized(), m.normal.cross(flat.normalized()), 0.5 * (*size)[0],
                       0.5 * (*size)[1]};
    }
    return m;
}

bool is_file_name(const std::string& name) {
    return name != "run" && std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '-' || c == '_';
           });
}

} // namespace

std::optional<Region> SceneReader::read_measured_region(const SceneTable& t) const {
    auto region = read_region(t, "region");
    const auto reach = reach_of_walls(scene_);
    if (!region || !reach || !is_apart(bounds(*region), *reach)) return region;
    t.fail("region", "lies outside of all walls, and not below them");
    return {};
}

std::optional<MeasureKind> SceneReader::read_measure(const SceneTable& t,
                                                     const std::string& type) const {
    const auto region = read_measured_region(t);
    if (t.has("region") && !region && type != "layers" && type != "rings") return {};
    if (type == "layers") return read_layers(t, scene_, region);
    if (type == "rings") return read_rings(t, scene_, region);
    if (type == "density") return DensityMeasure{region};
    if (type == "coordination")
        return CoordinationMeasure{region, t.whole("rattlers_below").value_or(4)};
    if (type == "stress") return StressMeasure{region};
    if (type == "walls") return read_walls_measure(t, scene_);
    if (type == "contacts") {
        if (t.has("average"))
            t.fail("average", "is not for contacts, which have no rows in common");
        return ContactsMeasure{region};
    }
    if (type == "rdf") return read_rdf(t, region);
    if (type == "segregation") return read_segregation(t, scene_, region);
    if (type == "flow") return read_flow(t, scene_);
    return VelocityMeasure{region};
}

void SceneReader::read_measures() {
    Names names;
    for (const toml::table* table : root_.tables("measure")) {
        const auto [type, t] = read_variant(*table, "measure", "type", problems_);
        if (!t) continue;
        Measurement m;
        m.name = names.take(*t, type);
        if (!is_file_name(m.name))
            t->fail("name",
                    fmt::format("must be letters, digits, \"-\" and \"_\", and not \"run\", "
                                "got \"{}\"",
                                m.name));
        m.every = t->number("every").value_or(0);
        m.average = t->number("average").value_or(0);
        if (const auto kind = read_measure(*t, type)) {
            m.kind = *kind;
            scene_.measurements.push_back(std::move(m));
        }
    }
}

} // namespace scree
