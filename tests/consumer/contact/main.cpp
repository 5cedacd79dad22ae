// SPDX-License-Identifier: BSD-3-Clause
//
// How deep is a cube in a tetrahedron, and is that true? The example of the README.
#include <scree/narrow/gap.hpp>

#include <cstdio>
#include <vector>

int main() {
    const std::vector<scree::Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const scree::Shape grain = scree::make_polyhedron(corners);
    const scree::Shape block = scree::solid_box({0.5, 0.5, 0.5});
    scree::Pose at; // of the block: 0.4 m down, turned by nothing
    at.position = {0.2, 0.2, -0.4};

    const scree::CertifiedGap found = scree::certified_gap(grain, {}, block, at);
    const scree::ProvenGap proven = scree::check(found, grain, {}, block, at);
    std::printf("gap %.17g m along %g %g %g, proven to lie in [%.17g, %.17g]\n", found.answer.gap,
                found.answer.normal.x(), found.answer.normal.y(), found.answer.normal.z(),
                proven.lower, proven.upper);
    return proven.upper - proven.lower < 1e-14 && found.answer.gap < -0.09 ? 0 : 1;
}
