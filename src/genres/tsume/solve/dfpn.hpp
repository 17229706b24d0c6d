// The mate search: depth-first proof-number search (df-pn) over checks and evasions.
//
// The attacker is black. Every search is bounded by a length (possibly endless): a result is "mate within so many
// plies" or "no mate within so many plies", so that one table serves finding any mate and proving the shortest.
//
//   MateSearch search(bytes);
//   Meter meter(budget);
//   Outcome o = search.run(position, endless_length, Rules::count_all, meter);
//
// A search object may be used for any number of positions, one after the other: what it learned stays in its table,
// which positions with other material or other rules cannot mix up. Making one is cheap; its table grows as needed.
//
// With several threads all of them search the same position and share the table; each prefers what no other is at.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/budget.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/position.hpp"
#include "genres/tsume/solve/table.hpp"

namespace nazo::tsume {

class Helpers;

/// The value of a node.
struct Outcome {
  Number pn = 1, dn = 1;
  Length length = 0;                        ///< of the proof (an upper bound of the mate) or of the disproof
  Hand hand{};                              ///< what the proof needs, what the disproof allows
  std::int16_t repetition = no_repetition;  ///< a disproof that rests on a repetition: the depth where that began
  Move16 move{};
  bool exact_hand = false;  ///< the length holds for exactly this hand

  [[nodiscard]] bool proved() const { return pn == 0; }
  [[nodiscard]] bool disproved() const { return dn == 0; }
  [[nodiscard]] bool solved() const { return pn == 0 || dn == 0; }
  /// Disproved for good: what rests on a repetition above the root, or on a search that was cut off, is not.
  [[nodiscard]] bool refuted() const { return dn == 0 && repetition == no_repetition; }
};

class MateSearch {
 public:
  static constexpr int depth_limit = 4000;

  /// The tables take at most `bytes` (but never less than 320 KB); what lies on the path takes less than 8 MB beside.
  explicit MateSearch(std::uint64_t bytes) : MateSearch(bytes, bytes) {}
  /// Grows in the steps of a search for `planned_bytes`: see Table.
  MateSearch(std::uint64_t bytes, std::uint64_t planned_bytes, unsigned threads = 1);
  /// Helps another search: shares its table.
  MateSearch(Table& shared, std::uint64_t path_bytes);
  ~MateSearch();
  MateSearch(const MateSearch&) = delete;
  MateSearch& operator=(const MateSearch&) = delete;

  /// Searches a position (black attacks; either side to move, white in check if it is white's) until it is solved for
  /// that length or the meter runs out. Ask the outcome whether it is `proved` or `refuted`: it may be neither also
  /// where a search had to be cut off in the depth.
  [[nodiscard]] Outcome run(const Position& root, Length length, Rules rules, Meter& meter);

  /// What the table knows of a position, without searching.
  [[nodiscard]] Found known(const Position& p, Length length, Rules rules) const;

  /// What a position is filed under, together with the attacker's hand; count_all.
  [[nodiscard]] std::uint64_t key_of(const Position& p) const { return p.board_key() ^ salt_of(p, Rules::count_all); }

  void forget();  ///< empties the table
  /// Positions made and looked at, all runs and threads together.
  [[nodiscard]] std::uint64_t nodes() const;
  [[nodiscard]] std::uint64_t helper_nodes() const;  ///< of these, what other threads did
  /// What another thread may ask while this one searches: these counts lag behind by a little.
  [[nodiscard]] std::uint64_t nodes_so_far() const { return nodes_so_far_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t expanded_so_far() const { return expanded_so_far_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t bytes() const { return table_->bytes() + path_bytes(); }
  [[nodiscard]] std::uint64_t path_bytes() const;  ///< of all threads; while no helper searches
  [[nodiscard]] const Table& table() const { return *table_; }
  /// Was there ever too little memory? If not, the nodes are those of a search with as much as was planned.
  [[nodiscard]] bool starved() const { return table_->starved() || paths_.starved(); }

 private:
  struct Child {
    std::uint64_t key;
    Hand hand;  ///< the attacker's, at the child
    Number pn, dn;
    Hand final_hand;  ///< once solved
    Length length;    ///< once solved
    std::int16_t repetition;
    std::int16_t order;  ///< static order for ties, smaller first
    std::uint16_t next;  ///< the child that is released once this one is settled
    Move16 move;
    std::uint8_t stage;  ///< interpositions under `exclude_useless`: 1 on the square next to the king, 2 on the next …
    bool first_visit : 1, hidden : 1, exact_hand : 1, exact_length : 1;
    bool asleep : 1;  ///< an interposition that waits for its turn: nothing is known of it yet
  };
  static constexpr std::uint16_t no_child = 0xffff;
  static constexpr std::uint32_t none_deferred = 0xffff'ffff;
  static constexpr std::size_t most_children = 1 << 17;  ///< of all nodes of the path together

  struct Frame {
    std::uint64_t key = 0, path_key = 0;
    Hand hand{};
    std::uint32_t first = 0, count = 0;
    std::uint32_t best = 0;
    std::uint32_t deferred = none_deferred;  ///< from this child on interpositions wait until all others are settled
    Number second = 0;                       ///< the selecting number of the second-best child
    Number others = 0;                       ///< what the other children add to the combined number
    int older = -1;                          ///< next frame in the same bucket of the path index
    Length length = 0;
    std::uint8_t stage = 0, last_stage = 0;
    bool has_old_child = false;
    bool removed = false;  ///< a useless interposition was struck out
  };

  template <bool Or>
  Outcome search(int depth, Length length, bool first_visit, Number limit_pn, Number limit_dn, unsigned& extension);
  /// Makes the child's move, searches it and takes the move back.
  template <bool Or>
  Outcome search_child(int depth, std::uint32_t child, Length length, Number limit_pn, Number limit_dn,
                       unsigned& extension);

  // expand.cpp
  /// Looks at all moves of the position and what the table knows of them.
  template <bool Or>
  void expand(int depth, Length length);
  /// Fills in what is known of one child.
  template <bool Or>
  void consult(int depth, Child& child, bool look_for_ends);
  /// The value of a node from its children's; chooses the child to search next.
  template <bool Or>
  Outcome fold(int depth);
  template <bool Or>
  void first_values(Child& child) const;
  /// Is the attacker's move after this child's answer a mate, or has he no check at all? True if that settles it.
  bool settle_at_once(Child& child, Length length);
  /// What there is to say of a child before anybody is asked what is known of it.
  template <bool Or>
  void introduce(Child& child, Move16 move, Square king) const;
  /// It is this interposition's turn.
  void wake(int depth, Child& child);
  /// The first of the interpositions from this child on that settles the node, or is open, or may wait.
  void wake_from(int depth, std::uint32_t child);
  /// Nobody covers the interposition, and there is another answer to look at first.
  [[nodiscard]] bool may_wait(int depth, const Child& interposition) const;
  /// All other answers are mated: now those that waited. False if there are none.
  bool wake_deferred(int depth);
  /// One child settles the node: the others are then of no interest.
  void settle_by(Frame& frame, const Child& child);
  void chain_promotions(Frame& frame);
  template <bool Or>
  void release_after(int depth, const Child& settled);

  // interpose.cpp
  void set_stages(Frame& frame);
  /// All answers up to this stage are mated: strikes out the useless interpositions of the next one, releases the
  /// others. False if there is no further stage.
  bool next_stage(int depth);
  /// The exact length of the longest answer so far.
  Length exact_base(int depth);
  bool is_useless(int depth, Move16 interposition, Square checker, Length base);

  void store(const Child& child, const Outcome& o, int depth, std::uint64_t path_key, std::uint64_t effort,
             Length length);
  [[nodiscard]] std::int16_t repeats(std::uint64_t key, Hand hand) const;
  void enter_path(int depth);
  void leave_path(int depth);
  [[nodiscard]] bool stopped() const { return meter_->limit() != Limit::none; }
  /// The value of a node that lies too deep: no mate that way, but that is not a refutation.
  [[nodiscard]] Outcome cut_off(int depth, Length length);
  /// What keeps apart positions of other material or rules.
  [[nodiscard]] static std::uint64_t salt_of(const Position& p, Rules rules);

  // together.cpp: what several threads on one search do
  /// The search from the root, with helpers if it takes long.
  Outcome search_root(Length length);
  /// Looks around now and then: counts what others did, and whether something on the path has been settled by them.
  void look_around(int depth);
  /// Has another thread settled this node, or one above it? Then there is nothing more to do here.
  [[nodiscard]] bool settled_by_others(int depth, Outcome& now) const;
  /// Reads again what is known of the children, which others may have searched meanwhile.
  template <bool Or>
  void refresh(int depth);
  /// What others are at is less urgent.
  template <bool Or>
  static void shun_visited(Child& child, std::uint16_t visitors);

  std::unique_ptr<Table> own_table_;
  Table* table_;
  PathTable paths_;
  Meter* meter_ = nullptr;
  Position pos_, root_;
  Rules rules_ = Rules::count_all;
  std::uint64_t salt_ = 0;
  std::uint64_t nodes_ = 0;
  std::vector<Child> children_;
  std::vector<Frame> frames_;
  static constexpr std::size_t bucket_count = 4096;
  std::vector<int> buckets_;  ///< the path index: newest frame of each bucket

  std::unique_ptr<Helpers> helpers_;
  std::atomic<std::uint64_t> nodes_so_far_ = 0, expanded_so_far_ = 0;
  std::uint64_t rounds_ = 0, look_at_ = 0;
  std::uint64_t expanded_before_ = 0;  ///< in earlier runs
  static constexpr int nowhere = 1 << 30;
  int settled_at_ = nowhere;  ///< the depth of a node of the path that another thread has settled
  Outcome settled_{};
};

}  // namespace nazo::tsume
