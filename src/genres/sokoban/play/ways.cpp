#include "genres/sokoban/play/ways.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ranges>

#include "puzzle/room.hpp"

namespace nazo::sokoban {

namespace {

/// The level with a wall all around it, so that every square has four neighbours; what a keeper may not enter is shut.
struct Hall {
  int width;
  std::vector<std::uint8_t> shut;

  explicit Hall(const Level& level)
      : width(level.width + 2),
        shut(static_cast<std::size_t>(width) * static_cast<std::size_t>(level.height + 2), std::uint8_t{1}) {
    for (int r = 0; r < level.height; ++r)
      for (int c = 0; c < level.width; ++c)
        shut[static_cast<std::size_t>((r + 1) * width + c + 1)] = (level.at(r, c) & (wall | box)) != 0;
  }
  [[nodiscard]] int inner(int square, int level_width) const {
    return (square / level_width + 1) * width + square % level_width + 1;
  }
  [[nodiscard]] int outer(int square, int level_width) const {
    return (square / width - 1) * level_width + square % width - 1;
  }
  [[nodiscard]] bool open(int square) const { return shut[static_cast<std::size_t>(square)] == 0; }
  [[nodiscard]] int step(Direction d) const { return row_step(d) * width + column_step(d); }
};

/// Walks of the keeper while every box stands still, from one square at a time.
class Walks {
 public:
  explicit Walks(const Hall& hall) : hall_(hall), seen_(hall.shut.size(), 0), by_(hall.shut.size(), Direction::up) {}

  /// Reaches everything, or stops where it has reached `target`.
  void from(int start, int target = -1) {
    ++round_;
    queue_.assign(1, start);
    seen_[static_cast<std::size_t>(start)] = round_;
    for (std::size_t i = 0; i < queue_.size() && !reached(target); ++i)
      for (const Direction d : directions) {
        const int to = queue_[i] + hall_.step(d);
        if (!hall_.open(to) || reached(to)) continue;
        seen_[static_cast<std::size_t>(to)] = round_;
        by_[static_cast<std::size_t>(to)] = d;
        queue_.push_back(to);
      }
  }
  [[nodiscard]] bool reached(int square) const {
    return square >= 0 && seen_[static_cast<std::size_t>(square)] == round_;
  }
  [[nodiscard]] const std::vector<int>& squares() const { return queue_; }
  [[nodiscard]] std::string way(int to) const {
    std::string steps;
    for (int at = to; at != queue_.front(); at -= hall_.step(by_[static_cast<std::size_t>(at)]))
      steps += letter(by_[static_cast<std::size_t>(at)]);
    std::ranges::reverse(steps);
    return steps;
  }

 private:
  const Hall& hall_;
  std::vector<std::uint32_t> seen_;
  std::vector<Direction> by_;
  std::vector<int> queue_{};
  std::uint32_t round_ = 0;
};

/// A box that was pushed in a direction and now stands there; the keeper stands where it came from.
struct Pushed {
  int box = 0, keeper = 0;
  Direction pushed = Direction::up;
  std::size_t before = 0;  ///< in the list of all; its own number for the first
  std::string steps{};     ///< worked out when they are asked for
  bool known = false;
};

class BoxWays {
 public:
  BoxWays(const Level& level, int from) : width_(level.width), hall_(level), walks_(hall_), seen_(hall_.shut.size()) {
    const int start = hall_.inner(from, width_);
    hall_.shut[static_cast<std::size_t>(start)] = 0;
    states_.push_back({.box = start, .keeper = hall_.inner(level.keeper_square(), width_), .known = true});
  }

  Result<std::vector<Way>> find(const Budget& budget) {
    const Meter clock(budget);
    std::vector<bool> found(hall_.shut.size(), false);
    found[static_cast<std::size_t>(states_.front().box)] = true;
    std::vector<std::size_t> firsts;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (const Limit limit = clock.overdue(); limit != Limit::none) return fail_limit(limit);
      push_on(i);
    }
    for (std::size_t i = 1; i < states_.size(); ++i) {
      const auto at = static_cast<std::size_t>(states_[i].box);
      if (found[at]) continue;
      found[at] = true;
      firsts.push_back(i);
    }
    std::vector<Way> out;
    std::uint64_t used = states_.size() * sizeof(Pushed);
    for (const std::size_t i : firsts) {
      if (const Limit limit = clock.overdue(); limit != Limit::none) return fail_limit(limit);
      out.push_back({hall_.outer(states_[i].box, width_), steps_to(i)});
      used += 2 * out.back().steps.size();
      NAZO_CHECK(fits(budget, used));
    }
    return out;
  }

 private:
  /// Adds where the box can be pushed from a state; the keeper's side of it is walked once.
  void push_on(std::size_t number) {
    const int at = states_[number].box, keeper = states_[number].keeper;
    // Another state with the box here and the keeper on the same side has been looked at: it pushes the same.
    for (const int known : sides_of(at))
      if (known == keeper) return;
    hall_.shut[static_cast<std::size_t>(at)] = 1;
    walks_.from(keeper);
    for (const Direction d : directions) {
      const int behind = at - hall_.step(d), to = at + hall_.step(d);
      if (walks_.reached(behind)) sides_of(at)[static_cast<std::size_t>(d)] = behind;
      if (!walks_.reached(behind) || !hall_.open(to)) continue;
      bool& known = seen_[static_cast<std::size_t>(to)][static_cast<std::size_t>(d)];
      if (known) continue;
      known = true;
      states_.push_back({.box = to, .keeper = at, .pushed = d, .before = number});
    }
    hall_.shut[static_cast<std::size_t>(at)] = 0;
  }
  /// The squares beside a box from which it was pushed on already.
  std::array<int, 4>& sides_of(int box) {
    if (sides_.empty()) sides_.assign(hall_.shut.size(), {-1, -1, -1, -1});
    return sides_[static_cast<std::size_t>(box)];
  }
  const std::string& steps_to(std::size_t number) {
    std::vector<std::size_t> line;
    for (std::size_t i = number; !states_[i].known; i = states_[i].before) line.push_back(i);
    for (const std::size_t i : line | std::views::reverse) {
      Pushed& state = states_[i];
      const Pushed& before = states_[state.before];
      const int behind = before.box - hall_.step(state.pushed);
      hall_.shut[static_cast<std::size_t>(before.box)] = 1;
      walks_.from(before.keeper, behind);
      hall_.shut[static_cast<std::size_t>(before.box)] = 0;
      state.steps = before.steps + walks_.way(behind) + push_letter(state.pushed);
      state.known = true;
    }
    return states_[number].steps;
  }

  int width_;
  Hall hall_;
  Walks walks_;
  std::vector<std::array<bool, 4>> seen_;
  std::vector<std::array<int, 4>> sides_{};
  std::vector<Pushed> states_{};
};

std::vector<Way> walks_of(const Level& level) {
  const Hall hall(level);
  Walks walks(hall);
  walks.from(hall.inner(level.keeper_square(), level.width));
  std::vector<Way> out;
  for (const int square : walks.squares())
    if (square != walks.squares().front()) out.push_back({hall.outer(square, level.width), walks.way(square)});
  return out;
}

}  // namespace

Result<std::vector<Way>> ways(const Level& level, int from, const Budget& budget) {
  // At most four states a square, and what is marked on each.
  NAZO_CHECK(fits(budget, 64 * static_cast<std::uint64_t>(level.cells.size())));
  std::vector<Way> out;
  if ((level.cells[static_cast<std::size_t>(from)] & box) != 0) {
    NAZO_TRY(found, BoxWays(level, from).find(budget));
    out = std::move(found);
  } else if (from == level.keeper_square()) {
    out = walks_of(level);
  }
  std::ranges::sort(out, {}, &Way::to);
  return out;
}

}  // namespace nazo::sokoban
