// Several searches for any solution of one level, taking turns: different plans, different manners of following them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "genres/sokoban/solve/any/forward.hpp"

namespace nazo::sokoban::any {

template <int W>
class Portfolio {
 public:
  Portfolio(const Board& board, const Budget& budget)
      : budget_(budget), meter_(budget, 16), terrain_(board), deadlocks_(terrain_, meter_) {}

  /// Searches until a solution is found, a limit runs out, or none of the searches knows how to go on.
  Outcome run() {
    Outcome outcome;
    std::optional<std::vector<Push>> found;
    for (std::uint64_t slice = first_slice; !found && meter_.limit() == Limit::none; slice *= 2) {
      bool going_on = false;
      for (std::size_t i = 0; i < searches && !found && meter_.limit() == Limit::none; ++i) {
        if (searches_.size() <= i)
          searches_.push_back(std::make_unique<Forward<W>>(terrain_, plan(plan_of[i]), manners[i], deadlocks_, meter_));
        Forward<W>& search = *searches_[i];
        if (search.exhausted()) continue;
        going_on = true;
        found = search.run(slice, room_beside(i));
      }
      if (!going_on) break;
    }
    if (found) {
      outcome.status = Status::solved;
      outcome.pushes = std::move(*found);
    } else {
      outcome.limit = meter_.limit();
    }
    for (const auto& search : searches_) outcome.stats.expanded += search->size();
    outcome.stats.nodes = meter_.nodes();
    outcome.stats.peak_bytes = bytes_beside(searches);
    return outcome;
  }

 private:
  static constexpr std::size_t searches = 4;
  static constexpr std::uint64_t first_slice = 2000;
  static constexpr std::array<Manner, searches> manners{Manner{}, Manner{.own_cell = true, .outlook = true}, Manner{},
                                                        Manner{.own_cell = false, .outlook = false}};
  static constexpr std::array<std::size_t, searches> plan_of{0, 0, 1, 0};
  static constexpr std::uint64_t nodes_for_a_plan = 3000, nodes_for_plans = 8000;
  static constexpr int most_seeds = 40, incomplete = 100'000;

  /// The n-th best plan: complete ones that leave no box of the start without a step come first, then short ones.
  const Plan<W>& plan(std::size_t n) {
    while (plans_.size() <= n) {
      Plan<W> best;
      int least = 1 << 30;
      const std::uint64_t before = meter_.nodes();
      for (int tries = 0; tries < most_seeds && least >= 1000 && meter_.nodes() - before < nodes_for_plans; ++tries) {
        Plan<W> next = Planner<W>(terrain_, meter_, seed_++).run(nodes_for_a_plan, room_beside(searches));
        if (next.stages.empty()) continue;
        Forward<W> judge(terrain_, next, Manner{}, deadlocks_, meter_);
        const int price =
            (next.complete ? 0 : incomplete) + 1000 * judge.out_at_start() + static_cast<int>(next.stages.size());
        if (price < least) {
          least = price;
          best = std::move(next);
        }
        if (meter_.limit() != Limit::none) break;
      }
      if (best.stages.empty()) best.stages.push_back(terrain_.goals());
      plans_.push_back(std::move(best));
    }
    return plans_[n];
  }

  /// Bytes of everything but one of the searches.
  [[nodiscard]] std::uint64_t bytes_beside(std::size_t one) const {
    std::uint64_t bytes = terrain_.bytes() + deadlocks_.bytes();
    for (std::size_t i = 0; i < searches_.size(); ++i)
      if (i != one) bytes += searches_[i]->bytes();
    return bytes;
  }
  [[nodiscard]] std::uint64_t room_beside(std::size_t one) const {
    const std::uint64_t used = bytes_beside(one);
    return budget_.bytes > used ? budget_.bytes - used : 0;
  }

  Budget budget_;
  Meter meter_;
  Terrain<W> terrain_;
  Deadlocks<W> deadlocks_;
  std::vector<Plan<W>> plans_;
  std::uint64_t seed_ = 0;
  std::vector<std::unique_ptr<Forward<W>>> searches_;
};

}  // namespace nazo::sokoban::any
