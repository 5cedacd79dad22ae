// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/scene.hpp>

#include <optional>
#include <string>
#include <vector>

namespace scree {

/// What the fills ask about the walls: does a ball keep clear of them, and is it inside?
class WallsOfScene {
public:
    explicit WallsOfScene(const Scene& scene);

    struct Hit {
        int wall;       ///< index into Scene::walls
        double depth;   ///< of the overlap, > 0
        bool is_behind; ///< the centre itself lies on the wrong side of a plane or sphere wall
    };
    /// The wall a ball overlaps most, by more than `tolerance`; none when it is clear of all.
    std::optional<Hit> deepest_hit(const Vec3& center, double radius, double tolerance) const;

    /// False when nothing could ever hold a grain that starts here: the walls are all finite, the
    /// centre lies outside their common bounds and neither gravity nor its velocity carries it
    /// into them. A plane or the inside of a sphere holds whatever is on its good side.
    bool may_hold(const Vec3& center, const Vec3& velocity) const;

    /// Common bounds of the finite surfaces; none along a periodic axis.
    const Bounds& extent() const { return extent_; }

    /// Largest coordinate of anything in the walls, m.
    double magnitude() const { return magnitude_; }

private:
    struct Piece {
        Surface surface;
        int wall;
        bool is_signed;
    };
    struct Solid { ///< a rod
        Frustum side;
        int wall;
    };
    std::vector<Piece> pieces_;
    std::vector<Solid> solids_;
    Bounds extent_;
    Vec3 gravity_;
    bool has_finite_ = false, has_endless_ = false;
    double magnitude_ = 0;
};

} // namespace scree
