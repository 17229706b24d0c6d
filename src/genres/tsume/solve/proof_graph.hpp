// Lengths worked out over the proof itself, for mates too long to be proved shortest.
//
// A table entry's length is only a bound on the mate it proves: it was stored when less was known, and perhaps for
// another hand. `ProofGraph` copies the proof out of the table into a graph of positions with the hands that really
// arise, and gives every position its length from the mates upwards, shortest first, so that cycles need no care and
// useless interpositions (mudaai.hpp) are judged by final lengths. It starts with one mating check for each of the
// attacker's positions. Then the main line is walked, and wherever the attacker is to move on it every other check that
// can be proved at a small price joins the graph, until the main line no longer changes. So the result is the length of
// a real mate, and no check along the main line that is cheaply seen to mate is better.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "genres/tsume/solve/dfpn.hpp"

namespace nazo::tsume {

class ProofGraph {
 public:
  /// Black attacks. `most_bytes` bounds the graph, `meter` the searches where the table has holes, and all in time.
  ProofGraph(MateSearch& search, Rules rules, Meter& meter, std::uint64_t most_bytes)
      : search_(search), rules_(rules), meter_(meter), most_bytes_(most_bytes) {}

  enum class Effort {
    as_proved,  ///< the attacker follows the proof
    refined,    ///< other checks along the main line are tried too
  };
  /// The main line from a position that is proved; empty if a bound ran out before there was any.
  [[nodiscard]] std::vector<Move16> line(const Position& start, Effort effort);

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  /// What it takes while lengths are worked out.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  using Id = std::uint32_t;
  static constexpr Id nobody = 0xffff'ffffu;

  struct Edge {
    Id child = nobody;
    Move16 move{};
    bool judged = false;
    std::uint8_t stage = 0;  ///< interpositions: 1 on the square next to the king, 2 on the next …
    /// Interpositions: what is left if the checker takes them and they are put out of the account (one or two ways).
    std::array<Id, 2> without{nobody, nobody};
  };
  struct Node {
    std::uint32_t first = 0;  ///< edge
    std::uint16_t count = 0;
    Length length = unproven;
    Move16 move{};
    std::uint8_t left_in_hand = 0;
    std::uint8_t hand_total = 0;
    bool attacking = false;
    bool opened = false;   ///< attacker: every check was tried
    bool judging = false;  ///< defender: interpositions are judged as soon as they are known
  };
  struct Task {
    Id id;
    Position position;
  };
  struct KeyHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint32_t>& k) const {
      return static_cast<std::size_t>(k.first ^ (k.second * 0x9e37'79b9'7f4a'7c15ULL));
    }
  };

  /// The node of a position; a new one is put on the list of those to be expanded.
  Id node_of(const Position& p);
  /// Expands all new nodes. False if a bound ran out.
  bool grow();
  bool expand_attack(const Task& task);
  bool expand_defence(const Task& task);
  /// The table's bound of a position; `unproven` if it knows none.
  [[nodiscard]] Length bound_of(const Position& p) const;
  /// Proves a position again if need be, at no more than that price.
  bool ensure_proved(const Position& p, std::uint64_t most_nodes);
  void set_edges(Id id, const std::vector<Edge>& edges);

  /// Gives every position its length. False if the meter ran out: lengths then mean nothing.
  bool evaluate();
  /// The value of a defender's node if all it rests on is known.
  bool settle_defence(Node& node) const;

  /// Opens the attacker's nodes on the main line and judges the interpositions that it consists of. False if all that
  /// had been done before.
  bool refine(Position p, int plies);
  void open(Id id, const Position& p);
  /// Finds what is left if an interposition is taken, for that edge of the defender's node of that position.
  void judge(std::uint32_t edge, const Position& p);

  MateSearch& search_;
  Rules rules_;
  Meter& meter_;
  std::uint64_t most_bytes_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Task> tasks_;
  std::unordered_map<std::pair<std::uint64_t, std::uint32_t>, Id, KeyHash> ids_;
};

}  // namespace nazo::tsume
