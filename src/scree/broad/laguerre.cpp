// SPDX-License-Identifier: BSD-3-Clause
//
// A cell is the container, cut by the radical planes of the neighbours in the triangulation. Most
// grains are not next to a corner of the frame, and their cell is that of the grains alone. Those
// that are have lost space to the frame, but this matters only if a corner's cell reaches into the
// container, which is looked at first. When one does, the grains next to the frame are also cut by
// each other, and hidden ones, which the frame may have covered, by all.
#include <scree/broad/laguerre.hpp>

#include <scree/base/ball.hpp>
#include <scree/broad/detail/convex_cell.hpp>
#include <scree/broad/order.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace scree {
namespace {

using Index = Triangulation::Index;
using detail::ConvexCell;

// Faces below this part of a cell's surface are rounding.
constexpr double least_face = 1e-10;

ConvexCell polytope(const ConvexContainer& container) {
    ConvexCell cell;
    cell.set_box(container.box);
    for (std::size_t k = 0; k < container.sides.size(); ++k)
        cell.cut(container.sides[k].normal, container.sides[k].offset,
                 -7 - static_cast<std::int64_t>(k));
    return cell;
}

Vec3 center(const WeightedPoint& p) { return {p.x, p.y, p.z}; }

/// Where the power with respect to a point at the origin is not above that of another:
/// normal·x <= offset.
struct RadicalPlane {
    Vec3 normal; ///< to the other's centre, not unit
    double offset;
    double distance; ///< of the plane from the origin; negative when that is beyond it
    Index vertex;    ///< the other
};

RadicalPlane radical_plane(const WeightedPoint& p, const WeightedPoint& q, Index vertex) {
    const Vec3 way = center(q) - center(p);
    const double square = way.squaredNorm();
    const double offset = 0.5 * (square + (p.weight - q.weight));
    // Concentric: the whole of space is on one side.
    const double infinity = std::numeric_limits<double>::infinity();
    const double apart = offset < 0 ? -infinity : infinity;
    return {way, offset, square > 0 ? offset / std::sqrt(square) : apart, vertex};
}

/// Nearest first: those cut the most. Ties by place, as numbers of vertices depend on history.
bool is_nearer(const RadicalPlane& a, const RadicalPlane& b) {
    return std::tie(a.distance, a.normal.x(), a.normal.y(), a.normal.z()) <
           std::tie(b.distance, b.normal.x(), b.normal.y(), b.normal.z());
}

std::int64_t grain_of(Index vertex) { return std::int64_t{vertex} - Triangulation::frame_count; }

/// Makes one cell after the other.
class CellMaker {
public:
    CellMaker(const Triangulation& triangulation, const ConvexCell& container)
        : triangulation_(triangulation), container_(container) {}

    /// The container cut by `near` (ascending), then by what of `far` reaches the rest.
    void cut(Index vertex, std::span<const Index> near, std::span<const Index> far) {
        const WeightedPoint& own = triangulation_.points()[vertex];
        used_.clear();
        cell_.set(container_, -center(own));
        planes_.clear();
        for (const Index other : near) add_plane(vertex, other);
        cut_sorted();
        if (far.empty() || cell_.is_empty()) return;
        const double reach = cell_.reach();
        planes_.clear();
        for (const Index other : far) {
            if (other == vertex || std::binary_search(near.begin(), near.end(), other)) continue;
            add_plane(vertex, other);
            if (planes_.back().distance > reach) planes_.pop_back();
        }
        cut_sorted();
    }

    /// Measures the cell and appends its faces; without those that are rounding.
    ConvexCell::Integrals finish(Index vertex, std::vector<LaguerreFace>& out) {
        if (cell_.is_empty()) return {};
        faces_.clear();
        ConvexCell::Integrals integrals = cell_.integrate(faces_);
        drop_rounding(integrals.surface);
        // Planes that left no face have left their rounding, and they may be other ones tomorrow.
        const auto left_nothing = [&](const RadicalPlane& p) {
            const std::int64_t id = grain_of(p.vertex);
            const auto found = std::lower_bound(
                faces_.begin(), faces_.end(), id,
                [](const ConvexCell::Face& face, std::int64_t wanted) { return face.id < wanted; });
            return found == faces_.end() || found->id != id;
        };
        if (std::erase_if(used_, left_nothing) > 0 ||
            !std::is_sorted(used_.begin(), used_.end(), is_nearer)) {
            planes_ = used_;
            cell_.set(container_, -center(triangulation_.points()[vertex]));
            cut_sorted();
            faces_.clear();
            integrals = cell_.integrate(faces_);
            drop_rounding(integrals.surface);
        }
        for (const ConvexCell::Face& face : faces_) out.push_back({face.id, face.area});
        return integrals;
    }

    bool is_empty() const { return cell_.is_empty(); }

private:
    void add_plane(Index vertex, Index other) {
        const auto points = triangulation_.points();
        planes_.push_back(radical_plane(points[vertex], points[other], other));
        // Of equal balls one has the cell: the one that is not hidden, or the first.
        const RadicalPlane& p = planes_.back();
        if (p.offset == 0 && p.normal.isZero(0) && !owns_before(vertex, other))
            planes_.back().distance = -std::numeric_limits<double>::infinity();
    }

    bool owns_before(Index vertex, Index other) const {
        const bool visible = triangulation_.is_visible(vertex);
        return visible != triangulation_.is_visible(other) ? visible : vertex < other;
    }

    void cut_sorted() {
        std::sort(planes_.begin(), planes_.end(), is_nearer);
        double reach = cell_.reach();
        for (const RadicalPlane& p : planes_) {
            if (p.distance > reach || cell_.is_empty()) return;
            if (p.distance < -reach) {
                cell_ = ConvexCell();
                return;
            }
            if (!cell_.cut(p.normal, p.offset, grain_of(p.vertex))) continue;
            used_.push_back(p);
            reach = cell_.reach();
        }
    }

    void drop_rounding(double surface) {
        std::erase_if(faces_, [&](const ConvexCell::Face& face) {
            return !(face.area > least_face * surface);
        });
    }

    const Triangulation& triangulation_;
    const ConvexCell& container_;
    ConvexCell cell_;
    std::vector<RadicalPlane> planes_, used_;
    std::vector<ConvexCell::Face> faces_;
};

/// What the corners of the frame have to do with the cells.
struct FrameShare {
    bool reaches_container = false;
    std::vector<Index> rim; ///< grains next to the frame and hidden ones, ascending
};

FrameShare share_of_frame(const Triangulation& t, const ConvexCell& container) {
    FrameShare share;
    Star star;
    CellMaker maker(t, container);
    for (Index corner = 0; corner < Triangulation::frame_count; ++corner) {
        const auto beside = star.neighbours(t, corner);
        share.rim.insert(share.rim.end(), beside.begin(), beside.end());
        if (share.reaches_container) continue;
        maker.cut(corner, beside, {});
        share.reaches_container = !maker.is_empty();
    }
    share.rim.insert(share.rim.end(), t.hidden().begin(), t.hidden().end());
    std::sort(share.rim.begin(), share.rim.end());
    share.rim.erase(std::unique(share.rim.begin(), share.rim.end()), share.rim.end());
    return share;
}

/// Grain k of `cells` is grain order[k] of the result.
LaguerreCells in_order(const LaguerreCells& cells, std::span<const std::uint32_t> order) {
    LaguerreCells out;
    out.volume.resize(cells.size());
    out.centroid.resize(cells.size());
    out.first.assign(cells.size() + 1, 0);
    out.face.resize(cells.face.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        out.volume[order[k]] = cells.volume[k];
        out.centroid[order[k]] = cells.centroid[k];
        out.first[order[k] + 1] = cells.faces(k).size();
    }
    for (std::size_t k = 0; k < order.size(); ++k) out.first[k + 1] += out.first[k];
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto begin = out.face.begin() + static_cast<std::ptrdiff_t>(out.first[order[k]]);
        auto to = begin;
        for (const LaguerreFace& f : cells.faces(k))
            *to++ = {f.other < 0 ? f.other : order[static_cast<std::size_t>(f.other)], f.area};
        std::sort(begin, to,
                  [](const LaguerreFace& a, const LaguerreFace& b) { return a.other < b.other; });
    }
    return out;
}

/// Of all loops of a face the one that is not rounding.
std::span<const ConvexCell::Index> largest_loop(const ConvexCell& cell, std::int64_t face) {
    std::span<const ConvexCell::Index> largest;
    double most = 0;
    for (std::size_t f = 0; f < cell.loop_count(); ++f) {
        if (cell.id(f) != face) continue;
        const auto loop = cell.loop(f);
        const Vec3& a = cell.points()[loop[0]];
        Vec3 area = Vec3::Zero();
        for (std::size_t k = 1; k + 1 < loop.size(); ++k)
            area += (cell.points()[loop[k]] - a).cross(cell.points()[loop[k + 1]] - a);
        if (area.norm() <= most) continue;
        most = area.norm();
        largest = loop;
    }
    return largest;
}

/// `shift` goes from the cell's origin to that of the scene.
LaguerrePolyhedron polyhedron(const ConvexCell& cell, std::span<const LaguerreFace> faces,
                              const Vec3& shift) {
    LaguerrePolyhedron out;
    constexpr std::uint32_t unused = ~std::uint32_t{0};
    std::vector<std::uint32_t> moved(cell.points().size(), unused);
    out.first.push_back(0);
    for (const LaguerreFace& face : faces) {
        for (const ConvexCell::Index p : largest_loop(cell, face.other)) {
            if (moved[p] == unused) {
                moved[p] = static_cast<std::uint32_t>(out.points.size());
                out.points.emplace_back(cell.points()[p] + shift);
            }
            out.corner.push_back(moved[p]);
        }
        out.first.push_back(out.corner.size());
    }
    return out;
}

} // namespace

ConvexContainer box_around(std::span<const WeightedPoint> balls) {
    if (balls.empty()) return {{Vec3::Zero(), Vec3::Zero()}};
    const double infinity = std::numeric_limits<double>::infinity();
    Bounds box{Vec3::Constant(infinity), Vec3::Constant(-infinity)};
    for (const WeightedPoint& b : balls) {
        const Vec3 radius = Vec3::Constant(std::sqrt(b.weight));
        box.low = box.low.cwiseMin(center(b) - radius);
        box.high = box.high.cwiseMax(center(b) + radius);
    }
    return {box};
}

double volume(const ConvexContainer& container) {
    std::vector<ConvexCell::Face> faces;
    return polytope(container).integrate(faces).volume;
}

bool contains(const ConvexContainer& container, const Vec3& center, double radius) {
    return (center.array() - radius >= container.box.low.array()).all() &&
           (center.array() + radius <= container.box.high.array()).all() &&
           std::all_of(container.sides.begin(), container.sides.end(), [&](const HalfSpace& s) {
               return s.normal.dot(center) + radius <= s.offset;
           });
}

int LaguerreCells::neighbours(std::size_t grain) const {
    int count = 0;
    for (const LaguerreFace& f : faces(grain)) count += f.other >= 0 ? 1 : 0;
    return count;
}

bool LaguerreCells::reaches(std::size_t grain, std::int64_t side) const {
    for (const LaguerreFace& f : faces(grain))
        if (f.other == -1 - side) return true;
    return false;
}

bool LaguerreCells::reaches_container(std::size_t grain) const {
    const auto all = faces(grain);
    return !all.empty() && all.front().other < 0;
}

double LaguerreCells::density(std::size_t grain, double radius) const {
    return volume[grain] > 0 ? ball_volume(radius) / volume[grain] : 0;
}

LaguerreCells laguerre_cells(const Triangulation& t, const NeighbourRows& rows,
                             const ConvexContainer& container, Workers& workers) {
    const std::size_t count = t.vertex_count() - Triangulation::frame_count;
    const ConvexCell whole = polytope(container);
    const FrameShare frame = share_of_frame(t, whole);
    std::vector<Index> all;
    if (frame.reaches_container)
        for (Index v = Triangulation::frame_count; v < t.vertex_count(); ++v)
            if (t.is_visible(v) || t.is_hidden(v)) all.push_back(v);

    LaguerreCells cells;
    cells.volume.assign(count, 0);
    cells.centroid.resize(count);
    cells.first.assign(count + 1, 0);
    constexpr std::size_t per_piece = 256;
    std::vector<std::vector<LaguerreFace>> pieces((count + per_piece - 1) / per_piece);
    std::vector<CellMaker> makers(static_cast<std::size_t>(workers.threads()), CellMaker(t, whole));
    workers.for_each(pieces.size(), [&](std::size_t piece, int worker) {
        CellMaker& maker = makers[static_cast<std::size_t>(worker)];
        const std::size_t end = std::min(count, (piece + 1) * per_piece);
        for (std::size_t k = piece * per_piece; k < end; ++k) {
            const auto v = static_cast<Index>(k + Triangulation::frame_count);
            cells.centroid[k] = center(t.points()[v]);
            const bool on_rim = frame.reaches_container &&
                                std::binary_search(frame.rim.begin(), frame.rim.end(), v);
            if (!t.is_visible(v) && !on_rim) continue;
            const std::span<const Index> rim = t.is_hidden(v) ? all : frame.rim;
            maker.cut(v, rows.row(v), on_rim ? rim : std::span<const Index>());
            const std::size_t before = pieces[piece].size();
            const auto cell = maker.finish(v, pieces[piece]);
            cells.volume[k] = cell.volume;
            if (cell.volume > 0) cells.centroid[k] += cell.centroid;
            cells.first[k + 1] = pieces[piece].size() - before;
        }
    });
    for (std::size_t k = 0; k < count; ++k) cells.first[k + 1] += cells.first[k];
    cells.face.reserve(cells.first.back());
    for (const auto& piece : pieces)
        cells.face.insert(cells.face.end(), piece.begin(), piece.end());
    return cells;
}

Tessellation tessellate(std::span<const WeightedPoint> balls, const ConvexContainer& container,
                        Workers& workers) {
    // Along a curve: the triangulation is built faster.
    std::vector<Ball> places;
    double smallest = std::numeric_limits<double>::infinity();
    for (const WeightedPoint& p : balls) {
        places.push_back({p.x, p.y, p.z, std::sqrt(p.weight)});
        smallest = std::min(smallest, places.back().radius);
    }
    std::vector<std::uint32_t> order;
    morton_order(places, smallest > 0 ? 2 * smallest : 1, order);
    std::vector<WeightedPoint> sorted;
    sorted.reserve(order.size());
    for (const std::uint32_t k : order) sorted.push_back(balls[k]);

    Triangulation t;
    t.build(sorted);
    NeighbourRows rows;
    rows.update(t, t.take_changed(), workers);
    Tessellation out{in_order(laguerre_cells(t, rows, container, workers), order),
                     pores(t, container)};
    for (Pore& pore : out.pores) {
        for (std::uint32_t& grain : pore.grains) grain = order[grain];
        std::sort(pore.grains.begin(), pore.grains.end());
    }
    std::sort(out.pores.begin(), out.pores.end(),
              [](const Pore& a, const Pore& b) { return a.grains < b.grains; });
    return out;
}

// A cell's faces say which planes have made it, and these alone, in the same order, make it again.
std::vector<LaguerrePolyhedron> laguerre_polyhedra(std::span<const WeightedPoint> balls,
                                                   const LaguerreCells& cells,
                                                   const ConvexContainer& container) {
    const ConvexCell whole = polytope(container);
    ConvexCell cell;
    std::vector<RadicalPlane> planes;
    std::vector<LaguerrePolyhedron> out;
    out.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        planes.clear();
        for (const LaguerreFace& face : cells.faces(i))
            if (face.other >= 0)
                planes.push_back(radical_plane(balls[i],
                                               balls[static_cast<std::size_t>(face.other)],
                                               static_cast<Index>(face.other)));
        std::sort(planes.begin(), planes.end(), is_nearer);
        cell.set(whole, -center(balls[i]));
        for (const RadicalPlane& p : planes) cell.cut(p.normal, p.offset, p.vertex);
        out.push_back(polyhedron(cell, cells.faces(i), center(balls[i])));
    }
    return out;
}

} // namespace scree
