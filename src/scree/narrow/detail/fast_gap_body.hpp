// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/detail/fast_gap.hpp>
#include <scree/narrow/detail/fast_shell.hpp>
#include <scree/narrow/detail/fast_simplex.hpp>

#include <optional>

// GJK, then the expansion, in plain doubles: see gjk_core.hpp and expansion_core.hpp for the plain
// versions and the reasons. Whatever is degenerate is handed back (false).
namespace scree::detail {
inline namespace SCREE_ISA {
namespace {

class FastPair {
public:
    FastPair(const Corners& a, const Corners& b, const Pose& b_in_a, GapMemory* memory,
             CoreGap& answer)
        : difference_(a, b, b_in_a), scale_(difference_.scale()), memory_(memory), out_(answer) {
        const Vec3& t = b_in_a.position;
        first_ = {t.x(), t.y(), t.z()};
    }

    bool run() {
        if (memory_ != nullptr && memory_->point_count != 0) {
            if (memory_->face_count != 0) {
                if (memory_->point_count == 4 && tetrahedron_serves()) return true;
                FastShell shell(scale_);
                recall(shell);
                recalled_ = true;
                if (shell.begin_with(*memory_) && grow(shell)) return true;
                recalled_ = false;
            } else {
                recall_simplex();
                if (gjk()) return true;
                simplex_.count = 0;
            }
        }
        return gjk();
    }

private:
    static constexpr int most_iterations = 64;
    /// So much farther than the base are the sides of a tetrahedron that is remembered: for times
    /// to come.
    static constexpr double with_room = 1.1;

    double slack() const { return 0.25 * accepted_width * scale_; }

    void recall(FastShell& shell) {
        for (std::uint32_t k = 0; k < memory_->point_count; ++k)
            shell.add_point(memory_->points[k], difference_.point(memory_->points[k]));
    }

    /// What grow() does with a remembered tetrahedron, which nearly always serves as it is: its
    /// four corners, then its four faces, at a time. False when it does not serve, for whatever
    /// reason: its faces are thin or look the wrong way, another corner is lower, or the foot of
    /// the origin is beside the nearest face (so nearly flat a one that rounding decides).
    bool tetrahedron_serves() {
        const Triple<Pack> w = difference_.points(memory_->points.data());
        // The first face that was remembered is 0, 1, 2 outward, so these are all four.
        const Triple<Pack> p = corners<0>(w), q = corners<1>(w), r = corners<2>(w);
        const Triple<Pack> e1 = q - p, e2 = r - p, m = cross(e1, e2);
        const Pack mm = dot(m, m);
        const Pack thin = Pack(FastShell::thin_squared) * (dot(e1, e1) * dot(e2, e2));
        const Pack inverse = Pack(1.0) / sqrt(mm);
        const Triple<Pack> normal = inverse * m;
        const Pack distance = inverse * dot(m, p);
        if (lane_mask((mm > thin) & (distance > Pack(0.0))) != 0xF) return false;
        const double depth = -largest(-distance);
        const auto f =
            static_cast<std::size_t>(__builtin_ctz(lane_mask(!(distance > Pack(depth)))));
        const auto in_lane = [&](Pack a) {
            alignas(32) std::array<double, lane_count> lanes;
            store(lanes.data(), a);
            return lanes[f];
        };
        const Number3 n{in_lane(normal.x), in_lane(normal.y), in_lane(normal.z)};
        const double excess = dot(n, difference_.point(difference_.lowest(-1.0 * n))) - depth;
        if (!(excess <= slack())) return false;
        const Pack lowest = -max(max(-dot(normal, p), -dot(normal, q)), -dot(normal, r));
        const double limit = depth - (accepted_width * scale_ - max(excess, 0.0));
        if (lane_mask(lowest < Pack(limit)) != 0) return false;
        const std::array<double, 3> weight = {in_lane(dot(normal, cross(q, r))),
                                              in_lane(dot(normal, cross(r, p))),
                                              in_lane(dot(normal, cross(p, q)))};
        if (min3(weight) < 0) return false;
        out_.gap = -depth;
        out_.normal = Vec3(-n.x, -n.y, -n.z);
        out_.expansions = 0;
        set_witness(weight, memory_->points.data(), faces_of_tetrahedron[f]);
        return true;
    }

    using Face = GapMemory::Face;
    static constexpr std::array<Face, 4> faces_of_tetrahedron = {
        {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};

    /// The first, second or third corners of those faces.
    template <std::size_t nth>
    SCREE_INLINE static Triple<Pack> corners(const Triple<Pack>& w) {
        constexpr auto& f = faces_of_tetrahedron;
        const auto pick = [](Pack a) {
            return Pack(
                __builtin_shufflevector(a.v, a.v, f[0][nth], f[1][nth], f[2][nth], f[3][nth]));
        };
        return {pick(w.x), pick(w.y), pick(w.z)};
    }

    void recall_simplex() {
        for (std::uint32_t k = 0; k < memory_->point_count; ++k)
            simplex_.push(memory_->points[k], difference_.point(memory_->points[k]));
        drop_what_does_not_carry(simplex_);
    }

    bool gjk() {
        if (simplex_.count == 0) {
            if (!(dot(first_, first_) > 0)) first_ = {1, 0, 0};
            const CornerPair p = difference_.lowest(first_);
            simplex_.push(p, difference_.point(p));
        }
        const double slack2 = slack() * slack();
        for (int k = 1; k <= most_iterations; ++k) {
            FastFeature f;
            if (!carry(f)) return false;
            if (f.count == 0) {
                out_.iterations = k;
                return overlapping();
            }
            const double nn = dot(f.normal, f.normal);
            if (!(nn > 0)) return false;
            const CornerPair p = difference_.lowest(f.normal);
            const Number3 w = difference_.point(p);
            const double progress = dot(f.normal, simplex_.w[0] - w);
            if (progress <= 0 || progress * progress <= slack2 * nn || simplex_.has(p)) {
                out_.iterations = k;
                return apart(f.normal, sqrt(nn), w);
            }
            simplex_.push(p, w);
        }
        return false;
    }

    /// Leaves in the simplex what carries the nearest point; nothing picked: the origin is inside.
    SCREE_INLINE bool carry(FastFeature& f) {
        switch (simplex_.count) {
        case 1:
            f = {simplex_.w[0], {0, 0}, 1};
            return true;
        case 2:
            f = segment_feature(simplex_, 0);
            break;
        case 3:
            f = triangle_feature(simplex_, 0, 1);
            break;
        default: {
            const unsigned outside = outside_faces(simplex_);
            if (outside == 8) return false;
            if (outside == 0) return true;
            f = tetrahedron_feature(simplex_, outside);
            if (f.count == 0) return false;
        }
        }
        if (f.count != simplex_.count) keep(simplex_, f);
        return true;
    }

    bool apart(const Number3& n, double size, const Number3& lowest) {
        Number3 v{0, 0, 0};
        if (!weigh(n, size, v)) return false;
        const double lower = dot(n, lowest) / size;
        const double upper = sqrt(dot(v, v));
        if (!(upper - lower <= accepted_width * scale_)) return false;
        // Along the normal of a thin triangle its corners are not quite equally high.
        out_.gap = -max(-max(dot(n, simplex_.w[0]) / size, lower), -upper);
        out_.normal = Vec3(n.x / size, n.y / size, n.z / size);
        out_.expansions = 0;
        remember_simplex();
        return true;
    }

    /// The weights of the nearest point and the point; false when one is negative after all.
    bool weigh(const Number3& n, double size, Number3& v) {
        const Number3& a = simplex_.w[0];
        out_.count = simplex_.count;
        out_.corners = simplex_.id;
        if (simplex_.count == 1) {
            out_.weights[0] = 1;
            v = a;
            return true;
        }
        const Number3& b = simplex_.w[1];
        const Number3 e = b - a;
        if (simplex_.count == 2) {
            const double t = -dot(a, e) / dot(e, e);
            out_.weights[0] = 1 - t;
            out_.weights[1] = t;
            v = a + t * e;
            return t >= 0 && t <= 1;
        }
        const Number3& c = simplex_.w[2];
        const Number3 m = cross(e, c - a);
        const double whole = size * size;
        const double s = dot(m, cross(c, a)) / whole;
        const double t = dot(m, cross(a, b)) / whole;
        static_cast<void>(n);
        out_.weights[0] = (1 - s) - t;
        out_.weights[1] = s;
        out_.weights[2] = t;
        v = (a + s * e) + t * (c - a);
        return s >= 0 && t >= 0 && out_.weights[0] >= 0;
    }

    bool overlapping() {
        FastShell shell(scale_);
        for (std::size_t k = 0; k < 4; ++k) shell.add_point(simplex_.id[k], simplex_.w[k]);
        return shell.begin_with_tetrahedron() && grow(shell);
    }

    bool grow(FastShell& shell) {
        for (out_.expansions = 0;; ++out_.expansions) {
            const std::uint32_t f = shell.nearest();
            const Number3 m = shell.normal(f);
            const CornerPair p = difference_.lowest(-1.0 * m);
            const Number3 w = difference_.point(p);
            const double excess = dot(m, w) - shell.distance[f];
            if (excess <= slack()) return overlap(shell, f, max(excess, 0.0));
            if (!shell.expand(p, w)) return false;
        }
    }

    bool overlap(const FastShell& shell, std::uint32_t f, double excess) {
        const double depth = shell.distance[f];
        if (!(depth >= 0) || !shell.keeps(depth, accepted_width * scale_ - excess)) return false;
        out_.gap = -depth;
        const Number3 m = shell.normal(f);
        out_.normal = Vec3(-m.x, -m.y, -m.z);
        const std::uint32_t face = set_witness(shell, f);
        // A shell that still serves as it is need not be written again.
        if (memory_ != nullptr && (!recalled_ || out_.expansions != 0)) remember(shell, face);
        return true;
    }

    /// The foot of the origin is in this face, or in one coplanar with it; returns which.
    std::uint32_t set_witness(const FastShell& shell, std::uint32_t nearest) {
        std::array<double, 3> weight = shell.foot(nearest);
        std::uint32_t face = nearest;
        double least = min3(weight);
        if (least < 0) {
            const double reach = shell.distance[nearest] + accepted_width * scale_;
            for (std::uint32_t f = 0; f < shell.face_end(); ++f) {
                if (!(shell.distance[f] <= reach)) continue;
                const Number3 tilt = shell.normal(f) - shell.normal(nearest);
                if (!(dot(tilt, tilt) <= twin_tilt_squared)) continue;
                const std::array<double, 3> here = shell.foot(f);
                if (!(min3(here) > least)) continue;
                least = min3(here);
                weight = here;
                face = f;
            }
        }
        set_witness(weight, shell.id.data(), shell.v[face]);
        return face;
    }

    template <class Name>
    SCREE_INLINE void set_witness(const std::array<double, 3>& weight, const Name* names,
                                  const Face& face) {
        const Number3 w{max(weight[0], 0.0), max(weight[1], 0.0), max(weight[2], 0.0)};
        const double total = (w.x + w.y) + w.z;
        out_.count = 3;
        for (std::size_t k = 0; k < 3; ++k) out_.corners[k] = names[face[k]];
        out_.weights = {w.x / total, w.y / total, w.z / total};
    }

    static double min3(const std::array<double, 3>& x) { return -max(max(-x[0], -x[1]), -x[2]); }

    void remember_simplex() {
        if (memory_ == nullptr) return;
        memory_->point_count = static_cast<std::uint8_t>(simplex_.count);
        memory_->face_count = 0;
        for (std::size_t k = 0; k < static_cast<std::size_t>(simplex_.count); ++k)
            memory_->points[k] = simplex_.id[k];
    }

    /// Mostly a tetrahedron proves what the shell does: it stands on the nearest face and has its
    /// tip where its sides keep the farthest from the origin.
    void remember(const FastShell& shell, std::uint32_t face) {
        FastShell made(scale_);
        for (const std::uint8_t k : shell.v[face]) made.add_point(shell.id[k], shell.w[k]);
        made.add_point({}, {0, 0, 0});
        const auto put_tip = [&](std::uint32_t k) {
            made.id[3] = shell.id[k];
            made.w[3] = shell.w[k];
            return made.begin_with_tetrahedron() && made.distance[0] > 0;
        };
        double room = with_room * shell.distance[face];
        std::optional<std::uint32_t> best;
        for (std::uint32_t k = 0; k < shell.point_count(); ++k) {
            if (!put_tip(k)) continue; // those of the face are too thin for it
            const auto& d = made.distance;
            const double least = -max(max(-d[1], -d[2]), -d[3]);
            if (!(least > room)) continue;
            room = least;
            best = k;
        }
        remember_all(best && put_tip(*best) ? made : shell);
    }

    /// Points no face uses any more are left out.
    void remember_all(const FastShell& shell) {
        memory_->point_count = 0;
        std::array<std::uint8_t, FastShell::most_points> place;
        place.fill(UINT8_MAX);
        std::uint32_t points = 0;
        std::uint32_t faces = 0;
        for (std::uint32_t f = 0; f < shell.face_end(); ++f) {
            if (!shell.is_alive(f)) continue;
            if (faces == GapMemory::most_faces) return;
            for (std::size_t k = 0; k < 3; ++k) {
                std::uint8_t& at = place[shell.v[f][k]];
                if (at == UINT8_MAX) {
                    if (points == GapMemory::most_points) return;
                    memory_->points[points] = shell.id[shell.v[f][k]];
                    at = static_cast<std::uint8_t>(points++);
                }
                memory_->face(faces)[k] = at;
            }
            ++faces;
        }
        memory_->face_count = static_cast<std::uint8_t>(faces);
        memory_->point_count = static_cast<std::uint8_t>(points);
    }

    FastDifference difference_;
    double scale_;
    GapMemory* memory_;
    CoreGap& out_;
    Number3 first_{1, 0, 0};
    FastSimplex simplex_;
    bool recalled_ = false;
};

bool fast_gap_here(const Corners& a, const Corners& b, const Pose& b_in_a, GapMemory* memory,
                   CoreGap& answer) {
    return FastPair(a, b, b_in_a, memory, answer).run();
}

} // namespace
} // namespace SCREE_ISA
} // namespace scree::detail
