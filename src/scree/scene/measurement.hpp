// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/region.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// What a scene wants measured beyond measures.csv, one struct per kind. What the numbers mean, to
// the sign, is in docs/theory/measures.md; how they are found in measure/.
namespace scree {

/// Solid fraction of layers of equal thickness across `axis`, from `low` up.
struct LayersMeasure {
    Region region;                 ///< a box whose edges, or a cylinder whose axis, go along `axis`
    Vec3 axis;                     ///< unit
    double low = 0, thickness = 0; ///< m; low: along the axis
    std::int64_t count = 0;
};

/// Solid fraction of concentric rings in a cylinder.
struct RingsMeasure {
    FrustumRegion cylinder; ///< of equal radii
    double thickness = 0;
    std::int64_t count = 0;
    /// Above the base; none: from the base to the top of the highest grain.
    std::optional<std::pair<double, double>> heights;
};

/// Solid fraction and void ratio.
struct DensityMeasure {
    std::optional<Region> region; ///< none: as `bulk_density`
};

/// Contacts per grain, rattlers, clusters.
struct CoordinationMeasure {
    std::optional<Region> region;
    std::int64_t rattlers_below = 4; ///< contacts
};

/// Love–Weber stress and fabric.
struct StressMeasure {
    std::optional<Region> region;
};

/// Forces of the grains on walls.
struct WallsMeasure {
    std::vector<std::size_t> walls; ///< indices into Scene::walls
    Vec3 about = Vec3::Zero();      ///< of the torques
};

/// Every contact with its forces: one row each.
struct ContactsMeasure {
    std::optional<Region> region;
};

/// Radial distribution function.
struct RdfMeasure {
    Region region;
    double radius = 0;
    std::int64_t bins = 0;
};

/// Mixing of size classes or groups.
struct SegregationMeasure {
    std::optional<Region> region;
    bool by_groups = false;
    double cell = 0; ///< edge, m
};

/// Grains and mass through a plane, or an opening in it.
struct FlowMeasure {
    Vec3 point, normal;           ///< unit normal: the flow counts positive along it
    std::optional<double> radius; ///< a disc around the point
    struct Rectangle {
        Vec3 along, beside; ///< unit
        double half_along, half_beside;
    };
    std::optional<Rectangle> rectangle; ///< around the point
};

/// Means of velocity and spin, granular temperature.
struct VelocityMeasure {
    std::optional<Region> region;
};

using MeasureKind = std::variant<LayersMeasure, RingsMeasure, DensityMeasure, CoordinationMeasure,
                                 StressMeasure, WallsMeasure, ContactsMeasure, RdfMeasure,
                                 SegregationMeasure, FlowMeasure, VelocityMeasure>;

struct Measurement {
    std::string name;   ///< of its file, measures/NAME.csv
    double every = 0;   ///< s; 0: with the rows of measures.csv
    double average = 0; ///< s; > 0: adds the mean of each column over the rows of this last time
    MeasureKind kind;
};

} // namespace scree
