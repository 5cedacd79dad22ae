// SPDX-License-Identifier: BSD-3-Clause
#include <scree/measure/mutual_contacts.hpp>

#include <algorithm>
#include <iterator>

namespace scree {
namespace {

using Rows = std::vector<std::size_t>; ///< ascending

Rows common(const Rows& a, const Rows& b) {
    Rows out;
    std::ranges::set_intersection(a, b, std::back_inserter(out));
    return out;
}

} // namespace

MutualContacts mutual_contacts(const Frame& frame, const std::vector<bool>& counts) {
    std::vector<Rows> above(frame.center.size()); // those a grain touches that have a greater row
    for (const ContactRecord& c : frame.contact) {
        if (c.b < 0 || !counts[c.a] || !counts[static_cast<std::size_t>(c.b)]) continue;
        const std::size_t a = c.a, b = static_cast<std::size_t>(c.b);
        above[std::min(a, b)].push_back(std::max(a, b));
    }
    for (Rows& rows : above) std::ranges::sort(rows);
    MutualContacts out;
    for (const Rows& touched : above) // each set is found once, in ascending order
        for (const std::size_t second : touched) {
            const Rows thirds = common(touched, above[second]);
            out.threes += static_cast<double>(thirds.size());
            for (const std::size_t third : thirds) {
                const Rows fourths = common(thirds, above[third]);
                out.fours += static_cast<double>(fourths.size());
                for (const std::size_t fourth : fourths)
                    out.fives += static_cast<double>(common(fourths, above[fourth]).size());
            }
        }
    return out;
}

} // namespace scree
