// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/narrow/penetration.hpp>

#include <span>
#include <string>
#include <vector>

// The nine contact situations of [D Tables 1 and 2] and the methods that measure them: for the
// command and for the test alike. See tests/reproduction/descantes/source.md.
namespace scree {

struct Situation {
    std::string name;
    Polyhedron a, b; ///< in one frame
    Vec3 normal;     ///< published, from A to B
    double overlap;  ///< published; a signed gap
    double gjk_td_seconds, nezami_ratio, cundall_ratio;

    double size() const { return a.data->reach + b.data->reach; }
    Penetration measure(const PenetrationMethod& method) const {
        return method.measure(*a.data, *b.data, Pose{});
    }
};

/// From the texts of situations.csv and expected.csv, in the order of the table.
std::vector<Situation> read_situations(const std::string& corners, const std::string& expected);

/// How far an answer is from the published one, and how far it may be.
struct Difference {
    double normal, overlap; ///< largest of the three components; absolute
    double normal_allowed, overlap_allowed;
    bool holds() const { return normal <= normal_allowed && overlap <= overlap_allowed; }
};
Difference difference(const Penetration& ours, const Situation& published,
                      const PenetrationMethod& method);

} // namespace scree
