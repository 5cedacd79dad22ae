// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/detail/complaints.hpp>
#include <scree/shapes/detail/polygons.hpp>
#include <scree/shapes/polyhedron.hpp>

// What the two ways to build a polyhedron share.
namespace scree::detail {

/// Complains once about each of the first few, then says how many more there are.
class Several {
public:
    Several(Complaints& complaints, std::string what)
        : complaints_(complaints), what_(std::move(what)) {}
    ~Several() {
        if (count_ > enough)
            complaints_.add("… and " + std::to_string(count_ - enough) + " more " + what_);
    }
    Several(const Several&) = delete;
    Several& operator=(const Several&) = delete;

    void add(const std::string& message) {
        if (++count_ <= enough) complaints_.add(message);
    }

private:
    static constexpr int enough = 5;
    Complaints& complaints_;
    std::string what_;
    int count_ = 0;
};

void check_points(std::span<const Vec3> points, Complaints& complaints);

/// The points moved to the middle of their box and scaled by a power of two to a size of about 1:
/// every tolerance is then relative to the extent, and a scaled copy gives the same bits.
struct Unit {
    std::vector<Vec3> points;
    int exponent = 0; ///< the unit is 2^exponent metres

    double metres(double value) const;
};
Unit to_unit(std::span<const Vec3> points);

/// The hull of checked points, facets merged as told (relative to the unit).
Polyhedron build_hull(std::span<const Vec3> points, const Coplanar& coplanar, double rounding);

} // namespace scree::detail
