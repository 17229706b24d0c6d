#include "workshop/stuck.hpp"

#include <algorithm>
#include <utility>

namespace nazo {
namespace {

/// The board as it is drawn, row by row, without what is drawn beside it.
using Drawn = std::vector<std::vector<std::string>>;
/// Squares that look otherwise than before, in their order, and how they look now.
struct Changed {
  std::size_t row, column;
  std::string text;
  friend auto operator<=>(const Changed&, const Changed&) = default;
};
using Change = std::vector<Changed>;

struct Along {
  const Genre& genre;
  const Options& options;
  const Context& context;
  Meter meter;

  Along(const Genre& g, const Options& o, const Context& c) : genre(g), options(o), context(c), meter(c.budget) {}

  [[nodiscard]] Context rest() const {
    Context left = context;
    left.budget = meter.rest();
    return left;
  }
  [[nodiscard]] Result<Drawn> look(const std::string& position) {
    if (!meter.check()) return fail_limit(meter.limit());
    NAZO_TRY(picture, genre.draw(position, options, rest()));
    Drawn drawn;
    for (std::size_t row = static_cast<std::size_t>(picture.origin.row) - 1; row < picture.rows.size(); ++row) {
      auto& cells = drawn.emplace_back();
      const std::vector<TextCell>& whole = picture.rows[row];
      for (std::size_t column = static_cast<std::size_t>(picture.origin.column) - 1; column < whole.size(); ++column)
        cells.push_back(whole[column].text);
    }
    return drawn;
  }
};

Change change_between(const Drawn& before, const Drawn& after) {
  static const std::vector<std::string> no_row;
  static const std::string nothing;
  Change change;
  for (std::size_t row = 0; row < std::max(before.size(), after.size()); ++row) {
    const auto& was = row < before.size() ? before[row] : no_row;
    const auto& is = row < after.size() ? after[row] : no_row;
    for (std::size_t column = 0; column < std::max(was.size(), is.size()); ++column) {
      const std::string& text = column < is.size() ? is[column] : nothing;
      if (text != (column < was.size() ? was[column] : nothing)) change.push_back({row, column, text});
    }
  }
  return change;
}

bool holds(const Change& whole, const Change& part) { return !part.empty() && std::ranges::includes(whole, part); }

/// One play on its way along the solution.
class Walk {
 public:
  Walk(Along& along, const std::vector<Change>& effects, StuckMap& map)
      : along_(along), effects_(effects), map_(map), done_(effects.size()) {}

  Result<void> go(const std::string& start, const Drawn& drawn, const store::Play& play) {
    positions_ = {{start, drawn, {}}};
    for (const store::PlayEvent& event : play.events) {
      waited_ += event.seconds;
      NAZO_CHECK(take(event));
    }
    if (play.outcome != store::Outcome::solved && next() < done_.size()) {
      StuckStep& step = map_.steps[next()];
      ++step.failed;
      if (taken_back_) ++step.undone;
    }
    return {};
  }

 private:
  struct At {
    std::string position;
    Drawn drawn;
    std::vector<std::size_t> steps;  ///< that the move to here made
  };

  /// The first step that has not been made.
  [[nodiscard]] std::size_t next() const {
    return static_cast<std::size_t>(std::ranges::find(done_, false) - done_.begin());
  }
  void forget_last() {
    for (const std::size_t step : positions_.back().steps) done_[step] = false;
    positions_.pop_back();
  }
  Result<void> take(const store::PlayEvent& event) {
    if (event.kind == store::EventKind::undo && positions_.size() > 1) forget_last();
    if (event.kind == store::EventKind::restart)
      while (positions_.size() > 1) forget_last();
    if (event.kind == store::EventKind::undo || event.kind == store::EventKind::restart) taken_back_ = true;
    if (!moves_something(event.kind)) return {};
    NAZO_TRY(position, along_.genre.play(positions_.back().position, event.move, along_.options, along_.rest()));
    NAZO_TRY(drawn, along_.look(position));
    std::vector<std::size_t> made = steps_made(change_between(positions_.back().drawn, drawn));
    credit(made);
    positions_.push_back({std::move(position), std::move(drawn), std::move(made)});
    return {};
  }
  /// Of steps that do the same only the first that is not done yet.
  [[nodiscard]] std::vector<std::size_t> steps_made(const Change& change) {
    std::vector<std::size_t> made;
    for (std::size_t step = next(); step < done_.size(); ++step) {
      if (done_[step] || !holds(change, effects_[step])) continue;
      const bool same = std::ranges::any_of(made, [&](std::size_t other) { return effects_[other] == effects_[step]; });
      if (same) continue;
      done_[step] = true;
      made.push_back(step);
    }
    return made;
  }
  void credit(const std::vector<std::size_t>& made) {
    for (const std::size_t step : made) {
      ++map_.steps[step].found;
      map_.steps[step].seconds += waited_ / static_cast<double>(made.size());
      if (taken_back_) ++map_.steps[step].undone;
    }
    if (made.empty()) return;
    waited_ = 0;
    taken_back_ = false;
  }

  Along& along_;
  const std::vector<Change>& effects_;
  StuckMap& map_;
  std::vector<bool> done_;
  std::vector<At> positions_{};
  double waited_ = 0;  ///< since the last step of the solution
  bool taken_back_ = false;
};

}  // namespace

Result<StuckMap> where_stuck(const Genre& genre, const Puzzle& puzzle, std::string_view solution,
                             const std::vector<store::Play>& plays, const Context& context) {
  NAZO_TRY(options, Options::make(genre.facts().options));
  Along along(genre, options, context);
  NAZO_TRY(moves, genre.replay(puzzle, solution, options, context));
  NAZO_TRY(start, genre.start(puzzle, options, context));
  NAZO_TRY(first, along.look(start));
  StuckMap map;
  std::vector<Change> effects;
  std::string position = start;
  Drawn drawn = first;
  for (const std::string& move : moves) {
    NAZO_TRY(next, genre.play(position, move, options, along.rest()));
    NAZO_TRY(seen, along.look(next));
    effects.push_back(change_between(drawn, seen));
    map.steps.push_back({.move = move});
    position = std::move(next);
    drawn = std::move(seen);
  }
  for (const store::Play& play : plays) {
    StuckMap with = map;
    const auto walked = Walk(along, effects, with).go(start, first, play);
    if (!walked) {
      ++map.skipped;
      continue;
    }
    map = std::move(with);
    ++map.plays;
    map.solved += play.outcome == store::Outcome::solved ? 1 : 0;
    map.gave_up += play.outcome == store::Outcome::gave_up ? 1 : 0;
    map.unfinished += play.outcome == store::Outcome::unfinished ? 1 : 0;
  }
  return map;
}

}  // namespace nazo
