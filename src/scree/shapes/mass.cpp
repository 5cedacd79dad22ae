// SPDX-License-Identifier: BSD-3-Clause
#include <scree/shapes/mass.hpp>

#include <Eigen/Eigenvalues>

#include <cmath>

namespace scree {

PrincipalAxes principal_axes(const MassProperties& mass) {
    // Scaled by a power of two to about 1, so that a scaled body gives the same bits.
    int exponent = 0;
    static_cast<void>(std::frexp(mass.inertia.cwiseAbs().maxCoeff(), &exponent));
    const Eigen::Matrix3d unit =
        mass.inertia.unaryExpr([&](double value) { return std::ldexp(value, -exponent); });
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(unit);
    PrincipalAxes axes;
    axes.moments =
        solver.eigenvalues().unaryExpr([&](double value) { return std::ldexp(value, exponent); });
    axes.rotation = solver.eigenvectors();
    // Each axis towards the side of its largest coordinate, the last one as the others want it.
    for (int k = 0; k < 2; ++k) {
        int largest = 0;
        axes.rotation.col(k).cwiseAbs().maxCoeff(&largest);
        if (axes.rotation(largest, k) < 0) axes.rotation.col(k) *= -1;
    }
    axes.rotation.col(2) = axes.rotation.col(0).cross(axes.rotation.col(1));
    return axes;
}

} // namespace scree
