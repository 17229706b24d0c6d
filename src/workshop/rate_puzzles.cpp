#include "workshop/rate_puzzles.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numbers>
#include <set>

#include "base/text.hpp"
#include "model/stats.hpp"
#include "workshop/first_looks.hpp"
#include "workshop/fit_data.hpp"
#include "workshop/replay.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo {
namespace {

/// A puzzle as a model sees it.
model::PuzzleView view_of(const Genre& genre, const model::PeopleModel& people, const std::string& key,
                          const Value& features) {
  return {people.puzzle_number(key), feature_row(features, people.feature_names), word_of(genre, features)};
}
model::PuzzleView view_of(const Genre& genre, const model::PeopleModel& people, const store::Puzzle& puzzle) {
  return view_of(genre, people, puzzle.key, puzzle.features);
}

/// The player's plays as the model counts them: first looks, with the exclusion rules of analysis. What they said of
/// difficulty beside: one mark a puzzle, one word a pair.
Result<model::PersonState> learn_player(store::Store& store, const model::PeopleModel& people, const Genre& genre,
                                        const std::string& player, std::size_t& count, bool& spoken) {
  NAZO_TRY(rows, store.play_rows({.player = player, .genre = genre.facts().name}));
  std::vector<model::Observation> plays;
  std::vector<model::PuzzleView> views;
  std::map<std::string, int> number;
  model::Opinions said;
  const auto number_of = [&](const std::string& key) -> Result<int> {
    if (const auto found = number.find(key); found != number.end()) return found->second;
    NAZO_TRY(puzzle, store.find_puzzle(key));
    if (!puzzle) return fail(cat("there is no puzzle ", in_quotes(key)));
    views.push_back(view_of(genre, people, *puzzle));
    return number[key] = static_cast<int>(views.size()) - 1;
  };
  const std::vector<Look> looks = looks_of(rows);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const store::PlayRow& row = rows[k];
    if (looks[k].left_out != LeftOut::no) continue;
    model::Observation play{.seconds = row.summary.seconds,
                            .solved = row.outcome == store::Outcome::solved,
                            .longest_pause = row.summary.longest_pause,
                            .moves = row.marks.unreplayed ? 1 : row.summary.moves,
                            .moment = row.started,
                            .plays_before = plays_before(row, looks[k])};
    NAZO_TRY(puzzle, number_of(row.puzzle));
    play.puzzle = puzzle;
    plays.push_back(play);
    if (row.rating) said.marks.push_back({0, puzzle, *row.rating});
  }
  NAZO_TRY(compared, store.comparisons({.player = player}));
  std::set<std::pair<int, int>> heard;
  for (const store::Comparison& c : compared) {
    const std::string kind = genre.facts().name + "-";
    if (!c.puzzle_x.starts_with(kind) || !c.puzzle_y.starts_with(kind)) continue;
    NAZO_TRY(x, number_of(c.puzzle_x));
    NAZO_TRY(y, number_of(c.puzzle_y));
    if (heard.insert(std::minmax(x, y)).second) said.pairs.push_back({0, x, y, c.level});
  }
  count = plays.size();
  spoken = !said.pairs.empty() || said.marks.size() > 1;
  return people.learn_person(plays, views, said);
}

/// The genre's word for success; where it has none, harder means less likely.
std::optional<double> success_before_plays(const Prior& prior) {
  if (prior.success) return prior.success;
  if (!prior.difficulty) return std::nullopt;
  return 1 - *prior.difficulty / 100;
}

/// The difficulty of puzzles that fit a wish: where time and success stand together at the value asked for.
double wanted_difficulty(const model::PeopleModel& people, const model::PersonState* person, const model::Wish& wish) {
  double z = 0;
  if (wish.target == model::Wanted::time) {
    const double own = person != nullptr ? person->time.own : 0;
    z = people.scale.time.z(std::log(wish.value) - own);
  } else {
    const double p = std::clamp(wish.value, .001, .999), own = person != nullptr ? person->success.own : 0;
    const double variance =
        person != nullptr ? person->success.covariance(0, 0) : people.failure.person_sd * people.failure.person_sd;
    const double logit = std::log(p / (1 - p)) * std::sqrt(1 + std::numbers::pi * variance / 8);
    z = people.scale.failure.z(own - logit);
  }
  return people.scale.at(z);
}

/// All puzzles of a genre.
Result<std::vector<store::Puzzle>> whole_shelf(store::Store& store, const std::string& genre) {
  std::vector<store::Puzzle> all;
  store::PuzzleQuery query{.genre = genre, .limit = 5000};
  for (;;) {
    NAZO_TRY(page, store.list_puzzles(query));
    const bool last = page.size() < query.limit;
    std::ranges::move(page, std::back_inserter(all));
    if (last) return all;
    query.after_key = all.back().key;
  }
}

/// From a large collection only those of about the right difficulty: the index finds them without reading the others.
/// Every wish has a pool of the nearest anyway; this is many times that pool.
Result<std::vector<store::Puzzle>> near_shelf(store::Store& store, const std::string& genre, double difficulty,
                                              std::int64_t count) {
  constexpr double wanted = 2000;
  using Order = store::PuzzleQuery::Order;
  for (double width = 50 * wanted / static_cast<double>(count);; width *= 2) {
    NAZO_TRY(found, store.list_puzzles({.genre = genre,
                                        .order = Order::difficulty,
                                        .easiest = difficulty - width,
                                        .hardest = difficulty + width,
                                        .limit = 2 * static_cast<std::size_t>(wanted)}));
    if (static_cast<double>(found.size()) >= wanted / 2 || width > 100) return std::move(found);
  }
}

constexpr std::int64_t large_collection = 20'000;

}  // namespace

std::optional<TimeRange> likely_times(const store::Estimates& estimates) {
  if (!estimates.time || !estimates.time_se) return std::nullopt;
  const model::BRange range = model::range_of(model::Measure::time);
  const auto at = [&](double deviations) {
    return std::exp(std::clamp(std::log(*estimates.time) + deviations * *estimates.time_se, range.low, range.high));
  };
  return TimeRange{at(-1.645), at(1.645)};
}

Result<Rater> Rater::make(const Genre& genre, store::Store* store, const std::string& player, const std::string& model,
                          Speaking speaking) {
  Rater rater;
  rater.genre_ = &genre;
  rater.store_ = store;
  rater.player_ = player;
  if (store == nullptr) {
    if (!player.empty() || !model.empty()) return fail("a player or a model needs a store: --store");
    return rater;
  }
  const std::string& name = genre.facts().name;
  if (!player.empty()) {
    NAZO_TRY(known, store->find_player(player));
    if (!known) return fail(cat("there is no player ", in_quotes(player), " in ", store->where()));
    rater.simulated_player_ = known->simulated;
  }
  std::optional<store::Model> found;
  if (model.empty()) {
    NAZO_TRY(newest, store->live_model(name, "people"));
    found = std::move(newest);
  } else {
    NAZO_TRY(named, store->find_model(model));
    if (!named) return fail(cat("there is no model ", in_quotes(model), " in ", store->where()));
    if (named->genre != name || named->kind != "people")
      return fail(cat("model ", in_quotes(model), " is not one of people at ", name));
    if (named->simulated && speaking == Speaking::people)
      return fail(cat("model ", in_quotes(model),
                      " was fitted to simulated players and does not speak for people (--simulated lets it)"));
    found = std::move(named);
  }
  Result<model::PeopleModel> people = fail("none");
  if (found) {
    people = model::PeopleModel::from_value(found->data);
    if (!people) rater.trouble_ = cat("model ", found->key, ": ", people.error().message);
    if (!people && !model.empty()) return fail(rater.trouble_);
  }
  if (!people) {
    if (player.empty()) return rater;
    NAZO_TRY(word, own_word(genre, *store, player));
    rater.own_word_ = std::move(word);
    return rater;
  }
  rater.model_ = std::make_shared<const model::PeopleModel>(*std::move(people));
  rater.key_ = found->key;
  rater.simulated_ = found->simulated;
  if (!player.empty()) {
    NAZO_TRY(person, learn_player(*store, *rater.model_, genre, player, rater.player_plays_, rater.spoken_));
    rater.person_ = std::move(person);
  }
  return rater;
}

Result<std::shared_ptr<const Rater::OwnWord>> Rater::own_word(const Genre& genre, store::Store& store,
                                                              const std::string& player) {
  const std::string kind = genre.facts().name + "-";
  std::set<std::string> judged;
  NAZO_TRY(compared, store.comparisons({.player = player}));
  for (const store::Comparison& c : compared)
    if (c.puzzle_x.starts_with(kind) && c.puzzle_y.starts_with(kind)) judged.insert({c.puzzle_x, c.puzzle_y});
  NAZO_TRY(rows, store.play_rows({.player = player, .genre = genre.facts().name}));
  const std::vector<Look> looks = looks_of(rows);
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (rows[k].rating && looks[k].left_out == LeftOut::no) judged.insert(rows[k].puzzle);
  if (judged.size() < 2) return std::shared_ptr<const OwnWord>{};
  PeopleData data;
  data.puzzle_keys.assign(judged.begin(), judged.end());
  data.person_keys = {player};
  data.table.persons = 1;
  data.table.puzzles = static_cast<int>(judged.size());
  NAZO_CHECK(add_collection(genre, store, data));
  auto out = std::make_shared<OwnWord>();
  out->genre_word = model::fit_people({.table = data.table,
                                       .collection = data.collection,
                                       .puzzle_keys = data.puzzle_keys,
                                       .person_keys = data.person_keys});
  std::size_t plays = 0;
  bool spoken = false;
  NAZO_TRY(person, learn_player(store, out->genre_word, genre, player, plays, spoken));
  out->person = std::move(person);
  return std::shared_ptr<const OwnWord>(std::move(out));
}

Rated Rater::by_features(const Value& features, const std::string& key) const {
  Rated rated;
  rated.features = features;
  rated.model = key_;
  const Prior prior = genre_->prior(features);
  store::Estimates& e = rated.estimates;
  if (model_ == nullptr) {
    e.difficulty = prior.difficulty;
    e.interest = prior.interest;
    e.time = prior.time;
    e.success = prior.success;
    if (own_word_ != nullptr && prior.difficulty) {
      const model::PeopleModel& people = own_word_->genre_word;
      rated.own_words = true;
      e.difficulty = people.predict(view_of(*genre_, people, key, features), &own_word_->person).difficulty;
    }
    return rated;
  }
  const model::Prediction p = model_->predict(view_of(*genre_, *model_, key, features), person_ ? &*person_ : nullptr);
  rated.played = p.played;
  rated.own_words = spoken_;
  e.difficulty = p.difficulty;
  e.difficulty_se = p.difficulty_se;
  e.time = p.seconds;
  e.time_se = p.log_time_se;
  e.success = p.success;
  e.success_se = p.logit_se;
  e.interest = prior.interest;
  return rated;
}

Rated Rater::rate(const store::Puzzle& puzzle) const {
  Rated rated = by_features(puzzle.features, puzzle.key);
  // Where neither the genre nor a play says anything, what stands stays: an analysis that ran out of time is no reason
  // to move a puzzle to the middle.
  const bool silent = model_ != nullptr && !rated.played && !genre_->prior(puzzle.features).difficulty;
  if (silent && puzzle.rating.difficulty) rated.estimates.difficulty = puzzle.rating.difficulty;
  rated.exact = puzzle.exact;
  return rated;
}

Result<Rated> Rater::rate(const Item& item, const Context& context) const {
  NAZO_TRY(puzzle, stored_puzzle(item, context));
  Limit limit = Limit::none;
  if (needs_analysis(*genre_, puzzle.features) && store_ != nullptr) {
    const std::lock_guard lock(*asking_);
    NAZO_TRY(kept, store_->find_puzzle(puzzle.key));
    if (kept && !needs_analysis(*genre_, kept->features)) {
      puzzle.features = kept->features;
      puzzle.exact = kept->exact;
    }
  }
  if (needs_analysis(*genre_, puzzle.features)) {
    NAZO_TRY(analysis, genre_->analyze(item.puzzle, {}, item.options, context));
    puzzle.features = analysis.features;
    puzzle.exact = analysis.exact;
    limit = analysis.limit;
  }
  Rated rated = rate(puzzle);
  rated.limit = limit;
  return rated;
}

Result<Rater::Recommendations> Rater::recommend(const model::Wish& wish, Rng& rng) const {
  if (store_ == nullptr) return fail("recommendations need a store: --store");
  const std::string& name = genre_->facts().name;
  NAZO_TRY(count, store_->count_puzzles(name));
  auto shelf = model_ != nullptr && count > large_collection
                   ? near_shelf(*store_, name, wanted_difficulty(*model_, person_ ? &*person_ : nullptr, wish), count)
                   : whole_shelf(*store_, name);
  if (!shelf) return std::unexpected(shelf.error());
  return draw(wish, rng, *std::move(shelf), static_cast<std::size_t>(count));
}

Result<Rater::Recommendations> Rater::recommend(const model::Wish& wish, Rng& rng,
                                                std::vector<store::Puzzle> among) const {
  if (store_ == nullptr) return fail("recommendations need a store: --store");
  const std::size_t count = among.size();
  return draw(wish, rng, std::move(among), count);
}

Result<Rater::Recommendations> Rater::draw(const model::Wish& wish, Rng& rng, std::vector<store::Puzzle> shelf,
                                           std::size_t candidates) const {
  const bool by_time = wish.target == model::Wanted::time;
  Recommendations out;
  // What was seen lately.
  std::set<std::string> seen;
  if (!player_.empty()) {
    constexpr store::Moment season = 90LL * 86'400'000;
    NAZO_TRY(rows, store_->play_rows({.player = player_}));
    for (const store::PlayRow& row : rows)
      if (row.started > store::now() - season) seen.insert(row.puzzle);
    NAZO_TRY(given, store_->recommendations(player_, 50));
    for (const store::Recommendation& r : given) seen.insert(r.puzzle);
  }
  std::vector<store::Puzzle> puzzles;
  std::vector<model::PuzzleView> views;
  std::vector<float> value, variance;
  std::vector<int> avoid;
  for (store::Puzzle& puzzle : shelf) {
    if (model_ != nullptr) {
      views.push_back(view_of(*genre_, *model_, puzzle));
    } else {
      // Before any plays: the genre's word.
      const Prior prior = genre_->prior(puzzle.features);
      const auto said = by_time ? prior.time : success_before_plays(prior);
      if (!said || !(*said > 0)) continue;
      value.push_back(static_cast<float>(by_time ? std::log(*said) : *said));
      variance.push_back(1);
    }
    if (seen.contains(puzzle.key)) avoid.push_back(static_cast<int>(puzzles.size()));
    puzzles.push_back(std::move(puzzle));
  }
  out.candidates = model_ != nullptr ? candidates : puzzles.size();
  out.avoided = avoid.size();
  const auto choices =
      model_ != nullptr
          ? model::Recommender(*model_, views).recommend(person_ ? &*person_ : nullptr, wish, avoid, rng)
          : model::draw_choices(
                Eigen::Map<const Eigen::ArrayXf>(value.data(), static_cast<Eigen::Index>(value.size())),
                Eigen::Map<const Eigen::ArrayXf>(variance.data(), static_cast<Eigen::Index>(variance.size())), wish,
                avoid, rng);
  std::vector<store::Recommendation> log;
  for (const model::Choice& choice : choices) {
    const store::Puzzle& puzzle = puzzles[static_cast<std::size_t>(choice.puzzle)];
    out.given.push_back({puzzle, choice});
    if (!player_.empty())
      log.push_back({store::random_key(), player_, puzzle.key, key_, by_time ? "time" : "success", wish.value,
                     choice.predicted, choice.propensity, store::now()});
  }
  if (!log.empty()) NAZO_CHECK(store_->record_recommendations(log));
  return out;
}

namespace {

/// Gives the ratings of every puzzle of the genre to `take`, page by page.
Result<void> rate_pages(const Rater& rater, const std::string& genre, const std::string& model, store::Store& store,
                        const std::function<Result<void>(const std::vector<store::Rating>&)>& take) {
  const store::Moment now = store::now();
  store::PuzzleQuery query{.genre = genre, .limit = 2000};
  for (;;) {
    NAZO_TRY(page, store.list_puzzles(query));
    std::vector<store::Rating> ratings;
    for (const store::Puzzle& puzzle : page) {
      const Rated rated = rater.rate(puzzle);
      if (rated.estimates != store::Estimates{}) ratings.push_back({puzzle.key, model, now, true, rated.estimates});
    }
    NAZO_CHECK(take(ratings));
    if (page.size() < query.limit) return {};
    query.after_key = page.back().key;
  }
}

}  // namespace

Result<std::vector<store::Rating>> collection_ratings(const Genre& genre, store::Store& store,
                                                      const std::string& model) {
  NAZO_TRY(rater, Rater::make(genre, &store, "", model));
  std::vector<store::Rating> all;
  const auto gather = [&](const std::vector<store::Rating>& some) -> Result<void> {
    all.insert(all.end(), some.begin(), some.end());
    return {};
  };
  NAZO_CHECK(rate_pages(rater, genre.facts().name, model, store, gather));
  return all;
}

Result<std::size_t> rate_collection(const Genre& genre, store::Store& store) {
  NAZO_TRY(rater, Rater::make(genre, &store, "", ""));
  const std::string& name = genre.facts().name;
  std::string key = rater.model_key();
  if (!rater.has_model()) {  // ratings refer to a model that exists: the prior is kept as one
    key = cat("prior-", name);
    NAZO_TRY(known, store.find_model(key));
    if (!known)
      NAZO_CHECK(store.save_model({.key = key,
                                   .genre = name,
                                   .kind = "prior",
                                   .created = store::now(),
                                   .note = "from the features alone, before any plays"}));
  }
  std::size_t count = 0;
  const auto save = [&](const std::vector<store::Rating>& some) -> Result<void> {
    count += some.size();
    return store.save_ratings(some);
  };
  NAZO_CHECK(rate_pages(rater, name, key, store, save));
  return count;
}

}  // namespace nazo
