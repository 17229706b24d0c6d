#include "workshop/study_simulate.hpp"

#include <algorithm>
#include <cmath>

#include "base/budget.hpp"
#include "base/rng.hpp"
#include "base/text.hpp"
#include "model/success_model.hpp"
#include "puzzle/verified.hpp"
#include "workshop/fit_data.hpp"
#include "workshop/people_scores.hpp"
#include "workshop/rate_puzzles.hpp"
#include "workshop/stored_puzzle.hpp"
#include "workshop/study_run.hpp"

namespace nazo {
namespace {

using store::EventKind;

/// What is true of the puzzles of a study, and how each is solved.
struct Truth {
  std::vector<double> time_b{}, failure_b{};
  double practice = .12;
  std::vector<std::vector<std::string>> moves{};
};

Result<std::vector<std::string>> solution_moves(const Genre& genre, const store::Puzzle& record,
                                                const Context& context) {
  const Puzzle puzzle = puzzle_of(record);
  NAZO_TRY(options, Options::make(genre.facts().options));
  std::string solution = record.solution;
  if (solution.empty()) {
    NAZO_TRY(verdict, solve_verified(genre, puzzle, options, context));
    if (verdict.status != Status::solved)
      return fail(cat("puzzle ", record.title.empty() ? record.key : record.title, ": no solution was found"));
    solution = verdict.solution;
  }
  return genre.replay(puzzle, solution, options, context);
}

Result<void> truth_of_world(const Genre& genre, const std::vector<store::Puzzle>& puzzles, const SimulationPlan& plan,
                            Truth& truth) {
  model::Collection collection;
  std::vector<std::string> names;
  for (const auto& [name, value] : *puzzles.front().features.fields())
    if (std::isfinite(value.number())) names.push_back(name);
  const auto count = static_cast<Eigen::Index>(puzzles.size());
  collection.features.resize(count, static_cast<Eigen::Index>(names.size()));
  for (std::size_t j = 0; j < puzzles.size(); ++j) {
    collection.features.row(static_cast<Eigen::Index>(j)) = feature_row(puzzles[j].features, names).transpose();
    collection.words.push_back(word_of(genre, puzzles[j].features));
  }
  const auto world = model::simulate_prior_world(collection, {.world = plan.world}, plan.seed, 0);
  for (Eigen::Index j = 0; j < count; ++j) {
    truth.time_b.push_back(world.time_b[j]);
    truth.failure_b.push_back(world.failure_b[j]);
  }
  truth.practice = world.practice;
  return {};
}

Result<void> truth_of_model(const Genre& genre, store::Store& store, const std::vector<store::Puzzle>& puzzles,
                            const SimulationPlan& plan, Truth& truth) {
  NAZO_TRY(rater, Rater::make(genre, &store, "", plan.model, Speaking::anyone));
  for (const store::Puzzle& puzzle : puzzles) {
    const Rated rated = rater.rate(puzzle);
    if (!rated.estimates.time || !rated.estimates.success) return fail("the model says nothing of time or success");
    truth.time_b.push_back(std::log(*rated.estimates.time));
    truth.failure_b.push_back(-std::log(*rated.estimates.success / (1 - *rated.estimates.success)));
  }
  return {};
}

struct Someone {
  store::Player player;
  double speed = 0, skill = 0, severity = 0;
};

/// Thoughts are no longer than this: none is a pause that analysis leaves out. On average they are half as long at
/// most.
constexpr double longest_thought = 150;

/// A time in so many thoughts, some of them long; what is too long for one goes to the others, so that the sum stays.
std::vector<double> thoughts(double seconds, std::size_t count, Rng& rng) {
  std::vector<double> share, out(count, 0.);
  for (std::size_t k = 0; k < count; ++k) share.push_back(std::exp(.8 * rng.normal()));
  for (int round = 0; round < 20; ++round) {
    double left = seconds, open = 0;
    for (std::size_t k = 0; k < count; ++k) {
      left -= out[k];
      if (out[k] < longest_thought) open += share[k];
    }
    if (left < .001 || open <= 0) break;
    for (std::size_t k = 0; k < count; ++k)
      if (out[k] < longest_thought) out[k] = std::min(longest_thought, out[k] + left * share[k] / open);
  }
  for (double& one : out) one = std::max(.06, std::round(1000 * one) / 1000);
  return out;
}

store::Play play_of(const Someone& someone, const store::Study& study, std::size_t puzzle, int before,
                    const Truth& truth, Rng& rng) {
  const double practised = truth.practice * std::log1p(before);
  const double log_time = truth.time_b[puzzle] - someone.speed - practised + .5 * rng.normal();
  const double logit = someone.skill + 2 * practised - truth.failure_b[puzzle];
  const bool solved = rng.chance(model::logistic(logit));
  const double seconds = std::clamp(std::exp(log_time), 2., 86'400.) * (solved ? 1 : .3 + .6 * rng.unit());
  store::Play play{.key = {}, .player = someone.player.key, .puzzle = study.puzzles[puzzle], .study = study.key};
  play.key = store::puzzle_key("simulated", cat(someone.player.key, "\n", play.puzzle));
  play.outcome = solved ? store::Outcome::solved : store::Outcome::gave_up;
  const auto& moves = truth.moves[puzzle];
  const std::size_t played = solved ? moves.size() : std::max<std::size_t>(1, moves.size() / 2);
  // Who takes longer than the moves have room for begins again, as people do.
  const auto room = static_cast<std::size_t>(std::ceil(2 * seconds / longest_thought));
  const std::size_t used = played + !solved, again = room > used ? room - used : 0;
  const std::vector<double> pauses = thoughts(seconds, used + again, rng);
  for (std::size_t k = 0; k < again; ++k) play.events.push_back({EventKind::restart, pauses[k], {}});
  for (std::size_t k = 0; k < played && k < moves.size(); ++k)
    play.events.push_back({EventKind::move, pauses[again + k], moves[k]});
  if (!solved) play.events.push_back({EventKind::give_up, pauses.back(), {}});
  if (study.ask_rating) {
    const double felt = 1.2 * (truth.time_b[puzzle] - 4.5) + someone.severity + .6 * rng.normal();
    play.rating = std::clamp(static_cast<int>(std::lround(3 + felt)), 1, 5);
  }
  return play;
}

int level_of(double difference) {
  if (std::abs(difference) < .4) return 3;
  const bool much = std::abs(difference) > 1.6;
  if (difference > 0) return much ? 1 : 2;
  return much ? 5 : 4;
}

std::vector<store::Comparison> comparisons_of(const Someone& someone, const store::Study& study, const Truth& truth,
                                              Rng& rng) {
  std::vector<store::Comparison> out;
  for (std::size_t x = 0; x < study.puzzles.size(); ++x)
    for (std::size_t y = x + 1; y < study.puzzles.size(); ++y) {
      const double difference = 1.5 * (truth.time_b[x] - truth.time_b[y]) + .8 * rng.normal();
      store::Comparison one;
      one.player = someone.player.key;
      one.study = study.key;
      one.key = store::puzzle_key("simulated", cat(someone.player.key, "\n", x, " ", y));
      one.puzzle_x = study.puzzles[x];
      one.puzzle_y = study.puzzles[y];
      one.level = level_of(difference);
      one.made = 2;
      out.push_back(one);
    }
  return out;
}

}  // namespace

Result<model::PriorWorld> world_of(std::string_view wanted) {
  const auto& worlds = model::prior_worlds();
  const auto world = std::ranges::find(worlds, wanted, [](model::PriorWorld one) { return model::name(one); });
  if (world != worlds.end()) return *world;
  std::vector<std::string> names;
  for (const model::PriorWorld one : worlds) names.emplace_back(model::name(one));
  return fail(cat("there is no world ", in_quotes(wanted), "; there are ", join(names, ", ")));
}

Result<SimulatedStudy> simulate_study(Catalog genres, store::Store& store, const SimulationPlan& plan,
                                      const Context& context) {
  NAZO_TRY(found, store.find_study(plan.study));
  if (!found) return fail(cat("there is no study ", in_quotes(plan.study)));
  const store::Study& study = *found;
  const Genre* genre = find_genre(genres, study.genre);
  if (genre == nullptr) return fail(cat("there is no genre ", in_quotes(study.genre)));
  std::vector<store::Puzzle> puzzles;
  Truth truth;
  for (const std::string& key : study.puzzles) {
    NAZO_TRY(puzzle, store.find_puzzle(key));
    if (!puzzle) return fail(cat("there is no puzzle ", in_quotes(key)));
    NAZO_TRY(moves, solution_moves(*genre, *puzzle, context));
    truth.moves.push_back(std::move(moves));
    puzzles.push_back(*std::move(puzzle));
  }
  if (puzzles.empty()) return fail("the study has no puzzles");
  NAZO_CHECK(plan.model.empty() ? truth_of_world(*genre, puzzles, plan, truth)
                                : truth_of_model(*genre, store, puzzles, plan, truth));
  SimulatedStudy out;
  Meter meter(context.budget);
  for (int i = 0; i < plan.players; ++i) {
    if (!meter.check()) {
      Error error = fail_limit(meter.limit()).error();
      error.message += cat("; ", grouped(out.players), " of ", grouped(static_cast<std::uint64_t>(plan.players)),
                           " players and their plays are recorded, and the same call goes on");
      return std::unexpected(std::move(error));
    }
    Rng rng(plan.seed, static_cast<std::uint64_t>(i), 31);
    Someone someone{.player = {cat(simulated_name, study.key, "-", plan.seed, "-", i), 1, true}};
    someone.speed = .45 * rng.normal();
    someone.skill = .8 * rng.normal();
    someone.severity = .7 * rng.normal();
    std::vector<store::Play> plays;
    const auto keep = [&]() -> Result<void> {
      NAZO_TRY(met, store.add_players({&someone.player, 1}));
      NAZO_TRY(participant, store.join_study(study.key, someone.player.key, store::now()));
      if (study.ask_experience && met.front() == store::Kept::added)
        NAZO_CHECK(store.set_answers(study.key, someone.player.key, Value::object().set("experience", "simulated")));
      store::Moment moment = 1'600'000'000'000 + 86'400'000LL * i;
      int before = 0;
      for (const std::size_t puzzle : puzzle_order(study, participant.number)) {
        plays.push_back(play_of(someone, study, puzzle, before++, truth, rng));
        plays.back().started = moment += 3'600'000;
      }
      NAZO_TRY(kept, store.record_plays(plays));
      if (!study.ask_comparisons) return {};
      const auto pairs = comparisons_of(someone, study, truth, rng);
      NAZO_TRY(compared, store.record_comparisons(pairs));
      out.comparisons += static_cast<std::size_t>(std::ranges::count(compared, store::Kept::added));
      return {};
    };
    NAZO_CHECK(store.together(keep));
    out.players += 1;
    out.plays += plays.size();
    out.solved += static_cast<std::size_t>(std::ranges::count(plays, store::Outcome::solved, &store::Play::outcome));
  }
  return out;
}

}  // namespace nazo
