// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/detail/overlap_body.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

// Design note. One body is cut by the other's face planes, in a frame with the axes of the planes'
// owner and the origin of the cut body: the normals are used as stored. The plane farthest below
// the body's centre goes first: it leaves little, so that most of the others are dismissed by one
// look at a bounding ball.
//
// Along any direction n the overlap lies between the highest point of A and the lowest of B. Where
// n is the direction in which they hardly overlap, that layer holds few corners of either, and only
// the faces around those can be part of the overlap's surface: a face that enters the layer has a
// corner there. So of the body that has fewer corners in it only those faces are loaded, and the
// first cut closes what they leave open: that by the other's face which looks most against the
// direction, if all loaded corners beyond the layer lie beyond it, too; else that at the layer's
// border. Without such a direction the body of smaller reach is cut as a whole: few planes reach a
// small body while every plane of a small one cuts a large one.
namespace scree::detail {
namespace {

using Cap = PatchWorkspace::Cap;

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

CutPair cut_a(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a) {
    const Pose a_in_b = inverse(b_in_a);
    return {a, b, a_in_b.rotation, a_in_b.position, FaceOf::a, FaceOf::b};
}

CutPair cut_b(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a) {
    return {b, a, b_in_a.rotation, b_in_a.position, FaceOf::b, FaceOf::a};
}

struct BoundingBall {
    Vec3 center;
    double radius;
};

BoundingBall bounding_ball(const ClipList<Vec3>& points) {
    Vec3 low = points[0];
    Vec3 high = low;
    for (const Vec3& point : points) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
    return {(low + high) / 2, (high - low).norm() / 2};
}

double height_of(const PolyhedronData& data, std::uint32_t i, const Vec3& along) {
    return along.x() * data.x[i] + along.y() * data.y[i] + along.z() * data.z[i];
}

/// The corner where a walk uphill along the edges ends.
std::uint32_t climb(const PolyhedronData& data, const Vec3& along) {
    std::uint32_t at = data.starts[direction_cell(along.x(), along.y(), along.z())];
    double top = height_of(data, at, along);
    for (std::uint32_t last = nowhere; last != at;) {
        last = at;
        for (std::uint32_t k = data.neighbour_start[last]; k < data.neighbour_start[last + 1]; ++k)
            if (const double h = height_of(data, data.neighbours[k], along); h > top)
                top = h, at = data.neighbours[k];
    }
    return at;
}

/// How far the body reaches. Few corners are all looked at, and their heights kept; of many, the
/// highest is found by walking (and is the first of the cap's).
double top_along(const PolyhedronData& data, const Vec3& along, Cap& cap) {
    cap.corners.clear();
    if (!data.starts.empty()) {
        cap.corners.push_back(climb(data, along));
        return height_of(data, cap.corners.front(), along);
    }
    cap.height.resize(data.x.size());
    std::array<double, 4> best;
    best.fill(-std::numeric_limits<double>::infinity());
    for (std::uint32_t i = 0; i < data.corner_count; i += 4) // padded by repeated corners
        for (std::uint32_t k = 0; k < 4; ++k) {
            const double h = height_of(data, i + k, along);
            cap.height[i + k] = h;
            best[k] = best[k] < h ? h : best[k];
        }
    return std::ranges::max(best);
}

void begin_search(const PolyhedronData& data, Cap& cap) {
    if (cap.seen_face.size() < data.face_count()) cap.seen_face.resize(data.face_count(), 0);
    if (cap.seen_corner.size() < data.corner_count) cap.seen_corner.resize(data.corner_count, 0);
    if (++cap.search != 0) return;
    std::ranges::fill(cap.seen_face, 0); // the numbers have gone round
    std::ranges::fill(cap.seen_corner, 0);
    cap.search = 1;
}

/// The corners at or above the level. Those of a convex body hang together by its edges.
void find_corners(const PolyhedronData& data, const Vec3& along, double level, Cap& cap) {
    begin_search(data, cap);
    if (data.starts.empty()) {
        for (std::uint32_t i = 0; i < data.corner_count; ++i)
            if (cap.height[i] >= level) cap.corners.push_back(i);
        return;
    }
    cap.seen_corner[cap.corners.front()] = cap.search;
    for (std::size_t at = 0; at < cap.corners.size(); ++at) {
        const std::uint32_t from = cap.corners[at];
        for (std::uint32_t k = data.neighbour_start[from]; k < data.neighbour_start[from + 1];
             ++k) {
            const std::uint32_t i = data.neighbours[k];
            if (std::exchange(cap.seen_corner[i], cap.search) == cap.search) continue;
            if (height_of(data, i, along) >= level) cap.corners.push_back(i);
        }
    }
}

/// The faces around those corners, each once.
void find_faces(const PolyhedronData& data, Cap& cap) {
    cap.faces.clear();
    for (const std::uint32_t corner : cap.corners)
        for (std::uint32_t k = data.corner_face_start[corner];
             k < data.corner_face_start[corner + 1]; ++k) {
            const std::uint32_t face = data.corner_faces[k];
            if (std::exchange(cap.seen_face[face], cap.search) != cap.search)
                cap.faces.push_back(face);
        }
}

/// Loads the faces of a cap with all their corners, and those corners' heights below the level.
void load_cap(const CutPair& pair, const Cap& cap, const Vec3& along, double level,
              PatchWorkspace& w) {
    Clipper& c = w.clipper;
    std::size_t corners = 0;
    for (const std::uint32_t f : cap.faces) corners += pair.solid.face(f).size();
    c.body.begin(corners, cap.faces.size(), corners);
    c.height.clear();
    c.height.make_room(corners);
    if (w.local.size() < pair.solid.corner_count) w.local.resize(pair.solid.corner_count, nowhere);
    for (const std::uint32_t f : cap.faces) {
        for (const std::uint32_t corner : pair.solid.face(f)) {
            if (w.local[corner] == nowhere) {
                w.local[corner] = static_cast<std::uint32_t>(c.body.points.size());
                c.body.points.add(pair.rotation * pair.solid.corner(corner));
                c.height.add(level - height_of(pair.solid, corner, along));
            }
            c.body.face_points.add(w.local[corner]);
        }
        c.body.end_face(pair.solid_is);
    }
    for (const std::uint32_t f : cap.faces)
        for (const std::uint32_t corner : pair.solid.face(f)) w.local[corner] = nowhere;
}

/// Of the faces whose planes cut, the one that looks most against a direction in their frame.
std::uint32_t facing(const CutPair& pair, const Cap& planes, const Vec3& direction) {
    std::uint32_t best = planes.faces.front();
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t f : planes.faces)
        if (const double along = pair.planes.face_normal[f].dot(direction); along < least)
            least = along, best = f;
    return best;
}

void add_candidate(const CutPair& pair, std::uint32_t face, PatchWorkspace& w) {
    w.candidates.push_back(
        {pair.planes.face_offset[face] - pair.planes.face_normal[face].dot(pair.position), face});
}

enum class Next { plane, nothing, separated };

// Forgets the candidates that pass the ball by, and brings to the end of the list the plane
// farthest below its centre.
Next choose(const CutPair& pair, const BoundingBall& ball, PatchWorkspace& w) {
    double farthest = -ball.radius;
    std::size_t kept = 0;
    std::size_t best = 0;
    for (const PatchWorkspace::Candidate& candidate : w.candidates) {
        const double excess =
            pair.planes.face_normal[candidate.face].dot(ball.center) - candidate.offset;
        if (excess <= -ball.radius) continue;
        if (excess > ball.radius) return Next::separated;
        if (excess > farthest) farthest = excess, best = kept;
        w.candidates[kept++] = candidate;
    }
    w.candidates.erase(w.candidates.begin() + static_cast<std::ptrdiff_t>(kept),
                       w.candidates.end());
    if (kept == 0) return Next::nothing;
    std::swap(w.candidates[best], w.candidates.back());
    return Next::plane;
}

/// Does a cut by the last candidate close a loaded cap? The surface of the solid behind that plane
/// hangs together: it does if the corners beyond the layer fence it in.
bool closes_cap(const CutPair& pair, const PatchWorkspace& w) {
    const Clipper& c = w.clipper;
    const auto [offset, face] = w.candidates.back();
    const Vec3& normal = pair.planes.face_normal[face];
    for (std::size_t i = 0; i < c.height.size(); ++i)
        if (c.height[i] > 0 && !(normal.dot(c.body.points[i]) > offset)) return false;
    return true;
}

/// Cuts by the last candidate; false: nothing is left.
bool cut_by_last(const CutPair& pair, PatchWorkspace& w) {
    const auto [offset, face] = w.candidates.back();
    measure(w.clipper, pair.planes.face_normal[face], offset);
    cut(w.clipper, 0, pair.planes_are);
    return !w.clipper.kept.points.empty();
}

/// Cuts what is in the clipper by all candidates.
void cut_all(const CutPair& pair, PatchWorkspace& w) {
    ClipBody& body = w.clipper.body;
    while (!body.points.empty()) {
        const Next next = choose(pair, bounding_ball(body.points), w);
        if (next == Next::separated) body.begin(0, 0, 0);
        if (next != Next::plane) return;
        const auto [offset, face] = w.candidates.back();
        w.candidates.pop_back();
        if (measure(w.clipper, pair.planes.face_normal[face], offset) <= 0) continue;
        cut(w.clipper, 0, pair.planes_are);
        std::swap(w.clipper.body, w.clipper.kept);
    }
}

} // namespace

void load(ClipBody& body, const PolyhedronData& data, const Eigen::Matrix3d& rotation,
          FaceOf mark) {
    body.begin(data.corner_count, data.face_count(), data.face_corners.size());
    for (std::uint32_t i = 0; i < data.corner_count; ++i)
        body.points.add(rotation * data.corner(i));
    for (std::size_t f = 0; f < data.face_count(); ++f) {
        for (const std::uint32_t corner : data.face(f)) body.face_points.add(corner);
        body.end_face(mark);
    }
}

CutPair overlap_body(const PolyhedronData& a, const PolyhedronData& b, const Pose& b_in_a,
                     const Vec3* along, PatchWorkspace& w) {
    w.candidates.clear();
    if (along == nullptr) {
        CutPair pair = b.reach < a.reach ? cut_b(a, b, b_in_a) : cut_a(a, b, b_in_a);
        load(w.clipper.body, pair.solid, pair.rotation, pair.solid_is);
        for (std::uint32_t f = 0; f < pair.planes.face_count(); ++f) add_candidate(pair, f, w);
        cut_all(pair, w);
        return pair;
    }
    // Heights in the frame of A; those of B the other way round.
    const Vec3 against = -(b_in_a.rotation.transpose() * *along);
    const double shift = along->dot(b_in_a.position);
    const double level_b = shift - top_along(a, *along, w.cap_a);
    const double level_a = shift - top_along(b, against, w.cap_b);
    find_corners(a, *along, level_a, w.cap_a);
    find_corners(b, against, level_b, w.cap_b);
    const auto size_a = w.cap_a.corners.size(), size_b = w.cap_b.corners.size();
    const bool is_b = size_b != size_a ? size_b < size_a : b.reach < a.reach;
    CutPair pair = is_b ? cut_b(a, b, b_in_a) : cut_a(a, b, b_in_a);
    w.clipper.body.begin(0, 0, 0);
    if (size_a == 0 || size_b == 0) return pair;

    Cap& solid = is_b ? w.cap_b : w.cap_a;
    Cap& planes = is_b ? w.cap_a : w.cap_b;
    find_faces(pair.solid, solid);
    find_faces(pair.planes, planes);
    const Vec3& out = is_b ? against : *along; // of the solid, in its frame
    const double level = is_b ? level_b : level_a;
    load_cap(pair, solid, out, level, w);
    const std::uint32_t first = facing(pair, planes, pair.rotation * out);
    for (const std::uint32_t f : planes.faces)
        if (f != first) add_candidate(pair, f, w);
    add_candidate(pair, first, w);
    const bool closes = closes_cap(pair, w);
    if (closes && cut_by_last(pair, w)) {
        w.candidates.pop_back();
    } else {
        if (closes) load_cap(pair, solid, out, level, w); // heights anew
        cut(w.clipper, 0, pair.planes_are);
    }
    std::swap(w.clipper.body, w.clipper.kept);
    cut_all(pair, w);
    return pair;
}

} // namespace scree::detail
