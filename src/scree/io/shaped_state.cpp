// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/shaped_state.hpp>

#include <scree/base/simd.hpp>

#include <algorithm>
#include <span>
#include <type_traits>

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

// Most of a memory is room. Of what is in use visit(number) is called for each, the counts first.
// False when what was read cannot have been written: such counts or places in a list would lead out
// of the room. Which corners and faces a body has is not known here.
template <class Memory, class Visit>
bool visit_gap(Memory& m, Visit&& visit) {
    visit(m.point_count), visit(m.face_count), visit(m.swapped);
    constexpr int most_of_simplex = 3;
    if (m.point_count > m.points.size() || m.face_count > GapMemory::most_faces) return false;
    if (m.face_count == 0 && m.point_count > most_of_simplex) return false;
    for (std::size_t k = 0; k < m.point_count; ++k) visit(m.points[k].a), visit(m.points[k].b);
    bool is_sound = true;
    for (std::size_t f = 0; m.point_count > 0 && f < m.face_count; ++f)
        for (auto& corner : m.face(f)) {
            visit(corner);
            is_sound = is_sound && corner < m.point_count;
        }
    return is_sound;
}

/// Do the counts fit into the room, and to each other?
bool has_sound_counts(const OverlapMemory& m) {
    constexpr int four = lane_count;
    const auto is_share = [](int of_a, int all, std::size_t room) {
        return of_a <= all && static_cast<std::size_t>(all) <= room && of_a % four == 0 &&
               all % four == 0;
    };
    return m.piece_count <= OverlapMemory::most_pieces &&
           is_share(m.points_of_a, m.point_count, OverlapMemory::most_points) &&
           is_share(m.faces_of_a, m.face_count, OverlapMemory::most_faces) &&
           m.filled_crossings() <= OverlapMemory::most_crossings && m.kept_of_a <= m.points_of_a &&
           m.kept_of_b <= m.point_count - m.points_of_a;
}

bool is_sound(const OverlapMemory& m, const OverlapMemory::Crossing& c) {
    return c.from < m.point_count && c.to < m.point_count && c.face < m.face_count && c.enters <= 1;
}

bool is_sound(const OverlapMemory& m, const OverlapMemory::Piece& p) {
    const auto is_corner = [&](std::size_t k) {
        return k < m.point_count || (k >= OverlapMemory::most_points &&
                                     k < OverlapMemory::most_points + m.filled_crossings());
    };
    return is_corner(p.from) && is_corner(p.to) && p.left < m.face_count && p.right < m.face_count;
}

template <class Memory, class Visit>
bool visit_overlap(Memory& m, Visit&& visit) {
    visit(m.piece_count);
    if (m.piece_count == 0) return true;
    for (auto* count : {&m.points_of_a, &m.point_count, &m.kept_of_a, &m.kept_of_b, &m.faces_of_a,
                        &m.face_count, &m.crossings_of_a, &m.crossings_of_b})
        visit(*count);
    if (!has_sound_counts(m)) return false;
    bool are_sound = true;
    for (std::size_t k = 0; k < m.point_count; ++k) visit(m.points()[k]);
    for (std::size_t k = 0; k < m.face_count; ++k) visit(m.faces()[k]);
    for (std::size_t k = 0; k < m.filled_crossings(); ++k) {
        auto& c = m.crossings()[k];
        visit(c.from), visit(c.to), visit(c.face), visit(c.enters);
        are_sound = are_sound && is_sound(m, c);
    }
    for (std::size_t k = 0; k < m.piece_count; ++k) {
        auto& p = m.pieces()[k];
        visit(p.from), visit(p.to), visit(p.left), visit(p.right);
        are_sound = are_sound && is_sound(m, p);
    }
    return are_sound;
}
template <class Row, class Visit>
bool visit_warm(Row& row, Visit&& visit) {
    visit(row.pair.a), visit(row.pair.b), visit(row.index);
    return visit_gap(row.start.gap, visit) && visit_overlap(row.start.overlap, visit);
}

void append(std::vector<std::int64_t>& out, const WarmRow& row) {
    visit_warm(row, [&](auto number) { out.push_back(static_cast<std::int64_t>(number)); });
}

/// False where the numbers are no rows.
bool read_warm(std::span<const std::int64_t> numbers, std::vector<WarmRow>& rows) {
    for (std::size_t at = 0; at < numbers.size();) {
        bool are_in_range = true;
        const bool is_row = visit_warm(rows.emplace_back(), [&](auto& number) {
            using Number = std::remove_reference_t<decltype(number)>;
            const std::int64_t read = at < numbers.size() ? numbers[at] : 0;
            number = static_cast<Number>(read);
            are_in_range = are_in_range && static_cast<std::int64_t>(number) == read;
            ++at;
        });
        if (!is_row || !are_in_range || at > numbers.size()) return false;
    }
    return true;
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
    file.dataset("query_start", warm, 1);
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
    const auto warm = file.integers("query_start", 1);
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
    if (!read_warm(warm, s.warm)) return false;
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
