// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace scree {

/// Order-dependent 64-bit hash of the exact bits fed to it: two runs agree in every bit of their
/// state exactly when (up to a 2^-64 accident) their hashes agree. +0 and -0 differ, NaNs count.
class StateHash {
public:
    void add(std::uint64_t word) {
        state_ = (state_ ^ word) * 0x9FB21C651E98DF25U;
        state_ ^= state_ >> 35U;
        state_ *= 0x9FB21C651E98DF25U;
        state_ ^= state_ >> 28U;
    }
    void add(double value) {
        std::uint64_t word = 0;
        std::memcpy(&word, &value, sizeof word);
        add(word);
    }

    std::uint64_t value() const { return state_; }

    /// Sixteen hexadecimal digits.
    std::string text() const {
        static constexpr char digits[] = "0123456789abcdef";
        std::string out(16, '0');
        for (unsigned k = 0; k < 16; ++k) out[15 - k] = digits[(state_ >> (4 * k)) & 15U];
        return out;
    }

private:
    std::uint64_t state_ = 0x51ED270B9F3A7C15U;
};

} // namespace scree
