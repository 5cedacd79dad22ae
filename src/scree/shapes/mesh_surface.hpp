// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/ball.hpp>
#include <scree/base/bounds.hpp>
#include <scree/base/pose.hpp>
#include <scree/shapes/mesh_tree.hpp>
#include <scree/shapes/triangle_mesh.hpp>
#include <scree/shapes/wall.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

// A wall made of triangles, felt from both sides, such that what a ball feels is the surface and
// not the triangles. theory: docs/theory/walls.md, "Meshes".
namespace scree {

enum class EdgeKind : std::uint8_t {
    open,    ///< only one triangle: a rim, or a leak
    flat,    ///< two triangles in one plane
    convex,  ///< a ridge, seen from the side to which the triangles turn counter-clockwise
    concave, ///< a groove, seen from there
    crossed  ///< three or more triangles, or two that are turned against each other
};

struct MeshEdge {
    std::array<std::uint32_t, 2> vertices;  ///< lower first
    std::array<std::uint32_t, 2> triangles; ///< the second is `nobody` for an open edge
    EdgeKind kind = EdgeKind::open;
    double angle = 0; ///< between the normals, radians
    static constexpr std::uint32_t nobody = 0xFFFFFFFF;
};

/// A gap in the surface: a chain of open edges that no other triangle covers.
struct MeshLeak {
    Vec3 place = Vec3::Zero(); ///< the middle of its edges
    double length = 0;         ///< m, along the edges
    std::size_t edges = 0;
};

/// What was found and put right when the surface was built.
struct MeshFindings {
    std::size_t duplicates = 0;  ///< triangles with the same corners as another one: left out
    std::size_t slivers = 0;     ///< triangles without area (height below 1e-12 of their length)
    std::size_t crossed = 0;     ///< edges of more than two triangles, or turned against each other
    std::vector<MeshLeak> leaks; ///< the longest first
};

struct MeshOptions {
    /// Neighbouring faces whose normals differ by less than this (radians) stand for a smooth
    /// surface, and a groove between them is not felt.
    double smooth_angle = 0.55; // 31.5°: a cylinder of twelve sides is one
};

/// One place where a ball touches (or is within a margin of) the surface.
struct MeshContact {
    std::uint32_t triangle; ///< where the point lies; of those that share it the best known
    std::uint32_t region;   ///< the flat region of that triangle
    double gap;             ///< negative in overlap
    Vec3 point;             ///< on the surface
    Vec3 normal;            ///< unit, from the BALL to the SURFACE
    bool on_edge;           ///< the point lies on a side or corner of its triangle
};

class MeshSurface {
public:
    /// Vertices with the same coordinates are made one. Throws InputError when a number is not
    /// finite, a corner does not exist, or no triangle is left.
    explicit MeshSurface(const TriangleMesh& mesh, const MeshOptions& options = {});

    /// The same surface with its vertices elsewhere (as many as `mesh().vertices`): the tree is
    /// refitted, edges and regions stay what they were (their planes, too: where they were), so
    /// this is for motion that is rigid up to rounding.
    void refit(std::span<const Vec3> vertices);

    const TriangleMesh& mesh() const { return mesh_; }
    const MeshOptions& options() const { return options_; }
    double smooth_cosine() const { return smooth_cosine_; }
    const MeshFindings& findings() const { return findings_; }
    std::span<const MeshEdge> edges() const { return edges_; }
    /// Triangles of one flat region have the same number. Regions are numbered by their extent, so
    /// that a region has the same number however the surface is cut.
    std::span<const std::uint32_t> regions() const { return region_; }
    std::size_t region_count() const { return region_count_; }
    Bounds bounds() const { return tree_.bounds(); }
    double area() const; ///< m², of all triangles

    /// The plane of a flat region: the normal of its largest triangle, and its first vertex in the
    /// order of x, y and z, so that neither depends on the cut.
    const Plane& region_plane(std::uint32_t region) const { return region_plane_[region]; }
    /// In ascending order of their coordinates.
    const std::array<Vec3, 3>& corners(std::uint32_t triangle) const {
        return triangles_[triangle].corner;
    }
    /// The nearest point of one triangle.
    Foot nearest_on(std::uint32_t triangle, const Vec3& point) const {
        return foot(triangle, point).foot;
    }
    /// Calls `visit(triangle)` for all whose boxes are closer than `distance` to the point.
    template <class Visit>
    void for_each_near(const Vec3& point, double distance, Visit visit) const {
        tree_.for_each_near(point, distance, visit);
    }

    /// The nearest point of the surface, and the triangle (the lowest of those that share it).
    struct Nearest {
        std::uint32_t triangle;
        Foot foot;
    };
    Nearest nearest(const Vec3& center) const;

    /// Every place where a ball (center, radius) is closer than `margin` to the surface: local
    /// minima of the distance, each once; of those on neighbouring faces of a smooth groove the
    /// nearest. Appends to `out`, in ascending order of region.
    void contacts(const Ball& ball, double margin, std::vector<MeshContact>& out) const;

private:
    struct Triangle {
        std::array<std::uint32_t, 3> vertex; ///< in ascending order of their coordinates
        std::array<Vec3, 3> corner;          ///< the same
        Vec3 normal;                         ///< unit, as the mesh turns
        std::array<Vec3, 3> inward; ///< unit, in the plane, across the side opposite to corner k
        double size;                ///< the longest side
        double altitude;            ///< across it: the shortest height
    };
    struct TriangleFoot {
        Foot foot;
        bool is_inside;       ///< of the triangle, or on its rim up to rounding
        std::uint32_t anchor; ///< else a vertex of the side or corner where the foot lies
    };
    struct Near {
        std::uint32_t triangle;
        TriangleFoot at;
        double tolerance; ///< length below which two places near this one are one
        double blur; ///< how far rounding can move this foot: the plane of a thin triangle tilts

        bool is_vague() const { return blur > tolerance; }
    };

    void clean(const TriangleMesh& mesh);
    void find_edges();
    void find_regions();
    std::vector<std::uint32_t> grow_regions();
    void join_regions(const std::vector<std::uint32_t>& seeds);
    void number_regions(const std::vector<std::uint32_t>& seeds);
    void find_smooth_neighbours();
    void find_leaks();
    void fit_triangles();
    std::vector<Bounds> boxes() const;
    double cover_tolerance(std::uint32_t triangle, const Vec3& point) const;
    bool is_covered(const Vec3& point, const MeshEdge& edge) const;

    Near near(std::uint32_t triangle, const TriangleFoot& at, const Ball& ball) const;
    TriangleFoot foot(std::uint32_t triangle, const Vec3& center) const;
    bool passes_through(std::uint32_t triangle, const Vec3& point, double tolerance) const;
    bool is_hidden_around(const Near& near, const Vec3& center) const;
    void borrow_planes(std::vector<Near>& candidates, const Ball& ball) const;
    static bool goes_first(const Near& a, const Near& b);
    bool hides(const Near& a, const Near& b) const;
    std::vector<Near> visible(const std::vector<Near>& candidates, const Vec3& center) const;
    std::vector<Near> without_smooth_twins(std::vector<Near> kept) const;

    std::span<const std::uint32_t> around(std::uint32_t vertex) const {
        return {around_.data() + around_start_[vertex],
                around_start_[vertex + 1] - around_start_[vertex]};
    }
    std::span<const std::uint32_t> smooth_neighbours(std::uint32_t region) const {
        return {smooth_.data() + smooth_start_[region],
                smooth_start_[region + 1] - smooth_start_[region]};
    }

    TriangleMesh mesh_;
    MeshOptions options_;
    double smooth_cosine_;
    MeshFindings findings_;
    std::vector<Triangle> triangles_;
    std::vector<MeshEdge> edges_;
    std::vector<std::uint32_t> region_;
    std::uint32_t region_count_ = 0;
    std::vector<Plane> region_plane_;
    /// Triangles at each vertex.
    std::vector<std::uint32_t> around_start_, around_;
    /// Regions that touch each region at a small angle, sorted.
    std::vector<std::uint32_t> smooth_start_, smooth_;
    MeshTree tree_;
};

/// A point of the world in the frame of the triangles.
inline Vec3 point_at_home(const MeshWall& wall, const Vec3& point) {
    return wall.pose.rotation.transpose() * (point - wall.pose.position);
}

/// The contacts of a ball with a mesh where it is now. Appends to `out`.
void mesh_contacts(const MeshWall& wall, const Ball& ball, double margin,
                   std::vector<MeshContact>& out);

} // namespace scree
