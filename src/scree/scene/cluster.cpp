// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/cluster.hpp>

#include <scree/base/ball.hpp>
#include <scree/scene/scene.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace scree {
namespace {

// Distances on a lattice are compared with room for rounding.
constexpr double lattice_room = 1 + 1e-9;

const double row_height = std::sqrt(3.0) / 2, layer_height = std::sqrt(2.0 / 3);

std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/// Sorted along x, so that only near ones need to be compared.
std::vector<std::uint32_t> by_x(const std::vector<Vec3>& centers) {
    std::vector<std::uint32_t> order(centers.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return centers[a].x() < centers[b].x();
    });
    return order;
}

} // namespace

std::vector<Vec3> rod_shape(std::int64_t count, double spacing) {
    std::vector<Vec3> out;
    for (std::int64_t k = 0; k < count; ++k)
        out.emplace_back(0, 0, spacing * static_cast<double>(k));
    return out;
}

std::vector<Vec3> triangle_rod_shape(std::int64_t layers, double spacing) {
    std::vector<Vec3> out;
    const double reach = spacing / std::sqrt(3.0);
    for (std::int64_t k = 0; k < layers; ++k)
        for (int corner = 0; corner < 3; ++corner) {
            const double angle = std::numbers::pi * (2.0 * corner / 3 + (k % 2 == 0 ? 0.0 : 1.0));
            out.emplace_back(reach * std::cos(angle), reach * std::sin(angle),
                             layer_height * spacing * static_cast<double>(k));
        }
    return out;
}

std::vector<Vec3> tetrahedron_shape(std::int64_t edge, double spacing) {
    std::vector<Vec3> out;
    for (std::int64_t k = 0; k < edge; ++k)
        for (std::int64_t j = 0; j < edge - k; ++j)
            for (std::int64_t i = 0; i < edge - k - j; ++i) {
                const auto x = static_cast<double>(i), y = static_cast<double>(j),
                           z = static_cast<double>(k);
                out.emplace_back(spacing * (x + 0.5 * y + 0.5 * z),
                                 spacing * row_height * (y + z / 3), spacing * layer_height * z);
            }
    return out;
}

std::vector<Vec3> cylinder_shape(std::int64_t layers, double reach, double spacing) {
    std::vector<Vec3> out;
    const auto n = static_cast<std::int64_t>(reach / (row_height * spacing)) + 2;
    for (std::int64_t k = 0; k < layers; ++k) {
        const double shift = k % 2 == 0 ? 0 : 1;
        for (std::int64_t j = -n; j <= n; ++j)
            for (std::int64_t i = -2 * n; i <= 2 * n; ++i) {
                const auto x = static_cast<double>(i), y = static_cast<double>(j);
                const Vec3 at(spacing * (x + 0.5 * y + 0.5 * shift),
                              spacing * row_height * (y + shift / 3),
                              spacing * layer_height * static_cast<double>(k));
                if (std::hypot(at.x(), at.y()) <= reach * lattice_room) out.push_back(at);
            }
    }
    return out;
}

std::vector<Vec3> box_shape(const std::array<std::int64_t, 3>& counts, double spacing) {
    std::vector<Vec3> out;
    for (std::int64_t k = 0; k < counts[2]; ++k)
        for (std::int64_t j = 0; j < counts[1]; ++j)
            for (std::int64_t i = 0; i < counts[0]; ++i)
                out.emplace_back(spacing * static_cast<double>(i), spacing * static_cast<double>(j),
                                 spacing * static_cast<double>(k));
    return out;
}

std::vector<Vec3> ball_shape(double reach, double spacing) {
    std::vector<Vec3> out;
    const double half = spacing / std::numbers::sqrt2; // half the edge of the cube
    const auto n = static_cast<std::int64_t>(reach / half) + 1;
    for (std::int64_t k = -n; k <= n; ++k)
        for (std::int64_t j = -n; j <= n; ++j)
            for (std::int64_t i = -n; i <= n; ++i) {
                if ((i + j + k) % 2 != 0) continue;
                const Vec3 at = half * Vec3(static_cast<double>(i), static_cast<double>(j),
                                            static_cast<double>(k));
                if (at.norm() <= reach * lattice_room) out.push_back(at);
            }
    return out;
}

void finish_cluster(Cluster& cluster, double reach) {
    auto& centers = cluster.centers;
    Vec3 moment = Vec3::Zero();
    for (std::size_t k = 0; k < centers.size(); ++k)
        moment += ball_volume(cluster.radii[k]) * centers[k];
    const Vec3 middle = moment / solid_volume(cluster);
    for (Vec3& center : centers) center -= middle;
    const double largest = *std::max_element(cluster.radii.begin(), cluster.radii.end());
    const std::vector<std::uint32_t> order = by_x(centers);
    for (std::size_t p = 0; p < order.size(); ++p)
        for (std::size_t q = p + 1; q < order.size(); ++q) {
            const std::uint32_t i = std::min(order[p], order[q]), j = std::max(order[p], order[q]);
            if (centers[order[q]].x() - centers[order[p]].x() >
                2 * largest * (1 + reach) * lattice_room)
                break;
            const double sum = cluster.radii[i] + cluster.radii[j];
            if ((centers[j] - centers[i]).norm() <= (1 + reach) * sum * lattice_room)
                cluster.ties.push_back({i, j});
        }
    std::sort(cluster.ties.begin(), cluster.ties.end());
    for (std::size_t k = 0; k < centers.size(); ++k)
        cluster.bounding_radius =
            std::max(cluster.bounding_radius, centers[k].norm() + cluster.radii[k]);
}

std::size_t piece_count(const Cluster& cluster) {
    std::vector<std::uint32_t> parent(cluster.centers.size());
    std::iota(parent.begin(), parent.end(), 0U);
    for (const auto& [i, j] : cluster.ties) parent[root_of(parent, i)] = root_of(parent, j);
    std::size_t pieces = 0;
    for (std::uint32_t i = 0; i < parent.size(); ++i) pieces += root_of(parent, i) == i ? 1 : 0;
    return pieces;
}

double solid_volume(const Cluster& cluster) {
    double volume = 0;
    for (const double radius : cluster.radii) volume += ball_volume(radius);
    return volume;
}

std::vector<Grain> place_cluster(const Cluster& cluster, const GrainGroup& group, int group_index,
                                 const ClusterPose& pose) {
    std::vector<Grain> out;
    for (std::size_t k = 0; k < cluster.centers.size(); ++k) {
        const Vec3 arm = pose.turn * cluster.centers[k];
        out.push_back({pose.center + arm, group.velocity + group.spin.cross(arm), group.spin,
                       cluster.radii[k], group.material, group_index, 0, static_cast<int>(k)});
    }
    return out;
}

Eigen::Quaterniond random_turn(Random& random) {
    // Shoemake 1992: a uniform point of the unit sphere in four dimensions.
    const double u = random.uniform(), s = 2 * std::numbers::pi * random.uniform(),
                 t = 2 * std::numbers::pi * random.uniform();
    const double a = std::sqrt(1 - u), b = std::sqrt(u);
    return {a * std::sin(s), a * std::cos(s), b * std::sin(t), b * std::cos(t)};
}

} // namespace scree
