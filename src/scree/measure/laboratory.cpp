// SPDX-License-Identifier: BSD-3-Clause
#include <scree/measure/laboratory.hpp>

#include <algorithm>
#include <cmath>

namespace scree {

Laboratory::Laboratory(const Scene& scene) : scene_(scene), sizes_(scene) {
    for (std::size_t k = 0; k < scene.measurements.size(); ++k)
        if (std::holds_alternative<FlowMeasure>(scene.measurements[k].kind))
            flows_.push_back({k, FlowTally(sizes_.count())});
}

ColumnNames Laboratory::column_names(std::size_t measurement) const {
    return std::visit([&](const auto& kind) { return names(kind, scene_); },
                      scene_.measurements[measurement].kind);
}

void Laboratory::look(const World& world) {
    const Bodies& bodies = world.bodies();
    const GrainLabels& labels = world.labels();
    const Vec3 unseen = Vec3::Constant(nothing);
    seen_.resize(labels.group.size(), unseen);
    for (const std::uint32_t id : world.returned_now()) seen_[id] = unseen; // it did not go there
    std::vector<Vec3> now(seen_.size(), unseen);
    for (std::size_t i = 0; i < bodies.count; ++i) {
        const std::size_t id = bodies.id[i];
        now[id] = world.center_in_scene(i);
        if (!seen_[id].allFinite()) continue;
        for (Flow& flow : flows_) {
            const auto& opening = std::get<FlowMeasure>(scene_.measurements[flow.measurement].kind);
            if (const int direction = crossing(opening, seen_[id], now[id], scene_.periodic))
                flow.tally.add(direction, bodies.half[i].mass,
                               sizes_.of(labels.group[id], labels.size_class[id]));
        }
    }
    seen_.swap(now);
}

std::vector<Row> Laboratory::rows(std::size_t measurement, const Frame& frame,
                                  const GrainLabels& labels) {
    std::vector<std::int32_t> group, size_class;
    for (std::size_t row = 0; row < frame.center.size(); ++row) {
        group.push_back(labels.group[id_of(frame, row)]);
        size_class.push_back(labels.size_class[id_of(frame, row)]);
    }
    const Sight sight{scene_, frame, group, size_class};
    return std::visit(
        [&](const auto& kind) -> std::vector<Row> {
            using Kind = std::decay_t<decltype(kind)>;
            if constexpr (std::is_same_v<Kind, ContactsMeasure>) {
                return scree::rows(kind, sight);
            } else if constexpr (std::is_same_v<Kind, FlowMeasure>) {
                const auto found = std::find_if(flows_.begin(), flows_.end(), [&](const Flow& f) {
                    return f.measurement == measurement;
                });
                return {found->tally.row(frame.time)};
            } else {
                return {values(kind, sight)};
            }
        },
        scene_.measurements[measurement].kind);
}

std::vector<double> Laboratory::save() const {
    std::vector<double> out;
    if (flows_.empty()) return out;
    for (const Flow& flow : flows_) flow.tally.save(out);
    for (const Vec3& p : seen_) out.insert(out.end(), p.begin(), p.end());
    return out;
}

bool Laboratory::restore(std::span<const double> values) {
    std::size_t tallies = 0;
    for (const Flow& flow : flows_) tallies += flow.tally.size();
    if (flows_.empty()) return values.empty();
    if (values.size() < tallies || (values.size() - tallies) % 3 != 0) return false;
    for (Flow& flow : flows_) {
        flow.tally.restore(values.first(flow.tally.size()));
        values = values.subspan(flow.tally.size());
    }
    seen_.clear();
    for (std::size_t k = 0; k + 2 < values.size(); k += 3)
        seen_.emplace_back(values[k], values[k + 1], values[k + 2]);
    return true;
}

Row MovingMean::add(double time, const Row& row) {
    past_.push_back({time, row});
    // A row exactly one window old is out; times are multiples of a step, up to rounding.
    while (past_.front().time <= time - window_ * (1 - 1e-9) && past_.size() > 1) past_.pop_front();
    Row out(row.size(), 0);
    for (std::size_t k = 0; k < row.size(); ++k) {
        double count = 0;
        for (const Moment& moment : past_)
            if (!std::isnan(moment.row[k])) {
                out[k] += moment.row[k];
                ++count;
            }
        out[k] = mean_of(out[k], count);
    }
    return out;
}

} // namespace scree
