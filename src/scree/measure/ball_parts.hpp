// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/scene/region.hpp>

// How much of a ball lies in a region. Equations and their errors: docs/theory/measures.md.
namespace scree {

/// The part below a plane `height` above the ball's lowest point; 0 … whole outside 0 … 2r.
/// [F eq. 4.4] with one formula for the whole range (docs/errata.md).
double cap_volume(double radius, double height);

/// The part inside a box with edges along the axes; closed form.
double ball_in_box(const Vec3& center, double radius, const BoxRegion& box);

/// The part inside an endless cylinder whose axis passes at `distance` from the ball's centre
/// [F eq. 4.6]; closed form in elliptic integrals.
double ball_in_cylinder(double radius, double cylinder_radius, double distance);

/// The part of a ball (at a height above the base and a distance from the axis) inside a cylinder
/// or frustum cut off at its ends: closed form where possible, else exact slices by quadrature.
double ball_in_frustum(const Vec3& center, double radius, const FrustumRegion& frustum);

/// The part inside another ball.
double ball_in_ball(double radius, double other, double distance);

double ball_in_region(const Vec3& center, double radius, const Region& region);

/// The area common to two discs.
double lens_area(double radius, double other, double distance);

} // namespace scree
