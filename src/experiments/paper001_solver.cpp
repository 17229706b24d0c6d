#include "experiments/paper001_solver.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.hpp"

namespace nazo {

namespace {

using model::Alternative;
using model::Match;

constexpr double longest_pause = 180;
constexpr std::size_t most_steps = 20'000;

int technique_place(std::string_view name) {
  const auto& all = solver_techniques();
  return static_cast<int>(std::ranges::find(all, name) - all.begin());
}

/// Alike alternatives together: a step of a large board has hundreds.
std::vector<Alternative> grouped_alternatives(const std::vector<Alternative>& all) {
  std::map<std::tuple<int, bool, bool, Match, int>, double> counts;
  for (const Alternative& one : all)
    counts[{one.technique, one.stays, one.near, one.match, one.match == Match::none ? 1 : one.finds}] += one.count;
  std::vector<Alternative> out;
  for (const auto& [key, count] : counts) {
    const auto& [technique, stays, near, match, finds] = key;
    out.push_back(
        {.technique = technique, .stays = stays, .near = near, .match = match, .finds = finds, .count = count});
  }
  return out;
}

std::string move_text(const std::vector<MarkedCell>& cells) {
  std::string fill, cross;
  for (const MarkedCell& cell : cells) (cell.black ? fill : cross) += cat(" ", cell.row, ",", cell.column);
  if (fill.empty()) return "cross" + cross;
  return cross.empty() ? "fill" + fill : cat("fill", fill, "; cross", cross);
}

/// Some of the cells, not none and not all; every choice alike.
std::vector<MarkedCell> part_of(const std::vector<MarkedCell>& cells, Rng& rng) {
  for (;;) {
    std::vector<MarkedCell> some;
    for (const MarkedCell& cell : cells)
      if (rng.chance(.5)) some.push_back(cell);
    if (!some.empty() && some.size() < cells.size()) return some;
  }
}

}  // namespace

const std::vector<std::string>& solver_techniques() {
  static const std::vector<std::string> names{"E", "h1", "h2", "h3", "h4", "h5", "h6"};
  return names;
}

Result<StepWatcher> StepWatcher::make(const Genre& genre, const Puzzle& puzzle, const Context& context) {
  StepWatcher watcher(genre, context);
  NAZO_TRY(options, Options::make(genre.facts().options, {{"techniques", "true"}}));
  watcher.options_ = options;
  NAZO_TRY(start, genre.start(puzzle, options, context));
  NAZO_CHECK(watcher.go_to(start));
  return watcher;
}

Result<void> StepWatcher::go_to(const std::string& position) {
  position_ = position;
  last_.clear();
  return look();
}

Result<void> StepWatcher::look() {
  NAZO_TRY(view, genre_->view(position_, options_, context_));
  const Value* ways = view.find("techniques");
  if (ways == nullptr) return fail("puzzles in colours have no such techniques");
  height_ = static_cast<int>(view.find("height")->number());
  won_ = *view.find("won")->boolean();
  cells_.clear();
  for (const Value& row : *view.find("cells")->items()) cells_.push_back(*row.string());
  offers_.clear();
  for (const Value& way : *ways->items()) {
    Offer offer{.line = static_cast<int>(way.find("line")->number()),
                .technique = technique_place(*way.find("technique")->string())};
    for (const bool black : {true, false})
      for (const Value& cell : *way.find(black ? "black" : "white")->items())
        offer.finds.push_back({.row = static_cast<int>((*cell.items())[0].number()),
                               .column = static_cast<int>((*cell.items())[1].number()),
                               .black = black});
    std::ranges::sort(offer.finds);
    offers_.push_back(std::move(offer));
  }
  return {};
}

bool StepWatcher::stays(const Offer& offer) const {
  const auto on_line = [&](const MarkedCell& cell) {
    return offer.line < height_ ? cell.row - 1 == offer.line : cell.column - 1 == offer.line - height_;
  };
  return !last_.empty() && std::ranges::all_of(last_, on_line);
}

bool StepWatcher::near(const Offer& offer) const {
  const auto on_line = [&](const MarkedCell& cell) {
    return offer.line < height_ ? cell.row - 1 == offer.line : cell.column - 1 == offer.line - height_;
  };
  return !stays(offer) && std::ranges::any_of(last_, on_line);
}

std::vector<Alternative> StepWatcher::alternatives() const {
  std::vector<Alternative> all;
  for (const Offer& offer : offers_)
    all.push_back({.technique = offer.technique,
                   .stays = stays(offer),
                   .near = near(offer),
                   .finds = static_cast<int>(offer.finds.size())});
  return all;
}

Result<model::Step> StepWatcher::play(const std::string& move, double seconds) {
  std::vector<Alternative> all = alternatives();
  const std::vector<Offer> before = std::move(offers_);
  const std::vector<std::string> cells = std::move(cells_);
  NAZO_TRY(next, genre_->play(position_, move, options_, context_));
  position_ = next;
  NAZO_CHECK(look());
  // What the move marked; a mark that was changed or taken away is no find.
  std::vector<MarkedCell> marked;
  bool changed = false;
  for (std::size_t r = 0; r < cells_.size(); ++r)
    for (std::size_t c = 0; c < cells_[r].size(); ++c) {
      if (cells_[r][c] == cells[r][c]) continue;
      changed = changed || cells[r][c] != '?';
      marked.push_back({static_cast<int>(r) + 1, static_cast<int>(c) + 1, cells_[r][c] == '#'});
    }
  if (!changed && !marked.empty())
    for (std::size_t i = 0; i < before.size(); ++i)
      if (std::ranges::includes(before[i].finds, marked))
        all[i].match = before[i].finds.size() == marked.size() ? Match::whole : Match::part;
  last_ = changed ? std::vector<MarkedCell>{} : marked;
  return model::Step{.seconds = seconds, .alternatives = grouped_alternatives(all)};
}

Result<std::vector<model::Step>> steps_of(const Genre& genre, const Puzzle& puzzle, const store::Play& play,
                                          const Context& context) {
  NAZO_TRY(watcher, StepWatcher::make(genre, puzzle, context));
  std::vector<std::string> positions{watcher.position()};
  std::vector<model::Step> steps;
  for (const store::PlayEvent& event : play.events) {
    if (store::moves_something(event.kind)) {
      NAZO_TRY(step, watcher.play(event.move, event.seconds));
      positions.push_back(watcher.position());
      if (event.kind == store::EventKind::move && event.seconds < longest_pause) steps.push_back(std::move(step));
    } else if (event.kind == store::EventKind::undo || event.kind == store::EventKind::restart) {
      if (event.kind == store::EventKind::restart)
        positions.resize(1);
      else if (positions.size() > 1)
        positions.pop_back();
      NAZO_CHECK(watcher.go_to(positions.back()));
    }
  }
  return steps;
}

Result<SolvedBy> solve_like(const Genre& genre, const Puzzle& puzzle, const model::TechniqueChoice& person, Rng& rng,
                            const Context& context) {
  NAZO_TRY(watcher, StepWatcher::make(genre, puzzle, context));
  SolvedBy out;
  while (!watcher.won() && !watcher.offers().empty() && out.steps.size() < most_steps) {
    const model::ChosenStep chosen = model::choose_step(person, watcher.alternatives(), rng);
    const std::vector<MarkedCell>& finds = watcher.offers()[chosen.alternative].finds;
    NAZO_TRY(step, watcher.play(move_text(chosen.all ? finds : part_of(finds, rng)), chosen.seconds));
    out.seconds += chosen.seconds;
    out.steps.push_back(std::move(step));
  }
  out.solved = watcher.won();
  return out;
}

Value value_of(const std::vector<model::Step>& steps) {
  Value all = Value::array();
  for (const model::Step& step : steps) {
    Value alternatives = Value::array();
    for (const Alternative& one : step.alternatives)
      alternatives.push(Value(Value::Array{one.technique, (one.stays ? 1 : 0) + (one.near ? 2 : 0),
                                           static_cast<int>(one.match), one.finds, one.count}));
    all.push(Value::object().set("seconds", step.seconds).set("alternatives", std::move(alternatives)));
  }
  return all;
}

std::vector<model::Step> steps_from(const Value& value) {
  std::vector<model::Step> steps;
  for (const Value& one : *value.items()) {
    model::Step step{.seconds = one.find("seconds")->number()};
    for (const Value& row : *one.find("alternatives")->items()) {
      const Value::Array& fields = *row.items();
      const int where = static_cast<int>(fields[1].number());
      step.alternatives.push_back({.technique = static_cast<int>(fields[0].number()),
                                   .stays = (where & 1) != 0,
                                   .near = (where & 2) != 0,
                                   .match = static_cast<Match>(static_cast<int>(fields[2].number())),
                                   .finds = static_cast<int>(fields[3].number()),
                                   .count = fields[4].number()});
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace nazo
