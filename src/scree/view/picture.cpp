// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/picture.hpp>

#include <scree/base/error.hpp>
#include <scree/base/parallel.hpp>

#include <embree3/rtcore.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

// Rays are traced by Embree, in single precision about the middle of the scene and in units of its
// size, so that a scene of microns and one a kilometre away look alike. Every pixel has random
// numbers of its own, counted from its place: no thread or tile shows in the picture.
namespace scree {
namespace {

constexpr int rows_per_piece = 8;
constexpr int most_layers = 32; // of translucent surfaces on one ray
constexpr double infinity = std::numeric_limits<double>::infinity();

// Light: a key light from above the camera's left shoulder, and the sky.
constexpr double key_strength = 0.72, sky_strength = 0.42;
constexpr double key_spread = 0.09; // half-angle of its disc, as a tangent: how soft shadows are
constexpr double occlusion_reach = 0.12; // of the scene's size
constexpr double wall_reflectance = 0.80;
constexpr double pane = 0.05, rim = 0.45;   // opacity of glass seen straight on, and at its rim
constexpr double ghost = 0.07, halo = 0.30; // the same for faint grains

/// Numbers in [0, 1) for one sample of one pixel. The k-th number of all samples of a pixel
/// together is spread evenly (multiples of an irrational), with a random start: less noise than
/// pure chance.
class Dice {
public:
    Dice(std::uint64_t pixel, int sample) : state_(pixel), sample_(sample) {}
    double next() {
        constexpr double steps[] = {0.7548776662466927, 0.5698402909980532, 0.8191725133961645,
                                    0.6710436067037893};
        const double number = start() + sample_ * steps[count_++ % 4];
        return number - std::floor(number);
    }

private:
    double start() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1.0p-53;
    }

    std::uint64_t state_;
    int sample_;
    unsigned count_ = 0;
};

struct Ray {
    Vec3 origin, direction; ///< unit
    double near = 0, far = infinity;
};

struct Hit {
    double distance = infinity;
    Vec3 normal = Vec3::Zero(); ///< unit, towards where the ray came from
    bool from_inside = false;
    unsigned geometry = 0, primitive = 0;
    bool found() const { return distance < infinity; }
    Vec3 point(const Ray& ray) const { return ray.origin + distance * ray.direction; }
};

/// One Embree scene: balls, rods or triangles.
class Tracer {
public:
    explicit Tracer(RTCDevice device) : device_(device), scene_(rtcNewScene(device)) {
        rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    }
    ~Tracer() { rtcReleaseScene(scene_); }
    Tracer(const Tracer&) = delete;
    Tracer& operator=(const Tracer&) = delete;

    /// Balls: four numbers each.
    unsigned add_balls(const std::vector<float>& balls) {
        RTCGeometry g = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_SPHERE_POINT);
        fill(g, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, 16, balls);
        return attach(g);
    }
    /// Rods: two times four numbers each.
    unsigned add_rods(const std::vector<float>& ends) {
        RTCGeometry g = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_ROUND_LINEAR_CURVE);
        fill(g, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, 16, ends);
        std::vector<std::uint32_t> first;
        for (std::uint32_t k = 0; k < ends.size() / 8; ++k) first.push_back(2 * k);
        fill(g, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT, 4, first);
        return attach(g);
    }
    unsigned add_mesh(const std::vector<float>& vertices,
                      const std::vector<std::array<std::uint32_t, 3>>& triangles) {
        RTCGeometry g = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        fill(g, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, 12, vertices);
        fill(g, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, 12, triangles);
        return attach(g);
    }
    void finish() { rtcCommitScene(scene_); }

    Hit nearest(const Ray& ray) const {
        Hit hit;
        if (!(ray.near < ray.far)) return hit;
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRayHit r{};
        set(r.ray, ray);
        r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(scene_, &context, &r);
        if (r.hit.geomID == RTC_INVALID_GEOMETRY_ID) return hit;
        hit.distance = static_cast<double>(r.ray.tfar);
        hit.normal = Vec3(static_cast<double>(r.hit.Ng_x), static_cast<double>(r.hit.Ng_y),
                          static_cast<double>(r.hit.Ng_z))
                         .normalized();
        hit.from_inside = hit.normal.dot(ray.direction) > 0;
        if (hit.from_inside) hit.normal = -hit.normal;
        hit.geometry = r.hit.geomID;
        hit.primitive = r.hit.primID;
        return hit;
    }

    bool is_blocked(const Ray& ray) const {
        if (!(ray.near < ray.far)) return false;
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRay r{};
        set(r, ray);
        rtcOccluded1(scene_, &context, &r);
        return r.tfar < 0;
    }

private:
    template <class T>
    void fill(RTCGeometry g, RTCBufferType type, RTCFormat format, std::size_t stride,
              const std::vector<T>& values) {
        const std::size_t bytes = values.size() * sizeof(T);
        void* place = rtcSetNewGeometryBuffer(g, type, 0, format, stride, bytes / stride);
        if (place != nullptr) std::memcpy(place, values.data(), bytes);
    }
    unsigned attach(RTCGeometry g) {
        rtcCommitGeometry(g);
        const unsigned id = rtcAttachGeometry(scene_, g);
        rtcReleaseGeometry(g);
        return id;
    }
    static void set(RTCRay& r, const Ray& ray) {
        r.org_x = static_cast<float>(ray.origin.x());
        r.org_y = static_cast<float>(ray.origin.y());
        r.org_z = static_cast<float>(ray.origin.z());
        r.dir_x = static_cast<float>(ray.direction.x());
        r.dir_y = static_cast<float>(ray.direction.y());
        r.dir_z = static_cast<float>(ray.direction.z());
        r.tnear = static_cast<float>(ray.near);
        r.tfar = static_cast<float>(ray.far);
        r.mask = ~0U;
    }

    RTCDevice device_;
    RTCScene scene_;
};

struct Device {
    // One thread builds the trees, so that they are the same every time.
    RTCDevice handle = rtcNewDevice("threads=1");
    Device() {
        if (handle == nullptr) throw RunError("the ray tracer (Embree) cannot be started");
    }
    ~Device() { rtcReleaseDevice(handle); }
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
};

Rgb scaled(const Rgb& c, double s) { return {s * c.r, s * c.g, s * c.b}; }
Rgb added(const Rgb& a, const Rgb& b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }

/// Light gathered along a ray from front to back.
struct Gathered {
    Rgb color{0, 0, 0};
    double open = 1; ///< what still comes through

    void add(const Rgb& layer, double opacity) {
        color = added(color, scaled(layer, open * opacity));
        open *= 1 - opacity;
    }
};

class Studio {
public:
    Studio(const Drawing& drawing, const Camera& camera, const PictureOptions& options)
        : drawing_(drawing), options_(options), lens_(camera, options.width, options.height),
          balls_(device_.handle), rods_(device_.handle), solids_(device_.handle),
          walls_(device_.handle) {
        middle_ = 0.5 * (drawing.bounds.low + drawing.bounds.high);
        scale_ = 1 / (drawing.bounds.high - drawing.bounds.low).norm();
        eye_ = to_studio(camera.eye);
        const Camera::Axes a = camera.axes();
        key_ = (0.9 * a.up - 0.55 * a.right - 0.75 * a.forward).normalized();
        add_things();
    }

    Rgb sample(double x, double y, Dice& dice) const {
        Ray ray{eye_, lens_.direction(x, y).normalized()};
        clip(ray);
        Gathered light;
        const Solid solid = nearest_solid(ray);
        if (drawing_.faint_grains) add_ghosts(ray, solid.hit.distance, light);
        add_walls(ray, solid.hit.distance, light, dice);
        if (solid.hit.found() && light.open > 0)
            light.add(shaded(solid.hit.point(ray), solid.hit.normal, solid.color, dice), 1);
        light.add(options_.background, 1);
        return light.color;
    }

private:
    /// Something that is not translucent.
    struct Solid {
        Hit hit;
        Rgb color{0, 0, 0};
    };

    Solid nearest_solid(const Ray& ray) const {
        Solid first;
        const auto offer = [&](const Hit& hit, const Rgb& color) {
            if (hit.distance < first.hit.distance) first = {hit, color};
        };
        if (const Hit hit = opened(rods_.nearest(ray), ray); hit.found())
            offer(hit, drawing_.rods[hit.primitive].color);
        if (drawing_.faint_grains) return first;
        if (const Hit hit = nearest_ball(ray); hit.found())
            offer(hit, drawing_.balls[hit.primitive].color);
        if (const Hit hit = opened(solids_.nearest(ray), ray); hit.found())
            offer(hit, color_of_solid(hit));
        return first;
    }

    const Rgb& color_of_solid(const Hit& hit) const {
        return drawing_.solids[solid_of_triangle_[hit.primitive]].color;
    }

    /// Grains overlap where they touch: the ball cut open may not be the first on the ray. Inner
    /// ones are seen in no other way.
    Hit nearest_ball(const Ray& ray) const {
        const Hit first = balls_.nearest(ray);
        if (drawing_.cut) {
            const Vec3 start = ray.origin + ray.near * ray.direction;
            Ray rest = ray;
            rest.far = std::min(rest.far, ray.near + 2 * largest_ball_);
            Hit opened_ball;
            for_each_layer(balls_, rest, [&](const Hit& hit) {
                const DrawnBall& b = drawing_.balls[hit.primitive];
                if (!opened_ball.found() && hit.from_inside &&
                    (start - to_studio(b.center)).norm() < scale_ * b.radius)
                    opened_ball = opened(hit, ray);
            });
            if (opened_ball.found()) return opened_ball;
        }
        return drawing_.inner_balls ? Hit{} : first;
    }

    /// What is seen from inside has been cut open: its face lies in the plane of the cut.
    Hit opened(Hit hit, const Ray& ray) const {
        if (!drawing_.cut || !hit.found() || !hit.from_inside) return hit;
        hit.distance = ray.near;
        hit.normal = drawing_.cut->normal;
        return hit;
    }

    Vec3 to_studio(const Vec3& p) const { return scale_ * (p - middle_); }
    void push(std::vector<float>& out, const Vec3& p) const {
        const Vec3 q = to_studio(p);
        for (int k = 0; k < 3; ++k) out.push_back(static_cast<float>(q[k]));
    }

    void add_things() {
        std::vector<float> balls, rods;
        for (const DrawnBall& b : drawing_.balls) {
            push(balls, b.center);
            balls.push_back(static_cast<float>(scale_ * b.radius));
            largest_ball_ = std::max(largest_ball_, scale_ * b.radius);
        }
        for (const DrawnRod& r : drawing_.rods)
            for (const Vec3& end : {r.from, r.to}) {
                push(rods, end);
                rods.push_back(static_cast<float>(scale_ * r.radius));
            }
        if (!balls.empty()) balls_.add_balls(balls);
        if (!rods.empty()) rods_.add_rods(rods);
        for (const DrawnMesh& wall : drawing_.walls) {
            std::vector<float> vertices;
            for (const Vec3& v : wall.mesh.vertices) push(vertices, v);
            walls_.add_mesh(vertices, wall.mesh.triangles);
        }
        add_solids();
        balls_.finish();
        rods_.finish();
        solids_.finish();
        walls_.finish();
    }

    /// All as one mesh.
    void add_solids() {
        std::vector<float> vertices;
        std::vector<std::array<std::uint32_t, 3>> triangles;
        for (std::size_t k = 0; k < drawing_.solids.size(); ++k) {
            const TriangleMesh& mesh = drawing_.solids[k].mesh;
            const auto first = static_cast<std::uint32_t>(vertices.size() / 3);
            for (const Vec3& v : mesh.vertices) push(vertices, v);
            for (const auto& [a, b, c] : mesh.triangles)
                triangles.push_back({first + a, first + b, first + c});
            solid_of_triangle_.resize(triangles.size(), k);
        }
        if (!triangles.empty()) solids_.add_mesh(vertices, triangles);
    }

    /// Leaves only the part of the ray on the kept side of the cut.
    void clip(Ray& ray) const {
        if (!drawing_.cut) return;
        const Vec3& n = drawing_.cut->normal;
        const double height = n.dot(ray.origin - to_studio(drawing_.cut->point));
        const double slope = n.dot(ray.direction);
        if (slope < 0) ray.near = std::max(ray.near, -height / slope);
        if (slope > 0) ray.far = std::min(ray.far, -height / slope);
        if (slope == 0 && height > 0) ray.far = -1;
    }

    Rgb shaded(const Vec3& point, const Vec3& normal, const Rgb& base, Dice& dice) const {
        const Vec3 start = point + 1e-5 * normal;
        return scaled(base, key_light(start, normal, dice) + sky_light(start, normal, dice));
    }

    double key_light(const Vec3& start, const Vec3& normal, Dice& dice) const {
        const Vec3 u = across(key_), v = key_.cross(u);
        const double angle = 2 * std::numbers::pi * dice.next();
        const double radius = key_spread * std::sqrt(dice.next());
        Ray ray{start, (key_ + radius * (std::cos(angle) * u + std::sin(angle) * v)).normalized()};
        const double lambert = normal.dot(ray.direction);
        if (lambert <= 0) return 0;
        clip(ray);
        return is_blocked(ray) ? 0 : key_strength * lambert;
    }

    double sky_light(const Vec3& start, const Vec3& normal, Dice& dice) const {
        const Vec3 u = across(normal), v = normal.cross(u);
        const double angle = 2 * std::numbers::pi * dice.next(), height2 = dice.next();
        const double radius = std::sqrt(1 - height2);
        Ray ray{start,
                std::sqrt(height2) * normal + radius * (std::cos(angle) * u + std::sin(angle) * v)};
        ray.far = occlusion_reach;
        clip(ray);
        return is_blocked(ray) ? 0 : sky_strength;
    }

    bool is_blocked(const Ray& ray) const {
        if (rods_.is_blocked(ray)) return true;
        if (drawing_.faint_grains) return false;
        return solids_.is_blocked(ray) || (!drawing_.inner_balls && balls_.is_blocked(ray));
    }

    /// Calls layer(hit) for everything that a translucent scene has on the ray, near to far.
    template <class Layer>
    static void for_each_layer(const Tracer& tracer, Ray ray, Layer&& layer) {
        for (int k = 0; k < most_layers; ++k) {
            const Hit hit = tracer.nearest(ray);
            if (!hit.found()) return;
            layer(hit);
            ray.near = hit.distance + 1e-6 + 1e-6 * hit.distance;
        }
    }

    void add_ghosts(Ray ray, double until, Gathered& light) const {
        ray.far = std::min(ray.far, until);
        struct Layer {
            Hit hit;
            Rgb color;
        };
        std::vector<Layer> layers;
        const auto add = [&](const Hit& hit, const Rgb& color) {
            if (!hit.from_inside) layers.push_back({hit, color});
        };
        for_each_layer(balls_, ray,
                       [&](const Hit& hit) { add(hit, drawing_.balls[hit.primitive].color); });
        for_each_layer(solids_, ray, [&](const Hit& hit) { add(hit, color_of_solid(hit)); });
        std::ranges::stable_sort(layers, {}, [](const Layer& l) { return l.hit.distance; });
        for (const Layer& l : layers)
            light.add(scaled(l.color, 0.9), ghost + halo * glancing(ray, l.hit));
    }

    void add_walls(const Ray& ray, double until, Gathered& light, Dice& dice) const {
        Hit last;
        for_each_layer(walls_, ray, [&](const Hit& hit) {
            if (last.found() && last.distance < until) add_pane(ray, last, light);
            last = hit;
        });
        if (!last.found() || last.distance > until) return;
        if (options_.walls == WallStyle::glass) return add_pane(ray, last, light);
        const Rgb paint{wall_reflectance, wall_reflectance, wall_reflectance};
        light.add(shaded(last.point(ray), last.normal, paint, dice), 1);
    }

    void add_pane(const Ray& ray, const Hit& hit, Gathered& light) const {
        light.add({0.55, 0.60, 0.66}, pane + rim * glancing(ray, hit));
    }

    /// 0 seen straight on, 1 at the rim.
    static double glancing(const Ray& ray, const Hit& hit) {
        return std::pow(1 - std::abs(hit.normal.dot(ray.direction)), 4);
    }

    const Drawing& drawing_;
    const PictureOptions& options_;
    Lens lens_;
    Vec3 eye_, middle_, key_;
    double scale_ = 1, largest_ball_ = 0;
    Device device_;
    Tracer balls_, rods_, solids_, walls_;
    std::vector<std::size_t> solid_of_triangle_; ///< in `drawing_.solids`
};

/// The mean of all samples of a pixel. Their places are a lattice with one in each row and column.
Rgb pixel_color(const Studio& studio, int x, int y, int samples) {
    Rgb sum{0, 0, 0};
    const auto seed = static_cast<std::uint64_t>(y) * 0xd1342543de82ef95U +
                      static_cast<std::uint64_t>(x) * 0xaf251af3b0f025b5U;
    for (int k = 0; k < samples; ++k) {
        Dice dice(seed, k);
        const double down = (k + 0.5) / samples;
        const double right = std::fmod(0.5 + k * std::numbers::phi, 1.0);
        sum = added(sum, studio.sample(x + right, y + down, dice));
    }
    return scaled(sum, 1.0 / samples);
}

} // namespace

Image render(const Drawing& drawing, const Camera& camera, const PictureOptions& options) {
    const Studio studio(drawing, camera, options);
    Image image(options.width, options.height, options.background);
    Workers workers(options.threads);
    for_ranges(workers, static_cast<std::size_t>(options.height), rows_per_piece,
               [&](std::size_t begin, std::size_t end) {
                   for (auto y = static_cast<int>(begin); y < static_cast<int>(end); ++y)
                       for (int x = 0; x < options.width; ++x)
                           image.at(x, y) = pixel_color(studio, x, y, options.samples);
               });
    if (options.legend) add_legend(image, drawing, camera);
    return image;
}

} // namespace scree
