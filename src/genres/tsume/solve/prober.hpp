// A small exact search for generators: is there a mate within so many plies?
//
// Generators ask about thousands of positions a second, most of them without a short mate. This search is full-width
// with deepening and one flat table, counts lengths by the rule of mudaai.hpp, and gives up after an allowance of
// nodes. What it says is not the last word: whatever is printed is judged by `check`.
//
//   Prober prober(16);
//   prober.allow(20'000);
//   std::optional<int> n = prober.length(position, 7);   // nothing: no mate within 7 plies, or prober.ran_out()
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "genres/tsume/rules/in_check.hpp"
#include "genres/tsume/rules/position.hpp"
#include "genres/tsume/solve/compared_line.hpp"

namespace nazo::tsume {

class Prober {
 public:
  /// A table of 2^bits entries of 16 bytes. If a meter is given, it is asked now and then whether to go on (nodes are
  /// not counted there): once it has run out, so has every allowance.
  explicit Prober(int bits, Meter* meter = nullptr);

  /// From now on so many nodes may be spent. After they ran out every answer is "no" and means nothing.
  void allow(std::int64_t nodes);
  [[nodiscard]] bool ran_out() const { return left_ < 0; }
  [[nodiscard]] std::int64_t nodes() const { return nodes_; }  ///< since the beginning
  /// Counts other work as if it had been nodes.
  void charge(std::int64_t nodes) { nodes_ += nodes; }

  /// Black, to move, mates within n (odd) plies.
  [[nodiscard]] bool attack(const Position& p, int n);
  /// White, to move and in check, is mated within n (even) plies.
  [[nodiscard]] bool defend(const Position& p, int n);
  /// The exact length of the mate if it is at most `cap`.
  [[nodiscard]] std::optional<int> length(const Position& p, int cap);

  /// Answers to a check that count and hold out longest, people's order; n is the exact length at this check.
  [[nodiscard]] std::vector<Move16> longest_defences(const Position& p, int n);
  /// The main line by the conventions of line.hpp; n is the exact length. Empty if the allowance ran out.
  [[nodiscard]] std::vector<Move16> main_line(const Position& p, int n);

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint8_t proven = 255;  ///< mate within so many plies; no mate is that long
    std::uint8_t failed = 0;    ///< no mate within so many plies − 1; 0: nothing known
    std::uint16_t move = 0;     ///< the mating check, or the answer that refutes
    std::uint32_t spare = 0;

    /// Is there a mate within n plies? Nothing if that is not known.
    [[nodiscard]] std::optional<bool> within(int n) const {
      if (proven <= n) return true;
      if (failed > n) return false;
      return std::nullopt;
    }
  };

  /// The allowance is handed out in pieces, and the meter is asked between them. False if there is no more.
  bool next_piece();
  bool attack(int n);
  bool defend(int n);
  bool mates_at_once();
  bool interpositions_fail(const MoveList& list, const KingInCheck& check, int n, std::uint64_t key);
  [[nodiscard]] bool strikes_out(const Position& before, Move16 m, Square checker, int base);
  [[nodiscard]] int exact(const Position& p, int cap);
  ComparedLine best_attack(const Position& p, int n);
  ComparedLine best_defence(const Position& p, int n);

  [[nodiscard]] std::uint64_t key() const;
  [[nodiscard]] Entry& slot(std::uint64_t key) { return table_[key >> shift_]; }
  /// What the table knows of a position; an entry that says nothing if it knows none.
  [[nodiscard]] Entry recall(std::uint64_t key) {
    const Entry& e = slot(key);
    return e.key == key ? e : Entry{};
  }
  void store(std::uint64_t key, bool mate, int n, Move16 move);

  std::vector<Entry> table_;
  int shift_;
  Meter* meter_;
  std::int64_t left_ = 0, later_ = 0, nodes_ = 0;  ///< left_: of this piece, negative after the last; later_: in others
  int comparisons_ = 0;
  Position pos_;
};

}  // namespace nazo::tsume
