// What small sites may look like, genre by genre: few plays or many of a few puzzles, one player, people who give up,
// people who are done at once, a robot, opinions without plays. None of it is a reason to turn the other puzzles over,
// and none of it makes a number absurd.
#pragma once

#include <functional>

#include "people/small_site.hpp"
#include "workshop/fit_data.hpp"

namespace nazo {

/// Plays of some of a site's puzzles, made up without its store.
class MadeUp {
 public:
  /// The puzzles from place `first` to before `last`, from easy to hard, may be played.
  MadeUp(SmallSite& site, const std::vector<store::Puzzle>& all, std::size_t first, std::size_t last)
      : site_(site),
        played_(all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(last)) {
    std::ranges::sort(played_, {}, &store::Puzzle::key);
    for (const store::Puzzle& puzzle : played_) data.puzzle_keys.push_back(puzzle.key);
    data.table.puzzles = puzzles();
  }

  [[nodiscard]] int puzzles() const { return static_cast<int>(played_.size()); }
  [[nodiscard]] double expected(int puzzle) const {
    return site_.expected_log_time(played_[static_cast<std::size_t>(puzzle)]);
  }
  [[nodiscard]] double difficulty(int puzzle) const {
    return played_[static_cast<std::size_t>(puzzle)].rating.difficulty.value_or(50);
  }

  void play(int person, int puzzle, double seconds, bool solved = true) {
    add(person);
    const auto moment = static_cast<std::int64_t>(data.table.plays.size());
    data.table.plays.push_back({person, puzzle, seconds, solved, 0, 30, moment});
  }
  /// So many plays by so many people, every one its share of the puzzles, as the genre expects them.
  void as_expected(int plays, int persons) {
    for (int k = 0; k < plays; ++k) {
      const int person = k % persons, puzzle = k / persons % puzzles();
      const double seconds = std::exp(expected(puzzle) + .3 * (person % 3 - 1) + .4 * rng_.normal());
      play(person, puzzle, seconds);
    }
  }
  void mark(int person, int puzzle, int mark) {
    add(person);
    data.table.opinions.marks.push_back({person, puzzle, mark});
  }
  void compare(int person, int x, int y, int level) {
    add(person);
    data.table.opinions.pairs.push_back({person, x, y, level});
  }

  [[nodiscard]] model::PeopleModel fit() {
    for (int i = 0; i < data.table.persons; ++i) data.person_keys.push_back(cat("p", 1000 + i));
    EXPECT_TRUE(add_collection(site_.genre, site_.store(), data));
    return model::fit_people({.table = data.table,
                              .collection = data.collection,
                              .puzzle_keys = data.puzzle_keys,
                              .person_keys = data.person_keys});
  }

  PeopleData data;

 private:
  void add(int person) { data.table.persons = std::max(data.table.persons, person + 1); }

  SmallSite& site_;
  std::vector<store::Puzzle> played_;
  Rng rng_{4};
};

struct Situation {
  const char* what;
  std::size_t played;  ///< the easiest ones
  std::function<void(MadeUp&)> happens;
  double least = 5, most = 7200;  ///< seconds that may be predicted
  bool hardest = false;           ///< not the easiest but the hardest
};

inline const std::vector<Situation>& situations() {
  static const std::vector<Situation> all{
      {"10 plays", 12, [](MadeUp& site) { site.as_expected(10, 3); }},
      {"20 plays", 12, [](MadeUp& site) { site.as_expected(20, 3); }},
      {"36 plays", 12, [](MadeUp& site) { site.as_expected(36, 3); }},
      {"100 plays", 12, [](MadeUp& site) { site.as_expected(96, 8); }},
      {"36 plays of the hardest", 12, [](MadeUp& site) { site.as_expected(36, 3); }, 5, 7200, true},
      {"one player", 12, [](MadeUp& site) { site.as_expected(12, 1); }},
      {"one puzzle", 1, [](MadeUp& site) { site.as_expected(36, 36); }},
      {"everybody gives up", 12,
       [](MadeUp& site) {
         for (int k = 0; k < 36; ++k) site.play(k % 3, k / 3, 100, false);
       },
       5, 86'400},
      {"everybody is done in two seconds", 12,
       [](MadeUp& site) {
         for (int k = 0; k < 36; ++k) site.play(k % 3, k / 3, 2);
       },
       2},
      {"a robot among them", 12,
       [](MadeUp& site) {
         site.as_expected(36, 3);
         for (int j = 0; j < site.puzzles(); ++j) site.play(3, j, .5);
       },
       2},
      {"marks as the genre would give them", 12,
       [](MadeUp& site) {
         for (int j = 0; j < site.puzzles(); ++j)
           for (int i = 0; i < 3; ++i) site.mark(i, j, std::clamp(1 + static_cast<int>(site.difficulty(j) / 20), 1, 5));
       }},
      {"comparisons as the genre would make them", 7, [](MadeUp& site) {
         for (int x = 0; x < site.puzzles(); ++x)
           for (int y = 0; y < x; ++y) site.compare(0, x, y, site.difficulty(x) > site.difficulty(y) ? 2 : 4);
       }}};
  return all;
}

/// `all`: the site's puzzles, from easy to hard by the genre's own word.
inline void expect_order_in_strange_situations(SmallSite& site, const std::vector<store::Puzzle>& all) {
  for (const Situation& situation : situations()) {
    const std::size_t first = situation.hardest ? all.size() - situation.played : 0, last = first + situation.played;
    MadeUp made_up(site, all, first, last);
    situation.happens(made_up);
    const model::PeopleModel people = made_up.fit();
    std::vector<double> before, after;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const model::Prediction said =
          people.predict({people.puzzle_number(all[i].key), feature_row(all[i].features, people.feature_names),
                          word_of(site.genre, all[i].features)},
                         nullptr);
      EXPECT_GE(said.seconds, situation.least) << situation.what << ": " << all[i].title;
      EXPECT_LE(said.seconds, situation.most) << situation.what << ": " << all[i].title;
      EXPECT_GT(said.success, 0) << situation.what;
      EXPECT_LT(said.success, 1) << situation.what;
      EXPECT_TRUE(said.difficulty >= 0 && said.difficulty <= 100) << situation.what << ": " << said.difficulty;
      EXPECT_TRUE(std::isfinite(said.log_time_se) && std::isfinite(said.logit_se)) << situation.what;
      if ((i >= first && i < last) || !all[i].rating.difficulty) continue;  // a slow machine may have left one out
      before.push_back(*all[i].rating.difficulty);
      after.push_back(said.difficulty);
    }
    EXPECT_GE(rank_correlation(before, after), .99) << situation.what;
  }
}

}  // namespace nazo
