// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/frame_file.hpp>
#include <scree/scene/grain_shape.hpp>

#include <span>
#include <string>
#include <vector>

// What is said of each grain in exports, whatever stands for it there.
namespace scree {

/// The attitude of the shape as the scene or its file describes it: unturned, it is the identity.
/// Frames hold that of the principal axes.
inline Eigen::Quaterniond described_attitude(const Frame& f, std::span<const GrainShape> shapes,
                                             std::size_t row) {
    if (f.shape[row] < 0) return f.attitude[row];
    const Eigen::Quaterniond frame(shapes[static_cast<std::size_t>(f.shape[row])].frame);
    return (f.attitude[row] * frame.conjugate()).normalized();
}

/// Calls use(name, values) for every column of numbers and vectors that the frame has.
template <class Use>
void for_each_grain_field(const StoredFrame& stored, Use&& use) {
    const Frame& f = stored.frame;
    std::vector<std::int32_t> id(f.center.size());
    for (std::size_t row = 0; row < id.size(); ++row)
        id[row] = static_cast<std::int32_t>(id_of(f, row));
    use("id", id);
    use("radius", f.radius);
    use("mass", f.mass);
    use("material", f.material);
    use("group", stored.labels.group);
    use("size_class", stored.labels.size_class);
    use("contacts", f.contacts);
    if (!f.shape.empty()) use("shape", f.shape);
    if (!stored.labels.cluster.empty()) use("cluster", stored.labels.cluster);
    if (!f.place.empty()) {
        use("laguerre_density", f.laguerre_density);
        use("laguerre_faces", f.laguerre_faces);
        use("place", f.place);
    }
    use("velocity", f.velocity);
    use("spin", f.spin);
    use("force", f.force);
}

} // namespace scree
