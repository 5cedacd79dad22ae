// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/pose.hpp>
#include <scree/base/random.hpp>
#include <scree/shapes/corners.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

// Pairs of corner sets of every kind that troubles distance algorithms, from seeds.
namespace scree {

/// Corners of a body, as a polyhedral core keeps them. The points need not all be on their hull.
class CornerSet {
public:
    void add(const Vec3& p) {
        x_.push_back(p.x());
        y_.push_back(p.y());
        z_.push_back(p.z());
        reach_ = std::max(reach_, p.norm());
        ++count_;
    }
    /// Valid until the next point is added.
    Corners view() {
        const auto count = static_cast<std::uint32_t>(size());
        for (auto* v : {&x_, &y_, &z_}) v->resize((count + 3) / 4 * 4, v->back());
        return {x_.data(), y_.data(), z_.data(), count, reach_, {}, {}, {}};
    }
    Vec3 point(std::size_t i) const { return {x_[i], y_[i], z_[i]}; }
    std::size_t size() const { return count_; }

private:
    std::vector<double> x_, y_, z_; ///< padded once viewed
    std::size_t count_ = 0;
    double reach_ = 0;
};

struct CornerPairCase {
    CornerSet a, b;
    Pose b_in_a;
};

inline Vec3 random_unit(Random& random) {
    for (;;) {
        const Vec3 p(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        const double size = p.norm();
        if (size <= 1 && size > 0.1) return p / size;
    }
}

inline Eigen::Matrix3d random_rotation(Random& random) {
    for (;;) {
        Eigen::Vector4d q(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                          random.uniform(-1, 1));
        if (q.norm() > 1 || q.norm() < 0.1) continue;
        return Eigen::Quaterniond(q.normalized()).toRotationMatrix();
    }
}

/// 10^x with x uniform.
inline double random_decade(Random& random, double low, double high) {
    return std::pow(10.0, random.uniform(low, high));
}

/// Points on a sphere, or (one in three) within it: 4 to 200, few more often than many.
inline CornerSet random_hull(Random& random, double size) {
    CornerSet set;
    const int count = static_cast<int>(4 * random_decade(random, 0, 1.7));
    const bool on_sphere = random.below(3) != 0;
    for (int i = 0; i < count; ++i)
        set.add(size * (on_sphere ? 1.0 : random.uniform(0.3, 1)) * random_unit(random));
    return set;
}

inline CornerSet turned(const CornerSet& set, const Eigen::Matrix3d& r) {
    CornerSet out;
    for (std::size_t i = 0; i < set.size(); ++i) out.add(r * set.point(i));
    return out;
}

/// A box, or a prism or antiprism over a regular polygon: many parallel faces and edges.
inline CornerSet regular_solid(Random& random, double size) {
    CornerSet set;
    const int sides = 3 + static_cast<int>(random.below(6));
    const double twist = random.below(2) == 0 ? 0.0 : 0.5;
    const double height = random.uniform(0.3, 1.5);
    for (int k = 0; k < sides; ++k) {
        for (const int side : {-1, 1}) {
            const double t = 2 * M_PI * (k + (side > 0 ? twist : 0.0)) / sides;
            set.add(size * Vec3(std::cos(t), std::sin(t), side * height));
        }
    }
    return set;
}

using PairMaker = CornerPairCase (*)(Random&, double size);
struct PairClass {
    std::string_view name;
    PairMaker make;
};

inline CornerPairCase random_pair(Random& random, double size) {
    CornerPairCase c{random_hull(random, size), random_hull(random, size), {}};
    c.b_in_a = {random_rotation(random), size * random.uniform(0, 3) * random_unit(random)};
    return c;
}

/// The same solids, turned alike, next to or into each other along their own directions.
inline CornerPairCase parallel_pair(Random& random, double size) {
    const CornerSet solid = regular_solid(random, size);
    const Eigen::Matrix3d r = random.below(2) == 0 ? Eigen::Matrix3d(Eigen::Matrix3d::Identity())
                                                   : random_rotation(random);
    const double reach = random.uniform(0, 2.5);
    const std::array<double, 3> choices{0, 1, reach};
    const Vec3 shift(choices[random.below(3)], choices[random.below(3)], choices[random.below(3)]);
    return {turned(solid, r), turned(solid, r), {Eigen::Matrix3d::Identity(), size * (r * shift)}};
}

/// A corner, the middle of two or of three corners of B is put on one of A; half of the time the
/// two corners are the outermost ones towards each other, so that the bodies touch.
inline CornerPairCase sharing_pair(Random& random, double size) {
    CornerPairCase c{random_hull(random, size), random_hull(random, size), {}};
    c.b_in_a.rotation = random_rotation(random);
    const auto feature = [&](const CornerSet& set) {
        Vec3 sum = Vec3::Zero();
        const auto count = 1 + random.below(3);
        for (std::uint64_t k = 0; k < count; ++k)
            sum += set.point(random.below(set.size())) / static_cast<double>(count);
        return sum;
    };
    const auto outermost = [](const CornerSet& set, const Vec3& d) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < set.size(); ++i)
            if (d.dot(set.point(i)) > d.dot(set.point(best))) best = i;
        return set.point(best);
    };
    const Vec3 d = random_unit(random);
    const bool touch = random.below(2) == 0;
    const Vec3 on_a = touch ? outermost(c.a, d) : feature(c.a);
    const Vec3 on_b = touch ? outermost(c.b, c.b_in_a.rotation.transpose() * -d) : feature(c.b);
    c.b_in_a.position = on_a - c.b_in_a.rotation * on_b;
    return c;
}

/// Two cubes face to face (shared face), edge to edge or corner to corner, turned together.
inline CornerPairCase shared_face_pair(Random& random, double size) {
    CornerSet cube;
    for (unsigned k = 0; k < 8; ++k)
        cube.add(size *
                 Vec3((k & 1U) != 0 ? 1 : -1, (k & 2U) != 0 ? 1 : -1, (k & 4U) != 0 ? 1 : -1));
    const Eigen::Matrix3d r = random_rotation(random);
    const std::array<double, 5> steps{0, 1, 2, -2, random.uniform(-2, 2)};
    const double tiny = random.below(2) == 0 ? 0 : random_decade(random, -16, -10);
    const Vec3 shift(2 + (random.below(2) == 0 ? tiny : -tiny), steps[random.below(5)],
                     steps[random.below(5)]);
    return {turned(cube, r), turned(cube, r), {Eigen::Matrix3d::Identity(), size * (r * shift)}};
}

inline CornerPairCase unequal_pair(Random& random, double size) {
    const double ratio = random_decade(random, -4, 4);
    CornerPairCase c{random_hull(random, size), random_hull(random, size * ratio), {}};
    c.b_in_a = {random_rotation(random),
                size * (1 + ratio) * random.uniform(0, 1.2) * random_unit(random)};
    return c;
}

/// Needles and plates, down to 1e-8 of their length.
inline CornerPairCase thin_pair(Random& random, double size) {
    const auto thin = [&] {
        const Vec3 s(1, random_decade(random, -8, 0), random_decade(random, -8, 0));
        const CornerSet round = random_hull(random, size);
        CornerSet set;
        for (std::size_t i = 0; i < round.size(); ++i) set.add(round.point(i).cwiseProduct(s));
        return set;
    };
    CornerPairCase c{thin(), thin(), {}};
    if (random.below(2) == 0) c.b_in_a.rotation = random_rotation(random);
    c.b_in_a.position = size * random_decade(random, -8, 0) * random_unit(random);
    return c;
}

inline CornerPairCase far_pair(Random& random, double size) {
    CornerPairCase c = random_pair(random, size);
    c.b_in_a.position *= 1e6;
    return c;
}

/// The corners themselves are far from their frame's origin; the bodies are close to each other.
inline CornerPairCase far_frame_pair(Random& random, double size) {
    const CornerPairCase near = random_pair(random, size);
    const Vec3 offset = 1e6 * size * random_unit(random);
    CornerPairCase c;
    c.b_in_a.rotation = near.b_in_a.rotation;
    const Vec3 offset_b = c.b_in_a.rotation.transpose() * (offset - near.b_in_a.position);
    for (std::size_t i = 0; i < near.a.size(); ++i) c.a.add(near.a.point(i) + offset);
    for (std::size_t i = 0; i < near.b.size(); ++i) c.b.add(near.b.point(i) + offset_b);
    c.b_in_a.position = 2 * near.b_in_a.position;
    return c;
}

inline CornerPairCase copies(Random& random, double size) {
    const CornerSet set =
        random.below(3) == 0 ? regular_solid(random, size) : random_hull(random, size);
    CornerPairCase c{set, set, {}};
    if (random.below(2) == 0) {
        const double near = random_decade(random, -16, -6);
        c.b_in_a.position = size * near * random_unit(random);
        c.b_in_a.rotation = Eigen::AngleAxisd(near, random_unit(random)).toRotationMatrix();
    }
    return c;
}

inline CornerPairCase deep_pair(Random& random, double size) {
    CornerPairCase c = random_pair(random, size);
    c.b_in_a.position *= 0.1;
    return c;
}

inline constexpr std::array<PairClass, 10> pair_classes{{{"random", random_pair},
                                                         {"parallel", parallel_pair},
                                                         {"sharing", sharing_pair},
                                                         {"shared face", shared_face_pair},
                                                         {"unequal", unequal_pair},
                                                         {"thin", thin_pair},
                                                         {"far", far_pair},
                                                         {"far frame", far_frame_pair},
                                                         {"copies", copies},
                                                         {"deep", deep_pair}}};

} // namespace scree
