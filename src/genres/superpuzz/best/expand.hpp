// The children of a state: moves that are legal, not known to be lost, with their keys and scores.
#pragma once

#include <cstdint>
#include <vector>

#include "genres/superpuzz/best/ordering.hpp"
#include "genres/superpuzz/best/relaxation.hpp"
#include "genres/superpuzz/best/state.hpp"

namespace nazo::superpuzz::best {

struct Child {
  Key128 key;
  Action action;
  std::int32_t score;
};

/// Counts what the dead-end test did.
struct TestCounts {
  std::uint64_t tested = 0, lost = 0;
};

/// Appends the children of a frozen state. `known(key)` says whether a state has been dealt with; it is asked after the test
/// has run, `soon(key)` before it, so that the memory it needs can be fetched meanwhile.
template <class Soon, class Known>
void expand_frozen(const State& state, std::vector<Child>& children, TestCounts& counts, Soon&& soon, Known&& known) {
  State next[batch];
  const State* tested[batch];
  SuitRows suit_rows[batch];
  Child found[batch];
  int count = 0;
  for (Mask holes = state.holes; holes != 0; holes &= holes - 1) {
    const Place hole = first_of(holes);
    const Card card = detail::comer(state, hole);
    if (card == no_card) continue;
    found[count].key = key_after(state, card, hole);
    found[count].action = {.card = card, .to = hole};
    soon(found[count].key);
    next[count].columns = state.columns;
    next[count].place = state.place;
    next[count].place[card] = hole;
    next[count].holes = state.holes ^ (mask_of(state.place[card]) | mask_of(hole));
    tested[count] = &next[count];
    ++count;
  }
  if (count == 0) return;
  relax(tested, count, suit_rows);
  counts.tested += static_cast<std::uint64_t>(count);
  for (int i = 0; i < count; ++i) {
    if (suit_rows[i] == 0) {
      ++counts.lost;
      continue;
    }
    if (known(found[i].key)) continue;
    found[i].score = score_of(state, found[i].action.card, found[i].action.to);
    children.push_back(found[i]);
  }
}

/// Appends the children of any other state, whose own test result is `suit_rows`.
void expand_loose(const State& state, SuitRows suit_rows, std::vector<Child>& children, TestCounts& counts);

}  // namespace nazo::superpuzz::best
