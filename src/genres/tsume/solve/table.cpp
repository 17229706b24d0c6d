#include "genres/tsume/solve/table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

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
Table::Table(std::uint64_t bytes, std::uint64_t planned_bytes)
    : planned_(planned_bytes / (growth + 1) * growth / sizeof(Entry)),
      most_both_(first_capacity + bytes / sizeof(Entry)) {
  start_small();
}

void Table::start_small() {
  slots_.reset(static_cast<Entry*>(std::calloc(first_capacity, sizeof(Entry))));  // zero flags: free
  used_ = 0;
  set_capacity(first_capacity, false);
}

void Table::set_capacity(std::uint64_t capacity, bool last) {
  capacity_ = capacity;
  last_ = last;
  make_room_at_ = last ? capacity - 1 : capacity / 2;
  collect_at_ = last ? (capacity * 7 + 9) / 10 : Budget::unlimited;
}

void Table::clear() { start_small(); }

Found Table::look_up(std::uint64_t key, Hand hand, int depth, Length length) const {
  Found found;
  for (std::uint64_t i = slot(key); slots_[i].flags != 0; i = next(i)) {
    const Entry& e = slots_[i];
    if (e.key != key) continue;
    const bool same = e.hand == hand;
    if ((e.flags & entry_exact) != 0 && !same) continue;
    const bool fewer = same || hand.covers(e.hand), more = same || e.hand.covers(hand);
    if (fewer && e.proven <= length) {
      found.state = Found::State::proved;
      found.pn = 0;
      found.dn = infinite;
      found.length = e.proven;
      found.hand = e.hand;
      found.move = e.move;
      found.exact_only = (e.flags & entry_exact) != 0;
      return found;
    }
    if (more && e.disproven >= length) {
      found.state = Found::State::disproved;
      found.pn = infinite;
      found.dn = 0;
      found.length = e.disproven;
      found.hand = e.hand;
      found.move = e.move;
      found.exact_only = (e.flags & entry_exact) != 0;
      return found;
    }
    if (fewer && e.min_depth <= depth) found.least_dn = std::max(found.least_dn, e.dn);
    if (same) {
      found.state = Found::State::open;
      found.maybe_repetition = (e.flags & entry_repetition) != 0;
      found.expanded = (e.flags & entry_expanded) != 0;
      found.move = e.move;
      found.from_shallower |= e.min_depth < depth;
      found.pn = std::max(found.pn, e.pn);
      found.dn = std::max(found.dn, e.dn);
    }
  }
  return found;
}

const Entry* Table::exact(std::uint64_t key, Hand hand) const {
  for (std::uint64_t i = slot(key); slots_[i].flags != 0; i = next(i))
    if (slots_[i].key == key && slots_[i].hand == hand) return &slots_[i];
  return nullptr;
}

Entry& Table::find_or_add(std::uint64_t key, Hand hand) {
  std::uint64_t i = slot(key);
  for (; slots_[i].flags != 0; i = next(i))
    if (slots_[i].key == key && slots_[i].hand == hand) return slots_[i];
  if (used_ >= make_room_at_) {
    if (!grow() && used_ + 1 >= capacity_) return lost_ = Entry{.key = key, .hand = hand, .flags = entry_used};
    i = slot(key);
    while (slots_[i].flags != 0) i = next(i);
  }
  ++used_;
  slots_[i] = Entry{};
  slots_[i].key = key;
  slots_[i].hand = hand;
  slots_[i].flags = entry_used;
  return slots_[i];
}

void Table::store_proof(std::uint64_t key, Hand hand, Length length, Move16 move, std::uint64_t effort, bool exact) {
  Entry& e = find_or_add(key, hand);
  if (length < e.proven) {
    e.proven = length;
    e.move = move;
    e.pn = e.dn = 1;
  }
  if (exact) e.flags |= entry_exact;
  e.effort = std::max(e.effort, effort_of(effort));
}

void Table::store_disproof(std::uint64_t key, Hand hand, Length length, Move16 move, std::uint64_t effort, bool exact) {
  Entry& e = find_or_add(key, hand);
  if (length > e.disproven) {
    e.disproven = length;
    if (e.proven == unproven) e.move = move;
    e.pn = e.dn = 1;
  }
  if (exact) e.flags |= entry_exact;
  e.effort = std::max(e.effort, effort_of(effort));
}

void Table::store_open(std::uint64_t key, Hand hand, Number pn, Number dn, int depth, Move16 move, std::uint64_t effort,
                       bool repetition) {
  Entry& e = find_or_add(key, hand);
  e.pn = pn;
  e.dn = dn;
  e.min_depth = std::min(e.min_depth, static_cast<std::uint16_t>(depth));
  if (e.proven == unproven) e.move = move;
  if (repetition) e.flags |= entry_repetition;
  e.flags |= entry_expanded;
  e.effort = std::max(e.effort, effort_of(effort));
}

void Table::collect(Meter& meter) {
  constexpr std::uint64_t slots_between_checks = 1 << 18;
  ++collections_;
  // Half of the entries go: all that are worth less than the median, and of those worth just that as many as it takes,
  // chosen by their keys.
  std::array<std::uint64_t, 256 + 64> histogram{};
  for (std::uint64_t i = 0; i < capacity_; ++i) {
    if (i % slots_between_checks == 0 && !meter.check()) return;
    if (slots_[i].flags != 0) ++histogram[worth(slots_[i])];
  }
  std::uint64_t below = 0;
  std::uint32_t median = 0;
  while (below + histogram[median] <= used_ / 2) below += histogram[median++];
  const std::uint64_t share = ((used_ / 2 - below) * 256 + histogram[median] - 1) / histogram[median];
  const auto goes = [&](const Entry& e) {
    const std::uint32_t w = worth(e);
    return w < median || (w == median && ((e.key >> 40) & 255) < share);
  };
  // In place: run by run, the survivors are taken out and put back, so that no run has a hole.
  std::uint64_t start = 0;
  while (slots_[start].flags != 0) start = next(start);
  std::vector<Entry> kept;
  std::uint64_t i = next(start), check_at = slots_between_checks;
  for (std::uint64_t seen = 1; seen < capacity_; ++seen, i = next(i)) {
    if (slots_[i].flags != 0) {
      Entry& e = slots_[i];
      if (!goes(e)) kept.push_back(e);
      e.flags = 0;
      --used_;
      if (slots_[next(i)].flags != 0) continue;
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
  while (slots_[at].flags != 0) at = next(at);
  slots_[at] = e;
  ++used_;
}

bool Table::grow() {
  if (last_) return false;
  // From small to a power of the growth below the largest size, so that the last step is a whole one.
  std::uint64_t wanted = planned_;
  while (wanted / growth > capacity_) wanted /= growth;
  const std::uint64_t room = most_both_ - capacity_;
  if (wanted <= capacity_ || wanted > room) {
    starved_ = true;
    wanted = room >= 2 * capacity_ ? room : 0;
  }
  std::unique_ptr<Entry[], Free> other;
  if (wanted > 0) other.reset(static_cast<Entry*>(std::calloc(wanted, sizeof(Entry))));
  const std::uint64_t old_capacity = capacity_;
  if (other == nullptr) {
    starved_ = true;
    set_capacity(old_capacity, true);
    return false;
  }
  slots_.swap(other);
  set_capacity(wanted, false);
  used_ = 0;
  for (std::uint64_t i = 0; i < old_capacity; ++i)
    if (other[i].flags != 0) put_back(other[i]);
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
