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

/// What a way sets in a line, which must be consistent.
template <class Word>
[[nodiscard]] Setting<Word> apply(Way way, const Rule& rule, Word black, Word white, EdgeBlack variant) {
  const Word cells = first_bits<Word>(rule.length);
  Setting<Word> set;
  if (way == Way::E) {
    const auto can = possible<Word>(rule, black, white);
    return {static_cast<Word>(cells & ~can.white & ~black), static_cast<Word>(cells & ~can.black & ~white)};
  }
  const Trimmed t = trim_line(rule, black, white);
  const Word trimmed = first_bits<Word>(t.last) & ~first_bits<Word>(t.first);
  const Word unknown = trimmed & ~(black | white);
  if (unknown == 0) return set;
  const auto size_of = [&](int j) -> int { return rule.blocks[static_cast<std::size_t>(j)].size; };
  const auto is = [](Word word, int i) { return (word >> i & 1) != 0; };
  int sum = 0, largest = 0, smallest = longest_side + 1;
  for (int j = t.from; j < t.to; ++j) {
    sum += size_of(j);
    largest = std::max(largest, size_of(j));
    smallest = std::min(smallest, size_of(j));
  }
  const int count = t.to - t.from, length = t.last - t.first;
  if (way == Way::h2) {
    if (bits_in(static_cast<Word>(black & trimmed)) == sum) set.white = unknown;
    return set;
  }
  if (count == 0) return set;
  const int first_size = size_of(t.from), last_size = size_of(t.to - 1);
  switch (way) {
    case Way::h1:
      if (sum + count - 1 == length) {
        Word blocks = 0;
        for (int j = t.from, at = t.first; j < t.to; at += size_of(j) + 1, ++j)
          blocks |= first_bits<Word>(size_of(j)) << at;
        set = {static_cast<Word>(blocks & unknown), static_cast<Word>(unknown & ~blocks)};
      }
      break;
    case Way::h3: {
      // From either edge: the inner end of the edge block's window, going back towards the edge.
      const auto from_edge = [&](int edge, int inward, int size) {
        const int end = edge + inward * (size - 1);
        bool any = false;
        int nearest = end;  // the black cell nearest the edge
        for (int i = end; i != edge - inward; i -= inward)
          if (is(black, i)) any = true, nearest = i;
        if (!any || (variant == EdgeBlack::inner && is(black, edge))) return;
        if (variant == EdgeBlack::full) {
          for (int i = nearest; i != end + inward; i += inward)
            if (is(unknown, i)) set.black |= bit<Word>(i);
        } else {
          for (int i = end; i != edge - inward && is(unknown, i); i -= inward) set.black |= bit<Word>(i);
        }
      };
      from_edge(t.first, 1, first_size);
      from_edge(t.last - 1, -1, last_size);
      break;
    }
    case Way::h4: {
      const auto from_edge = [&](int edge, int inward, int size) {
        int last_white = -1;
        for (int i = 0; i < size; ++i)
          if (is(white, edge + inward * i)) last_white = i;
        for (int i = 0; i < last_white; ++i)
          if (is(unknown, edge + inward * i)) set.white |= bit<Word>(edge + inward * i);
      };
      from_edge(t.first, 1, first_size);
      from_edge(t.last - 1, -1, last_size);
      break;
    }
    case Way::h5:
      for (int i = t.first; i < t.last;) {
        int end = i;
        while (end < t.last && is(black, end)) ++end;
        if (end - i == largest) {
          if (i > t.first) set.white |= bit<Word>(i - 1) & unknown;
          if (end < t.last) set.white |= bit<Word>(end) & unknown;
        }
        i = std::max(end, i + 1);
      }
      break;
    case Way::h6:
      for (int i = t.first; i < t.last;) {
        int end = i;
        while (end < t.last && is(unknown, end)) ++end;
        const bool walled = (i == t.first || is(white, i - 1)) && (end == t.last || is(white, end));
        if (end > i && walled && end - i < smallest) set.white |= first_bits<Word>(end) & ~first_bits<Word>(i);
        i = std::max(end, i + 1);
      }
      break;
    default:
      break;
  }
  return set;
}

}  // namespace nazo::nonogram
