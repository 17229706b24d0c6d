// The solver: is there a mate, how short is it, and what is the line?
//
//   Solver solver(bytes);
//   Solution s = solver.solve(position, {}, meter);
//   s.status == Status::solved, s.line == {3a2b, ...}, s.length == 3, s.optimal
//
// Either colour may attack. A solver can be used again and again; see dfpn.hpp.
#pragma once

#include <vector>

#include "genres/tsume/dfpn.hpp"
#include "genres/tsume/line.hpp"
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
};

struct Solution {
  Status status = Status::unknown;
  Limit limit = Limit::none;
  std::vector<Move16> line{};
  Length length = 0;
  bool optimal = false;
  Length first_length = 0;  ///< of the first proof found
};

class Solver {
 public:
  explicit Solver(std::uint64_t bytes) : search_(bytes), bytes_(bytes) {}

  /// The side to move attacks; the position must pass `check_start`.
  [[nodiscard]] Solution solve(const Position& p, const SolveOptions& options, Meter& meter);

  [[nodiscard]] MateSearch& search() { return search_; }

 private:
  MateSearch search_;
  std::uint64_t bytes_;
};

/// The moves of a line as the side that attacks from below sees them, turned if white attacks, and back.
[[nodiscard]] std::vector<Move16> turned(std::vector<Move16> line);

}  // namespace nazo::tsume
