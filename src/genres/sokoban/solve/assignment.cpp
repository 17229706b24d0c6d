#include "genres/sokoban/solve/assignment.hpp"

#include <algorithm>

namespace nazo::sokoban {

Assignment::Assignment(const Board& board)
    : Assignment(static_cast<std::size_t>(board.squares()), board.boxes(), board.distances(0)) {}

Assignment::Assignment(std::size_t squares, std::vector<Square> boxes, const std::uint16_t* costs)
    : costs_(costs),
      n_(boxes.size()),
      box_(std::move(boxes)),
      row_of_(squares, no_row),
      u_(n_, 0),
      v_(n_, 0),
      column_of_(n_, no_row),
      row_at_(n_, no_row),
      least_(n_),
      way_(n_),
      order_(n_),
      done_(n_),
      wanted_(squares, 0) {
  for (std::size_t row = 0; row < n_; ++row) row_of_[box_[row]] = static_cast<std::uint16_t>(row);
  for (std::size_t row = 0; row < n_; ++row) total_ = augment(row, box_[row], true);
}

/// Gives `row`, which has no column, the cheapest one by a shortest augmenting path, and returns the sum of all
/// potentials then, which is the assignment's cost once every row has a column. Without `keep` nothing is changed.
int Assignment::augment(std::size_t row, Square square, bool keep) {
  constexpr int unreached = 1 << 30;
  std::ranges::fill(done_, char{0});
  for (std::size_t j = 0; j < n_; ++j) {
    least_[j] = cost(square, j) - v_[j];
    way_[j] = no_row;
  }
  std::size_t steps = 0, last = n_;
  int length = 0;
  for (;;) {
    std::size_t nearest = n_;
    int best = unreached;
    for (std::size_t j = 0; j < n_; ++j)
      if (done_[j] == 0 && (least_[j] < best || (least_[j] == best && row_at_[j] == no_row))) {
        best = least_[j];
        nearest = j;
      }
    length = best;
    if (row_at_[nearest] == no_row) {
      last = nearest;
      break;
    }
    done_[nearest] = 1;
    order_[steps++] = static_cast<std::uint16_t>(nearest);
    const std::size_t through = row_at_[nearest];
    const Square box = box_[through];
    const int slack = length - u_[through];
    for (std::size_t j = 0; j < n_; ++j) {
      if (done_[j] != 0) continue;
      const int reduced = slack + cost(box, j) - v_[j];
      if (reduced < least_[j]) {
        least_[j] = reduced;
        way_[j] = static_cast<std::uint16_t>(nearest);
      }
    }
  }
  if (keep) {
    // Potentials first, then the path turned round.
    u_[row] = length;
    for (std::size_t i = 0; i < steps; ++i) {
      const std::size_t j = order_[i];
      u_[row_at_[j]] += length - least_[j];
      v_[j] -= length - least_[j];
    }
    for (std::size_t j = last;;) {
      const std::uint16_t before = way_[j];
      const std::uint16_t taken = before == no_row ? static_cast<std::uint16_t>(row) : row_at_[before];
      row_at_[j] = taken;
      column_of_[taken] = static_cast<std::uint16_t>(j);
      if (before == no_row) break;
      j = before;
    }
    if (v_[0] < -far_off) bring_back();
    int sum = 0;
    for (std::size_t i = 0; i < n_; ++i) sum += u_[i] + v_[i];
    return sum;
  }
  return total_ - u_[row] + length;
}

/// Potentials of columns only ever fall, those of rows rise with them: where boxes change one after another, some of
/// the sets between two positions have no assignment, and each of those takes them further. Their differences stay
/// small, so that all can be moved together, which changes nothing else.
void Assignment::bring_back() {
  const int by = v_[0];
  for (std::size_t i = 0; i < n_; ++i) {
    v_[i] -= by;
    u_[i] += by;
  }
}

void Assignment::change_row(std::size_t row, Square to) {
  box_[row] = to;
  row_of_[to] = static_cast<std::uint16_t>(row);
  row_at_[column_of_[row]] = no_row;
  total_ = augment(row, to, true);
}

int Assignment::set(std::span<const Square> boxes) {
  for (const Square box : boxes) wanted_[box] = 1;
  loose_.clear();
  for (std::size_t row = 0; row < n_; ++row)
    if (wanted_[box_[row]] == 0) loose_.push_back(static_cast<std::uint16_t>(row));
  for (const std::uint16_t row : loose_) row_of_[box_[row]] = no_row;
  std::size_t next = 0;
  for (const Square box : boxes) {
    wanted_[box] = 0;
    if (row_of_[box] == no_row) change_row(loose_[next++], box);
  }
  return total_;
}

int Assignment::with(Square from, Square to) {
  const std::size_t row = row_of_[from], column = column_of_[row];
  // Most pushes keep the box on its way to its own goal: then no path need be sought.
  const int own = cost(to, column) - v_[column];
  int least = own;
  for (std::size_t j = 0; j < n_; ++j) least = std::min(least, cost(to, j) - v_[j]);
  if (least == own) return total_ - u_[row] + own;
  row_at_[column] = no_row;
  const int total = augment(row, to, false);
  row_at_[column] = static_cast<std::uint16_t>(row);
  return total;
}

}  // namespace nazo::sokoban
