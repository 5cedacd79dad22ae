// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/checkpoint.hpp>

#include <scree/base/error.hpp>
#include <scree/base/hash.hpp>
#include <scree/base/version.hpp>
#include <scree/io/hdf5_file.hpp>
#include <scree/io/shaped_state.hpp>

#include <cstring>
#include <type_traits>

namespace scree {
namespace {

constexpr const char* format_name = "scree checkpoint";
constexpr std::int64_t format_version = 9;

/// Records of doubles as one flat row each.
template <class Record>
std::span<const double> flat(const std::vector<Record>& records) {
    static_assert(sizeof(Record) % sizeof(double) == 0);
    return {reinterpret_cast<const double*>(records.data()),
            records.size() * sizeof(Record) / sizeof(double)};
}

template <class Record>
std::vector<Record> records(const std::vector<double>& values) {
    constexpr std::size_t columns = sizeof(Record) / sizeof(double);
    static_assert(std::is_trivially_copyable_v<Record>);
    std::vector<Record> out(values.size() / columns);
    void* to = out.data();
    if (!out.empty()) std::memcpy(to, values.data(), out.size() * sizeof(Record));
    return out;
}

/// Zero rows when the law keeps none.
void write_traces(Hdf5Image& file, const SavedState& state) {
    std::vector<Trace> walls;
    if (state.keeps_traces)
        for (const WallRow& row : state.walls) walls.push_back(row.trace);
    file.attribute("keeps_traces", std::int64_t{state.keeps_traces});
    file.dataset("pair_trace", flat(state.pair_traces), 8);
    file.dataset("wall_trace", flat(walls), 8);
}

void read_traces(const Hdf5Reader& file, SavedState& s, const std::filesystem::path& path) {
    s.keeps_traces = file.integer("keeps_traces") != 0;
    s.pair_traces = records<Trace>(file.doubles("pair_trace", 8));
    const auto walls = records<Trace>(file.doubles("wall_trace", 8));
    if (s.pair_traces.size() != (s.keeps_traces ? s.pairs.size() : 0) ||
        walls.size() != (s.keeps_traces ? s.walls.size() : 0))
        throw InputError(path.string() + ": is damaged: contact memory has the wrong size");
    for (std::size_t k = 0; k < walls.size(); ++k) s.walls[k].trace = walls[k];
}

void write_memory(Hdf5Image& file, const SavedState& state) {
    std::vector<std::int64_t> pairs;
    std::vector<double> springs;
    for (const PairMemory& m : state.pairs) {
        pairs.insert(pairs.end(), {m.pair.first, m.pair.second});
        springs.insert(springs.end(), {m.spring.x, m.spring.y, m.spring.z, m.spring.last});
    }
    file.dataset("pair", pairs, 2);
    file.dataset("pair_spring", springs, 4);
    std::vector<std::int64_t> touched;
    std::vector<double> wall_memory;
    for (const WallRow& row : state.walls) {
        touched.insert(touched.end(), {row.body, row.surface, row.place});
        const Spring& s = row.spring;
        wall_memory.insert(wall_memory.end(), {s.x, s.y, s.z, s.last, row.nx, row.ny, row.nz});
    }
    file.dataset("wall", touched, 3);
    file.dataset("wall_memory", wall_memory, 7);
    write_traces(file, state);
}

void read_memory(const Hdf5Reader& file, SavedState& s, const std::filesystem::path& path) {
    const auto pairs = file.integers("pair", 2);
    const auto springs = file.doubles("pair_spring", 4);
    const auto walls = file.integers("wall", 3);
    const auto memory = file.doubles("wall_memory", 7);
    if (pairs.size() * 2 != springs.size() || walls.size() * 7 != memory.size() * 3)
        throw InputError(path.string() + ": is damaged: contact memory has the wrong size");
    for (std::size_t k = 0; k < pairs.size() / 2; ++k)
        s.pairs.push_back(
            {{static_cast<std::uint32_t>(pairs[2 * k]),
              static_cast<std::uint32_t>(pairs[2 * k + 1])},
             {springs[4 * k], springs[4 * k + 1], springs[4 * k + 2], springs[4 * k + 3]}});
    for (std::size_t k = 0; k < walls.size() / 3; ++k) {
        const double* m = memory.data() + 7 * k;
        s.walls.push_back({.nx = m[4],
                           .ny = m[5],
                           .nz = m[6],
                           .overlap = 0,
                           .spring = {m[0], m[1], m[2], m[3]},
                           .body = static_cast<std::uint32_t>(walls[3 * k]),
                           .surface = static_cast<std::int32_t>(walls[3 * k + 1]),
                           .material = 0,
                           .place = static_cast<std::uint32_t>(walls[3 * k + 2]),
                           .trace = {}});
    }
    read_traces(file, s, path);
}

// Vectors one after the other: shift, half-step and whole-step velocity of what moves freely;
// shift, centre, axis, and then angle, lever, margin of each wall.
constexpr std::size_t mover_columns = 9, reference_columns = 12;

void write_drives(Hdf5Image& file, const SavedState& s) {
    std::vector<double> movers, references;
    for (const MoverState& m : s.movers)
        for (const Vec3& v : {m.shift, m.half_velocity, m.velocity})
            movers.insert(movers.end(), v.begin(), v.end());
    for (const WallReference& r : s.wall_references) {
        for (const Vec3& v : {r.place.shift, r.place.center, r.place.axis})
            references.insert(references.end(), v.begin(), v.end());
        references.insert(references.end(), {r.place.angle, r.lever, r.margin});
    }
    file.dataset("mover", movers, mover_columns);
    file.dataset("wall_reference", references, reference_columns);
}

void read_drives(const Hdf5Reader& file, SavedState& s) {
    const auto movers = file.doubles("mover", mover_columns);
    const auto references = file.doubles("wall_reference", reference_columns);
    const auto at = [](const double* v) { return Vec3(v[0], v[1], v[2]); };
    for (std::size_t k = 0; k + mover_columns <= movers.size(); k += mover_columns) {
        const double* v = movers.data() + k;
        s.movers.push_back({at(v), at(v + 3), at(v + 6)});
    }
    for (std::size_t k = 0; k + reference_columns <= references.size(); k += reference_columns) {
        const double* v = references.data() + k;
        s.wall_references.push_back({{at(v), at(v + 3), at(v + 6), v[9]}, v[10], v[11]});
    }
}

void write_exchange(Hdf5Image& file, const std::string& name, const Exchange& exchange) {
    file.attribute(name + "_energy", exchange.energy);
    file.dataset(name + "_grains", exchange.grains_beyond);
    file.dataset(name + "_mass", exchange.mass_beyond);
}

Exchange read_exchange(const Hdf5Reader& file, const std::string& name) {
    return {file.number(name + "_energy"), file.doubles(name + "_grains"),
            file.doubles(name + "_mass")};
}

void write_traffic(Hdf5Image& file, const SavedState& s) {
    std::vector<std::int64_t> grains;
    std::vector<double> mass;
    for (const TrafficSum& sum : s.traffic) {
        grains.insert(grains.end(), {sum.grains, std::int64_t{sum.is_done}});
        mass.push_back(sum.mass);
    }
    file.dataset("traffic", grains, 2);
    file.dataset("traffic_mass", mass);
    write_exchange(file, "exchanged", s.exchanged);
}

void read_traffic(const Hdf5Reader& file, SavedState& s) {
    const auto grains = file.integers("traffic", 2);
    const auto mass = file.doubles("traffic_mass");
    for (std::size_t k = 0; k < mass.size() && 2 * k + 1 < grains.size(); ++k)
        s.traffic.push_back({grains[2 * k], mass[k], grains[2 * k + 1] != 0});
    s.exchanged = read_exchange(file, "exchanged");
}

// Ids, kind, state, steps when it broke and parted; rest vector, tangential spring.
constexpr std::size_t bond_columns = 6, bond_vector_columns = 6;

/// Nothing where the scene has no clusters.
void write_bonds(Hdf5Image& file, const SavedState& s) {
    if (s.turns.empty()) return;
    std::vector<std::int64_t> bonds;
    std::vector<double> rows;
    for (const BondMemory& b : s.bonds) {
        bonds.insert(bonds.end(), {b.a, b.b, b.kind, static_cast<std::int64_t>(b.state),
                                   b.broken_step, b.parted_step});
        for (const Vec3& v : {b.rest, b.slide}) rows.insert(rows.end(), v.begin(), v.end());
    }
    file.dataset("bond", bonds, bond_columns);
    file.dataset("bond_vectors", rows, bond_vector_columns);
    file.dataset("turn", s.turns, 4);
    file.dataset("cluster", s.labels.cluster);
    file.attribute("lost_bonds", s.lost.bonds);
}

void read_bonds(const Hdf5Reader& file, SavedState& s, const std::filesystem::path& path) {
    if (!file.has("bond")) return;
    const auto bonds = file.integers("bond", bond_columns);
    const auto rows = file.doubles("bond_vectors", bond_vector_columns);
    s.turns = file.doubles("turn", 4);
    const auto cluster = file.integers("cluster");
    s.labels.cluster = {cluster.begin(), cluster.end()};
    s.lost.bonds = file.number("lost_bonds");
    const std::size_t ids = s.labels.group.size();
    bool is_good =
        bonds.size() == rows.size() && s.turns.size() == 4 * ids && s.labels.cluster.size() == ids;
    for (std::size_t k = 0; is_good && k + bond_columns <= bonds.size(); k += bond_columns) {
        const std::int64_t* b = bonds.data() + k;
        const double* v = rows.data() + k;
        is_good = b[0] >= 0 && b[0] < b[1] && b[1] < static_cast<std::int64_t>(ids);
        s.bonds.push_back({static_cast<std::uint32_t>(b[0]), static_cast<std::uint32_t>(b[1]),
                           static_cast<std::int32_t>(b[2]), static_cast<BondState>(b[3]), b[4],
                           b[5], Vec3(v[0], v[1], v[2]), Vec3(v[3], v[4], v[5])});
    }
    if (!is_good) throw InputError(path.string() + ": is damaged: bonds have the wrong size");
}

void write_ledger(Hdf5Image& file, const Ledger& ledger) {
    file.attribute("ledger_open", std::int64_t{ledger.open});
    file.attribute("initial_energy", ledger.initial_energy);
    file.attribute("initial_potential", ledger.initial_potential);
    file.attribute("turned_over", ledger.turned_over);
    write_exchange(file, "initial_exchanged", ledger.initial_exchanged);
    std::vector<double> passages;
    for (const Passage& p : ledger.initial)
        passages.insert(passages.end(), {static_cast<double>(p.grains), p.mass});
    file.dataset("initial_passages", passages, 2);
}

Ledger read_ledger(const Hdf5Reader& file) {
    Ledger ledger;
    ledger.open = file.integer("ledger_open") != 0;
    ledger.initial_energy = file.number("initial_energy");
    ledger.initial_potential = file.number("initial_potential");
    ledger.turned_over = file.number("turned_over");
    ledger.initial_exchanged = read_exchange(file, "initial_exchanged");
    const auto passages = file.doubles("initial_passages", 2);
    for (std::size_t p = 0; p < passages.size() / 2; ++p)
        ledger.initial.push_back({static_cast<std::int64_t>(passages[2 * p]), passages[2 * p + 1]});
    return ledger;
}

/// Indices that do not point outside, arrays of one length: what a hash alone would not catch
/// before it is computed.
bool is_consistent(const SavedState& s) {
    const std::size_t n = s.ball.size();
    if (s.kinetic.size() != n || s.half.size() != n || s.id.size() != n) return false;
    if (!s.reference.empty() && s.reference.size() != n) return false;
    const std::size_t ids = s.labels.group.size();
    if (s.labels.size_class.size() != ids) return false;
    std::vector<bool> seen(ids, false);
    for (const std::uint32_t id : s.id) {
        if (id >= ids || seen[id]) return false;
        seen[id] = true;
    }
    for (const PairMemory& m : s.pairs)
        if (m.pair.first >= m.pair.second || m.pair.second >= n) return false;
    for (const WallRow& row : s.walls)
        if (row.body >= n || row.surface < 0) return false;
    return true;
}

} // namespace

std::string text_hash(const std::string& text) {
    StateHash hash;
    for (const char c : text) hash.add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    return hash.text();
}

std::string scene_hash(const std::string& text, std::span<const SceneInput> inputs) {
    std::string all = text;
    for (const SceneInput& input : inputs) all += input.name + '\0' + text_hash(input.text);
    return text_hash(all);
}

void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
    const SavedState& s = checkpoint.state;
    Hdf5Image file;
    file.attribute("format", format_name);
    file.attribute("format_version", format_version);
    file.attribute("scree_version", std::string(version_string));
    file.attribute("state_hash", s.hash());
    file.attribute("scene_hash", checkpoint.scene_hash);
    file.attribute("finished", std::int64_t{checkpoint.finished});
    file.attribute("settled_checks", checkpoint.settled_checks);
    file.attribute("largest_residual", checkpoint.largest_residual);
    file.attribute("step", s.step);
    file.attribute("refresh_step", s.refresh_step);
    file.attribute("dt", s.dt);
    file.attribute("skin", s.skin);
    file.attribute("lifetime", s.lifetime);
    file.attribute("used", s.used);
    file.attribute("lost_damping", s.lost.damping);
    file.attribute("lost_friction", s.lost.friction);
    file.attribute("lost_plastic", s.lost.plastic);
    file.attribute("lost_rolling", s.lost.rolling);
    file.attribute("lost_fluid", s.lost.fluid);
    file.attribute("work", s.work);
    write_drives(file, s);
    write_traffic(file, s);
    file.dataset("origin", std::span(s.origin.data(), 3));
    file.dataset("ball", flat(s.ball), 4);
    file.dataset("reference", flat(s.reference), 4);
    file.dataset("kinetic", flat(s.kinetic), 8);
    file.dataset("half_step", flat(s.half), 8);
    const std::vector<std::int64_t> ids(s.id.begin(), s.id.end());
    file.dataset("id", ids);
    write_memory(file, s);
    write_shaped(file, s);
    write_ledger(file, checkpoint.ledger);
    file.dataset("group", s.labels.group);
    file.dataset("size_class", s.labels.size_class);
    write_bonds(file, s);
    if (!checkpoint.laboratory.empty()) file.dataset("laboratory", checkpoint.laboratory);
    file.write(path);
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
    const Hdf5Reader file(path);
    if (file.text("format") != format_name)
        throw InputError(path.string() + ": is not a scree checkpoint");
    const std::int64_t version = file.integer("format_version");
    if (version != format_version)
        throw InputError(path.string() + ": has checkpoint format " + std::to_string(version) +
                         " (written by scree " + file.text("scree_version") + "), this is scree " +
                         std::string(version_string) + ", which reads format " +
                         std::to_string(format_version));
    Checkpoint out;
    SavedState& s = out.state;
    out.scene_hash = file.text("scene_hash");
    out.finished = file.integer("finished") != 0;
    out.settled_checks = file.integer("settled_checks");
    out.largest_residual = file.number("largest_residual");
    s.step = file.integer("step");
    s.refresh_step = file.integer("refresh_step");
    s.dt = file.number("dt");
    s.skin = file.number("skin");
    s.lifetime = file.number("lifetime");
    s.used = file.number("used");
    s.lost = {.damping = file.number("lost_damping"),
              .friction = file.number("lost_friction"),
              .plastic = file.number("lost_plastic"),
              .rolling = file.number("lost_rolling"),
              .fluid = file.number("lost_fluid")};
    s.work = file.number("work");
    read_drives(file, s);
    read_traffic(file, s);
    const auto origin = file.doubles("origin");
    if (origin.size() == 3) s.origin = Vec3(origin[0], origin[1], origin[2]);
    s.ball = records<Ball>(file.doubles("ball", 4));
    s.reference = records<Ball>(file.doubles("reference", 4));
    s.kinetic = records<Kinetic>(file.doubles("kinetic", 8));
    s.half = records<HalfStep>(file.doubles("half_step", 8));
    for (const std::int64_t id : file.integers("id"))
        s.id.push_back(static_cast<std::uint32_t>(id));
    read_memory(file, s, path);
    out.ledger = read_ledger(file);
    const auto group = file.integers("group"), size_class = file.integers("size_class");
    if (file.has("laboratory")) out.laboratory = file.doubles("laboratory");
    s.labels = {{group.begin(), group.end()}, {size_class.begin(), size_class.end()}};
    read_bonds(file, s, path);
    if (origin.size() != 3 || !read_shaped(file, s) || !is_consistent(s) ||
        s.hash() != file.text("state_hash"))
        throw InputError(path.string() + ": is damaged: its state does not match its hash");
    return out;
}

} // namespace scree
