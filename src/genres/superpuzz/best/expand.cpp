#include "genres/superpuzz/best/expand.hpp"

#include <array>

#include "genres/superpuzz/best/ordering.hpp"

namespace nazo::superpuzz::best {

namespace {

/// Collects children, testing them in batches.
class Collector {
 public:
  Collector(const State& parent, std::vector<Child>& children, TestCounts& counts) : parent_(parent), children_(children), counts_(counts) {}
  ~Collector() { flush(); }

  void add(const Action& action, int score) {
    states_[count_] = parent_;
    apply(states_[count_], action);
    found_[count_] = {states_[count_].key, action, score};
    if (++count_ == batch) flush();
  }

 private:
  void flush() {
    const State* tested[batch];
    SuitRows suit_rows[batch];
    for (int i = 0; i < count_; ++i) tested[i] = &states_[i];
    relax(tested, count_, suit_rows);
    counts_.tested += static_cast<std::uint64_t>(count_);
    for (int i = 0; i < count_; ++i) {
      if (suit_rows[i] == 0)
        ++counts_.lost;
      else
        children_.push_back(found_[i]);
    }
    count_ = 0;
  }

  const State& parent_;
  std::vector<Child>& children_;
  TestCounts& counts_;
  State states_[batch];
  Child found_[batch];
  int count_ = 0;
};

/// Fills the last free place with `last_ace`, in every order of the aces, and goes on with a move that needed it.
///
/// Any later move that does not depend on the filling could have been played before it, with the same result: its hole
/// was there, and so was its left neighbour (an ace afloat stands for the one that is put there). So every solution can
/// be had in an order where the filling is the last move of all or is followed at once by a move that needs it: one that
/// goes to the place the ace left, or to the right of the ace. The state in between is neither stored nor tested.
void fill_and_follow(const State& state, Card last_ace, SuitRows suit_rows, Collector& collector) {
  std::array<Card, suits> aces{};
  int count = 0;
  for (Card ace = 0; ace < suits; ++ace)
    if ((state.suits_afloat >> ace & 1) != 0 || ace == last_ace) aces[static_cast<std::size_t>(count++)] = ace;
  const bool freezes = count == suits;

  const auto follow = [&](AceRows ace_rows) {
    State filled = state;
    const Place left_place = state.place[last_ace];
    apply(filled, {.fill = last_ace, .ace_rows = ace_rows});
    if (filled.won()) {
      collector.add({.fill = last_ace, .ace_rows = ace_rows}, 1'000'000);
      return;
    }
    const auto try_hole = [&](Place hole) {
      if (filled.at[hole] != empty_place) return;
      const Card card = detail::comer(filled, hole);
      if (card == no_card) return;
      int score = weights.ace_down + score_of(filled, card, hole);
      for (int row = 0; row < rows && filled.frozen; ++row) score += weights.prefix * (filled.prefix[static_cast<std::size_t>(row)] - 1);
      collector.add({.card = card, .to = hole, .fill = last_ace, .ace_rows = ace_rows}, score);
    };
    const auto right_of_ace = static_cast<Place>(filled.place[last_ace] + 1u);
    try_hole(right_of_ace);
    if (left_place != right_of_ace) try_hole(left_place);
  };
  const auto put = [&](auto&& self, int number, Mask free, AceRows ace_rows) -> void {
    if (number == count) return follow(ace_rows);
    const Card ace = aces[static_cast<std::size_t>(number)];
    for (Mask left = free; left != 0; left &= left - 1) {
      const Place place = first_of(left);
      // Four aces that lie stay where they are, so each row must be one in which its suit can be completed.
      if (freezes && (suit_rows >> (4 * ace + row_of(place)) & 1) == 0) continue;
      self(self, number + 1, free & ~mask_of(place), static_cast<AceRows>(ace_rows | row_of(place) << (2 * ace)));
    }
  };
  put(put, 0, state.free_places(), 0);
}

}  // namespace

void expand_loose(const State& state, SuitRows suit_rows, std::vector<Child>& children, TestCounts& counts) {
  Collector collector(state, children, counts);
  const auto move = [&](Card card, Place to) {
    const bool opens_left = column_of(state.place[card]) == 0;
    collector.add({.card = card, .to = to}, score_of(state, card, to) + (opens_left ? weights.ace_afloat : 0));
  };
  for (Mask holes = state.holes & ~left_column; holes != 0; holes &= holes - 1) {
    const Place hole = first_of(holes);
    if (state.at[hole - 1u] == free_place) {
      if (state.columns == fewest_columns) continue;  // there are no twos
      for (int suit = 0; suit < suits; ++suit)
        if ((state.suits_afloat >> suit & 1) != 0) move(card_of(1, suit), hole);
    } else if (const Card card = detail::comer(state, hole); card != no_card) {
      move(card, hole);
    }
  }
  const int free_holes = state.free_holes();
  for (Card ace = 0; ace < suits && free_holes > 0; ++ace) {
    if ((state.suits_afloat >> ace & 1) != 0) continue;
    if (free_holes > 1)
      collector.add({.card = ace, .to = afloat}, weights.ace_afloat);
    else
      fill_and_follow(state, ace, suit_rows, collector);
  }
}

}  // namespace nazo::superpuzz::best
