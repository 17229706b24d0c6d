#include "genres/sokoban/solve.hpp"

#include "genres/sokoban/any.hpp"
#include "genres/sokoban/small.hpp"

namespace nazo::sokoban {

namespace {

/// States of a field that are tried before the other solvers get their turn: some 30 ms.
constexpr std::uint32_t field_states = 200'000;
/// Nodes of the proof that `Aim::best` pays for before it takes any solution.
constexpr std::uint64_t proof_nodes = 1'000'000;

/// Solves by the whole field of the goals, if the level is small enough; false if that decided nothing.
template <class G>
bool by_field(const Level& level, const Budget& budget, Answer& answer) {
  const auto small = to_small<G>(level);
  if (!small || G::count(small->boxes) > most_field_boxes || G::count(small->boxes) == 0) return false;
  Field<G> field;
  const auto most =
      static_cast<std::uint32_t>(std::min<std::uint64_t>({field_states, budget.nodes, budget.bytes / 64}));
  const Explored explored = field.explore_until(*small, most);
  answer.stats.nodes += field.states().size();
  answer.stats.expanded += field.states().size();
  if (explored == Explored::too_many) {
    answer.limit = most == budget.nodes ? Limit::nodes : Limit::memory;
    return false;
  }
  answer.method = "field";
  answer.limit = Limit::none;
  if (field.find(small->boxes, keeper_region(*small)) == nullptr) {
    answer.status = Status::unsolvable;
    return true;
  }
  answer.status = Status::solved;
  answer.lurd = lurd_of(*small, best_pushes(field, *small));
  answer.proved = {true, true, true};
  return true;
}

/// What is left of a budget after some nodes and seconds were used.
Budget rest_of(const Budget& budget, const Meter& meter, std::uint64_t used_nodes) {
  Budget rest = meter.rest();
  if (budget.nodes != Budget::unlimited) rest.nodes = budget.nodes > used_nodes ? budget.nodes - used_nodes : 0;
  return rest;
}

void take(Answer& answer, const Board& board, Outcome outcome, std::string_view method) {
  answer.status = outcome.status;
  answer.limit = outcome.limit;
  answer.proved = outcome.proved;
  answer.stats.nodes += outcome.stats.nodes;
  answer.stats.expanded += outcome.stats.expanded;
  answer.stats.duplicates += outcome.stats.duplicates;
  answer.stats.peak_bytes = std::max(answer.stats.peak_bytes, outcome.stats.peak_bytes);
  answer.method = method;
  if (outcome.status == Status::solved) answer.lurd = lurd_of(board, outcome.pushes);
}

Answer decide(const Level& level, Aim aim, const Budget& budget) {
  Answer answer;
  Meter meter(budget);
  if (solved(level)) {
    answer.status = Status::solved;
    answer.proved = {true, true, true};
    answer.stats.nodes = 1;
    answer.method = "none needed";
    return answer;
  }
  if (aim != Aim::moves && (by_field<Grid6>(level, budget, answer) || by_field<Grid8>(level, budget, answer) ||
                            by_field<Grid10>(level, budget, answer)))
    return answer;
  const auto floor = walkable(level);
  if (std::ranges::count(floor, true) > Board::most_squares) {
    answer.limit = Limit::memory;
    return answer;
  }
  const Board board(level);
  switch (aim) {
    case Aim::moves:
      take(answer, board, fewest_moves(board, rest_of(budget, meter, answer.stats.nodes)), "moves");
      break;
    case Aim::pushes:
      take(answer, board, fewest_pushes(board, rest_of(budget, meter, answer.stats.nodes)), "pushes");
      break;
    case Aim::best: {
      Budget proof = rest_of(budget, meter, answer.stats.nodes);
      proof.nodes = std::min(proof.nodes, proof_nodes);
      proof.seconds /= 2;
      take(answer, board, fewest_pushes(board, proof), "pushes");
      if (answer.status != Status::unknown) break;
      [[fallthrough]];
    }
    case Aim::any:
      take(answer, board, any_solution(board, rest_of(budget, meter, answer.stats.nodes)), "any");
      break;
  }
  return answer;
}

}  // namespace

Answer solve(const Level& level, Aim aim, const Budget& budget) {
  Answer answer = decide(level, aim, budget);
  answer.stats.nodes = std::max<std::uint64_t>(answer.stats.nodes, 1);
  if (answer.status == Status::solved) {
    const Replay played = replay(level, answer.lurd);
    answer.cost = played.cost;
    // A solution that does not replay would be a mistake of ours; it must never leave this room as solved.
    if (!played.solves) answer.status = Status::unknown;
  }
  return answer;
}

}  // namespace nazo::sokoban
