// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/measure/sight.hpp>

#include <string>
#include <vector>

// One pair of functions per kind of measure: the names of its columns, with units, and their values
// at one moment. Definitions to the sign: docs/theory/measures.md. Those of the flow, which needs
// what was before, are in flow.hpp.
namespace scree {

using ColumnNames = std::vector<std::string>;
using Row = std::vector<double>;

ColumnNames names(const LayersMeasure& m, const Scene& scene);
Row values(const LayersMeasure& m, const Sight& sight);

ColumnNames names(const RingsMeasure& m, const Scene& scene);
Row values(const RingsMeasure& m, const Sight& sight);

ColumnNames names(const DensityMeasure& m, const Scene& scene);
Row values(const DensityMeasure& m, const Sight& sight);

ColumnNames names(const CoordinationMeasure& m, const Scene& scene);
Row values(const CoordinationMeasure& m, const Sight& sight);

ColumnNames names(const StressMeasure& m, const Scene& scene);
Row values(const StressMeasure& m, const Sight& sight);

ColumnNames names(const WallsMeasure& m, const Scene& scene);
Row values(const WallsMeasure& m, const Sight& sight);

ColumnNames names(const ContactsMeasure& m, const Scene& scene);
std::vector<Row> rows(const ContactsMeasure& m, const Sight& sight); ///< sorted by grains

ColumnNames names(const RdfMeasure& m, const Scene& scene);
Row values(const RdfMeasure& m, const Sight& sight);

ColumnNames names(const SegregationMeasure& m, const Scene& scene);
Row values(const SegregationMeasure& m, const Sight& sight);

ColumnNames names(const VelocityMeasure& m, const Scene& scene);
Row values(const VelocityMeasure& m, const Sight& sight);

/// Names `stem`_1 … `stem`_count.
ColumnNames numbered(const std::string& stem, std::int64_t count);

/// A row that is a profile: what its first `edges.size() - 1` columns belong to.
struct Profile {
    std::string label, unit, value;
    std::vector<double> edges;
};
std::optional<Profile> profile_of(const MeasureKind& kind);

} // namespace scree
