#include "model/people_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/json.hpp"
#include "base/text.hpp"
#include "model/simulate.hpp"

namespace nazo::model {
namespace {

PeopleModel small_model() {
  const SimulatedPlays data =
      simulate_plays(World::correct, {.persons = 30, .puzzles = 20, .plays = 400, .features = 3}, 1, 0);
  std::vector<std::string> puzzles, persons;
  for (int j = 0; j < 20; ++j) puzzles.push_back(cat("puzzle-", 100 + j));
  for (int i = 0; i < 30; ++i) persons.push_back(cat("person-", 100 + i));
  return fit_people({data.times, {}, puzzles, persons});
}

TEST(PeopleModel, IsTheSameAfterBeingSavedAsText) {
  const PeopleModel model = small_model();
  const std::string text = model.to_value().json();
  const auto value = parse_json(text);
  ASSERT_TRUE(value);
  const auto again = PeopleModel::from_value(*value);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->to_value().json(), text);
  const PersonState seven = model.person(7), again_seven = again->person(7);
  for (const bool known : {false, true}) {
    const PuzzleView view{5, Eigen::VectorXd::Constant(3, .3)};
    const Prediction a = model.predict(view, known ? &seven : nullptr),
                     b = again->predict(view, known ? &again_seven : nullptr);
    EXPECT_DOUBLE_EQ(a.seconds, b.seconds);
    EXPECT_DOUBLE_EQ(a.success, b.success);
    EXPECT_DOUBLE_EQ(a.difficulty, b.difficulty);
    EXPECT_DOUBLE_EQ(a.logit_se, b.logit_se);
  }
}

TEST(PeopleModel, DamagedOrForeignTextIsRefused) {
  EXPECT_FALSE(PeopleModel::from_value(Value::object()));
  Value value = small_model().to_value();
  value.set("layout", 99);
  EXPECT_NE(PeopleModel::from_value(value).error().message.find("layout 99"), std::string::npos);
  value = small_model().to_value();
  value.set("elo_puzzles", Value::array());
  EXPECT_NE(PeopleModel::from_value(value).error().message.find("elo_puzzles"), std::string::npos);
  value = small_model().to_value();
  value.set("time", 3);
  EXPECT_FALSE(PeopleModel::from_value(value));
}

/// Calls `visit` with a copy of `part` for every field at any depth, in which that field says `other`.
void with_each_field_replaced(const Value& part, const Value& other, const std::string& path,
                              const std::function<void(const Value&, const std::string&)>& visit) {
  if (part.fields() == nullptr) return;
  for (const auto& [name, field] : *part.fields()) {
    Value damaged = part;
    damaged.set(name, other);
    visit(damaged, path + name);
    with_each_field_replaced(field, other, path + name + "/", [&](const Value& inner, const std::string& where) {
      Value around = part;
      around.set(name, inner);
      visit(around, where);
    });
  }
}

TEST(PeopleModel, NoFieldOfAnyKindBreaksTheReader) {
  const Value whole = small_model().to_value();
  std::vector<Value> others{nullptr, true, 3, -1, 1e300, "text", Value::array(), Value::object()};
  int refused = 0;
  for (const Value& other : others)
    with_each_field_replaced(whole, other, "", [&](const Value& damaged, const std::string& path) {
      const auto model = PeopleModel::from_value(damaged);
      if (model) {
        (void)model->predict({0, Eigen::VectorXd::Zero(static_cast<Eigen::Index>(model->feature_names.size()))},
                             nullptr);
        return;
      }
      EXPECT_FALSE(model.error().message.empty()) << path;
      ++refused;
    });
  EXPECT_GT(refused, 300);
}

TEST(PeopleModel, PredictionsAreInRangeAndUncertainWhereTheyShouldBe) {
  const PeopleModel model = small_model();
  const PersonState three = model.person(3);
  for (int j = -1; j < 20; ++j)
    for (const PersonState* person : {static_cast<const PersonState*>(nullptr), &three}) {
      const Prediction p = model.predict({j, Eigen::VectorXd::Zero(3)}, person);
      EXPECT_GT(p.seconds, 0);
      EXPECT_GT(p.success, 0);
      EXPECT_LT(p.success, 1);
      EXPECT_GE(p.difficulty, 0);
      EXPECT_LE(p.difficulty, 100);
      EXPECT_EQ(p.played, j >= 0);
    }
  EXPECT_GT(model.predict({-1, Eigen::VectorXd::Zero(3)}, nullptr).difficulty_se,
            model.predict({0, Eigen::VectorXd::Zero(3)}, nullptr).difficulty_se);
}

TEST(PeopleModel, APersonIsLearntFromTheirPlaysAsInTheFit) {
  const SimulatedPlays data =
      simulate_plays(World::correct, {.persons = 60, .puzzles = 40, .plays = 2000, .features = 3}, 4, 0);
  const PeopleModel model = fit_people({data.times, {}, std::vector<std::string>(40), std::vector<std::string>(60)});
  std::vector<PuzzleView> views;
  for (int j = 0; j < 40; ++j) views.push_back({j, data.times.features.row(j).transpose()});
  for (const int i : {0, 17, 59}) {
    std::vector<Observation> own;
    for (const Observation& play : data.times.plays)
      if (play.person == i) own.push_back(play);
    const PersonState learnt = model.learn_person(own, views), fitted = model.person(i);
    EXPECT_NEAR(learnt.time.own, fitted.time.own, 1e-4);
    EXPECT_LT((learnt.time.u - fitted.time.u).norm(), 1e-4);
    EXPECT_NEAR(learnt.success.own, fitted.success.own, 1e-4);
  }
  const PersonState nobody = model.learn_person({}, views);
  EXPECT_EQ(nobody.time.own, 0);
  EXPECT_NEAR(nobody.time.standard_error(Eigen::VectorXd::Zero(3)), model.time.person_sd, 1e-9);
}

TEST(PeopleModel, ReplaysOfAPuzzleTeachNothing) {
  const SimulatedPlays data =
      simulate_plays(World::correct, {.persons = 20, .puzzles = 15, .plays = 200, .features = 2}, 6, 0);
  PlayTable again = data.times;
  // Everybody plays everything again at once, and knows it by heart.
  for (const Observation& play : data.times.plays) {
    Observation replay = play;
    replay.moment += 1'000'000'000'000;
    replay.seconds = 2;
    replay.solved = true;
    again.plays.push_back(replay);
  }
  const std::vector<std::string> puzzles(15), persons(20);
  const PeopleModel once = fit_people({data.times, {}, puzzles, persons}),
                    twice = fit_people({again, {}, puzzles, persons});
  EXPECT_LT((once.time.b - twice.time.b).norm(), 1e-9);
  std::vector<PuzzleView> views;
  for (int j = 0; j < 15; ++j) views.push_back({j, data.times.features.row(j).transpose()});
  const auto own = [](const PlayTable& table) {
    std::vector<Observation> out;
    for (const Observation& play : table.plays)
      if (play.person == 3) out.push_back(play);
    return out;
  };
  const PersonState first = once.learn_person(own(data.times), views), then = once.learn_person(own(again), views);
  EXPECT_NEAR(first.time.own, then.time.own, 1e-9);
  EXPECT_NEAR(first.success.own, then.success.own, 1e-9);
  EXPECT_GT(then.plays_before, first.plays_before) << "but they are practice";
  EXPECT_NEAR(once.person(3).time.own, twice.person(3).time.own, 1e-9);
}

TEST(PeopleModel, KeysAreFound) {
  const PeopleModel model = small_model();
  EXPECT_EQ(model.puzzle_number("puzzle-107"), 7);
  EXPECT_EQ(model.puzzle_number("puzzle-99"), -1);
  EXPECT_EQ(model.person_number("person-100"), 0);
}

TEST(PeopleModel, HarderForPeopleMeansMoreDifficult) {
  const SimulatedPlays data = simulate_plays(World::null, {.plays = 4000}, 3, 0);
  std::vector<std::string> puzzles(100), persons(90);
  const PeopleModel model = fit_people({data.times, {}, puzzles, persons});
  std::vector<double> difficulty, truth;
  for (int j = 0; j < 100; ++j) {
    difficulty.push_back(model.predict({j, Eigen::VectorXd::Zero(5)}, nullptr).difficulty);
    truth.push_back(data.time_b[j]);
  }
  EXPECT_GT(correlation(difficulty, truth), .9);
}

TEST(DifficultyScale, ACollectionOfEasyPuzzlesDoesNotMakeEveryLargerOneTheHardest) {
  DifficultyScale scale;
  scale.measure({-2, -1, 0, 1, 2}, {1, 2, 3, 4, 5});
  for (const double genre : {6., 10., 21., 39.}) {
    EXPECT_NEAR(scale.at(9, genre, 0), genre, .5);
    EXPECT_GT(scale.at(9, genre, 1), genre) << "harder for this person";
    EXPECT_LT(scale.at(9, genre, 1), genre + 20);
  }
  EXPECT_NEAR(scale.at(0, 80, 0), 3, 1e-9) << "within the collection its places count";
  EXPECT_NEAR(scale.at(-9, .5, 0), .5, .1);
  EXPECT_GT(scale.at(9, std::numeric_limits<double>::quiet_NaN(), 0), 99) << "the genre says nothing";
  double last = 0;
  for (double x = -4; x < 6; x += .01) {
    const double now = scale.at(x, 30, 0);
    EXPECT_LT(std::abs(now - last), 1.5) << "no step at the ends";
    last = now;
  }
}

}  // namespace
}  // namespace nazo::model
