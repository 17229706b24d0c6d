#include "experiments/paper000_plays.hpp"

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "experiments/paper000_boards.hpp"
#include "experiments/tools.hpp"
#include "model/success_model.hpp"
#include "store/store.hpp"

namespace nazo {

namespace {

double feature(const Value& features, std::string_view name) {
  const Value* value = features.find(name);
  return value == nullptr ? std::nan("") : value->number();
}

const Value::Array* layers_of(const Value& features) {
  const Value* layers = features.find("layers");
  return layers == nullptr ? nullptr : layers->items();
}

/// Mean moves over the states of layers from … to−1.
double moves_between(const Value::Array& layers, std::size_t from, std::size_t to) {
  double moves = 0, states = 0;
  for (std::size_t i = from; i < std::min(to, layers.size()); ++i) {
    const double n = feature(layers[i], "states");
    states += n;
    moves += n * feature(layers[i], "moves_mean");
  }
  return states > 0 ? moves / states : std::nan("");
}

Result<BoardPlays> plays_of_study(const ExperimentCall& call) {
  NAZO_TRY(store, store::Store::open_existing(call.options.text("store")));
  const DataQuery query{.genre = "shisen",
                        .study = call.options.text("study"),
                        .exclusion = {.longest_pause = call.options.real("pause")},
                        .simulated = call.options.flag("simulated")};
  NAZO_TRY(study, store.find_study(query.study));
  if (!study) return fail(cat("there is no study ", in_quotes(query.study)));
  if (study->genre != "shisen") return fail(cat("the study is of ", study->genre, ", not of shisen"));
  BoardPlays plays;
  NAZO_TRY(data, people_data(store, query));
  plays.data = std::move(data);
  if (plays.data.table.plays.empty())
    return fail(plays.data.simulated == 0 ? "the study has no plays that count"
                                          : "the study has plays of simulated players only (--simulated)");
  for (const std::string& key : plays.data.puzzle_keys) {
    NAZO_TRY(puzzle, store.find_puzzle(key));
    plays.features.push_back(puzzle ? puzzle->features : Value::object());
  }
  plays.simulated = plays.data.of_simulated > 0;
  return plays;
}

/// Values brought to mean 0 and deviation 1; what is missing or never varies is 0.
std::vector<double> standardised(const std::vector<Value>& boards, std::string_view name) {
  double sum = 0, squares = 0, count = 0;
  for (const Value& board : boards)
    if (const double value = feature(board, name); std::isfinite(value)) {
      sum += value;
      squares += value * value;
      ++count;
    }
  const double mean = sum / std::max(1., count), variance = squares / std::max(1., count) - mean * mean;
  std::vector<double> out;
  for (const Value& board : boards) {
    const double value = feature(board, name);
    out.push_back(std::isfinite(value) && variance > 1e-18 ? (value - mean) / std::sqrt(variance) : 0);
  }
  return out;
}

/// Ninety players who do not exist play 1,647 times: more moves to choose from mean less time, more chances to go wrong
/// mean more failures, both with about the noise that the printed correlations leave room for.
void simulate(BoardPlays& plays, std::uint64_t seed) {
  constexpr int persons = 90, wanted_plays = 1647;
  const auto boards = static_cast<int>(plays.features.size());
  const std::vector<double> first = standardised(plays.features, "moves_mean_first"),
                            losing = standardised(plays.features, "unsolvable_transition_fraction");
  Rng world(seed, 0, 41);
  std::vector<double> slow, hard;
  for (std::size_t j = 0; j < plays.features.size(); ++j) {
    slow.push_back(4.7 - .22 * first[j] + .15 * world.normal());
    hard.push_back(-1 - .45 * first[j] + .3 * losing[j] + .6 * world.normal());
  }
  model::PlayTable& table = plays.data.table;
  table.persons = persons;
  table.puzzles = boards;
  const auto each = [&](int person) { return wanted_plays * (person + 1) / persons - wanted_plays * person / persons; };
  for (int person = 0; person < persons; ++person) {
    Rng rng(seed, static_cast<std::uint64_t>(person), 42);
    const double speed = .45 * rng.normal(), skill = .8 * rng.normal();
    std::vector<int> order(static_cast<std::size_t>(boards));
    for (int j = 0; j < boards; ++j) order[static_cast<std::size_t>(j)] = j;
    rng.shuffle(std::span(order));
    for (int k = 0; k < std::min(each(person), boards); ++k) {
      const auto j = static_cast<std::size_t>(order[static_cast<std::size_t>(k)]);
      const bool solved = rng.chance(model::logistic(skill - hard[j]));
      const double seconds = std::exp(slow[j] - speed + .5 * rng.normal()) * (solved ? 1 : .3 + .6 * rng.unit());
      table.plays.push_back({.person = person,
                             .puzzle = static_cast<int>(j),
                             .seconds = seconds,
                             .solved = solved,
                             .moves = 30,
                             .moment = k});
    }
  }
  plays.data.of_simulated = table.plays.size();
}

}  // namespace

const std::vector<std::string>& shisen_variables() {
  static const std::vector<std::string> names{"moves_mean",
                                              "moves_mean_first",
                                              "moves_mean_second",
                                              "solvable_fraction",
                                              "unsolvable_transition_fraction",
                                              "unsolvable_longest",
                                              "solvable_fraction_layers",
                                              "unsolvable_transition_fraction_layers",
                                              "unsolvable_longest_layers"};
  return names;
}

Result<std::optional<BoardPlays>> board_plays(const ExperimentCall& call) {
  if (!call.options.text("study").empty()) {
    NAZO_TRY(plays, plays_of_study(call));
    return std::optional(std::move(plays));
  }
  NAZO_TRY(boards, boards_for(call));
  if (!boards) return std::nullopt;
  BoardPlays plays{.simulated = true};
  for (const Value& row : *boards) {
    plays.features.push_back(*row.find("features"));
    plays.data.puzzle_titles.push_back(*row.find("id")->string());
  }
  if (plays.features.size() < 12) return fail("at least 12 boards are needed");
  simulate(plays, call.context.seed);
  return std::optional(std::move(plays));
}

int last_split(const BoardPlays& plays) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const Value& features : plays.features) {
    const Value::Array* layers = layers_of(features);
    if (layers == nullptr) return 0;
    fewest = std::min(fewest, layers->size());
  }
  return fewest < 2 ? 0 : static_cast<int>(fewest) - 1;
}

void split_layers(BoardPlays& plays, int split) {
  const std::vector<std::string>& names = shisen_variables();
  model::PlayTable& table = plays.data.table;
  table.feature_names = names;
  table.features.resize(static_cast<Eigen::Index>(plays.features.size()), static_cast<Eigen::Index>(names.size()));
  for (std::size_t j = 0; j < plays.features.size(); ++j) {
    const auto row = static_cast<Eigen::Index>(j);
    for (std::size_t f = 0; f < names.size(); ++f)
      table.features(row, static_cast<Eigen::Index>(f)) = feature(plays.features[j], names[f]);
    if (const Value::Array* layers = layers_of(plays.features[j])) {
      const auto at = static_cast<std::size_t>(split);
      table.features(row, 1) = moves_between(*layers, 0, at);
      table.features(row, 2) = moves_between(*layers, at, layers->size());
    }
  }
}

}  // namespace nazo
