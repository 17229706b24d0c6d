// Second phase of the proof: of all solutions with the fewest pushes, the fewest box changes, and of those the fewest
// moves.
//
// Works on the states that lie on some solution with the fewest pushes. Backwards from the solved states,
//   c(s, x) = least over pushes of box x to x' of min(c(s', x'), 1 + m(s'))     runs of pushes left if x is pushed next
//   m(s)    = least over x of c(s, x), 0 when solved
// and then forwards over (state, keeper's square, box pushed last) along the pushes that attain these values.
#pragma once

#include <tuple>

#include "base/pulse.hpp"
#include "genres/sokoban/solve/prover.hpp"
#include "puzzle/room.hpp"
#include "search/sort_while.hpp"

namespace nazo::sokoban {

template <int W>
class Refiner {
 public:
  explicit Refiner(Prover<W>& prover)
      : prover_(prover), board_(prover.board()), pulse_(prover.meter()), position_(board_), after_(board_) {}

  /// Without room or time for it the solution stays as the proof found it, and `limit` says what ran out.
  void run(Outcome& outcome) {
    if (!prover_.complete() || outcome.status != Status::solved) return;
    std::vector<Push> pushes;
    const bool finished = backward() && forward(pushes);
    outcome.stats.peak_bytes = std::max(outcome.stats.peak_bytes, prover_.bytes() + bytes());
    if (!finished) {
      outcome.limit = prover_.meter().limit();
      return;
    }
    outcome.pushes = std::move(pushes);
    outcome.proved.box_changes = outcome.proved.moves = true;
  }

 private:
  using Words = typename Prover<W>::Words;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint16_t infinite = 0xffff;

  [[nodiscard]] std::uint64_t bytes() const {
    return dag_of_.capacity() * sizeof(std::uint32_t) + state_of_.capacity() * sizeof(std::uint32_t) +
           changes_.capacity() * sizeof(std::uint16_t) + (nodes_.capacity() + next_.capacity()) * sizeof(Node);
  }
  template <class T>
  bool room_for(std::vector<T>& list, std::size_t more) {
    if (make_room(list, more, bytes_left(prover_.meter().budget().bytes, prover_.bytes() + bytes()))) return true;
    prover_.meter().out_of_memory();
    return false;
  }

  /// The number of a state among those on best solutions, new or old; none if there is no room for it.
  std::uint32_t enter(std::uint32_t state) {
    if (dag_of_[state] != none) return dag_of_[state];
    if (!room_for(state_of_, 1) || !room_for(changes_, board_.count())) return none;
    const auto number = static_cast<std::uint32_t>(state_of_.size());
    dag_of_[state] = number;
    state_of_.push_back(state);
    changes_.resize(changes_.size() + board_.count(), infinite);
    return number;
  }
  [[nodiscard]] std::uint16_t least(std::uint32_t dag, bool end) const {
    if (end) return 0;
    const auto begin = changes_.begin() + static_cast<std::ptrdiff_t>(dag * board_.count());
    return *std::min_element(begin, begin + static_cast<std::ptrdiff_t>(board_.count()));
  }

  bool backward() {
    if (!room_for(dag_of_, prover_.states().size())) return false;
    dag_of_.assign(prover_.states().size(), none);
    for (const std::uint32_t end : prover_.ends())
      if (enter(end) == none) return false;
    ends_ = state_of_.size();
    std::vector<Square> boxes, before;
    for (std::uint32_t dag = 0; dag < state_of_.size(); ++dag) {
      const auto state = prover_.states()[state_of_[dag]];
      if (state.cost == 0) continue;
      if (!pulse_.goes_on()) return false;
      prover_.boxes_of(state.boxes, boxes);
      position_.load(boxes);
      position_.flood(state.keeper);
      const std::uint16_t change = static_cast<std::uint16_t>(least(dag, dag < ends_) + 1);
      after_.load(boxes);
      for (std::size_t i = 0; i < boxes.size(); ++i)
        for (const Direction d : directions) {
          const Square to = boxes[i], from = board_.next(to, opposite(d));
          if (from == no_square || !position_.reached(from) || !prover_.live(from)) continue;
          const Square stand = board_.next(from, opposite(d));
          if (stand == no_square || position_.has_box(stand)) continue;
          if (!prover_.meter().spend()) return false;
          Words words = state.boxes;
          prover_.moved(words, to, from);
          after_.shift(to, from);
          const std::uint32_t found = prover_.find(words, after_.flood(stand));
          after_.shift(from, to);
          if (found == none || prover_.states()[found].cost + 1 != state.cost) continue;
          const std::uint16_t same = changes_[dag * board_.count() + i];
          const std::uint32_t pred = enter(found);
          if (pred == none) return false;
          prover_.boxes_of(words, before);
          const auto ordinal = static_cast<std::size_t>(std::ranges::lower_bound(before, from) - before.begin());
          std::uint16_t& entry = changes_[pred * board_.count() + ordinal];
          entry = std::min({entry, same, change});
        }
    }
    return true;
  }

  struct Node {
    std::uint32_t dag, parent, moves;
    Square keeper, last_box;
    std::uint16_t changes_left;
    Push push;
    [[nodiscard]] auto key() const { return std::tie(dag, keeper, last_box, changes_left); }
  };

  bool forward(std::vector<Push>& pushes) {
    const std::uint32_t start = dag_of_[0];
    if (!room_for(nodes_, 1)) return false;
    nodes_.push_back({start, 0, 0, board_.keeper(), no_square, least(start, start < ends_), {}});
    distance_.resize(static_cast<std::size_t>(board_.squares()));
    std::size_t layer_begin = 0;
    for (int depth = 0; depth < prover_.best(); ++depth) {
      const std::size_t layer_end = nodes_.size();
      next_.clear();
      for (std::size_t n = layer_begin; n < layer_end; ++n)
        if (!prover_.meter().spend() || !push_on(n, depth)) return false;
      if (!keep_best_ways()) return false;
      layer_begin = layer_end;
      if (!room_for(nodes_, next_.size())) return false;
      nodes_.insert(nodes_.end(), next_.begin(), next_.end());
    }
    const auto last = std::min_element(nodes_.begin() + static_cast<std::ptrdiff_t>(layer_begin), nodes_.end(),
                                       [](const Node& a, const Node& b) { return a.moves < b.moves; });
    pushes.resize(static_cast<std::size_t>(prover_.best()));
    auto at = static_cast<std::size_t>(last - nodes_.begin());
    for (std::size_t i = pushes.size(); i > 0; --i) {
      pushes[i - 1] = nodes_[at].push;
      at = nodes_[at].parent;
    }
    return true;
  }

  /// Adds to `next_` every push of a node that keeps to the fewest pushes and box changes; false if a limit ran out.
  bool push_on(std::size_t number, int depth) {
    const Node node = nodes_[number];
    const auto state = prover_.states()[state_of_[node.dag]];
    prover_.boxes_of(state.boxes, boxes_);
    position_.load(boxes_);
    position_.flood(node.keeper);
    after_.load(boxes_);
    measure_walks(node.keeper);
    for (const Square from : boxes_)
      for (const Direction d : directions) {
        const Square stand = board_.next(from, opposite(d)), to = board_.next(from, d);
        if (stand == no_square || to == no_square || !position_.reached(stand) || position_.has_box(to) ||
            !prover_.live(to))
          continue;
        const bool change = from != node.last_box;
        if (change && node.changes_left == 0) continue;
        if (!pulse_.goes_on()) return false;
        Words words = state.boxes;
        prover_.moved(words, from, to);
        after_.shift(from, to);
        const std::uint32_t found = prover_.find(words, after_.flood(from));
        after_.shift(to, from);
        if (found == none || dag_of_[found] == none || prover_.states()[found].cost != depth + 1) continue;
        const std::uint32_t dag = dag_of_[found];
        prover_.boxes_of(words, afterwards_);
        const auto ordinal = static_cast<std::size_t>(std::ranges::lower_bound(afterwards_, to) - afterwards_.begin());
        const int left = node.changes_left - (change ? 1 : 0);
        const bool end = dag < ends_;
        const int needed = end ? 0 : std::min<int>(changes_[dag * board_.count() + ordinal] - 1, least(dag, false));
        if (needed > left) continue;
        if (!room_for(next_, 1)) return false;
        next_.push_back({dag,
                         static_cast<std::uint32_t>(number),
                         node.moves + distance_[stand] + 1,
                         from,
                         to,
                         static_cast<std::uint16_t>(left),
                         {from, d}});
      }
    return true;
  }

  /// The keeper's steps to every square of the flood just made.
  void measure_walks(Square keeper) {
    const auto reached = position_.reached_squares();
    for (const Square s : reached) distance_[s] = none;
    distance_[keeper] = 0;
    for (const Square s : reached)
      for (const Square near : board_.neighbours(s))
        if (near != no_square && position_.reached(near) && distance_[near] == none) distance_[near] = distance_[s] + 1;
  }

  /// Of the nodes of `next_` that are the same but for the way there, only the one with the fewest moves stays.
  bool keep_best_ways() {
    const auto before = [](const Node& a, const Node& b) {
      return std::tuple(a.key(), a.moves, a.parent) < std::tuple(b.key(), b.moves, b.parent);
    };
    if (!search::sort_while(std::span(next_), before, [&] { return prover_.meter().check(); })) return false;
    const auto twice = std::ranges::unique(next_, [](const Node& a, const Node& b) { return a.key() == b.key(); });
    next_.erase(twice.begin(), twice.end());
    return true;
  }

  Prover<W>& prover_;
  const Board& board_;
  Pulse pulse_;
  Position position_, after_;
  std::vector<Square> boxes_, afterwards_;
  std::vector<std::uint32_t> dag_of_, state_of_, distance_;
  std::vector<std::uint16_t> changes_;
  std::vector<Node> nodes_, next_;
  std::size_t ends_ = 0;
};

}  // namespace nazo::sokoban
