// The corral rules of the searches for any solution, lent to the proof of fewest pushes.
#pragma once

#include "genres/sokoban/solve/any/deadlock.hpp"
#include "genres/sokoban/solve/corral_filter.hpp"

namespace nazo::sokoban::any {

template <int W>
class Filter final : public CorralFilter {
 public:
  Filter(const Board& board, Meter& meter) : terrain_(board), mover_(terrain_), deadlocks_(terrain_, meter) {}

  Verdict look(std::span<const Square> boxes, Square keeper, std::vector<Square>& first) override {
    Bits<W> set{};
    for (const Square b : boxes) set.add(b);
    mover_.load(set);
    const Square region = mover_.flood(keeper);
    const auto verdict = deadlocks_.corrals(set, mover_, region, effort);
    if (verdict.lost) return Verdict::lost;
    if (!verdict.restricted) return Verdict::open;
    first.clear();
    verdict.first.for_each([&](Square b) { first.push_back(b); });
    return Verdict::restricted;
  }

 private:
  static constexpr int effort = 200;
  Terrain<W> terrain_;
  Mover<W> mover_;
  Deadlocks<W> deadlocks_;
};

}  // namespace nazo::sokoban::any
