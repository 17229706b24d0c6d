#include "genres/superpuzz/solve/best/expand.hpp"

#include <algorithm>

#include "genres/superpuzz/solve/best/ordering.hpp"

namespace nazo::superpuzz::best {

namespace {

/// Calls visit(action, score) for every move of a state, or for those into the holes that are enough.
///
/// The move that fills the leftmost column is followed at once by another. Any later move that does not depend on the
/// filling could have been played before it, with the same result: its hole was there, and so was its left neighbour.
/// So every solution can be had in an order where the filling is the last move of all or is followed by a move that
/// needs it: one to the place the ace left, or to the right of the ace. The state in between is neither stored nor
/// tested.
template <class Visit>
void for_each_move(const State& state, Mask enough, Visit&& visit) {
  const auto move = [&](const State& from, Card card, Place to, Card fill, int score) {
    if (column_of(from.place[card]) == 0) score += weights.ace;
    visit(Action{.card = card, .to = to, .fill = fill}, score + score_of(from, card, to));
  };
  const auto moves_to = [&](const State& from, Place hole, Card fill, int score) {
    if (from.at[hole - 1u] != free_place) {
      if (const Card card = detail::comer(from, hole); card != no_card) move(from, card, hole, fill, score);
      return;
    }
    for (int suit = 0; suit < suits && from.columns > fewest_columns; ++suit)
      if (from.is_loose(suit)) move(from, card_of(1, suit), hole, fill, score);
  };
  const Mask body_holes = enough != 0 ? enough : state.holes & ~left_column;
  for (Mask holes = body_holes; holes != 0; holes &= holes - 1) moves_to(state, first_of(holes), no_card, 0);
  if (enough != 0) return;

  const int left_holes = state.left_holes();
  for (Card ace = 0; ace < suits && left_holes > 0; ++ace) {
    if (state.is_loose(ace)) continue;
    if (left_holes > 1) {
      visit(Action{.card = ace, .to = loose}, weights.ace);
      continue;
    }
    State filled = state;
    apply(filled, {.fill = ace});
    if (filled.won()) visit(Action{.fill = ace}, 1'000'000);
    const Place left_behind = state.place[ace];
    moves_to(filled, left_behind, ace, weights.fill);
    if (filled.columns == fewest_columns) continue;
    // Right of the ace, in whichever row it lies.
    for (int row = 0; row < rows; ++row) {
      const Place hole = place_of(row, 1);
      const Card left = filled.at[place_of(row, 0)];
      if (hole == left_behind || filled.at[hole] != empty_place || (left != free_place && left != ace)) continue;
      move(filled, static_cast<Card>(ace + suits), hole, ace, weights.fill);
    }
  }
}

/// Are three or four aces loose that can never move again? Three are put down in every order there is; for four, that
/// would be too many: they stay loose until one of them is bound.
bool to_be_put_down(const State& state) {
  return state.frozen && state.loose_suits != 0 && std::popcount(state.loose_suits) < suits;
}
bool all_loose(const State& state) { return state.frozen && std::popcount(state.loose_suits) == suits; }

}  // namespace

Node Expander::start(const State& state) {
  Node node{.state = state};
  settle(node.state);
  ++counts_.generated;
  return node;
}

template <class Known>
void Expander::expand(const Node& node, const Known& seen, std::vector<Node>& children) {
  const std::size_t begin = children.size();
  const Mask enough = persistent_holes(node.state, relaxation_);
  counts_.persistent += enough != 0;
  next_.clear();
  bool any_orders = false;
  for_each_move(node.state, enough, [&](const Action& action, int score) {
    Next& next = next_.emplace_back(Next{.node = {.state = node.state, .action = action, .score = score}});
    State& state = next.node.state;
    apply(state, action);
    if (to_be_put_down(state)) {
      next.orders = orders_of(state) & (all_loose(node.state) ? node.orders : every_order);
      if (next.orders == 0) return next_.pop_back();
      any_orders = true;
      return;
    }
    settle(state);
    seen.prefetch(state.key);
  });
  if (any_orders) test_orders();
  for (Next& next : next_) {
    if (!to_be_put_down(next.node.state)) {
      children.push_back(next.node);
      continue;
    }
    next.node.action.bind_suits = next.node.state.loose_suits;
    for (Orders left = next.orders; left != 0; left &= left - 1) {
      Node& child = children.emplace_back(next.node);
      child.action.ace_rows = all_orders[static_cast<std::size_t>(std::countr_zero(left))];
      bind_aces(child.state, child.action.bind_suits, child.action.ace_rows);
      settle(child.state);
      seen.prefetch(child.state.key);
    }
  }
  // The table is asked after the test: meanwhile its memory is fetched. That is a loss only where there are many
  // children.
  constexpr std::size_t few = Relaxation::most_variants;
  const auto drop_known = [&] {
    const auto from = children.begin() + static_cast<std::ptrdiff_t>(begin);
    children.erase(std::remove_if(from, children.end(), [&](const Node& child) { return seen.done(child.state.key); }),
                   children.end());
  };
  const bool ask_first = children.size() - begin > few;
  if (ask_first) drop_known();
  test(children, begin);
  if (!ask_first) drop_known();
}

template void Expander::expand(const Node&, const Seen&, std::vector<Node>&);
template void Expander::expand(const Node&, const SharedSeen&, std::vector<Node>&);

// With fewer places for the aces less is possible, with more places more. So what is possible without the loose aces is
// found once and every other run goes on from there; and what is lost although they may lie in all free places at once
// is lost in every order.
void Expander::test_orders() {
  struct Question {
    Next* next;
    Mask holes;  ///< what could become empty without the loose aces
    int order;
  };
  std::array<Question, Relaxation::most_variants> asked{};
  int count = 0;
  const auto set_aces = [&](int variant, auto&& places_of) {
    const State& state = asked[static_cast<std::size_t>(variant)].next->node.state;
    for (int suit = 0; suit < suits; ++suit)
      if (state.is_loose(suit)) relaxation_.set_ace(variant, suit, places_of(suit));
  };
  std::vector<Question> singly;
  const auto ask_of_sets = [&] {
    for (int v = 0; v < count; ++v) {
      relaxation_.load(v, asked[static_cast<std::size_t>(v)].next->node.state);
      set_aces(v, [](int) { return Mask{0}; });
    }
    relaxation_.run(count);
    for (int v = 0; v < count; ++v) {
      Question& question = asked[static_cast<std::size_t>(v)];
      question.holes = relaxation_.holes(v);
      set_aces(v, [&](int) { return question.next->node.state.free; });
    }
    relaxation_.run(count);
    for (int v = 0; v < count; ++v) {
      Question& question = asked[static_cast<std::size_t>(v)];
      const Orders orders = question.next->orders;
      question.next->orders = orders_within(orders, relaxation_.suit_rows(v));
      const int lost = std::popcount(orders) - std::popcount(question.next->orders);
      counts_.generated += static_cast<std::uint64_t>(lost);
      counts_.lost += static_cast<std::uint64_t>(lost);
      for (Orders left = question.next->orders; left != 0; left &= left - 1) {
        question.order = std::countr_zero(left);
        singly.push_back(question);
      }
    }
    count = 0;
  };
  for (Next& next : next_) {
    if (next.orders == 0) continue;
    asked[static_cast<std::size_t>(count)] = {&next, 0, 0};
    if (++count == Relaxation::most_variants) ask_of_sets();
  }
  if (count > 0) ask_of_sets();

  const auto ask_singly = [&] {
    for (int v = 0; v < count; ++v) {
      const Question& question = asked[static_cast<std::size_t>(v)];
      relaxation_.load(v, question.next->node.state);
      const AceRows ace_rows = all_orders[static_cast<std::size_t>(question.order)];
      set_aces(v, [&](int suit) { return mask_of(place_of(row_in(ace_rows, suit), 0)); });
      relaxation_.set_holes(v, question.holes);
    }
    relaxation_.run(count);
    for (int v = 0; v < count; ++v) {
      if (relaxation_.suit_rows(v) != 0) continue;
      const Question& question = asked[static_cast<std::size_t>(v)];
      question.next->orders &= ~(1u << question.order);
      ++counts_.generated;
      ++counts_.lost;
    }
    count = 0;
  };
  for (const Question& question : singly) {
    asked[static_cast<std::size_t>(count)] = question;
    if (++count == Relaxation::most_variants) ask_singly();
  }
  if (count > 0) ask_singly();
}

bool Expander::passes(Node& node) {
  std::vector<Node> nodes{node};
  test(nodes, 0);
  if (nodes.empty()) return false;
  node = nodes[0];
  return true;
}

void Expander::test(std::vector<Node>& nodes, std::size_t from) {
  std::size_t kept = from;
  for (std::size_t i = from; i < nodes.size(); i += Relaxation::most_variants) {
    const int count = static_cast<int>(std::min<std::size_t>(nodes.size() - i, Relaxation::most_variants));
    for (int v = 0; v < count; ++v) relaxation_.load(v, nodes[i + static_cast<std::size_t>(v)].state);
    relaxation_.run(count);
    for (int v = 0; v < count; ++v) {
      Node& node = nodes[i + static_cast<std::size_t>(v)];
      const SuitRows suit_rows = relaxation_.suit_rows(v);
      if (suit_rows == 0) continue;
      if (all_loose(node.state)) node.orders = orders_within(every_order, suit_rows);
      if (&nodes[kept] != &node) nodes[kept] = node;
      ++kept;
    }
  }
  counts_.generated += nodes.size() - from;
  counts_.lost += nodes.size() - kept;
  nodes.resize(kept);
}

}  // namespace nazo::superpuzz::best
