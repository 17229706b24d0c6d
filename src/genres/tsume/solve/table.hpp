// The transposition tables of the mate search.
//
// An entry belongs to a board (its key) and one hand of the attacker. All hands of a board lie in one run of slots, so
// one pass over the run finds what dominance allows: a mate with fewer pieces is a mate with more, a failure with more
// pieces is a failure with fewer.
//
// A shared table may be used by several threads at once: who reads takes no lock (an entry that is just being written
// is not recognised, see `Slots`), who writes takes the lock of the entry's key, and before the table is moved or
// cleaned everybody rests (gate.hpp).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/budget.hpp"
#include "genres/tsume/rules/types.hpp"
#include "genres/tsume/solve/gate.hpp"
#include "genres/tsume/solve/slots.hpp"

namespace nazo::tsume {

/// What the table knows of a node.
struct Found {
  enum class State : std::uint8_t { unseen, open, proved, disproved } state = State::unseen;
  bool maybe_repetition = false;
  bool from_shallower = false;  ///< a value was taken that a shallower visit had stored
  bool expanded = false;
  std::uint16_t visitors = 0;  ///< threads that are searching below it
  Number pn = 1, dn = 1;
  Number least_dn = 1;  ///< the largest disproof number of an open entry with fewer pieces: more are harder to refute
  Length length = 0;    ///< of the proof or disproof
  Hand hand{};          ///< the hand that proof or disproof needs (allows)
  Move16 move{};
  bool exact_only = false;

  [[nodiscard]] bool solved() const { return state == State::proved || state == State::disproved; }
};

/// May several threads use a table at once?
enum class Sharing : std::uint8_t { one_thread, many_threads };

class Table {
 public:
  /// Grows from small to at most `bytes` (but is never smaller than 256 KB), then collects garbage. The sizes between
  /// are those of a table for `planned_bytes`: as long as these fit, nothing that a search sees depends on `bytes`.
  Table(std::uint64_t bytes, std::uint64_t planned_bytes, Sharing sharing = Sharing::one_thread);

  void clear();
  void prefetch(std::uint64_t key) const { __builtin_prefetch(slots_.address(slot(key))); }
  [[nodiscard]] Found look_up(std::uint64_t key, Hand hand, int depth, Length length) const {
    return shared() ? look_up_as<true>(key, hand, depth, length) : look_up_as<false>(key, hand, depth, length);
  }

  void store_proof(std::uint64_t key, Hand hand, Length length, Move16 move, std::uint64_t effort, bool exact);
  void store_disproof(std::uint64_t key, Hand hand, Length length, Move16 move, std::uint64_t effort, bool exact);
  void store_open(std::uint64_t key, Hand hand, Number pn, Number dn, int depth, Move16 move, std::uint64_t effort,
                  bool repetition);
  /// Has exactly this node been looked at before, with all its children?
  [[nodiscard]] bool is_expanded(std::uint64_t key, Hand hand) const;
  /// A thread begins or ends to search below a node that is in the table; others then look elsewhere first.
  void visit(std::uint64_t key, Hand hand);
  void leave(std::uint64_t key, Hand hand);

  /// Deletes what cost least if the table is full. To be called between nodes, never inside one. A large table takes
  /// its time, so that the meter is asked now and then; if it has run out, the rest stays as it is. Every thread that
  /// uses a shared table calls this often: here they wait for one another.
  void collect_if_full(Meter& meter) {
    if (used() >= rest_at_ || gate_.wanted()) rest_or_collect(meter);
  }
  [[nodiscard]] Gate& gate() { return gate_; }
  [[nodiscard]] bool shared() const { return sharing_ == Sharing::many_threads; }
  [[nodiscard]] std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t bytes() const { return slots_.size() * sizeof(Entry); }
  [[nodiscard]] std::uint64_t collections() const { return collections_; }
  /// Has it ever been smaller than planned?
  [[nodiscard]] bool starved() const { return starved_; }

 private:
  static constexpr std::uint64_t no_slot = ~std::uint64_t{0};

  [[nodiscard]] std::uint64_t slot(std::uint64_t key) const {
    // The low half scaled to the capacity, so that the capacity need not be a power of two.
    return ((key & 0xffff'ffffu) * slots_.size()) >> 32;
  }
  [[nodiscard]] std::uint64_t next(std::uint64_t i) const { return i + 1 == slots_.size() ? 0 : i + 1; }
  [[nodiscard]] Entry entry(std::uint64_t i) const { return shared() ? slots_.read<true>(i) : slots_.read<false>(i); }
  void set(std::uint64_t i, const Entry& e) { shared() ? slots_.write<true>(i, e) : slots_.write<false>(i, e); }
  template <bool Shared>
  [[nodiscard]] Found look_up_as(std::uint64_t key, Hand hand, int depth, Length length) const;
  /// Where the entry of exactly this node is, a new one if there was none; no_slot if there is no room.
  std::uint64_t find_or_add(std::uint64_t key, Hand hand);
  /// A new entry in the first free slot from i on.
  std::uint64_t add(std::uint64_t key, Hand hand, std::uint64_t i);
  /// Changes the entry of a node by `change(entry)`, a new one if there is none; forgets it if there is no room.
  template <class Change>
  void update(std::uint64_t key, Hand hand, Change change);
  void count_used(std::uint64_t n) { used_.store(n, std::memory_order_relaxed); }

  void start_small();
  /// Makes the next larger table if there is room for it; false if this one is the last.
  bool grow();
  void set_capacity(bool last);
  void rest_or_collect(Meter& meter);
  void collect(Meter& meter);
  void put_back(const Entry& e);

  Slots slots_{};
  std::atomic<std::uint64_t> used_ = 0;
  std::uint64_t make_room_at_ = 0;  ///< entries: time to grow; if this is the last table, all slots but one are taken
  std::uint64_t collect_at_ = 0;    ///< entries
  std::uint64_t rest_at_ = 0;       ///< entries: time to collect, or for a shared table also to grow
  std::uint64_t collections_ = 0;
  std::uint64_t planned_;    ///< slots of the largest size planned
  std::uint64_t most_both_;  ///< slots that an old table and a new one may have together
  Sharing sharing_;
  bool last_ = false, starved_ = false;
  static constexpr std::size_t lock_count = 1024;
  std::unique_ptr<std::array<SpinLock, lock_count>> locks_{};
  Gate gate_{};
};

template <bool Shared>
Found Table::look_up_as(std::uint64_t key, Hand hand, int depth, Length length) const {
  Found found;
  for (std::uint64_t i = slot(key);; i = next(i)) {
    const Entry e = slots_.read<Shared>(i);
    if (e.flags == 0) return found;
    if (e.key != key) continue;
    const bool same = e.hand == hand;
    if ((e.flags & entry_exact) != 0 && !same) continue;
    const bool fewer = same || hand.covers(e.hand), more = same || e.hand.covers(hand);
    const bool proved = fewer && e.proven <= length;
    if (proved || (more && e.disproven >= length)) {
      found.state = proved ? Found::State::proved : Found::State::disproved;
      found.pn = proved ? 0 : infinite;
      found.dn = proved ? infinite : 0;
      found.length = proved ? e.proven : e.disproven;
      found.hand = e.hand;
      found.move = e.move;
      found.exact_only = (e.flags & entry_exact) != 0;
      return found;
    }
    if (fewer && e.min_depth <= depth && e.dn > found.least_dn) found.least_dn = e.dn;
    if (!same) continue;
    found.state = Found::State::open;
    found.maybe_repetition = (e.flags & entry_repetition) != 0;
    found.expanded = (e.flags & entry_expanded) != 0;
    found.move = e.move;
    found.from_shallower = e.min_depth < depth;
    found.visitors = e.visitors;
    found.pn = e.pn;
    found.dn = e.dn;
  }
}

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
