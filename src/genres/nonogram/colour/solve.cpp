#include "genres/nonogram/colour/solve.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "genres/nonogram/colour/line.hpp"
#include "genres/nonogram/solve/board.hpp"

namespace nazo::nonogram::colour {

Domains::Domains(const Clues& clues)
    : width(clues.width()),
      height(clues.height()),
      cells(static_cast<std::size_t>(width * height), (std::uint32_t{1} << clues.palette.size()) - 1) {}

int Domains::open() const {
  return static_cast<int>(std::ranges::count_if(cells, [](std::uint32_t set) { return std::popcount(set) > 1; }));
}

namespace {

/// Which cells of each line may have each colour, by rows and by columns at once.
struct Board {
  std::vector<Word128> can;  ///< [line][colour]
};

class Search {
 public:
  Search(const Clues& clues, std::size_t wanted, const Budget& budget, Answer& answer)
      : clues_(clues), colours_(clues.palette.size()), wanted_(wanted), meter_(budget, 64), answer_(answer) {}

  void run(const Domains& givens) {
    Board root = board_of(givens);
    Lines all = Lines::first(clues_.lines());
    const bool ok = follow(root, all);
    answer_.lines_done = meter_.limit() == Limit::none;
    answer_.after_lines = domains_of(root);
    if (ok && !found(root)) {
      answer_.technique = Technique::probes;
      if (probe(root) && !found(root)) {
        answer_.technique = Technique::search;
        branch(root, 1);
      }
    }
    answer_.limit = meter_.limit();
    const bool enough = answer_.solutions.size() >= wanted_;
    answer_.complete = enough || answer_.limit == Limit::none;
    if (enough) answer_.limit = Limit::none;
    answer_.nodes = meter_.nodes();
  }

 private:
  using Lines = LineSet<LargeSize>;

  [[nodiscard]] std::span<Word128> line_of(Board& board, int line) const {
    return {board.can.data() + static_cast<std::size_t>(line) * colours_, colours_};
  }
  [[nodiscard]] std::uint32_t domain(const Board& board, int row, int column) const {
    const Word128* can = board.can.data() + static_cast<std::size_t>(row) * colours_;
    std::uint32_t set = 0;
    for (std::size_t c = 0; c < colours_; ++c) set |= static_cast<std::uint32_t>(can[c] >> column & 1) << c;
    return set;
  }
  /// Leaves a cell the colours of `set`; the lines that learn something become dirty.
  void restrict(Board& board, int row, int column, std::uint32_t set, Lines& dirty) const {
    const auto across = line_of(board, row), down = line_of(board, clues_.height() + column);
    for (std::size_t c = 0; c < colours_; ++c) {
      if ((set >> c & 1) != 0 || (across[c] >> column & 1) == 0) continue;
      across[c] &= ~bit<Word128>(column);
      down[c] &= ~bit<Word128>(row);
      dirty.add(row);
      dirty.add(clues_.height() + column);
    }
  }
  [[nodiscard]] Board board_of(const Domains& domains) const {
    Board board{std::vector<Word128>(static_cast<std::size_t>(clues_.lines()) * colours_)};
    for (int line = 0; line < clues_.lines(); ++line)
      for (Word128& can : line_of(board, line)) can = first_bits<Word128>(clues_.length(line));
    Lines none;
    for (int row = 0; row < domains.height; ++row)
      for (int column = 0; column < domains.width; ++column)
        restrict(board, row, column, domains.at(row, column), none);
    return board;
  }
  [[nodiscard]] Domains domains_of(const Board& board) const {
    Domains out(clues_);
    for (int row = 0; row < out.height; ++row)
      for (int column = 0; column < out.width; ++column) out.at(row, column) = domain(board, row, column);
    return out;
  }

  /// The line solver on dirty lines until nothing changes. False: a contradiction, or the budget ran out.
  bool follow(Board& board, Lines& dirty) {
    std::array<Word128, most_colours + 1> before;
    for (int line = dirty.next(0); line >= 0;) {
      dirty.remove(line);
      if (!meter_.spend()) return false;
      const auto can = line_of(board, line);
      std::ranges::copy(can, before.begin());
      if (!narrow(clues_.line(line), clues_.length(line), can)) return false;
      const bool is_row = line < clues_.height();
      const Word128 place = bit<Word128>(is_row ? line : line - clues_.height());
      for (std::size_t c = 0; c < colours_; ++c)
        for_each_bit(static_cast<Word128>(before[c] & ~can[c]), [&](int cell) {
          const int crossing = is_row ? clues_.height() + cell : cell;
          line_of(board, crossing)[c] &= ~place;
          dirty.add(crossing);
        });
      const int next = dirty.next(line + 1);
      line = next >= 0 ? next : dirty.next(0);
    }
    return true;
  }

  /// Records a board without open cells. Lines have agreed to each of its cells, so that it is a picture.
  bool found(const Board& board) {
    Picture picture(clues_.width(), clues_.height());
    for (int row = 0; row < clues_.height(); ++row)
      for (int column = 0; column < clues_.width(); ++column) {
        const std::uint32_t set = domain(board, row, column);
        if (std::popcount(set) != 1) return false;
        picture.set(row, column, static_cast<ColourId>(std::countr_zero(set)));
      }
    if (std::ranges::find(answer_.solutions, picture) == answer_.solutions.end())
      answer_.solutions.push_back(std::move(picture));
    return true;
  }

  /// Assumes every colour of every open cell; what leads to a contradiction is taken out, until nothing changes.
  /// False: a contradiction, or the budget ran out. Leaves in best_ a cell whose assumptions bring much.
  bool probe(Board& board) {
    for (bool changed = true; changed;) {
      changed = false;
      best_score_ = -1;
      for (int row = 0; row < clues_.height(); ++row)
        for (int column = 0; column < clues_.width(); ++column) {
          std::uint32_t set = domain(board, row, column);
          if (std::popcount(set) < 2) continue;
          ++answer_.probes;
          std::size_t least = ~std::size_t{0};
          for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
            const std::uint32_t one = rest & (~rest + 1);
            trial_ = board;
            Lines dirty;
            restrict(trial_, row, column, one, dirty);
            if (follow(trial_, dirty)) {
              least = std::min(least, gain(board, trial_));
              continue;
            }
            if (meter_.limit() != Limit::none) return false;
            set &= ~one;
          }
          if (set == 0) return false;
          if (set != domain(board, row, column)) {
            changed = true;
            Lines dirty;
            restrict(board, row, column, set, dirty);
            if (!follow(board, dirty)) return false;
          }
          if (std::popcount(set) > 1 && static_cast<double>(least) > best_score_) {
            best_score_ = static_cast<double>(least);
            best_ = {row, column};
          }
        }
    }
    return true;
  }

  [[nodiscard]] static std::size_t gain(const Board& before, const Board& after) {
    std::size_t bits = 0;
    for (std::size_t i = 0; i < before.can.size(); ++i)
      bits += static_cast<std::size_t>(bits_in(static_cast<Word128>(before.can[i] & ~after.can[i])));
    return bits;
  }

  /// Tries the colours of the chosen cell one after the other.
  void branch(const Board& board, int depth) {
    const std::uint64_t frame = 2 * (sizeof(Word128) * board.can.size() + 512);
    if (static_cast<std::uint64_t>(depth) * frame > meter_.budget().bytes / 2 + (std::uint64_t{4} << 20)) {
      meter_.out_of_memory();
      return;
    }
    ++answer_.guesses;
    answer_.guess_depth = std::max(answer_.guess_depth, depth);
    const auto [row, column] = best_;
    for (std::uint32_t rest = domain(board, row, column); rest != 0; rest &= rest - 1) {
      Board next = board;
      Lines dirty;
      restrict(next, row, column, rest & (~rest + 1), dirty);
      if (follow(next, dirty) && !found(next) && probe(next) && !found(next) && meter_.limit() == Limit::none)
        branch(next, depth + 1);
      if (meter_.limit() != Limit::none || answer_.solutions.size() >= wanted_) return;
    }
  }

  const Clues& clues_;
  std::size_t colours_;
  std::size_t wanted_;
  Meter meter_;
  Answer& answer_;
  Board trial_;
  std::pair<int, int> best_{};
  double best_score_ = -1;
};

}  // namespace

Answer solve(const Clues& clues, const Domains& givens, Wanted wanted, const Budget& budget) {
  Answer answer;
  Search(clues, wanted == Wanted::unique ? 2 : 1, budget, answer).run(givens);
  return answer;
}

bool narrow_line(const Clues& clues, int line, Domains& domains) {
  const std::size_t colours = clues.palette.size();
  std::array<Word128, most_colours + 1> can{};
  const bool is_row = line < clues.height();
  const auto cell = [&](int i) -> std::uint32_t& {
    return is_row ? domains.at(line, i) : domains.at(i, line - clues.height());
  };
  const int length = clues.length(line);
  for (int i = 0; i < length; ++i)
    for (std::size_t c = 0; c < colours; ++c)
      if ((cell(i) >> c & 1) != 0) can[c] |= bit<Word128>(i);
  if (!narrow(clues.line(line), length, {can.data(), colours})) return false;
  for (int i = 0; i < length; ++i) {
    cell(i) = 0;
    for (std::size_t c = 0; c < colours; ++c) cell(i) |= static_cast<std::uint32_t>(can[c] >> i & 1) << c;
  }
  return true;
}

}  // namespace nazo::nonogram::colour
