// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/bounds.hpp>
#include <scree/base/vec3.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scree::detail {

/// A convex polytope that is cut by planes, as loops of points around its faces, counter-clockwise
/// seen from outside. Numbers decide only on which side of a plane a point lies, once per point and
/// plane, so the faces stay closed whatever the rounding, and no tolerance is needed. A new point
/// lies on the edge it was cut from to rounding, however flat the cut: errors do not grow from one
/// cut to the next.
class ConvexCell {
public:
    using Index = std::uint32_t;

    /// Faces -1 … -6: -x, +x, -y, +y, -z, +z.
    void set_box(const Bounds& box);
    /// A copy, moved.
    void set(const ConvexCell& other, const Vec3& shift);

    /// Keeps normal·x <= offset; the new face is called `id`. True: something was cut off.
    bool cut(const Vec3& normal, double offset, std::int64_t id);

    bool is_empty() const { return ids_.empty(); }
    /// Distance of the point farthest from the origin.
    double reach() const;
    std::span<const Vec3> points() const { return points_; }
    std::size_t loop_count() const { return ids_.size(); }
    std::int64_t id(std::size_t loop) const { return ids_[loop]; }
    /// Numbers of points. Rounding may give a face more loops than one.
    std::span<const Index> loop(std::size_t loop) const {
        return {loop_.data() + start_[loop], start_[loop + 1] - start_[loop]};
    }

    struct Face {
        std::int64_t id;
        double area;
    };
    struct Integrals {
        double volume = 0, surface = 0;
        Vec3 centroid = Vec3::Zero();
    };
    /// Volume and centroid; appends the areas of the faces, one entry per id, ascending.
    Integrals integrate(std::vector<Face>& faces) const;

private:
    void clear();
    void keep_points(std::span<const double> height);
    Index crossing(Index inside, Index outside);
    void cut_face(std::span<const Index> loop, std::int64_t id);
    void close(std::int64_t id);

    std::vector<Vec3> points_;
    std::vector<std::int64_t> ids_;   ///< by face
    std::vector<Index> start_, loop_; ///< loop of face f: start_[f] … start_[f + 1] of loop_

    // Scratch of `cut`.
    struct Crossing {
        Index inside, outside, next;
        bool is_closed;
    };
    std::vector<double> height_;
    std::vector<Index> moved_;
    std::vector<Crossing> crossings_;
    std::vector<Vec3> old_points_;
    std::vector<std::int64_t> old_ids_;
    std::vector<Index> old_start_, old_loop_;
    Index first_crossing_ = 0;
};

} // namespace scree::detail
