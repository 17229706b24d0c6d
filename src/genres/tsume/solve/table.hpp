// The transposition tables of the mate search.
//
// An entry belongs to a board (its key) and one hand of the attacker. All hands of a board lie in one run of slots, so
// one pass over the run finds what dominance allows: a mate with fewer pieces is a mate with more, a failure with more
// pieces is a failure with fewer.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "base/budget.hpp"
#include "genres/tsume/rules/types.hpp"

namespace nazo::tsume {

/// Number of plies to the mate. At the attacker's turn it is odd, at the defender's even.
using Length = std::int16_t;
inline constexpr Length endless_length = 32000;  ///< "however long"
inline constexpr Length unproven = 32001;        ///< "no mate known"
inline constexpr Length no_length = -1;          ///< "not even refuted at once"
/// One ply more or less; endless stays endless.
[[nodiscard]] constexpr Length longer(Length n) { return n >= endless_length ? n : static_cast<Length>(n + 1); }
[[nodiscard]] constexpr Length shorter(Length n) { return n >= endless_length ? n : static_cast<Length>(n - 1); }

/// Proof and disproof numbers. `infinite` is kept for what is proved; sums stop at the largest finite number.
using Number = std::uint32_t;
inline constexpr Number infinite = 0xffff'ffffu;
inline constexpr Number largest_finite = 1u << 28;
[[nodiscard]] constexpr Number bounded_sum(Number a, Number b) {
  return a + b > largest_finite ? largest_finite : a + b;
}

/// No repetition: a failure that holds whatever was played before.
inline constexpr std::int16_t no_repetition = 32767;

struct Entry {
  std::uint64_t key = 0;
  Hand hand{};
  Number pn = 1, dn = 1;
  Length proven = unproven;      ///< mate within so many plies is proved
  Length disproven = no_length;  ///< mate within so many plies is refuted
  std::uint16_t min_depth = 0xffff;
  std::uint8_t effort = 0;  ///< logarithm of the nodes spent below
  std::uint8_t flags = 0;   ///< 0: the slot is free
  Move16 move{};            ///< the mating or refuting move, or the last one tried
  std::uint16_t spare = 0;
};
static_assert(sizeof(Entry) == 40 || sizeof(Entry) == 32);

enum EntryFlag : std::uint8_t {
  entry_used = 1,
  entry_repetition = 2,  ///< a failure here once rested on a repetition: ask the path table
  entry_expanded = 4,    ///< its children have been looked at for immediate ends
  entry_exact = 8,       ///< lengths hold for exactly this hand: dominance must not be used
};

/// What the table knows of a node.
struct Found {
  enum class State : std::uint8_t { unseen, open, proved, disproved } state = State::unseen;
  bool maybe_repetition = false;
  bool from_shallower = false;  ///< a value was taken that a shallower visit had stored
  bool expanded = false;
  Number pn = 1, dn = 1;
  Number least_dn = 1;  ///< the largest disproof number of an open entry with fewer pieces: more are harder to refute
  Length length = 0;    ///< of the proof or disproof
  Hand hand{};          ///< the hand that proof or disproof needs (allows)
  Move16 move{};
  bool exact_only = false;
};

class Table {
 public:
  /// Grows from small to at most `bytes` (but is never smaller than 256 KB), then collects garbage. The sizes between
  /// are those of a table for `planned_bytes`: as long as these fit, nothing that a search sees depends on `bytes`.
  Table(std::uint64_t bytes, std::uint64_t planned_bytes);

  void clear();
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&slots_[slot(key)]); }
  [[nodiscard]] Found look_up(std::uint64_t key, Hand hand, int depth, Length length) const;

  void store_proof(std::uint64_t key, Hand hand, Length length, Move16 move, std::uint64_t effort, bool exact);
  void store_disproof(std::uint64_t key, Hand hand, Length length, Move16 move, std::uint64_t effort, bool exact);
  void store_open(std::uint64_t key, Hand hand, Number pn, Number dn, int depth, Move16 move, std::uint64_t effort,
                  bool repetition);
  /// The entry of exactly this node, or nullptr.
  [[nodiscard]] const Entry* exact(std::uint64_t key, Hand hand) const;

  /// Deletes what cost least if the table is full. To be called between nodes, never inside one. A large table takes
  /// its time, so that the meter is asked now and then; if it has run out, the rest stays as it is.
  void collect_if_full(Meter& meter) {
    if (used_ >= collect_at_) collect(meter);
  }
  [[nodiscard]] std::uint64_t used() const { return used_; }
  [[nodiscard]] std::uint64_t bytes() const { return capacity_ * sizeof(Entry); }
  [[nodiscard]] std::uint64_t collections() const { return collections_; }
  /// Has it ever been smaller than planned?
  [[nodiscard]] bool starved() const { return starved_; }

 private:
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  [[nodiscard]] std::uint64_t slot(std::uint64_t key) const {
    // The low half scaled to the capacity, so that the capacity need not be a power of two.
    return ((key & 0xffff'ffffu) * capacity_) >> 32;
  }
  [[nodiscard]] std::uint64_t next(std::uint64_t i) const { return i + 1 == capacity_ ? 0 : i + 1; }
  Entry& find_or_add(std::uint64_t key, Hand hand);
  void start_small();
  /// Makes the next larger table if there is room for it; false if this one is the last.
  bool grow();
  void set_capacity(std::uint64_t capacity, bool last);
  void collect(Meter& meter);
  void put_back(const Entry& e);

  std::unique_ptr<Entry[], Free> slots_;
  std::uint64_t capacity_ = 0, used_ = 0, collections_ = 0;
  std::uint64_t make_room_at_ = 0;  ///< entries: time to grow; if this is the last table, all slots but one are taken
  std::uint64_t collect_at_ = 0;    ///< entries
  std::uint64_t planned_;           ///< slots of the largest size planned
  std::uint64_t most_both_;         ///< slots that an old table and a new one may have together
  bool last_ = false, starved_ = false;
  Entry lost_{};  ///< what finds no room is written here and forgotten
};

/// Failures that rest on a repetition hold for one path only: they are kept here under a hash of the path.
class PathTable {
 public:
  /// At most `bytes`, but never less than 64 KB.
  explicit PathTable(std::uint64_t bytes);
  void clear();
  /// The depth where the repetition began if this path is known to fail within that length, else no_repetition.
  [[nodiscard]] std::int16_t look_up(std::uint64_t path_key, Length length) const;
  void store(std::uint64_t path_key, Length length, std::int16_t start);
  [[nodiscard]] std::uint64_t bytes() const { return entries_.size() * sizeof(PathEntry); }
  /// Has it ever been smaller than it would be without a bound?
  [[nodiscard]] bool starved() const { return starved_; }

 private:
  struct PathEntry {
    std::uint64_t key = 0;
    Length length = 0;
    std::int16_t start = 0;
    std::uint32_t used = 0;
  };
  void grow();
  std::vector<PathEntry> entries_;
  std::uint64_t mask_ = 0, most_ = 0, used_ = 0;
  bool starved_ = false;
};

}  // namespace nazo::tsume
