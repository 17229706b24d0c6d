// The mate search: depth-first proof-number search (df-pn) over checks and evasions.
//
// The attacker is black. Every search is bounded by a length (possibly endless): a result is "mate within so many
// plies" or "no mate within so many plies", so that one table serves finding any mate and proving the shortest.
//
//   Table table(bytes); PathTable paths(bytes / 8); Meter meter(budget);
//   MateSearch search(table, paths, meter);
//   Outcome o = search.run(position, endless_length);
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "genres/tsume/position.hpp"
#include "genres/tsume/table.hpp"

namespace nazo::tsume {

/// The value of a node.
struct Outcome {
  Number pn = 1, dn = 1;
  Length length = 0;                       ///< of the proof (an upper bound of the mate) or of the disproof
  Hand hand{};                             ///< what the proof needs, what the disproof allows
  std::int16_t repetition = no_repetition; ///< a disproof that rests on a repetition: the depth where that began
  Move16 move{};

  [[nodiscard]] bool proved() const { return pn == 0; }
  [[nodiscard]] bool disproved() const { return dn == 0; }
  [[nodiscard]] bool solved() const { return pn == 0 || dn == 0; }
};

class MateSearch {
 public:
  static constexpr int depth_limit = 4000;

  MateSearch(Table& table, PathTable& paths, Meter& meter);

  /// Searches until the position is solved for that length or the meter runs out. `salt` keeps apart what must not be
  /// shared in the table (other material, other rules).
  [[nodiscard]] Outcome run(const Position& root, Length length, std::uint64_t salt);

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  struct Child {
    std::uint64_t key;
    Hand hand;        ///< the attacker's, at the child
    Number pn, dn;
    Hand final_hand;  ///< once solved
    Length length;    ///< once solved
    std::int16_t repetition;
    std::int16_t order;  ///< static order for ties, smaller first
    std::uint16_t next;  ///< the child that is released once this one is settled
    Move16 move;
    bool first_visit, hidden, old;
  };
  static constexpr std::uint16_t no_child = 0xffff;

  struct Frame {
    std::uint64_t key = 0, path_key = 0;
    Hand hand{};
    std::uint32_t first = 0, count = 0;
    std::uint32_t best = 0, hidden = 0;
    Number second = 0;   ///< the selecting number of the second-best child
    Number others = 0;   ///< what the other children add to the combined number
    int older = -1;      ///< next frame in the same bucket of the path index
    Length length = 0;
    bool has_old_child = false;
  };

  template <bool Or>
  Outcome search(int depth, Length length, bool first_visit, Number limit_pn, Number limit_dn, unsigned& extension);
  /// Looks at all moves of the position and what the table knows of them.
  template <bool Or>
  void expand(int depth, Length length);
  template <bool Or>
  Outcome fold(int depth);
  template <bool Or>
  void first_values(Child& child);
  void chain_interpositions(Frame& frame);
  void chain_promotions(Frame& frame);
  void store(const Child& child, const Outcome& o, int depth, std::uint64_t path_key, std::uint64_t effort, Length length);
  [[nodiscard]] std::int16_t repeats(std::uint64_t key, Hand hand) const;
  void enter_path(int depth);
  void leave_path(int depth);

  Table& table_;
  PathTable& paths_;
  Meter& meter_;
  Position pos_;
  std::uint64_t salt_ = 0;
  std::uint64_t nodes_ = 0;
  std::vector<Child> children_;
  std::vector<Frame> frames_;
  static constexpr std::size_t bucket_count = 4096;
  std::vector<int> buckets_;  ///< the path index: newest frame of each bucket
};

}  // namespace nazo::tsume
