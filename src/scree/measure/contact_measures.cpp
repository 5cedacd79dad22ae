// SPDX-License-Identifier: BSD-3-Clause
#include <scree/measure/kinds.hpp>
#include <scree/measure/mutual_contacts.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scree {
namespace {

constexpr std::size_t most_contacts = 12; // of equal spheres; what is above shares a column

/// Force on the second partner of a contact: on grain b, or on the wall.
Vec3 force_on_b(const ContactRecord& c) { return c.normal_force * c.normal - c.tangential_force; }

/// Sets that are joined one by one; each is known by its smallest member.
class Sets {
public:
    explicit Sets(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    }
    std::size_t find(std::size_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::size_t a, std::size_t b) {
        const std::size_t x = find(a), y = find(b);
        parent_[std::max(x, y)] = std::min(x, y);
    }

private:
    std::vector<std::size_t> parent_;
};

struct Clusters {
    double count = 0, largest = 0;
};

/// Grains joined by contacts with each other, walls apart; a grain alone is no cluster.
Clusters clusters_of(const Frame& f, const std::vector<bool>& counts) {
    Sets sets(f.center.size());
    for (const ContactRecord& c : f.contact)
        if (c.b >= 0 && counts[c.a] && counts[static_cast<std::size_t>(c.b)])
            sets.join(c.a, static_cast<std::size_t>(c.b));
    std::vector<double> size(f.center.size(), 0);
    for (std::size_t i = 0; i < size.size(); ++i)
        if (counts[i]) ++size[sets.find(i)];
    Clusters out;
    for (const double s : size) {
        if (s >= 2) ++out.count;
        out.largest = std::max(out.largest, s);
    }
    return out;
}

using Tensor = Eigen::Matrix3d;

void add_six(const Tensor& t, Row& row) {
    row.insert(row.end(), {t(0, 0), t(1, 1), t(2, 2), t(0, 1), t(1, 2), t(2, 0)});
}

} // namespace

ColumnNames names(const CoordinationMeasure&, const Scene&) {
    ColumnNames out = {"grains",   "coordination",  "coordination_without_rattlers",
                       "rattlers", "clusters",      "largest_cluster",
                       "contacts", "grain_contacts"};
    for (std::size_t k = 0; k < most_contacts; ++k) out.push_back("with_" + std::to_string(k));
    out.push_back("with_" + std::to_string(most_contacts) + "_or_more");
    for (const char* name : {"mutual_3", "mutual_4", "mutual_5"}) out.emplace_back(name);
    return out;
}

Row values(const CoordinationMeasure& m, const Sight& sight) {
    const Frame& f = sight.frame;
    std::vector<bool> counts(f.center.size());
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = is_in(m.region, f.center[i]);
    double grains = 0, touches = 0, held = 0, held_touches = 0;
    Row histogram(most_contacts + 1, 0);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (!counts[i]) continue;
        const std::int32_t z = f.contacts[i];
        ++grains;
        touches += z;
        ++histogram[std::min(static_cast<std::size_t>(z), most_contacts)];
        if (z < m.rattlers_below) continue;
        ++held;
        held_touches += z;
    }
    double contacts = 0, pairs = 0;
    for (const ContactRecord& c : f.contact) {
        if (!is_in(m.region, c.point)) continue;
        ++contacts;
        if (c.b >= 0) ++pairs;
    }
    const Clusters clusters = clusters_of(f, counts);
    Row row = {grains,
               mean_of(touches, grains),
               mean_of(held_touches, held),
               mean_of(grains - held, grains),
               clusters.count,
               clusters.largest,
               contacts,
               pairs};
    row.insert(row.end(), histogram.begin(), histogram.end());
    const MutualContacts mutual = mutual_contacts(f, counts);
    row.insert(row.end(), {mutual.threes, mutual.fours, mutual.fives});
    return row;
}

ColumnNames names(const StressMeasure&, const Scene&) {
    ColumnNames out;
    for (const char* c : {"xx", "yy", "zz", "xy", "yz", "zx"})
        out.push_back(std::string("stress_") + c + "_Pa");
    out.insert(out.end(), {"pressure_Pa", "deviator_Pa", "contacts"});
    for (const char* c : {"xx", "yy", "zz", "xy", "yz", "zx"})
        out.push_back(std::string("fabric_") + c);
    return out;
}

// Love–Weber [Weber1966]: σ = (1/V) Σ force on b ⊗ branch from a to b, its symmetric
// part. Two grains that push each other apart give a positive product: compression is positive.
Row values(const StressMeasure& m, const Sight& sight) {
    Tensor sum = Tensor::Zero(), fabric = Tensor::Zero();
    double contacts = 0;
    for (const ContactRecord& c : sight.frame.contact) {
        if (!is_in(m.region, c.point)) continue;
        const Tensor product = force_on_b(c) * branch_of(sight.frame, c).transpose();
        sum += 0.5 * (product + product.transpose());
        fabric += c.normal * c.normal.transpose();
        ++contacts;
    }
    const double room = volume_of(m.region, sight);
    const Tensor stress = room > 0 ? Tensor(sum / room) : Tensor::Zero();
    const double pressure = stress.trace() / 3;
    const Tensor shear = stress - pressure * Tensor::Identity();
    Row row;
    add_six(stress, row);
    row.insert(row.end(), {pressure, std::sqrt(1.5) * shear.norm(), contacts});
    add_six(contacts > 0 ? Tensor(fabric / contacts) : Tensor::Constant(nothing), row);
    return row;
}

ColumnNames names(const WallsMeasure& m, const Scene& scene) {
    ColumnNames out;
    for (const std::size_t w : m.walls)
        for (const char* what :
             {"_fx_N", "_fy_N", "_fz_N", "_tx_N_m", "_ty_N_m", "_tz_N_m", "_contacts"})
            out.push_back(column_word(scene.walls[w].name) + what);
    return out;
}

Row values(const WallsMeasure& m, const Sight& sight) {
    struct WallLoad {
        Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
        double contacts = 0;
    };
    std::vector<WallLoad> loads(sight.scene.walls.size());
    for (const ContactRecord& c : sight.frame.contact) {
        if (c.b >= 0) continue;
        WallLoad& load = loads[static_cast<std::size_t>(-1 - c.b)];
        const Vec3 force = force_on_b(c);
        load.force += force;
        load.torque += (c.point - m.about).cross(force);
        ++load.contacts;
    }
    Row row;
    for (const std::size_t w : m.walls) {
        const WallLoad& load = loads[w];
        row.insert(row.end(), load.force.begin(), load.force.end());
        row.insert(row.end(), load.torque.begin(), load.torque.end());
        row.push_back(load.contacts);
    }
    return row;
}

ColumnNames names(const ContactsMeasure&, const Scene&) {
    return {"a",    "b",    "x_m", "y_m", "z_m", "nx", "ny", "nz", "overlap_m", "normal_force_N",
            "tx_N", "ty_N", "tz_N"};
}

std::vector<Row> rows(const ContactsMeasure& m, const Sight& sight) {
    std::vector<Row> out;
    for (const ContactRecord& c : sight.frame.contact) {
        if (!is_in(m.region, c.point)) continue;
        Row row = {static_cast<double>(c.a), static_cast<double>(c.b)};
        row.insert(row.end(), c.point.begin(), c.point.end());
        row.insert(row.end(), c.normal.begin(), c.normal.end());
        row.insert(row.end(), {c.overlap, c.normal_force});
        row.insert(row.end(), c.tangential_force.begin(), c.tangential_force.end());
        out.push_back(std::move(row));
    }
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace scree
