// SPDX-License-Identifier: BSD-3-Clause
//
// The only file that knows qhull [Barber1996]. Everything that may fail inside it runs within
// qh_new_qhull, which comes back with a code; afterwards we only read its lists, so that no error
// can jump over our destructors or end the program.
#include <scree/base/error.hpp>
#include <scree/shapes/detail/hull.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace scree::detail {
namespace {

/// Collects what qhull would print.
class Messages {
public:
    Messages() : file_(open_memstream(&text_, &size_)) {}
    ~Messages() {
        std::fclose(file_);
        std::free(text_);
    }
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    FILE* file() const { return file_; }

    std::string first_line() const {
        std::fflush(file_);
        const std::string all(text_, size_);
        return all.substr(0, all.find('\n'));
    }

private:
    char* text_ = nullptr;
    std::size_t size_ = 0;
    FILE* file_;
};

struct Facet {
    Polygon corners; ///< one way round or the other
    Vec3 outward;
};

class Qhull {
public:
    explicit Qhull(std::vector<double>& coordinates) : coordinates_(coordinates) {
        qh_zero(&state_, messages_.file());
        const int count = static_cast<int>(coordinates.size() / 3);
        // Q12: a facet that became wide by merging is judged by us, not an error.
        std::string options = "qhull Q12";
        const int code = qh_new_qhull(&state_, 3, count, coordinates.data(), False, options.data(),
                                      nullptr, messages_.file());
        if (code == 0) return;
        const std::string reason = messages_.first_line();
        release();
        throw InputError("the points have no hull that rounding leaves intact: " + reason);
    }
    ~Qhull() { release(); }
    Qhull(const Qhull&) = delete;
    Qhull& operator=(const Qhull&) = delete;

    std::vector<Facet> facets() const {
        std::vector<Facet> all;
        for (const facetT* f = state_.facet_list; f != nullptr && f->next != nullptr; f = f->next)
            all.push_back({f->simplicial ? corners(f->vertices) : outline(f->ridges),
                           {f->normal[0], f->normal[1], f->normal[2]}});
        return all;
    }

private:
    std::uint32_t index(const vertexT* vertex) const {
        return static_cast<std::uint32_t>((vertex->point - coordinates_.data()) / 3);
    }

    Polygon corners(const setT* vertices) const {
        Polygon polygon;
        for (const setelemT* e = vertices->e; e->p != nullptr; ++e)
            polygon.push_back(index(static_cast<const vertexT*>(e->p)));
        return polygon;
    }

    /// A merged facet lists its edges in no order.
    Polygon outline(const setT* ridges) const {
        std::map<std::uint32_t, Polygon> beside;
        for (const setelemT* e = ridges->e; e->p != nullptr; ++e) {
            const Polygon ends = corners(static_cast<const ridgeT*>(e->p)->vertices);
            beside[ends[0]].push_back(ends[1]);
            beside[ends[1]].push_back(ends[0]);
        }
        Polygon polygon = {beside.begin()->first};
        std::uint32_t from = polygon[0];
        std::uint32_t at = beside.begin()->second[0];
        while (at != polygon[0]) {
            const Polygon& ways = beside[at];
            if (ways.size() != 2 || polygon.size() > beside.size()) return {};
            polygon.push_back(at);
            const std::uint32_t to = ways[0] == from ? ways[1] : ways[0];
            from = at;
            at = to;
        }
        return polygon.size() == beside.size() ? polygon : Polygon{};
    }

    void release() {
        int long_blocks = 0;
        int long_bytes = 0;
        qh_freeqhull(&state_, qh_ALL == 0);
        qh_memfreeshort(&state_, &long_blocks, &long_bytes);
    }

    std::vector<double>& coordinates_;
    Messages messages_;
    qhT state_;
};

/// The facets at each edge, whichever way they run along it.
class Beside {
public:
    explicit Beside(std::span<const Polygon> facets) {
        for (std::uint32_t f = 0; f < facets.size(); ++f)
            for (std::size_t i = 0; i < facets[f].size(); ++i)
                sides_.emplace_back(key(facets[f][i], facets[f][(i + 1) % facets[f].size()]), f);
        std::ranges::sort(sides_);
    }

    std::vector<std::uint32_t> facets(std::uint32_t from, std::uint32_t to) const {
        std::vector<std::uint32_t> those;
        const std::uint64_t edge = key(from, to);
        for (auto side = std::ranges::lower_bound(sides_, edge, {}, &Side::first);
             side != sides_.end() && side->first == edge; ++side)
            those.push_back(side->second);
        return those;
    }

private:
    using Side = std::pair<std::uint64_t, std::uint32_t>;

    static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
        return (std::uint64_t{std::min(a, b)} << 32U) | std::max(a, b);
    }

    std::vector<Side> sides_;
};

/// Whether the polygon visits `to` right after `from`.
bool goes(const Polygon& polygon, std::uint32_t from, std::uint32_t to) {
    const auto at = std::ranges::find(polygon, from);
    return at != polygon.end() && (at + 1 == polygon.end() ? polygon.front() : *(at + 1)) == to;
}

/// Counter-clockwise seen from outside. The facet that shows its side most clearly decides, and the
/// others follow across their edges: a sliver's own normal is rounding.
std::vector<Polygon> oriented(std::span<const Vec3> points, const std::vector<Facet>& facets) {
    std::vector<Polygon> all;
    std::uint32_t clearest = 0;
    double most = -1;
    for (const Facet& facet : facets) {
        if (facet.corners.size() < 3) return {};
        const double side = area_vector(points, facet.corners).dot(facet.outward);
        if (std::abs(side) > most)
            most = std::abs(side), clearest = static_cast<std::uint32_t>(all.size());
        all.push_back(facet.corners);
        if (side < 0) std::ranges::reverse(all.back());
    }
    const Beside beside(all);
    std::vector<bool> is_done(all.size());
    std::vector<std::uint32_t> open = {clearest};
    is_done[clearest] = true;
    while (!open.empty()) {
        const Polygon corners = all[open.back()];
        open.pop_back();
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto from = corners[i];
            const auto to = corners[(i + 1) % corners.size()];
            for (const std::uint32_t f : beside.facets(from, to)) {
                if (is_done[f]) continue;
                if (goes(all[f], from, to)) std::ranges::reverse(all[f]);
                is_done[f] = true;
                open.push_back(f);
            }
        }
    }
    return all;
}

template <class Measure>
const Vec3& farthest(const std::vector<Vec3>& points, Measure measure) {
    return *std::ranges::max_element(points, {}, measure);
}

} // namespace

Extent extent_of(const std::vector<Vec3>& points) {
    const Vec3& a = farthest(points, [](const Vec3& p) { return p.norm(); });
    const Vec3& b = farthest(points, [&](const Vec3& p) { return (p - a).norm(); });
    if (a == b) return {};
    Extent extent;
    const Vec3 along = (b - a).normalized();
    const auto off_line = [&](const Vec3& p) { return along.cross(p - a).norm(); };
    const Vec3& c = farthest(points, off_line);
    extent.length = (b - a).norm();
    extent.width = off_line(c);
    if (extent.width == 0) return extent;
    const Vec3 normal = along.cross(c - a).normalized();
    const auto height = [&](const Vec3& p) { return normal.dot(p - a); };
    const auto [low, high] = std::ranges::minmax_element(points, {}, height);
    extent.thickness = std::abs(height(*high) - height(*low)); // no "-0 m" in messages
    return extent;
}

std::vector<Polygon> hull_facets(std::span<const Vec3> points) {
    std::vector<double> coordinates;
    for (const Vec3& p : points) coordinates.insert(coordinates.end(), {p.x(), p.y(), p.z()});
    const Qhull qhull(coordinates);
    std::vector<Polygon> facets = oriented(points, qhull.facets());
    if (!is_closed_sphere(facets))
        throw InputError("the points have no hull that rounding leaves intact: the surface found "
                         "is not closed; are some of them nearly the same or nearly coplanar?");
    return facets;
}

} // namespace scree::detail
