// SPDX-License-Identifier: BSD-3-Clause
#include <scree/broad/order.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace scree {
namespace {

constexpr std::uint64_t largest_cell = (std::uint64_t{1} << 21U) - 1;

/// Two zero bits between any two of the lowest 21.
std::uint64_t spread(std::uint64_t x) {
    x = (x | x << 32U) & 0x1F00000000FFFFU;
    x = (x | x << 16U) & 0x1F0000FF0000FFU;
    x = (x | x << 8U) & 0x100F00F00F00F00FU;
    x = (x | x << 4U) & 0x10C30C30C30C30C3U;
    x = (x | x << 2U) & 0x1249249249249249U;
    return x;
}

struct Keyed {
    std::uint64_t key;
    std::uint32_t index;
};

/// Stable, by the lowest `bits` of the key.
void radix_sort(std::vector<Keyed>& items, unsigned bits) {
    constexpr unsigned digit_bits = 11;
    std::vector<Keyed> other(items.size());
    for (unsigned shift = 0; shift < bits; shift += digit_bits) {
        std::array<std::uint32_t, (1U << digit_bits) + 1> start{};
        constexpr std::uint64_t mask = (1U << digit_bits) - 1;
        for (const Keyed& item : items) ++start[((item.key >> shift) & mask) + 1];
        for (std::size_t d = 1; d < start.size(); ++d) start[d] += start[d - 1];
        for (const Keyed& item : items) other[start[(item.key >> shift) & mask]++] = item;
        items.swap(other);
    }
}

} // namespace

void morton_order(std::span<const Ball> balls, double edge, std::vector<std::uint32_t>& order) {
    order.resize(balls.size());
    if (balls.empty()) return;
    double low_x = balls[0].x, low_y = balls[0].y, low_z = balls[0].z;
    for (const Ball& b : balls) {
        low_x = std::min(low_x, b.x);
        low_y = std::min(low_y, b.y);
        low_z = std::min(low_z, b.z);
    }
    const double inverse = 1 / edge;
    const auto cell = [&](double x) {
        const double c = x * inverse;
        return c < static_cast<double>(largest_cell) ? static_cast<std::uint64_t>(c) : largest_cell;
    };
    std::vector<Keyed> items(balls.size());
    std::uint64_t used = 0;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        const Ball& b = balls[i];
        const std::uint64_t key = spread(cell(b.x - low_x)) | spread(cell(b.y - low_y)) << 1U |
                                  spread(cell(b.z - low_z)) << 2U;
        items[i] = {key, static_cast<std::uint32_t>(i)};
        used |= key;
    }
    radix_sort(items, static_cast<unsigned>(std::bit_width(used)));
    for (std::size_t k = 0; k < items.size(); ++k) order[k] = items[k].index;
}

} // namespace scree
