#include "genres/nonogram/sat.hpp"

#ifdef NAZO_WASM

namespace nazo::nonogram {

struct Sat::Inside {};
Sat::Sat(const Clues&, const Marks&) {}
Sat::~Sat() = default;
Sat::Answer Sat::solve(std::uint64_t, Meter&) { return Answer::undecided; }
Picture Sat::picture() const { return {}; }
void Sat::exclude(const Picture&) {}

}  // namespace nazo::nonogram

#else

#include <cadical.hpp>
#include <limits>
#include <vector>

namespace nazo::nonogram {

namespace {

/// Spends a node for each clause learned, which is one for each conflict.
class ConflictCounter : public CaDiCaL::Learner, public CaDiCaL::Terminator {
 public:
  Meter* meter = nullptr;
  bool learning(int) override {
    if (!meter->spend()) stop_ = true;
    return false;
  }
  void learn(int) override {}
  bool terminate() override { return stop_ = stop_ || !meter->check(); }
  void begin(Meter& m) {
    meter = &m;
    stop_ = false;
  }

 private:
  bool stop_ = false;
};

/// A literal: a variable or its negation. Variable 1 is always true, so constants need no special case.
using Literal = int;
constexpr Literal always = 1, never = -1;

}  // namespace

struct Sat::Inside {
  CaDiCaL::Solver solver;
  ConflictCounter counter;
  int variables = 1;
  int width, height;
  std::vector<Literal> cells;  ///< black, row by row

  Inside(const Clues& clues, const Marks& known) : width(known.width), height(known.height) {
    solver.set("quiet", 1);
    clause({always});
    for (const Mark mark : known.cells)
      cells.push_back(mark == Mark::black ? always : mark == Mark::white ? never : ++variables);
    for (int line = 0; line < clues.lines(); ++line) encode(clues, line);
    solver.connect_learner(&counter);
    solver.connect_terminator(&counter);
  }
  ~Inside() {
    solver.disconnect_learner();
    solver.disconnect_terminator();
  }

  void clause(std::initializer_list<Literal> literals) { clause(std::vector<Literal>(literals)); }
  void clause(const std::vector<Literal>& literals) {
    for (const Literal l : literals)
      if (l == always && literals.size() > 1) return;
    for (const Literal l : literals)
      if (l != never || literals.size() == 1) solver.add(l);
    solver.add(0);
  }

  Literal both(Literal a, Literal b) {
    if (a == never || b == never || a == -b) return never;
    if (a == always || a == b) return b;
    if (b == always) return a;
    const Literal v = ++variables;
    clause({-v, a});
    clause({-v, b});
    clause({v, -a, -b});
    return v;
  }

  /// The places where a block may begin, and the literals "it begins at or before p".
  struct Block {
    int size, first, last;
    std::vector<Literal> before;  ///< for p = first … last
    [[nodiscard]] Literal at_or_before(int p) const {
      return p < first ? never : p >= last ? always : before[static_cast<std::size_t>(p - first)];
    }
  };

  void encode(const Clues& clues, int line) {
    const bool is_row = line < height;
    const int length = clues.length(line), across = is_row ? line : line - height;
    const auto cell = [&](int i) {
      return cells[static_cast<std::size_t>(is_row ? across * width + i : i * width + across)];
    };
    Word128 black = 0, white = 0;
    for (int i = 0; i < length; ++i) {
      if (cell(i) == always) black |= bit<Word128>(i);
      if (cell(i) == never) white |= bit<Word128>(i);
    }
    const Rule rule(clues.line(line), length);
    std::vector<Word128> places(static_cast<std::size_t>(rule.count));
    (void)possible<Word128>(rule, black, white, [&](int j, Word128 set) { places[static_cast<std::size_t>(j)] = set; });

    std::vector<Block> blocks;
    for (int j = 0; j < rule.count; ++j) {
      const Word128 set = places[static_cast<std::size_t>(j)];
      if (set == 0) {  // a contradiction that the caller promised not to bring
        clause({never});
        return;
      }
      Block block{rule.blocks[static_cast<std::size_t>(j)].size, lowest_bit(set), highest_bit(set), {}};
      for (int p = block.first; p < block.last; ++p) {
        // Where the block cannot begin, "at or before" says the same as one place earlier.
        if ((set >> p & 1) == 0) {
          block.before.push_back(block.before.back());
        } else {
          const Literal next = ++variables;
          if (!block.before.empty()) clause({-block.before.back(), next});
          block.before.push_back(next);
        }
      }
      blocks.push_back(std::move(block));
    }
    for (std::size_t j = 0; j + 1 < blocks.size(); ++j) {
      const Block &here = blocks[j], &next = blocks[j + 1];
      for (int p = next.first; p <= next.last; ++p)
        clause({-next.at_or_before(p), here.at_or_before(p - here.size - 1)});
    }
    std::vector<std::vector<Literal> > covers(static_cast<std::size_t>(length));
    for (const Block& block : blocks)
      for (int i = block.first; i < block.last + block.size; ++i) {
        const Literal covered = both(block.at_or_before(i), -block.at_or_before(i - block.size));
        if (covered == never) continue;
        clause({-covered, cell(i)});
        covers[static_cast<std::size_t>(i)].push_back(covered);
      }
    for (int i = 0; i < length; ++i) {
      std::vector<Literal>& reasons = covers[static_cast<std::size_t>(i)];
      reasons.push_back(-cell(i));
      clause(reasons);
    }
  }
};

Sat::Sat(const Clues& clues, const Marks& known) : inside_(std::make_unique<Inside>(clues, known)) {}
Sat::~Sat() = default;

Sat::Answer Sat::solve(std::uint64_t conflicts, Meter& meter) {
  inside_->counter.begin(meter);
  const std::uint64_t most = std::numeric_limits<int>::max();
  inside_->solver.limit("conflicts", static_cast<int>(conflicts < most ? conflicts : most));
  switch (inside_->solver.solve()) {
    case 10:
      return Answer::picture;
    case 20:
      return Answer::none;
    default:
      return Answer::undecided;
  }
}

Picture Sat::picture() const {
  Picture out(inside_->width, inside_->height);
  for (int row = 0; row < inside_->height; ++row)
    for (int column = 0; column < inside_->width; ++column) {
      const Literal cell = inside_->cells[static_cast<std::size_t>(row * inside_->width + column)];
      const bool black = cell == always || (cell != never && inside_->solver.val(cell) > 0);
      out.set(row, column, black);
    }
  return out;
}

void Sat::exclude(const Picture& picture) {
  std::vector<Literal> differs;
  for (int row = 0; row < inside_->height; ++row)
    for (int column = 0; column < inside_->width; ++column) {
      const Literal cell = inside_->cells[static_cast<std::size_t>(row * inside_->width + column)];
      if (cell == always || cell == never) continue;
      const Literal as_pictured = picture.black(row, column) ? cell : -cell;
      inside_->solver.phase(as_pictured);
      differs.push_back(-as_pictured);
    }
  if (differs.empty()) differs.push_back(never);
  inside_->clause(differs);
}

}  // namespace nazo::nonogram

#endif
