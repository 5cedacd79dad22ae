// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/shapes/wall_mesh.hpp>
#include <scree/view/colors.hpp>
#include <scree/view/fields.hpp>

#include <optional>
#include <string>
#include <vector>

// What is to be seen, as balls, rods and meshes: the one place where a kind of thing says how it is
// drawn. Pictures, viewer and exports draw whatever is in a Drawing; a new shape, or the cells of a
// triangulation, add to it here and appear everywhere.
namespace scree {

struct DrawnBall {
    Vec3 center;
    double radius;
    Rgb color;
    std::uint32_t grain; ///< its id; of a pore, its number
};

/// A straight rod with round ends: a link of a force chain, an edge of the triangulation or of a
/// cell.
struct DrawnRod {
    Vec3 from, to;
    double radius;
    Rgb color;
};

/// A closed mesh in one colour: a grain that is no ball, or the Laguerre cell of a grain.
struct DrawnSolid {
    TriangleMesh mesh;
    Rgb color;
    std::uint32_t grain; ///< its id
};

struct DrawnMesh {
    std::string name;
    TriangleMesh mesh;
};

/// Keeps what lies on the side the normal points away from.
struct CutPlane {
    Vec3 point, normal; ///< unit
};

/// How numbers became colours.
struct Legend {
    std::string title, unit;
    bool is_kind = false;
    double low = 0, high = 1;
    std::vector<std::string> kinds; ///< in the order of category_color
};

struct Drawing {
    std::vector<DrawnBall> balls;
    std::vector<DrawnRod> rods;
    std::vector<DrawnSolid> solids;
    std::vector<DrawnMesh> walls;
    std::optional<CutPlane> cut;
    Legend legend;
    double time = 0;
    Bounds bounds;             ///< see bounds_of; before the cut
    bool faint_grains = false; ///< to be drawn translucent, for the rods inside
    bool inner_balls = false;  ///< inside of solids: to be seen only where the cut opens them
    // What one ball and one solid is, and what the rods are.
    std::string ball_name = "grain", solid_name = "grain", rods_name = "force chains";
};

struct DrawOptions {
    std::string color_by = "velocity";
    std::optional<double> low, high; ///< of the legend's scale; by default those of the data
    bool walls = true;
    bool chains = false; ///< force chains: rods of width by force between touching grains [F §6.5]
    bool edges = false;  ///< of the triangulation, between grains whose Laguerre cells share a face
    bool pores = false;  ///< spheres that fit between four grains, in place of the grains
    /// Laguerre cells in place of the grains, in their colours; beside chains, edges or pores,
    /// which cells would hide, their outlines.
    bool cells = false;
    bool bonds = false; ///< rods between bonded grains, whole and broken
    std::optional<CutPlane> cut;
    std::optional<Bounds> region; ///< to be seen as well
};

/// Shows these options something inside of translucent grains, coloured by values of its own?
inline bool shows_inside(const DrawOptions& options) {
    return options.chains || options.edges || options.pores || options.bonds;
}

/// Cells are drawn smaller, by this factor about their centroids: the gaps tell them apart.
inline constexpr double drawn_cell_size = 0.94;

/// What a frame fills: walls that have an end, and the grains near them.
Bounds bounds_of(const FieldSource& source);
/// The walls as meshes; those without end as far as `region` reaches.
std::vector<DrawnMesh> draw_walls(const FieldSource& source, const Bounds& region);

/// One frame of a run.
Drawing draw(const FieldSource& source, const DrawOptions& options);

/// Widens colour scale and region so that they hold this frame too, for pictures that are to be
/// compared.
void cover(const FieldSource& source, DrawOptions& options);

/// Colour of a value under a legend.
Rgb color_of(const Legend& legend, double value);

/// The colours of a legend from low to high, or one per kind, as "#rrggbb".
std::vector<std::string> colors_of(const Legend& legend);

} // namespace scree
