// Search with probing: at every node of the tree all unknown cells are probed, what follows is kept, and the tree
// branches on the cell whose two assumptions brought the most. Restarts cut heavy tails; what was proved at the root is
// kept.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "base/rng.hpp"
#include "genres/nonogram/solve/probe.hpp"

namespace nazo::nonogram {

/// How a search, or a slice of one, ended.
enum class Ended {
  decided,  ///< all solutions are known, or as many as were wanted
  paused,   ///< its slice of work is used up
  limit,    ///< the budget ran out
};

struct SearchCounts {
  std::uint64_t lines = 0;     ///< line solves, a pack counted once
  std::uint64_t probes = 0;    ///< cells probed
  std::uint64_t branches = 0;  ///< nodes at which a cell had to be guessed
  int deepest = 0;             ///< guesses on top of each other
};

template <class Size>
class Search {
 public:
  using Word = typename Size::Word;

  /// `bytes` are for the guesses on top of each other.
  Search(const Problem<Size>& problem, Meter& meter, int wanted, std::uint64_t bytes)
      : problem_(problem),
        meter_(meter),
        wanted_(wanted),
        most_guesses_(bytes / (3 * sizeof(Frame))),  // a list that grows holds three times what stands in it
        prober_(problem),
        root_(Board<Size>::empty(problem)),
        implied_(root_) {}

  /// Starts from a board on which some cells are given. False: the lines alone contradict it (or the budget ran out).
  bool begin(const Board<Size>& givens) {
    root_ = givens;
    const bool ok = propagate(problem_, root_, LineSet<Size>::first(problem_.lines), [this] { return spend(); });
    if (!ok) {
      no_more_ = meter_.limit() == Limit::none;
      return false;
    }
    implied_ = root_;
    if (root_.unknown(problem_) == 0) {
      record(root_);
      no_more_ = true;
    }
    return true;
  }

  /// Probes at the root until nothing follows any more. Only what is implied by the clues is added to the root, so that
  /// a board that is full afterwards was solved by lines and single assumptions alone.
  Ended probe_root() {
    if (no_more_) return Ended::decided;
    const Closed closed = close(root_, Logic::implied, most_passes);
    if (closed == Closed::limit) return Ended::limit;
    if (closed == Closed::contradiction) no_more_ = true;
    if (closed == Closed::complete) {
      record(root_);
      no_more_ = true;
    }
    implied_ = root_;
    return decided() ? Ended::decided : Ended::paused;
  }

  /// Searches for about `work` line solves more, beginning at the root again.
  Ended run(std::uint64_t work) {
    if (decided()) return Ended::decided;
    const std::uint64_t stop_at = counts_.lines + work;
    while (counts_.lines < stop_at) {
      const Ended ended = descend(restart_length(), stop_at);
      if (ended != Ended::paused) return ended;
      ++restarts_;
    }
    return Ended::paused;
  }

  [[nodiscard]] bool decided() const { return no_more_ || static_cast<int>(solutions_.size()) >= wanted_; }
  [[nodiscard]] const std::vector<Picture>& solutions() const { return solutions_; }
  /// What holds for every solution that has not been recorded yet.
  [[nodiscard]] const Board<Size>& root() const { return root_; }
  /// What lines and probes proved for every solution.
  [[nodiscard]] const Board<Size>& implied() const { return implied_; }
  [[nodiscard]] const SearchCounts& counts() const { return counts_; }
  /// For a solution that was found elsewhere.
  void add_solution(const Picture& picture) {
    for (const Picture& known : solutions_)
      if (known == picture) return;
    solutions_.push_back(picture);
  }

 private:
  static constexpr int most_passes = 1 << 20;
  enum class Logic {
    implied,    ///< keep only what follows from the clues
    remaining,  ///< also drop an assumption whose only solution has been recorded: keep what holds for all others
  };
  enum class Closed { open, complete, contradiction, limit };

  bool spend() {
    ++counts_.lines;
    return meter_.spend();
  }

  void record(const Board<Size>& board) { add_solution(board.picture(problem_)); }

  /// Probes until nothing changes, or for so many passes over the unknown cells. Leaves the gains of the last pass in
  /// gains_.
  Closed close(Board<Size>& board, Logic logic, int passes) {
    std::array<LaneResult, Size::Lanes::lanes> results;
    for (int pass = 0; pass < passes; ++pass) {
      bool changed_in_pass = false;
      cells_.clear();
      for (int row = 0; row < problem_.height; ++row)
        for_each_bit(board.unknown_in_row(problem_, row), [&](int column) {
          cells_.push_back({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)});
        });
      int unknown = static_cast<int>(cells_.size());
      if (unknown == 0) return Closed::complete;
      gains_.clear();
      std::vector<CellAt>& batch = batch_;
      for (std::size_t next = 0; next < cells_.size();) {
        batch.clear();
        while (next < cells_.size() && static_cast<int>(batch.size()) < Prober<Size>::cells_at_once) {
          const CellAt cell = cells_[next++];
          if (board.at(cell.row, cell.column) == Mark::unknown) batch.push_back(cell);
        }
        if (batch.empty()) break;
        if (!prober_.run(board, batch, [this] { return spend(); })) return Closed::limit;
        counts_.probes += batch.size();
        prober_.results(results, unknown);
        for (std::size_t i = 0; i < batch.size(); ++i) {
          for (int side = 0; side < 2; ++side) {
            LaneResult& result = results[2 * i + static_cast<std::size_t>(side)];
            if (!result.complete) continue;
            record(prober_.board_of(static_cast<int>(2 * i) + side));
            if (static_cast<int>(solutions_.size()) >= wanted_) return Closed::contradiction;
            if (logic == Logic::remaining) {
              prober_.rule_out(static_cast<int>(2 * i) + side);
              result.dead = true;
            }
          }
          if (results[2 * i].dead && results[2 * i + 1].dead) return Closed::contradiction;
          gains_.push_back({batch[i], results[2 * i].gain, results[2 * i + 1].gain});
        }
        LineSet<Size> changed;
        prober_.agreed(board, changed);
        if (changed.empty()) continue;
        changed_in_pass = true;
        if (!propagate(problem_, board, changed, [this] { return spend(); }))
          return meter_.limit() == Limit::none ? Closed::contradiction : Closed::limit;
        unknown = board.unknown(problem_);
        if (unknown == 0) return Closed::complete;
      }
      if (!changed_in_pass) break;
    }
    return Closed::open;
  }

  struct Gains {
    CellAt cell;
    int black, white;
  };

  /// The unknown cell whose assumptions bring the most, by the measure of Wu et al.; noise from the third run on.
  [[nodiscard]] std::optional<Gains> branching_cell(const Board<Size>& board) {
    std::optional<Gains> best;
    double best_score = -1;
    for (const Gains& gains : gains_) {
      if (board.at(gains.cell.row, gains.cell.column) != Mark::unknown) continue;
      const double low = std::min(gains.black, gains.white), high = std::max(gains.black, gains.white);
      double score = low + 1.85 * std::log(1.0 + high - low);
      if (restarts_ >= 2) score *= 1.0 + 0.5 * noise_.unit();
      if (score > best_score) {
        best_score = score;
        best = gains;
      }
    }
    return best;
  }

  struct Frame {
    Board<Size> board;  ///< before the guess
    CellAt cell;
    Mark second;  ///< the value still to try
  };

  /// One run from the root: so many branchings, or until the slice is used up.
  Ended descend(std::uint64_t branchings, std::uint64_t stop_at) {
    std::vector<Frame> stack;
    Board<Size> board = root_;
    const std::uint64_t last = counts_.branches + branchings;
    for (;;) {
      const Closed closed = close(board, Logic::remaining, stack.empty() ? most_passes : passes_below_root);
      if (closed == Closed::limit) return Ended::limit;
      if (closed == Closed::complete) record(board);
      if (static_cast<int>(solutions_.size()) >= wanted_) return Ended::decided;
      bool alive = closed == Closed::open;
      if (alive) {
        if (counts_.branches >= last || counts_.lines >= stop_at) return Ended::paused;
        const auto choice = branching_cell(board);
        if (!choice) {  // the pass ended with every probed cell known: look again
          continue;
        }
        if (stack.size() >= most_guesses_) {
          meter_.out_of_memory();
          return Ended::limit;
        }
        ++counts_.branches;
        counts_.deepest = std::max(counts_.deepest, static_cast<int>(stack.size()) + 1);
        const Mark first_value = (restarts_ % 2 == 0) ? Mark::white : Mark::black;
        stack.push_back({board, choice->cell, first_value == Mark::white ? Mark::black : Mark::white});
        alive = assume(board, choice->cell, first_value);
      }
      while (!alive) {
        if (meter_.limit() != Limit::none) return Ended::limit;
        if (stack.empty()) {
          no_more_ = true;
          return Ended::decided;
        }
        board = stack.back().board;
        const CellAt cell = stack.back().cell;
        const Mark value = stack.back().second;
        stack.pop_back();
        alive = assume(board, cell, value);
        // With nothing guessed below it, the refuted value is refuted for good.
        if (stack.empty() && alive) root_ = board;
      }
    }
  }

  /// Sets a cell and propagates; false on contradiction (or at the limit).
  bool assume(Board<Size>& board, CellAt cell, Mark value) {
    board.set(problem_, cell.row, cell.column, value);
    LineSet<Size> dirty;
    dirty.add(cell.row);
    dirty.add(problem_.height + cell.column);
    return propagate(problem_, board, dirty, [this] { return spend(); });
  }

  /// Luby's sequence 1 1 2 1 1 2 4 …, in units of 300 branchings.
  [[nodiscard]] std::uint64_t restart_length() const {
    std::uint64_t i = restarts_ + 1;
    for (;;) {
      const auto k = static_cast<int>(std::bit_width(i));
      if (i == (std::uint64_t{1} << k) - 1) return 300 * (std::uint64_t{1} << (k - 1));
      i -= (std::uint64_t{1} << (k - 1)) - 1;
    }
  }

  static constexpr int passes_below_root = 2;

  const Problem<Size>& problem_;
  Meter& meter_;
  int wanted_;
  std::size_t most_guesses_;
  Prober<Size> prober_;
  Board<Size> root_, implied_;
  std::vector<Picture> solutions_;
  bool no_more_ = false;
  SearchCounts counts_;
  std::uint64_t restarts_ = 0;
  Rng noise_{0x6e6f6e6f, 0};
  std::vector<CellAt> cells_, batch_;
  std::vector<Gains> gains_;
};

}  // namespace nazo::nonogram
