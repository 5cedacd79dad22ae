// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/random.hpp>
#include <scree/sim/pair_list.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

namespace scree {
namespace {

using Pairs = std::vector<IndexPair>;

/// Most pairs join near places, as along the curve; some reach anywhere.
Pairs random_pairs(Random& random, std::size_t count, std::size_t wanted) {
    std::set<IndexPair> pairs;
    for (std::size_t k = 0; k < wanted && count > 1; ++k) {
        const auto i = static_cast<std::uint32_t>(random.below(count));
        const auto reach = random.below(10) == 0 ? count : 1 + random.below(200);
        const auto j = static_cast<std::uint32_t>(
            std::min<std::size_t>(i + 1 + random.below(reach), count - 1));
        if (i < j) pairs.insert({i, j});
    }
    return {pairs.begin(), pairs.end()};
}

/// The pairs as laid out, without padding, and a check of the padding.
Pairs laid_out(const PairList& list, std::size_t count) {
    Pairs pairs;
    std::size_t next = 0;
    for (const Chunk& chunk : list.chunks) {
        EXPECT_EQ(chunk.first_pair, next);
        EXPECT_EQ(chunk.pair_count % 4, 0U);
        EXPECT_GT(chunk.pair_count, chunk.real_pairs); // at least one idle pair
        EXPECT_LE(chunk.pair_count, chunk.real_pairs + 4);
        next += chunk.pair_count;
        for (std::size_t k = 0; k < chunk.pair_count; ++k) {
            const std::size_t at = chunk.first_pair + k;
            const Spring& s = list.spring[at];
            EXPECT_TRUE(s.x == 0 && s.y == 0 && s.z == 0);
            EXPECT_FALSE(list.is_touching(at));
            if (k < chunk.real_pairs) {
                pairs.push_back({list.first[at], list.second[at]});
                EXPECT_GE(list.first[at], chunk.first_body);
                EXPECT_LT(list.first[at], chunk.last_body);
            } else { // idle: the two bodies behind the real ones, and a slot of their own
                EXPECT_EQ(list.first[at], count);
                EXPECT_EQ(list.second[at], count + 1);
                EXPECT_EQ(list.slot[at], chunk.slot_count - 1);
            }
        }
    }
    EXPECT_EQ(next, list.first.size());
    return pairs;
}

/// Halo slots of all chunks by absolute number, with the body each stands for.
std::map<std::uint32_t, std::uint32_t> halo_slots(const PairList& list) {
    std::map<std::uint32_t, std::uint32_t> body_of;
    std::size_t next = 0;
    for (const Chunk& chunk : list.chunks) {
        EXPECT_EQ(chunk.first_slot, next);
        next += chunk.slot_count;
        const std::uint32_t own = chunk.last_body - chunk.first_body;
        std::set<std::uint32_t> bodies;
        for (std::size_t k = chunk.first_pair; k < chunk.first_pair + chunk.real_pairs; ++k) {
            const std::uint32_t j = list.second[k], slot = list.slot[k];
            if (j < chunk.last_body) {
                EXPECT_EQ(slot, j - chunk.first_body);
                continue;
            }
            EXPECT_GE(slot, own);
            EXPECT_LT(slot, chunk.slot_count - 1);
            const auto [place, is_new] = body_of.try_emplace(chunk.first_slot + slot, j);
            EXPECT_EQ(place->second, j);                // one slot, one body
            EXPECT_EQ(is_new, bodies.insert(j).second); // one body, one slot
        }
        EXPECT_EQ(bodies.size(), chunk.slot_count - 1 - own); // no slot is idle but the last
    }
    EXPECT_EQ(next, list.force.size());
    return body_of;
}

void expect_incoming_covers(const PairList& list,
                            const std::map<std::uint32_t, std::uint32_t>& halo) {
    std::set<std::uint32_t> last;
    std::size_t next = 0;
    for (const Chunk& chunk : list.chunks) {
        EXPECT_EQ(chunk.first_incoming, next);
        next += chunk.incoming_count;
        std::uint32_t last_slot = 0;
        for (std::size_t k = chunk.first_incoming; k < chunk.first_incoming + chunk.incoming_count;
             ++k) {
            const Incoming& in = list.incoming[k];
            EXPECT_GE(in.body, chunk.first_body);
            EXPECT_LT(in.body, chunk.last_body);
            EXPECT_LT(in.slot, chunk.first_slot); // from lower chunks only, in their order
            EXPECT_GE(in.slot, last_slot);
            last_slot = in.slot;
            const auto found = halo.find(in.slot);
            ASSERT_NE(found, halo.end());
            EXPECT_EQ(found->second, in.body);
            EXPECT_TRUE(last.insert(in.slot).second);
        }
    }
    EXPECT_EQ(next, list.incoming.size());
    EXPECT_EQ(last.size(), halo.size());
}

TEST(PairList, LaysOutEveryPairSlotAndHaloBodyOnce) {
    constexpr std::uint64_t seed = 1;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    std::size_t halo_bodies = 0, most_chunks = 0;
    PairList list; // one object for all, as in a run
    for (const std::size_t count : {1U, 2U, 200U, 256U, 257U, 3000U, 40000U, 500U}) {
        Workers workers(1 + static_cast<int>(count % 4));
        const Pairs pairs = random_pairs(random, count, count * 3);
        list.build(pairs, count, workers);
        std::uint32_t next_body = 0;
        for (const Chunk& chunk : list.chunks) {
            EXPECT_EQ(chunk.first_body, next_body);
            next_body = chunk.last_body;
            for (std::uint32_t i = chunk.first_body; i < chunk.last_body; ++i)
                ASSERT_EQ(&list.chunks[list.chunk_of(i)], &chunk);
        }
        EXPECT_EQ(next_body, count);
        EXPECT_EQ(laid_out(list, count), pairs);
        const auto halo = halo_slots(list);
        expect_incoming_covers(list, halo);
        halo_bodies += halo.size();
        most_chunks = std::max(most_chunks, list.chunks.size());
        // Marks that the next build must clear.
        for (Spring& s : list.spring) s = {1, 2, 3, 4};
        for (std::uint8_t& bits : list.touching) bits = 15;
    }
    EXPECT_GT(halo_bodies, 2000U);
    EXPECT_GT(most_chunks, 15U);
}

TEST(PairList, FindsEveryPairAndNoOther) {
    constexpr std::uint64_t seed = 2;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    Workers workers(2);
    const std::size_t count = 3000;
    const Pairs pairs = random_pairs(random, count, 8000);
    PairList list;
    list.build(pairs, count, workers);
    for (const IndexPair& p : pairs) {
        const std::size_t at = list.find(p.first, p.second);
        ASSERT_NE(at, SIZE_MAX);
        EXPECT_EQ(list.first[at], p.first);
        EXPECT_EQ(list.second[at], p.second);
    }
    int absent = 0;
    for (int k = 0; k < 20000; ++k) {
        const auto i = static_cast<std::uint32_t>(random.below(count));
        const auto j = static_cast<std::uint32_t>(random.below(count));
        if (std::binary_search(pairs.begin(), pairs.end(), IndexPair{i, j})) continue;
        EXPECT_EQ(list.find(i, j), SIZE_MAX);
        ++absent;
    }
    EXPECT_GT(absent, 10000);
}

TEST(PairList, ThreadsDoNotMatter) {
    Random random(3);
    const std::size_t count = 20000;
    const Pairs pairs = random_pairs(random, count, 60000);
    Workers one(1);
    PairList expected;
    expected.build(pairs, count, one);
    for (int threads = 2; threads <= 4; ++threads) {
        Workers workers(threads);
        PairList list;
        list.build(pairs, count, workers);
        EXPECT_EQ(list.first, expected.first);
        EXPECT_EQ(list.slot, expected.slot);
        ASSERT_EQ(list.incoming.size(), expected.incoming.size());
        for (std::size_t k = 0; k < list.incoming.size(); ++k) {
            EXPECT_EQ(list.incoming[k].body, expected.incoming[k].body);
            EXPECT_EQ(list.incoming[k].slot, expected.incoming[k].slot);
        }
    }
}

TEST(PairList, NoBodiesNoChunks) {
    Workers workers(1);
    PairList list;
    list.build({}, 0, workers);
    EXPECT_TRUE(list.chunks.empty());
    list.build({}, 5, workers);
    ASSERT_EQ(list.chunks.size(), 1U);
    EXPECT_EQ(list.chunks[0].real_pairs, 0U);
    EXPECT_EQ(list.find(0, 1), SIZE_MAX);
    EXPECT_GT(list.bytes(), 0U);
}

} // namespace
} // namespace scree
