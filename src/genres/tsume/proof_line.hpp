// Lines read off the proof in the search's table, for mates too long for exact lengths.
//
// A table entry's length is only a bound on the mate it proves. `ProofLines` walks the whole proof, computes lengths
// from the leaves up with the hands that really arise, and searches again where an entry has been collected. The line
// is what both sides would play if the proof's mating moves were all there are: every length in it is an upper bound.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "genres/tsume/dfpn.hpp"

namespace nazo::tsume {

class ProofLines {
 public:
  ProofLines(MateSearch& search, Rules rules, Meter& meter) : search_(search), rules_(rules), meter_(meter) {}

  /// A line that follows the table's lengths without looking at the whole proof: quick, neither shortest nor longest.
  [[nodiscard]] std::vector<Move16> quick_line(Position p);
  /// The line after evaluating the proof; empty if the meter or `most_nodes` ran out.
  [[nodiscard]] std::vector<Move16> full_line(const Position& p, std::size_t most_nodes);

 private:
  struct Value {
    Length length = 0;
    std::uint8_t left_in_hand = 0;
    bool open = false;  ///< still being worked out: on the present path
    Move16 move{};
  };
  struct KeyHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint32_t>& k) const {
      return static_cast<std::size_t>(k.first ^ (k.second * 0x9e37'79b9'7f4a'7c15ULL));
    }
  };
  struct Step {
    Move16 move;
    Length bound;
  };
  /// The moves that the table says mate (attacker), or all answers (defender), with the table's lengths.
  bool steps(Position& p, std::vector<Step>& out);
  [[nodiscard]] Length bound_of(const Position& p);
  Value value(Position& p);
  Value attack(Position& p);
  Value defend(Position& p);
  void strike_out_useless(Position& p, const std::vector<std::pair<Move16, Value>>& answers, std::vector<bool>& counts);

  MateSearch& search_;
  Rules rules_;
  Meter& meter_;
  bool failed_ = false;
  std::size_t most_nodes_ = 0;
  int depth_ = 0;  ///< of the walk through the proof
  std::unordered_map<std::pair<std::uint64_t, std::uint32_t>, Value, KeyHash> memo_;
};

}  // namespace nazo::tsume
