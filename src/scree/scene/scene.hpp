// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/laws/bond.hpp>
#include <scree/laws/materials.hpp>
#include <scree/scene/cluster.hpp>
#include <scree/scene/drive.hpp>
#include <scree/scene/grain_shape.hpp>
#include <scree/scene/measurement.hpp>
#include <scree/scene/periodic.hpp>
#include <scree/scene/region.hpp>
#include <scree/scene/size_distribution.hpp>
#include <scree/shapes/wall.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

// The plain description of a run: physics only. Everything here has been checked once, by whoever
// built it (io/scene_file for TOML). Time step, skin, search and threads are not part of it.
namespace scree {

/// Where something was written, for messages: "hourglass.toml:14". Empty for scenes built in code.
using Place = std::string;

/// Grains of one nominal radius; `spread` is the largest relative deviation (0.02: ±2 %, uniform).
struct SizeClass {
    double radius = 0;
    double share = 1; ///< of the group's grains (or mass), relative to the other classes
    double spread = 0;
};

/// Face-centred cubic positions [F §5.2]: neighbours at `spacing`; each position is taken with
/// `probability` if the grain lies inside the region and touches no wall and no earlier grain.
struct LatticeFill {
    Region region;
    double spacing = 0; ///< 0: the largest diameter of the group (with its spread)
    double probability = 1;
};
/// Random positions without overlap, largest grains first. Without a count of the group, as many
/// grains as have this solid fraction of the region, or this mass in kg.
struct RandomFill {
    Region region;
    std::optional<double> density = {};
    std::optional<double> mass = {};
};
/// Grains exactly where the user put them; from a file with sizes and size classes of their own.
struct PlacedFill {
    std::vector<Vec3> centers;
    std::vector<double> radii = {};
    std::vector<int> size_classes = {};
    std::vector<Eigen::Quaterniond> attitudes = {}; ///< of the shape as described; or none
};
/// Grains that enter while the run goes on, wherever there is room in the region.
struct PourFill {
    Region region;
    std::optional<double> rate = {};      ///< grains per second
    std::optional<double> mass_rate = {}; ///< kg/s; with neither: as fast as there is room
    double from = 0, until = std::numeric_limits<double>::infinity(); ///< s
    // When to stop, besides the count of the group.
    std::optional<double> mass = {};  ///< kg
    std::optional<double> level = {}; ///< m, along `up_of`, of grains at rest
};
using Fill = std::variant<LatticeFill, RandomFill, PlacedFill, PourFill>;

/// How the clusters of a group are turned: each at random, or all the same.
struct Orientation {
    bool is_random = false;
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
};

struct GrainGroup {
    std::string name;
    int material = 0;
    /// Index into Scene::clusters: the group's grains are clusters, `classes` holds the radius of
    /// the ball around one, and counts count clusters.
    std::optional<int> cluster = {};
    Orientation orientation = {};
    std::vector<SizeClass> classes;
    std::optional<SizeDistribution> distribution; ///< in place of classes
    bool share_by_mass = false;
    std::optional<std::int64_t> count; ///< none: what the fill finds room for or is to reach
    Fill fill;
    Vec3 velocity = Vec3::Zero();
    Vec3 spin = Vec3::Zero();
    Place place;
    std::vector<int> shapes = {}; ///< of Scene::shapes, one of them by chance; none: balls
    /// From the frame in which the shape was described to the scene's; none: by chance.
    std::optional<Eigen::Quaterniond> attitude = {};
};

struct Wall {
    std::string name;
    std::string type; ///< as written: plane, box, sphere, cylinder, frustum, disc, rod, mesh
    int material = 0;
    std::vector<Surface> surfaces;
    Place place;
};

/// Grains whose centre comes into the region leave the run, or come back in another region.
struct Outflow {
    std::string name;
    Region region;
    std::optional<Region> into = {};
    Vec3 velocity = Vec3::Zero(); ///< of those that come back
    Place place = {};
};

/// A named plane whose crossings are counted: positive along the normal.
struct FlowPlane {
    std::string name;
    Vec3 point, normal;
};

/// How many images of the plane a point has beyond it: 0 or 1, unless the plane lies across a
/// periodic axis, where each round counts.
double planes_passed(const FlowPlane& plane, const Vec3& point, const Periodic& period);

/// A fluid at rest between the grains, by its linear drag [F eq. 3.23–3.24]: the same for all
/// grains, or Stokes's, 6 π η r and 8 π η r³. It carries nothing: give gravity less its buoyancy.
struct Fluid {
    double drag = 0, rotational_drag = 0; ///< kg/s, N m s
    double viscosity = 0;                 ///< Pa s

    bool is_present() const { return drag > 0 || rotational_drag > 0 || viscosity > 0; }
};

struct Output {
    double frame_every = 0;   ///< s; 0: chosen (60 frames over the duration)
    double measure_every = 0; ///< s; 0: chosen (600 rows over the duration)
    bool laguerre = false;    ///< local density and neighbours, in measures and frames
};

/// A file that a scene refers to: its name as written, and its bytes.
struct SceneInput {
    std::string name, text;
};

struct Scene {
    std::string title;
    std::string file; ///< the file it came from, for messages
    LawKind law = LawKind::linear;
    std::vector<Material> materials;
    std::vector<PairOverride> pairs;
    std::vector<BondKind> bonds;
    std::vector<Cluster> clusters;
    std::vector<GrainShape> shapes;
    /// Faces press with an energy of the overlap volume rather than of the depths under the area.
    bool contact_by_volume = false;
    std::vector<GrainGroup> grains;
    std::vector<Wall> walls;
    std::vector<Drive> drives;
    std::vector<Outflow> outflows;
    std::vector<FlowPlane> planes;
    std::vector<Measurement> measurements;
    Periodic periodic;
    Vec3 gravity = Vec3(0, 0, -9.81);
    std::vector<GravityTurn> gravity_turns;
    TimeTable gravity_table; ///< m/s²; begins with `gravity`; empty: constant but for the turns
    Fluid fluid;
    std::optional<double> duration; ///< s; with until_settled it is the limit
    bool until_settled = false;
    std::uint64_t seed = 1;
    Output output;
    std::vector<SceneInput> inputs; ///< each once, in the order of their first use
};

/// How far grains of a group reach, over their radius.
inline double largest_reach(const Scene& scene, const GrainGroup& group) {
    double reach = group.shapes.empty() ? 1 : 0;
    for (const int s : group.shapes)
        reach = std::max(reach, scene.shapes[static_cast<std::size_t>(s)].reach);
    return reach;
}

inline GravityCourse course_of_gravity(const Scene& scene) {
    return {scene.gravity, scene.gravity_table, scene.gravity_turns};
}

/// Does gravity pull along a periodic axis, so that grains fall for ever?
inline bool falls_for_ever(const Scene& scene) {
    for (int k = 0; k < 3; ++k) {
        const auto pulls = [&](const Vec3& gravity) { return gravity[k] != 0; };
        const auto& table = scene.gravity_table.value;
        if (scene.periodic.along(k) &&
            (pulls(scene.gravity) || std::any_of(table.begin(), table.end(), pulls)))
            return true;
    }
    return false;
}

/// Does anything beside the grains themselves bring energy in or take it out?
inline bool is_driven(const Scene& scene) {
    return !scene.drives.empty() || course_of_gravity(scene).changes() || falls_for_ever(scene);
}

/// Are some of its grains clusters of bonded spheres?
inline bool has_clusters(const Scene& scene) {
    return std::any_of(scene.grains.begin(), scene.grains.end(),
                       [](const GrainGroup& g) { return g.cluster.has_value(); });
}

/// May grains enter or leave while the run goes on?
inline bool has_traffic(const Scene& scene) {
    return !scene.outflows.empty() ||
           std::any_of(scene.grains.begin(), scene.grains.end(), [](const GrainGroup& g) {
               return std::holds_alternative<PourFill>(g.fill);
           });
}

/// Against gravity; +z without gravity.
inline Vec3 up_of(const Scene& scene) {
    return scene.gravity.norm() > 0 ? Vec3(-scene.gravity.normalized()) : Vec3(Vec3::UnitZ());
}

/// The walls of a scene where drives have brought them; `places` may be empty.
std::vector<Wall> placed_walls(const Scene& scene, std::span<const WallPlace> places);

/// One grain at the start.
struct Grain {
    Vec3 center, velocity, spin;
    double radius;
    int material;
    int group;      ///< index into Scene::grains
    int size_class; ///< index into the group's classes; of a distribution see SizeCurve
    /// Which sphere of its cluster, or -1; those of a cluster follow each other, from 0 on.
    int member = -1;
    int shape = -1; ///< index into Scene::shapes, or -1: a ball
    Eigen::Quaterniond attitude = Eigen::Quaterniond::Identity(); ///< of the shape's body frame
};

/// Where a cluster of a group is put: its centre of mass.
struct ClusterPose {
    Vec3 center;
    Eigen::Quaterniond turn;
};
/// Its spheres, which move with the group's velocity and spin as one body.
std::vector<Grain> place_cluster(const Cluster& cluster, const GrainGroup& group, int group_index,
                                 const ClusterPose& pose);

/// The radius of the ball that holds the grain.
inline double bounding_radius(const Scene& scene, const Grain& grain) {
    return grain.shape < 0
               ? grain.radius
               : grain.radius * scene.shapes[static_cast<std::size_t>(grain.shape)].reach;
}

/// Gives the n-th grain of a group its shape and attitude, those of the group or by chance.
void set_shape(const GrainGroup& group, std::span<const GrainShape> shapes, std::uint64_t seed,
               std::uint64_t number, Grain& grain);

/// Puts the grains of all groups into the scene, group after group, the same for the same seed.
/// Throws InputError naming the group and its place: grains overlapping at the start, more grains
/// than fit (says how many did), a grain outside every container or inside a wall.
std::vector<Grain> place_grains(const Scene& scene);

} // namespace scree
