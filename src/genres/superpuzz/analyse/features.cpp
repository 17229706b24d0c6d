#include "genres/superpuzz/analyse/features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "genres/superpuzz/analyse/paper.hpp"
#include "genres/superpuzz/solve/best/search.hpp"
#include "genres/superpuzz/solve/best/state.hpp"
#include "genres/superpuzz/solve/solve.hpp"
#include "search/chunked.hpp"
#include "search/key_index.hpp"

namespace nazo::superpuzz {

namespace {

constexpr std::array<std::string_view, 4> paper_strategies{"priority-1", "priority-2", "depth-aces-last",
                                                           "depth-aces-first"};

std::string feature_of_strategy(std::string_view strategy) {
  std::string name = cat("states_", strategy);
  std::ranges::replace(name, '-', '_');
  return name;
}

double share_of(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

/// Features that need the solution and a look at the moves beside it.
constexpr std::array<std::string_view, 8> beside_the_solution{"dead_end_share", "only_move_share",     "forced_share",
                                                              "choices_mean",   "lookahead",           "lookahead_max",
                                                              "first_trap",     "solution_stuck_holes"};

class Analyzer {
 public:
  Analyzer(const Position& start, const std::vector<std::string>& wanted, const Options& options,
           const Context& context)
      : start_(start),
        wanted_(wanted.begin(), wanted.end()),
        effort_(static_cast<std::uint64_t>(options.integer("effort"))),
        paper_states_(static_cast<std::uint64_t>(options.integer("paper-states"))),
        context_(context),
        meter_(context.budget) {}

  Analysis run() {
    add_start_features(start_, analysis_.features);
    std::vector<Step> solution;
    if (any_wanted({"solvable", "solution_length", "states_best", "states_searched"}) ||
        any_wanted(beside_the_solution))
      solution = solve();
    if (any_wanted(beside_the_solution) && solvable_ == Status::solved) walk(solution);
    paper();
    if (any_wanted({"components", "left_open_share"})) components();
    if (any_wanted({"random_walk_length", "random_walk_win"})) random_walks();
    return std::move(analysis_);
  }

 private:
  template <std::size_t N>
  [[nodiscard]] bool any_wanted(const std::array<std::string_view, N>& names) const {
    return wanted_.empty() || std::ranges::any_of(names, [&](std::string_view name) { return wanted_.contains(name); });
  }
  [[nodiscard]] bool any_wanted(std::initializer_list<std::string_view> names) const {
    return wanted_.empty() || std::ranges::any_of(names, [&](std::string_view name) { return wanted_.contains(name); });
  }
  void set(std::string_view name, Value value) { analysis_.features.set(name, std::move(value)); }
  void cut_off(Limit limit) {
    analysis_.exact = false;
    if (analysis_.limit == Limit::none) analysis_.limit = limit;
  }

  /// What is left for a search that an option allows so many states.
  [[nodiscard]] Budget rest_for(std::uint64_t states) const {
    Budget budget = meter_.rest();
    budget.nodes = std::min(budget.nodes, states);
    return budget;
  }
  /// Counts what a search of so many states took. If it was not the option that ended it, the analysis is cut off.
  void account(const search::Report& report, std::uint64_t states, std::uint64_t allowed) {
    const std::uint64_t left = meter_.rest().nodes;
    (void)meter_.spend(states);
    if (report.ending != search::Ending::unknown) return;
    const bool by_option = report.limit == Limit::nodes && allowed <= left;
    cut_off(by_option ? Limit::none : report.limit);
  }

  std::vector<Step> solve() {
    best::Outcome outcome = best::search(start_, meter_.rest(), {.seed = context_.seed});
    account(outcome, outcome.expanded, Budget::unlimited);
    states_searched_.set("best", outcome.nodes);
    if (outcome.ending == search::Ending::unknown) {
      set("solvable", Value());
      return {};
    }
    solvable_ = outcome.ending == search::Ending::solved ? Status::solved : Status::unsolvable;
    set("solvable", solvable_ == Status::solved);
    set("states_best", outcome.nodes);
    if (solvable_ == Status::solved) set("solution_length", outcome.solution.size());
    return std::move(outcome.solution);
  }

  /// Goes along the solution and asks of every other move whether it would lose.
  void walk(const std::vector<Step>& solution) {
    // Positions of the solution, in the sense of the search: other orders of aces that are afloat are no other
    // positions.
    std::set<Key128> alive;
    Position position = start_;
    alive.insert(best::state_of(position).key);
    for (const Step& step : solution) {
      play(position, step);
      alive.insert(best::state_of(position).key);
    }
    std::set<Key128> dead;
    double moves = 0, losing = 0, forced = 0, only = 0, lookahead = 0, stuck = 0;
    std::uint64_t refutations = 0, lookahead_max = 0;
    std::int64_t first_trap = -1;
    position = start_;
    for (std::size_t i = 0; i < solution.size(); ++i) {
      int losing_here = 0;
      const auto steps = legal_steps(position);
      for (const Step& step : steps) {
        Position next = position;
        play(next, step);
        const Key128 key = best::state_of(next).key;
        if (alive.contains(key)) continue;
        if (!dead.contains(key)) {
          if (!meter_.check()) return cut_off(meter_.limit());
          const auto outcome = best::search(next, rest_for(effort_), {.seed = context_.seed});
          account(outcome, outcome.expanded, effort_);
          if (analysis_.limit != Limit::none) return;  // a move that was not looked at is not a harmless one
          if (outcome.ending != search::Ending::unsolvable) {
            alive.insert(key);
            continue;
          }
          dead.insert(key);
          ++refutations;
          lookahead += std::log2(1 + static_cast<double>(outcome.nodes));
          lookahead_max = std::max(lookahead_max, outcome.nodes);
        }
        ++losing_here;
      }
      moves += static_cast<double>(steps.size());
      losing += losing_here;
      forced += steps.size() == 1;
      only += steps.size() > 1 && losing_here + 1 == static_cast<int>(steps.size());
      if (losing_here > 0 && first_trap < 0) first_trap = static_cast<std::int64_t>(i + 1);
      for (const Place hole : holes_by_index(position))
        stuck += column_of(hole) != 0 && taken_by(position, hole) == no_card;
      play(position, solution[i]);
    }
    if (solution.empty()) return;
    const auto length = static_cast<double>(solution.size());
    set("dead_end_share", losing / moves);
    set("only_move_share", only / length);
    set("forced_share", forced / length);
    set("choices_mean", moves / length);
    set("solution_stuck_holes", stuck / length);
    set("lookahead", refutations == 0 ? 0 : lookahead / static_cast<double>(refutations));
    set("lookahead_max", lookahead_max);
    set("first_trap", first_trap < 0 ? Value() : Value(first_trap));
  }

  void paper() {
    for (const std::string_view strategy : paper_strategies) {
      const std::string feature = feature_of_strategy(strategy);
      if (!any_wanted({feature, "states_searched"})) continue;
      const auto outcome = search_plainly(start_, *paper_strategy(strategy), Rows::told_apart, rest_for(paper_states_));
      account(outcome, outcome.nodes, paper_states_);
      if (outcome.ending == search::Ending::unknown) {
        set(feature, Value());
        continue;
      }
      set(feature, outcome.nodes);
      states_searched_.set(strategy, outcome.nodes);
    }
    if (any_wanted({"states_searched"})) set("states_searched", states_searched_);
  }

  /// Where the first states of a breadth-first search lie among the fifteen components.
  void components() {
    const PlainSpace space{start_.columns, Rows::told_apart};
    search::Chunked<PlainSpace::State> states;
    search::KeyIndex<Key128> seen(meter_.budget().bytes / 2, &meter_);
    std::array<std::array<std::uint64_t, 5>, 5> counts{};
    double open = 0;
    const auto add = [&](const PlainSpace::State& state) {
      if (states.size() >= effort_ || meter_.limit() != Limit::none) return;
      const auto number = seen.insert(space.key(state));
      if (!number || seen.bytes() + states.bytes() + states.next_growth() > meter_.budget().bytes) {
        if (meter_.limit() == Limit::none) meter_.out_of_memory();
        return;
      }
      if (!number->inserted || !meter_.spend()) return;
      states.push(state);
      const Component c = component_of(state, start_.columns);
      ++counts[static_cast<std::size_t>(c.aces)][static_cast<std::size_t>(c.holes)];
      open += c.holes > 0;
    };
    add(space.state_of(start_));
    for (std::size_t i = 0; i < states.size() && states.size() < effort_; ++i) {
      const PlainSpace::State state = states[i];
      space.for_each_move(state, [&](const PlainSpace::Move& move) { add(space.apply(state, move)); });
    }
    if (meter_.limit() != Limit::none) return cut_off(meter_.limit());
    if (states.size() >= effort_) analysis_.exact = false;
    Value profile = Value::object();
    for (int aces = 0; aces <= 4; ++aces)
      for (int holes = 0; aces + holes <= 4; ++holes) {
        const std::uint64_t count = counts[static_cast<std::size_t>(aces)][static_cast<std::size_t>(holes)];
        profile.set(cat(aces, ",", holes), share_of(count, states.size()));
      }
    set("components", profile);
    set("left_open_share", open / static_cast<double>(states.size()));
  }

  /// A player who takes any legal move at random, until stuck or won.
  void random_walks() {
    constexpr int walks = 200;
    const int most_steps = 40 * start_.columns;
    Rng rng(context_.seed, 0, 1);
    double length = 0, wins = 0;
    for (int i = 0; i < walks; ++i) {
      if (!meter_.check()) return cut_off(meter_.limit());
      Position position = start_;
      int steps = 0;
      for (; steps < most_steps && !won(position); ++steps) {
        const auto legal = legal_steps(position);
        if (legal.empty()) break;
        play(position, legal[rng.below(legal.size())]);
      }
      length += steps;
      wins += won(position);
    }
    set("random_walk_length", length / walks);
    set("random_walk_win", wins / walks);
  }

  const Position& start_;
  std::set<std::string, std::less<>> wanted_;
  std::uint64_t effort_, paper_states_;
  const Context& context_;
  Meter meter_;
  Status solvable_ = Status::unknown;
  Value states_searched_ = Value::object();
  Analysis analysis_;
};

}  // namespace

const std::vector<FeatureFact>& feature_facts() {
  static const std::vector<FeatureFact> facts{
      {"columns", "columns of the deal"},
      {"start_moves", "legal moves at the start"},
      {"start_pairs", "cards that lie right of their predecessor at the start"},
      {"start_aces_left", "aces in the leftmost column at the start"},
      {"start_holes_left", "holes in the leftmost column at the start"},
      {"start_stuck_holes", "holes that take nothing at the start"},
      {"solvable", "can it be won? null if that was not decided"},
      {"solution_length", "moves of the solution that `best` finds"},
      {"states_searched", "states searched until the first solution or exhaustion, by strategy"},
      {"states_best", "states searched by `best`"},
      {"states_priority_1", "states searched by priority-1, as printed; null beyond --paper-states"},
      {"states_priority_2", "states searched by priority-2, likewise"},
      {"states_depth_aces_last", "states searched by depth-aces-last, likewise"},
      {"states_depth_aces_first", "states searched by depth-aces-first, likewise"},
      {"dead_end_share", "share of the moves along the solution that would make it unsolvable"},
      {"only_move_share", "share of the solution's positions where one of several moves wins and all others lose"},
      {"forced_share", "share of the solution's positions with a single legal move"},
      {"choices_mean", "legal moves at a position of the solution, mean"},
      {"lookahead", "mean of log2(1 + states needed to see that a losing move loses)"},
      {"lookahead_max", "most states needed to see that a losing move loses"},
      {"first_trap", "number of the first move of the solution beside which there is a losing one"},
      {"solution_stuck_holes", "holes that take nothing, mean over the solution"},
      {"components",
       "share of the first states, breadth-first, in each component (aces, holes in the leftmost column)"},
      {"left_open_share", "share of those states with a hole in the leftmost column"},
      {"random_walk_length", "moves until a random player is stuck, mean of 200"},
      {"random_walk_win", "share of 200 random players who win"},
  };
  return facts;
}

void add_start_features(const Position& start, Value& features) {
  int pairs = 0, aces = 0, holes = 0, stuck = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < start.columns; ++column) {
      const Place place = place_of(row, column);
      const Card card = start.at[place];
      if (start.is_hole(card)) {
        holes += column == 0;
        stuck += column != 0 && taken_by(start, place) == no_card;
        continue;
      }
      aces += column == 0 && rank_of(card) == 0;
      pairs += column != 0 && start.at[place - 1u] + suits == card;
    }
  features.set("columns", start.columns)
      .set("start_moves", legal_steps(start).size())
      .set("start_pairs", pairs)
      .set("start_aces_left", aces)
      .set("start_holes_left", holes)
      .set("start_stuck_holes", stuck);
}

Analysis analyze(const Position& start, const std::vector<std::string>& wanted, const Options& options,
                 const Context& context) {
  return Analyzer(start, wanted, options, context).run();
}

Prior prior(const Value& features) {
  const auto number = [&](std::string_view name) {
    const Value* value = features.find(name);
    return value == nullptr ? std::nan("") : value->number();
  };
  const double dead = number("dead_end_share"), look = number("lookahead"), length = number("solution_length"),
               only = number("only_move_share");
  if (std::isnan(dead) || std::isnan(look) || std::isnan(length)) return {};
  // docs/SUPERPUZZ.md, "Difficulty": a logistic curve through the quartiles of 200 random full-size deals.
  const double z = 6 * dead + 0.35 * look + 0.01 * length - 4;
  const double difficulty = 100 / (1 + std::exp(-z));
  // A deal is dull when nothing can go wrong, and when everything does.
  const double interest = 100 * 4 * dead * (1 - dead) * (std::isnan(only) ? 1 : 1 - only / 2);
  return {.difficulty = difficulty,
          .interest = interest,
          .time = length * (4 + 8 * dead),
          .success = 1 / (1 + std::exp(z))};
}

}  // namespace nazo::superpuzz
