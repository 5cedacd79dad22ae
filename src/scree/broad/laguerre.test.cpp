// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/laguerre.hpp>

#include <scree/base/random.hpp>
#include <scree/broad/detail/convex_cell.hpp>
#include <scree/broad/packing_files.test.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace scree {
namespace {

using namespace test;

using Points = std::vector<WeightedPoint>;

const ConvexContainer unit_box{{Vec3(0, 0, 0), Vec3(1, 1, 1)}};

double log_uniform(Random& random, double low, double high) {
    return low * std::pow(high / low, random.uniform());
}

Points random_points(Random& random, std::size_t count, double smallest, double largest) {
    Points points(count);
    for (WeightedPoint& p : points) {
        const double r = log_uniform(random, smallest, largest);
        p = {random.uniform(), random.uniform(), random.uniform(), r * r};
    }
    return points;
}

LaguerreCells cells_of(const Points& points, const ConvexContainer& container) {
    Workers workers(2);
    return tessellate(points, container, workers).cells;
}

double sum(const LaguerreCells& cells) {
    return std::accumulate(cells.volume.begin(), cells.volume.end(), 0.0);
}

/// The container, cut by the radical planes of all others: no triangulation, no early end.
detail::ConvexCell plain_cell(const Points& points, std::size_t i,
                              const ConvexContainer& container) {
    detail::ConvexCell cell;
    cell.set_box(container.box);
    for (std::size_t k = 0; k < container.sides.size(); ++k)
        cell.cut(container.sides[k].normal, container.sides[k].offset,
                 -7 - static_cast<std::int64_t>(k));
    const WeightedPoint& p = points[i];
    const Vec3 a(p.x, p.y, p.z);
    for (std::size_t j = 0; j < points.size() && !cell.is_empty(); ++j) {
        if (j == i) continue;
        const WeightedPoint& q = points[j];
        const Vec3 b(q.x, q.y, q.z);
        // |x-a|² - w_a <= |x-b|² - w_b
        cell.cut(2 * (b - a), b.squaredNorm() - q.weight - a.squaredNorm() + p.weight,
                 static_cast<std::int64_t>(j));
    }
    return cell;
}

struct Compared {
    std::size_t empty = 0, faces = 0;
};

/// Volumes agree to `tolerance` of the container, all faces above it are the same ones, and the
/// volumes add up.
Compared compare(const Points& points, const ConvexContainer& container, double tolerance) {
    const LaguerreCells cells = cells_of(points, container);
    const double whole = volume(container);
    EXPECT_NEAR(sum(cells), whole, 1e-12 * whole);
    Compared seen;
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<detail::ConvexCell::Face> expected;
        const auto plain = plain_cell(points, i, container).integrate(expected);
        EXPECT_NEAR(cells.volume[i], plain.volume, tolerance * whole) << i;
        if (cells.volume[i] == 0) {
            ++seen.empty;
            EXPECT_TRUE(cells.faces(i).empty());
            continue;
        }
        if (plain.volume > 1e-6 * whole) {
            EXPECT_LT((cells.centroid[i] - plain.centroid).norm(), 1e-6) << i;
        }
        const auto faces = cells.faces(i);
        for (const auto& face : expected) {
            if (face.area < 1e-7 * plain.surface) continue;
            const auto found = std::find_if(faces.begin(), faces.end(),
                                            [&](const auto& f) { return f.other == face.id; });
            if (found == faces.end()) {
                ADD_FAILURE() << "grain " << i << " has no face towards " << face.id;
                continue;
            }
            EXPECT_NEAR(found->area, face.area, 1e-9 * plain.surface);
            ++seen.faces;
        }
    }
    return seen;
}

TEST(Laguerre, OneGrainOwnsTheContainer) {
    const LaguerreCells cells = cells_of({{0.3, 0.4, 0.2, 0.01}}, unit_box);
    EXPECT_DOUBLE_EQ(cells.volume[0], 1);
    EXPECT_LT((cells.centroid[0] - Vec3(0.5, 0.5, 0.5)).norm(), 1e-15);
    ASSERT_EQ(cells.faces(0).size(), 6U);
    EXPECT_EQ(cells.neighbours(0), 0);
    for (std::int64_t side = 0; side < 6; ++side) EXPECT_TRUE(cells.reaches(0, side));
    EXPECT_DOUBLE_EQ(cells.density(0, 0.1), ball_volume(0.1));
    EXPECT_EQ(cells_of({}, unit_box).size(), 0U);
}

TEST(Laguerre, TwoEqualGrainsShareEqually) {
    const LaguerreCells cells =
        cells_of({{0.25, 0.5, 0.5, 0.01}, {0.75, 0.5, 0.5, 0.01}}, unit_box);
    EXPECT_DOUBLE_EQ(cells.volume[0], 0.5);
    EXPECT_DOUBLE_EQ(cells.volume[1], 0.5);
    EXPECT_EQ(cells.neighbours(0), 1);
    EXPECT_TRUE(cells.reaches(0, 0));
    EXPECT_FALSE(cells.reaches(0, 1));
    EXPECT_DOUBLE_EQ(cells.faces(0).back().area, 1);
}

// Weights move the plane: |x - a|² - w_a = |x - b|² - w_b at x = 1/2 + (w_a - w_b) / (2 |b - a|).
TEST(Laguerre, ALargerGrainOwnsMore) {
    const LaguerreCells cells =
        cells_of({{0.25, 0.5, 0.5, 0.04}, {0.75, 0.5, 0.5, 0.01}}, unit_box);
    EXPECT_NEAR(cells.volume[0], 0.53, 1e-15);
    EXPECT_NEAR(cells.volume[1], 0.47, 1e-15);
}

TEST(Laguerre, CubesInACubicLattice) {
    Points points;
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y)
            for (int z = 0; z < 5; ++z)
                points.push_back({0.1 + 0.2 * x, 0.1 + 0.2 * y, 0.1 + 0.2 * z, 0.01});
    const LaguerreCells cells = cells_of(points, unit_box);
    int inner = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_NEAR(cells.volume[i], 0.008, 1e-16);
        EXPECT_EQ(cells.faces(i).size(), 6U); // edges and corners are no faces
        inner += cells.neighbours(i) == 6 ? 1 : 0;
        EXPECT_EQ(cells.neighbours(i) < 6, cells.reaches_container(i));
        EXPECT_NEAR(cells.density(i, 0.1), std::numbers::pi / 6, 1e-13);
    }
    EXPECT_EQ(inner, 27);
    EXPECT_NEAR(sum(cells), 1, 1e-14);
}

TEST(Laguerre, RhombicDodecahedraInAFaceCenteredLattice) {
    // Balls of radius r touch at 2r: the cube of edge a = 2√2 r holds four, each owns a³/4.
    Points points;
    const double a = 1, r = a / (2 * std::sqrt(2.0));
    for (int x = 0; x < 9; ++x)
        for (int y = 0; y < 9; ++y)
            for (int z = 0; z < 9; ++z)
                if ((x + y + z) % 2 == 0) points.push_back({0.5 * x, 0.5 * y, 0.5 * z, r * r});
    const ConvexContainer box{{Vec3(0, 0, 0), Vec3(4, 4, 4)}};
    const LaguerreCells cells = cells_of(points, box);
    int inner = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (cells.reaches_container(i)) continue;
        ++inner;
        EXPECT_NEAR(cells.volume[i], 0.25, 1e-14);
        ASSERT_EQ(cells.faces(i).size(), 12U);
        // A rhombus with diagonals a/√2 and a/2.
        for (const LaguerreFace& f : cells.faces(i))
            EXPECT_NEAR(f.area, 0.5 * 0.5 / std::sqrt(2.0), 1e-13);
        EXPECT_NEAR(cells.density(i, r), std::numbers::pi / std::sqrt(18.0), 1e-13);
    }
    EXPECT_EQ(inner, 171); // (x, y, z) of 1 … 7 with an even sum: 3³ + 3 · 3 · 4²
    EXPECT_NEAR(sum(cells), 64, 1e-12);
}

TEST(Laguerre, AgreesWithCutsByAllOthers) {
    const std::uint64_t seed = 5;
    SCOPED_TRACE(seed);
    Random random(seed);
    std::size_t empty = 0, faces = 0;
    for (const double largest : {0.02, 0.1, 0.3, 0.6})
        for (const std::size_t count : {3, 10, 60, 250}) {
            const Compared seen =
                compare(random_points(random, count, 0.02, largest), unit_box, 1e-13);
            empty += seen.empty;
            faces += seen.faces;
        }
    EXPECT_GT(empty, 50U); // covered ones
    EXPECT_GT(faces, 5000U);
}

TEST(Laguerre, WideSizes) {
    const std::uint64_t seed = 6;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (const double smallest : {1e-3, 1e-5, 1e-7})
        compare(random_points(random, 300, smallest, 0.3), unit_box, 1e-13);
}

// A container much larger than all of the grains: the corners of the triangulation's frame, at 9
// half edges of their bounding cube, own most of it; grains alone must own all. Small grains beside
// a large one, whose cells begin far away, may be hidden by the frame.
TEST(Laguerre, TheFrameOwnsNothing) {
    const std::uint64_t seed = 7;
    SCOPED_TRACE(seed);
    Random random(seed);
    std::size_t brought_back = 0;
    for (int round = 0; round < 30; ++round) {
        const Points points = random_points(random, 10 + 10 * (round % 5), 0.01, 0.6);
        for (const double size : {3.0, 10.0, 100.0}) {
            const ConvexContainer box{{Vec3::Constant(-size), Vec3::Constant(size)}};
            compare(points, box, 1e-12);
            Triangulation t;
            t.build(points);
            const LaguerreCells cells = cells_of(points, box);
            for (const auto v : t.hidden())
                brought_back += cells.volume[v - Triangulation::frame_count] > 0 ? 1 : 0;
        }
    }
    EXPECT_GE(brought_back, 5U);
}

TEST(Laguerre, FlatStraightAndEqualGrains) {
    Points line, plane, twins;
    for (int x = 0; x < 10; ++x) {
        line.push_back({0.05 + 0.1 * x, 0.5, 0.5, 0.0025});
        for (int y = 0; y < 10; ++y) plane.push_back({0.05 + 0.1 * x, 0.05 + 0.1 * y, 0.5, 0.0025});
        twins.push_back({0.1 + 0.2 * (x / 2), 0.5, 0.5, 0.01}); // each place twice
    }
    for (const double size : {0.0, 50.0}) {
        const ConvexContainer box{{Vec3::Constant(-size), Vec3::Constant(1 + size)}};
        const double whole = volume(box);
        EXPECT_NEAR(sum(cells_of(line, box)), whole, 1e-13 * whole);
        EXPECT_NEAR(sum(cells_of(plane, box)), whole, 1e-13 * whole);
        const LaguerreCells cells = cells_of(twins, box);
        EXPECT_NEAR(sum(cells), whole, 1e-13 * whole);
        EXPECT_EQ(std::count(cells.volume.begin(), cells.volume.end(), 0.0), 5);
    }
    for (const double v : cells_of(line, unit_box).volume) EXPECT_NEAR(v, 0.1, 1e-14);
    for (const double v : cells_of(plane, unit_box).volume) EXPECT_NEAR(v, 0.01, 1e-15);
}

TEST(Laguerre, HiddenGrainsAndGrainsOutsideOwnNothing) {
    // The small one is covered; the far one's cell does not reach the container, which is cut by
    // another's.
    const Points points{
        {0.5, 0.5, 0.5, 0.09}, {0.55, 0.5, 0.5, 1e-4}, {3, 0.5, 0.5, 0.09}, {1.2, 0.5, 0.5, 0.09}};
    const LaguerreCells cells = cells_of(points, unit_box);
    EXPECT_EQ(cells.volume[1], 0);
    EXPECT_EQ(cells.density(1, 0.01), 0);
    EXPECT_EQ(cells.volume[2], 0);
    EXPECT_TRUE(cells.faces(2).empty());
    EXPECT_NEAR(cells.volume[0], 0.85, 1e-15);
    EXPECT_NEAR(cells.volume[3], 0.15, 1e-15);
}

// A container that is no box: a prism over a triangle, and one cut to nothing.
TEST(Laguerre, PolytopesAsContainers) {
    const std::uint64_t seed = 8;
    SCOPED_TRACE(seed);
    Random random(seed);
    const Points points = random_points(random, 200, 0.02, 0.2);
    const double half = std::sqrt(0.5);
    const ConvexContainer prism{unit_box.box, {{Vec3(half, half, 0), half}}};
    EXPECT_NEAR(volume(prism), 0.5, 1e-15);
    compare(points, prism, 1e-13);
    int cut = 0;
    const LaguerreCells cells = cells_of(points, prism);
    for (std::size_t i = 0; i < points.size(); ++i) cut += cells.reaches(i, 6) ? 1 : 0;
    EXPECT_GT(cut, 10);
    const ConvexContainer nothing{unit_box.box, {{Vec3(1, 0, 0), -1}}};
    EXPECT_EQ(sum(cells_of(points, nothing)), 0);
}

// Nothing of the code above: points at random belong to the grain of least power. With n samples a
// part v of the whole is seen v ± √(v (1 - v) / n).
TEST(Laguerre, AgreesWithSampling) {
    const std::uint64_t seed = 9;
    SCOPED_TRACE(seed);
    Random random(seed);
    const Points points = random_points(random, 40, 0.02, 0.3);
    const LaguerreCells cells = cells_of(points, unit_box);
    constexpr int samples = 200000;
    std::vector<int> hits(points.size(), 0);
    for (int s = 0; s < samples; ++s) {
        const Vec3 x(random.uniform(), random.uniform(), random.uniform());
        std::size_t best = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < points.size(); ++i) {
            const WeightedPoint& p = points[i];
            const double power = (x - Vec3(p.x, p.y, p.z)).squaredNorm() - p.weight;
            if (power < least) {
                least = power;
                best = i;
            }
        }
        ++hits[best];
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double v = cells.volume[i];
        EXPECT_NEAR(hits[i] / double{samples}, v, 5 * std::sqrt(v * (1 - v) / samples) + 1e-12);
    }
}

/// Of a closed mesh of polygons, in tetrahedra from its middle; adds their areas to `areas`.
double volume_of(const LaguerrePolyhedron& p, std::vector<double>& areas) {
    Vec3 middle = Vec3::Zero();
    for (const Vec3& v : p.points) middle += v / static_cast<double>(p.points.size());
    double six_volumes = 0;
    for (std::size_t k = 0; k < p.face_count(); ++k) {
        const auto face = p.face(k);
        Vec3 area = Vec3::Zero();
        for (std::size_t c = 2; c < face.size(); ++c) {
            const Vec3 a = p.points[face[0]] - middle;
            const Vec3 cross =
                (p.points[face[c - 1]] - middle - a).cross(p.points[face[c]] - middle - a);
            six_volumes += a.dot(cross);
            area += cross;
        }
        areas.push_back(0.5 * area.norm());
    }
    return six_volumes / 6;
}

/// Has every edge of a face its reverse on another one, and no edge another one like it?
bool is_closed(const LaguerrePolyhedron& p) {
    std::vector<std::array<std::uint32_t, 2>> edges, reversed;
    for (std::size_t k = 0; k < p.face_count(); ++k) {
        const auto face = p.face(k);
        for (std::size_t c = 0; c < face.size(); ++c) {
            edges.push_back({face[c], face[(c + 1) % face.size()]});
            reversed.push_back({edges.back()[1], edges.back()[0]});
        }
    }
    std::sort(edges.begin(), edges.end());
    std::sort(reversed.begin(), reversed.end());
    return edges == reversed && std::adjacent_find(edges.begin(), edges.end()) == edges.end();
}

// The polyhedra are those that were measured: one polygon for every face, of the same area, closed,
// of the same volume. Coordinates are right to 1e-16, faces of cells 0.01 wide to 1e-14 of them.
TEST(Laguerre, PolyhedraHaveTheVolumesAndFacesOfTheCells) {
    const std::uint64_t seed = 12;
    SCOPED_TRACE(seed);
    Random random(seed);
    const ConvexContainer prism{unit_box.box, {{Vec3(0.6, 0.8, 0), 0.9}}};
    std::size_t faces = 0, empty = 0, open = 0;
    for (const double largest : {0.02, 0.1, 0.3})
        for (const ConvexContainer& container : {unit_box, prism}) {
            const Points points = random_points(random, 400, 0.02, largest);
            const LaguerreCells cells = cells_of(points, container);
            const auto polyhedra = laguerre_polyhedra(points, cells, container);
            ASSERT_EQ(polyhedra.size(), points.size());
            for (std::size_t i = 0; i < points.size(); ++i) {
                const auto expected = cells.faces(i);
                ASSERT_EQ(polyhedra[i].face_count(), expected.size());
                std::vector<double> areas;
                EXPECT_NEAR(volume_of(polyhedra[i], areas), cells.volume[i],
                            1e-12 * cells.volume[i] + 1e-17);
                for (std::size_t k = 0; k < areas.size(); ++k)
                    EXPECT_NEAR(areas[k], expected[k].area, 1e-15);
                faces += areas.size();
                empty += areas.empty() ? 1 : 0;
                open += is_closed(polyhedra[i]) ? 0 : 1;
            }
        }
    EXPECT_GT(faces, 15000U);
    EXPECT_GT(empty, 100U);
    EXPECT_EQ(open, 0U); // in general position no face is rounding
}

TEST(Laguerre, PolyhedraOfALattice) {
    Points points;
    for (int x = 0; x < 3; ++x)
        for (int y = 0; y < 3; ++y)
            for (int z = 0; z < 3; ++z)
                points.push_back({(x + 0.5) / 3, (y + 0.5) / 3, (z + 0.5) / 3, 0.01});
    for (const auto& p : laguerre_polyhedra(points, cells_of(points, unit_box), unit_box)) {
        EXPECT_EQ(p.face_count(), 6U);
        std::vector<double> areas;
        EXPECT_NEAR(volume_of(p, areas), 1.0 / 27, 1e-15);
        for (const double area : areas) EXPECT_NEAR(area, 1.0 / 9, 1e-14);
    }
}

bool same_bits(const LaguerreCells& a, const LaguerreCells& b) {
    const auto same = [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    };
    if (a.size() != b.size() || a.first != b.first) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!same(a.volume[i], b.volume[i]) || a.centroid[i] != b.centroid[i]) return false;
    for (std::size_t f = 0; f < a.face.size(); ++f)
        if (a.face[f].other != b.face[f].other || !same(a.face[f].area, b.face[f].area))
            return false;
    return true;
}

Points shaken_lattice(Random& random, double way) {
    Points points;
    for (int x = 0; x < 7; ++x)
        for (int y = 0; y < 7; ++y)
            for (int z = 0; z < 7; ++z)
                points.push_back({(x + 0.5) / 7 + random.uniform(-way, way),
                                  (y + 0.5) / 7 + random.uniform(-way, way),
                                  (z + 0.5) / 7 + random.uniform(-way, way), 0.005});
    return points;
}

// The triangulation that has followed the grains here, one made anew, in another order, and other
// numbers of threads.
TEST(Laguerre, SameBitsWhateverTheHistory) {
    const std::uint64_t seed = 10;
    SCOPED_TRACE(seed);
    Random random(seed);
    // Also back onto the lattice, where many cells meet in a point and rows hold more than faces.
    const Points exact = shaken_lattice(random, 0);
    for (const double size : {0.0, 40.0}) {
        const ConvexContainer box{{Vec3::Constant(-size), Vec3::Constant(1 + size)}};
        Triangulation moved;
        NeighbourRows rows;
        Workers one(1), three(3);
        Points points = random_points(random, exact.size(), 0.02, 0.2);
        moved.build(points);
        for (int round = 0; round < 12; ++round) {
            if (round % 4 == 3) {
                points = exact;
            } else if (round % 4 == 2) {
                points = shaken_lattice(random, 1e-13);
            } else {
                for (WeightedPoint& p : points) p.x += random.uniform(-0.05, 0.05);
            }
            moved.move(points, one);
            rows.update(moved, moved.take_changed(), one);
            const LaguerreCells a = laguerre_cells(moved, rows, box, one);
            const LaguerreCells b = laguerre_cells(moved, rows, box, three);
            const LaguerreCells c = tessellate(points, box, three).cells;
            EXPECT_TRUE(same_bits(a, b));
            EXPECT_TRUE(same_bits(a, c)) << "round " << round << " size " << size;
            // In the opposite order.
            const Points back(points.rbegin(), points.rend());
            const LaguerreCells d = tessellate(back, box, one).cells;
            for (std::size_t i = 0; i < a.size(); ++i)
                ASSERT_EQ(a.volume[i], d.volume[a.size() - 1 - i]);
        }
    }
}

TEST(Laguerre, GrainsComeAndGo) {
    const std::uint64_t seed = 11;
    SCOPED_TRACE(seed);
    Random random(seed);
    Workers one(1);
    Points points = random_points(random, 100, 0.02, 0.2);
    Triangulation t;
    t.build(points);
    NeighbourRows rows;
    for (int round = 0; round < 50; ++round) {
        const std::size_t gone = random.below(points.size());
        t.remove(static_cast<Triangulation::Index>(gone + Triangulation::frame_count));
        rows.update(t, t.take_changed(), one);
        for (const double size : {0.0, 20.0}) {
            const ConvexContainer box{{Vec3::Constant(-size), Vec3::Constant(1 + size)}};
            const LaguerreCells cells = laguerre_cells(t, rows, box, one);
            EXPECT_NEAR(sum(cells), volume(box), 1e-12 * volume(box));
            EXPECT_EQ(cells.volume[gone], 0);
            EXPECT_TRUE(cells.faces(gone).empty());
        }
        points[gone] = random_points(random, 1, 0.02, 0.2)[0];
        ASSERT_EQ(t.insert(points[gone]), gone + Triangulation::frame_count);
        rows.update(t, t.take_changed(), one);
        ASSERT_TRUE(same_bits(laguerre_cells(t, rows, unit_box, one), cells_of(points, unit_box)));
    }
}

class LaguerrePackings : public test::PackingTest {};

Points weighted(const std::vector<Ball>& balls) {
    Points points;
    for (const Ball& b : balls) points.push_back({b.x, b.y, b.z, b.radius * b.radius});
    return points;
}

/// Mean density and number of faces of the grains not further than `depth` from the middle, and
/// away from the walls.
struct Inside {
    double density, faces;
    std::size_t count;
};
Inside inside(const std::vector<Ball>& balls, const ConvexContainer& box, double depth) {
    const LaguerreCells cells = cells_of(weighted(balls), box);
    const double whole = volume(box);
    EXPECT_NEAR(sum(cells), whole, 1e-12 * whole);
    double solid = 0, space = 0, faces = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        const Vec3 center(balls[i].x, balls[i].y, balls[i].z);
        if (cells.reaches_container(i) ||
            (center - 0.5 * (box.box.low + box.box.high)).norm() > depth)
            continue;
        ++count;
        solid += ball_volume(balls[i].radius);
        space += cells.volume[i];
        faces += cells.neighbours(i);
    }
    return {solid / space, faces / static_cast<double>(count), count};
}

// Random close packings of equal balls fill 0.637 of space (a common figure). Finney's is
// round, so its middle is looked at. Baranov's file says 1 - 0.353521 for touching balls, which are
// 1/0.99919 as large as written; its cube is periodic, so cells at its sides are not what they
// would be. No number of faces comes with the files: both have to agree that there are somewhat
// more than 14.
TEST_F(LaguerrePackings, DensitiesAsPublished) {
    const auto finney = read_balls("porespy_finney_packing.csv", 1, 1.0);
    const Inside f = inside(finney, box_around(weighted(finney)), 12);
    std::printf("Finney: density %.5f, %.3f faces, %zu of %zu\n", f.density, f.faces, f.count,
                finney.size());
    EXPECT_GT(f.count, 800U);
    EXPECT_NEAR(f.density, 0.637, 0.003);
    EXPECT_NEAR(f.faces, 14.25, 0.1);
    const auto baranov = read_xyzd("baranov_packing.xyzd");
    const Inside b = inside(baranov, {{Vec3::Zero(), Vec3::Constant(20.0823593086113)}}, 9);
    std::printf("Baranov: density %.5f, %.3f faces, %zu of %zu\n", b.density, b.faces, b.count,
                baranov.size());
    EXPECT_GT(b.count, 3000U);
    EXPECT_NEAR(b.density, (1 - 0.353521) * std::pow(0.99919, 3), 0.002);
    EXPECT_NEAR(b.faces, 14.25, 0.1);
}

TEST_F(LaguerrePackings, VoroCubes) {
    const auto ten = read_balls("voro_pack_ten_cube", 1, 0.5);
    compare(weighted(ten), {{Vec3::Constant(-5), Vec3::Constant(5)}}, 1e-13);
    const auto six = read_balls("voro_pack_six_cube_poly", 1, 0);
    compare(weighted(six), {{Vec3::Constant(-3), Vec3::Constant(3)}}, 1e-13);
}

TEST_F(LaguerrePackings, FiveToOne) {
    std::vector<Ball> balls;
    for (const Ball& b : read_balls("porespy_5to1_VL49.9_2.csv", 0, 0))
        if (b.x < 6 && b.y < 6 && b.z < 6) balls.push_back(b);
    const Inside i = inside(balls, box_around(weighted(balls)), 1e9);
    std::printf("5 to 1: density %.5f, %.3f faces, %zu of %zu\n", i.density, i.faces, i.count,
                balls.size());
    EXPECT_GT(i.density, 0.5);
    EXPECT_LT(i.density, 0.85);
}

} // namespace
} // namespace scree
