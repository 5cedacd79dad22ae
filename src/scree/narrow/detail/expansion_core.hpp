// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/detail/vector.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

// Penetration by silhouette expansion: a polytope inside D that contains the origin grows, always
// where it is nearest the origin, until its nearest face lies on the boundary of D.
//
// [D Alg. 3] replaces the nearest face by three new ones only, which can leave the polytope dented;
// here all faces the new point sees are replaced, so it stays convex. Faces in whose plane the
// point lies count as seen: then no new face can be flat, since a point on the line of a silhouette
// edge would lie in the plane of the face beyond, which is not seen.
//
// What remains is more than an answer: a closed surface inside D, all of whose planes keep their
// distance from the origin, proves that a ball fits into D. See certificate.hpp.
namespace scree::detail {

template <class S>
struct ExpansionFace {
    std::array<std::uint32_t, 3> v{};         ///< counter-clockwise from outside
    std::array<std::uint32_t, 3> neighbour{}; ///< across the edge v[i] → v[i + 1]
    Vector<S> normal{};                       ///< outward, any length
    S offset{};                               ///< normal · w of the face's plane
    double distance = 0;                      ///< offset / |normal|, in the unit of D
    bool alive = false;
};

enum class ExpansionEnd { done, flat, broken, limit };

template <class S, class D>
class Expansion {
public:
    using Id = decltype(std::declval<D&>().lowest(std::declval<Vector<S>>()));

    Expansion(D& difference, double slack, int limit)
        : difference_(difference), slack_(slack), limit_(limit) {}

    /// From points whose hull contains the origin (a simplex of GJK, 1 to 4 vertices).
    ExpansionEnd run(const std::vector<Id>& start) {
        for (const Id& id : start) add_vertex(id);
        if (!grow_to_tetrahedron()) return ExpansionEnd::flat;
        if (!make_tetrahedron()) return ExpansionEnd::broken;
        for (iterations = 0; iterations < limit_; ++iterations) {
            nearest = nearest_face();
            const ExpansionFace<S>& f = faces[nearest];
            const Id id = difference_.lowest(-f.normal);
            const Vector<S> w = difference_.point(id);
            const S rise = dot(f.normal, w) - f.offset;
            excess = std::max(0.0, static_cast<double>(rise) / rounded(f.normal).norm());
            if (sign(rise) <= 0 || excess <= slack_) return ExpansionEnd::done;
            if (!expand(id, w)) return ExpansionEnd::broken;
        }
        return ExpansionEnd::limit;
    }

    std::vector<Id> ids;
    std::vector<Vector<S>> points;
    std::vector<ExpansionFace<S>> faces;
    std::uint32_t nearest = 0; ///< the face that ended it
    double excess = 0;         ///< how far D still reaches beyond that face
    int iterations = 0;
    Vector<S> flat_normal{}; ///< D lies in a plane across this, when it is flat

private:
    void add_vertex(const Id& id) {
        ids.push_back(id);
        points.push_back(difference_.point(id));
    }

    /// Adds points off the affine hull of those there are; false where D has none (D is flat).
    bool grow_to_tetrahedron() {
        while (points.size() < 4)
            if (!grow_once()) return false;
        return true;
    }

    bool grow_once() {
        for (const Vector<S>& d : directions_off_hull()) {
            if (is_zero(d)) continue;
            flat_normal = d;
            for (const Vector<S>& n : {d, -d}) {
                const Id id = difference_.lowest(n);
                if (!is_off(n, difference_.point(id))) continue;
                add_vertex(id);
                return true;
            }
        }
        return false;
    }

    bool is_off(const Vector<S>& n, const Vector<S>& w) const {
        const S above = dot(n, w - points[0]);
        if (rounding_of<S> == 0) return sign(above) != 0;
        const double off = std::abs(static_cast<double>(above));
        return off > 64 * rounding_of<S> * rounded(n).norm();
    }

    std::vector<Vector<S>> directions_off_hull() const {
        const Vector<S> x{S(1.0), S(0.0), S(0.0)};
        const Vector<S> y{S(0.0), S(1.0), S(0.0)};
        const Vector<S> z{S(0.0), S(0.0), S(1.0)};
        if (points.size() == 1) return {x, y, z};
        const Vector<S> e = points[1] - points[0];
        if (points.size() == 3) return {cross(e, points[2] - points[0])};
        // The axis most along e gives the worst cross product: last.
        const Vec3 size = rounded(e).cwiseAbs();
        if (size.x() >= size.y() && size.x() >= size.z()) return {cross(e, y), cross(e, z)};
        if (size.y() >= size.z()) return {cross(e, z), cross(e, x)};
        return {cross(e, x), cross(e, y)};
    }

    bool make_tetrahedron() {
        const S volume =
            dot(points[3] - points[0], cross(points[1] - points[0], points[2] - points[0]));
        if (sign(volume) == 0) return false;
        if (sign(volume) > 0) { // face 0 1 2 must look away from 3
            std::swap(points[1], points[2]);
            std::swap(ids[1], ids[2]);
        }
        faces.resize(4);
        constexpr std::array<std::array<std::uint32_t, 3>, 4> corner{
            {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
        constexpr std::array<std::array<std::uint32_t, 3>, 4> across{
            {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}}};
        for (std::size_t f = 0; f < 4; ++f) {
            faces[f].v = corner[f];
            faces[f].neighbour = across[f];
            if (!set_plane(faces[f])) return false;
            enqueue(static_cast<std::uint32_t>(f));
        }
        return true;
    }

    bool set_plane(ExpansionFace<S>& f) const {
        const Vector<S>& a = points[f.v[0]];
        const Vector<S> e1 = points[f.v[1]] - a;
        const Vector<S> e2 = points[f.v[2]] - a;
        f.normal = cross(e1, e2);
        const double length = rounded(f.normal).norm();
        // A face this thin has no direction worth the name in S.
        if (!(length > 16 * rounding_of<S> * rounded(e1).norm() * rounded(e2).norm())) return false;
        f.offset = dot(f.normal, a);
        f.distance = static_cast<double>(f.offset) / length;
        f.alive = true;
        return true;
    }

    /// Faces by distance, then by index; dead ones are dropped when they come up.
    std::uint32_t nearest_face() {
        while (!faces[queue_.front().face].alive) {
            std::pop_heap(queue_.begin(), queue_.end());
            queue_.pop_back();
        }
        return queue_.front().face;
    }

    void enqueue(std::uint32_t face) {
        queue_.push_back({faces[face].distance, face});
        std::push_heap(queue_.begin(), queue_.end());
    }

    struct Queued {
        double distance;
        std::uint32_t face;
        /// The heap keeps its largest in front: that is the nearest.
        bool operator<(const Queued& o) const {
            return distance > o.distance || (distance == o.distance && face > o.face);
        }
    };

    bool sees(const Vector<S>& w, const ExpansionFace<S>& f) const {
        const S above = dot(f.normal, w) - f.offset;
        if (rounding_of<S> == 0) return sign(above) >= 0;
        return static_cast<double>(above) >= -16 * rounding_of<S> * rounded(f.normal).norm();
    }

    struct Edge {
        std::uint32_t face; ///< the face beyond, which stays
        int side;           ///< its edge
    };

    /// Removes what `w` sees, starting from the nearest face, and collects the silhouette in order.
    void find_silhouette(const Vector<S>& w) {
        silhouette_.clear();
        stack_.clear();
        faces[nearest].alive = false;
        for (int i = 2; i >= 0; --i) push_across(nearest, i);
        while (!stack_.empty()) {
            const auto [from, face] = stack_.back();
            stack_.pop_back();
            const int side = side_towards(face, from);
            if (!faces[face].alive) continue;
            if (!sees(w, faces[face])) {
                silhouette_.push_back({face, side});
                continue;
            }
            faces[face].alive = false;
            push_across(face, (side + 2) % 3);
            push_across(face, (side + 1) % 3);
        }
    }

    void push_across(std::uint32_t face, int side) {
        stack_.push_back({face, faces[face].neighbour[static_cast<std::size_t>(side)]});
    }

    /// The edge of `face` behind which `other` lies: two triangles of a polytope share at most one.
    int side_towards(std::uint32_t face, std::uint32_t other) const {
        const auto& n = faces[face].neighbour;
        return n[0] == other ? 0 : n[1] == other ? 1 : 2;
    }

    /// No vertex twice: always so but for rounding.
    bool silhouette_is_simple() {
        if (rounding_of<S> == 0) return true;
        loop_.clear();
        for (const Edge& e : silhouette_)
            loop_.push_back(faces[e.face].v[static_cast<std::size_t>(e.side)]);
        std::sort(loop_.begin(), loop_.end());
        return std::adjacent_find(loop_.begin(), loop_.end()) == loop_.end();
    }

    /// Replaces what `w` sees by a fan. False where rounding left no proper silhouette.
    bool expand(const Id& id, const Vector<S>& w) {
        find_silhouette(w);
        const std::size_t count = silhouette_.size();
        if (count < 3 || !silhouette_is_simple()) return false;
        const auto apex = static_cast<std::uint32_t>(points.size());
        ids.push_back(id);
        points.push_back(w);
        const auto first = static_cast<std::uint32_t>(faces.size());
        for (std::size_t k = 0; k < count; ++k) {
            const auto [beyond, side] = silhouette_[k];
            const auto s = static_cast<std::size_t>(side);
            const std::uint32_t from = faces[beyond].v[(s + 1) % 3];
            const std::uint32_t to = faces[beyond].v[s];
            const auto [next_beyond, next_side] = silhouette_[(k + 1) % count];
            if (faces[next_beyond].v[(static_cast<std::size_t>(next_side) + 1) % 3] != to)
                return false; // the silhouette is not one loop
            ExpansionFace<S> f;
            f.v = {from, to, apex};
            f.neighbour = {beyond, first + static_cast<std::uint32_t>((k + 1) % count),
                           first + static_cast<std::uint32_t>((k + count - 1) % count)};
            if (!set_plane(f)) return false;
            faces.push_back(f);
            enqueue(first + static_cast<std::uint32_t>(k));
            faces[beyond].neighbour[s] = first + static_cast<std::uint32_t>(k);
        }
        return true;
    }

    struct Visit {
        std::uint32_t from, face;
    };

    D& difference_;
    double slack_;
    int limit_;
    std::vector<Edge> silhouette_;
    std::vector<Visit> stack_;
    std::vector<std::uint32_t> loop_;
    std::vector<Queued> queue_;
};

} // namespace scree::detail
