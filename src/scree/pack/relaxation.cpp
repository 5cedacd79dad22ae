// SPDX-License-Identifier: BSD-3-Clause
#include <scree/pack/detail/relaxation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {
namespace {

// The usual constants of FIRE; the time steps are for springs of stiffness 1 and weights near 1,
// whose fastest motion has a period of about 1.5.
constexpr double first_time_step = 0.1, longest_time_step = 0.5;
constexpr double first_turn = 0.1, turn_fades = 0.99;
constexpr double faster = 1.1, slower = 0.5;
constexpr int patience = 5;

constexpr double longest_way = 0.3; // of one step, in mean radii
constexpr double skin_of_mean = 0.25;
constexpr std::size_t balls_per_piece = 512;

Vec3 center_of(const Ball& b) { return {b.x, b.y, b.z}; }

} // namespace

Relaxation::Relaxation(std::vector<Ball> balls, const Container& container, Workers& workers)
    : balls_(std::move(balls)), container_(container), workers_(workers), search_(container),
      time_step_(first_time_step), turn_(first_turn) {
    for (const Ball& b : balls_) mean_radius_ += b.radius / static_cast<double>(balls_.size());
    for (const Ball& b : balls_) {
        const double size = b.radius / mean_radius_;
        weight_.push_back(0.5 * (1 + size * size));
    }
    velocity_.assign(balls_.size(), Vec3::Zero());
    force_.assign(balls_.size(), Vec3::Zero());
    pieces_.resize((balls_.size() + balls_per_piece - 1) / balls_per_piece);
    skin_ = skin_of_mean * mean_radius_;
}

void Relaxation::scale(double factor) {
    container_ = container_.scaled(factor);
    for (Ball& b : balls_) b = {factor * b.x, factor * b.y, factor * b.z, b.radius};
    search_ = ClosePairs(container_);
    list_is_good_ = false;
}

void Relaxation::inflate(double factor) {
    inflation_ = factor;
    std::fill(velocity_.begin(), velocity_.end(), Vec3::Zero());
    time_step_ = first_time_step;
    turn_ = first_turn;
    downhill_ = 0;
    list_is_good_ = false;
}

void Relaxation::find_neighbours() {
    if (container_.kind == ContainerKind::periodic)
        for (Ball& b : balls_) {
            b.x -= container_.size.x() * std::floor(b.x / container_.size.x());
            b.y -= container_.size.y() * std::floor(b.y / container_.size.y());
            b.z -= container_.size.z() * std::floor(b.z / container_.size.z());
        }
    listed_ = balls_;
    for (Ball& b : listed_) b.radius *= inflation_;
    const std::vector<IndexPair>& pairs = search_.find(listed_, skin_, workers_);
    row_.assign(balls_.size() + 1, 0);
    for (const IndexPair& p : pairs) {
        ++row_[p.first + 1];
        ++row_[p.second + 1];
    }
    for (std::size_t i = 1; i < row_.size(); ++i) row_[i] += row_[i - 1];
    neighbour_.resize(row_.back());
    std::vector<std::uint32_t> next(row_.begin(), row_.end() - 1);
    for (const IndexPair& p : pairs) {
        neighbour_[next[p.first]++] = p.second;
        neighbour_[next[p.second]++] = p.first;
    }
    list_is_good_ = true;
}

void Relaxation::push_from_walls(std::size_t i, Vec3& force, Piece& out) const {
    const Ball& b = balls_[i];
    const double radius = inflation_ * b.radius;
    const auto wall = [&](double distance, const Vec3& inward) {
        const double overlap = radius - distance;
        if (overlap <= 0) return;
        force += overlap * inward;
        out.push += overlap * overlap / weight_[i];
        out.largest_overlap = std::max(out.largest_overlap, overlap);
        out.smallest_ratio = std::min(out.smallest_ratio, distance / b.radius);
    };
    const Vec3& size = container_.size;
    wall(b.z, Vec3::UnitZ());
    wall(size.z() - b.z, -Vec3::UnitZ());
    if (container_.kind == ContainerKind::box) {
        wall(b.x, Vec3::UnitX());
        wall(size.x() - b.x, -Vec3::UnitX());
        wall(b.y, Vec3::UnitY());
        wall(size.y() - b.y, -Vec3::UnitY());
    } else {
        const double off_axis = std::sqrt(b.x * b.x + b.y * b.y);
        if (off_axis > 0)
            wall(0.5 * size.x() - off_axis, Vec3(-b.x / off_axis, -b.y / off_axis, 0));
    }
}

template <bool Periodic>
void Relaxation::push(std::size_t begin, std::size_t end, Piece& out) {
    const Vec3 size = container_.size, half = 0.5 * size;
    const auto nearest = [](double d, double side, double half_side) {
        return d > half_side ? d - side : d < -half_side ? d + side : d;
    };
    out = {};
    out.smallest_ratio = std::numeric_limits<double>::infinity();
    for (std::size_t i = begin; i < end; ++i) {
        const Ball a = balls_[i];
        Vec3 force = Vec3::Zero();
        for (std::uint32_t k = row_[i]; k < row_[i + 1]; ++k) {
            const Ball& b = balls_[neighbour_[k]];
            double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
            if constexpr (Periodic) {
                dx = nearest(dx, size.x(), half.x());
                dy = nearest(dy, size.y(), half.y());
                dz = nearest(dz, size.z(), half.z());
            }
            const double square = dx * dx + dy * dy + dz * dz;
            const double touching = a.radius + b.radius, reach = inflation_ * touching;
            if (!(square < reach * reach) || square == 0) continue;
            const double distance = std::sqrt(square), overlap = reach - distance;
            const double scale = overlap / distance;
            force += Vec3(scale * dx, scale * dy, scale * dz);
            out.push += overlap * overlap / weight_[i];
            out.largest_overlap = std::max(out.largest_overlap, overlap);
            out.smallest_ratio = std::min(out.smallest_ratio, distance / touching);
        }
        if constexpr (!Periodic) push_from_walls(i, force, out);
        force_[i] = force;
        out.power += force.dot(velocity_[i]);
        out.speed += weight_[i] * velocity_[i].squaredNorm();
        out.force += force.squaredNorm() / weight_[i];
    }
}

void Relaxation::move_some(std::size_t begin, std::size_t end, const Motion& motion, Piece& out) {
    const double limit = longest_way * mean_radius_;
    out.farthest = 0;
    for (std::size_t i = begin; i < end; ++i) {
        Vec3& v = velocity_[i];
        v = motion.kept * v + (motion.turned / weight_[i]) * force_[i];
        Vec3 way = motion.ahead * v;
        const double length = way.norm();
        if (length > limit) {
            way *= limit / length;
            v *= limit / length;
        }
        Ball& b = balls_[i];
        b.x += way.x();
        b.y += way.y();
        b.z += way.z();
        out.farthest = std::max(out.farthest, (center_of(b) - center_of(listed_[i])).squaredNorm());
    }
}

Relaxation::Piece Relaxation::sum() const {
    Piece all;
    all.smallest_ratio = std::numeric_limits<double>::infinity();
    for (const Piece& p : pieces_) {
        all.power += p.power;
        all.speed += p.speed;
        all.force += p.force;
        all.push += p.push;
        all.smallest_ratio = std::min(all.smallest_ratio, p.smallest_ratio);
        all.largest_overlap = std::max(all.largest_overlap, p.largest_overlap);
        all.farthest = std::max(all.farthest, p.farthest);
    }
    return all;
}

template <class Work>
void Relaxation::for_pieces(Work&& work) {
    workers_.for_each(pieces_.size(), [&](std::size_t p, int) {
        const std::size_t begin = p * balls_per_piece;
        work(begin, std::min(balls_.size(), begin + balls_per_piece), pieces_[p]);
    });
}

RelaxState Relaxation::look() {
    if (!list_is_good_) find_neighbours();
    for_pieces([&](std::size_t begin, std::size_t end, Piece& out) {
        if (container_.kind == ContainerKind::periodic)
            push<true>(begin, end, out);
        else
            push<false>(begin, end, out);
    });
    const Piece found = sum();
    RelaxState state;
    state.smallest_ratio = found.smallest_ratio;
    state.largest_overlap = found.largest_overlap / mean_radius_;
    state.imbalance = found.push > 0 ? std::sqrt(found.force / found.push) : 0;
    return state;
}

void Relaxation::move() {
    const Piece found = sum();
    if (!(found.force > 0)) return;
    Motion motion{0, 1, 0};
    if (found.power > 0) {
        motion.kept = 1 - turn_;
        motion.turned = turn_ * std::sqrt(found.speed / found.force);
        if (++downhill_ > patience) {
            time_step_ = std::min(faster * time_step_, longest_time_step);
            turn_ *= turn_fades;
        }
    } else {
        motion.kept = 0;
        if (downhill_ > 0) time_step_ *= slower;
        turn_ = first_turn;
        downhill_ = 0;
    }
    motion.ahead = time_step_;
    motion.turned += time_step_;
    for_pieces([&](std::size_t begin, std::size_t end, Piece& out) {
        move_some(begin, end, motion, out);
    });
    const double allowed = 0.5 * skin_;
    if (sum().farthest >= allowed * allowed) list_is_good_ = false;
}

} // namespace scree
