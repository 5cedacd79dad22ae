// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/shaped_state.hpp>

#include <algorithm>

namespace scree {
namespace {

// Radius, attitude (w, x, y, z), angular momentum.
constexpr std::size_t turning_columns = 8;
// Spring, trace, twist, hold, and the last evaluation: energy, overlap, approach, force.
constexpr std::size_t touch_columns = 4 + 8 + 1 + 3 + 4;
// Low and high corner, turned, allowed.
constexpr std::size_t box_columns = 8;
// Of the pair and the parts.
constexpr std::size_t name_columns = 4;
// Grain, ball, surface, place; then spring, trace, normal.
constexpr std::size_t at_wall_columns = 4, at_wall_memory_columns = 4 + 8 + 3;
// Pair and index, counts, points and faces of a GapMemory; then an OverlapMemory.
constexpr std::size_t gap_columns = 3 + 2 * GapMemory::most_points + 3 * GapMemory::most_faces;
constexpr std::size_t overlap_columns = 9 + OverlapMemory::most_points + OverlapMemory::most_faces +
                                        4 * OverlapMemory::most_crossings +
                                        4 * OverlapMemory::most_pieces;
constexpr std::size_t warm_columns = 3 + gap_columns + overlap_columns;

std::vector<double> values_of(const TouchMemory& m) {
    const Spring& s = m.spring;
    const Trace& t = m.trace;
    return {s.x,        s.y,        s.z,      s.last,    t.rx,       t.ry,      t.rz,
            t.twist,    t.force,    t.energy, t.deepest, t.share,    m.twist,   m.hold.x(),
            m.hold.y(), m.hold.z(), m.energy, m.overlap, m.approach, m.pressing};
}

TouchMemory memory_of(const double* v) {
    return {{v[0], v[1], v[2], v[3]},
            {v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]},
            v[12],
            {v[13], v[14], v[15]},
            v[16],
            v[17],
            v[18],
            v[19]};
}

void write_at_walls(Hdf5Image& file, std::span<const BallAtWall> rows) {
    std::vector<std::int64_t> names;
    std::vector<double> memory;
    for (const auto& [id, part, row] : rows) {
        names.insert(names.end(), {id, part, row.surface, row.place});
        const Spring& s = row.spring;
        const Trace& t = row.trace;
        memory.insert(memory.end(), {s.x, s.y, s.z, s.last, t.rx, t.ry, t.rz, t.twist, t.force,
                                     t.energy, t.deepest, t.share, row.nx, row.ny, row.nz});
    }
    file.dataset("ball_at_wall", names, at_wall_columns);
    file.dataset("ball_at_wall_memory", memory, at_wall_memory_columns);
}

bool read_at_walls(const Hdf5Reader& file, std::vector<BallAtWall>& rows) {
    const auto names = file.integers("ball_at_wall", at_wall_columns);
    const auto memory = file.doubles("ball_at_wall_memory", at_wall_memory_columns);
    const std::size_t count = names.size() / at_wall_columns;
    if (memory.size() != count * at_wall_memory_columns) return false;
    for (std::size_t k = 0; k < count; ++k) {
        const std::int64_t* n = names.data() + k * at_wall_columns;
        const double* v = memory.data() + k * at_wall_memory_columns;
        BallAtWall at{static_cast<std::uint32_t>(n[0]), static_cast<std::uint32_t>(n[1])};
        at.row.surface = static_cast<std::int32_t>(n[2]);
        at.row.place = static_cast<std::uint32_t>(n[3]);
        at.row.spring = {v[0], v[1], v[2], v[3]};
        at.row.trace = {v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]};
        at.row.nx = v[12], at.row.ny = v[13], at.row.nz = v[14];
        rows.push_back(at);
    }
    return true;
}

/// Calls visit(number) for all of an overlap's memory, in the order of the columns.
template <class Memory, class Visit>
void for_each_number(Memory& m, Visit&& visit) {
    for (auto* count : {&m.piece_count, &m.points_of_a, &m.point_count, &m.kept_of_a, &m.kept_of_b,
                        &m.faces_of_a, &m.face_count, &m.crossings_of_a, &m.crossings_of_b})
        visit(*count);
    for (auto& point : m.point) visit(point);
    for (auto& face : m.face) visit(face);
    for (auto& c : m.crossing) visit(c.from), visit(c.to), visit(c.face), visit(c.enters);
    for (auto& p : m.piece) visit(p.from), visit(p.to), visit(p.left), visit(p.right);
}

void append(std::vector<std::int64_t>& out, const WarmRow& row) {
    const GapMemory& m = row.start.gap;
    out.insert(out.end(), {row.pair.a, row.pair.b, row.index, m.point_count, m.face_count,
                           std::int64_t{m.swapped}});
    for (const CornerPair& p : m.points) out.insert(out.end(), {p.a, p.b});
    for (const auto& face : m.faces) out.insert(out.end(), face.begin(), face.end());
    for_each_number(row.start.overlap, [&](std::uint8_t n) { out.push_back(n); });
}

WarmRow warm_of(const std::int64_t* v) {
    WarmRow row;
    row.pair = {static_cast<std::uint32_t>(v[0]), v[1]};
    row.index = static_cast<std::uint32_t>(v[2]);
    GapMemory& m = row.start.gap;
    m.point_count = static_cast<std::uint8_t>(v[3]);
    m.face_count = static_cast<std::uint8_t>(v[4]);
    m.swapped = v[5] != 0;
    v += 6;
    for (CornerPair& p : m.points) {
        p = {static_cast<std::uint32_t>(v[0]), static_cast<std::uint32_t>(v[1])};
        v += 2;
    }
    for (auto& face : m.faces)
        for (std::uint8_t& corner : face) corner = static_cast<std::uint8_t>(*v++);
    for_each_number(row.start.overlap,
                    [&](std::uint8_t& n) { n = static_cast<std::uint8_t>(*v++); });
    return row;
}

} // namespace

void write_shaped(Hdf5Image& file, const SavedState& state) {
    const ShapedState& s = state.shaped;
    if (s.turning.empty()) return;
    std::vector<std::int64_t> ids, names, warm;
    std::vector<double> turning, touches;
    for (const Turning& t : s.turning) {
        ids.insert(ids.end(), {t.id, t.shape});
        const auto& q = t.attitude;
        turning.insert(turning.end(), {t.radius, q.w(), q.x(), q.y(), q.z(), t.momentum.x(),
                                       t.momentum.y(), t.momentum.z()});
    }
    for (const TouchRow& row : s.touches) {
        names.insert(names.end(), {row.pair.a, row.pair.b, row.part_a, row.part_b});
        const auto values = values_of(row.memory);
        touches.insert(touches.end(), values.begin(), values.end());
    }
    for (const WarmRow& row : s.warm) append(warm, row);
    std::vector<double> boxes;
    for (const ListBox& b : s.boxes) {
        boxes.insert(boxes.end(), b.box.low.data(), b.box.low.data() + 3);
        boxes.insert(boxes.end(), b.box.high.data(), b.box.high.data() + 3);
        boxes.insert(boxes.end(), {b.turned, b.allowed});
    }
    file.attribute("lost_geometry", state.lost.geometry);
    file.dataset("shaped", ids, 2);
    file.dataset("shaped_turning", turning, turning_columns);
    file.dataset("touch", names, name_columns);
    file.dataset("touch_memory", touches, touch_columns);
    write_at_walls(file, s.at_walls);
    file.dataset("query_start", warm, warm_columns);
    file.dataset("list_box", boxes, box_columns);
}

bool read_shaped(const Hdf5Reader& file, SavedState& state) {
    if (!file.has("shaped")) return true;
    ShapedState& s = state.shaped;
    state.lost.geometry = file.number("lost_geometry");
    const auto ids = file.integers("shaped", 2);
    const auto turning = file.doubles("shaped_turning", turning_columns);
    const auto names = file.integers("touch", name_columns);
    const auto touches = file.doubles("touch_memory", touch_columns);
    const auto warm = file.integers("query_start", warm_columns);
    const std::size_t count = ids.size() / 2, contacts = names.size() / name_columns;
    if (turning.size() != count * turning_columns || touches.size() != contacts * touch_columns)
        return false;
    for (std::size_t k = 0; k < count; ++k) {
        const double* v = turning.data() + k * turning_columns;
        s.turning.push_back({static_cast<std::uint32_t>(ids[2 * k]),
                             static_cast<std::int32_t>(ids[2 * k + 1]),
                             v[0],
                             {v[1], v[2], v[3], v[4]},
                             {v[5], v[6], v[7]}});
    }
    for (std::size_t k = 0; k < contacts; ++k) {
        const std::int64_t* n = names.data() + k * name_columns;
        s.touches.push_back({{static_cast<std::uint32_t>(n[0]), n[1]},
                             static_cast<std::uint32_t>(n[2]),
                             static_cast<std::uint32_t>(n[3]),
                             memory_of(touches.data() + k * touch_columns)});
    }
    for (std::size_t k = 0; k + warm_columns <= warm.size(); k += warm_columns)
        s.warm.push_back(warm_of(warm.data() + k));
    if (!read_at_walls(file, s.at_walls)) return false;
    const auto boxes = file.doubles("list_box", box_columns);
    if (boxes.size() != state.reference.size() * box_columns) return false;
    for (std::size_t k = 0; k < state.reference.size(); ++k) {
        const double* v = boxes.data() + k * box_columns;
        s.boxes.push_back({{{v[0], v[1], v[2]}, {v[3], v[4], v[5]}}, v[6], v[7]});
    }
    std::vector<std::uint32_t> known(state.id.begin(), state.id.end());
    std::sort(known.begin(), known.end());
    return std::all_of(s.turning.begin(), s.turning.end(), [&](const Turning& t) {
        return t.shape >= 0 && t.radius > 0 && std::binary_search(known.begin(), known.end(), t.id);
    });
}

} // namespace scree
