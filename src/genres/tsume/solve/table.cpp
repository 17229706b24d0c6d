#include "genres/tsume/solve/table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <utility>

namespace nazo::tsume {
namespace {

constexpr std::uint64_t first_capacity = 1 << 13;
constexpr std::uint64_t growth = 8;

std::uint8_t effort_of(std::uint64_t nodes) {
  // Four steps for each doubling.
  if (nodes < 4) return static_cast<std::uint8_t>(nodes);
  const auto top = static_cast<std::uint64_t>(std::bit_width(nodes)) - 1;
  return static_cast<std::uint8_t>(std::min<std::uint64_t>(255, 4 * (top - 1) + ((nodes >> (top - 2)) & 3)));
}

/// What an entry is worth when the table is full: the work that went into it, more if something was solved by it.
std::uint32_t worth(const Entry& e) {
  const std::uint32_t unsolved = e.disproven != no_length ? 12u : 0u;
  return e.effort + (e.proven != unproven ? 24u : unsolved);
}

}  // namespace

// While the table grows the old one stands beside the new one: the largest size leaves room for that. The first table
// is so small that it is not counted.
Table::Table(std::uint64_t bytes, std::uint64_t planned_bytes, Sharing sharing)
    : planned_(planned_bytes / (growth + 1) * growth / sizeof(Entry)),
      most_both_(first_capacity + bytes / sizeof(Entry)),
      sharing_(sharing) {
  if (shared()) locks_ = std::make_unique<std::array<SpinLock, lock_count>>();
  start_small();
}

void Table::start_small() {
  slots_ = Slots(first_capacity);
  count_used(0);
  set_capacity(false);
}

void Table::set_capacity(bool last) {
  const std::uint64_t capacity = slots_.size();
  last_ = last;
  make_room_at_ = last ? capacity - 1 : capacity / 2;
  collect_at_ = last ? (capacity * 7 + 9) / 10 : Budget::unlimited;
  rest_at_ = shared() ? std::min(make_room_at_, collect_at_) : collect_at_;
}

void Table::clear() { start_small(); }

bool Table::is_expanded(std::uint64_t key, Hand hand) const {
  for (std::uint64_t i = slot(key);; i = next(i)) {
    const Entry e = entry(i);
    if (e.flags == 0) return false;
    if (e.key == key && e.hand == hand) return (e.flags & entry_expanded) != 0;
  }
}

std::uint64_t Table::find_or_add(std::uint64_t key, Hand hand) {
  std::uint64_t i = slot(key);
  for (;; i = next(i)) {
    const Entry e = entry(i);
    if (e.flags == 0) break;
    if (e.key == key && e.hand == hand) return i;
  }
  if (!shared() && used() >= make_room_at_) {
    if (!grow() && used() + 1 >= slots_.size()) return no_slot;
    i = slot(key);
  }
  return add(key, hand, i);
}

std::uint64_t Table::add(std::uint64_t key, Hand hand, std::uint64_t i) {
  if (shared()) {
    // It grows only while everybody rests, and is never filled to the last slots.
    constexpr std::uint64_t left_for_others = 64;
    if (used() + left_for_others >= slots_.size()) return no_slot;
    while (entry(i).flags != 0 || !slots_.claim(i)) i = next(i);
    used_.fetch_add(1, std::memory_order_relaxed);
  } else {
    while (entry(i).flags != 0) i = next(i);
    count_used(used() + 1);
  }
  Entry fresh;
  fresh.key = key;
  fresh.hand = hand;
  fresh.flags = entry_used;
  set(i, fresh);
  return i;
}

template <class Change>
void Table::update(std::uint64_t key, Hand hand, Change change) {
  const auto now = [&] {
    const std::uint64_t i = find_or_add(key, hand);
    if (i == no_slot) return;
    Entry e = entry(i);
    change(e);
    set(i, e);
  };
  if (!shared()) return now();
  const std::lock_guard lock((*locks_)[(key >> 40) % lock_count]);
  now();
}

void Table::store_proof(std::uint64_t key, Hand hand, Length length, Move16 move, std::uint64_t effort, bool exact) {
  update(key, hand, [&](Entry& e) {
    if (length < e.proven) {
      e.proven = length;
      e.move = move;
      e.pn = e.dn = 1;
    }
    if (exact) e.flags |= entry_exact;
    e.effort = std::max(e.effort, effort_of(effort));
  });
}

void Table::store_disproof(std::uint64_t key, Hand hand, Length length, Move16 move, std::uint64_t effort, bool exact) {
  update(key, hand, [&](Entry& e) {
    if (length > e.disproven) {
      e.disproven = length;
      if (e.proven == unproven) e.move = move;
      e.pn = e.dn = 1;
    }
    if (exact) e.flags |= entry_exact;
    e.effort = std::max(e.effort, effort_of(effort));
  });
}

void Table::store_open(std::uint64_t key, Hand hand, Number pn, Number dn, int depth, Move16 move, std::uint64_t effort,
                       bool repetition) {
  update(key, hand, [&](Entry& e) {
    e.pn = pn;
    e.dn = dn;
    e.min_depth = std::min(e.min_depth, static_cast<std::uint16_t>(depth));
    if (e.proven == unproven) e.move = move;
    if (repetition) e.flags |= entry_repetition;
    e.flags |= entry_expanded;
    e.effort = std::max(e.effort, effort_of(effort));
  });
}

void Table::visit(std::uint64_t key, Hand hand) {
  update(key, hand, [](Entry& e) { ++e.visitors; });
}

void Table::leave(std::uint64_t key, Hand hand) {
  // The entry may be another one than was visited if the first was collected.
  update(key, hand, [](Entry& e) {
    if (e.visitors > 0) --e.visitors;
  });
}

void Table::rest_or_collect(Meter& meter) {
  if (!shared()) return collect(meter);
  gate_.alone([&] {
    if (used() >= make_room_at_ && !last_) grow();
    if (used() >= collect_at_) collect(meter);
  });
}

void Table::collect(Meter& meter) {
  constexpr std::uint64_t slots_between_checks = 1 << 18;
  const std::uint64_t capacity = slots_.size();
  ++collections_;
  // Half of the entries go: all that are worth less than the median, and of those worth just that as many as it takes,
  // chosen by their keys.
  std::array<std::uint64_t, 256 + 64> histogram{};
  for (std::uint64_t i = 0; i < capacity; ++i) {
    if (i % slots_between_checks == 0 && !meter.check()) return;
    if (const Entry e = entry(i); e.flags != 0) ++histogram[worth(e)];
  }
  std::uint64_t below = 0;
  std::uint32_t median = 0;
  while (below + histogram[median] <= used() / 2) below += histogram[median++];
  const std::uint64_t share = ((used() / 2 - below) * 256 + histogram[median] - 1) / histogram[median];
  const auto goes = [&](const Entry& e) {
    const std::uint32_t w = worth(e);
    return w < median || (w == median && ((e.key >> 40) & 255) < share);
  };
  // In place: run by run, the survivors are taken out and put back, so that no run has a hole.
  std::uint64_t start = 0;
  while (entry(start).flags != 0) start = next(start);
  std::vector<Entry> kept;
  std::uint64_t i = next(start), check_at = slots_between_checks;
  for (std::uint64_t seen = 1; seen < capacity; ++seen, i = next(i)) {
    if (Entry e = entry(i); e.flags != 0) {
      if (!goes(e)) kept.push_back(e);
      slots_.free(i);
      count_used(used() - 1);
      if (entry(next(i)).flags != 0) continue;
    }
    for (const Entry& e : kept) put_back(e);
    kept.clear();
    // Between two runs the table is whole.
    if (seen < check_at) continue;
    if (!meter.check()) return;
    check_at = seen + slots_between_checks;
  }
}

void Table::put_back(const Entry& e) {
  std::uint64_t at = slot(e.key);
  while (entry(at).flags != 0) at = next(at);
  set(at, e);
  count_used(used() + 1);
}

bool Table::grow() {
  if (last_) return false;
  // From small to a power of the growth below the largest size, so that the last step is a whole one.
  const std::uint64_t capacity = slots_.size();
  std::uint64_t wanted = planned_;
  while (wanted / growth > capacity) wanted /= growth;
  const std::uint64_t room = most_both_ - capacity;
  if (wanted <= capacity || wanted > room) {
    starved_ = true;
    wanted = room >= 2 * capacity ? room : 0;
  }
  Slots larger;
  if (wanted > 0) larger = Slots(wanted);
  if (larger.size() == 0) {
    starved_ = true;
    set_capacity(true);
    return false;
  }
  const Slots old = std::exchange(slots_, std::move(larger));
  set_capacity(false);
  count_used(0);
  for (std::uint64_t i = 0; i < capacity; ++i) {
    const Entry e = shared() ? old.read<true>(i) : old.read<false>(i);
    if (e.flags != 0) put_back(e);
  }
  return true;
}

PathTable::PathTable(std::uint64_t bytes) {
  most_ = std::bit_floor(std::max<std::uint64_t>(1 << 12, bytes / sizeof(PathEntry)));
  entries_.resize(1 << 10);
  mask_ = entries_.size() - 1;
}

void PathTable::clear() {
  entries_.assign(1 << 10, {});
  mask_ = entries_.size() - 1;
  used_ = 0;
}

std::int16_t PathTable::look_up(std::uint64_t path_key, Length length) const {
  for (std::uint64_t i = path_key & mask_, tries = 0; tries < 8; ++tries, i = (i + 1) & mask_) {
    const PathEntry& e = entries_[i];
    if (e.used == 0) break;
    if (e.key == path_key && e.length >= length) return e.start;
  }
  return no_repetition;
}

void PathTable::store(std::uint64_t path_key, Length length, std::int16_t start) {
  std::uint64_t i = path_key & mask_;
  for (int tries = 0; tries < 8; ++tries, i = (i + 1) & mask_) {
    PathEntry& e = entries_[i];
    if (e.used == 0) {
      e = {path_key, length, start, 1};
      if (++used_ * 2 > entries_.size()) grow();
      return;
    }
    if (e.key == path_key) {
      if (length >= e.length) e = {path_key, length, start, 1};
      return;
    }
  }
  // Eight neighbours are taken: the first gives way. Forgetting is harmless, it only costs a search.
  entries_[path_key & mask_] = {path_key, length, start, 1};
}

void PathTable::grow() {
  const std::uint64_t wanted = entries_.size() * 4;
  starved_ = starved_ || wanted > most_;
  if (entries_.size() >= most_) return;
  std::vector<PathEntry> old(std::min(wanted, most_));
  old.swap(entries_);
  mask_ = entries_.size() - 1;
  used_ = 0;
  for (const PathEntry& e : old)
    if (e.used != 0) store(e.key, e.length, e.start);
}

}  // namespace nazo::tsume
