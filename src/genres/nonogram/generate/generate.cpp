#include "genres/nonogram/generate/generate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <tuple>
#include <type_traits>

#include "base/rng.hpp"
#include "genres/nonogram/generate/sieve.hpp"
#include "genres/nonogram/solve/board.hpp"
#include "genres/nonogram/solve/solve.hpp"

namespace nazo::nonogram {

// ── random pictures ────────────────────────────────────────────────────────────────────────────────────────────────

namespace {

/// The cell that stands for all cells which the symmetry makes equal to this one.
std::pair<int, int> representative(Symmetry symmetry, int row, int column, int width, int height) {
  const int r = height - 1 - row, c = width - 1 - column;
  switch (symmetry) {
    case Symmetry::none:
      return {row, column};
    case Symmetry::left_right:
      return {row, std::min(column, c)};
    case Symmetry::top_bottom:
      return {std::min(row, r), column};
    case Symmetry::both:
      return {std::min(row, r), std::min(column, c)};
    case Symmetry::half_turn:
      return std::min(std::pair{row, column}, std::pair{r, c});
    case Symmetry::quarter_turn:
      return std::min({std::pair{row, column}, std::pair{r, c}, std::pair{column, r}, std::pair{c, row}});
    case Symmetry::diagonal:
      return {std::min(row, column), std::max(row, column)};
  }
  return {row, column};
}

/// Each value becomes the sum of itself and its neighbours, the border standing in for what lies beyond it. Four times
/// over 16-bit values stay within 32 bits.
void smooth_once(std::vector<std::uint32_t>& values, std::vector<std::uint32_t>& scratch, int width, int height) {
  const auto w = static_cast<std::size_t>(width), h = static_cast<std::size_t>(height);
  for (std::size_t row = 0; row < h; ++row) {
    const std::uint32_t* in = values.data() + row * w;
    std::uint32_t* out = scratch.data() + row * w;
    out[0] = 2 * in[0] + in[w > 1 ? 1 : 0];
    for (std::size_t i = 1; i + 1 < w; ++i) out[i] = in[i - 1] + in[i] + in[i + 1];
    if (w > 1) out[w - 1] = in[w - 2] + 2 * in[w - 1];
  }
  for (std::size_t row = 0; row < h; ++row) {
    const std::uint32_t* above = scratch.data() + (row > 0 ? row - 1 : 0) * w;
    const std::uint32_t* here = scratch.data() + row * w;
    const std::uint32_t* under = scratch.data() + (row + 1 < h ? row + 1 : row) * w;
    for (std::size_t i = 0; i < w; ++i) values[row * w + i] = above[i] + here[i] + under[i];
  }
}

/// The value of rank `rank` (from 0): by a coarse histogram, and exactly inside the one bin where it lies.
std::uint32_t value_of_rank(const std::vector<std::uint32_t>& values, std::size_t rank, std::uint32_t most,
                            std::vector<std::uint32_t>& scratch) {
  std::array<std::uint32_t, 128> bins{};
  const int shift = std::max(0, static_cast<int>(std::bit_width(most)) - 7);
  for (const std::uint32_t value : values) ++bins[value >> shift];
  std::size_t bin = 0, before = 0;
  while (before + bins[bin] <= rank) before += bins[bin++];
  scratch.clear();
  for (const std::uint32_t value : values)
    if (value >> shift == bin) scratch.push_back(value);
  std::ranges::nth_element(scratch, scratch.begin() + static_cast<std::ptrdiff_t>(rank - before));
  return scratch[rank - before];
}

}  // namespace

Picture random_picture(const RandomPicture& wanted, std::uint64_t seed, std::uint64_t index, std::uint32_t attempt) {
  const int width = wanted.width, height = wanted.height;
  const auto cells = static_cast<std::size_t>(width * height);
  Rng rng(seed, index, attempt);
  std::vector<std::uint32_t> values(cells), scratch(cells);
  for (std::size_t i = 0; i < cells; i += 4) {
    const std::uint64_t four = rng();
    for (std::size_t j = 0; j < std::min<std::size_t>(4, cells - i); ++j) values[i + j] = four >> (16 * j) & 0xffff;
  }
  std::uint32_t most = 0xffff;
  for (int i = 0; i < wanted.smooth; ++i, most *= 9) smooth_once(values, scratch, width, height);
  if (wanted.symmetry != Symmetry::none)
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column) {
        const auto [r, c] = representative(wanted.symmetry, row, column, width, height);
        values[static_cast<std::size_t>(row * width + column)] = values[static_cast<std::size_t>(r * width + c)];
      }
  // The darkest cells become black, as many as the density asks for; equals go together (a symmetric orbit is equal).
  const auto black = static_cast<std::size_t>(std::llround(wanted.density * static_cast<double>(cells)));
  std::uint32_t brightest_black = 0;
  if (black > 0) brightest_black = value_of_rank(values, black - 1, most, scratch);
  Picture picture(width, height);
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      picture.set(row, column, black > 0 && values[static_cast<std::size_t>(row * width + column)] <= brightest_black);
  return picture;
}

// ── how far a picture's clues lead ─────────────────────────────────────────────────────────────────────────────────

namespace {

/// Counts the cells that lines alone leave open, again and again for pictures of one size that differ little.
template <class Size>
class LineTester {
 public:
  using Word = typename Size::Word;

  explicit LineTester(const Picture& picture) : problem_(picture.width(), picture.height()) {
    for (int row = 0; row < problem_.height; ++row)
      for (int column = 0; column < problem_.width; ++column)
        if (picture.black(row, column)) {
          black_[static_cast<std::size_t>(row)] |= bit<Word>(column);
          black_[static_cast<std::size_t>(problem_.height + column)] |= bit<Word>(row);
        }
    for (int line = 0; line < problem_.lines; ++line) refresh(line);
  }
  void flip(int row, int column) {
    black_[static_cast<std::size_t>(row)] ^= bit<Word>(column);
    black_[static_cast<std::size_t>(problem_.height + column)] ^= bit<Word>(row);
    refresh(row);
    refresh(problem_.height + column);
  }
  /// The cells that stay unknown.
  int open() {
    board_ = Board<Size>::empty(problem_);
    (void)propagate(problem_, board_, starting_, [] { return true; });
    return board_.unknown(problem_);
  }
  [[nodiscard]] const Board<Size>& board() const { return board_; }

 private:
  void refresh(int line) {
    Rule& rule = problem_.rules[static_cast<std::size_t>(line)];
    rule = Rule::of_cells(black_[static_cast<std::size_t>(line)],
                          problem_.is_row(line) ? problem_.width : problem_.height);
    starting_.put(line, rule.starts() ? 1 : 0);
  }

  Problem<Size> problem_;
  std::array<Word, 2 * Size::longest> black_{};
  LineSet<Size> starting_;  ///< only these can say something about an empty board
  Board<Size> board_;
};

}  // namespace

std::vector<bool> line_solvable(const std::vector<Picture>& pictures) {
  std::vector<bool> out;
  if (pictures.empty()) return out;
  with_size(pictures[0].width(), pictures[0].height(), [&](auto size) {
    using Size = decltype(size);
    if constexpr (std::is_same_v<Size, LargeSize>) {
      for (const Picture& picture : pictures) out.push_back(LineTester<Size>(picture).open() == 0);
    } else {
      // Lanes without a picture of their own repeat the last one.
      const auto sieve = std::make_unique<Sieve<Size>>(pictures[0].width(), pictures[0].height());
      for (std::size_t first = 0; first < pictures.size(); first += Sieve<Size>::lanes) {
        for (std::size_t lane = 0; lane < Sieve<Size>::lanes; ++lane)
          sieve->set(static_cast<int>(lane), pictures[std::min(first + lane, pictures.size() - 1)]);
        const std::uint32_t solved = sieve->solve();
        for (std::size_t lane = 0; lane < Sieve<Size>::lanes && first + lane < pictures.size(); ++lane)
          out.push_back(solved >> lane & 1);
      }
    }
    return 0;
  });
  return out;
}

bool line_solvable(const Picture& picture) {
  return with_size(picture.width(), picture.height(),
                   [&](auto size) { return LineTester<decltype(size)>(picture).open() == 0; });
}

Answer judged(const Picture& picture, Meter& meter) {
  Answer answer = solve(clues_of(picture), Marks(picture.width(), picture.height()), Wanted::unique, meter.rest());
  meter.spend(answer.nodes);
  if (answer.limit == Limit::memory) meter.out_of_memory();
  return answer;
}

bool meets(const Answer& answer, Level level) {
  if (answer.unique() != true) return false;
  switch (level) {
    case Level::lines:
      return answer.technique == Technique::lines;
    case Level::probes:
      return answer.technique != Technique::search;
    case Level::unique:
      break;
  }
  return true;
}

// ── repair ─────────────────────────────────────────────────────────────────────────────────────────────────────────

namespace {

/// A set of changed cells and how much is still wrong with the picture; 0: nothing.
struct Change {
  std::vector<int> cells{};
  int wrong = 0;
  int cost = 0;  ///< how plainly the changed cells were what they were
};

class Repair {
 public:
  Repair(const Traced& traced, Level level, Meter& meter)
      : traced_(traced),
        width_(traced.picture.width()),
        cells_(width_ * traced.picture.height()),
        level_(level),
        meter_(meter) {}

  std::optional<Repaired> run() {
    Change none;
    none.wrong = wrong(none.cells);
    if (none.wrong == 0) return done(none, true);
    // All single changes, which also orders the cells by promise.
    std::vector<Change> singles;
    for (int cell = 0; cell < cells_; ++cell) {
      if (!meter_.spend()) return std::nullopt;
      singles.push_back(extended(none, cell));
    }
    std::ranges::sort(singles, better);
    if (singles.front().wrong == 0) return done(singles.front(), true);
    auto best = beam(singles);
    if (!best) return std::nullopt;
    undo_needless(*best);
    if (best->cells.size() == 2) return done(*best, true);
    // Every pair, where that is quick: finds two changes or proves that two are not enough.
    const bool small = level_ == Level::lines && cells_ <= 625;
    if (small)
      for (int first = 0; first < cells_; ++first)
        for (int second = first + 1; second < cells_; ++second) {
          if (!meter_.spend()) return done(*best, false);
          Change pair{{first, second}, 0, 0};
          if (wrong(pair.cells) == 0) return done(pair, true);
        }
    return done(*best, small && best->cells.size() == 3);
  }

 private:
  static constexpr std::size_t beam_width = 8, beam_candidates = 64, most_changes = 400;

  static bool better(const Change& a, const Change& b) {
    return std::tie(a.wrong, a.cost, a.cells) < std::tie(b.wrong, b.cost, b.cells);
  }

  [[nodiscard]] int plainness(int cell) const {
    return std::abs(traced_.cells.at(cell / width_, cell % width_) - traced_.threshold);
  }
  [[nodiscard]] Picture changed(const std::vector<int>& cells) const {
    Picture picture = traced_.picture;
    for (const int cell : cells) picture.flip(cell / width_, cell % width_);
    return picture;
  }

  /// Lines: cells that stay open. Probes, unique: cells in which two solutions differ, and one if only too much is
  /// needed.
  [[nodiscard]] int wrong(const std::vector<int>& cells) {
    const Picture picture = changed(cells);
    if (level_ == Level::lines)
      return with_size(picture.width(), picture.height(),
                       [&](auto size) { return LineTester<decltype(size)>(picture).open(); });
    const Answer answer = judged(picture, meter_);
    if (answer.unique() == true) return meets(answer, level_) ? 0 : 1;
    if (answer.solutions.size() < 2) return cells_ + 1;
    int differ = 1;
    for (int cell = 0; cell < cells_; ++cell)
      differ += answer.solutions[0].black(cell / width_, cell % width_) !=
                answer.solutions[1].black(cell / width_, cell % width_);
    return differ;
  }

  Change extended(const Change& change, int cell) {
    Change next = change;
    next.cells.push_back(cell);
    std::ranges::sort(next.cells);
    next.cost += plainness(cell);
    next.wrong = wrong(next.cells);
    return next;
  }

  /// The best few sets of changes are extended by each of the most promising cells, until one is right.
  std::optional<Change> beam(const std::vector<Change>& singles) {
    std::vector<Change> front(singles.begin(),
                              singles.begin() + static_cast<std::ptrdiff_t>(std::min(beam_width, singles.size())));
    while (front.front().wrong > 0 && front.front().cells.size() < most_changes) {
      std::vector<Change> next;
      for (const Change& change : front)
        for (const int cell : promising(change, singles)) {
          if (!meter_.spend()) return std::nullopt;
          next.push_back(extended(change, cell));
        }
      if (next.empty()) return std::nullopt;
      std::ranges::sort(next, better);
      const auto [first, last] = std::ranges::unique(next, {}, &Change::cells);
      next.erase(first, last);
      if (next.size() > beam_width) next.resize(beam_width);
      front = std::move(next);
    }
    if (front.front().wrong > 0) return std::nullopt;
    return front.front();
  }

  /// Cells that are open, or in which solutions differ, with their neighbours; those that helped alone come first.
  std::vector<int> promising(const Change& change, const std::vector<Change>& singles) {
    const Picture picture = changed(change.cells);
    const auto known = solve_by_lines(clues_of(picture), Marks(picture.width(), picture.height()));
    std::vector<bool> near(static_cast<std::size_t>(cells_));
    for (int cell = 0; known && cell < cells_; ++cell)
      if (known->cells[static_cast<std::size_t>(cell)] == Mark::unknown)
        for (const int step : {0, 1, -1, width_, -width_}) {
          const int at = cell + step;
          const bool wraps = (step == 1 && at % width_ == 0) || (step == -1 && cell % width_ == 0);
          if (at >= 0 && at < cells_ && !wraps) near[static_cast<std::size_t>(at)] = true;
        }
    std::vector<int> out;
    for (const Change& single : singles) {
      const int cell = single.cells.front();
      if (near[static_cast<std::size_t>(cell)] && !std::ranges::binary_search(change.cells, cell)) out.push_back(cell);
      if (out.size() == beam_candidates) break;
    }
    return out;
  }

  void undo_needless(Change& change) {
    for (std::size_t i = change.cells.size(); i-- > 0 && meter_.spend();) {
      std::vector<int> fewer = change.cells;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (wrong(fewer) == 0) change.cells = std::move(fewer);
    }
  }

  [[nodiscard]] Repaired done(const Change& change, bool fewest) const {
    Repaired out{changed(change.cells), {}, fewest};
    for (const int cell : change.cells) out.changed.push_back({cell / width_ + 1, cell % width_ + 1});
    return out;
  }

  const Traced& traced_;
  int width_, cells_;
  Level level_;
  Meter& meter_;
};

}  // namespace

std::optional<Repaired> repaired(const Traced& traced, Level level, Meter& meter) {
  std::optional<Repaired> found = Repair(traced, level, meter).run();
  if (level == Level::lines || (found && found->fewest)) return found;
  // What lines alone solve has one solution: a repair for that is one for every level, and now and then the smaller.
  std::optional<Repaired> stricter = Repair(traced, Level::lines, meter).run();
  if (!stricter || (found && found->changed.size() <= stricter->changed.size())) return found;
  stricter->fewest = false;
  return stricter;
}

}  // namespace nazo::nonogram
