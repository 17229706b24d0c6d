#include "genres/superpuzz/best/expand.hpp"

#include <algorithm>

#include "genres/superpuzz/best/ordering.hpp"

namespace nazo::superpuzz::best {

namespace {

/// Calls visit(action, score) for every move of a state, or for those into the holes that are enough.
///
/// The move that fills the leftmost column is followed at once by another. Any later move that does not depend on the filling
/// could have been played before it, with the same result: its hole was there, and so was its left neighbour. So every
/// solution can be had in an order where the filling is the last move of all or is followed by a move that needs it: one
/// to the place the ace left, or to the right of the ace. The state in between is neither stored nor tested.
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

/// Is the order of some aces fixed but not known?
bool order_unknown(const State& state) { return state.loose_suits != 0 && state.left_holes() == 0; }
/// Two loose aces have two orders, three have six: each is tested. Four have too many: only their rows are asked for.
bool each_order_tested(const State& state) { return order_unknown(state) && std::popcount(state.loose_suits) < suits; }

}  // namespace

Node Expander::start(const State& state) {
  Node node{.state = state};
  settle(node.state);
  if (order_unknown(node.state)) node.orders = orders_of(node.state);
  ++counts_.generated;
  return node;
}

void Expander::expand(const Node& node, const Seen& seen, std::vector<Node>& children) {
  const std::size_t begin = children.size();
  const Mask enough = persistent_holes(node.state, relaxation_);
  counts_.persistent += enough != 0;
  const Orders inherited = order_unknown(node.state) ? node.orders : every_order;
  for_each_move(node.state, enough, [&](const Action& action, int score) {
    Node& child = children.emplace_back(Node{.state = node.state, .action = action, .score = score});
    apply(child.state, action);
    settle(child.state);
    seen.prefetch(child.state.key);
    if (order_unknown(child.state)) child.orders = orders_of(child.state) & inherited;
  });
  const auto drop_known = [&] {
    const auto from = children.begin() + static_cast<std::ptrdiff_t>(begin);
    children.erase(std::remove_if(from, children.end(), [&](const Node& child) { return seen.done(child.state.key); }), children.end());
  };
  drop_known();
  counts_.generated += children.size() - begin;
  test(children, begin);
}

bool Expander::passes(Node& node) {
  std::vector<Node> nodes{node};
  test(nodes, 0);
  if (nodes.empty()) return false;
  node = nodes[0];
  return true;
}

void Expander::test(std::vector<Node>& nodes, std::size_t from) {
  // Questions of several nodes are put together.
  struct Question {
    std::size_t node;
    int order;
  };
  Question questions[Relaxation::most_variants];
  int count = 0;
  found_rows_.assign(nodes.size() - from, 0);
  const auto ask = [&] {
    relaxation_.run(count);
    counts_.tested += static_cast<std::uint64_t>(count);
    for (int i = 0; i < count; ++i) {
      const auto [node, order] = questions[i];
      if (order < 0)
        found_rows_[node - from] = relaxation_.suit_rows(i);
      else if (relaxation_.suit_rows(i) == 0)
        nodes[node].orders &= ~(1u << order);
    }
    count = 0;
  };
  const auto question = [&](std::size_t node, int order) {
    const State& state = nodes[node].state;
    relaxation_.load(count, state);
    for (int suit = 0; suit < suits && order >= 0; ++suit)
      if (state.is_loose(suit)) relaxation_.put(count, card_of(0, suit), place_of(row_in(all_orders[static_cast<std::size_t>(order)], suit), 0));
    questions[count] = {node, order};
    if (++count == Relaxation::most_variants) ask();
  };
  for (std::size_t i = from; i < nodes.size(); ++i) {
    if (each_order_tested(nodes[i].state))
      for (Orders left = nodes[i].orders; left != 0; left &= left - 1) question(i, std::countr_zero(left));
    else
      question(i, -1);
  }
  if (count > 0) ask();

  std::size_t kept = from;
  for (std::size_t i = from; i < nodes.size(); ++i) {
    Node& node = nodes[i];
    if (order_unknown(node.state)) {
      if (!each_order_tested(node.state)) node.orders = orders_within(node.orders, found_rows_[i - from]);
      if (node.orders == 0 && !node.state.won()) continue;
      conclude(node);
    } else if (found_rows_[i - from] == 0 && !node.state.won()) {
      continue;
    }
    if (kept != i) nodes[kept] = node;
    ++kept;
  }
  counts_.lost += nodes.size() - kept;
  nodes.resize(kept);
}

/// Binds the aces that lie in the same row in all orders that are left.
void Expander::conclude(Node& node) {
  const SuitRows suit_rows = rows_in_orders(node.orders);
  for (int suit = 0; suit < suits; ++suit) {
    const unsigned rows_left = suit_rows >> (4 * suit) & 15;
    if (!node.state.is_loose(suit) || std::popcount(rows_left) != 1) continue;
    node.action.bind_suits = static_cast<std::uint8_t>(node.action.bind_suits | 1u << suit);
    node.action.ace_rows = static_cast<AceRows>(node.action.ace_rows | std::countr_zero(rows_left) << (2 * suit));
  }
  if (node.action.bind_suits == 0) return;
  bind_aces(node.state, node.action.bind_suits, node.action.ace_rows);
  settle(node.state);
}

}  // namespace nazo::superpuzz::best
