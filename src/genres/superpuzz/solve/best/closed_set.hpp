// The states seen so far: 8 bytes a state, 9 to 11 with the free slots.
//
// Lines of eight 8-byte slots, one cache line each. A 74-bit key is split: its upper 32 bits choose the home line and
// leave a remainder, which is stored with the lower 42 bits, so that the whole key can be told from place and contents.
// A state that finds its line full goes to the next one, driving out states that are nearer to their home ("Robin Hood"
// hashing); 4 bits say how far it is from home, and at a load of 0.9 next to nothing ever comes near the 14 lines that
// these can say. With 4·10^7 states the chance that any two of them share a key is below 10^-7.
//
// A large table grows by a quarter or less, in place: the home line of a key never moves down, so that going through
// the lines from the last to the first finds room for everything.
#pragma once

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

  /// With fewer bytes than the smallest table takes (1 MB) everything is refused. Growing takes seconds where the table
  /// is large: if a meter is given, it is asked meanwhile, and when it has run out everything is refused from then on.
  explicit ClosedSet(std::uint64_t most_bytes, Meter* meter = nullptr);

  /// Leaves so many of the bytes to others when it grows.
  void set_aside(std::uint64_t bytes) { set_aside_ = bytes; }

  /// Fetches the key's home line, so that a question asked some time later need not wait.
  void prefetch(const Key128& key) const { __builtin_prefetch(lines_ + home(key), 1); }

  [[nodiscard]] bool contains(const Key128& key) const {
    std::uint64_t entry = entry_at_home(key);
    for (const Line* line = lines_ + home(key); entry >= one_further; ++line, entry += one_further) {
      const Look look = look_at(*line, entry);
      if (look.found) return true;
      if (look.ends) break;
    }
    return !homeless_.empty() && is_homeless(key);
  }

  /// `full`: the key is new and there is no memory for it, or the table was given up.
  [[nodiscard]] Answer insert(const Key128& key) {
    if (size_ >= most_size_ && !grow()) return lines_ != nullptr && contains(key) ? Answer::known : Answer::full;
    std::uint64_t entry = entry_at_home(key);
    Line* line = lines_ + home(key);
    for (; entry >= one_further; ++line, entry += one_further) {
      const Look look = look_at(*line, entry);
      if (look.found) return Answer::known;
      if (look.ends) break;
    }
    if (!homeless_.empty() && is_homeless(key)) return Answer::known;
    put(line, entry);
    ++size_;
    return Answer::fresh;
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return pages_.bytes(); }

 private:
  struct alignas(64) Line {
    std::uint64_t slots[8];
  };
  struct Look {
    bool found;
    bool ends;  ///< the key cannot lie in a later line
  };

  // An entry: 4 bits distance from home + 1 (so that no entry is 0), 18 bits remainder, 42 bits lower key.
  static constexpr int lower_bits = 42, remainder_bits = 18;
  static constexpr std::uint64_t one_further = std::uint64_t{1} << (lower_bits + remainder_bits);
  static constexpr unsigned spill_lines = 16;
  static constexpr int first_scale = 12;

  // There are quarters_ · 2^scale_ lines, quarters_ from 4 to 7.
  [[nodiscard]] std::uint64_t product(const Key128& key) const { return (key.high >> 32) * quarters_; }
  [[nodiscard]] std::uint64_t home(const Key128& key) const { return product(key) >> (32 - scale_); }
  [[nodiscard]] std::uint64_t entry_at_home(const Key128& key) const {
    // Products of neighbouring keys differ by at least 4, so the two lowest bits of the remainder say nothing.
    const std::uint64_t remainder = (product(key) & ((std::uint64_t{1} << (32 - scale_)) - 1)) >> 2;
    return one_further | remainder << lower_bits | key.low >> (64 - lower_bits);
  }

  // A line that holds an entry nearer to its home than this one would be (or an empty slot, which is 0) ends the
  // search: this one would have taken its slot.
  static Look look_at(const Line& line, std::uint64_t entry) {
    const std::uint64_t as_far = entry & ~(one_further - 1);
#if defined(__AVX512F__)
    const __m512i slots = _mm512_load_si512(&line);
    return {_mm512_cmpeq_epi64_mask(slots, _mm512_set1_epi64(static_cast<long long>(entry))) != 0,
            _mm512_cmplt_epu64_mask(slots, _mm512_set1_epi64(static_cast<long long>(as_far))) != 0};
#else
    bool found = false, ends = false;
    for (const std::uint64_t slot : line.slots) {
      found |= slot == entry;
      ends |= slot < as_far;
    }
    return {found, ends};
#endif
  }

  /// Puts an entry into a line where it belongs; what it drives out goes on to the next one.
  void put(Line* line, std::uint64_t entry) {
    for (; entry >= one_further; ++line, entry += one_further) {
      std::uint64_t* nearest = line->slots;
      for (std::uint64_t& slot : line->slots)
        if (slot < *nearest) nearest = &slot;
      if (*nearest >= (entry & ~(one_further - 1))) continue;  // all are at least as far from home
      std::swap(*nearest, entry);
      if (entry == 0) return;
    }
    keep_homeless(line, entry);
  }

  bool grow();
  template <unsigned OldQuarters>
  bool grow_from();
  /// Makes room for so many lines if the limit allows it.
  bool take_lines(std::uint64_t count);
  void give_up();
  /// The two parts of the key that an entry stands for.
  struct Parts {
    std::uint64_t upper, lower;
  };
  static Parts parts_of(std::uint64_t home, std::uint64_t entry, std::uint64_t quarters, int scale) {
    const std::uint64_t remainder = (entry >> lower_bits) & ((std::uint64_t{1} << remainder_bits) - 1);
    return {((home << (32 - scale) | remainder << 2) + 3) / quarters, entry & ((std::uint64_t{1} << lower_bits) - 1)};
  }
  void keep_homeless(const Line* line, std::uint64_t entry);
  [[nodiscard]] bool is_homeless(const Key128& key) const;

  Pages pages_;
  Meter* meter_;
  std::uint64_t set_aside_ = 0;
  Line* lines_ = nullptr;
  std::uint64_t quarters_ = 4;
  int scale_ = first_scale;
  std::uint64_t size_ = 0;
  std::uint64_t most_size_ = 0;
  std::vector<Parts> homeless_;  ///< entries that would be 15 lines from home or more; in practice none
};

}  // namespace nazo::superpuzz::best
