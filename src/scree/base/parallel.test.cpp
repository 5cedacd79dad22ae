// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/parallel.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace scree {
namespace {

class WithThreads : public ::testing::TestWithParam<int> {};

// A piece writes to its own place only; plain ints, so that ThreadSanitizer sees any sharing.
TEST_P(WithThreads, EveryPieceIsDoneOnce) {
    Workers workers(GetParam());
    EXPECT_EQ(workers.threads(), GetParam());
    for (const std::size_t pieces : {0U, 1U, 2U, 3U, 17U, 1000U}) {
        std::vector<int> done(pieces, 0);
        std::vector<int> by(pieces, -1);
        workers.for_each(pieces, [&](std::size_t piece, int worker) {
            ++done[piece];
            by[piece] = worker;
        });
        EXPECT_EQ(done, std::vector<int>(pieces, 1));
        for (const int worker : by) {
            EXPECT_GE(worker, 0);
            EXPECT_LT(worker, GetParam());
        }
    }
}

// Rounds follow each other without a pause: a worker that is late for one round must not take
// pieces of the next with the old work.
TEST_P(WithThreads, ManyRoundsKeepTheirOwnWork) {
    Workers workers(GetParam());
    std::vector<std::int64_t> value(7, 0);
    constexpr std::int64_t rounds = 2000;
    for (std::int64_t round = 0; round < rounds; ++round)
        workers.for_each(2 + static_cast<std::size_t>(round % 6),
                         [&value, round](std::size_t piece, int) { value[piece] += round; });
    std::vector<std::int64_t> expected(7, 0);
    for (std::int64_t round = 0; round < rounds; ++round)
        for (std::size_t piece = 0; piece < 2 + static_cast<std::size_t>(round % 6); ++piece)
            expected[piece] += round;
    EXPECT_EQ(value, expected);
}

TEST_P(WithThreads, WorkersGoToSleepAndWakeAgain) {
    Workers workers(GetParam());
    std::vector<int> done(64, 0);
    for (int round = 0; round < 5; ++round) {
        workers.for_each(done.size(), [&](std::size_t piece, int) { ++done[piece]; });
        std::this_thread::sleep_for(std::chrono::milliseconds(5)); // longer than they spin
    }
    EXPECT_EQ(done, std::vector<int>(64, 5));
}

TEST_P(WithThreads, ExceptionsReachTheCallerAndDoNoHarm) {
    Workers workers(GetParam());
    for (int round = 0; round < 50; ++round) {
        std::string caught;
        try {
            workers.for_each(20, [](std::size_t piece, int) {
                if (piece == 13) throw std::runtime_error("piece 13");
            });
        } catch (const std::runtime_error& error) {
            caught = error.what();
        }
        EXPECT_EQ(caught, "piece 13");
        std::vector<int> done(20, 0);
        workers.for_each(20, [&](std::size_t piece, int) { ++done[piece]; });
        EXPECT_EQ(done, std::vector<int>(20, 1));
    }
}

TEST_P(WithThreads, OfManyExceptionsOneArrives) {
    Workers workers(GetParam());
    EXPECT_THROW(workers.for_each(100, [](std::size_t piece,
                                          int) { throw std::out_of_range(std::to_string(piece)); }),
                 std::out_of_range);
}

TEST_P(WithThreads, RangesCoverEverythingOnceInEqualPieces) {
    Workers workers(GetParam());
    for (const std::size_t count : {0U, 1U, 99U, 100U, 101U, 1234U}) {
        std::vector<int> seen(count, 0);
        for_ranges(workers, count, 100, [&](std::size_t begin, std::size_t end) {
            EXPECT_LT(begin, end);
            EXPECT_LE(end - begin, 100U);
            for (std::size_t i = begin; i < end; ++i) ++seen[i];
        });
        EXPECT_EQ(seen, std::vector<int>(count, 1));
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, WithThreads, ::testing::Values(1, 2, 3, 4));

// With enough slow pieces every thread gets some: the loop is parallel, not just correct. A thread
// waits inside its piece until another has begun one; were there one thread only, it would wait in
// vain, so the wait has an end.
TEST(Workers, ThreadsShareTheWork) {
    Workers workers(2);
    std::atomic<int> begun{0};
    std::vector<int> by(2, -1);
    workers.for_each(2, [&](std::size_t piece, int worker) {
        by[piece] = worker;
        ++begun;
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
        while (begun < 2 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    });
    EXPECT_EQ(std::set<int>(by.begin(), by.end()).size(), 2U);
}

} // namespace
} // namespace scree
