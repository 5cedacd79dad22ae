// SPDX-License-Identifier: BSD-3-Clause
#include <scree/scene/cluster.hpp>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

Cluster made_of(std::vector<Vec3> centers, double radius, double reach = 0.01) {
    Cluster cluster;
    cluster.centers = std::move(centers);
    cluster.radii.assign(cluster.centers.size(), radius);
    finish_cluster(cluster, reach);
    return cluster;
}

/// No two spheres overlap, and the bonds are exactly the touching pairs, by brute force.
void expect_sound(const Cluster& cluster, double spacing) {
    std::vector<std::array<std::uint32_t, 2>> touching;
    for (std::uint32_t j = 0; j < cluster.centers.size(); ++j)
        for (std::uint32_t i = 0; i < j; ++i) {
            const double distance = (cluster.centers[j] - cluster.centers[i]).norm();
            EXPECT_GT(distance, spacing * (1 - 1e-12));
            if (distance < 1.005 * spacing) touching.push_back({i, j});
        }
    std::sort(touching.begin(), touching.end());
    EXPECT_EQ(cluster.ties, touching);
    EXPECT_EQ(piece_count(cluster), 1U);
    Vec3 sum = Vec3::Zero();
    for (const Vec3& c : cluster.centers) sum += c;
    EXPECT_LT(sum.norm(), 1e-12 * static_cast<double>(cluster.centers.size()));
}

TEST(Clusters, HaveTheSpheresOfTheSource) {
    const double r = 0.5;
    const Cluster tetrahedron = made_of(tetrahedron_shape(5, 1), r);
    EXPECT_EQ(tetrahedron.centers.size(), 35U); // [F §6.4.1]
    expect_sound(tetrahedron, 1);
    const Cluster rod = made_of(triangle_rod_shape(5, 1), r);
    EXPECT_EQ(rod.centers.size(), 15U); // [F §6.4.1]
    EXPECT_EQ(rod.ties.size(), 5U * 3 + 4U * 6);
    expect_sound(rod, 1);
    const Cluster cylinder = made_of(cylinder_shape(20, 4.8, 1), r);
    EXPECT_EQ(cylinder.centers.size(), 10U * 85 + 10U * 84); // [F §6.4.2]: "approx. 85" per layer
    expect_sound(cylinder, 1);
    expect_sound(made_of(rod_shape(7, 1), r), 1);
    expect_sound(made_of(box_shape({4, 3, 2}, 1), r), 1);
    const Cluster ball = made_of(ball_shape(1, 1), r);
    EXPECT_EQ(ball.centers.size(), 13U);
    expect_sound(ball, 1);
}

/// Central forces hold a cluster in shape only if no deformation leaves all bonds at their length:
/// the rigidity matrix must have rank 3 n - 6.
TEST(Clusters, OfGlueAreRigid) {
    for (const auto& centers :
         {triangle_rod_shape(5, 1), tetrahedron_shape(5, 1), cylinder_shape(4, 3.2, 1)}) {
        const Cluster c = made_of(centers, 0.5);
        const auto n = static_cast<Eigen::Index>(c.centers.size());
        Eigen::MatrixXd matrix =
            Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(c.ties.size()), 3 * n);
        for (std::size_t k = 0; k < c.ties.size(); ++k) {
            const auto [i, j] = c.ties[k];
            const Vec3 along = c.centers[j] - c.centers[i];
            matrix.block<1, 3>(static_cast<Eigen::Index>(k), 3 * i) = -along.transpose();
            matrix.block<1, 3>(static_cast<Eigen::Index>(k), 3 * j) = along.transpose();
        }
        const Eigen::MatrixXd square = matrix.transpose() * matrix;
        const Eigen::VectorXd values =
            Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(square).eigenvalues();
        EXPECT_LT(std::abs(values[5]), 1e-9);
        EXPECT_GT(values[6], 1e-3);
    }
}

TEST(Clusters, PiecesWithoutABondAreCounted) {
    EXPECT_EQ(piece_count(made_of({{0, 0, 0}, {1, 0, 0}, {5, 0, 0}, {6, 0, 0}}, 0.5)), 2U);
    EXPECT_EQ(piece_count(made_of({{0, 0, 0}, {1, 0, 0}, {2.2, 0, 0}}, 0.5)), 2U);
    EXPECT_EQ(piece_count(made_of({{0, 0, 0}, {1, 0, 0}, {2.2, 0, 0}}, 0.5, 0.2)), 1U);
}

TEST(Clusters, AreTurnedEvenly) {
    const std::uint64_t seed = 5;
    SCOPED_TRACE(seed);
    Random random(seed);
    constexpr int count = 20000;
    Vec3 sum = Vec3::Zero(), squares = Vec3::Zero();
    for (int n = 0; n < count; ++n) {
        const Vec3 axis = random_turn(random) * Vec3::UnitZ();
        EXPECT_NEAR(axis.norm(), 1, 1e-12);
        sum += axis;
        squares += axis.cwiseProduct(axis);
    }
    // Standard errors: sqrt(1/3/count) = 0.0041, sqrt(4/45/count) = 0.0021.
    EXPECT_LT((sum / count).cwiseAbs().maxCoeff(), 0.02);
    EXPECT_LT((squares / count - Vec3::Constant(1.0 / 3)).cwiseAbs().maxCoeff(), 0.01);
}

} // namespace
} // namespace scree
