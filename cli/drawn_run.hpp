// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "commands.hpp"

#include <scree/view/camera.hpp>
#include <scree/view/drawing.hpp>
#include <scree/view/stored_run.hpp>

// What commands that show a run have in common.
namespace scree {

struct PictureSize {
    int width, height;
    double aspect() const { return static_cast<double>(width) / height; }
};
/// From WIDTHxHEIGHT; throws InputError.
PictureSize picture_size(const std::string& text);

/// Throws InputError when a colour scale ends below its beginning.
DrawOptions draw_options(const SightOptions& options);

/// Frames of one run as drawings, with the same colour scale and region in all.
class DrawnRun {
public:
    DrawnRun(const RunFolder& folder, const std::vector<std::int64_t>& frames,
             const DrawOptions& options);

    const Scene& scene() const { return run_.scene; }
    Drawing drawing(const StoredFrame& frame) const {
        return draw({run_.scene, frame, run_.first}, draw_);
    }
    Camera camera(const std::string& view, const Drawing& drawing, const PictureSize& size) const {
        return camera_for(view, drawing.bounds, up_of(run_.scene), size.aspect());
    }

private:
    void cover_all(const RunFolder& folder, const std::vector<std::int64_t>& frames);

    StoredRun run_;
    DrawOptions draw_;
};

} // namespace scree
