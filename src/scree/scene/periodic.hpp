// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/bounds.hpp>
#include <scree/base/vec3.hpp>
#include <scree/scene/region.hpp>
#include <scree/shapes/wall.hpp>

#include <array>
#include <vector>

// A scene that repeats itself along some axes: what leaves on one side comes in on the other.
// docs/theory/periodic.md.
namespace scree {

struct Periodic {
    Vec3 low = Vec3::Zero();
    Vec3 length = Vec3::Zero(); ///< m; 0: not periodic along this axis

    bool along(int k) const { return length[k] > 0; }
    bool any() const { return along(0) || along(1) || along(2); }
    double high(int k) const { return low[k] + length[k]; }
    /// The shortest period; infinite when there is none.
    double shortest() const;

    /// The image of a point in the period: low <= x < high.
    Vec3 wrapped(Vec3 point) const;
    /// The shortest of all images of a way between two points.
    Vec3 nearest(Vec3 way) const;
    /// The same period, seen from another origin.
    Periodic seen_from(const Vec3& origin) const { return {low - origin, length}; }
};

/// One of the 27 steps to a neighbouring period: -1, 0 or 1 along each axis.
struct ImageStep {
    int number = 0; ///< 0 … 26; 13 is no step at all
    static constexpr int none = 13;
    int along(int k) const { return static_cast<int>(place(k)) - 1; }
    /// The same, counted from 0.
    std::size_t place(int k) const {
        constexpr std::array<std::size_t, 3> divisor = {1, 3, 9};
        return static_cast<std::size_t>(number) / divisor[static_cast<std::size_t>(k)] % 3;
    }
    ImageStep back() const { return {26 - number}; }
    /// Does it go along periodic axes only?
    bool is_of(const Periodic& period) const {
        return (along(0) == 0 || period.along(0)) && (along(1) == 0 || period.along(1)) &&
               (along(2) == 0 || period.along(2));
    }
    Vec3 shift(const Periodic& period) const {
        return {along(0) * period.length[0], along(1) * period.length[1],
                along(2) * period.length[2]};
    }
};

/// Calls `visit(step)` for the images of a point, itself apart, that come closer than `reach` to
/// the period along every periodic axis; ascending. The point lies in the period, or nearly.
template <class Visit>
void for_each_image(const Periodic& period, const Vec3& point, double reach, Visit&& visit) {
    std::array<std::array<bool, 3>, 3> is_near{}; // by axis and step
    for (int k = 0; k < 3; ++k) {
        auto& near = is_near[static_cast<std::size_t>(k)];
        double shift = -period.length[k];
        for (bool& one : near) {
            const double x = point[k] + shift;
            one = period.along(k) && x + reach > period.low[k] && x - reach < period.high(k);
            shift += period.length[k];
        }
        near[1] = true;
    }
    for (ImageStep step; step.number < 27; ++step.number) {
        if (step.number == ImageStep::none) continue;
        bool all = true;
        for (int k = 0; k < 3; ++k)
            all = all && is_near[static_cast<std::size_t>(k)][step.place(k)];
        if (all) visit(step);
    }
}

/// A region that spans the whole period along an axis (a box, or a cylinder along it) has no ends
/// there: a ball may stick out, its image comes in on the other side. Such ends are moved out by
/// `room`; all else is left as it is.
Region without_ends(const Region& region, const Periodic& period, double room);

/// Does the region lie within the period along all periodic axes, up to rounding?
bool is_within(const Region& region, const Periodic& period);

/// Faces and cylinders that reach from one end of the period to the other, made longer than anybody
/// can reach: where an image would begin, bodies with corners would feel its border.
Surface continued(Surface surface, const Periodic& period);
/// Has the surface no image at `shift`, because it is there itself?
bool is_continued(const Surface& surface, const Periodic& period, const Vec3& shift);

/// Where else a surface is to be found by balls of the period: the shifts of its images, itself
/// apart. `all`: those too that are far from the period now (it may turn).
std::vector<Vec3> image_shifts(const Surface& surface, const Periodic& period, bool all);

} // namespace scree
