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

/// Whether the polygon visits `to` right after `from`.
bool goes(const Polygon& polygon, std::uint32_t from, std::uint32_t to) {
    const auto at = std::ranges::find(polygon, from);
    return at != polygon.end() && (at + 1 == polygon.end() ? polygon.front() : *(at + 1)) == to;
}

/// Counter-clockwise seen from outside. The facet that shows its side most clearly decides, and the
/// others follow across their edges: a sliver's own normal is rounding.
std::vector<Polygon> oriented(std::span<const Vec3> points, std::vector<Facet> facets) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> beside;
    std::size_t clearest = 0;
    double most = -1;
    for (std::size_t f = 0; f < facets.size(); ++f) {
        Polygon& corners = facets[f].corners;
        if (corners.size() < 3) return {};
        const double side = area_vector(points, corners).dot(facets[f].outward);
        if (std::abs(side) > most) most = std::abs(side), clearest = f;
        if (side < 0) std::ranges::reverse(corners);
        for (std::size_t i = 0; i < corners.size(); ++i)
            beside[std::minmax(corners[i], corners[(i + 1) % corners.size()])].push_back(f);
    }
    std::vector<Polygon> done(facets.size());
    std::vector<std::size_t> open = {clearest};
    done[clearest] = facets[clearest].corners;
    while (!open.empty()) {
        const Polygon corners = done[open.back()];
        open.pop_back();
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto from = corners[i];
            const auto to = corners[(i + 1) % corners.size()];
            for (const std::size_t f : beside[std::minmax(from, to)]) {
                if (!done[f].empty()) continue;
                done[f] = facets[f].corners;
                if (goes(done[f], from, to)) std::ranges::reverse(done[f]);
                open.push_back(f);
            }
        }
    }
    return done;
}

/// Each edge between two facets, once in each direction, and as many as Euler wants.
bool is_closed_sphere(std::span<const Polygon> facets) {
    const EdgeOwners owners = edge_owners(facets);
    std::size_t sides = 0;
    std::map<std::uint32_t, int> corners;
    for (const auto& facet : facets) {
        sides += facet.size();
        for (const auto corner : facet) corners[corner] = 1;
    }
    for (const auto& [edge, owner] : owners)
        if (!owners.contains({edge.second, edge.first})) return false;
    return sides == owners.size() && corners.size() + facets.size() == sides / 2 + 2;
}

} // namespace

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
