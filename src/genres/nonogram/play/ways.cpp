#include "genres/nonogram/play/ways.hpp"

#include "genres/nonogram/analyse/heuristics.hpp"
#include "genres/nonogram/solve/feasible.hpp"

namespace nazo::nonogram {

Value ways_here(const Position& position, EdgeBlack edge_black) {
  using Word = Word128;  // holds a line of any board, and this is no hot loop
  const Clues& clues = position.sheet.clues;
  const Marks& marks = position.marks;
  Value all = Value::array();
  for (int line = 0; line < clues.lines(); ++line) {
    const bool is_row = line < clues.height();
    const int place = is_row ? line : line - clues.height(), length = clues.length(line);
    Word black = 0, white = 0;
    for (int i = 0; i < length; ++i) {
      const Mark mark = is_row ? marks.at(place, i) : marks.at(i, place);
      if (mark == Mark::black) black |= bit<Word>(i);
      if (mark == Mark::white) white |= bit<Word>(i);
    }
    const Rule rule(clues.line(line), length);
    if (feasible<Word>(rule, black, white) == 0) continue;
    const auto cells = [&](Word set) {
      Value list = Value::array();
      for_each_bit(set, [&](int i) {
        list.push(Value(is_row ? Value::Array{place + 1, i + 1} : Value::Array{i + 1, place + 1}));
      });
      return list;
    };
    for (int way = 0; way < solving_ways; ++way) {
      const auto found = apply<Word>(static_cast<Way>(way), rule, black, white, edge_black);
      if (!found.any()) continue;
      all.push(Value::object()
                   .set("line", line)
                   .set("technique", name(static_cast<Way>(way)))
                   .set("black", cells(found.black))
                   .set("white", cells(found.white)));
    }
  }
  return all;
}

}  // namespace nazo::nonogram
