// Several searches for any solution of one level, taking turns: from both ends without a plan, and forwards by
// different plans and in different manners.
//
// A round gives every search one turn, the later ones a shorter one; each round is twice as long as the last. Between
// rounds the searches tell one another which sets of boxes are lost; else they share nothing, and of those that find a
// solution in the same round the first in order is taken. So the solution does not depend on how many threads there
// are.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/parallel.hpp"
#include "genres/sokoban/solve/any/forward.hpp"
#include "genres/sokoban/solve/any/packer.hpp"
#include "genres/sokoban/solve/any/shorten.hpp"
#include "genres/sokoban/solve/any/team.hpp"

namespace nazo::sokoban::any {

template <int W>
class Portfolio {
 public:
  Portfolio(const Board& board, const Budget& budget, Effort effort = {})
      : budget_(budget),
        meter_(budget, 16),
        terrain_(board),
        effort_(effort),
        threads_(std::clamp(effort.threads, 1U, most_threads)) {
    searches_.push_back(hire<Team<W, Mode::pull>>());
    searches_.push_back(hire<Team<W, Mode::push>>());
  }

  /// Searches until a solution is found, a limit runs out, or none of the searches knows how to go on.
  Outcome run() {
    Outcome outcome;
    for (std::uint64_t nodes = first_turn; outcome.pushes.empty(); nodes = std::min(2 * nodes, most_in_a_turn)) {
      if (nodes == first_turn_of_plans) follow_plans();
      outcome.limit = limit();
      const std::uint64_t before = nodes_used();
      if (outcome.limit != Limit::none || !play_round(nodes, outcome.pushes)) break;
      if (nodes_used() == before) break;  // nobody took a step, and nobody will in the next round
    }
    if (!outcome.pushes.empty()) {
      outcome.status = Status::solved;
      outcome.limit = Limit::none;
      if (effort_.shorten) shorten(outcome.pushes);
    } else if (outcome.limit == Limit::none) {
      outcome.limit = limit();
      const bool want_room = std::ranges::any_of(searches_, [](const auto& search) { return search->full(); });
      if (outcome.limit == Limit::none && want_room) outcome.limit = Limit::memory;
    }
    for (const auto& search : searches_) outcome.stats.expanded += search->size();
    outcome.stats.nodes = nodes_used();
    outcome.stats.peak_bytes = bytes();
    return outcome;
  }

 private:
  static constexpr unsigned most_threads = 8, teams = 2, leaders = 4;  ///< the first ones get whole turns
  static constexpr std::uint64_t first_turn = 3000, first_turn_of_plans = 2 * first_turn;
  static constexpr std::uint64_t most_in_a_turn = std::uint64_t{1} << 40;
  static constexpr std::uint64_t nodes_for_a_plan = 3000, nodes_for_plans = 8000;
  static constexpr std::uint64_t deadlock_share = 48;  ///< each search's lost positions get one part in so many
  static constexpr int most_seeds = 40, incomplete = 100'000;

  /// A search with what it has used.
  struct Search {
    Search(const Terrain<W>& terrain, const Budget& budget)
        : meter(budget, 16), deadlocks(terrain, meter, deadlock_share) {}
    virtual ~Search() = default;
    virtual std::optional<std::vector<Push>> run(const Turn<W>& turn) = 0;
    [[nodiscard]] virtual bool exhausted() const = 0;
    [[nodiscard]] virtual bool full() const = 0;
    [[nodiscard]] virtual std::size_t size() const = 0;
    [[nodiscard]] virtual std::uint64_t bytes() const = 0;
    Meter meter;
    Deadlocks<W> deadlocks;
    std::size_t told = 0;  ///< of the lost sets it has learnt, those that the others know
  };
  template <class S>
  struct Hired final : Search {
    template <class... Arguments>
    Hired(const Budget& budget, const Terrain<W>& terrain, Arguments&&... arguments)
        : Search(terrain, budget), search(terrain, std::forward<Arguments>(arguments)..., Search::meter) {}
    std::optional<std::vector<Push>> run(const Turn<W>& turn) override { return search.run(turn); }
    [[nodiscard]] bool exhausted() const override { return search.exhausted(); }
    [[nodiscard]] bool full() const override { return search.full(); }
    [[nodiscard]] std::size_t size() const override { return search.size(); }
    [[nodiscard]] std::uint64_t bytes() const override { return search.bytes(); }
    S search;
  };
  template <class S, class... Arguments>
  std::unique_ptr<Search> hire(Arguments&&... arguments) {
    return std::make_unique<Hired<S>>(own_budget(), terrain_, std::forward<Arguments>(arguments)...);
  }
  /// What is left of the time, and a share of the bytes; nodes are counted for all together.
  [[nodiscard]] Budget own_budget() const {
    Budget own = meter_.rest();
    own.nodes = Budget::unlimited;
    return own;
  }

  /// One turn for every search that can go on; false if there is none.
  bool play_round(std::uint64_t nodes, std::vector<Push>& found) {
    std::vector<unsigned> ready;
    for (unsigned i = 0; i < searches_.size(); ++i)
      if (!searches_[i]->exhausted() && !searches_[i]->full()) ready.push_back(i);
    if (ready.empty()) return false;
    const std::uint64_t used = bytes(), room = budget_.bytes > used ? (budget_.bytes - used) / ready.size() : 0;
    std::uint64_t nodes_left = budget_.nodes - std::min(budget_.nodes, nodes_used());
    std::vector<Turn<W>> turns;
    FirstToFind first = nobody;
    for (const unsigned number : ready) {
      const std::uint64_t share = std::min(number < leaders ? nodes : nodes / 2, nodes_left);
      nodes_left -= share;
      turns.push_back({share, searches_[number]->bytes() + room, nullptr, &first, number});
    }
    std::vector<std::optional<std::vector<Push>>> results(ready.size());
    parallel_for(ready.size(), threads_, [&](unsigned, std::uint64_t i) {
      turns[i].deadlocks = &searches_[ready[i]]->deadlocks;
      if (!turns[i].matters()) return;
      results[i] = searches_[ready[i]]->run(turns[i]);
      if (!results[i]) return;
      unsigned before = first.load();
      while (ready[i] < before && !first.compare_exchange_weak(before, ready[i])) {
      }
    });
    for (auto& result : results)
      if (result && found.empty()) found = std::move(*result);
    share_lore();
    return true;
  }

  /// What one search has learnt every other one knows from the next round on.
  void share_lore() {
    std::vector<std::size_t> learnt;
    for (const auto& search : searches_) learnt.push_back(search->deadlocks.lore().sets().size());
    for (std::size_t i = 0; i < searches_.size(); ++i)
      for (const auto& other : searches_)
        if (other != searches_[i])
          other->deadlocks.learn_from(searches_[i]->deadlocks.lore(), searches_[i]->told, learnt[i]);
    for (const auto& search : searches_) search->told = search->deadlocks.lore().sets().size();
  }

  void shorten(std::vector<Push>& pushes) {
    Budget rest = meter_.rest();
    rest.seconds *= 0.95;  // the solution is yet to be written down
    rest.nodes = budget_.nodes - std::min(budget_.nodes, nodes_used());
    Meter meter(rest, 16);
    pushes = Shortener<W>(terrain_, meter).run(std::move(pushes));
    (void)meter_.spend(meter.nodes());
  }

  [[nodiscard]] std::uint64_t nodes_used() const {
    std::uint64_t sum = meter_.nodes();
    for (const auto& search : searches_) sum += search->meter.nodes();
    return sum;
  }
  [[nodiscard]] Limit limit() {
    if (!meter_.check()) return meter_.limit();
    for (const auto& search : searches_)
      if (search->meter.limit() != Limit::none) return search->meter.limit();
    return nodes_used() >= budget_.nodes ? Limit::nodes : Limit::none;
  }
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t sum = terrain_.bytes();
    for (const auto& search : searches_) sum += search->bytes() + search->deadlocks.bytes();
    return sum;
  }

  /// Adds the searches that have a plan.
  void follow_plans() {
    const Plan<W> first = next_plan(), second = next_plan();
    searches_.push_back(hire<Packer<W>>(first));
    searches_.push_back(hire<Packer<W>>(second));
    searches_.push_back(hire<Forward<W>>(first, Manner{.own_cell = true, .outlook = true}));
    searches_.push_back(hire<Forward<W>>(second, Manner{.own_cell = false, .outlook = true}));
    const Lore<W>& known = searches_.front()->deadlocks.lore();
    for (std::size_t i = teams; i < searches_.size(); ++i) {
      searches_[i]->deadlocks.learn_from(known, 0, known.sets().size());
      searches_[i]->told = searches_[i]->deadlocks.lore().sets().size();
    }
  }
  /// The best of several plans: complete ones that leave no box of the start without a step come first, then short
  /// ones.
  Plan<W> next_plan() {
    Plan<W> best;
    int least = 1 << 30;
    const std::uint64_t before = meter_.nodes();
    for (int tries = 0; tries < most_seeds && least >= 1000 && meter_.nodes() - before < nodes_for_plans; ++tries) {
      const std::uint64_t used = bytes(), room = budget_.bytes > used ? budget_.bytes - used : 0;
      Plan<W> next = Planner<W>(terrain_, meter_, seed_++).run(nodes_for_a_plan, room);
      if (meter_.limit() != Limit::none) break;
      if (next.stages.empty()) continue;
      Forward<W> judge(terrain_, next, Manner{}, meter_);
      const int price =
          (next.complete ? 0 : incomplete) + 1000 * judge.out_at_start() + static_cast<int>(next.stages.size());
      if (price >= least) continue;
      least = price;
      best = std::move(next);
    }
    if (best.stages.empty()) best.stages.push_back(terrain_.goals());
    return best;
  }

  Budget budget_;
  Meter meter_;
  Terrain<W> terrain_;
  Effort effort_;
  unsigned threads_;
  std::uint64_t seed_ = 0;
  std::vector<std::unique_ptr<Search>> searches_;
};

}  // namespace nazo::sokoban::any
