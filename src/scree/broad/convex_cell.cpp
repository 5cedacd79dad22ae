// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/detail/convex_cell.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace scree::detail {
namespace {

constexpr std::uint32_t gone = ~std::uint32_t{0};

// Corner k of a box has the high x, y, z where bits 0, 1, 2 of k are set.
constexpr std::array<std::array<std::uint32_t, 4>, 6> box_faces = {{
    {0, 4, 6, 2}, // -x
    {1, 3, 7, 5}, // +x
    {0, 1, 5, 4}, // -y
    {2, 6, 7, 3}, // +y
    {0, 2, 3, 1}, // -z
    {4, 5, 7, 6}, // +z
}};

} // namespace

void ConvexCell::clear() {
    points_.clear();
    ids_.clear();
    loop_.clear();
    start_.assign(1, 0);
}

void ConvexCell::set_box(const Bounds& box) {
    clear();
    for (unsigned k = 0; k < 8; ++k)
        points_.emplace_back((k & 1U) != 0 ? box.high.x() : box.low.x(),
                             (k & 2U) != 0 ? box.high.y() : box.low.y(),
                             (k & 4U) != 0 ? box.high.z() : box.low.z());
    for (const auto& face : box_faces) {
        loop_.insert(loop_.end(), face.begin(), face.end());
        start_.push_back(static_cast<Index>(loop_.size()));
        ids_.push_back(-1 - static_cast<std::int64_t>(ids_.size()));
    }
}

void ConvexCell::set(const ConvexCell& other, const Vec3& shift) {
    points_.clear();
    for (const Vec3& p : other.points_) points_.emplace_back(p + shift);
    ids_ = other.ids_;
    start_ = other.start_;
    loop_ = other.loop_;
}

double ConvexCell::reach() const {
    double farthest = 0;
    for (const Vec3& p : points_) farthest = std::max(farthest, p.squaredNorm());
    return std::sqrt(farthest);
}

bool ConvexCell::cut(const Vec3& normal, double offset, std::int64_t id) {
    height_.clear();
    std::size_t outside = 0;
    for (const Vec3& p : points_) {
        height_.push_back(normal.dot(p) - offset);
        outside += height_.back() > 0 ? 1 : 0;
    }
    if (outside == 0) return false;
    if (outside == points_.size()) {
        clear();
        return true;
    }
    old_points_.swap(points_);
    old_ids_.swap(ids_);
    old_start_.swap(start_);
    old_loop_.swap(loop_);
    clear();
    keep_points(height_);
    for (std::size_t f = 0; f < old_ids_.size(); ++f)
        cut_face({old_loop_.data() + old_start_[f], old_start_[f + 1] - old_start_[f]},
                 old_ids_[f]);
    close(id);
    return true;
}

void ConvexCell::keep_points(std::span<const double> height) {
    moved_.clear();
    for (std::size_t k = 0; k < old_points_.size(); ++k) {
        moved_.push_back(height[k] > 0 ? gone : static_cast<Index>(points_.size()));
        if (moved_.back() != gone) points_.push_back(old_points_[k]);
    }
    first_crossing_ = static_cast<Index>(points_.size());
    crossings_.clear();
}

/// The new point on an edge, the same for both faces that share it.
ConvexCell::Index ConvexCell::crossing(Index inside, Index outside) {
    for (std::size_t k = 0; k < crossings_.size(); ++k)
        if (crossings_[k].inside == inside && crossings_[k].outside == outside)
            return first_crossing_ + static_cast<Index>(k);
    const double t = height_[inside] / (height_[inside] - height_[outside]);
    const Vec3 &a = old_points_[inside], &b = old_points_[outside];
    points_.emplace_back(a + t * (b - a));
    crossings_.push_back({inside, outside, gone, false});
    return static_cast<Index>(points_.size()) - 1;
}

void ConvexCell::cut_face(std::span<const Index> loop, std::int64_t id) {
    const auto is_out = [&](Index p) { return moved_[p] == gone; };
    const std::size_t begin = loop_.size();
    Index left = gone, first_entry = gone;
    const auto enter = [&](Index entry) {
        if (left == gone) {
            first_entry = entry; // the loop began outside
        } else {
            crossings_[entry - first_crossing_].next = left; // the cap runs against the face
        }
        loop_.push_back(entry);
    };
    for (std::size_t k = 0; k < loop.size(); ++k) {
        const Index from = loop[k], to = loop[k + 1 < loop.size() ? k + 1 : 0];
        if (!is_out(from)) loop_.push_back(moved_[from]);
        if (is_out(from) == is_out(to)) continue;
        if (is_out(to)) {
            left = crossing(from, to);
            loop_.push_back(left);
        } else {
            enter(crossing(to, from));
        }
    }
    if (first_entry != gone) crossings_[first_entry - first_crossing_].next = left;
    if (loop_.size() == begin) return;
    start_.push_back(static_cast<Index>(loop_.size()));
    ids_.push_back(id);
}

/// Faces over the cut: one, unless rounding makes it several.
void ConvexCell::close(std::int64_t id) {
    for (std::size_t k = 0; k < crossings_.size(); ++k) {
        if (crossings_[k].is_closed) continue;
        for (std::size_t c = k; !crossings_[c].is_closed;
             c = crossings_[c].next - first_crossing_) {
            crossings_[c].is_closed = true;
            loop_.push_back(first_crossing_ + static_cast<Index>(c));
        }
        start_.push_back(static_cast<Index>(loop_.size()));
        ids_.push_back(id);
    }
}

ConvexCell::Integrals ConvexCell::integrate(std::vector<Face>& faces) const {
    Integrals out;
    if (is_empty()) return out;
    const std::size_t first = faces.size();
    // From a point inside, all parts of the volume are positive and nothing cancels.
    Vec3 middle = Vec3::Zero();
    for (const Vec3& p : points_) middle += p;
    middle /= static_cast<double>(points_.size());
    Vec3 moment = Vec3::Zero(); // of volumes times 24, about the middle
    for (std::size_t f = 0; f < ids_.size(); ++f) {
        const std::span<const Index> corner = loop(f);
        const Vec3 a = points_[corner[0]] - middle;
        Vec3 area = Vec3::Zero();
        for (std::size_t k = 1; k + 1 < corner.size(); ++k) {
            const Vec3 b = points_[corner[k]] - middle, c = points_[corner[k + 1]] - middle;
            const Vec3 cross = (b - a).cross(c - a);
            const double six_volumes = a.dot(cross);
            area += cross;
            out.volume += six_volumes;
            moment += six_volumes * (a + b + c);
        }
        faces.push_back({ids_[f], 0.5 * area.norm()});
        out.surface += faces.back().area;
    }
    out.centroid = out.volume > 0 ? Vec3(middle + moment / (4 * out.volume)) : middle;
    out.volume /= 6;
    const auto begin = faces.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, faces.end(), [](const Face& a, const Face& b) {
        return a.id != b.id ? a.id < b.id : a.area < b.area;
    });
    std::size_t kept = first;
    for (std::size_t f = first; f < faces.size(); ++f) {
        if (kept > first && faces[kept - 1].id == faces[f].id) {
            faces[kept - 1].area += faces[f].area;
        } else {
            faces[kept++] = faces[f];
        }
    }
    faces.resize(kept);
    return out;
}

} // namespace scree::detail
