// SPDX-License-Identifier: BSD-3-Clause
#include "template_run.hpp"
#include "commands.hpp"
#include "scene_values.hpp"
#include "templates.hpp"

#include <scree/base/assert.hpp>
#include <scree/base/ball.hpp>
#include <scree/base/stopwatch.hpp>
#include <scree/io/runner.hpp>
#include <scree/measure/laboratory.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {
namespace {

constexpr std::int64_t steps_between_looks = 1000;

double cylinder_radius(const Scene& scene) {
    for (const Wall& wall : scene.walls)
        if (wall.type == "cylinder") return std::get<Frustum>(wall.surfaces.front()).radius_base;
    return 0;
}

} // namespace

BedDensity bed_density(const std::vector<Vec3>& centers, const std::vector<double>& radii,
                       double cylinder_radius) {
    if (centers.empty()) return {};
    const double probe = *std::ranges::min_element(radii);
    double solid = 0, highest = 0;
    for (std::size_t i = 0; i < centers.size(); ++i) {
        solid += ball_volume(radii[i]);
        highest = std::max(highest, centers[i].z() + radii[i]);
    }
    const auto stop_at = [&](double x, double y) {
        double height = 0; // of the lowest point; the floor
        for (std::size_t i = 0; i < centers.size(); ++i) {
            const double reach = radii[i] + probe, dx = centers[i].x() - x, dy = centers[i].y() - y;
            const double rest = reach * reach - dx * dx - dy * dy;
            if (rest > 0) height = std::max(height, centers[i].z() + std::sqrt(rest) - probe);
        }
        return height;
    };
    const double free = cylinder_radius - probe, spacing = probe / 2;
    double sum = 0, places = 0;
    for (double x = -free; x <= free; x += spacing)
        for (double y = -free; y <= free; y += spacing)
            if (x * x + y * y <= free * free) {
                sum += stop_at(x, y);
                ++places;
            }
    const double area = std::numbers::pi * cylinder_radius * cylinder_radius;
    return {solid / (area * highest), solid / (area * sum / places)};
}

TemplateRun::TemplateRun(const std::string& name, const std::vector<std::string>& values)
    : scene_(read_scene_text(with_values(find_template(name).text, values), name)) {
    const std::vector<Grain> grains = place_grains(scene_);
    const RunPlan plan = plan_run(scene_, grains, {}, false);
    world_ = std::make_unique<World>(scene_, grains,
                                     WorldOptions{.dt = plan.dt, .threads = default_threads()});
}

Measures TemplateRun::look() {
    if (!is_evaluated_) world_->evaluate();
    is_evaluated_ = true;
    Measures m = take_measures(scene_, *world_, ledger_);
    largest_residual_ = std::max(largest_residual_, std::abs(m.relative_residual));
    return m;
}

void TemplateRun::go_to(double time) {
    const Stopwatch watch;
    while (world_->time() < time) {
        if (world_->step_index() % steps_between_looks == 0) look();
        if (!is_evaluated_) world_->evaluate();
        world_->advance();
        is_evaluated_ = false;
    }
    seconds_ += watch.seconds();
}

Frame TemplateRun::frame() {
    look();
    return make_frame(*world_);
}

BedDensity TemplateRun::density() {
    const Frame now = frame();
    return bed_density(now.center, now.radius, cylinder_radius(scene_));
}

double TemplateRun::measured(const std::string& column, std::size_t measurement) {
    Laboratory laboratory(scene_);
    const ColumnNames names = laboratory.column_names(measurement);
    const Row row = laboratory.rows(measurement, frame(), world_->labels()).front();
    const auto found = std::ranges::find(names, column);
    SCREE_ASSERT(found != names.end());
    return row[static_cast<std::size_t>(found - names.begin())];
}

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

} // namespace scree
