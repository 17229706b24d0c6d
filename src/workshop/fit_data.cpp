#include "workshop/fit_data.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include "base/text.hpp"
#include "puzzle/usual.hpp"
#include "workshop/first_looks.hpp"
#include "workshop/people_scores.hpp"

namespace nazo {
namespace {

int place_of(const std::vector<std::string>& keys, const std::string& key) {
  return static_cast<int>(std::ranges::lower_bound(keys, key) - keys.begin());
}

double number_in(const Value& features, const std::string& name) {
  const Value* value = features.find(name);
  return value == nullptr ? std::numeric_limits<double>::quiet_NaN() : value->number();
}

using UsualFeatures = std::span<const FeatureQuantiles>;

/// What the genre's usual puzzles know of a feature; empty: nothing.
std::vector<double> usual_values(UsualFeatures usual, const std::string& name) {
  const auto found = std::ranges::find(usual, name, &FeatureQuantiles::name);
  if (found == usual.end()) return {};
  return {found->at.begin(), found->at.end()};
}

/// Names of features that are numbers for at least half of the puzzles and not the same everywhere, here or among usual
/// puzzles: ten boards of one size say nothing of size, but a board of another size is far from all of them.
std::vector<std::string> usable_features(const std::vector<Value>& puzzles, UsualFeatures usual) {
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> values;
  for (const Value& features : puzzles)
    if (const auto* fields = features.fields())
      for (const auto& [name, value] : *fields) {
        const double number = value.number();
        if (!std::isfinite(number)) continue;
        if (!values.contains(name)) names.push_back(name);  // in the order the genre lists them
        values[name].push_back(number);
      }
  std::erase_if(names, [&](const std::string& name) {
    const auto& found = values[name];
    const auto [low, high] = std::ranges::minmax(found);
    const bool varies = high - low > 1e-12 * (1 + std::abs(high));
    return 2 * found.size() < puzzles.size() || !(varies || !usual_values(usual, name).empty());
  });
  return names;
}

Result<Eigen::MatrixXd> feature_table(const std::vector<Value>& puzzles, std::vector<std::string>& names,
                                      UsualFeatures usual = {}) {
  if (names.empty()) {
    names = usable_features(puzzles, usual);
  } else {
    for (const std::string& name : names)
      if (std::ranges::none_of(puzzles,
                               [&](const Value& features) { return std::isfinite(number_in(features, name)); }))
        return fail(cat("no puzzle here has a number for the feature ", in_quotes(name)));
  }
  Eigen::MatrixXd x(static_cast<Eigen::Index>(puzzles.size()), static_cast<Eigen::Index>(names.size()));
  for (std::size_t j = 0; j < puzzles.size(); ++j)
    x.row(static_cast<Eigen::Index>(j)) = feature_row(puzzles[j], names).transpose();
  return x;
}

Result<std::vector<Value>> features_of(store::Store& store, const std::vector<std::string>& keys,
                                       std::vector<std::string>* titles) {
  std::vector<Value> out;
  for (const std::string& key : keys) {
    NAZO_TRY(puzzle, store.find_puzzle(key));
    if (!puzzle) return fail(cat("there is no puzzle ", in_quotes(key)));
    out.push_back(puzzle->features);
    if (titles != nullptr) titles->push_back(puzzle->title.empty() ? key : puzzle->title);
  }
  return out;
}

/// Features of the genre's puzzles by key. Of a large shelf every so-many-eth: keys are hashes, so that is a fair
/// sample.
Result<std::map<std::string, Value>> shelf_features(store::Store& store, const std::string& genre) {
  constexpr std::int64_t enough = 4000;
  NAZO_TRY(count, store.count_puzzles(genre));
  const std::int64_t every = 1 + count / enough;
  std::map<std::string, Value> out;
  store::PuzzleQuery query{.genre = genre, .limit = 2000};
  for (std::int64_t number = 0;;) {
    NAZO_TRY(page, store.list_puzzles(query));
    for (const store::Puzzle& puzzle : page)
      if (number++ % every == 0 && !puzzle.features.fields()->empty()) out.emplace(puzzle.key, puzzle.features);
    if (page.size() < query.limit) return out;
    query.after_key = page.back().key;
  }
}

void count_left_out(LeftOut why, PeopleData& data) {
  switch (why) {
    case LeftOut::no:
      break;
    case LeftOut::unfinished:
      ++data.unfinished;
      break;
    case LeftOut::marked:
      ++data.marked;
      break;
    case LeftOut::paused:
      ++data.excluded.paused;
      break;
    case LeftOut::at_once:
      ++data.excluded.at_once;
      break;
    case LeftOut::helped:
      ++data.helped;
      break;
    case LeftOut::known:
      ++data.known;
      break;
  }
}

}  // namespace

Result<std::set<std::string>> simulated_players(store::Store& store) {
  std::set<std::string> keys;
  std::string after;
  for (;;) {
    NAZO_TRY(page, store.list_players(after, 1000));
    for (const store::Player& player : page)
      if (player.simulated) keys.insert(player.key);
    if (page.size() < 1000) return keys;
    after = page.back().key;
  }
}

Eigen::VectorXd feature_row(const Value& features, const std::vector<std::string>& names) {
  Eigen::VectorXd row(static_cast<Eigen::Index>(names.size()));
  for (std::size_t f = 0; f < names.size(); ++f) row[static_cast<Eigen::Index>(f)] = number_in(features, names[f]);
  return row;
}

model::PriorWord word_of(const Genre& genre, const Value& features) {
  const Prior prior = genre.prior(features);
  const auto number = [](const std::optional<double>& value) {
    return value.value_or(std::numeric_limits<double>::quiet_NaN());
  };
  return model::prior_word(number(prior.difficulty), number(prior.time), number(prior.success));
}

Result<PeopleData> people_data(store::Store& store, const DataQuery& query, const std::vector<std::string>& features) {
  NAZO_TRY(rows, store.play_rows({.study = query.study, .genre = query.study.empty() ? query.genre : ""}));
  PeopleData data;
  NAZO_TRY(simulated, simulated_players(store));
  struct Counted {
    store::PlayRow row;
    double before = 0;
  };
  std::vector<Counted> kept;
  const std::vector<Look> looks = looks_of(rows, query.exclusion);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const store::PlayRow& row = rows[k];
    const bool simulates = simulated.contains(row.player);
    if (row.outcome != store::Outcome::unfinished && simulates && !query.simulated) {
      ++data.simulated;
    } else if (row.outcome != store::Outcome::unfinished && row.marks.unreplayed && !query.unreplayed) {
      ++data.unreplayed;
    } else if (looks[k].left_out != LeftOut::no) {
      count_left_out(looks[k].left_out, data);
    } else {
      data.of_simulated += simulates;
      kept.push_back({row, plays_before(row, looks[k])});
    }
  }
  // Rules of exclusion first: a player all of whose plays are left out is no player of this analysis.
  std::set<std::string> persons, puzzles;
  for (const auto& [row, before] : kept) {
    persons.insert(row.player);
    puzzles.insert(row.puzzle);
  }
  data.person_keys.assign(persons.begin(), persons.end());
  data.puzzle_keys.assign(puzzles.begin(), puzzles.end());
  data.table.persons = static_cast<int>(persons.size());
  data.table.puzzles = static_cast<int>(puzzles.size());
  for (const auto& [row, before] : kept) {
    const int puzzle = place_of(data.puzzle_keys, row.puzzle);
    data.table.plays.push_back({place_of(data.person_keys, row.player), puzzle, row.summary.seconds,
                                row.outcome == store::Outcome::solved, row.summary.longest_pause, row.summary.moves,
                                row.started, before});
    if (row.rating) data.table.opinions.marks.push_back({place_of(data.person_keys, row.player), puzzle, *row.rating});
  }
  NAZO_TRY(values, features_of(store, data.puzzle_keys, &data.puzzle_titles));
  data.table.feature_names = features;
  NAZO_TRY(x, feature_table(values, data.table.feature_names));
  data.table.features = std::move(x);
  return data;
}

namespace {

/// Whose comparisons are evidence: of both puzzles they have finished a play, with a move and by hand. Of the
/// participants of a study that asks for comparisons the study is the authority, whether it has them played or not.
class Comparers {
 public:
  Comparers(store::Store& store, std::string genre) : store_(store), genre_(std::move(genre)) {}

  Result<bool> may_say(const store::Comparison& said) {
    if (!said.study.empty()) {
      NAZO_TRY(asked, is_asked(said));
      if (asked) return true;
    }
    NAZO_TRY(own, finished_by(said.player));
    return own->contains(said.puzzle_x) && own->contains(said.puzzle_y);
  }

 private:
  Result<bool> is_asked(const store::Comparison& said) {
    auto known = studies_.find(said.study);
    if (known == studies_.end()) {
      NAZO_TRY(study, store_.find_study(said.study));
      Asking asking;
      if (study && study->ask_comparisons) {
        asking.puzzles.insert(study->puzzles.begin(), study->puzzles.end());
        NAZO_TRY(people, store_.participants(said.study));
        for (store::Participant& one : people) asking.people.insert(std::move(one.player));
      }
      known = studies_.emplace(said.study, std::move(asking)).first;
    }
    const auto& [puzzles, people] = known->second;
    return people.contains(said.player) && puzzles.contains(said.puzzle_x) && puzzles.contains(said.puzzle_y);
  }

  Result<const std::set<std::string>*> finished_by(const std::string& player) {
    auto known = finished_.find(player);
    if (known == finished_.end()) {
      NAZO_TRY(rows, store_.play_rows({.player = player, .genre = genre_}));
      std::set<std::string> puzzles;
      for (const store::PlayRow& row : rows) {
        const bool by_hand = !row.marks.robot && !row.marks.clock && (row.summary.moves > 0 || row.marks.unreplayed);
        if (row.outcome != store::Outcome::unfinished && by_hand) puzzles.insert(row.puzzle);
      }
      known = finished_.emplace(player, std::move(puzzles)).first;
    }
    return &known->second;
  }

  /// Of a study that asks for comparisons.
  struct Asking {
    std::set<std::string> puzzles{}, people{};
  };
  store::Store& store_;
  std::string genre_;
  std::map<std::string, Asking> studies_{};
  std::map<std::string, std::set<std::string>> finished_{};
};

/// Those of the comparisons that are evidence.
Result<std::vector<store::Comparison>> heard_of(std::vector<store::Comparison> said, store::Store& store,
                                                const std::string& genre, PeopleData& data) {
  Comparers comparers(store, genre);
  std::vector<store::Comparison> out;
  for (store::Comparison& one : said) {
    NAZO_TRY(may, comparers.may_say(one));
    if (may)
      out.push_back(std::move(one));
    else
      ++data.unplayed_comparisons;
  }
  return out;
}

}  // namespace

Result<void> add_opinions(const Genre& genre, store::Store& store, const DataQuery& query, PeopleData& data) {
  NAZO_TRY(said, store.comparisons({.study = query.study}));
  NAZO_TRY(simulated, simulated_players(store));
  const std::string kind = genre.facts().name + "-";  // how the keys of its puzzles begin
  std::erase_if(said, [&](const store::Comparison& c) {
    return !c.puzzle_x.starts_with(kind) || !c.puzzle_y.starts_with(kind) ||
           (!query.simulated && simulated.contains(c.player));
  });
  NAZO_TRY(heard_ones, heard_of(std::move(said), store, genre.facts().name, data));
  said = std::move(heard_ones);
  if (said.empty()) return {};
  std::set<std::string> persons(data.person_keys.begin(), data.person_keys.end());
  std::set<std::string> puzzles(data.puzzle_keys.begin(), data.puzzle_keys.end());
  for (const store::Comparison& c : said) {
    persons.insert(c.player);
    puzzles.insert(c.puzzle_x);
    puzzles.insert(c.puzzle_y);
    if (simulated.contains(c.player)) ++data.of_simulated;
  }
  const std::vector<std::string> person_keys(persons.begin(), persons.end());
  const std::vector<std::string> puzzle_keys(puzzles.begin(), puzzles.end());
  const auto person_now = [&](int i) { return place_of(person_keys, data.person_keys[static_cast<std::size_t>(i)]); };
  const auto puzzle_now = [&](int j) { return place_of(puzzle_keys, data.puzzle_keys[static_cast<std::size_t>(j)]); };
  for (model::Observation& play : data.table.plays) {
    play.person = person_now(play.person);
    play.puzzle = puzzle_now(play.puzzle);
  }
  for (model::MarkGiven& mark : data.table.opinions.marks) {
    mark.person = person_now(mark.person);
    mark.puzzle = puzzle_now(mark.puzzle);
  }
  std::set<std::tuple<int, int, int>> heard;
  for (const store::Comparison& c : said) {
    const int person = place_of(person_keys, c.player);
    const int x = place_of(puzzle_keys, c.puzzle_x), y = place_of(puzzle_keys, c.puzzle_y);
    if (heard.emplace(person, std::min(x, y), std::max(x, y)).second)
      data.table.opinions.pairs.push_back({person, x, y, c.level});
  }
  data.person_keys = person_keys;
  data.puzzle_keys = puzzle_keys;
  data.table.persons = static_cast<int>(person_keys.size());
  data.table.puzzles = static_cast<int>(puzzle_keys.size());
  return {};
}

Result<void> add_collection(const Genre& genre, store::Store& store, PeopleData& data,
                            const std::vector<std::string>& features) {
  NAZO_TRY(values, features_of(store, data.puzzle_keys, nullptr));
  data.table.feature_names = features;
  NAZO_TRY(shelf, shelf_features(store, genre.facts().name));
  // The scale is that of everything there is: what was played is only a part of it.
  std::vector<Value> all = values;
  for (const auto& [key, one] : shelf)
    if (!std::ranges::binary_search(data.puzzle_keys, key)) all.push_back(one);
  const UsualPuzzles* known = genre.usual();
  const bool small = model::usual_weight(static_cast<double>(all.size())) > 0;
  const UsualFeatures usual = known != nullptr && small ? known->usual_features() : UsualFeatures();
  NAZO_TRY(x, feature_table(all, data.table.feature_names, usual));
  if (!usual.empty())
    for (const std::string& name : data.table.feature_names)
      data.collection.usual.quantiles.push_back(usual_values(usual, name));
  const auto played = static_cast<Eigen::Index>(values.size());
  data.table.features = x.topRows(played);
  data.collection.features = std::move(x);
  for (std::size_t j = 0; j < all.size(); ++j) {
    data.collection.words.push_back(word_of(genre, all[j]));
    data.collection.number.push_back(j < values.size() ? static_cast<int>(j) : -1);
  }
  data.table.words.assign(data.collection.words.begin(), data.collection.words.begin() + played);
  return {};
}

Result<ComparisonData> comparison_data(store::Store& store, const DataQuery& query,
                                       const std::vector<std::string>& features) {
  const std::string& name = query.study;
  NAZO_TRY(study, store.find_study(name));
  if (!study) return fail(cat("there is no study ", in_quotes(name)));
  NAZO_TRY(comparisons, store.comparisons({.study = name}));
  ComparisonData data;
  NAZO_TRY(simulated, simulated_players(store));
  const auto counted = [&](const store::Comparison& c) { return query.simulated || !simulated.contains(c.player); };
  data.simulated = std::erase_if(comparisons, [&](const store::Comparison& c) { return !counted(c); });
  data.of_simulated = static_cast<std::size_t>(
      std::ranges::count_if(comparisons, [&](const store::Comparison& c) { return simulated.contains(c.player); }));
  const std::vector<std::string>& puzzles = study->puzzles;
  const auto puzzle_number = [&](const std::string& key) {
    return static_cast<int>(std::ranges::find(puzzles, key) - puzzles.begin());
  };
  std::set<std::string> persons;
  for (const store::Comparison& c : comparisons) persons.insert(c.player);
  data.person_keys.assign(persons.begin(), persons.end());
  const auto count = static_cast<int>(puzzles.size());
  std::vector<std::set<std::pair<int, int>>> compared(persons.size());
  for (const store::Comparison& c : comparisons) {
    const int x = puzzle_number(c.puzzle_x), y = puzzle_number(c.puzzle_y),
              person = place_of(data.person_keys, c.player);
    if (x == count || y == count) continue;
    if (!compared[static_cast<std::size_t>(person)].insert(std::minmax(x, y)).second)
      continue;  // the first word counts
    data.pairs.push_back({person, x, y, c.level});
  }
  NAZO_TRY(values, features_of(store, puzzles, &data.scores.puzzles));
  data.scores.features = features;
  NAZO_TRY(x, feature_table(values, data.scores.features));
  data.scores.x = std::move(x);
  const Eigen::MatrixXd all = model::plain_scores(data.pairs, static_cast<int>(persons.size()), count);
  std::vector<Eigen::Index> complete;
  for (std::size_t i = 0; i < compared.size(); ++i)
    if (compared[i].size() == puzzles.size() * (puzzles.size() - 1) / 2)
      complete.push_back(static_cast<Eigen::Index>(i));
  // In the order in which they joined, as every other table of a study has them.
  std::map<std::string, std::int64_t> numbers;
  NAZO_TRY(participants, store.participants(name));
  for (const store::Participant& one : participants) numbers[one.player] = one.number + 1;
  const auto number_of = [&](Eigen::Index person) {
    const auto found = numbers.find(data.person_keys[static_cast<std::size_t>(person)]);
    return found == numbers.end() ? 0 : found->second;
  };
  std::ranges::stable_sort(complete, {}, number_of);
  data.scores.scores.resize(static_cast<Eigen::Index>(complete.size()), count);
  for (std::size_t i = 0; i < complete.size(); ++i) {
    data.scores.scores.row(static_cast<Eigen::Index>(i)) = all.row(complete[i]);
    const std::string& key = data.person_keys[static_cast<std::size_t>(complete[i])];
    const bool to_be_marked = simulated.contains(key) && !key.starts_with(simulated_name);
    data.numbers.push_back(number_of(complete[i]));
    data.scores.persons.push_back(to_be_marked ? cat(simulated_name, key) : key);
  }
  return data;
}

}  // namespace nazo
