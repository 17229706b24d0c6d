// The solver: is there a mate, how short is it, and what is the line?
//
//   Solver solver(bytes);
//   Solution s = solver.solve(position, {}, meter);
//   s.status == Status::solved, s.line == {3a2b, ...}, s.length == 3, s.optimal
//
// Either colour may attack. A solver can be used again and again; see dfpn.hpp.
#pragma once

#include <vector>

#include "genres/tsume/solve/dfpn.hpp"
#include "genres/tsume/solve/line.hpp"
#include "puzzle/genre.hpp"

namespace nazo::tsume {

struct SolveOptions {
  enum class Goal {
    any,        ///< any mate, with a line
    automatic,  ///< the shortest where its length is at most `proved_length`, else a line as short as was found
    shortest,   ///< the shortest, proved
  };
  Goal goal = Goal::automatic;
  Rules rules = Rules::exclude_useless;
  Length proved_length = 31;
  /// Where the shortest cannot be proved within the budget: no line, the status is then unknown.
  bool proved_or_nothing = false;
};

struct Solution {
  Status status = Status::unknown;
  Limit limit = Limit::none;
  std::vector<Move16> line{};
  Length length = 0;
  bool optimal = false;
  bool is_main_line = false;  ///< optimal, and every equally long defence was compared: see ExactLines
  Length first_length = 0;    ///< of the first proof found
};

class Solver {
 public:
  explicit Solver(std::uint64_t bytes) : Solver(bytes, bytes) {}
  /// Whose node counts are those of a solver for `planned_bytes` unless its search is `starved`.
  Solver(std::uint64_t bytes, std::uint64_t planned_bytes, unsigned threads = 1)
      : search_(bytes, planned_bytes, threads), bytes_(bytes) {}

  /// The side to move attacks; the position must pass `check_start`. When a mate is proved and the meter runs out
  /// before its line was read, that may take .3 seconds and half as many nodes more.
  [[nodiscard]] Solution solve(const Position& p, const SolveOptions& options, Meter& meter);

  [[nodiscard]] MateSearch& search() { return search_; }

 private:
  /// A line through the proof where the shortest is not proved; empty if there was not enough left to read it.
  [[nodiscard]] std::vector<Move16> line_of_proof(const Position& start, const SolveOptions& options, Meter& meter);

  MateSearch search_;
  std::uint64_t bytes_;
};

/// The moves of a line as the side that attacks from below sees them, turned if white attacks, and back.
[[nodiscard]] std::vector<Move16> turned(std::vector<Move16> line);

}  // namespace nazo::tsume
