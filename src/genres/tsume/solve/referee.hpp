// The referee: how long a mate takes by the definition alone, for short mates.
//
// An AND/OR search, ply by ply deeper, that shares nothing with the solver but the moves and the rule of mudaai.hpp. It
// remembers what it has worked out in a map of its own (some 60 bytes a node) and gives up when the meter has run out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "base/budget.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

class Referee {
 public:
  static constexpr int longest = 15;  ///< plies it may be asked about

  Referee(Rules rules, Meter& meter) : rules_(rules), meter_(meter) {}

  /// The length of the mate, `cap` + 1 if it is longer than `cap` plies; nothing if the meter ran out. The side to move
  /// attacks.
  [[nodiscard]] std::optional<int> length(const Position& p, int cap);

 private:
  /// The exact length if it is at most `cap`, else `far`.
  int attack(const Position& p, int cap);
  int defend(const Position& p, int cap);
  bool is_useless(const Position& p, Move16 m, Square checker, int nearer);

  static constexpr int far = 9999;
  struct Known {
    std::int8_t length = 0;  ///< 0: not known
    std::int8_t failed = 0;  ///< no mate within so many plies
  };
  [[nodiscard]] bool stopped() const { return meter_.limit() != Limit::none; }

  Rules rules_;
  Meter& meter_;
  std::unordered_map<std::uint64_t, Known> memo_;
  std::array<Move16, longest + 1> last_mating_{};  ///< by the plies it took: often mates again elsewhere
};

}  // namespace nazo::tsume
