// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/frame_file.hpp>
#include <scree/scene/scene.hpp>

#include <string>
#include <vector>

// What grains may be coloured by. A new field is one row of the table in fields.cpp; pictures,
// report and viewer offer whatever stands there.
namespace scree {

/// One number per grain of a frame.
struct Field {
    std::string title, unit;        ///< for the legend; the unit may be empty
    bool is_kind = false;           ///< values are kinds 0, 1, 2 …, not a quantity
    std::vector<std::string> kinds; ///< their names, where they have any
    std::vector<double> values;
};

/// A frame and what its fields may refer to.
struct FieldSource {
    const Scene& scene;
    const StoredFrame& frame;
    const StoredFrame& first; ///< of the run
};

struct FieldName {
    std::string name, about;
};
/// All fields, in the order of the manual.
std::vector<FieldName> field_names();

/// Throws InputError with the nearest known name for an unknown one.
Field grain_field(const std::string& name, const FieldSource& source);

} // namespace scree
