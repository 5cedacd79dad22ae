// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/vec3.hpp>

#include <cstdint>
#include <span>
#include <vector>

// Cutting a convex body by planes, one after the other. The boundary is kept as face loops, and
// what is decided from numbers is only on which side of a plane each point lies, once per point and
// plane: every face that shares the point hears the same answer. The boundary therefore stays
// closed whatever the rounding, a wrong answer moves it by that rounding, and coplanar faces or
// planes through corners need no tolerance.
namespace scree {

/// A list that keeps its memory. `add` does not look whether there is room: ask for it before.
template <class T>
class ClipList {
public:
    void make_room(std::size_t count) {
        if (data_.size() < count) data_.resize(count);
    }
    void add(const T& value) { data_[size_++] = value; }
    void clear() { size_ = 0; }
    void cut_to(std::size_t size) { size_ = size; } ///< or up to the room there is

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* data() { return data_.data(); }
    const T* data() const { return data_.data(); }
    const T* begin() const { return data_.data(); }
    const T* end() const { return data_.data() + size_; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }

private:
    std::vector<T> data_;
    std::size_t size_ = 0;
};

enum class FaceOf : std::uint8_t { a, b, cut };

/// A body as its boundary: loops of points, counter-clockwise seen from outside.
struct ClipBody {
    ClipList<Vec3> points;
    ClipList<std::uint32_t> face_start, face_points; ///< face f begins at face_start[f], from 0 on
    ClipList<FaceOf> face_of;                        ///< whose surface each face is a piece of

    std::size_t face_count() const { return face_of.size(); }
    std::span<const std::uint32_t> face(std::size_t f) const {
        return {face_points.data() + face_start[f], face_start[f + 1] - face_start[f]};
    }
    /// Empties it, with room for as many points, faces and corners of all faces.
    void begin(std::size_t points, std::size_t faces, std::size_t corners);
    /// The loop that has been written behind the last one ends here.
    void end_face(FaceOf mark) {
        face_start.add(static_cast<std::uint32_t>(face_points.size()));
        face_of.add(mark);
    }
};

/// A body and the memory to cut it; kept from call to call it allocates nothing.
struct Clipper {
    ClipBody body;
    ClipBody kept;           ///< what the last `cut` left
    ClipList<double> height; ///< of the body's points, set by `measure`

    struct Crossing {
        std::uint32_t point; ///< of `kept`
        std::uint32_t next;  ///< crossing that follows along the cut
    };
    ClipList<std::uint32_t> moved;
    ClipList<std::uint64_t> crossing_edges; ///< inside and outside end
    ClipList<Crossing> crossings;
};

/// Heights of all points above the plane normal · x = offset; returns the largest (-infinity for an
/// empty body).
double measure(Clipper& clipper, const Vec3& normal, double offset);

/// Fills `kept` with the part of the body at height ≤ level. The cut is closed by a face (rounding
/// may make several, which share no point), marked `mark`, standing after all others; where no
/// point lies above, there is none.
void cut(Clipper& clipper, double level, FaceOf mark);

/// What the integrals over a body give. `floor` (a length, the rounding of the coordinates) times
/// the surface joins the centroid's weights where the volume is not clear of rounding, so that a
/// body without volume gets the centroid of its surface. The centroid lies in the body.
struct BodyIntegrals {
    double volume = 0;
    Vec3 centroid = Vec3::Zero();
    double surface = 0;                ///< within a factor √3 (sum of |components| per triangle)
    Vec3 area_of_a = Vec3::Zero();     ///< ∫ n dS over the faces of A
    Vec3 moment_of_a = Vec3::Zero();   ///< ∫ (x - centroid) × n dS over the faces of A
    bool has_a = false, has_b = false; ///< faces of A, of others
};
BodyIntegrals integrate(const ClipBody& body, double floor);

/// Area and centroid of a convex polygon seen along `normal` (positive if counter-clockwise); as
/// above, `floor` times the perimeter joins the centroid's weights.
struct PolygonIntegrals {
    double area = 0;
    Vec3 centroid = Vec3::Zero();
};
PolygonIntegrals integrate(std::span<const Vec3> polygon, const Vec3& normal, double floor);

} // namespace scree
