// How the features of a board's state space are estimated; see estimate.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <vector>

#include "base/parallel.hpp"
#include "tiles/intervals.hpp"
#include "tiles/space/chains.hpp"
#include "tiles/space/estimate.hpp"
#include "tiles/space/estimate_figures.hpp"
#include "tiles/walk.hpp"

namespace nazo::tiles {

/// How many sweeps it takes to forget where a chain began; the more kinds the longer.
inline std::uint64_t to_forget(const Kinds& kinds, std::uint64_t sweeps) {
  return 4 * static_cast<std::uint64_t>(kinds.kinds()) + sweeps / 4;
}
/// The same after one more kind was settled: most of what was forgotten stays so.
inline std::uint64_t to_forget_again(std::uint64_t sweeps) { return 3 + sweeps / 5; }

/// The states are counted by settling one kind after the other until one state is left. On a board that can be cleared
/// a settled kind is gone, and only solvable states are looked at: playing on, any of them leads to the empty board
/// without the settled kinds. Otherwise a settled kind stays complete: undoing its moves any state leads to the start.
struct Settling {
  Limit limit = Limit::none;  ///< not none: this ran out before there was a plan
  bool gone = true;
  std::vector<int> kinds{};  ///< in the order in which they are settled
  double sweep = 0;          ///< seconds of a sweep through the whole space
  double look = 0;           ///< seconds of a look at a state
  double all_sweeps = 0;     ///< seconds of one sweep each after every kind that was settled

  [[nodiscard]] bool settled(const auto& state, int kind, int copies) const {
    return state.gone[static_cast<std::size_t>(kind)] == (gone ? (Members{1} << copies) - 1 : Members{0});
  }
};

/// What is so in most states is settled first. A few short chains tell the order, and how long things take.
template <SampledGame Game>
Settling plan_settling(const Game& game, const EstimateRequest& request, const typename StateSampler<Game>::State& end,
                       bool solvable, const Meter& clock) {
  constexpr int chains = 4, sweeps = 24;
  Settling plan;
  plan.gone = solvable;
  std::deque<Chain<Game>> pilots;
  for (std::uint64_t i = 0; i < chains; ++i) pilots.emplace_back(game, Rng(request.seed, i, 3), clock);
  const Kinds& kinds = game.kinds();
  std::vector<std::vector<int>> settled(chains, std::vector<int>(static_cast<std::size_t>(kinds.kinds()), 0));
  std::vector<double> seconds(chains, 0), looks(chains, 0);
  parallel_for(chains, request.threads, [&](unsigned, std::uint64_t c) {
    Chain<Game>& chain = pilots[c];
    chain.scatter(kinds.tiles() / 2);
    for (std::uint64_t i = 0; i < to_forget(kinds, sweeps) && chain.in_time(); ++i) chain.sweep();
    const Meter sweeping(Budget{}, 1);
    for (int i = 0; i < sweeps && chain.in_time(); ++i) {
      chain.sweep();
      for (const int kind : chain.free())
        settled[c][static_cast<std::size_t>(kind)] += plan.settled(chain.state(), kind, kinds.copies(kind)) ? 1 : 0;
    }
    seconds[c] = sweeping.seconds() / sweeps;
    const Meter looking(Budget{}, 1);
    std::vector<Pair> losing;
    (void)look_at(chain.sampler(), chain.state(), losing);
    looks[c] = looking.seconds();
  });
  for (std::size_t c = 0; c < chains; ++c) {
    if (plan.limit = pilots[c].limit(); plan.limit != Limit::none) return plan;
    plan.sweep += seconds[c] / chains;
    plan.look += looks[c] / chains;
    for (std::size_t k = 0; c > 0 && k < settled[c].size(); ++k) settled[0][k] += settled[c][k];
  }
  std::vector<int> order = pilots.front().free();
  std::ranges::stable_sort(order, std::greater{}, [&](int k) { return settled[0][static_cast<std::size_t>(k)]; });
  // Near the end with half of the kinds settled: about twice as long as the average.
  for (std::size_t c = 0; c < chains; ++c)
    for (std::size_t k = 0; k < order.size() / 2; ++k) pilots[c].settle(order[k], end, solvable);
  parallel_for(chains, request.threads, [&](unsigned, std::uint64_t c) {
    for (int i = 0; i < sweeps / 4 && pilots[c].in_time(); ++i) pilots[c].sweep();
    const Meter sweeping(Budget{}, 1);
    for (int i = 0; i < sweeps / 4 && pilots[c].in_time(); ++i) pilots[c].sweep();
    seconds[c] = sweeping.seconds() / (sweeps / 4);
  });
  for (std::size_t c = 0; c < chains; ++c) {
    if (plan.limit = pilots[c].limit(); plan.limit != Limit::none) return plan;
    plan.all_sweeps += static_cast<double>(order.size()) / 2 * seconds[c] / chains;
  }
  plan.kinds = std::move(order);
  return plan;
}

/// One chain: first through all states, then through fewer and fewer of them to count.
template <SampledGame Game>
class Run {
 public:
  using State = typename StateSampler<Game>::State;

  Run(const Game& game, const EstimateRequest& request, std::uint64_t number, const Settling& plan, const State& end,
      const Meter& clock)
      : game_(game),
        request_(request),
        number_(number),
        plan_(plan),
        end_(end),
        from_(end),
        clock_(clock),
        chain_(game, Rng(request.seed, number, 2), clock) {}

  [[nodiscard]] const Replicate& seen() const { return seen_; }
  [[nodiscard]] Limit limit() const { return chain_.limit(); }

  /// All states, so many of them; the chain goes on a quarter of this before it looks at any.
  void sample(std::uint64_t sweeps) {
    const int pairs = game_.kinds().tiles() / 2;
    std::vector<Pair> losing;
    seen_.layers.resize(static_cast<std::size_t>(pairs) + 1);
    seen_.settled_share.assign(plan_.kinds.size(), 0);
    chain_.scatter(pairs);
    const std::uint64_t burn = to_forget(game_.kinds(), sweeps);
    for (std::uint64_t i = 0; i < burn + sweeps; ++i) {
      chain_.sweep();
      if (!chain_.in_time()) return;
      if (i < burn) continue;
      const Sums state = look_at(chain_.sampler(), chain_.state(), losing);
      if (!chain_.in_time()) return;
      seen_.layers[static_cast<std::size_t>(chain_.depth())] += state;
      if (!plan_.gone || state.solvable > 0) note_settled(0, 1 / static_cast<double>(sweeps));
    }
    for (std::size_t d = 0; d < seen_.layers.size(); ++d) {
      seen_.total += seen_.layers[d];
      if (static_cast<int>(d) >= request_.split) seen_.second += seen_.layers[d];
    }
    if (request_.split > pairs) {
      seen_.first = seen_.total;
    } else if (request_.split > 0 && !sample_first(sweeps)) {
      return;
    }
    seen_.sampled = true;
  }

  void count(std::uint64_t sweeps) {
    const std::uint64_t burn = to_forget_again(sweeps);
    for (std::size_t k = 0; k + 1 < plan_.kinds.size(); ++k) {
      chain_.settle(plan_.kinds[k], from_, plan_.gone);
      from_ = end_;
      for (std::uint64_t i = 0; i < burn + sweeps; ++i) {
        chain_.sweep();
        if (!chain_.in_time()) return;
        if (i >= burn) note_settled(k + 1, 1 / static_cast<double>(sweeps));
      }
    }
    seen_.counted = true;
  }

 private:
  /// States with fewer pairs gone than `split`, by a chain that stays there. False if time ran out.
  bool sample_first(std::uint64_t sweeps) {
    Chain<Game> early(game_, Rng(request_.seed, number_, 4), clock_);
    std::vector<Pair> moves;
    early.scatter(request_.split - 1);
    const std::uint64_t burn = to_forget(game_.kinds(), sweeps);
    for (std::uint64_t i = 0; i < burn + sweeps; ++i) {
      early.sweep(request_.split - 1);
      if (!early.in_time()) return false;
      if (i < burn) continue;
      early.sampler().moves(early.state(), moves);
      seen_.first += {.states = 1, .moves = static_cast<double>(moves.size())};
    }
    return true;
  }

  void note_settled(std::size_t next, double share) {
    if (!plan_.settled(chain_.state(), plan_.kinds[next], game_.kinds().copies(plan_.kinds[next]))) return;
    seen_.settled_share[next] += share;
    from_ = chain_.state();
  }

  const Game& game_;
  const EstimateRequest& request_;
  std::uint64_t number_;
  const Settling& plan_;
  const State& end_;
  State from_;  // the last state met in which the next kind to be settled was so
  const Meter& clock_;
  Chain<Game> chain_;
  Replicate seen_{};
};

/// One call: the clock that all parts share, and how its time is divided among them. Without a limit of time the
/// request says how much is done of everything.
template <SampledGame Game>
class Estimation {
 public:
  Estimation(const Game& game, const EstimateRequest& request)
      : game_(game),
        request_(request),
        of_a_thread_(budget_of_a_thread(request)),
        clock_(of_a_thread_, 1),
        timed_(request.sweeps == 0 && std::isfinite(request.budget.seconds)),
        sweeps_(request.sweeps != 0 ? request.sweeps : usual_sweeps),
        walks_(request.walks != 0 ? request.walks : walks_a_sweep * sweeps_) {}

  SpaceEstimate run() {
    walk();
    StateSampler<Game> sampler(game_, &clock_);
    typename StateSampler<Game>::State end = sampler.start();  // where all kinds are settled
    const bool solvable = sampler.solvable(end);
    if (out_.limit = sampler.limit(); out_.limit != Limit::none) return out_;
    if (solvable) {
      const std::vector<Pair> solution = end.plan;
      sampler.play_all(end, solution);
    } else {
      out_.random_walk_win = Estimate{};
    }
    if (count_small_space(sampler)) return out_;
    const Meter planning = clock_until(0.4);
    const Settling plan = plan_settling(game_, request_, end, solvable, planning);
    if (out_.limit = plan.limit; out_.limit != Limit::none) return out_;
    std::deque<Run<Game>> runs;
    for (std::uint64_t i = 0; i < estimate_chains; ++i) runs.emplace_back(game_, request_, i, plan, end, clock_);
    run_chains(runs, plan);
    gather(runs, plan);
    return out_;
  }

 private:
  static constexpr std::uint64_t usual_sweeps = 200, walks_a_sweep = 100;

  /// Every thread decides for itself.
  static Budget budget_of_a_thread(const EstimateRequest& request) {
    Budget part = request.budget;
    part.bytes /= std::max(1u, request.threads);
    return part;
  }
  /// What is left until a share of all time has gone by; all that is left where the work is given.
  [[nodiscard]] Meter clock_until(double share) const {
    if (!timed_) return Meter(clock_.rest(), 1);
    Budget part = of_a_thread_;
    part.seconds = std::max(0.0, part.seconds * share - clock_.seconds());
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
    Replicate only{.sampled = true, .counted = true, .layers = layers};
    for (std::size_t d = 0; d < layers.size(); ++d) {
      only.total += layers[d];
      (static_cast<int>(d) < request_.split ? only.first : only.second) += layers[d];
    }
    add_features(out_, {only, only}, Ratio{only.total.states, 0, {0, 0}}, 0);
    return true;
  }

  template <class Part>
  void run_all(std::deque<Run<Game>>& runs, std::string_view what, Part part) const {
    std::atomic<std::uint64_t> done = 0;
    parallel_for(runs.size(), request_.threads, [&](unsigned, std::uint64_t i) {
      part(runs[i]);
      if (request_.progress) request_.progress({what, ++done, runs.size(), {}});
    });
  }

  /// Chains that look at states, then, where there is time for it, chains that count them.
  void run_chains(std::deque<Run<Game>>& runs, const Settling& plan) {
    // Seconds that each chain has of a share of the time left, and how many sweeps fit into them.
    const auto seconds_of = [&](double share) {
      return share * (request_.budget.seconds - clock_.seconds()) * request_.threads / estimate_chains;
    };
    constexpr double fewest = 8, most = 20'000;
    const auto fit = [&](double seconds, double each) {
      return static_cast<std::uint64_t>(std::clamp(seconds / (each + 1e-9), fewest, most));
    };
    const auto count_seconds = [&](double sweeps) {
      return (static_cast<double>(to_forget_again(0)) + 1.2 * sweeps) * plan.all_sweeps;
    };
    const bool can_count = !timed_ || count_seconds(fewest) < seconds_of(.6);
    // States with few pairs gone are looked at, too, and take about a third of the time of others.
    const double before = 1.3 * static_cast<double>(to_forget(game_.kinds(), 0)) * plan.sweep;
    const double a_sweep = 1.6 * plan.sweep + plan.look;
    out_.sweeps = timed_ ? fit(seconds_of(can_count ? .35 : .8) - before, a_sweep) : sweeps_;
    run_all(runs, "chains that look", [&](Run<Game>& run) { run.sample(out_.sweeps); });
    if (!can_count) return;
    const std::uint64_t sweeps = timed_ ? fit(seconds_of(.7) - count_seconds(0), 1.2 * plan.all_sweeps) : sweeps_;
    run_all(runs, "chains that count", [&](Run<Game>& run) {
      if (run.seen().sampled) run.count(sweeps);
    });
  }

  /// Puts together what the chains have seen.
  void gather(const std::deque<Run<Game>>& runs, const Settling& plan) {
    constexpr std::size_t fewest_chains = 8;  // fewer do not tell how much they differ
    std::vector<Replicate> all, counted;
    for (const Run<Game>& run : runs) {
      all.push_back(run.seen());
      if (run.seen().counted) counted.push_back(run.seen());
    }
    const bool sized = counted.size() >= fewest_chains;
    if (sized) all.swap(counted);
    std::erase_if(all, [](const Replicate& r) { return !r.sampled; });
    out_.chains = static_cast<int>(all.size());
    // Time is there to be used up; whoever stops the chains gets less than was asked for.
    if (clock_.overdue() == Limit::stopped) out_.limit = Limit::stopped;
    if (all.size() < fewest_chains) {
      for (const Run<Game>& run : runs)
        if (out_.limit == Limit::none) out_.limit = run.limit();
      return;
    }
    add_features(out_, all, sized ? size_of_space(all, plan.kinds.size()) : std::nullopt,
                 static_cast<double>(all.size()) * static_cast<double>(out_.sweeps));
  }

  const Game& game_;
  const EstimateRequest& request_;
  Budget of_a_thread_;
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
