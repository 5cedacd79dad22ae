// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/fields.hpp>

#include <scree/base/ball.hpp>
#include <scree/base/error.hpp>
#include <scree/broad/broad_phase.hpp>
#include <scree/sim/local_structure.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace scree {
namespace {

// Layers by height at the start show how a bed mixes.
constexpr int layer_count = 8;
// The neighbourhood for the local density, in radii of the grain in its middle.
constexpr double neighbourhood = 4;

template <class Value>
std::vector<double> per_grain(const FieldSource& s, Value&& value) {
    std::vector<double> out(s.frame.frame.center.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = value(i);
    return out;
}

Field speed(const FieldSource& s) {
    return {"speed", "m/s", false, {}, per_grain(s, [&](std::size_t i) {
                return s.frame.frame.velocity[i].norm();
            })};
}

Field spin(const FieldSource& s) {
    return {"spin", "rad/s", false, {}, per_grain(s, [&](std::size_t i) {
                return s.frame.frame.spin[i].norm();
            })};
}

Field size(const FieldSource& s) {
    return {"diameter", "m", false, {}, per_grain(s, [&](std::size_t i) {
                return 2 * s.frame.frame.radius[i];
            })};
}

Field height(const FieldSource& s) {
    const Vec3 up = up_of(s.scene);
    return {"height", "m", false, {}, per_grain(s, [&](std::size_t i) {
                return up.dot(s.frame.frame.center[i]);
            })};
}

/// Sum of the normal forces that press on a grain.
Field force(const FieldSource& s) {
    Field field{"contact force", "N", false, {}, per_grain(s, [](std::size_t) { return 0.0; })};
    for (const ContactRecord& c : s.frame.frame.contact) {
        field.values[c.a] += std::abs(c.normal_force);
        if (c.b >= 0) field.values[static_cast<std::size_t>(c.b)] += std::abs(c.normal_force);
    }
    return field;
}

Field contacts(const FieldSource& s) {
    return {"contacts", "", false, {}, per_grain(s, [&](std::size_t i) {
                return static_cast<double>(s.frame.frame.contacts[i]);
            })};
}

Field size_class(const FieldSource& s) {
    Field field{"class", "", true, {}, per_grain(s, [&](std::size_t i) {
                    return static_cast<double>(s.frame.labels.size_class[i]);
                })};
    return field;
}

Field group(const FieldSource& s) {
    Field field{"group", "", true, {}, per_grain(s, [&](std::size_t i) {
                    return static_cast<double>(s.frame.labels.group[i]);
                })};
    for (const GrainGroup& g : s.scene.grains) field.kinds.push_back(g.name);
    return field;
}

Field material(const FieldSource& s) {
    Field field{"material", "", true, {}, per_grain(s, [&](std::size_t i) {
                    return static_cast<double>(s.frame.frame.material[i]);
                })};
    for (const Material& m : s.scene.materials) field.kinds.push_back(m.name);
    return field;
}

using RowPair = std::pair<std::size_t, std::size_t>;

/// What hangs together by these pairs, as numbers: the largest is 0.
std::vector<double> connected(std::size_t count, const std::vector<RowPair>& pairs) {
    std::vector<std::size_t> root(count);
    std::iota(root.begin(), root.end(), std::size_t{0});
    const auto find = [&](std::size_t i) {
        while (root[i] != i) i = root[i] = root[root[i]];
        return i;
    };
    for (const auto& [one, other] : pairs) {
        const std::size_t a = find(one), b = find(other);
        root[std::max(a, b)] = std::min(a, b);
    }
    std::vector<std::size_t> members(count, 0), order;
    for (std::size_t i = 0; i < count; ++i) {
        if (members[find(i)]++ == 0) order.push_back(find(i));
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return members[a] > members[b]; });
    std::vector<double> rank(count, 0), out(count, 0);
    for (std::size_t k = 0; k < order.size(); ++k) rank[order[k]] = static_cast<double>(k);
    for (std::size_t i = 0; i < count; ++i) out[i] = rank[find(i)];
    return out;
}

/// Grains in contact with each other, directly or through others.
Field cluster(const FieldSource& s) {
    std::vector<RowPair> pairs;
    for (const ContactRecord& c : s.frame.frame.contact)
        if (c.b >= 0) pairs.emplace_back(c.a, static_cast<std::size_t>(c.b));
    return {"cluster", "", true, {}, connected(s.frame.frame.center.size(), pairs)};
}

/// Spheres that whole bonds hold together.
Field piece(const FieldSource& s) {
    std::vector<RowPair> pairs;
    for (const BondRecord& bond : s.frame.frame.bonds)
        if (!bond.is_broken()) pairs.emplace_back(bond.a, bond.b);
    return {"piece", "", true, {}, connected(s.frame.frame.center.size(), pairs)};
}

/// Equal numbers of grains per layer, by height in the first frame.
Field layer(const FieldSource& s) {
    const std::vector<double> start = height({s.scene, s.first, s.first}).values;
    std::vector<std::size_t> order(start.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return start[a] < start[b]; });
    std::vector<double> layers(start.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        layers[order[k]] =
            std::floor(static_cast<double>(k) * layer_count / static_cast<double>(order.size()));
    bool has_late_ones = false;
    Field field{"layer at the start", "", true, {}, per_grain(s, [&](std::size_t i) {
                    const auto row = row_of(s.first.frame, id_of(s.frame.frame, i));
                    has_late_ones = has_late_ones || !row;
                    return row ? layers[*row] : static_cast<double>(layer_count);
                })};
    for (int k = 1; k <= layer_count; ++k) field.kinds.push_back(std::to_string(k));
    if (has_late_ones) field.kinds.emplace_back("came later");
    return field;
}

/// Volume that two balls share.
double lens(double distance, double a, double b) {
    if (distance >= a + b) return 0;
    const double small = std::min(a, b);
    if (distance <= std::abs(a - b)) return ball_volume(small);
    const double rest = a + b - distance;
    return std::numbers::pi * rest * rest *
           (distance * distance + 2 * distance * (a + b) - 3 * (a - b) * (a - b)) / (12 * distance);
}

/// Solid fraction of a ball of some radii around each grain. Walls count as empty space.
Field density(const FieldSource& s) {
    const Frame& f = s.frame.frame;
    // Every pair closer than the neighbourhood of its larger ball.
    std::vector<Ball> balls;
    std::vector<Vec3> center = f.center;
    std::vector<double> radius = f.radius; // of the grains, then of their images
    double largest = 0;
    for (const double r : f.radius) largest = std::max(largest, r);
    for (std::size_t i = 0; f.period.any() && i < f.center.size(); ++i)
        for_each_image(f.period, f.center[i], 2 * neighbourhood * largest, [&](ImageStep step) {
            center.emplace_back(f.center[i] + step.shift(f.period));
            radius.push_back(f.radius[i]);
        });
    for (std::size_t i = 0; i < center.size(); ++i)
        balls.push_back({center[i].x(), center[i].y(), center[i].z(), neighbourhood * radius[i]});
    std::vector<double> solid(balls.size());
    for (std::size_t i = 0; i < balls.size(); ++i) solid[i] = lens(0, radius[i], radius[i]);
    Workers alone(1);
    std::vector<IndexPair> pairs;
    make_grid()->update({balls, 0}, alone, pairs);
    for (const IndexPair& p : pairs) {
        const double distance = (center[p.first] - center[p.second]).norm();
        const double a = radius[p.first], b = radius[p.second];
        solid[p.first] += lens(distance, neighbourhood * a, b);
        solid[p.second] += lens(distance, neighbourhood * b, a);
    }
    return {"local density", "", false, {}, per_grain(s, [&](std::size_t i) {
                const double reach = neighbourhood * f.radius[i];
                return solid[i] / lens(0, reach, reach);
            })};
}

LocalStructure structure(const FieldSource& s) {
    Workers alone(1);
    return local_structure(s.scene, s.frame.frame, alone);
}

Field laguerre(const FieldSource& s) {
    return {"density of the Laguerre cell", "", false, {}, structure(s).density};
}

Field faces(const FieldSource& s) {
    const std::vector<std::int32_t> count = structure(s).faces;
    return {"faces of the Laguerre cell", "", false, {}, {count.begin(), count.end()}};
}

Field surface(const FieldSource& s) {
    const std::vector<std::int32_t> place = structure(s).place;
    return {
        "place", "", true, {"inside", "wall", "surface", "outside"}, {place.begin(), place.end()}};
}

struct Row {
    const char *name, *about;
    Field (*make)(const FieldSource&);
};

constexpr Row rows[] = {
    {"velocity", "speed of the centre", speed},
    {"spin", "angular speed", spin},
    {"size", "diameter", size},
    {"height", "position against gravity", height},
    {"force", "sum of the normal forces on the grain", force},
    {"contacts", "number of contacts", contacts},
    {"density", "solid fraction within four radii", density},
    {"laguerre", "volume of the grain over that of its Laguerre cell", laguerre},
    {"faces", "grains next to it in the Laguerre diagram", faces},
    {"surface", "inside, at a wall or at the free surface", surface},
    {"class", "size class", size_class},
    {"group", "group of the scene", group},
    {"material", "material", material},
    {"cluster", "connected by contacts, largest first", cluster},
    {"piece", "held together by bonds, largest first", piece},
    {"layer", "height in the first frame: shows mixing", layer},
};

} // namespace

std::vector<FieldName> field_names() {
    std::vector<FieldName> names;
    for (const Row& row : rows) names.push_back({row.name, row.about});
    return names;
}

Field grain_field(const std::string& name, const FieldSource& source) {
    for (const Row& row : rows)
        if (name == row.name) return row.make(source);
    std::vector<std::string> known;
    for (const Row& row : rows) known.emplace_back(row.name);
    throw InputError("no field \"" + name + "\" to colour by" + suggestion(name, known));
}

} // namespace scree
