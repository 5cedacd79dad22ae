// SPDX-License-Identifier: BSD-3-Clause
#include <scree/sim/pair_list.hpp>

#include <scree/base/assert.hpp>
#include <scree/base/vectors.hpp>

#include <algorithm>

namespace scree {
namespace {

// Enough chunks to share out among threads, large enough for a small halo. Depends on the number of
// grains only: the order of sums must not depend on the machine.
std::size_t chunk_size(std::size_t count) {
    return std::clamp<std::size_t>((count / 16 + 63) / 64 * 64, 256, 2048);
}

std::uint32_t narrow(std::size_t value) {
    SCREE_ASSERT(value <= UINT32_MAX);
    return static_cast<std::uint32_t>(value);
}

} // namespace

void PairList::build(std::span<const IndexPair> pairs, std::size_t count, Workers& workers,
                     std::span<const std::uint32_t> owners) {
    SCREE_ASSERT_SLOW(std::is_sorted(pairs.begin(), pairs.end()));
    bodies_per_chunk = chunk_size(count);
    const std::size_t chunk_count = (count + bodies_per_chunk - 1) / bodies_per_chunk;
    chunks.resize(chunk_count);
    std::size_t padded = 0;
    auto from = pairs.begin();
    std::vector<std::size_t> source(chunk_count);
    for (std::size_t c = 0; c < chunk_count; ++c) {
        Chunk& chunk = chunks[c];
        chunk.first_body = narrow(c * bodies_per_chunk);
        chunk.last_body = narrow(std::min(count, (c + 1) * bodies_per_chunk));
        const auto to = std::lower_bound(from, pairs.end(), IndexPair{chunk.last_body, 0});
        source[c] = static_cast<std::size_t>(from - pairs.begin());
        chunk.real_pairs = narrow(static_cast<std::size_t>(to - from));
        // At least one padding pair: the kernel fills up its last group of touching pairs with it.
        chunk.pair_count = narrow((chunk.real_pairs + 4) / 4 * 4);
        chunk.first_pair = narrow(padded);
        padded += chunk.pair_count;
        from = to;
    }
    resize_lean(first, padded);
    resize_lean(second, padded);
    resize_lean(slot, padded);
    resize_lean(spring, padded);
    if (keeps_traces) resize_lean(trace, padded);
    touching.assign(padded / 4, 0);
    // Behind all bodies, so that their slots are beyond all others of any chunk.
    const auto idle = narrow(count + owners.size());
    workers.for_each(chunk_count, [&](std::size_t c, int) {
        const Chunk& chunk = chunks[c];
        for (std::uint32_t k = 0; k < chunk.pair_count; ++k) {
            const bool real = k < chunk.real_pairs;
            const std::size_t at = chunk.first_pair + k;
            first[at] = real ? pairs[source[c] + k].first : idle;
            second[at] = real ? pairs[source[c] + k].second : idle + 1;
            spring[at] = {0, 0, 0, 0};
            if (keeps_traces) trace[at] = {};
        }
    });
    number_slots(count + owners.size(), workers);
    list_incoming(count, owners);
}

void PairList::number_slots(std::size_t bodies, Workers& workers) {
    halo_.resize(chunks.size());
    struct Seen {
        std::vector<std::uint32_t> chunk, slot;
    };
    std::vector<Seen> seen(static_cast<std::size_t>(workers.threads()));
    workers.for_each(chunks.size(), [&](std::size_t c, int worker) {
        Seen& mine = seen[static_cast<std::size_t>(worker)];
        if (mine.chunk.empty()) {
            mine.chunk.assign(bodies, UINT32_MAX);
            mine.slot.resize(bodies);
        }
        Chunk& chunk = chunks[c];
        const std::uint32_t own = chunk.last_body - chunk.first_body;
        auto& halo = halo_[c];
        halo.clear();
        const std::size_t end = chunk.first_pair + chunk.real_pairs;
        for (std::size_t k = chunk.first_pair; k < end; ++k) {
            const std::uint32_t j = second[k];
            if (j < chunk.last_body || mine.chunk[j] == c) continue;
            mine.chunk[j] = narrow(c);
            halo.push_back(j);
        }
        // In the order of the bodies: pairs that do not touch must not change the order of sums.
        std::sort(halo.begin(), halo.end());
        for (std::size_t s = 0; s < halo.size(); ++s) mine.slot[halo[s]] = own + narrow(s);
        for (std::size_t k = chunk.first_pair; k < end; ++k) {
            const std::uint32_t j = second[k];
            slot[k] = j < chunk.last_body ? j - chunk.first_body : mine.slot[j];
        }
        const std::uint32_t idle_slot = own + narrow(halo.size());
        for (std::uint32_t k = chunk.real_pairs; k < chunk.pair_count; ++k)
            slot[chunk.first_pair + k] = idle_slot;
        chunk.slot_count = idle_slot + 1;
    });
    std::size_t slots = 0;
    for (Chunk& chunk : chunks) {
        chunk.first_slot = narrow(slots);
        slots += chunk.slot_count;
    }
    resize_lean(force, slots);
}

void PairList::list_incoming(std::size_t count, std::span<const std::uint32_t> owners) {
    std::vector<std::uint32_t> counts(chunks.size(), 0);
    for (auto& halo : halo_)
        for (std::uint32_t& body : halo) {
            if (body >= count) body = owners[body - count];
            ++counts[chunk_of(body)];
        }
    std::uint32_t total = 0;
    for (std::size_t c = 0; c < chunks.size(); ++c) {
        chunks[c].first_incoming = total;
        chunks[c].incoming_count = 0;
        total += counts[c];
    }
    resize_lean(incoming, total);
    for (std::size_t c = 0; c < chunks.size(); ++c) {
        std::uint32_t at = chunks[c].first_slot + (chunks[c].last_body - chunks[c].first_body);
        for (const std::uint32_t body : halo_[c]) {
            Chunk& owner = chunks[chunk_of(body)];
            incoming[owner.first_incoming + owner.incoming_count++] = {body, at++};
        }
    }
}

void PairList::gather(const Chunk& chunk) {
    ForceRow* own = force.data() + chunk.first_slot;
    for (std::uint32_t k = 0; k < chunk.incoming_count; ++k) {
        const Incoming& in = incoming[chunk.first_incoming + k];
        ForceRow& to = own[in.body - chunk.first_body];
        const ForceRow& from = force[in.slot];
        to.fx += from.fx;
        to.fy += from.fy;
        to.fz += from.fz;
        to.tx += from.tx;
        to.ty += from.ty;
        to.tz += from.tz;
    }
}

std::size_t PairList::find(std::uint32_t i, std::uint32_t j) const {
    const Chunk& chunk = chunks[chunk_of(i)];
    const auto begin = first.begin() + chunk.first_pair;
    const auto run = std::equal_range(begin, begin + chunk.real_pairs, i);
    const auto from = second.begin() + (run.first - first.begin());
    const auto to = second.begin() + (run.second - first.begin());
    const auto found = std::lower_bound(from, to, j);
    if (found == to || *found != j) return SIZE_MAX;
    return static_cast<std::size_t>(found - second.begin());
}

std::size_t PairList::bytes() const {
    std::size_t total = chunks.capacity() * sizeof(Chunk) +
                        (first.capacity() + second.capacity() + slot.capacity()) * 4 +
                        spring.capacity() * sizeof(Spring) + trace.capacity() * sizeof(Trace) +
                        touching.capacity() + incoming.capacity() * sizeof(Incoming) +
                        force.capacity() * sizeof(ForceRow);
    for (const auto& halo : halo_) total += halo.capacity() * 4;
    return total;
}

} // namespace scree
