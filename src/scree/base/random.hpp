// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace scree {

/// Seeded random numbers, the same on every machine (the standard's distributions are not).
/// splitmix64: 64 bits of state, passes the usual batteries, cheap to seed per purpose.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }

    /// Uniform in [0, 1), 53 random bits.
    double uniform() { return static_cast<double>(bits() >> 11U) * 0x1.0p-53; }

    /// Uniform in [low, high).
    double uniform(double low, double high) { return low + (high - low) * uniform(); }

    /// Uniform in 0 … count-1 (bias below 2^-64 · count).
    std::uint64_t below(std::uint64_t count) {
        return static_cast<std::uint64_t>((static_cast<unsigned __int128>(bits()) * count) >> 64U);
    }

private:
    std::uint64_t state_;
};

} // namespace scree
