// How the features of a board's state space are estimated; see estimate.hpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <vector>

#include "base/parallel.hpp"
#include "tiles/intervals.hpp"
#include "tiles/space/chains.hpp"
#include "tiles/space/estimate.hpp"
#include "tiles/space/estimate_figures.hpp"
#include "tiles/walk.hpp"

namespace nazo::tiles {

/// Sweeps until a chain has been everywhere and back: the more kinds the longer.
inline std::uint64_t sweeps_to_learn(const Kinds& kinds) { return 60 + 6 * static_cast<std::uint64_t>(kinds.kinds()); }

/// A chain that learns the levels while it walks. At first, where it is, the level rises, so that it is driven to where
/// it has been less; then the levels follow from what goes from layer to layer.
template <SampledGame Game>
class Pilot {
 public:
  Pilot(const Game& game, Rng rng, const Meter& clock) : chain_(game, rng, clock), levels_(chain_.seen().size(), 0) {}

  void learn(std::uint64_t sweeps) {
    for (std::uint64_t i = 0; i < sweeps && chain_.in_time(); ++i, ++done_) {
      for (std::size_t step = 0; step < chain_.steps_a_sweep(); ++step) {
        chain_.step(levels_);
        if (done_ < exploring) levels_[chain_.depth()] += 1 / static_cast<double>(1 + done_);
      }
      if (done_ + 1 >= exploring) levels_ = levels_of(chain_.seen());
    }
  }

  [[nodiscard]] bool in_time() const { return chain_.in_time(); }
  [[nodiscard]] const LayersSeen& seen() const { return chain_.seen(); }

 private:
  static constexpr std::uint64_t exploring = 12;  ///< sweeps
  Chain<Game> chain_;
  Levels levels_;
  std::uint64_t done_ = 0;
};

/// One chain with fixed levels, and what it saw.
template <SampledGame Game>
class Run {
 public:
  Run(const Game& game, const Levels& levels, Rng rng, const Meter& clock)
      : levels_(levels), chain_(game, rng, clock) {}

  [[nodiscard]] const Replicate& seen() const { return seen_; }
  [[nodiscard]] Limit limit() const { return chain_.limit(); }

  /// A sweep without looking.
  void forget() {
    for (std::size_t step = 0; step < chain_.steps_a_sweep() && chain_.in_time(); ++step) chain_.step(levels_);
    chain_.forget_what_was_seen();
  }

  /// One sweep and a look at the state it ends in; false if a limit ran out, and then the sweep does not count.
  bool sample() {
    std::uint64_t returns = 0;
    for (std::size_t step = 0; step < chain_.steps_a_sweep(); ++step) {
      chain_.step(levels_);
      const std::size_t here = chain_.depth();
      if (here == 0 && away_) ++returns;
      away_ = here != 0 && (away_ || 2 * here >= levels_.size());
    }
    if (!chain_.in_time()) return false;
    const LayerSeen look = look_at(chain_.sampler(), chain_.state(), room_);
    if (!chain_.in_time()) return false;
    looks_.resize(levels_.size());
    looks_[chain_.depth()] += look;
    seen_.layers = chain_.seen();
    for (std::size_t d = 0; d < looks_.size(); ++d) seen_.layers[d] += looks_[d];
    seen_.returns += returns;
    ++seen_.looks;
    return true;
  }

 private:
  const Levels& levels_;
  Chain<Game> chain_;
  Replicate seen_{};
  LayersSeen looks_{};
  std::vector<Pair> room_{};
  bool away_ = false;  ///< since it was at the start last, it has been in the second half
};

/// One call: the clock that all parts share, and how its time is divided among them. Where the work is given, it does
/// not depend on the clock.
template <SampledGame Game>
class Estimation {
 public:
  Estimation(const Game& game, const EstimateRequest& request)
      : game_(game),
        request_(request),
        clock_(budget_of_a_thread(request), 1),
        timed_(request.sweeps == 0 && std::isfinite(request.budget.seconds)),
        sweeps_(request.sweeps != 0 ? request.sweeps : usual_sweeps),
        walks_(request.walks != 0 ? request.walks : walks_a_sweep * sweeps_) {}

  SpaceEstimate run() {
    walk();
    StateSampler<Game> sampler(game_, &clock_);
    auto start = sampler.start();
    if (!sampler.solvable(start)) out_.random_walk_win = Estimate{};
    if (out_.limit = sampler.limit(); out_.limit != Limit::none) return out_;
    if (count_small_space(sampler)) return out_;
    const Levels levels = learn_levels();
    if (out_.limit != Limit::none) return out_;
    std::deque<Run<Game>> runs;
    for (std::uint64_t i = 0; i < estimate_chains; ++i)
      runs.emplace_back(game_, levels, Rng(request_.seed, i, 2), clock_);
    run_chains(runs);
    gather(runs);
    return out_;
  }

 private:
  static constexpr std::uint64_t usual_sweeps = 200, walks_a_sweep = 100;
  static constexpr std::size_t pilots = 4;

  /// Little work is ordered for a rough idea: then little is learnt, too.
  [[nodiscard]] std::uint64_t learning_sweeps() const {
    const std::uint64_t enough = sweeps_to_learn(game_.kinds());
    return timed_ ? enough : std::min(enough, 8 + 4 * sweeps_);
  }
  /// Every thread decides for itself.
  static Budget budget_of_a_thread(const EstimateRequest& request) {
    Budget part = request.budget;
    part.bytes /= std::max(1u, request.threads);
    return part;
  }
  /// What is left until a share of all time has gone by; all that is left where the work is given.
  [[nodiscard]] Meter clock_until(double share) const {
    Budget part = clock_.rest();
    if (timed_) part.seconds = std::max(0.0, share * request_.budget.seconds - clock_.seconds());
    return Meter(part, 1);
  }

  /// Random walks: how often do they win?
  void walk() {
    const auto more_walks = [&] {
      if (clock_.overdue() != Limit::none) return false;
      return timed_ ? clock_.seconds() < 0.05 * request_.budget.seconds : out_.walks < walks_;
    };
    std::uint64_t won = 0;
    for (; more_walks(); ++out_.walks) {
      Rng rng(request_.seed, out_.walks, 1);
      won += walk_at_random(game_, rng).cleared ? 1 : 0;
    }
    if (out_.walks > 0) out_.random_walk_win = share(static_cast<double>(won), static_cast<double>(out_.walks));
  }

  /// A space that is small enough is counted instead; false if it is not.
  bool count_small_space(StateSampler<Game>& sampler) {
    const auto layers = count_all(sampler, request_.exact_states, clock_until(0.2));
    if (layers.empty()) return false;
    add_counted(out_, layers, request_.split);
    return true;
  }

  /// What several pilots learnt, on average.
  Levels learn_levels() {
    std::deque<Pilot<Game>> learners;
    const Meter learning = clock_until(0.25);
    for (std::uint64_t i = 0; i < pilots; ++i) learners.emplace_back(game_, Rng(request_.seed, i, 3), learning);
    parallel_for(pilots, request_.threads, [&](unsigned, std::uint64_t i) {
      if (!timed_) return learners[i].learn(learning_sweeps());
      // Each has its part of the time; what is left over is the next one's.
      const double turn = static_cast<double>(i / request_.threads + 1) * request_.threads / pilots;
      while (learners[i].in_time() && learning.seconds() < turn * learning.budget().seconds) learners[i].learn(1);
    });
    LayersSeen together = learners.front().seen();
    for (std::size_t i = 1; i < pilots; ++i)
      for (std::size_t d = 0; d < together.size(); ++d) together[d] += learners[i].seen()[d];
    Levels levels = levels_of(together);
    // Pilots may run out of their share of the time; what runs out for all is told.
    if (const Limit limit = clock_.overdue(); limit != Limit::none) out_.limit = limit;
    return levels;
  }

  void run_chains(std::deque<Run<Game>>& runs) {
    const unsigned threads = std::max(1u, request_.threads);
    const double began = clock_.seconds();
    const double seconds_of_a_chain = (request_.budget.seconds - began) * threads / estimate_chains;
    const std::uint64_t burn = learning_sweeps() / 4;
    std::atomic<std::uint64_t> done = 0;
    parallel_for(runs.size(), threads, [&](unsigned, std::uint64_t i) {
      const Meter own(Budget{}, 1);
      const auto more = [&](std::uint64_t sweep) {
        if (!timed_) return sweep < sweeps_;
        return own.seconds() < 0.97 * seconds_of_a_chain;
      };
      const std::uint64_t to_forget = burn + (timed_ ? 0 : sweeps_ / 8);
      for (std::uint64_t sweep = 0; sweep < to_forget; ++sweep) {
        if (timed_ && own.seconds() > 0.25 * seconds_of_a_chain) break;
        runs[i].forget();
      }
      for (std::uint64_t sweep = 0; more(sweep) && runs[i].sample();) ++sweep;
      if (request_.progress) request_.progress({"chains", ++done, runs.size(), {}});
    });
  }

  /// Puts together what the chains have seen.
  void gather(const std::deque<Run<Game>>& runs) {
    constexpr std::size_t fewest_chains = 8;  // fewer do not tell how much they differ
    std::vector<Replicate> all;
    for (const Run<Game>& run : runs) {
      if (run.seen().looks == 0 || (!timed_ && run.seen().looks < sweeps_)) continue;
      all.push_back(run.seen());
      out_.sweeps += run.seen().looks;
    }
    out_.chains = static_cast<int>(all.size());
    // Time is there to be used up; whoever stops the chains gets less than was asked for.
    if (clock_.overdue() == Limit::stopped) out_.limit = Limit::stopped;
    if (all.size() < fewest_chains) {
      for (const Run<Game>& run : runs)
        if (out_.limit == Limit::none) out_.limit = run.limit();
      return;
    }
    add_features(out_, all, request_.split);
  }

  const Game& game_;
  const EstimateRequest& request_;
  Meter clock_;
  bool timed_;
  std::uint64_t sweeps_, walks_;
  SpaceEstimate out_{};
};

template <SampledGame Game>
[[nodiscard]] SpaceEstimate estimate_space(const Game& game, const EstimateRequest& request) {
  return Estimation(game, request).run();
}

}  // namespace nazo::tiles
