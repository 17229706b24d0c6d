// The three ways to compose, on one workbench.
//
//   random    pieces thrown round a king, then taken away and weakened as long as the mate does not get shorter
//   (Noshita) reverse   from mates backwards, one move of each side at a time, a beam of sound problems wide (Hirose)
//   compose   a walk over sound problems that climbs on what is asked (ours)
//
// All work is counted in nodes of the Prober, never in time: item i of a run is a function of (seed, i), and of the
// budget's nodes and bytes where these do not suffice. An item that was stopped or ran out of time is not whole.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "genres/tsume/analyse/motif.hpp"
#include "genres/tsume/generate/final.hpp"
#include "genres/tsume/generate/judge.hpp"
#include "genres/tsume/generate/retro.hpp"

namespace nazo::tsume {

/// "3..7": odd numbers.
struct PlyRange {
  int least = 1, most = 3;
  [[nodiscard]] bool has(int n) const { return least <= n && n <= most; }
};

/// A rectangle of squares that all pieces of the start position lie in.
struct Region {
  int first_file = 0, last_file = 8, first_rank = 0, last_rank = 8;
  [[nodiscard]] bool has(Square s) const {
    return first_file <= file_of(s) && file_of(s) <= last_file && first_rank <= rank_of(s) && rank_of(s) <= last_rank;
  }
  [[nodiscard]] int squares() const { return (last_file - first_file + 1) * (last_rank - first_rank + 1); }
  [[nodiscard]] bool fits(int files, int ranks) const {
    return files <= last_file - first_file + 1 && ranks <= last_rank - first_rank + 1;
  }
  [[nodiscard]] bool holds(const Position& p) const {
    return !p.occupied().some([&](Square s) { return !has(s); });
  }
};

enum class Aim { length, interest, economy, symmetry };

/// What is ordered.
struct Wish {
  PlyRange plies;
  Region region;
  Motifs motifs = 0;            ///< all of these must show
  Aim aim = Aim::length;        ///< what `compose` climbs on
  int beam = 8;                 ///< how many problems of a length `reverse` goes on with
  bool strict = false;          ///< no longer second mate either
  bool narrow_first = false;    ///< steps back are tried first where there is little to choose from
  Final final{};                ///< what the mated position is to look like, for `reverse` and `grow`
  int effort = 1;               ///< how much longer than usual to work on an item
  std::vector<Problem> from{};  ///< what `reverse` and `compose` begin with; empty: something of their own
};

/// What a generator works with: dice, search, what is left of the budget, and a tally of what failed and why.
class Workbench {
 public:
  Workbench(std::uint64_t seed, std::uint64_t index, int table_bits, const Budget& budget)
      : rng(seed, index), prober(table_bits, &meter_), meter_(budget), clock_(without_nodes(budget)) {}
  Workbench(const Workbench&) = delete;
  Workbench& operator=(const Workbench&) = delete;

  Rng rng;
  Prober prober;

  void note(Fault fault) { ++faults_[static_cast<std::size_t>(fault)]; }
  [[nodiscard]] std::uint64_t noted(Fault fault) const { return faults_[static_cast<std::size_t>(fault)]; }

  /// May work go on? No once so many nodes are spent, or the budget is.
  [[nodiscard]] bool goes_on(std::int64_t nodes);
  [[nodiscard]] bool goes_on() { return goes_on(std::numeric_limits<std::int64_t>::max()); }
  /// May lists take so many bytes? If not, the item is made of what there is.
  [[nodiscard]] bool has_room(std::uint64_t bytes);
  /// The nodes that other work may take that would like to have `wanted`.
  [[nodiscard]] std::uint64_t allowed(std::uint64_t wanted) const { return std::min(wanted, meter_.budget().nodes); }
  /// Has time run out, or has someone asked to stop? Then the item is not whole.
  [[nodiscard]] bool out_of_time() { return !clock_.check(); }
  /// What ran out, if anything did: time before all others.
  [[nodiscard]] Limit limit() { return out_of_time() ? clock_.limit() : meter_.limit(); }
  /// The budget without its nodes, for work that has an allowance of its own.
  [[nodiscard]] Budget rest() const { return clock_.rest(); }

  /// Finds the length (at most `most`), judges and strips; notes the fault if there is one.
  [[nodiscard]] bool take(const Position& p, int least, int most, std::int64_t allowance, Problem& out);

 private:
  std::array<std::uint64_t, fault_count> faults_{};
  [[nodiscard]] static Budget without_nodes(Budget budget) {
    budget.nodes = Budget::unlimited;
    return budget;
  }

  Meter meter_, clock_;
};

/// Pieces thrown round a king; false if it cannot be a start.
[[nodiscard]] bool throw_pieces(Rng& rng, const Region& region, Position& out);
/// Takes away and weakens as long as the mate, of `length` plies, gets no shorter than that and no longer than `most`.
void reduce(Workbench& bench, Position& p, int& length, int most, std::int64_t allowance);

/// A position with a mate in one that uses up what the attacker holds and ends as wished; false if none was found.
[[nodiscard]] bool throw_mate(Workbench& bench, const Wish& wish, Problem& out);
/// The position in which a problem's line ends.
[[nodiscard]] Position end_of(const Problem& problem);
/// Changes one thing, a piece or the hand; false if that cannot be.
[[nodiscard]] bool change(Position& p, Rng& rng);

/// How much there is to choose from along the line, as the sum of logarithms of the numbers of moves: cheap, and high
/// where proof numbers are.
[[nodiscard]] double width_of(const Problem& problem);

/// The sound problems two plies longer whose solution runs into this one, at most `most` of them.
[[nodiscard]] std::vector<Problem> extensions(Workbench& bench, const Problem& problem, const Wish& wish, int most,
                                              std::int64_t allowance);

[[nodiscard]] std::vector<Problem> make_random(Workbench& bench, const Wish& wish, std::size_t most);
[[nodiscard]] std::vector<Problem> make_reverse(Workbench& bench, const Wish& wish, std::uint64_t index);
[[nodiscard]] std::vector<Problem> make_compose(Workbench& bench, const Wish& wish, std::uint64_t index);
[[nodiscard]] std::vector<Problem> make_grow(Workbench& bench, const Wish& wish, std::uint64_t index);

}  // namespace nazo::tsume
