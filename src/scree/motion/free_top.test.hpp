// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>

#include <cmath>

// The free asymmetric top in closed form: the spin in the body's frame by Jacobi's elliptic
// functions [Landau1976 §37], the attitude by one integral over them.
namespace scree::test {

/// Moments in ascending order, spin(0) = (x > 0, 0, z > 0) in the body's frame, and
/// M² > 2 E I2: the body goes around its third axis.
class FreeTop {
public:
    FreeTop(const Vec3& moments, double spin_x, double spin_z) : moments_(moments) {
        const double i1 = moments.x(), i2 = moments.y(), i3 = moments.z();
        const double energy2 = i1 * spin_x * spin_x + i3 * spin_z * spin_z; // 2E
        const double m2 = i1 * i1 * spin_x * spin_x + i3 * i3 * spin_z * spin_z;
        momentum_ = std::sqrt(m2);
        const double low = energy2 * i3 - m2, high = m2 - energy2 * i1;
        amplitude_ = {std::sqrt(low / (i1 * (i3 - i1))), std::sqrt(low / (i2 * (i3 - i2))),
                      std::sqrt(high / (i3 * (i3 - i1)))};
        rate_ = std::sqrt((i3 - i2) * high / (i1 * i2 * i3));
        modulus_ = std::sqrt((i2 - i1) * low / ((i3 - i2) * high));
    }

    /// Of the spin in the body's frame; the second axis points the other way after half of it.
    double period() const { return 4 * boost::math::ellint_1(modulus_) / rate_; }
    double modulus() const { return modulus_; }

    Vec3 body_spin(double t) const {
        double cn = 0, dn = 0;
        const double sn = boost::math::jacobi_elliptic(modulus_, rate_ * t, &cn, &dn);
        return amplitude_.cwiseProduct(Vec3(cn, sn, dn));
    }

    /// The angular momentum along z: the attitude is Rz(ψ) Rx(θ) Rz(φ), where the body's momentum
    /// gives θ and φ, and ψ' = |M| (ω1 m1 + ω2 m2)/(m1² + m2²). ψ(0) = 0.
    Eigen::Quaterniond attitude(double t) const {
        const Vec3 m = moments_.cwiseProduct(body_spin(t));
        const auto turn = [](double angle, const Vec3& axis) {
            return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis));
        };
        return turn(precession(t), Vec3::UnitZ()) *
               turn(std::atan2(std::hypot(m.x(), m.y()), m.z()), Vec3::UnitX()) *
               turn(std::atan2(m.x(), m.y()), Vec3::UnitZ());
    }
    Vec3 momentum() const { return {0, 0, momentum_}; }

private:
    double precession(double t) const {
        const auto rate = [&](double at) {
            const Vec3 w = body_spin(at);
            const Vec3 m = moments_.cwiseProduct(w);
            return momentum_ * (w.x() * m.x() + w.y() * m.y()) / (m.x() * m.x() + m.y() * m.y());
        };
        const int pieces = 1 + static_cast<int>(16 * t / period());
        double sum = 0;
        for (int k = 0; k < pieces; ++k)
            sum += boost::math::quadrature::gauss<double, 20>::integrate(rate, t * k / pieces,
                                                                         t * (k + 1) / pieces);
        return sum;
    }

    Vec3 moments_, amplitude_;
    double momentum_ = 0, rate_ = 0, modulus_ = 0;
};

/// The angle between two attitudes, accurate when it is small.
inline double angle_between(const Eigen::Quaterniond& a, const Eigen::Quaterniond& b) {
    return 2 * (a.conjugate() * b).vec().norm();
}

} // namespace scree::test
