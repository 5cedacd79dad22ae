// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>
#include <scree/laws/materials.hpp>
#include <scree/shapes/wall.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// The plain description of a run: physics only. Everything here has been checked once, by whoever
// built it (io/scene_file for TOML). Time step, skin, search and threads are not part of it.
namespace scree {

/// Where something was written, for messages: "hourglass.toml:14". Empty for scenes built in code.
using Place = std::string;

struct BoxRegion {
    Vec3 low, high;
};
struct FrustumRegion { ///< also a cylinder (equal radii)
    Vec3 base, top;
    double radius_base, radius_top;
};
struct SphereRegion {
    Vec3 center;
    double radius;
};
using Region = std::variant<BoxRegion, FrustumRegion, SphereRegion>;

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
/// Random positions without overlap, largest grains first.
struct RandomFill {
    Region region;
};
/// Grains exactly where the user put them.
struct PlacedFill {
    std::vector<Vec3> centers;
};
using Fill = std::variant<LatticeFill, RandomFill, PlacedFill>;

struct GrainGroup {
    std::string name;
    int material = 0;
    std::vector<SizeClass> classes;
    bool share_by_mass = false;
    std::optional<std::int64_t> count; ///< none: as many as the fill finds room for (lattice only)
    Fill fill;
    Vec3 velocity = Vec3::Zero();
    Vec3 spin = Vec3::Zero();
    Place place;
};

struct Wall {
    std::string name;
    std::string type; ///< as written: plane, box, sphere, cylinder, frustum, disc
    int material = 0;
    std::vector<Surface> surfaces;
    Place place;
};

/// A named plane whose crossings are counted: positive along the normal.
struct FlowPlane {
    std::string name;
    Vec3 point, normal;
};

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

struct Scene {
    std::string title;
    std::string file; ///< the file it came from, for messages
    LawKind law = LawKind::linear;
    std::vector<Material> materials;
    std::vector<PairOverride> pairs;
    std::vector<GrainGroup> grains;
    std::vector<Wall> walls;
    std::vector<FlowPlane> planes;
    Vec3 gravity = Vec3(0, 0, -9.81);
    Fluid fluid;
    std::optional<double> duration; ///< s; with until_settled it is the limit
    bool until_settled = false;
    std::uint64_t seed = 1;
    Output output;
};

/// Against gravity; +z without gravity.
inline Vec3 up_of(const Scene& scene) {
    return scene.gravity.norm() > 0 ? Vec3(-scene.gravity.normalized()) : Vec3(Vec3::UnitZ());
}

/// One grain at the start.
struct Grain {
    Vec3 center, velocity, spin;
    double radius;
    int material;
    int group;      ///< index into Scene::grains
    int size_class; ///< index into the group's classes
};

/// Puts the grains of all groups into the scene, group after group, the same for the same seed.
/// Throws InputError naming the group and its place: grains overlapping at the start, more grains
/// than fit (says how many did), a grain outside every container or inside a wall.
std::vector<Grain> place_grains(const Scene& scene);

} // namespace scree
