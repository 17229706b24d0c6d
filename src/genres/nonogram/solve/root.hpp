// What follows before anything is guessed: lines alone, then single assumptions.
//
// Only what the clues imply is added to the board, so that a board that is full afterwards was solved by these means
// alone and is the only picture. Pictures that an assumption happens to complete are kept too: two of them decide that
// there is no single one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "genres/nonogram/solve/probe.hpp"

namespace nazo::nonogram {

/// How a part of the work ended.
enum class Ended {
  decided,  ///< all solutions are known, or as many as were wanted
  open,     ///< this part came to its end, and more is needed
  limit,    ///< the budget ran out
};

/// What assuming each value of a cell brought.
struct Gains {
  CellAt cell;
  int black, white;
};

template <class Size>
class Root {
 public:
  Root(const Problem<Size>& problem, Meter& meter, int wanted)
      : problem_(problem), meter_(meter), wanted_(wanted), prober_(problem), board_(Board<Size>::empty(problem)) {}

  /// Lines alone, from a board on which some cells are given.
  Ended follow_lines(const Board<Size>& givens) {
    board_ = givens;
    if (!propagate(problem_, board_, LineSet<Size>::first(problem_.lines), [this] { return meter_.spend(); }))
      return contradiction();
    return board_.unknown(problem_) == 0 ? complete() : Ended::open;
  }

  /// Probes all cells until nothing follows any more.
  Ended probe() {
    for (;;) {
      cells_.clear();
      for (int row = 0; row < problem_.height; ++row)
        for_each_bit(board_.unknown_in_row(problem_, row), [&](int column) {
          cells_.push_back({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)});
        });
      gains_.clear();
      bool changed = false;
      const Ended ended = pass(changed);
      if (ended != Ended::open || !changed) return ended;
    }
  }

  [[nodiscard]] const std::vector<Picture>& solutions() const { return solutions_; }
  /// What lines and probes proved for every solution.
  [[nodiscard]] const Board<Size>& board() const { return board_; }
  /// Of the last pass over the cells; some may have become known meanwhile.
  [[nodiscard]] const std::vector<Gains>& gains() const { return gains_; }
  [[nodiscard]] std::uint64_t probes() const { return probes_; }

 private:
  /// One pass over the unknown cells, as many at once as a pack holds.
  Ended pass(bool& changed) {
    int unknown = static_cast<int>(cells_.size());
    for (std::size_t next = 0; next < cells_.size();) {
      batch_.clear();
      while (next < cells_.size() && static_cast<int>(batch_.size()) < Prober<Size>::cells_at_once) {
        const CellAt cell = cells_[next++];
        if (board_.at(cell.row, cell.column) == Mark::unknown) batch_.push_back(cell);
      }
      if (batch_.empty()) break;
      if (!prober_.run(board_, batch_, [this] { return meter_.spend(); })) return Ended::limit;
      probes_ += batch_.size();
      prober_.results(results_, unknown);
      for (std::size_t i = 0; i < batch_.size(); ++i) {
        for (std::size_t lane = 2 * i; lane < 2 * i + 2; ++lane)
          if (results_[lane].complete) add(prober_.board_of(static_cast<int>(lane)).picture(problem_));
        if (static_cast<int>(solutions_.size()) >= wanted_) return Ended::decided;
        if (results_[2 * i].dead && results_[2 * i + 1].dead) return Ended::decided;
        gains_.push_back({batch_[i], results_[2 * i].gain, results_[2 * i + 1].gain});
      }
      LineSet<Size> dirty;
      prober_.agreed(board_, dirty);
      if (dirty.empty()) continue;
      changed = true;
      if (!propagate(problem_, board_, dirty, [this] { return meter_.spend(); })) return contradiction();
      unknown = board_.unknown(problem_);
      if (unknown == 0) return complete();
    }
    return Ended::open;
  }

  Ended complete() {
    add(board_.picture(problem_));
    return Ended::decided;
  }
  /// A line contradicts itself, unless it was not solved at all.
  [[nodiscard]] Ended contradiction() const { return meter_.limit() == Limit::none ? Ended::decided : Ended::limit; }

  void add(const Picture& picture) {
    if (std::ranges::find(solutions_, picture) == solutions_.end()) solutions_.push_back(picture);
  }

  const Problem<Size>& problem_;
  Meter& meter_;
  int wanted_;
  Prober<Size> prober_;
  Board<Size> board_;
  std::vector<Picture> solutions_;
  std::vector<CellAt> cells_, batch_;
  std::vector<Gains> gains_;
  std::array<LaneResult, Size::Lanes::lanes> results_;
  std::uint64_t probes_ = 0;
};

}  // namespace nazo::nonogram
