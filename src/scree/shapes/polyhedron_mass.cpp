// SPDX-License-Identifier: BSD-3-Clause
//
// Exact mass properties (docs/theory/shapes.md). The core is cut into tetrahedra with their tips in
// one of its own points, so all are positive and nothing cancels. What a ball of radius r adds
// falls into pieces, each with a closed form: a prism over each face, a sector of a cylinder over
// each edge, a wedge of a ball at each corner.
#include <scree/shapes/detail/moments.hpp>
#include <scree/shapes/detail/polyhedron_moments.hpp>

#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace scree::detail {
namespace {

using Matrix = Eigen::Matrix3d;

Matrix outer(const Vec3& a, const Vec3& b) { return a * b.transpose(); }

/// Calls `see(a, b, c)` for the triangles of the faces, seen from `origin`.
template <class See>
void for_each_triangle(const PolyhedronData& data, const Vec3& origin, See see) {
    for (std::size_t f = 0; f < data.face_count(); ++f) {
        const auto face = data.face(f);
        const Vec3 a = data.corner(face[0]) - origin;
        for (std::size_t i = 2; i < face.size(); ++i)
            see(a, Vec3(data.corner(face[i - 1]) - origin), Vec3(data.corner(face[i]) - origin));
    }
}

Vec3 centroid_of(const PolyhedronData& data) {
    const Vec3 origin = data.corner(0);
    double volume = 0; // six times, and the moment 24 times
    Vec3 moment = Vec3::Zero();
    for_each_triangle(data, origin, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
        const double piece = a.dot(b.cross(c));
        volume += piece;
        moment += piece * (a + b + c);
    });
    return origin + moment / (4 * volume);
}

/// The pieces that a ball of radius r adds, their moments about `origin`.
class Rim {
public:
    Rim(const PolyhedronData& data, const Vec3& origin, double r)
        : data_(data), origin_(origin), r_(r), corner_(data.corner_count) {
        for (std::size_t f = 0; f < data.face_count(); ++f) add_face(f);
        for (const auto& edge : data.edges) add_edge(edge);
        for (std::uint32_t i = 0; i < data.corner_count; ++i) add_corner(i);
    }

    const Moments& moments() const { return sum_; }

private:
    /// Of the directions in which a ball at a corner lies bare: solid angle, ∫ n and ∫ n nᵀ up to
    /// the share of the solid angle.
    struct Wedge {
        double solid_angle = 2 * std::numbers::pi;
        Vec3 first = Vec3::Zero();
        Matrix second = Matrix::Zero();
    };

    Vec3 at(std::uint32_t corner) const { return data_.corner(corner) - origin_; }

    /// A prism of height r; on the way each corner's solid angle loses the face's angle there
    /// (the angle defect).
    void add_face(std::size_t f) {
        const auto face = data_.face(f);
        const Vec3& n = data_.face_normal[f];
        const Vec3 first = at(face[0]);
        double area = 0;
        Vec3 moment = Vec3::Zero();
        Matrix spread = Matrix::Zero();
        for (std::size_t i = 0; i < face.size(); ++i) {
            const auto next = face[(i + 1) % face.size()];
            const Vec3 a = at(face[i]) - first;
            const Vec3 b = at(next) - first;
            const double twice = n.dot(a.cross(b));
            area += twice / 2;
            moment += twice / 6 * (a + b);
            spread += twice / 24 * (outer(a, a) + outer(b, b) + outer(a + b, a + b));
            face_beside_[{face[i], next}] = f;

            const Vec3 back = first + a - at(face[(i + face.size() - 1) % face.size()]);
            corner_[face[i]].solid_angle -= std::atan2(back.cross(b - a).norm(), -back.dot(b - a));
        }
        const Vec3 center = moment / area;
        spread -= area * outer(center, center);
        sum_.add(area * r_, first + center + r_ / 2 * n,
                 r_ * spread + area * r_ * r_ * r_ / 12 * outer(n, n));
    }

    /// A sector of a cylinder between the normals of the two faces. It also bounds the wedges at
    /// both its ends: by the divergence theorem, over the cone of directions D cut by planes with
    /// normals ν, ∫ n = -Σ ν θ/2 and ∫ n nᵀ = |D|/3 - Σ ν (∫ x over the planar sector)ᵀ.
    void add_edge(const std::array<std::uint32_t, 2>& edge) {
        const Vec3 along = at(edge[1]) - at(edge[0]);
        const double length = along.norm();
        const Vec3 t = along / length;
        const Vec3& left = data_.face_normal[face_beside_.at({edge[0], edge[1]})];
        const Vec3& right = data_.face_normal[face_beside_.at({edge[1], edge[0]})];
        const double angle = std::atan2(left.cross(right).norm(), left.dot(right));
        // Two ways to the middle of the arc, added: one is long where the other is short.
        const Vec3 middle = (left + right + (right - left).cross(t)).normalized();
        const Vec3 side = t.cross(middle);
        const double sine = std::sin(angle);
        const Vec3 first = 2 * std::sin(angle / 2) * middle; // ∫ d over the directions d of the arc
        const Matrix second =
            (angle + sine) / 2 * outer(middle, middle) + (angle - sine) / 2 * outer(side, side);

        const double volume = length * angle * r_ * r_ / 2;
        const Vec3 center = at(edge[0]) + along / 2;
        const Matrix mixed = length * r_ * r_ * r_ / 3 * outer(center, first);
        sum_ += {volume, volume * center + length * r_ * r_ * r_ / 3 * first,
                 volume * (outer(center, center) + outer(along, along) / 12) + mixed +
                     mixed.transpose() + length * r_ * r_ * r_ * r_ / 4 * second};

        for (const double sign : {1.0, -1.0}) {
            Wedge& wedge = corner_[edge[sign > 0 ? 0 : 1]];
            wedge.first -= sign * angle / 2 * t;
            wedge.second -= sign / 3 * outer(t, first);
        }
    }

    void add_corner(std::uint32_t i) {
        const Wedge& wedge = corner_[i];
        const Vec3 center = at(i);
        const double volume = wedge.solid_angle * r_ * r_ * r_ / 3;
        const Matrix directions = wedge.solid_angle / 3 * Matrix::Identity() +
                                  (wedge.second + wedge.second.transpose()) / 2;
        const Matrix mixed = std::pow(r_, 4) / 4 * outer(center, wedge.first);
        sum_ += {volume, volume * center + std::pow(r_, 4) / 4 * wedge.first,
                 volume * outer(center, center) + mixed + mixed.transpose() +
                     std::pow(r_, 5) / 5 * directions};
    }

    const PolyhedronData& data_;
    Vec3 origin_;
    double r_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> face_beside_;
    std::vector<Wedge> corner_;
    Moments sum_;
};

} // namespace

MassProperties core_mass(const PolyhedronData& data) {
    const Vec3 centroid = centroid_of(data);
    double volume = 0;
    Matrix second = Matrix::Zero();
    for_each_triangle(data, centroid, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
        const double piece = a.dot(b.cross(c)) / 6;
        const Vec3 sum = a + b + c;
        volume += piece;
        second += piece / 20 * (outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum));
    });
    return {volume, centroid, inertia_of(second)};
}

MassProperties rounded_mass(const PolyhedronData& data, double radius) {
    const MassProperties& core = data.mass;
    Moments sum = Rim(data, core.centroid, radius).moments();
    sum.add(core.volume, Vec3::Zero(), second_of(core.inertia));
    return mass_of(sum, core.centroid);
}

} // namespace scree::detail
