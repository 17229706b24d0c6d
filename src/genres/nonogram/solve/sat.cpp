#include "genres/nonogram/solve/sat.hpp"

#ifdef NAZO_WASM

namespace nazo::nonogram {

struct Sat::Inside {};
Sat::Sat(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Sat::~Sat() = default;
Result<std::unique_ptr<Sat>> Sat::make(const Clues&, const Marks&, std::uint64_t, const Meter&) {
  return fail("there is no CaDiCaL here");
}
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

// What CaDiCaL takes is counted, not measured, so that the same puzzle ends the same way everywhere. Random pictures of
// 15 to 126 cells a side took 430 to 730 bytes a variable before they had learned much, and up to 20 for each literal
// of the clauses learned since it last cleaned up.
constexpr std::uint64_t bytes_of_a_variable = 900, bytes_of_a_literal = 24;
/// With more, CaDiCaL does not look up from its work for half a second and more.
constexpr int most_variables = 120'000;

/// Spends a node for each clause learned, which is one for each conflict.
class ConflictCounter : public CaDiCaL::Learner, public CaDiCaL::Terminator {
 public:
  bool learning(int size) override {
    ++clauses_;
    literals_ += static_cast<std::uint64_t>(size);
    if (!meter_->spend() || full()) stop_ = true;
    return false;
  }
  void learn(int) override {}
  bool terminate() override { return stop_ = stop_ || !meter_->check(); }

  /// From now on, and so many literals more.
  void begin(Meter& meter, std::uint64_t literals) {
    meter_ = &meter;
    last_literal_ = literals_ + literals;
    stop_ = false;
  }
  [[nodiscard]] bool full() const { return literals_ > last_literal_; }
  [[nodiscard]] std::uint64_t clauses() const { return clauses_; }
  /// Of all clauses that were ever learned.
  [[nodiscard]] std::uint64_t literals_of_a_clause() const { return clauses_ == 0 ? 0 : 1 + literals_ / clauses_; }

 private:
  Meter* meter_ = nullptr;
  std::uint64_t clauses_ = 0, literals_ = 0, last_literal_ = 0;
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
  std::uint64_t most_bytes;
  std::vector<Literal> cells;  ///< black, row by row

  Inside(const Marks& known, std::uint64_t bytes) : width(known.width), height(known.height), most_bytes(bytes) {
    solver.set("quiet", 1);
    clause({always});
    for (const Mark mark : known.cells) {
      if (mark == Mark::unknown)
        cells.push_back(++variables);
      else
        cells.push_back(mark == Mark::black ? always : never);
    }
    solver.connect_learner(&counter);
    solver.connect_terminator(&counter);
  }
  ~Inside() {
    solver.disconnect_learner();
    solver.disconnect_terminator();
  }

  Result<void> write(const Clues& clues, const Meter& clock) {
    for (int line = 0; line < clues.lines(); ++line) {
      encode(clues, line);
      if (variables > most_variables) return fail("the formula is too large");
      if (own_bytes() > most_bytes) return fail_limit(Limit::memory);
      if (const Limit limit = clock.overdue(); limit != Limit::none) return fail_limit(limit);
    }
    return {};
  }

  [[nodiscard]] std::uint64_t own_bytes() const { return static_cast<std::uint64_t>(variables) * bytes_of_a_variable; }
  /// How many literals may still be learned before it must clean up; 0: what it keeps fills the room.
  [[nodiscard]] std::uint64_t literals_with_room() const {
    const std::uint64_t kept = static_cast<std::uint64_t>(solver.redundant()) * counter.literals_of_a_clause();
    const std::uint64_t used = own_bytes() + kept * bytes_of_a_literal;
    return used >= most_bytes ? 0 : (most_bytes - used) / bytes_of_a_literal;
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
      if (p < first) return never;
      return p >= last ? always : before[static_cast<std::size_t>(p - first)];
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
    std::vector<std::vector<Literal>> covers(static_cast<std::size_t>(length));
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

Sat::Sat(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Sat::~Sat() = default;

Result<std::unique_ptr<Sat>> Sat::make(const Clues& clues, const Marks& known, std::uint64_t bytes,
                                       const Meter& clock) {
  auto inside = std::make_unique<Inside>(known, bytes);
  NAZO_CHECK(inside->write(clues, clock));
  return std::unique_ptr<Sat>(new Sat(std::move(inside)));
}

Sat::Answer Sat::solve(std::uint64_t conflicts, Meter& meter) {
  constexpr std::uint64_t most = std::numeric_limits<int>::max(), fewest_clauses = 100;
  ConflictCounter& counter = inside_->counter;
  const std::uint64_t last = counter.clauses() + std::min(conflicts, most);
  // By parts where there is little room: of what one learned in vain the next need keep nothing.
  do {
    const std::uint64_t literals = inside_->literals_with_room();
    if (literals < fewest_clauses * counter.literals_of_a_clause()) return Answer::full;
    counter.begin(meter, literals);
    inside_->solver.limit("conflicts", static_cast<int>(last - counter.clauses()));
    const int said = inside_->solver.solve();
    if (said == 10) return Answer::picture;
    if (said == 20) return Answer::none;
  } while (counter.full() && counter.clauses() < last && meter.limit() == Limit::none);
  return Answer::undecided;
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
