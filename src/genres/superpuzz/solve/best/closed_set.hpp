// The states seen so far: 12.8 bytes a state, 14 to 18 with the free slots.
//
// Lines of five 12-byte slots, one cache line each. Of a 128-bit key 104 bits are kept: the upper 32 choose the home
// line and leave a remainder, which is stored with the other 72, so that all of them can be told from place and
// contents. A state that finds its line full goes to the next one, driving out states that are nearer to their home
// ("Robin Hood" hashing); 4 bits say how far it is from home, and at a load of 0.9 next to nothing ever comes near the
// 14 lines that these can say. Among the 7·10^7 states of a gigabyte the chance that any two share a key is below
// 2·10^-16.
//
// A state bears a mark, two bits of its slot.
//
// A large table grows by a quarter or less, in place: the home line of a key never moves down, so that going through
// the lines from the last to the first finds room for everything.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "base/hash.hpp"
#include "genres/superpuzz/solve/best/pages.hpp"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace nazo::superpuzz::best {

class ClosedSet {
 public:
  enum class Answer { fresh, known, full };
  /// What is known of a state: all below it has been dealt with; or not; or somebody is about it.
  enum class Mark : std::uint32_t { closed = 0, open = 1, busy = 3 };

  /// With fewer bytes than the smallest table takes (1 MB) everything is refused. Growing takes seconds where the table
  /// is large: if a meter is given, it is asked meanwhile, and when it has run out everything is refused from then on.
  explicit ClosedSet(std::uint64_t most_bytes, Meter* meter = nullptr);

  /// Leaves so many of the bytes to others when it grows.
  void set_aside(std::uint64_t bytes) { set_aside_ = bytes; }

  /// Fetches the key's home line, so that a question asked some time later need not wait.
  void prefetch(const Key128& key) const { __builtin_prefetch(lines_ + home(key.high >> 32), 1); }

  [[nodiscard]] bool closed(const Key128& key) const { return is(key, Mark::closed); }
  [[nodiscard]] bool busy(const Key128& key) const { return is(key, Mark::busy); }

  /// Marks a key. fresh: it was new, or not closed. `full`: it is new and there is no memory for it, or the table was
  /// given up.
  [[nodiscard]] Answer insert(const Key128& key, Mark mark = Mark::closed) {
    const Parts parts = parts_of(key);
    if (size_ >= most_size_ && !grow()) return lines_ != nullptr ? renew(find(parts), mark) : Answer::full;
    Slot slot = slot_at_home(parts);
    Line* line = lines_ + home(parts.upper);
    for (; slot.entry >= one_further; ++line, slot.entry += one_further) {
      const Look look = look_at(*line, slot);
      if (look.found >= 0) return renew(&line->more[look.found], mark);
      if (look.ends) break;
    }
    if (!homeless_.empty())
      if (std::uint32_t* more = find_homeless(parts)) return renew(more, mark);
    set(slot.more, mark);
    put(line, slot);
    ++size_;
    return Answer::fresh;
  }

  /// Gives a key that is known another mark.
  void remark(const Key128& key, Mark mark) {
    if (lines_ == nullptr) return;
    if (std::uint32_t* more = find(parts_of(key))) set(*more, mark);
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return pages_.bytes(); }

 private:
  static constexpr int slots_per_line = 5;
  /// An entry: 4 bits distance from home + 1 (so that no entry is 0), 18 bits remainder, 42 bits lower key. With it
  /// goes the rest of the key, and its mark.
  struct Slot {
    std::uint64_t entry;
    std::uint32_t more;
  };
  struct alignas(64) Line {
    std::uint64_t entries[slots_per_line];
    std::uint32_t more[slots_per_line];
    std::uint32_t unused;
  };
  struct Look {
    int found;  ///< the slot, or −1
    bool ends;  ///< the key cannot lie in a later line
  };
  /// A key in the three parts that are kept of it.
  struct Parts {
    std::uint64_t upper, lower;
    std::uint32_t more;
  };

  static constexpr int lower_bits = 42, remainder_bits = 18;
  static constexpr std::uint64_t one_further = std::uint64_t{1} << (lower_bits + remainder_bits);
  static constexpr int mark_shift = 30;
  static constexpr std::uint32_t mark_bits = std::uint32_t{3} << mark_shift;
  static constexpr unsigned spill_lines = 16;
  static constexpr int first_scale = 12;

  static Parts parts_of(const Key128& key) {
    const auto more = static_cast<std::uint32_t>((key.low & 0x3f'ffff) << 8 | (key.high & 0xff));
    return {key.high >> 32, key.low >> (64 - lower_bits), more};
  }

  // There are quarters_ · 2^scale_ lines, quarters_ from 4 to 7.
  [[nodiscard]] std::uint64_t product(std::uint64_t upper) const { return upper * quarters_; }
  [[nodiscard]] std::uint64_t home(std::uint64_t upper) const { return product(upper) >> (32 - scale_); }
  [[nodiscard]] Slot slot_at_home(const Parts& parts) const {
    // Products of neighbouring keys differ by at least 4, so the two lowest bits of the remainder say nothing.
    const std::uint64_t remainder = (product(parts.upper) & ((std::uint64_t{1} << (32 - scale_)) - 1)) >> 2;
    return {one_further | remainder << lower_bits | parts.lower, parts.more};
  }

  // A line that holds an entry nearer to its home than this one would be (or an empty slot, which is 0) ends the
  // search: this one would have taken its slot.
  static Look look_at(const Line& line, const Slot& slot) {
    const std::uint64_t as_far = slot.entry & ~(one_further - 1);
#if defined(__AVX512F__)
    constexpr __mmask8 entries = (1 << slots_per_line) - 1;
    const __m512i all = _mm512_load_si512(&line);
    const bool ends =
        _mm512_mask_cmplt_epu64_mask(entries, all, _mm512_set1_epi64(static_cast<long long>(as_far))) != 0;
    unsigned equal = _mm512_mask_cmpeq_epi64_mask(entries, all, _mm512_set1_epi64(static_cast<long long>(slot.entry)));
    for (; equal != 0; equal &= equal - 1) {
      const int i = std::countr_zero(equal);
      if (((line.more[i] ^ slot.more) & ~mark_bits) == 0) return {i, ends};
    }
    return {-1, ends};
#else
    Look look{-1, false};
    for (int i = 0; i < slots_per_line; ++i) {
      if (line.entries[i] == slot.entry && ((line.more[i] ^ slot.more) & ~mark_bits) == 0) look.found = i;
      look.ends |= line.entries[i] < as_far;
    }
    return look;
#endif
  }

  /// The second word of a key's slot, or null.
  [[nodiscard]] std::uint32_t* find(const Parts& parts) const {
    Slot slot = slot_at_home(parts);
    for (Line* line = lines_ + home(parts.upper); slot.entry >= one_further; ++line, slot.entry += one_further) {
      const Look look = look_at(*line, slot);
      if (look.found >= 0) return &line->more[look.found];
      if (look.ends) break;
    }
    return homeless_.empty() ? nullptr : find_homeless(parts);
  }

  static Mark mark_of(std::uint32_t more) { return Mark{more >> mark_shift}; }
  static void set(std::uint32_t& more, Mark mark) {
    more = (more & ~mark_bits) | static_cast<std::uint32_t>(mark) << mark_shift;
  }
  [[nodiscard]] bool is(const Key128& key, Mark mark) const {
    const std::uint32_t* more = find(parts_of(key));
    return more != nullptr && mark_of(*more) == mark;
  }
  /// Marks a key that is not closed; without a place for it there is no room.
  static Answer renew(std::uint32_t* more, Mark mark) {
    if (more == nullptr) return Answer::full;
    if (mark_of(*more) == Mark::closed) return Answer::known;
    set(*more, mark);
    return Answer::fresh;
  }

  /// Puts a slot into a line where it belongs; what it drives out goes on to the next one.
  void put(Line* line, Slot slot) {
    for (; slot.entry >= one_further; ++line, slot.entry += one_further) {
      int nearest = 0;
      for (int i = 1; i < slots_per_line; ++i)
        if (line->entries[i] < line->entries[nearest]) nearest = i;
      if (line->entries[nearest] >= (slot.entry & ~(one_further - 1))) continue;  // all are at least as far from home
      std::swap(line->entries[nearest], slot.entry);
      std::swap(line->more[nearest], slot.more);
      if (slot.entry == 0) return;
    }
    keep_homeless(line, slot);
  }

  bool grow();
  template <unsigned OldQuarters>
  bool grow_from();
  /// Makes room for so many lines if the limit allows it.
  bool take_lines(std::uint64_t count);
  void give_up();
  /// The parts of the key that a slot stands for.
  static Parts parts_of(std::uint64_t home, const Slot& slot, std::uint64_t quarters, int scale) {
    const std::uint64_t remainder = (slot.entry >> lower_bits) & ((std::uint64_t{1} << remainder_bits) - 1);
    return {((home << (32 - scale) | remainder << 2) + 3) / quarters,
            slot.entry & ((std::uint64_t{1} << lower_bits) - 1), slot.more};
  }
  void keep_homeless(const Line* line, const Slot& slot);
  [[nodiscard]] std::uint32_t* find_homeless(const Parts& parts) const;

  Pages pages_;
  Meter* meter_;
  std::uint64_t set_aside_ = 0;
  Line* lines_ = nullptr;
  std::uint64_t quarters_ = 4;
  int scale_ = first_scale;
  std::uint64_t size_ = 0;
  std::uint64_t most_size_ = 0;
  mutable std::vector<Parts> homeless_;  ///< slots that would be 15 lines from home or more; in practice none
};

}  // namespace nazo::superpuzz::best
