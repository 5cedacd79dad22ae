// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/assert.hpp>
#include <scree/narrow/detail/safe_scale.hpp>
#include <scree/narrow/detail/tolerances.hpp>
#include <scree/narrow/simplex.hpp>

#include <bit>
#include <limits>
#include <utility>

// Johnson's sub-algorithm and the backup procedure [M §2.5.2, eq. 2.19–2.25]. Subsets of the
// vertices are bit masks; they are visited from the smallest to the largest, and the loops over
// them are unrolled, as a hand-written version would be.
namespace scree {
namespace {

constexpr unsigned subsets_by_size[] = {0b0001, 0b0010, 0b0100, 0b1000, 0b0011,
                                        0b0101, 0b0110, 0b1001, 0b1010, 0b1100,
                                        0b0111, 0b1011, 0b1101, 0b1110, 0b1111};

constexpr bool has(unsigned subset, int i) { return (subset >> unsigned(i) & 1U) != 0; }

template <int N>
class Cofactors {
public:
    explicit Cofactors(std::span<const Vec3> simplex) : s_(simplex.data()) {
        for (int i = 0; i < N; ++i) {
            for (int j = 0; j <= i; ++j) dot_[i][j] = dot_[j][i] = s_[i].dot(s_[j]);
            delta_[1U << unsigned(i)][i] = 1; // [M eq. 2.24]
        }
    }

    /// Extends W by each other vertex [M eq. 2.25]; whether W carries the nearest point [M
    /// eq. 2.19].
    template <unsigned W>
    bool visit() {
        constexpr int l = std::countr_zero(W);
        bool is_nearest = true;
        for (int i = 0; i < N; ++i) {
            if (has(W, i)) {
                is_nearest &= delta_[W][i] > 0;
                continue;
            }
            double sum = 0;
            for (int j = 0; j < N; ++j) {
                if (has(W, j)) sum += delta_[W][j] * (dot_[j][l] - dot_[j][i]);
            }
            delta_[W | 1U << unsigned(i)][i] = sum;
            is_nearest &= sum <= 0;
        }
        return is_nearest;
    }

    bool is_inside(unsigned w) const {
        bool inside = true;
        for (int i = 0; i < N; ++i) inside &= !has(w, i) || delta_[w][i] > 0;
        return inside;
    }

    double determinant(unsigned w) const {
        double sum = 0;
        for (int i = 0; i < N; ++i) {
            if (has(w, i)) sum += delta_[w][i];
        }
        return sum;
    }

    NearestPoint point(unsigned w) const {
        NearestPoint result;
        const double sum = determinant(w);
        for (int i = 0; i < N; ++i) {
            if (!has(w, i)) continue;
            result.weight[i] = delta_[w][i] / sum; // [M eq. 2.22]
            result.point += result.weight[i] * s_[i];
        }
        result.used = w;
        return result;
    }

private:
    const Vec3* s_;
    double dot_[N][N];
    double delta_[1U << unsigned(N)][N];
};

/// Calls visit for every subset of N vertices, from small to large, until one returns true.
template <int N, class Visit>
void visit_subsets(const Visit& visit) {
    const auto one = [&]<unsigned W>() {
        if constexpr (W < 1U << unsigned(N)) return visit.template operator()<W>();
        return false;
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (one.template operator()<subsets_by_size[I]>() || ...);
    }
    (std::make_index_sequence<15>());
}

template <int N>
NearestPoint by_signs(std::span<const Vec3> simplex) {
    Cofactors<N> cofactors(simplex);
    NearestPoint result;
    visit_subsets<N>([&]<unsigned W>() {
        if (!cofactors.template visit<W>()) return false;
        result = cofactors.point(W);
        return true;
    });
    return result;
}

template <int N>
NearestPoint by_norm(std::span<const Vec3> simplex) {
    Cofactors<N> cofactors(simplex);
    NearestPoint best;
    double least = std::numeric_limits<double>::infinity();
    visit_subsets<N>([&]<unsigned W>() {
        cofactors.template visit<W>();
        if (cofactors.is_inside(W)) {
            const NearestPoint candidate = cofactors.point(W);
            const double norm = candidate.point.squaredNorm();
            if (norm < least) {
                least = norm;
                best = candidate;
            }
        }
        return false;
    });
    return best;
}

template <int N>
double full_determinant(std::span<const Vec3> simplex) {
    Cofactors<N> cofactors(simplex);
    visit_subsets<N>([&]<unsigned W>() {
        cofactors.template visit<W>();
        return false;
    });
    return cofactors.determinant((1U << unsigned(N)) - 1);
}

template <class ForCount>
auto by_count(std::span<const Vec3> simplex, const ForCount& call) {
    SCREE_ASSERT(!simplex.empty() && simplex.size() <= 4);
    switch (simplex.size()) {
    case 1:
        return call.template operator()<1>(simplex);
    case 2:
        return call.template operator()<2>(simplex);
    case 3:
        return call.template operator()<3>(simplex);
    default:
        return call.template operator()<4>(simplex);
    }
}

NearestPoint johnson_in_range(std::span<const Vec3> simplex) {
    return by_count(simplex, []<int N>(std::span<const Vec3> s) { return by_signs<N>(s); });
}

NearestPoint best_subset_in_range(std::span<const Vec3> simplex) {
    return by_count(simplex, []<int N>(std::span<const Vec3> s) { return by_norm<N>(s); });
}

/// No vertex lies clearly nearer, along the point, than the point itself. Cofactors that rounding
/// turned give points that fail here.
bool is_nearest(const NearestPoint& candidate, std::span<const Vec3> simplex) {
    const double norm = candidate.point.squaredNorm();
    double lowest = norm;
    double largest = norm;
    for (const Vec3& s : simplex) {
        lowest = std::min(lowest, s.dot(candidate.point));
        largest = std::max(largest, s.squaredNorm());
    }
    return lowest >= norm - detail::comparison_noise * largest;
}

} // namespace

NearestPoint johnson(std::span<const Vec3> simplex) {
    return detail::at_safe_scale(simplex, johnson_in_range);
}

NearestPoint johnson_with_backup(std::span<const Vec3> simplex) {
    return detail::at_safe_scale(simplex, [](std::span<const Vec3> s) {
        const NearestPoint result = johnson_in_range(s);
        return result.used != 0 && is_nearest(result, s) ? result : best_subset_in_range(s);
    });
}

NearestPoint best_subset(std::span<const Vec3> simplex) {
    return detail::at_safe_scale(simplex, best_subset_in_range);
}

double johnson_determinant(std::span<const Vec3> simplex) {
    return by_count(simplex, []<int N>(std::span<const Vec3> s) { return full_determinant<N>(s); });
}

} // namespace scree
