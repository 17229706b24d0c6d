#include "genres/sokoban/solve/solve.hpp"

#include "genres/sokoban/rules/small.hpp"
#include "genres/sokoban/solve/any.hpp"
#include "genres/sokoban/solve/field_solution.hpp"
#include "puzzle/room.hpp"

namespace nazo::sokoban {

namespace {

/// States of a field that are tried before the other solvers get their turn: some 30 ms.
constexpr std::uint32_t field_states = 200'000;
/// Nodes of the proof that `Aim::best` pays for before it takes any solution.
constexpr std::uint64_t proof_nodes = 1'000'000;
/// A solution is written down in this time at least.
constexpr double seconds_to_write = 0.2;

/// Solves by the whole field of the goals, as far as that goes; false if the level does not fit this grid.
template <class G>
bool by_field(const Level& level, Meter& meter, Answer& answer) {
  const auto small = to_small<G>(level);
  if (!small || G::count(small->boxes) > most_field_boxes || G::count(small->boxes) == 0) return false;
  Field<G> field;
  const Explored explored = field.explore_until(*small, field_states, share_of(meter, 2));
  answer.stats.nodes += field.states().size();
  answer.stats.expanded += field.states().size();
  answer.stats.peak_bytes = std::max(answer.stats.peak_bytes, field.bytes());
  answer.short_of_room = explored == Explored::no_room;
  if (!is_complete(explored)) return true;
  if (field.find(small->boxes, keeper_region(*small)) == nullptr) {
    answer.method = "field";
    answer.status = Status::unsolvable;
    return true;
  }
  const auto pushes = best_pushes(field, *small, share_of(meter, 2));
  answer.short_of_room = !pushes;
  if (!pushes) return true;
  answer.method = "field";
  answer.status = Status::solved;
  answer.lurd = lurd_of(*small, *pushes);
  answer.proved = {true, true, true};
  return true;
}

/// Solves on the numbered board, and adds what the solver did to the answer.
class Solver {
 public:
  Solver(const Board& board, Meter& meter, Effort effort, Answer& answer)
      : board_(board), meter_(meter), effort_(effort), answer_(answer) {}

  Result<void> run(Aim aim) {
    switch (aim) {
      case Aim::moves:
        return take(fewest_moves(board_, rest()), "moves");
      case Aim::pushes:
        return take(fewest_pushes(board_, rest()), "pushes");
      case Aim::any:
        return take(any_solution(board_, rest(), effort_), "any");
      case Aim::best:
        break;
    }
    Budget proof = rest();
    proof.nodes = std::min(proof.nodes, proof_nodes);
    proof.seconds /= 2;
    NAZO_CHECK(take(fewest_pushes(board_, proof), "pushes"));
    if (answer_.status != Status::unknown || !meter_.check()) return {};
    const Limit unproved = answer_.limit;
    NAZO_CHECK(take(any_solution(board_, rest(), effort_), "any"));
    if (answer_.status == Status::solved && !answer_.proved.pushes) answer_.limit = unproved;
    return {};
  }

 private:
  /// What is left of the budget beside the board.
  [[nodiscard]] Budget rest() const {
    Budget rest = meter_.rest();
    rest.bytes = bytes_left(rest.bytes, board_.bytes());
    return rest;
  }

  /// To write a solution down: what is found is said, even if finding or shortening it took all there was.
  [[nodiscard]] Budget to_write() const {
    Budget budget = rest();
    budget.nodes = Budget::unlimited;
    const bool stopped = budget.stop != nullptr && budget.stop->load();
    if (stopped || budget.seconds < seconds_to_write) {
      budget.stop = nullptr;
      budget.seconds = seconds_to_write;
    }
    return budget;
  }

  Result<void> take(const Outcome& outcome, std::string_view method) {
    (void)meter_.spend(outcome.stats.nodes);
    answer_.status = outcome.status;
    answer_.limit = outcome.limit;
    answer_.stats.nodes += outcome.stats.nodes;
    answer_.stats.expanded += outcome.stats.expanded;
    answer_.stats.duplicates += outcome.stats.duplicates;
    answer_.stats.peak_bytes = std::max(answer_.stats.peak_bytes, outcome.stats.peak_bytes);
    answer_.method = method;
    if (outcome.status != Status::solved) return {};
    auto lurd = lurd_of(board_, outcome.pushes, to_write());
    if (!lurd && lurd.error().limit == Limit::none) return std::unexpected(std::move(lurd).error());
    if (!lurd) {
      answer_.status = Status::unknown;
      answer_.limit = lurd.error().limit;
      return {};
    }
    answer_.lurd = std::move(*lurd);
    answer_.proved = outcome.proved;
    return {};
  }

  const Board& board_;
  Meter& meter_;
  Effort effort_;
  Answer& answer_;
};

Result<Answer> decide(const Level& level, Aim aim, const Budget& budget, Effort effort) {
  Answer answer;
  Meter meter(budget);
  if (solved(level)) {
    answer.status = Status::solved;
    answer.proved = {true, true, true};
    answer.method = "none needed";
    return answer;
  }
  const auto ran_out = [&](Limit limit) {
    answer.limit = limit;
    return answer;
  };
  const bool may_fit = std::ranges::count(walkable(level), true) <= Grid10::side * Grid10::side;
  if (aim != Aim::moves && may_fit)
    (void)(by_field<Grid6>(level, meter, answer) || by_field<Grid8>(level, meter, answer) ||
           by_field<Grid10>(level, meter, answer));
  if (answer.status != Status::unknown) return answer;
  if (!meter.check()) return ran_out(meter.limit());
  const Board board(level, meter.rest());
  if (board.limit() != Limit::none) return ran_out(board.limit());
  NAZO_CHECK(Solver(board, meter, effort, answer).run(aim));
  return answer;
}

}  // namespace

Result<Answer> solve(const Level& level, Aim aim, const Budget& budget, Effort effort) {
  NAZO_TRY(answer, decide(level, aim, budget, effort));
  answer.stats.nodes = std::max<std::uint64_t>(answer.stats.nodes, 1);
  if (answer.status != Status::solved) return std::move(answer);
  const Replay played = replay(level, answer.lurd);
  if (!played.solves) return fail("internal error: the solution found does not replay");
  answer.cost = played.cost;
  return std::move(answer);
}

}  // namespace nazo::sokoban
