// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/parallel.hpp>
#include <scree/broad/broad_phase.hpp>
#include <scree/motion/bodies.hpp>

#include <cstdint>
#include <span>
#include <vector>

// The candidate pairs as the kernel wants them: a half list cut into chunks, memory beside the
// pair.
//
// A chunk is a range of neighbouring grains (they are sorted along a space-filling curve) with all
// pairs whose first grain is in it. It sums forces into slots of its own: one per own grain, one
// per foreign grain that its pairs reach (the halo). A second pass adds the halo slots of lower
// chunks to the owners, in chunk order. So threads never write to the same place, no atomics are
// needed, and the order of every sum follows from the list alone: the same bits for any number of
// threads. The halo is a few tenths of the grains.
namespace scree {

/// Memory of a candidate pair: the tangential spring and a trace of the last evaluation
/// (laws/contact.hpp). All zero while the pair does not touch.
struct alignas(32) Spring {
    double x, y, z, last;
};

/// Further memory, kept only where a law asks for it (laws/extended.hpp: TraceOf).
struct alignas(32) Trace {
    double rx = 0, ry = 0, rz = 0, twist = 0;
    double force = 0, energy = 0, deepest = 0, share = 0;
};

/// The memory of a contact whose A and B change roles.
inline Spring swapped(const Spring& s) { return {-s.x, -s.y, -s.z, s.last}; }
inline Trace swapped(Trace t) {
    t.rx = -t.rx;
    t.ry = -t.ry;
    t.rz = -t.rz;
    return t;
}

struct Chunk {
    std::uint32_t first_body, last_body;  ///< own grains [first, last)
    std::uint32_t first_pair, pair_count; ///< padded to a multiple of four
    std::uint32_t real_pairs;             ///< without the padding
    std::uint32_t first_slot, slot_count; ///< own grains, then the halo, then one for idle lanes
    std::uint32_t first_incoming, incoming_count;
};

/// A halo slot to add to an own grain.
struct Incoming {
    std::uint32_t body, slot;
};

struct PairList {
    std::vector<Chunk> chunks;
    std::vector<std::uint32_t> first, second; ///< bodies
    std::vector<std::uint32_t> slot;          ///< of the second body, relative to the chunk's
    std::vector<Spring> spring;
    bool keeps_traces = false;
    std::vector<Trace> trace;           ///< beside the springs, or empty
    std::vector<std::uint8_t> touching; ///< four bits per group of four pairs
    std::vector<Incoming> incoming;
    std::vector<ForceRow> force; ///< all slots of all chunks

    /// Lays out chunks, slots and padding for `pairs` over `count` bodies; springs are zero. Second
    /// bodies from `count` on are images of `owners`, to which their forces go.
    void build(std::span<const IndexPair> pairs, std::size_t count, Workers& workers,
               std::span<const std::uint32_t> owners = {});

    /// Index of a pair, or SIZE_MAX when it is not a candidate.
    std::size_t find(std::uint32_t i, std::uint32_t j) const;

    bool is_touching(std::size_t pair) const { return (touching[pair / 4] >> (pair % 4)) & 1U; }
    std::size_t chunk_of(std::size_t body) const { return body / bodies_per_chunk; }
    const ForceRow& force_on(std::size_t body) const {
        const Chunk& c = chunks[chunk_of(body)];
        return force[c.first_slot + (body - c.first_body)];
    }
    /// Adds what lower chunks found for this chunk's bodies, in chunk order.
    void gather(const Chunk& chunk);
    std::size_t bytes() const;

    std::size_t bodies_per_chunk = 1;

private:
    void number_slots(std::size_t bodies, Workers& workers);
    void list_incoming(std::size_t count, std::span<const std::uint32_t> owners);

    std::vector<std::vector<std::uint32_t>> halo_; ///< per chunk: the bodies of its halo slots
};

} // namespace scree
