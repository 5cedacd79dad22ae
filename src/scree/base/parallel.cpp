// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/parallel.hpp>

#include <scree/base/assert.hpp>

#include <utility>

namespace scree {
namespace {

// A step of a small scene lasts some 100 µs, so going to sleep at each barrier would cost much of
// it; with more threads than cores spinning would cost more. Spin briefly, yield a little, sleep.
constexpr int spins_before_yield = 2000;
constexpr int yields_before_sleep = 50;

template <class Done>
bool spin_until(Done&& done) {
    for (int k = 0; k < spins_before_yield; ++k) {
        if (done()) return true;
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
    for (int k = 0; k < yields_before_sleep; ++k) {
        if (done()) return true;
        std::this_thread::yield();
    }
    return false;
}

} // namespace

Workers::Workers(int threads) {
    SCREE_ASSERT(threads >= 1);
    for (int worker = 1; worker < threads; ++worker)
        pool_.emplace_back([this, worker] { wait_for_rounds(worker); });
}

Workers::~Workers() {
    stopping_ = true;
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
    for (auto& thread : pool_) thread.join();
}

void Workers::wait_for_rounds(int worker) {
    std::uint32_t seen = 0;
    for (;;) {
        const auto moved_on = [&] { return round_.load(std::memory_order_acquire) != seen; };
        if (!spin_until(moved_on)) {
            while (!moved_on()) round_.wait(seen, std::memory_order_acquire);
        }
        ++seen;
        if (stopping_) return;
        take_pieces(worker);
        if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
    }
}

void Workers::take_pieces(int worker) {
    for (;;) {
        const std::size_t piece = next_.fetch_add(1, std::memory_order_relaxed);
        if (piece >= pieces_) return;
        try {
            call_(context_, piece, worker);
        } catch (...) {
            const std::lock_guard lock(failure_mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
    }
}

void Workers::run(std::size_t pieces, Call call, void* context) {
    call_ = call;
    context_ = context;
    pieces_ = pieces;
    next_.store(0, std::memory_order_relaxed);
    busy_.store(static_cast<std::uint32_t>(pool_.size()), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
    take_pieces(0);
    const auto all_done = [&] { return busy_.load(std::memory_order_acquire) == 0; };
    if (!spin_until(all_done)) {
        for (auto left = busy_.load(std::memory_order_acquire); left != 0;
             left = busy_.load(std::memory_order_acquire))
            busy_.wait(left, std::memory_order_acquire);
    }
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

} // namespace scree
