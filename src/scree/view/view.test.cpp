// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/picture.hpp>

#include <scree/view/sample_frame.test.hpp>

#include <scree/base/error.hpp>
#include <scree/sim/local_structure.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace scree {
namespace {

constexpr int width = 320, height = 240;

PictureOptions small_picture() {
    PictureOptions o;
    o.width = width;
    o.height = height;
    o.samples = 1;
    o.legend = false;
    return o;
}

Camera front_of(const Drawing& d) {
    return camera_for("front", d.bounds, Vec3::UnitZ(), static_cast<double>(width) / height);
}

bool is_background(const Rgb& c) { return c.r == 1 && c.g == 1 && c.b == 1; }

/// The ball whose surface the ray through a place of the picture meets first, or none.
const DrawnBall* first_ball(const Drawing& d, const Camera& camera, double x, double y) {
    const Vec3 dir = Lens(camera, width, height).direction(x, y).normalized();
    const DrawnBall* first = nullptr;
    double nearest = std::numeric_limits<double>::infinity();
    for (const DrawnBall& b : d.balls) {
        const Vec3 to = b.center - camera.eye;
        const double along = to.dot(dir), off2 = to.squaredNorm() - along * along;
        if (off2 >= b.radius * b.radius) continue;
        const double distance = along - std::sqrt(b.radius * b.radius - off2);
        if (distance < nearest) {
            nearest = distance;
            first = &b;
        }
    }
    return first;
}

// The silhouette is where geometry says, to a pixel: pixels whose four corners agree must agree.
TEST(Picture, SilhouettesAreWhereGeometrySays) {
    const Scene scene = scene_of_two_materials();
    const StoredFrame frame = random_frame(1, 40);
    const Drawing d = draw({scene, frame, frame}, {});
    const Camera camera = front_of(d);
    const Image image = render(d, camera, small_picture());
    int inside = 0, outside = 0, edge = 0;
    for (int y = 1; y + 1 < height; ++y)
        for (int x = 1; x + 1 < width; ++x) {
            int covered = 0;
            for (const int corner : {0, 1, 2, 3})
                if (first_ball(d, camera, x + corner % 2, y + corner / 2) != nullptr) ++covered;
            if (covered == 4) {
                ++inside;
                EXPECT_FALSE(is_background(image.at(x, y))) << x << ' ' << y;
            } else if (covered == 0) {
                ++outside;
                EXPECT_TRUE(is_background(image.at(x, y))) << x << ' ' << y;
            } else {
                ++edge;
            }
        }
    EXPECT_GT(inside, 3000);
    EXPECT_GT(outside, 3000);
    EXPECT_GT(edge, 300);
    EXPECT_LT(edge, inside);
}

// The light is white, so a pixel has the proportions of its grain's colour, whatever its shade; and
// that colour is the one of the grain's value under the legend. For every field there is.
TEST(Picture, EveryColouringShowsTheValueOfItsField) {
    const Scene scene = scene_of_two_materials();
    const StoredFrame frame = random_frame(2, 40);
    ASSERT_GE(field_names().size(), 12U);
    for (const FieldName& name : field_names()) {
        DrawOptions options;
        options.color_by = name.name;
        const Drawing d = draw({scene, frame, frame}, options);
        const Field field = grain_field(name.name, {scene, frame, frame});
        ASSERT_EQ(field.values.size(), 40U) << name.name;
        const Camera camera = front_of(d);
        const Image image = render(d, camera, small_picture());
        int looked = 0;
        for (const DrawnBall& b : d.balls) {
            const Projected p = project(camera, width, height, b.center);
            const int x = static_cast<int>(p.x), y = static_cast<int>(p.y);
            if (first_ball(d, camera, x + 0.5, y + 0.5) != &b) continue;
            const Rgb want = color_of(d.legend, field.values[b.grain]), got = image.at(x, y);
            const double sum = want.r + want.g + want.b, light = got.r + got.g + got.b;
            if (light < 1e-3) continue; // in full shadow
            ++looked;
            EXPECT_NEAR(got.r / light, want.r / sum, 1e-6) << name.name;
            EXPECT_NEAR(got.g / light, want.g / sum, 1e-6) << name.name;
        }
        EXPECT_GT(looked, 15) << name.name;
    }
}

TEST(Legend, EndsAtTheLeastAndTheGreatestValue) {
    const StoredFrame s = random_frame(4, 30);
    const Scene scene = scene_of_two_materials();
    int numbers = 0;
    for (const FieldName& name : field_names()) {
        DrawOptions options;
        options.color_by = name.name;
        const Field field = grain_field(name.name, {scene, s, s});
        if (field.is_kind) continue;
        ++numbers;
        const Legend legend = draw({scene, s, s}, options).legend;
        EXPECT_EQ(legend.low, *std::min_element(field.values.begin(), field.values.end()));
        EXPECT_EQ(legend.high, *std::max_element(field.values.begin(), field.values.end()));
        EXPECT_EQ(legend.unit, field.unit);
    }
    EXPECT_GE(numbers, 6);
}

// The bar is found by its colours, and each tick must stand beside the colour of a round value.
TEST(Legend, SaysWhenColoursOfKindsRepeat) {
    Scene scene;
    StoredFrame s = random_frame(8, 40);
    DrawOptions options;
    options.color_by = "group";
    const auto legend_with = [&](std::size_t groups) {
        scene.grains.assign(groups, {});
        for (std::size_t k = 0; k < groups; ++k) scene.grains[k].name = "g" + std::to_string(k);
        for (std::size_t i = 0; i < 40; ++i)
            s.labels.group[i] = static_cast<std::int32_t>(i % groups);
        return draw({scene, s, s}, options).legend;
    };
    EXPECT_EQ(legend_with(9).kinds.back(), "g8");
    EXPECT_EQ(legend_with(category_colors).kinds.back(), "g23");
    const Legend more = legend_with(30);
    EXPECT_EQ(more.kinds.size(), category_colors + 1);
    EXPECT_EQ(more.kinds.back(), "and 6 more");
    EXPECT_EQ(colors_of(more).back(), colors_of(more).front());
}

TEST(Legend, TicksStandBesideTheColourOfARoundValue) {
    Drawing d;
    d.bounds = {Vec3::Constant(-1), Vec3::Constant(1)};
    d.legend = {"speed", "m/s", false, 0.3, 7.7, {}};
    Image image(800, 600, {1, 1, 1});
    add_legend(image, d, front_of(d));
    const auto is_bar = [&](int x, int y) {
        const auto lab = to_oklab(image.at(x, y));
        return std::hypot(lab[1], lab[2]) > 0.04; // neither paper nor ink
    };
    int right = image.width - 1, bar_rows = 0;
    for (; right > 0 && bar_rows < 100; --right) {
        bar_rows = 0;
        for (int y = 0; y < image.height; ++y) bar_rows += is_bar(right, y) ? 1 : 0;
    }
    ++right; // the last column of the bar
    ASSERT_GE(bar_rows, 100);
    std::vector<double> ticks;
    for (int y = 0; y < image.height; ++y) {
        if (!is_bar(right, y) || to_oklab(image.at(right + 2, y))[0] > 0.5) continue;
        // The value whose colour stands here, by trying them all.
        double best = 2, value = 0;
        for (int k = 0; k <= 2000; ++k) {
            const double v = d.legend.low + (d.legend.high - d.legend.low) * k / 2000;
            const Rgb c = color_of(d.legend, v), at = image.at(right, y);
            const double miss = std::abs(c.r - at.r) + std::abs(c.g - at.g) + std::abs(c.b - at.b);
            if (miss < best) {
                best = miss;
                value = v;
            }
        }
        EXPECT_LT(best, 1e-9);
        ticks.push_back(value);
    }
    ASSERT_EQ(ticks.size(), 3U); // 6, 4 and 2 from top to bottom
    for (std::size_t k = 0; k < ticks.size(); ++k)
        EXPECT_NEAR(ticks[k], 6 - 2 * static_cast<double>(k), 0.05);
}

TEST(Strip, PanelsAreThePicturesOfTheirMoments) {
    const StoredFrame a = random_frame(1, 20), b = random_frame(2, 20);
    const Scene scene = scene_of_two_materials();
    DrawOptions options;
    cover({scene, a, a}, options);
    cover({scene, b, a}, options);
    const std::vector<Drawing> moments = {draw({scene, a, a}, options),
                                          draw({scene, b, a}, options)};
    EXPECT_EQ(moments[0].legend.high, moments[1].legend.high);
    EXPECT_EQ(moments[0].bounds.low, moments[1].bounds.low);
    const PictureOptions whole = small_picture();
    const Camera camera = camera_for("front", moments[0].bounds, Vec3::UnitZ(), 160.0 / height);
    const Image strip = render_strip(moments, camera, whole);
    PictureOptions half = whole;
    half.width = panel_width(2, whole);
    ASSERT_EQ(half.width, 160);
    const Image right = render(moments[1], camera, half);
    int different = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < half.width; ++x)
            different += strip.at(half.width + x, y).g != right.at(x, y).g ? 1 : 0;
    EXPECT_EQ(different, 0);
}

TEST(Drawing, AGrainThatLeftItsContainerDoesNotShrinkTheRest) {
    StoredFrame s = random_frame(3, 10);
    Scene scene = scene_of_two_materials();
    scene.walls.resize(1);
    scene.walls[0].surfaces = {SphereWall{Vec3::Zero(), 0.2, true}};
    const Bounds all = draw({scene, s, s}, {}).bounds;
    s.frame.center[4] = Vec3(0, 0, -50);
    const Bounds without = draw({scene, s, s}, {}).bounds;
    EXPECT_EQ(all.low, without.low);
    EXPECT_EQ(draw({scene, s, s}, {}).balls.size(), 10U); // it is drawn all the same
}

TEST(Picture, IsTheSameForAnyNumberOfThreads) {
    const Scene scene = scene_of_two_materials();
    const StoredFrame frame = random_frame(3, 60);
    const Drawing d = draw({scene, frame, frame}, {});
    PictureOptions options = small_picture();
    options.legend = true;
    const std::string one = png_bytes(render(d, front_of(d), options));
    for (const int threads : {2, 3, 2}) {
        options.threads = threads;
        EXPECT_EQ(png_bytes(render(d, front_of(d), options)), one);
    }
}

// The scale of microns, and a kilometre away: the same picture but for single pixels at rims.
TEST(Picture, DoesNotDependOnScaleOrPlace) {
    const Scene scene = scene_of_two_materials();
    const StoredFrame frame = random_frame(4, 60);
    StoredFrame far = frame;
    for (Vec3& c : far.frame.center) c = 0x1.0p-20 * c + Vec3(1000, 0, 0) * 0x1.0p-20;
    for (double& r : far.frame.radius) r *= 0x1.0p-20;
    const Drawing a = draw({scene, frame, frame}, {}), b = draw({scene, far, far}, {});
    const Image first = render(a, front_of(a), small_picture());
    const Image second = render(b, front_of(b), small_picture());
    int different = 0;
    for (std::size_t k = 0; k < first.pixels.size(); ++k)
        if (std::abs(first.pixels[k].g - second.pixels[k].g) > 1e-3) ++different;
    EXPECT_LT(different, width * height / 200);
}

// What is beyond the plane is gone, and a ball cut open shows a flat face in its own colour.
TEST(Picture, ACutOpensGrains) {
    const Scene scene = scene_of_two_materials();
    StoredFrame frame = random_frame(5, 1);
    frame.frame.center[0] = Vec3(0, 0, 0);
    frame.frame.radius[0] = 0.01;
    DrawOptions options;
    options.cut = CutPlane{Vec3(0, 0, 0), Vec3(0, -1, 0)};
    const Drawing d = draw({scene, frame, frame}, options);
    ASSERT_EQ(d.balls.size(), 1U);
    const Camera camera = front_of(d);
    const Image image = render(d, camera, small_picture());
    // The face is lit evenly, but for the width of the light: the same near the rim as in the
    // middle.
    const Projected rim = project(camera, width, height, Vec3(0.0085, 0, 0));
    const Rgb middle = image.at(width / 2, height / 2),
              side = image.at(static_cast<int>(rim.x), height / 2);
    EXPECT_FALSE(is_background(middle));
    EXPECT_NEAR(side.g, middle.g, 0.08 * middle.g); // the round front would differ by a third

    options.cut = CutPlane{Vec3(0, 0.011, 0), Vec3(0, -1, 0)};
    EXPECT_TRUE(draw({scene, frame, frame}, options).balls.empty());
}

// A grain that reaches from behind into one cut open is not seen through its face.
TEST(Picture, ACutFaceHidesOverlaps) {
    const Scene scene = scene_of_two_materials();
    StoredFrame frame = random_frame(5, 2);
    frame.frame.center = {Vec3(0, 0, 0), Vec3(0, 0.018, 0)};
    frame.frame.radius = {0.01, 0.01};
    frame.frame.material = {0, 1};
    DrawOptions options;
    options.color_by = "material";
    options.cut = CutPlane{Vec3(0, 0, 0), Vec3(0, -1, 0)};
    const Drawing d = draw({scene, frame, frame}, options);
    const Camera camera = front_of(d);
    const Projected p = project(camera, width, height, Vec3(0, 0, 0));
    const Rgb got = render(d, camera, small_picture())
                        .at(static_cast<int>(p.x), static_cast<int>(p.y)),
              want = color_of(d.legend, 0);
    EXPECT_NEAR(got.r / (got.r + got.g + got.b), want.r / (want.r + want.g + want.b), 1e-6);
}

TEST(Camera, ProjectsWhereItsRaysGo) {
    Random random(6);
    const Bounds region{Vec3(-1, -2, -3), Vec3(4, 5, 6)};
    for (const std::string& view : view_names()) {
        const Camera camera = camera_for(view, region, Vec3::UnitZ(), 1.5);
        for (int k = 0; k < 20; ++k) {
            const Vec3 p(random.uniform(-1, 4), random.uniform(-2, 5), random.uniform(-3, 6));
            const Projected at = project(camera, 300, 200, p);
            EXPECT_TRUE(at.x > 0 && at.x < 300 && at.y > 0 && at.y < 200) << view;
            const Vec3 dir = Lens(camera, 300, 200).direction(at.x, at.y);
            EXPECT_LT((camera.eye + at.depth * dir - p).norm(), 1e-9) << view;
        }
    }
    EXPECT_THROW(camera_for("frnot", region, Vec3::UnitZ(), 1), InputError);
}

TEST(Camera, GoesAroundItsTarget) {
    const Bounds region{Vec3(-1, -2, -3), Vec3(4, 5, 6)};
    const Vec3 up = Vec3(0.1, -0.3, 0.8).normalized();
    for (const std::string& view : view_names()) {
        const Camera start = camera_for(view, region, up, 1.5);
        const Vec3 from = start.eye - start.target;
        for (const double degrees : {-400.0, -90.0, 1.0, 72.0, 180.0}) {
            const Camera c = turned(start, up, degrees);
            EXPECT_EQ(c.target, start.target);
            EXPECT_NEAR((c.eye - c.target).norm(), from.norm(), 1e-12 * from.norm()) << view;
            EXPECT_NEAR((c.eye - c.target).dot(up), from.dot(up), 1e-12 * from.norm()) << view;
            const Camera back = turned(c, up, -degrees);
            EXPECT_LT((back.eye - start.eye).norm(), 1e-12 * from.norm()) << view;
            EXPECT_LT((back.up - start.up).norm(), 1e-12) << view;
        }
        EXPECT_EQ(turned(start, up, 360).eye, turned(start, up, 0).eye) << view;
        EXPECT_EQ(turned(start, up, -720).up, turned(start, up, 0).up) << view;
    }
    // Counter-clockwise from above: a quarter turn takes the camera from the front to the right.
    const Camera front = camera_for("front", {Vec3(-1, -1, -1), Vec3(1, 1, 1)}, Vec3::UnitZ(), 1);
    EXPECT_GT(turned(front, Vec3::UnitZ(), 90).eye.x(), 1);
}

// A long box seen from its end: without room, its ends would leave the picture a quarter turn
// later.
TEST(Camera, WithRoomToTurnSeesAllFromEverySide) {
    const Bounds region{Vec3(-1, -9, -1), Vec3(1, 9, 1)};
    const Vec3 corners[] = {Vec3(1, 9, 1), Vec3(-1, 9, 1), Vec3(1, -9, -1), Vec3(-1, -9, -1)};
    const Camera start = camera_for("front", region, Vec3::UnitZ(), 1.5);
    const Camera roomy = with_room_to_turn(start, region, Vec3::UnitZ(), 1.5);
    const auto sees_all = [&](const Camera& camera) {
        return std::all_of(std::begin(corners), std::end(corners), [&](const Vec3& p) {
            const Projected at = project(camera, 300, 200, p);
            return at.x > 0 && at.x < 300 && at.y > 0 && at.y < 200 && at.depth > 0;
        });
    };
    EXPECT_FALSE(sees_all(turned(start, Vec3::UnitZ(), 90)));
    for (double degrees = 0; degrees < 360; degrees += 7.3)
        EXPECT_TRUE(sees_all(turned(roomy, Vec3::UnitZ(), degrees))) << degrees;
}

TEST(Fields, UnknownOneNamesTheNearest) {
    const Scene scene = scene_of_two_materials();
    const StoredFrame frame = random_frame(7, 2);
    try {
        grain_field("velocty", {scene, frame, frame});
        FAIL();
    } catch (const InputError& e) {
        EXPECT_STREQ(e.what(), "no field \"velocty\" to colour by; did you mean \"velocity\"?");
    }
}

// Two pairs that touch, and one grain alone.
TEST(Fields, ClustersAreNumberedFromTheLargest) {
    const Scene scene = scene_of_two_materials();
    StoredFrame frame = random_frame(8, 6);
    frame.frame.contact = {contact(0, 4, 1), contact(1, 2, 1), contact(2, 5, 1)};
    const Field field = grain_field("cluster", {scene, frame, frame});
    EXPECT_EQ(field.values, (std::vector<double>{1, 0, 0, 2, 1, 0}));
}

// One ball alone fills 1/64 of a ball of four radii; a second one inside adds as much.
TEST(Fields, DensityIsTheSolidShareNearby) {
    const Scene scene = scene_of_two_materials();
    StoredFrame frame = random_frame(9, 3);
    frame.frame.center = {Vec3(0, 0, 0), Vec3(0.025, 0, 0), Vec3(1, 0, 0)};
    frame.frame.radius = {0.01, 0.01, 0.01};
    const Field field = grain_field("density", {scene, frame, frame});
    EXPECT_NEAR(field.values[0], 2.0 / 64, 1e-12);
    EXPECT_NEAR(field.values[2], 1.0 / 64, 1e-12);
}

TEST(Chains, LinksAreAsWideAsTheirForceAndJoinTheirGrains) {
    const Scene scene = scene_of_two_materials();
    StoredFrame frame = random_frame(10, 3);
    frame.frame.contact = {contact(0, 1, 4), contact(1, 2, 1)};
    frame.frame.radius = {0.01, 0.01, 0.01};
    DrawOptions options;
    options.chains = true;
    const Drawing d = draw({scene, frame, frame}, options);
    ASSERT_EQ(d.rods.size(), 2U);
    EXPECT_EQ(d.rods[1].from, frame.frame.center[1]);
    EXPECT_EQ(d.rods[1].to, frame.frame.center[2]);
    EXPECT_DOUBLE_EQ(d.rods[0].radius, 2 * d.rods[1].radius);
    EXPECT_EQ(d.legend.high, 4);
    // Beside a frame with a larger force, on its scale.
    StoredFrame stronger = frame;
    stronger.frame.contact = {contact(0, 1, 16)};
    cover({scene, frame, frame}, options);
    cover({scene, stronger, frame}, options);
    const Drawing beside = draw({scene, frame, frame}, options);
    EXPECT_EQ(beside.legend.high, 16);
    EXPECT_DOUBLE_EQ(2 * beside.rods[0].radius, d.rods[0].radius);
    EXPECT_TRUE(draw({scene, random_frame(10, 3), frame}, options).rods.empty());
}

/// A cube, a clump of two balls, and a ball.
StoredFrame shaped_frame(Scene& scene) {
    scene.shapes = {
        grain_shape("cube", Shape(solid_box({1, 1, 1}))),
        grain_shape("twin", make_clump(std::vector<ClumpBall>{{{0, 0, 0}, 1}, {{1, 0, 0}, 1}}))};
    StoredFrame s = random_frame(3, 3);
    s.frame.center = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.2, 0}};
    s.frame.radius.assign(3, 0.01);
    s.frame.shape = {0, 1, -1};
    s.frame.attitude.assign(3, Eigen::Quaterniond::Identity());
    return s;
}

TEST(Drawing, GrainsAroundChainsAndEdgesKeepTheirShapes) {
    Scene scene;
    const StoredFrame s = shaped_frame(scene);
    const Drawing plain = draw({scene, s, s}, {});
    EXPECT_EQ(plain.solids.size(), 1U);
    EXPECT_EQ(plain.balls.size(), 3U); // two of the clump
    EXPECT_FALSE(plain.faint_grains);
    for (bool DrawOptions::*inside : {&DrawOptions::chains, &DrawOptions::edges}) {
        DrawOptions options;
        options.*inside = true;
        const Drawing d = draw({scene, s, s}, options);
        EXPECT_TRUE(d.faint_grains);
        ASSERT_EQ(d.solids.size(), 2U); // the clump as one
        EXPECT_EQ(d.solids[0].mesh.vertices, plain.solids[0].mesh.vertices);
        EXPECT_EQ(d.balls.size(), 1U);
    }
    DrawOptions pores;
    pores.pores = true;
    EXPECT_TRUE(draw({scene, s, s}, pores).solids.empty());
}

// A rod in a cube is seen through it, and the cube is seen beside the rod, as a veil.
TEST(Picture, ShapesAreFaintAroundWhatIsInside) {
    Scene scene;
    StoredFrame s = shaped_frame(scene);
    DrawOptions options;
    options.chains = true;
    options.walls = false;
    Drawing d = draw({scene, s, s}, options);
    d.bounds = {Vec3::Constant(-0.02), Vec3::Constant(0.02)};
    d.balls.clear();
    d.solids.resize(1);
    d.rods = {{Vec3(-0.005, 0, 0), Vec3(0.005, 0, 0), 0.002, {1, 0, 0}}};
    PictureOptions picture;
    picture.width = picture.height = 120;
    picture.legend = false;
    const Image image = render(d, camera_for("front", d.bounds, Vec3::UnitZ(), 1), picture);
    const auto is_red = [](const Rgb& c) { return c.r > 3 * c.g; };
    const auto is_white = [](const Rgb& c) { return c.r > 0.999 && c.g > 0.999; };
    EXPECT_TRUE(is_red(image.at(60, 60)));
    EXPECT_FALSE(is_white(image.at(60, 48)));
    EXPECT_GT(image.at(60, 48).g, 0.5); // of the cube a little only
    EXPECT_TRUE(is_white(image.at(60, 10)));
}

// Edges inside translucent grains by their gap; pores in the grains' place, touching four of them.
TEST(Drawing, EdgesAndPores) {
    Scene scene;
    const StoredFrame s = random_frame(5, 150);
    const Frame& f = s.frame;
    DrawOptions options;
    options.edges = true;
    const Drawing edges = draw({scene, s, s}, options);
    EXPECT_EQ(edges.balls.size(), 150U);
    EXPECT_TRUE(edges.faint_grains);
    EXPECT_GT(edges.rods.size(), 500U);
    EXPECT_EQ(edges.legend.title, "gap");
    double least = 1;
    for (const DrawnRod& rod : edges.rods) {
        const auto from = std::find(f.center.begin(), f.center.end(), rod.from);
        const auto to = std::find(f.center.begin(), f.center.end(), rod.to);
        ASSERT_TRUE(from != f.center.end() && to != f.center.end());
        least = std::min(least, (rod.to - rod.from).norm() -
                                    f.radius[static_cast<std::size_t>(from - f.center.begin())] -
                                    f.radius[static_cast<std::size_t>(to - f.center.begin())]);
    }
    EXPECT_DOUBLE_EQ(edges.legend.low, least);

    options.pores = true;
    const Drawing pores = draw({scene, s, s}, options);
    EXPECT_FALSE(pores.faint_grains);
    EXPECT_EQ(pores.legend.title, "radius of the pore");
    EXPECT_EQ(pores.rods.size(), edges.rods.size());
    EXPECT_GT(pores.balls.size(), 100U);
    for (const DrawnBall& pore : pores.balls) {
        int touched = 0;
        for (std::size_t i = 0; i < f.center.size(); ++i)
            touched +=
                std::abs((f.center[i] - pore.center).norm() - f.radius[i] - pore.radius) < 1e-9;
        EXPECT_GE(touched, 4);
    }
    // A film keeps one scale.
    DrawOptions film;
    film.pores = true;
    cover({scene, s, s}, film);
    EXPECT_EQ(film.low, pores.legend.low);
    EXPECT_EQ(film.high, pores.legend.high);
}

Scene boxed_scene() {
    Scene scene = scene_of_two_materials();
    scene.walls.resize(1);
    scene.walls[0].name = scene.walls[0].type = "box";
    const std::vector<std::string> open = {"+z"};
    scene.walls[0].surfaces = make_box(Vec3::Constant(-0.11), Vec3(0.11, 0.11, 0.13), open);
    return scene;
}

LocalStructure structure_of(const Scene& scene, const StoredFrame& s) {
    Workers one(1);
    return local_structure(scene, s.frame, one);
}

double volume_of(const TriangleMesh& mesh) {
    double six_volumes = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3& from = mesh.vertices[0];
        six_volumes +=
            (mesh.vertices[a] - from).dot((mesh.vertices[b] - from).cross(mesh.vertices[c] - from));
    }
    return six_volumes / 6;
}

// The cells drawn are those whose volumes and faces are reported, in the colours of their grains.
TEST(Cells, AreThoseWhoseVolumeIsReported) {
    const Scene scene = boxed_scene();
    const StoredFrame s = random_frame(11, 200);
    const LocalStructure structure = structure_of(scene, s);
    DrawOptions options;
    options.cells = true;
    options.color_by = "laguerre";
    const Drawing d = draw({scene, s, s}, options);
    EXPECT_TRUE(d.inner_balls);
    EXPECT_FALSE(d.faint_grains);
    EXPECT_TRUE(d.rods.empty());
    const double shrunk = std::pow(drawn_cell_size, 3);
    double whole = 0;
    std::size_t grain = 0;
    for (const DrawnSolid& solid : d.solids) {
        for (; grain < solid.grain; ++grain) EXPECT_EQ(structure.density[grain], 0);
        const double volume = volume_of(solid.mesh) / shrunk;
        EXPECT_NEAR(volume, structure.tessellation.cells.volume[grain], 1e-9 * volume);
        whole += volume;
        // Polygons of c corners are c - 2 triangles: as many faces as are reported by Euler's
        // formula.
        const std::size_t corners = solid.mesh.vertices.size();
        EXPECT_EQ(solid.mesh.triangles.size(), 2 * corners - 4);
        EXPECT_EQ(structure.tessellation.cells.faces(grain).size(), corners / 2 + 2);
        EXPECT_EQ(solid.color.g, color_of(d.legend, structure.density[grain]).g);
        ++grain;
    }
    EXPECT_GT(d.solids.size(), 150U);
    double top = -1;
    for (std::size_t i = 0; i < s.frame.center.size(); ++i)
        top = std::max(top, s.frame.center[i].z() + s.frame.radius[i]);
    EXPECT_NEAR(whole, 0.22 * 0.22 * (top + 0.11), 1e-12);
}

// A cut takes away the cells that are wholly beyond it.
TEST(Cells, BeyondACutAreLeftOut) {
    const Scene scene = boxed_scene();
    const StoredFrame s = random_frame(11, 200);
    DrawOptions options;
    options.cells = true;
    const std::size_t all = draw({scene, s, s}, options).solids.size();
    options.cut = CutPlane{Vec3::Zero(), -Vec3::UnitY()};
    const Drawing half = draw({scene, s, s}, options);
    EXPECT_LT(half.solids.size(), 0.8 * static_cast<double>(all));
    for (const DrawnSolid& solid : half.solids)
        EXPECT_TRUE(std::any_of(solid.mesh.vertices.begin(), solid.mesh.vertices.end(),
                                [](const Vec3& v) { return v.y() >= 0; }));
}

// Beside edges, cells are outlines: every edge of a cell once, whichever cells share it, but for
// those that are the container's.
TEST(Cells, BesideOthersAreOutlines) {
    const Scene scene = boxed_scene();
    const StoredFrame s = random_frame(11, 60);
    DrawOptions options;
    options.edges = true;
    const std::size_t others = draw({scene, s, s}, options).rods.size();
    options.cells = true;
    const Drawing d = draw({scene, s, s}, options);
    EXPECT_TRUE(d.solids.empty());
    EXPECT_EQ(d.legend.title, "gap");
    // By their middles, rounded: two edges of these cells are not as near as that.
    const auto place = [](const Vec3& p) {
        return std::array{std::llround(1e9 * p.x()), std::llround(1e9 * p.y()),
                          std::llround(1e9 * p.z())};
    };
    std::set<std::array<long long, 3>> wanted, drawn;
    double longest_missing = 0;
    for (std::size_t k = others; k < d.rods.size(); ++k)
        EXPECT_TRUE(drawn.insert(place(d.rods[k].from + d.rods[k].to)).second);
    const LocalStructure structure = structure_of(scene, s);
    const auto& [low, high] = structure.room.container.box;
    const auto sides_at = [&](const Vec3& p) {
        return (((p - low).array().abs() < 1e-12).count()) +
               (((p - high).array().abs() < 1e-12).count());
    };
    for (const LaguerrePolyhedron& cell : polyhedra_of(structure, s.frame))
        for (std::size_t k = 0; k < cell.face_count(); ++k) {
            const auto face = cell.face(k);
            for (std::size_t c = 0; c < face.size(); ++c) {
                const Vec3& from = cell.points[face[c]];
                const Vec3& to = cell.points[face[(c + 1) % face.size()]];
                if (sides_at(0.5 * (from + to)) >= 2) continue;
                if (wanted.insert(place(from + to)).second && !drawn.contains(place(from + to)))
                    longest_missing = std::max(longest_missing, (to - from).norm());
            }
        }
    EXPECT_GT(drawn.size(), 400U);
    EXPECT_GT(drawn.size(), 0.95 * static_cast<double>(wanted.size()));
    EXPECT_LT(longest_missing, 0.03 * 0.01); // in the ends of others: shorter than a rod is wide
}

// Where the ray through a pixel meets the cells is asked of the half-spaces that make them: a point
// of the box belongs to the grain of least power.
TEST(Picture, CellsCutOpenAreASectionOfTheDiagram) {
    const Scene scene = boxed_scene();
    const StoredFrame s = random_frame(11, 200);
    DrawOptions options;
    options.cells = true;
    options.walls = false;
    options.color_by = "size";
    options.cut = CutPlane{Vec3::Zero(), -Vec3::UnitY()};
    const Drawing d = draw({scene, s, s}, options);
    const Camera camera = front_of(d);
    const Image image = render(d, camera, small_picture());
    const Field field = grain_field("size", {scene, s, s});
    const Frame& f = s.frame;
    int looked = 0, other = 0, grains = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const Vec3 way = Lens(camera, width, height).direction(x + 0.5, y + 0.5);
            const Vec3 p = camera.eye - camera.eye.y() / way.y() * way; // in the plane of the cut
            if (p.cwiseAbs().maxCoeff() > 0.08) continue;
            std::size_t least = 0;
            const auto power = [&](std::size_t i) {
                return (f.center[i] - p).squaredNorm() - f.radius[i] * f.radius[i];
            };
            for (std::size_t i = 1; i < f.center.size(); ++i)
                if (power(i) < power(least)) least = i;
            const Rgb want = color_of(d.legend, field.values[least]), got = image.at(x, y);
            const double sum = want.r + want.g + want.b, light = got.r + got.g + got.b;
            ++looked;
            grains += power(least) < 0 ? 1 : 0;
            other += std::abs(got.r / light - want.r / sum) > 1e-6 ? 1 : 0;
        }
    EXPECT_GT(looked, 10000);
    EXPECT_GT(grains, 100);
    // Gaps take about two times 1 - 0.94 of the area, and let see others.
    EXPECT_LT(other, 0.2 * looked);
}

} // namespace
} // namespace scree
