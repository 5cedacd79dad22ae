// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <support/scenes.hpp>

#include <scree/shapes/mesh_cuts.test.hpp>
#include <scree/shapes/mesh_surface.hpp>

#include <utility>
#include <vector>

// Walls made of triangles, and what runs with them are compared by.
namespace scree::test_support {

inline Wall mesh_wall(const TriangleMesh& mesh, const MeshOptions& options = {}) {
    return wall_of("mesh", make_mesh_wall(MeshSurface(mesh, options)));
}

/// The square from -half to half at z = height, cut in the k-th way.
inline TriangleMesh cut_floor(double half, double height, int k) {
    Random random(61);
    TriangleMesh mesh;
    test::add_cut(mesh, test::cut_square(k, random), [&](const test::Flat& p) {
        return Vec3(half * (2 * p[0] - 1), half * (2 * p[1] - 1), height);
    });
    return mesh;
}

inline void shift(TriangleMesh& mesh, const Vec3& by) {
    for (Vec3& p : mesh.vertices) p += by;
}

inline Drive drive_of(Motion motion, std::vector<int> walls = {0}) {
    Drive drive;
    drive.name = "drive";
    drive.walls = std::move(walls);
    drive.motion = std::move(motion);
    return drive;
}

/// Where all grains are and how they move, every so many steps, as plain numbers.
struct Track {
    std::vector<double> numbers;
    std::size_t touches = 0; ///< of walls, seen at these moments
    bool operator==(const Track&) const = default;
};

inline Track track_of(const Scene& scene, std::span<const Grain> grains, double dt,
                      std::int64_t steps, std::int64_t every = 50) {
    World world = world_of(scene, grains, dt);
    Track track;
    for (std::int64_t s = 0; s < steps; ++s) {
        if (s % every == 0) {
            const Frame frame = look(world);
            for (std::size_t i = 0; i < frame.center.size(); ++i)
                for (const Vec3& v : {frame.center[i], frame.velocity[i], frame.spin[i]})
                    track.numbers.insert(track.numbers.end(), {v.x(), v.y(), v.z()});
            for (const auto& q : frame.attitude)
                track.numbers.insert(track.numbers.end(), {q.w(), q.x(), q.y(), q.z()});
            for (const ContactRecord& c : frame.contact) track.touches += c.b < 0 ? 1 : 0;
            world.advance();
        } else {
            world.step();
        }
    }
    return track;
}

/// The largest difference of two tracks; of lengths in m, speeds in m/s, spins in rad/s.
inline double largest_difference(const Track& a, const Track& b) {
    if (a.numbers.size() != b.numbers.size()) return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (std::size_t k = 0; k < a.numbers.size(); ++k)
        largest = std::max(largest, std::abs(a.numbers[k] - b.numbers[k]));
    return largest;
}

} // namespace scree::test_support
