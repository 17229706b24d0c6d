#include "genres/nonogram/play/hint.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "base/text.hpp"
#include "genres/nonogram/analyse/heuristics.hpp"

namespace nazo::nonogram {

namespace {

using Word = Word128;

/// One line of a board with what a sentence needs.
struct HintLine {
  const Clues& clues;
  int index;
  Rule rule;
  Word black = 0, white = 0;

  HintLine(const Clues& c, const Marks& marks, int line) : clues(c), index(line), rule(c.line(line), c.length(line)) {
    for (int i = 0; i < rule.length; ++i) {
      const Mark mark = is_row() ? marks.at(line, i) : marks.at(i, line - c.height());
      if (mark == Mark::black) black |= bit<Word>(i);
      if (mark == Mark::white) white |= bit<Word>(i);
    }
  }
  [[nodiscard]] bool is_row() const { return index < clues.height(); }
  [[nodiscard]] const Clue& clue() const { return clues.line(index); }
  [[nodiscard]] Word unknown() const { return first_bits<Word>(rule.length) & ~(black | white); }

  [[nodiscard]] std::string place() const {
    return cat(is_row() ? "Row " : "Column ", (is_row() ? index : index - clues.height()) + 1, " (", words_of(clue()),
               ")");
  }
  /// "columns 4 to 6", "column 4", "columns 1 and 4 to 6".
  [[nodiscard]] std::string span(Word cells) const {
    std::vector<std::string> parts;
    int count = 0;
    for (int i = 0; i < rule.length; ++i) {
      if ((cells >> i & 1) == 0) continue;
      const int first = i;
      while (i + 1 < rule.length && (cells >> (i + 1) & 1) != 0) ++i;
      count += i - first + 1;
      parts.push_back(i == first ? std::to_string(first + 1)
                                 : cat(first + 1, i == first + 1 ? " and " : " to ", i + 1));
    }
    std::string out = cat(is_row() ? "column" : "row", count == 1 ? " " : "s ");
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) out += i + 1 == parts.size() ? " and " : ", ";
      out += parts[i];
    }
    return out;
  }
  /// "the 5", or "the second 5" where that is needed.
  [[nodiscard]] std::string block(int j) const {
    const Clue& c = clue();
    const auto size = c[static_cast<std::size_t>(j)];
    const auto before = std::count(c.begin(), c.begin() + j, size);
    if (std::ranges::count(c, size) == 1) return cat("the ", static_cast<int>(size));
    constexpr std::array<std::string_view, 5> ordinals = {"first", "second", "third", "fourth", "fifth"};
    if (before < 5) return cat("the ", ordinals[static_cast<std::size_t>(before)], " ", static_cast<int>(size));
    return cat("the ", static_cast<int>(size), " that is block ", j + 1);
  }
  /// Cells of the line, counted from 1.
  [[nodiscard]] Value numbers(Word cells) const {
    Value out = Value::array();
    for_each_bit(cells, [&](int i) { out.push(i + 1); });
    return out;
  }
  /// The line itself, and what becomes of its cells.
  [[nodiscard]] Value values(const Setting<Word>& set) const {
    Value sizes = Value::array();
    for (const auto size : clue()) sizes.push(static_cast<int>(size));
    return Value::object()
        .set(is_row() ? "row" : "column", (is_row() ? index : index - clues.height()) + 1)
        .set("clue", std::move(sizes))
        .set("filled", numbers(set.black))
        .set("empty", numbers(set.white));
  }
  [[nodiscard]] Step step(std::string technique, int cost, const Setting<Word>& set, std::string says,
                          std::string why) const {
    Step out{place(),
             std::move(says),
             std::move(why),
             std::move(technique),
             cost + 150 * rule.length,
             Marks(clues.width(), clues.height()),
             values(set)};
    const auto put = [&](Word cells, Mark mark) {
      for_each_bit(cells, [&](int i) {
        is_row() ? out.cells.set(index, i, mark) : out.cells.set(i, index - clues.height(), mark);
      });
    };
    put(set.black, Mark::black);
    put(set.white, Mark::white);
    return out;
  }
};

/// Cells that a step sets.
std::ptrdiff_t cells_set_by(const Step& step) {
  return std::ranges::count_if(step.cells.cells, [](Mark mark) { return mark != Mark::unknown; });
}

/// Of the steps that are put in, the cheapest; of those that cost the same, the first that sets most.
class BestStep {
 public:
  void offer(Step step) {
    const bool better =
        !best_ || step.cost < best_->cost || (step.cost == best_->cost && cells_set_by(step) > cells_set_by(*best_));
    if (better) best_ = std::move(step);
  }
  [[nodiscard]] std::optional<Step> take() { return std::move(best_); }

 private:
  std::optional<Step> best_{};
};

std::string filled_and_empty(const HintLine& line, const Setting<Word>& set) {
  std::string out;
  if (set.black != 0) out += cat(line.span(set.black), bits_in(set.black) == 1 ? " is filled" : " are filled");
  if (set.white != 0)
    out +=
        cat(out.empty() ? "" : " and ", line.span(set.white), bits_in(set.white) == 1 ? " stays empty" : " stay empty");
  return out;
}

/// The blocks' places, and the steps that follow from them alone: what a block must cover, what none can reach.
void add_place_steps(const HintLine& line, BestStep& steps) {
  std::vector<Word> places(static_cast<std::size_t>(line.rule.count));
  (void)possible<Word>(line.rule, line.black, line.white,
                       [&](int j, Word set) { places[static_cast<std::size_t>(j)] = set; });
  Word reached = 0;
  int best = -1, best_new = 0;
  Word best_cover = 0;
  for (int j = 0; j < line.rule.count; ++j) {
    const Word set = places[static_cast<std::size_t>(j)];
    if (set == 0) return;
    const int size = line.rule.blocks[static_cast<std::size_t>(j)].size, first = lowest_bit(set),
              last = highest_bit(set);
    reached |= first_bits<Word>(last + size) & ~first_bits<Word>(first);
    if (last >= first + size) continue;
    const Word cover = first_bits<Word>(first + size) & ~first_bits<Word>(last);
    const int fresh = bits_in(static_cast<Word>(cover & line.unknown()));
    if (fresh > best_new) {
      best = j;
      best_new = fresh;
      best_cover = cover;
    }
  }
  if (best >= 0) {
    const int size = line.rule.blocks[static_cast<std::size_t>(best)].size;
    const Word set = places[static_cast<std::size_t>(best)];
    const int first = lowest_bit(set), last = highest_bit(set);
    Step step = line.step("overlap", 2000 + 300 * line.rule.count, {best_cover & line.unknown(), 0},
                          cat(line.block(best), " must cover ", line.span(best_cover)),
                          cat("It begins between ", line.span(bit<Word>(first)), " and ", line.span(bit<Word>(last)),
                              ", and with ", size, " cells it always covers these."));
    step.values.set("block", best + 1).set("cover", line.numbers(best_cover));
    step.values.set("first", first + 1).set("last", last + 1);
    steps.offer(std::move(step));
  }
  const Word unreached = line.unknown() & ~reached;
  if (unreached != 0 && line.rule.count > 0)
    steps.offer(line.step("out_of_reach", 3000, {0, unreached}, cat("no block can reach ", line.span(unreached)),
                          "Wherever the blocks stand, they do not come so far."));
}

void add_line_steps(const HintLine& line, BestStep& steps) {
  const Rule& rule = line.rule;
  const auto can = possible<Word>(rule, line.black, line.white);
  const Word cells = first_bits<Word>(rule.length);
  if ((can.black | can.white) != cells) return;
  const Setting<Word> all{cells & ~can.white & ~line.black, cells & ~can.black & ~line.white};
  if (!all.any()) return;
  const Trimmed t = trim_line<Word>(rule, line.black, line.white);
  const auto with = [&](Way way, auto&& add) {
    const Setting<Word> set = apply<Word>(way, rule, line.black, line.white, EdgeBlack::full);
    if (set.any()) add(set);
  };
  Value edge_blocks = Value::array();
  for (const int j : {t.from, t.to - 1})
    if (j >= t.from && j < t.to) edge_blocks.push(static_cast<int>(rule.blocks[static_cast<std::size_t>(j)].size));
  with(Way::h2, [&](const Setting<Word>& set) {
    if (rule.count == 0)
      steps.offer(line.step("empty_line", 1000, set, "it has no block, so all of it stays empty", "Its clue is 0."));
    else
      steps.offer(line.step("complete_line", 1000, set,
                            cat("all its blocks are there, so ", filled_and_empty(line, set)),
                            "The filled cells add up to the whole clue."));
  });
  with(Way::h1, [&](const Setting<Word>& set) {
    const Word room = first_bits<Word>(t.last) & ~first_bits<Word>(t.first);
    Step step = line.step("full_fit", 1500, set,
                          cat(t.to - t.from == 1 ? "the block just fills " : "the blocks just fill ", line.span(room)),
                          "With one empty cell between two blocks there is no room to spare.");
    step.values.set("room", line.numbers(room));
    steps.offer(std::move(step));
  });
  with(Way::h5, [&](const Setting<Word>& set) {
    int largest = 0;
    for (int j = t.from; j < t.to; ++j) largest = std::max<int>(largest, rule.blocks[static_cast<std::size_t>(j)].size);
    Step step = line.step(
        "finished_block", 2000, set, cat("a run of ", largest, " is finished, so ", filled_and_empty(line, set)),
        cat("No block that is left is longer than ", largest, ", so the cells beside the run stay empty."));
    step.values.set("size", largest);
    steps.offer(std::move(step));
  });
  with(Way::h3, [&](const Setting<Word>& set) {
    Step step =
        line.step("edge_block", 2500, set,
                  cat("a filled cell so near the edge belongs to the edge block, so ", filled_and_empty(line, set)),
                  cat("The edge blocks are ", line.block(t.from), " and ", line.block(t.to - 1),
                      "; from the edge they must reach at least so far."));
    step.values.set("edge_blocks", edge_blocks);
    steps.offer(std::move(step));
  });
  with(Way::h4, [&](const Setting<Word>& set) {
    Step step = line.step("no_room_at_the_edge", 3000, set,
                          cat("the edge block does not fit before the empty cell, so ", filled_and_empty(line, set)),
                          cat("The edge blocks are ", line.block(t.from), " and ", line.block(t.to - 1), "."));
    step.values.set("edge_blocks", edge_blocks);
    steps.offer(std::move(step));
  });
  with(Way::h6, [&](const Setting<Word>& set) {
    steps.offer(line.step("gap_too_small", 3000, set, cat(line.span(set.white), " is a gap too small for any block"),
                          "It is shorter than the smallest block that is left."));
  });
  add_place_steps(line, steps);
  steps.offer(line.step("all_places", 5000 + 1000 * rule.count, all,
                        cat("in every way to place its blocks ", filled_and_empty(line, all)),
                        "Go through all places the blocks can take, and see what never changes."));
}

/// Follows an assumption line by line; `lines` counts those that said something. The result's `broken` is the line that
/// could not be completed, or −1. Each line is a node; when they run out, what was found so far holds no less.
struct Followed {
  Marks marks;
  int broken = -1, lines = 0;
};

Followed follow(const Clues& clues, const Marks& marks, int row, int column, Mark value, int most_lines, Meter& meter) {
  Followed out{marks, -1, 0};
  out.marks.set(row, column, value);
  std::deque<int> queue{row, clues.height() + column};
  std::vector<bool> queued(static_cast<std::size_t>(clues.lines()));
  queued[static_cast<std::size_t>(row)] = queued[static_cast<std::size_t>(clues.height() + column)] = true;
  while (!queue.empty() && out.lines < most_lines && meter.spend()) {
    const int index = queue.front();
    queue.pop_front();
    queued[static_cast<std::size_t>(index)] = false;
    const HintLine line(clues, out.marks, index);
    const auto can = possible<Word>(line.rule, line.black, line.white);
    const Word cells = first_bits<Word>(line.rule.length);
    if ((can.black | can.white) != cells) {
      out.broken = index;
      ++out.lines;
      return out;
    }
    const Word fresh = line.unknown() & (~can.white | ~can.black);
    if (fresh == 0) continue;
    ++out.lines;
    for_each_bit(fresh, [&](int i) {
      const int r = line.is_row() ? index : i, c = line.is_row() ? i : index - clues.height();
      out.marks.set(r, c, can.black >> i & 1 ? Mark::black : Mark::white);
      const int crossing = line.is_row() ? clues.height() + i : i;
      if (!queued[static_cast<std::size_t>(crossing)]) {
        queued[static_cast<std::size_t>(crossing)] = true;
        queue.push_back(crossing);
      }
    });
  }
  return out;
}

std::string_view word_for(Mark mark) { return mark == Mark::black ? "filled" : "empty"; }
int line_number(const Clues& clues, int line) { return (line < clues.height() ? line : line - clues.height()) + 1; }
std::string line_words(const Clues& clues, int line) {
  return cat(line < clues.height() ? "row " : "column ", line_number(clues, line));
}

}  // namespace

std::string cell_words(int row, int column) { return cat("row ", row + 1, ", column ", column + 1); }

std::optional<Step> line_step(const Clues& clues, const Marks& marks) {
  BestStep best;
  for (int line = 0; line < clues.lines(); ++line) add_line_steps(HintLine(clues, marks, line), best);
  return best.take();
}

std::optional<Step> probe_step(const Clues& clues, const Marks& marks, Meter& meter) {
  std::optional<Step> best;
  int fewest = clues.lines() * 4;
  for (int row = 0; row < marks.height; ++row)
    for (int column = 0; column < marks.width; ++column) {
      if (marks.at(row, column) != Mark::unknown) continue;
      if (meter.limit() != Limit::none) return best;
      for (const Mark value : {Mark::black, Mark::white}) {
        const Followed followed = follow(clues, marks, row, column, value, fewest, meter);
        if (followed.broken < 0 || followed.lines >= fewest) continue;
        fewest = followed.lines;
        const Mark other = value == Mark::black ? Mark::white : Mark::black;
        best = Step{
            cell_words(row, column),
            cat("it must be ", word_for(other)),
            cat("Suppose it were ", word_for(value), ": then ",
                followed.lines == 1 ? ""
                                    : cat("after ", followed.lines - 1, followed.lines == 2 ? " line " : " lines "),
                line_words(clues, followed.broken), " could not be completed."),
            "contradiction",
            10000 + 4000 * followed.lines,
            Marks(marks.width, marks.height)};
        best->values.set("filled", other == Mark::black).set("lines", followed.lines);
        best->values.set(followed.broken < clues.height() ? "row" : "column", line_number(clues, followed.broken));
        best->place[0] = 'R';
        best->cells.set(row, column, other);
      }
    }
  if (best) return best;
  for (int row = 0; row < marks.height; ++row)
    for (int column = 0; column < marks.width; ++column) {
      if (marks.at(row, column) != Mark::unknown) continue;
      if (meter.limit() != Limit::none) return std::nullopt;
      const Followed black = follow(clues, marks, row, column, Mark::black, clues.lines() * 4, meter);
      const Followed white = follow(clues, marks, row, column, Mark::white, clues.lines() * 4, meter);
      for (int r = 0; r < marks.height; ++r)
        for (int c = 0; c < marks.width; ++c) {
          const Mark agreed = black.marks.at(r, c);
          if (marks.at(r, c) != Mark::unknown || agreed == Mark::unknown || agreed != white.marks.at(r, c)) continue;
          Step step{cell_words(r, c),
                    cat("it must be ", word_for(agreed)),
                    cat("Whether ", cell_words(row, column), " is filled or empty, this cell comes out the same."),
                    "either_way_the_same",
                    20000 + 4000 * (black.lines + white.lines),
                    Marks(marks.width, marks.height)};
          step.values.set("filled", agreed == Mark::black).set("row", row + 1).set("column", column + 1);
          step.place[0] = 'R';
          step.cells.set(r, c, agreed);
          return step;
        }
    }
  return std::nullopt;
}

}  // namespace nazo::nonogram
