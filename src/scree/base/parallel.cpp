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

Workers::Workers(int threads) : tickets_(static_cast<std::size_t>(threads)) {
    SCREE_ASSERT(threads >= 1);
    for (int worker = 1; worker < threads; ++worker)
        pool_.emplace_back([this, worker] { wait_for_work(worker); });
}

Workers::~Workers() {
    stopping_.store(true, std::memory_order_release);
    round_.fetch_add(1, std::memory_order_seq_cst);
    round_.notify_all();
    for (auto& thread : pool_) thread.join();
}

bool Workers::take_piece(int worker) {
    const auto own = static_cast<std::size_t>(worker);
    for (std::size_t k = 0; k < tickets_.size(); ++k)
        if (take_from((own + k) % tickets_.size(), worker)) return true;
    return false;
}

bool Workers::take_from(std::size_t share, int worker) {
    std::atomic<std::uint64_t>& place = tickets_[share].value;
    std::uint64_t ticket = place.load(std::memory_order_acquire);
    for (;;) {
        const auto left = static_cast<std::uint32_t>(ticket);
        if (left == 0) return false;
        if (!place.compare_exchange_weak(ticket, ticket - 1, std::memory_order_acq_rel)) continue;
        try {
            call_(context_, end_of_share(share) - left, worker);
        } catch (...) {
            const std::lock_guard lock(failure_mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
        done_.fetch_add(1, std::memory_order_release);
        return true;
    }
}

void Workers::wait_for_work(int worker) {
    for (;;) {
        const std::uint32_t seen = round_.load(std::memory_order_seq_cst);
        while (take_piece(worker)) {
        }
        if (stopping_.load(std::memory_order_acquire)) return;
        const auto moved_on = [&] { return round_.load(std::memory_order_acquire) != seen; };
        if (spin_until(moved_on)) continue;
        sleepers_.fetch_add(1, std::memory_order_seq_cst);
        round_.wait(seen, std::memory_order_seq_cst);
        sleepers_.fetch_sub(1, std::memory_order_seq_cst);
    }
}

void Workers::run(std::size_t pieces, Call call, void* context) {
    SCREE_ASSERT(pieces <= UINT32_MAX);
    call_ = call;
    context_ = context;
    done_.store(0, std::memory_order_relaxed);
    pieces_ = pieces;
    ++loop_;
    std::size_t begin = 0;
    for (std::size_t share = 0; share < tickets_.size(); ++share) {
        const std::size_t end = end_of_share(share);
        tickets_[share].value.store(loop_ << 32U | (end - begin), std::memory_order_release);
        begin = end;
    }
    round_.fetch_add(1, std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst) > 0) round_.notify_all();
    while (take_piece(0)) {
    }
    const auto all_done = [&] { return done_.load(std::memory_order_acquire) == pieces; };
    while (!spin_until(all_done)) {
    }
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

} // namespace scree
