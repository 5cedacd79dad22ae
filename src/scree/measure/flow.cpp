// SPDX-License-Identifier: BSD-3-Clause
#include <scree/measure/flow.hpp>

#include <scree/base/assert.hpp>

#include <cmath>

namespace scree {

int crossing(const FlowMeasure& opening, const Vec3& from, const Vec3& to) {
    const double before = opening.normal.dot(from - opening.point);
    const double after = opening.normal.dot(to - opening.point);
    if ((before > 0) == (after > 0)) return 0;
    const Vec3 at = from + before / (before - after) * (to - from) - opening.point;
    if (opening.radius && at.squaredNorm() > *opening.radius * *opening.radius) return 0;
    if (const auto& r = opening.rectangle)
        if (std::abs(r->along.dot(at)) > r->half_along ||
            std::abs(r->beside.dot(at)) > r->half_beside)
            return 0;
    return after > 0 ? 1 : -1;
}

int crossing(const FlowMeasure& opening, const Vec3& from, const Vec3& to, const Periodic& period) {
    if (!period.any()) return crossing(opening, from, to);
    const Vec3 way = period.nearest(to - from);
    const bool is_bounded = opening.radius || opening.rectangle;
    int sum = 0;
    for (ImageStep step; step.number < 27; ++step.number) {
        bool counts = step.is_of(period);
        // A plane without end has images only across itself.
        for (int k = 0; k < 3; ++k)
            counts = counts && (step.along(k) == 0 || is_bounded || opening.normal[k] != 0);
        const Vec3 image = from + step.shift(period);
        if (counts) sum += crossing(opening, image, image + way);
    }
    return sum;
}

ColumnNames names(const FlowMeasure&, const Scene& scene) {
    const auto columns = [](const std::string& stem, ColumnNames& out) {
        for (const char* what :
             {"grains", "grains_back", "mass_kg", "grains_per_s", "mass_kg_per_s"})
            out.push_back(stem + what);
    };
    ColumnNames out;
    columns("", out);
    const std::size_t sizes = SizeClasses(scene).count();
    if (sizes > 1)
        for (const std::string& stem : numbered("size", static_cast<std::int64_t>(sizes)))
            columns(stem + "_", out);
    return out;
}

void FlowTally::add(int direction, double mass, std::size_t size_class) {
    PerClass& c = classes_[size_class];
    (direction > 0 ? c.forward : c.back) += 1;
    c.mass += direction * mass;
}

Row FlowTally::row(double time) {
    const double span = has_row_ ? time - row_time_ : 0;
    PerClass all;
    Row parts;
    const auto write = [&](const PerClass& c, Row& out) {
        const double net = c.forward - c.back;
        const double rate = span > 0 ? 1 / span : 0;
        out.insert(out.end(),
                   {net, c.back, c.mass, rate * (net - c.row_net), rate * (c.mass - c.row_mass)});
    };
    for (PerClass& c : classes_) {
        write(c, parts);
        all = {all.forward + c.forward, all.back + c.back, all.mass + c.mass,
               all.row_net + c.row_net, all.row_mass + c.row_mass};
        c.row_net = c.forward - c.back;
        c.row_mass = c.mass;
    }
    row_time_ = time;
    has_row_ = true;
    Row out;
    write(all, out);
    if (classes_.size() > 1) out.insert(out.end(), parts.begin(), parts.end());
    return out;
}

void FlowTally::save(std::vector<double>& out) const {
    out.insert(out.end(), {row_time_, has_row_ ? 1.0 : 0.0});
    for (const PerClass& c : classes_)
        out.insert(out.end(), {c.forward, c.back, c.mass, c.row_net, c.row_mass});
}

void FlowTally::restore(std::span<const double> values) {
    SCREE_ASSERT(values.size() == size());
    row_time_ = values[0];
    has_row_ = values[1] != 0;
    values = values.subspan(2);
    for (std::size_t k = 0; k < classes_.size(); ++k) {
        const auto v = values.subspan(numbers_per_class * k, numbers_per_class);
        classes_[k] = {v[0], v[1], v[2], v[3], v[4]};
    }
}

} // namespace scree
