// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/scene_file.hpp>
#include <scree/sim/inspect.hpp>
#include <scree/sim/measures.hpp>

#include <memory>
#include <string>
#include <vector>

// Runs of templates in memory, for published tables.
namespace scree {

/// How dense the grains of an upright cylinder lie: their volume over its base times a height.
struct BedDensity {
    double highest = 0; ///< of the highest grain's top [F eq. 4.3]
    /// Of the level: a ball as small as the smallest grain is let down all over the cylinder, and
    /// the mean is taken of where its lowest point stops. One grain on top hardly matters.
    double level = 0;
};

/// Centres and radii of grains in the cylinder around the z axis that stands on z = 0.
BedDensity bed_density(const std::vector<Vec3>& centers, const std::vector<double>& radii,
                       double cylinder_radius);

/// One run of a template with other values.
class TemplateRun {
public:
    TemplateRun(const std::string& name, const std::vector<std::string>& values);

    /// Goes on to a time, s.
    void go_to(double time);
    /// And a little further: to the end of the scene.
    void finish() { go_to(*scene_.duration); }
    Measures look(); ///< at the present step
    Frame frame();   ///< likewise
    BedDensity density();
    /// A column of one of the scene's measurements, now.
    double measured(const std::string& column, std::size_t measurement = 0);
    double seconds() const { return seconds_; }
    std::size_t grains() const { return world_->grain_count(); }
    double largest_residual() const { return largest_residual_; }

private:
    Scene scene_;
    std::unique_ptr<World> world_;
    Ledger ledger_;
    bool is_evaluated_ = false;
    double seconds_ = 0, largest_residual_ = 0;
};

/// Peak of this process, MB.
double peak_megabytes();

} // namespace scree
