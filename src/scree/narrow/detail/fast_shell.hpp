// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/detail/fast_support.hpp>
#include <scree/narrow/detail/tolerances.hpp>
#include <scree/narrow/gap_memory.hpp>

#include <array>
#include <cstdint>
#include <limits>

// The growing polytope of expansion_core.hpp for small cases: planes in arrays, four looked at a
// time; no neighbours are kept, the silhouette is what remains of the seen faces' edges when those
// that occur both ways are struck out (one bit per directed edge).
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

class FastShell {
public:
    static constexpr std::uint32_t most_points = 64; // bits of a word
    static constexpr std::uint32_t most_faces = 128;
    /// Of the product of two edges: a triangle no larger is too thin to have a direction.
    static constexpr double thin_squared = (64 * unit_roundoff) * (64 * unit_roundoff);

    /// A CornerPair that is not set to zero where it is not used.
    struct Name {
        std::uint32_t a, b;
        operator CornerPair() const { return {a, b}; }
    };

    explicit FastShell(double scale) : scale_(scale), seen_from_(seen_tolerance * scale) {}

    std::uint32_t point_count() const { return points_; }
    std::uint32_t face_end() const { return faces_; }
    bool is_alive(std::uint32_t f) const {
        return distance[f] < std::numeric_limits<double>::infinity();
    }

    SCREE_INLINE void add_point(const CornerPair& p, const Number3& x) {
        id[points_] = {p.a, p.b};
        w[points_++] = x;
    }

    /// False for a triangle too thin to have a direction.
    SCREE_INLINE bool set_face(std::uint32_t f, std::uint32_t i, std::uint32_t j, std::uint32_t k) {
        const Number3 e1 = w[j] - w[i];
        const Number3 e2 = w[k] - w[i];
        const Number3 m = cross(e1, e2);
        const double mm = dot(m, m);
        if (!(mm > thin_squared * (dot(e1, e1) * dot(e2, e2)))) return false;
        const double inverse = 1 / sqrt(mm);
        nx[f] = m.x * inverse;
        ny[f] = m.y * inverse;
        nz[f] = m.z * inverse;
        distance[f] = (nx[f] * w[i].x + ny[f] * w[i].y) + nz[f] * w[i].z;
        inverse_size[f] = inverse;
        v[f] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j),
                static_cast<std::uint8_t>(k)};
        return true;
    }

    bool begin_with_tetrahedron() {
        const Number3 d = w[3] - w[0];
        const double volume = dot(d, cross(w[1] - w[0], w[2] - w[0]));
        const std::uint32_t j = volume > 0 ? 2 : 1; // face 0 j k looks away from 3
        const std::uint32_t k = 3 - j;
        faces_ = 4;
        return set_face(0, 0, j, k) && set_face(1, 0, 3, j) && set_face(2, j, 3, k) &&
               set_face(3, k, 3, 0);
    }

    /// Faces given by a memory; false unless all of them have the origin on their inside. Four are
    /// normalised at a time.
    bool begin_with(const GapMemory& memory) {
        faces_ = memory.face_count;
        bool thin = false;
        for (std::uint32_t f = 0; f < faces_; ++f) {
            const auto& t = memory.face(f);
            const Number3 p = w[t[0]];
            const Number3 e1 = w[t[1]] - p;
            const Number3 e2 = w[t[2]] - p;
            const Number3 m = cross(e1, e2);
            const double mm = dot(m, m);
            thin |= !(mm > thin_squared * (dot(e1, e1) * dot(e2, e2)));
            nx[f] = m.x;
            ny[f] = m.y;
            nz[f] = m.z;
            inverse_size[f] = mm;
            distance[f] = dot(m, p);
            v[f] = t;
        }
        return !thin && normalise_all();
    }

    /// The nearest face; the lowest index of those.
    SCREE_INLINE std::uint32_t nearest() {
        pad();
        Pack least(std::numeric_limits<double>::infinity());
        for (std::uint32_t f = 0; f < faces_; f += lane_count)
            least = -max(-load(&distance[f]), -least);
        const Pack best(-largest(-least));
        for (std::uint32_t f = 0; f < faces_; f += lane_count) {
            const unsigned hit = lane_mask(!(load(&distance[f]) > best));
            if (hit != 0) return f + static_cast<std::uint32_t>(__builtin_ctz(hit));
        }
        return 0;
    }

    SCREE_INLINE Number3 normal(std::uint32_t f) const { return {nx[f], ny[f], nz[f]}; }

    /// Replaces the faces that x sees by a fan. False when that fails for lack of room or because
    /// rounding left no proper silhouette.
    bool expand(const CornerPair& p, const Number3& x) {
        if (points_ == most_points) return false;
        const std::uint32_t seen = find_seen(x);
        const std::uint32_t edges = find_silhouette(seen);
        if (edges < 3 || faces_ + edges > most_faces) return false;
        const std::uint32_t apex = points_;
        add_point(p, x);
        for (std::uint32_t k = 0; k < edges; ++k) {
            const std::uint32_t f = k < seen ? seen_[k] : faces_++;
            if (!set_face(f, edge_[k][0], edge_[k][1], apex)) return false;
        }
        return true;
    }

    /// Whether no triangle comes nearer the origin than `depth` less `slack`: most by a crude bound
    /// of their planes' error (every lever is at most the scale), the rest by their corners. A
    /// triangle is no nearer than the lowest of its corners along any unit direction.
    bool keeps(double depth, double slack) const {
        const double crude = 34 * unit_roundoff * (scale_ * scale_ * scale_);
        const Pack limit(depth - slack);
        for (std::uint32_t f = 0; f < faces_; f += lane_count) {
            unsigned doubtful =
                lane_mask(!(load(&distance[f]) - Pack(crude) * load(&inverse_size[f]) > limit));
            for (; doubtful != 0; doubtful &= doubtful - 1) {
                const std::uint32_t k = f + static_cast<std::uint32_t>(__builtin_ctz(doubtful));
                if (k < faces_ && is_alive(k) && !(lowest_corner(k) >= depth - slack)) return false;
            }
        }
        return true;
    }

    /// Weights of the foot of the origin on a face.
    std::array<double, 3> foot(std::uint32_t f) const {
        const Number3& a = w[v[f][0]];
        const Number3& b = w[v[f][1]];
        const Number3& c = w[v[f][2]];
        const Number3 n = normal(f);
        return {dot(n, cross(b, c)) * inverse_size[f], dot(n, cross(c, a)) * inverse_size[f],
                dot(n, cross(a, b)) * inverse_size[f]};
    }

    alignas(32) std::array<double, most_faces> nx, ny, nz;
    alignas(32) std::array<double, most_faces> distance; ///< infinite: no such face
    alignas(32) std::array<double, most_faces> inverse_size;
    std::array<std::array<std::uint8_t, 3>, most_faces> v;
    std::array<Number3, most_points> w;
    std::array<Name, most_points> id;

private:
    static constexpr double seen_tolerance = 64 * unit_roundoff;

    void pad() {
        for (std::uint32_t f = faces_; f % lane_count != 0; ++f) {
            distance[f] = std::numeric_limits<double>::infinity();
            nx[f] = ny[f] = nz[f] = 0;
            inverse_size[f] = 1;
        }
    }

    /// From normals of any length, whose squares stand in inverse_size; false unless the origin is
    /// inside of all planes.
    bool normalise_all() {
        pad();
        unsigned outside = 0;
        for (std::uint32_t f = 0; f < faces_; f += lane_count) {
            const Pack inverse = Pack(1.0) / sqrt(load(&inverse_size[f]));
            store(&nx[f], load(&nx[f]) * inverse);
            store(&ny[f], load(&ny[f]) * inverse);
            store(&nz[f], load(&nz[f]) * inverse);
            const Pack d = load(&distance[f]) * inverse;
            store(&distance[f], d);
            store(&inverse_size[f], inverse);
            outside |= lane_mask(!(d > Pack(0.0)));
        }
        return outside == 0;
    }

    /// Also takes them out.
    std::uint32_t find_seen(const Number3& x) {
        std::uint32_t count = 0;
        const Pack limit(-seen_from_);
        for (std::uint32_t f = 0; f < faces_; f += lane_count) {
            const Pack above =
                ((load(&nx[f]) * Pack(x.x) + load(&ny[f]) * Pack(x.y)) + load(&nz[f]) * Pack(x.z)) -
                load(&distance[f]);
            for (unsigned hit = lane_mask(above > limit); hit != 0; hit &= hit - 1) {
                const std::uint32_t k = f + static_cast<std::uint32_t>(__builtin_ctz(hit));
                seen_[count++] = static_cast<std::uint8_t>(k);
                distance[k] = std::numeric_limits<double>::infinity();
            }
        }
        return count;
    }

    /// The edges of the seen faces without their reverse; 0 when a corner begins two of them.
    std::uint32_t find_silhouette(std::uint32_t seen) {
        std::array<std::uint64_t, most_points> to; // set where used
        for (std::uint32_t s = 0; s < seen; ++s)
            for (const std::uint8_t i : v[seen_[s]]) to[i] = 0;
        for (std::uint32_t s = 0; s < seen; ++s) {
            const auto& t = v[seen_[s]];
            to[t[0]] |= std::uint64_t{1} << t[1];
            to[t[1]] |= std::uint64_t{1} << t[2];
            to[t[2]] |= std::uint64_t{1} << t[0];
        }
        std::uint32_t count = 0;
        std::uint64_t begun = 0;
        for (std::uint32_t s = 0; s < seen; ++s) {
            const auto& t = v[seen_[s]];
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint8_t i = t[k];
                const std::uint8_t j = t[(k + 1) % 3];
                if ((to[j] >> i & 1U) != 0) continue;
                if ((begun >> i & 1U) != 0 || count == edge_.size()) return 0;
                begun |= std::uint64_t{1} << i;
                edge_[count++] = {i, j};
            }
        }
        return count;
    }

    double lowest_corner(std::uint32_t f) const {
        const Number3 n = normal(f);
        return -max(max(-dot(n, w[v[f][0]]), -dot(n, w[v[f][1]])), -dot(n, w[v[f][2]]));
    }

    double scale_, seen_from_;
    std::uint32_t points_ = 0, faces_ = 0;
    std::array<std::uint8_t, most_faces> seen_;
    std::array<std::array<std::uint8_t, 2>, most_faces> edge_;
};

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
