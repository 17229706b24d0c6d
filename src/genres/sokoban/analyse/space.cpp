#include "genres/sokoban/analyse/space.hpp"

#include <algorithm>
#include <cmath>

#include "genres/sokoban/solve/position.hpp"
#include "puzzle/room.hpp"
#include "search/explore.hpp"

namespace nazo::sokoban {

namespace {

constexpr int most_space_squares = 256;

struct SpaceState {
  std::array<std::uint64_t, 4> boxes{};
  Square keeper = 0;  ///< lowest square of its region
};

/// The rules as search/space.hpp wants them.
class PushSpace {
 public:
  using State = SpaceState;
  struct Move {
    Square from, to;
  };

  explicit PushSpace(const Board& board) : board_(board), position_(board) {
    for (const Square g : board.goals()) goals_[g / 64] |= std::uint64_t{1} << (g % 64);
  }

  [[nodiscard]] State start() const {
    State state;
    for (const Square b : board_.boxes()) flip(state, b);
    position_.load(board_.boxes());
    state.keeper = position_.flood(board_.keeper());
    return state;
  }
  void for_each_move(const State& state, auto&& visit) const {
    if (solved(state)) return;  // the game is over
    load(state);
    position_.flood(state.keeper);
    // The visitor may use the workspace, so the moves are collected first.
    std::array<Move, 4 * most_space_squares> moves;
    std::size_t count = 0;
    for (const Square from : boxes_)
      for (const Direction d : directions) {
        const Square stand = board_.next(from, opposite(d)), to = board_.next(from, d);
        if (stand != no_square && to != no_square && position_.reached(stand) && !position_.has_box(to))
          moves[count++] = {from, to};
      }
    for (std::size_t i = 0; i < count; ++i) visit(moves[i]);
  }
  [[nodiscard]] State apply(const State& state, const Move& move) const {
    State after = state;
    flip(after, move.from);
    flip(after, move.to);
    load(after);
    after.keeper = position_.flood(move.from);
    return after;
  }
  [[nodiscard]] bool solved(const State& state) const { return !board_.hopeless() && state.boxes == goals_; }
  [[nodiscard]] Key128 key(const State& state) const {
    Key128 key = zobrist(state.keeper);
    for (std::size_t w = 0; w < 4; ++w)
      for (std::uint64_t rest = state.boxes[w]; rest != 0; rest &= rest - 1)
        key ^= zobrist(1000 + 64 * w + static_cast<std::size_t>(std::countr_zero(rest)));
    return key;
  }

 private:
  static void flip(State& state, Square square) { state.boxes[square / 64] ^= std::uint64_t{1} << (square % 64); }
  void load(const State& state) const {
    boxes_.clear();
    for (std::size_t w = 0; w < 4; ++w)
      for (std::uint64_t rest = state.boxes[w]; rest != 0; rest &= rest - 1)
        boxes_.push_back(static_cast<Square>(64 * w + static_cast<std::size_t>(std::countr_zero(rest))));
    position_.load(boxes_);
  }

  const Board& board_;
  mutable Position position_;
  mutable std::vector<Square> boxes_;
  std::array<std::uint64_t, 4> goals_{};
};

// A player who pushes at random, but sees the way when the goal is near, and starts again when the position is lost
// (which is noticed at once, at a price). T(s) = a(s) + b(s)·T(start); a and b by Gauss–Seidel from the goal outwards.
constexpr std::uint32_t sight = 5;    ///< pushes from the goal at which it is seen
constexpr double attraction = 4;      ///< weight added to a push that comes nearer, within sight
constexpr double restart_price = 10;  ///< in pushes
constexpr int most_sweeps = 400;

/// For each state: two numbers, its place in the order, the order as it grows and is sorted.
constexpr std::uint64_t bytes_of_a_walk = 2 * sizeof(double) + 4 * sizeof(std::uint32_t);

/// Nothing if the meter runs out; memory is asked for beforehand.
std::optional<double> walker_steps(const search::Graph<PushSpace>& graph, Meter& meter) {
  if (!graph.solvable(0)) return 0;
  std::vector<std::uint32_t> order;
  for (std::uint32_t n = 0; n < graph.states.size(); ++n)
    if (graph.solvable(n) && graph.to_goal[n] > 0) order.push_back(n);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t n) { return graph.to_goal[n]; });
  std::vector<double> steps(graph.states.size(), 0), lost(graph.states.size(), 0);
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    if (!meter.check()) return std::nullopt;
    double change = 0;
    for (const std::uint32_t n : order) {
      double weights = 0, a = 0, b = 0;
      for (std::uint64_t i = graph.first[n]; i < graph.first[n + 1]; ++i) {
        const std::uint32_t child = graph.children[i];
        const bool alive = graph.solvable(child);
        const double weight =
            1 + (alive && graph.to_goal[n] <= sight && graph.to_goal[child] < graph.to_goal[n] ? attraction : 0);
        weights += weight;
        a += weight * (alive ? steps[child] : restart_price);
        b += weight * (alive ? lost[child] : 1);
      }
      a = 1 + a / weights;
      b /= weights;
      change = std::max(change, std::abs(a - steps[n]) / a);
      steps[n] = a;
      lost[n] = b;
    }
    if (change < 1e-6) break;
  }
  return steps[0] / std::max(1 - lost[0], 1e-12);
}

}  // namespace

Result<SpaceFacts> explore_space(const Board& board, std::uint64_t most_states, const Budget& budget) {
  if (board.squares() > most_space_squares) return fail_limit(Limit::memory);
  Meter meter(budget);
  const PushSpace space(board);
  Budget own = budget;
  own.nodes = std::min(budget.nodes, most_states);
  const auto graph = search::explore(space, space.start(), own);
  if (graph.ending == search::Ending::unknown) return fail_limit(graph.limit);
  SpaceFacts facts;
  facts.states = graph.states.size();
  for (std::uint32_t n = 0; n < graph.states.size(); ++n) facts.lost += graph.solvable(n) ? 0 : 1;
  if (facts.states * bytes_of_a_walk > bytes_left(budget.bytes, graph.bytes())) return fail_limit(Limit::memory);
  const auto steps = walker_steps(graph, meter);
  if (!steps) return fail_limit(meter.limit());
  facts.walker_steps = *steps;
  return facts;
}

}  // namespace nazo::sokoban
