// The six heuristics of paper 001 applied to one line: which cells each would set. docs/NONOGRAM.md has the
// definitions; flags.hpp decides for many lines at once whether each would set any.
#pragma once

#include <algorithm>
#include <string_view>

#include "genres/nonogram/analyse/trials.hpp"
#include "genres/nonogram/solve/line.hpp"

namespace nazo::nonogram {

/// A way to update a line.
enum class Way { E, h1, h2, h3, h4, h5, h6 };
[[nodiscard]] constexpr std::string_view name(Way way) {
  constexpr std::string_view names[] = {"E", "h1", "h2", "h3", "h4", "h5", "h6"};
  return names[static_cast<int>(way)];
}

/// The cells a way sets; both empty: it cannot update the line.
template <class Word>
struct Setting {
  Word black = 0, white = 0;
  [[nodiscard]] bool any() const { return (black | white) != 0; }
};

/// What is left of a line when finished ends are cut off: cells [first, last) and blocks [from, to).
struct Trimmed {
  int first, last, from, to;
};

/// Cuts off known white edge cells, and an edge run where it is its clue and a white cell or the border follows; again
/// and again.
template <class Word>
[[nodiscard]] Trimmed trim_line(const Rule& rule, Word black, Word white) {
  Trimmed t{0, rule.length, 0, rule.count};
  const auto is = [](Word word, int i) { return (word >> i & 1) != 0; };
  for (;;) {
    while (t.first < t.last && is(white, t.first)) ++t.first;
    if (t.from == t.to) break;
    const int size = rule.blocks[static_cast<std::size_t>(t.from)].size;
    if (t.first + size > t.last || (~(black >> t.first) & first_bits<Word>(size)) != 0) break;
    if (t.first + size < rule.length && !is(white, t.first + size)) break;
    t.first = std::min(t.first + size + 1, t.last);
    ++t.from;
  }
  for (;;) {
    while (t.first < t.last && is(white, t.last - 1)) --t.last;
    if (t.from == t.to) break;
    const int size = rule.blocks[static_cast<std::size_t>(t.to - 1)].size;
    if (t.last - size < t.first || (~(black >> (t.last - size)) & first_bits<Word>(size)) != 0) break;
    if (t.last - size > 0 && !is(white, t.last - size - 1)) break;
    t.last = std::max(t.last - size - 1, t.first);
    --t.to;
  }
  return t;
}

namespace detail {

/// A line as the ways h1 … h6 look at it, and what they set there.
template <class Word>
class WaysOnLine {
 public:
  WaysOnLine(const Rule& rule, Word black, Word white)
      : rule_(rule), black_(black), white_(white), t_(trim_line(rule, black, white)) {
    trimmed_ = first_bits<Word>(t_.last) & ~first_bits<Word>(t_.first);
    unknown_ = trimmed_ & ~(black | white);
    for (int j = t_.from; j < t_.to; ++j) {
      sum_ += size_of(j);
      largest_ = std::max(largest_, size_of(j));
      smallest_ = std::min(smallest_, size_of(j));
    }
  }

  [[nodiscard]] Setting<Word> apply(Way way, EdgeBlack variant) {
    if (unknown_ == 0) return {};
    if (way == Way::h2) set_h2();
    if (t_.from == t_.to) return set_;
    if (way == Way::h1) set_h1();
    if (way == Way::h3) {
      set_h3(t_.first, 1, size_of(t_.from), variant);
      set_h3(t_.last - 1, -1, size_of(t_.to - 1), variant);
    }
    if (way == Way::h4) {
      set_h4(t_.first, 1, size_of(t_.from));
      set_h4(t_.last - 1, -1, size_of(t_.to - 1));
    }
    if (way == Way::h5) set_h5();
    if (way == Way::h6) set_h6();
    return set_;
  }

 private:
  [[nodiscard]] int size_of(int j) const { return rule_.blocks[static_cast<std::size_t>(j)].size; }
  [[nodiscard]] static bool is(Word word, int i) { return (word >> i & 1) != 0; }

  /// The remaining blocks and the gaps between them fill the line.
  void set_h1() {
    if (sum_ + (t_.to - t_.from) - 1 != t_.last - t_.first) return;
    Word blocks = 0;
    int at = t_.first;
    for (int j = t_.from; j < t_.to; ++j) {
      blocks |= first_bits<Word>(size_of(j)) << at;
      at += size_of(j) + 1;
    }
    set_ = {static_cast<Word>(blocks & unknown_), static_cast<Word>(unknown_ & ~blocks)};
  }

  /// All black cells are known.
  void set_h2() {
    if (bits_in(static_cast<Word>(black_ & trimmed_)) == sum_) set_.white = unknown_;
  }

  /// A black cell in the window of an edge block makes it reach the window's inner end.
  void set_h3(int edge, int inward, int size, EdgeBlack variant) {
    const int end = edge + inward * (size - 1);
    bool any = false;
    int nearest = end;  // the black cell nearest the edge
    for (int i = end; i != edge - inward; i -= inward) {
      if (!is(black_, i)) continue;
      any = true;
      nearest = i;
    }
    if (!any || (variant == EdgeBlack::inner && is(black_, edge))) return;
    if (variant == EdgeBlack::full) {
      for (int i = nearest; i != end + inward; i += inward)
        if (is(unknown_, i)) set_.black |= bit<Word>(i);
      return;
    }
    for (int i = end; i != edge - inward && is(unknown_, i); i -= inward) set_.black |= bit<Word>(i);
  }

  /// A white cell in the window of an edge block leaves no room for it before that cell.
  void set_h4(int edge, int inward, int size) {
    int last_white = -1;
    for (int i = 0; i < size; ++i)
      if (is(white_, edge + inward * i)) last_white = i;
    for (int i = 0; i < last_white; ++i)
      if (is(unknown_, edge + inward * i)) set_.white |= bit<Word>(edge + inward * i);
  }

  /// A black run as long as the largest block is finished.
  void set_h5() {
    for (int i = t_.first; i < t_.last;) {
      int end = i;
      while (end < t_.last && is(black_, end)) ++end;
      if (end - i == largest_) {
        if (i > t_.first) set_.white |= bit<Word>(i - 1) & unknown_;
        if (end < t_.last) set_.white |= bit<Word>(end) & unknown_;
      }
      i = std::max(end, i + 1);
    }
  }

  /// A gap between white cells that is smaller than the smallest block stays white.
  void set_h6() {
    for (int i = t_.first; i < t_.last;) {
      int end = i;
      while (end < t_.last && is(unknown_, end)) ++end;
      const bool walled = (i == t_.first || is(white_, i - 1)) && (end == t_.last || is(white_, end));
      if (end > i && walled && end - i < smallest_) set_.white |= first_bits<Word>(end) & ~first_bits<Word>(i);
      i = std::max(end, i + 1);
    }
  }

  const Rule& rule_;
  Word black_, white_;
  Trimmed t_;
  Word trimmed_ = 0, unknown_ = 0;
  int sum_ = 0, largest_ = 0, smallest_ = longest_side + 1;
  Setting<Word> set_{};
};

}  // namespace detail

/// What a way sets in a line, which must be consistent.
template <class Word>
[[nodiscard]] Setting<Word> apply(Way way, const Rule& rule, Word black, Word white, EdgeBlack variant) {
  if (way == Way::E) {
    const Word cells = first_bits<Word>(rule.length);
    const auto can = possible<Word>(rule, black, white);
    return {static_cast<Word>(cells & ~can.white & ~black), static_cast<Word>(cells & ~can.black & ~white)};
  }
  return detail::WaysOnLine<Word>(rule, black, white).apply(way, variant);
}

}  // namespace nazo::nonogram
