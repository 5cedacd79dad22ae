// SPDX-License-Identifier: BSD-3-Clause
//
// The cheaper search, by trial: after some updates with the grid the triangulation does a few of
// them as well, timed, and the faster of the two goes on alone until the next trial. Both give the
// same list, so the clock decides about time only, never about the result.
#include <scree/broad/broad_phase.hpp>

#include <scree/base/stopwatch.hpp>

#include <array>
#include <cstdio>

namespace scree {
namespace {

// A trial costs a build of the triangulation, which is many updates' worth (`scree bench broad`),
// so trials are rare.
constexpr std::int64_t first_trial = 100, trial_period = 2000;
constexpr int trial_updates = 3;

class AutoSearch final : public BroadPhase {
public:
    void find(const SearchTask& task, Workers& workers, std::vector<IndexPair>& pairs) override {
        ++updates_;
        if (updates_ == first_trial || updates_ % trial_period == 0) begin_trial();
        if (trial_left_ < 0) {
            chosen_->update(task, workers, pairs);
            return;
        }
        const double theirs = timed(*other_, task, workers, pairs);
        const double ours = timed(*chosen_, task, workers, pairs);
        if (trial_left_-- < trial_updates) { // the first one builds
            seconds_[0] += ours;
            seconds_[1] += theirs;
        }
        if (trial_left_ < 0) end_trial();
    }

    std::string name() const override { return chosen_->name(); }

    std::string summary() const override {
        std::string text = chosen_->summary();
        if (trials_ == 0) return text;
        char choice[128];
        std::snprintf(choice, sizeof choice, "%s chosen in trial %d, at %.2f times the speed of %s",
                      chosen_->name().c_str(), trials_, ratio_, rejected_.c_str());
        return text.empty() ? choice : choice + ("; " + text);
    }

    std::size_t bytes() const override { return chosen_->bytes() + (other_ ? other_->bytes() : 0); }

private:
    void begin_trial() {
        other_ = chosen_->name() == "grid" ? make_triangulation_search() : make_grid();
        trial_left_ = trial_updates;
        seconds_ = {0, 0};
    }

    void end_trial() {
        ++trials_;
        if (seconds_[1] < seconds_[0]) {
            chosen_.swap(other_);
            std::swap(seconds_[0], seconds_[1]);
        }
        ratio_ = seconds_[1] / seconds_[0];
        rejected_ = other_->name();
        other_.reset();
    }

    static double timed(BroadPhase& search, const SearchTask& task, Workers& workers,
                        std::vector<IndexPair>& pairs) {
        const Stopwatch watch;
        search.update(task, workers, pairs);
        return watch.seconds();
    }

    std::unique_ptr<BroadPhase> chosen_ = make_grid(), other_;
    std::int64_t updates_ = 0;
    int trial_left_ = -1, trials_ = 0;
    std::array<double, 2> seconds_{}; ///< of the chosen and the other one
    double ratio_ = 1;
    std::string rejected_;
};

} // namespace

std::unique_ptr<BroadPhase> make_auto_search() { return std::make_unique<AutoSearch>(); }

} // namespace scree
