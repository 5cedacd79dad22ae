// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/random.hpp>
#include <scree/base/vec3.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

// Grains made of several spheres [F §3.5]: which spheres, and which of them are bonded.
namespace scree {

struct Cluster {
    std::string name;
    int bond = 0;              ///< index into Scene::bonds
    std::vector<Vec3> centers; ///< about the centre of mass
    std::vector<double> radii;
    std::vector<std::array<std::uint32_t, 2>> ties; ///< bonded spheres, ascending
    double bounding_radius = 0; ///< of a ball about the centre of mass that holds all spheres
};

// The shapes of [F §6.4] and a few more, of equal spheres of radius r whose neighbours are
// `spacing` apart. Centres only, near the origin; the long axis is z.

/// `count` spheres one above the other.
std::vector<Vec3> rod_shape(std::int64_t count, double spacing);
/// Triangles of three, each turned against the one below: [F Fig. 6.19]'s short rod has five.
std::vector<Vec3> triangle_rod_shape(std::int64_t layers, double spacing);
/// Face-centred cubic with `edge` spheres along each edge: 4, 10, 20, 35, 56 …
std::vector<Vec3> tetrahedron_shape(std::int64_t edge, double spacing);
/// Hexagonal layers A B A B …, of each the centres within `reach` of the axis. [F §6.4.2]: 20
/// layers of "approx. 85 spheres", as a reach of 4.8 spacings gives: 85 and 84.
std::vector<Vec3> cylinder_shape(std::int64_t layers, double reach, double spacing);
/// Simple cubic.
std::vector<Vec3> box_shape(const std::array<std::int64_t, 3>& counts, double spacing);
/// Face-centred cubic centres within `reach` of the origin, one of them there.
std::vector<Vec3> ball_shape(double reach, double spacing);

/// Puts the centre of mass at the origin, ties all spheres whose gap is at most `reach` times the
/// sum of their radii, and finds the bounding radius.
void finish_cluster(Cluster& cluster, double reach);

/// In how many pieces do the bonds leave the spheres? One for a proper cluster.
std::size_t piece_count(const Cluster& cluster);

double solid_volume(const Cluster& cluster);

/// Any orientation as likely as any other.
Eigen::Quaterniond random_turn(Random& random);

} // namespace scree
