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
    boxes_ = {};
    for (const Square b : boxes) boxes_.add(b);
    if (!deadlocks_.assignable(boxes_)) return Verdict::lost;
    mover_.load(boxes_);
    const Square region = mover_.flood(keeper);
    const auto verdict = deadlocks_.corrals(boxes_, mover_, region, effort);
    if (verdict.lost) return Verdict::lost;
    if (!verdict.restricted) return Verdict::open;
    first.clear();
    verdict.first.for_each([&](Square b) { first.push_back(b); });
    return Verdict::restricted;
  }

  bool lost_after(Square from, Square to, Square keeper) override {
    Bits<W> after = boxes_;
    after.remove(from);
    after.add(to);
    return deadlocks_.known(after, to, keeper);
  }

 private:
  static constexpr int effort = 200;
  Terrain<W> terrain_;
  Mover<W> mover_;
  Deadlocks<W> deadlocks_;
  Bits<W> boxes_{};
};

}  // namespace nazo::sokoban::any
