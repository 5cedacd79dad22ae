// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

// A few threads that wait between loops. Work is cut into numbered pieces; each thread takes those
// of its own share first, loop after loop the same, because their data is still in its cache, and
// then helps the others. So which thread takes a piece is left to chance: a piece may write only to
// its own place, and sums are taken afterwards in the order of the pieces: the result does not
// depend on the number of threads.
//
// Our own rather than OpenMP: libgomp's barriers are invisible to ThreadSanitizer, which then
// reports races that are not there.
namespace scree {

class Workers {
public:
    /// `threads` >= 1; the caller's thread is one of them.
    explicit Workers(int threads);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    int threads() const { return static_cast<int>(pool_.size()) + 1; }

    /// Calls work(piece, worker) for every piece in 0 … pieces-1, worker in 0 … threads-1, and
    /// returns when all are done. The first exception thrown by a piece is rethrown here.
    template <class Work>
    void for_each(std::size_t pieces, Work&& work) {
        if (pool_.empty() || pieces <= 1) {
            for (std::size_t piece = 0; piece < pieces; ++piece) work(piece, 0);
            return;
        }
        run(
            pieces,
            [](void* context, std::size_t piece, int worker) {
                (*static_cast<std::remove_reference_t<Work>*>(context))(piece, worker);
            },
            &work);
    }

private:
    using Call = void (*)(void*, std::size_t, int);
    void run(std::size_t pieces, Call call, void* context);
    bool take_piece(int worker);
    bool take_from(std::size_t share, int worker);
    std::size_t end_of_share(std::size_t share) const {
        return pieces_ * (share + 1) / tickets_.size();
    }
    void wait_for_work(int worker);

    std::vector<std::thread> pool_;
    Call call_ = nullptr;
    void* context_ = nullptr;
    std::size_t pieces_ = 0;
    std::mutex failure_mutex_;
    std::exception_ptr failure_;
    /// Loop number in the upper half, pieces of a share not yet taken in the lower: a piece is
    /// taken by counting down, which fails when the loop has moved on. Nobody waits for a thread
    /// that has taken nothing, so a machine with too few cores only loses the help, not the pace.
    struct alignas(64) Ticket {
        std::atomic<std::uint64_t> value{0};
    };
    std::vector<Ticket> tickets_; ///< one per thread
    std::uint64_t loop_ = 0;
    alignas(64) std::atomic<std::uint32_t> done_{0};
    alignas(64) std::atomic<std::uint32_t> round_{0}; ///< what sleepers wait on
    std::atomic<std::uint32_t> sleepers_{0};
    std::atomic<bool> stopping_{false};
};

/// Cuts 0 … count-1 into equal pieces of about `grain` and calls work(begin, end) for each.
template <class Work>
void for_ranges(Workers& workers, std::size_t count, std::size_t grain, Work&& work) {
    const std::size_t pieces = (count + grain - 1) / grain;
    workers.for_each(pieces, [&](std::size_t piece, int) {
        const std::size_t begin = piece * grain;
        work(begin, begin + grain < count ? begin + grain : count);
    });
}

} // namespace scree
