// Generators and ratings: every level is what it says it is, and different from the others.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "genres/sokoban/analyse/features.hpp"
#include "genres/sokoban/analyse/prior.hpp"
#include "genres/sokoban/generate/paper.hpp"
#include "genres/sokoban/generate/walk.hpp"
#include "genres/sokoban/genre.hpp"
#include "genres/sokoban/rules/symmetry.hpp"
#include "genres/sokoban/text/text.hpp"
#include "oracle.hpp"
#include "random_level.hpp"

namespace nazo::sokoban {
namespace {

template <class G>
void expect_trimmed_and_true(const Found<G>& found, const Measures& bar) {
  const Level level = to_level(found.level);
  const Answer answer = *solve(level, Aim::pushes, {});
  ASSERT_EQ(answer.status, Status::solved);
  EXPECT_EQ(answer.cost.pushes, found.measures.pushes);
  EXPECT_EQ(answer.cost.box_changes, found.measures.box_changes);
  EXPECT_TRUE(reaches(found.measures, bar));
  EXPECT_EQ(answer.cost.moves, static_cast<int>(lurd_of(found.level, found.pushes).size()));
  Field<G> field;
  Meter unlimited{Budget{}};
  ASSERT_TRUE(is_complete(field.explore_until(found.level, 1'000'000)));
  EXPECT_EQ(useless_floor(field, found.level, {unlimited}), typename G::Bits{0}) << write_level(level);
}

/// Useless by the ways of one field is what is useless when each wall is tried and everything sought anew.
TEST(Generate, UselessFloorIsWhatAWallDoesNotChange) {
  int useless = 0, useful = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    Small<Grid6> level = random_small(75, i, 3, 16, 24, 6);
    Field<Grid6> field, other;
    ASSERT_EQ(field.explore(level.floor, level.goals, 1'000'000), Explored::all);
    const auto start = field.states().back();
    level.boxes = start.boxes;
    level.keeper = Grid6::lowest(start.region);
    Meter unlimited{Budget{}};
    const auto found = useless_floor(field, level, {unlimited});
    ASSERT_TRUE(found);
    for_each_bit<Grid6>(level.floor & ~level.goals & ~level.boxes, [&](int square) {
      Small<Grid6> less = level;
      less.floor ^= bit<Grid6>(square);
      bool same = false;
      for (Grid6::Bits regions = keeper_region(level) & less.floor; regions != 0; regions &= ~keeper_region(less)) {
        less.keeper = Grid6::lowest(regions);
        ASSERT_TRUE(other.explore(less.floor, less.goals, 1'000'000) == Explored::all);
        const auto* const now = other.find(less.boxes, keeper_region(less));
        same = same || (now != nullptr && now->depth == start.depth && now->least() == start.least());
      }
      EXPECT_EQ((*found & bit<Grid6>(square)) != 0, same) << write_level(to_level(level));
      (same ? useless : useful) += 1;
    });
  }
  EXPECT_GT(useless, 50);
  EXPECT_GT(useful, 50);
}

/// A walk has so many steps at most: more patience than that would be a promise it does not keep.
TEST(Generate, PatienceHasTheLimitThatWalksHave) {
  const auto& facts = sokoban_genre().facts().options;
  EXPECT_TRUE(Options::make(facts, {{"patience", std::to_string(most_walk_steps)}}));
  EXPECT_FALSE(Options::make(facts, {{"patience", std::to_string(most_walk_steps + 1)}}));
}

TEST(Generate, WalksHandOutDistinctTrimmedLevels) {
  WalkOrder order;
  Walker<Grid6> walker(order);
  WalkCounts counts;
  for (std::uint64_t i = 0; i < 12; ++i) {
    Rng rng(51, i);
    std::set<std::string> texts;
    std::set<std::uint64_t> shapes;
    for (const auto& found : walker.walk(rng, counts)) {
      expect_trimmed_and_true(found, order.bar);
      EXPECT_TRUE(texts.insert(*canonical_text(to_level(found.level))).second);
      EXPECT_TRUE(shapes.insert(shape_hash<Grid6>(found.pushes)).second);
    }
  }
}

TEST(Generate, FourAndFiveBoxesOnLargerBoards) {
  WalkOrder order;
  order.boxes = 4;
  order.plan.width = order.plan.height = 7;
  order.plan.least_area = 20;
  order.plan.most_area = 30;
  order.most_levels = 2;
  order.most_states = 50'000;
  Walker<Grid8> seven(order);
  WalkCounts counts;
  std::size_t made = 0;
  for (std::uint64_t i = 0; i < 6; ++i) {
    Rng rng(52, i);
    for (const auto& found : seven.walk(rng, counts)) {
      expect_trimmed_and_true(found, order.bar);
      ++made;
    }
  }
  EXPECT_GT(made, 0U);
  order.boxes = 5;
  order.plan.width = order.plan.height = 9;
  order.plan.most_area = 34;
  order.most_levels = 1;
  Walker<Grid10> nine(order);
  made = 0;
  for (std::uint64_t i = 0; i < 3; ++i) {
    Rng rng(53, i);
    for (const auto& found : nine.walk(rng, counts)) {
      expect_trimmed_and_true(found, order.bar);
      ++made;
    }
  }
  EXPECT_GT(made, 0U);
}

TEST(Generate, SymmetricOutlinesAreTheirOwnImage) {
  for (const Likeness likeness : {Likeness::mirror, Likeness::rotation}) {
    WalkOrder order;
    order.plan.likeness = likeness;
    order.trim = false;
    order.bar = {7, 3, 1};
    order.most_levels = 2;
    Walker<Grid6> walker(order);
    WalkCounts counts;
    std::size_t made = 0;
    for (std::uint64_t i = 0; i < 8; ++i) {
      Rng rng(54, i);
      for (const auto& found : walker.walk(rng, counts)) {
        EXPECT_EQ(symmetry_of(to_level(found.level)), 1.0) << write_level(to_level(found.level));
        ++made;
      }
    }
    EXPECT_GT(made, 0U);
  }
}

TEST(Generate, ThePapersLoopKeepsToItsFiltersAndRepairHelps) {
  for (const PartSet* parts : {&parts_a(), &parts_b()}) {
    PaperOrder order;
    order.parts = parts;
    int kept = 0, repaired = 0;
    std::set<PaperEnd> ends;
    Meter unlimited{Budget{}};
    for (std::uint64_t i = 0; i < 400; ++i) {
      Rng rng(55, i);
      order.repair = false;
      const auto plain = paper_loop<Grid6>(order, rng, unlimited);
      ends.insert(plain.end);
      Rng again(55, i);
      order.repair = true;
      const auto mended = paper_loop<Grid6>(order, again, unlimited);
      if (plain.end == PaperEnd::kept) {
        ++kept;
        EXPECT_EQ(mended.end, PaperEnd::kept);
        EXPECT_EQ(mended.level, plain.level);
      }
      for (const auto* made : {&plain, &mended}) {
        if (made->end != PaperEnd::kept && made->end != PaperEnd::repaired) continue;
        EXPECT_TRUE(paper_keeps(made->measures));
        const Answer answer = *solve(to_level(made->level), Aim::pushes, {});
        EXPECT_EQ(answer.cost.pushes, made->measures.pushes);
        EXPECT_EQ(answer.cost.box_changes, made->measures.box_changes);
      }
      repaired += mended.end == PaperEnd::repaired ? 1 : 0;
    }
    EXPECT_GT(kept, 5);
    EXPECT_GT(repaired, kept) << "repair should save more than the filters keep";
    EXPECT_TRUE(ends.contains(PaperEnd::unsolvable) && ends.contains(PaperEnd::few_changes));
  }
}

/// 52 levels, each at or above the three medians 17, 7, 10, no two the same under the eight symmetries.
TEST(Generate, TheMurasePreset) {
  const Genre& genre = sokoban_genre();
  const auto& presets = genre.facts().presets;
  const auto preset = std::ranges::find(presets, "murase", &PresetFact::name);
  ASSERT_NE(preset, presets.end());
  const std::map<std::string, std::string> given(preset->options.begin(), preset->options.end());
  EXPECT_EQ(given.at("count"), "52");
  const auto options = Options::make(genre.facts().options, {{"per-walk", given.at("per-walk")}});
  ASSERT_TRUE(options);
  std::set<std::string> seen;
  Order order{.options = *options, .seed = 1};
  for (order.index = 0; seen.size() < 52 && order.index < 400; ++order.index) {
    const auto batch = genre.generate(order, {});
    ASSERT_TRUE(batch);
    for (const Candidate& candidate : batch->candidates) {
      const auto analysis =
          genre.analyze(candidate.puzzle, {"pushes", "box_changes", "detour", "wasted_area"}, *options, {});
      ASSERT_TRUE(analysis && analysis->exact);
      EXPECT_GE(analysis->features.find("pushes")->number(), 17);
      EXPECT_GE(analysis->features.find("box_changes")->number(), 7);
      EXPECT_GE(analysis->features.find("detour")->number(), 10);
      EXPECT_EQ(analysis->features.find("wasted_area")->number(), 0) << candidate.puzzle.text;
      EXPECT_TRUE(seen.insert(*genre.canonical(candidate.puzzle, {})).second);
    }
  }
  EXPECT_GE(seen.size(), 52U);
}

TEST(Features, OfASolutionCountedByHand) {
  // Three boxes straight in: three box changes, no detour (the paper's figure 8 counts the first grab as one).
  const auto straight = read_level("#######\n#@$  .#\n# $  .#\n# $  .#\n#     #\n#######\n");
  ASSERT_TRUE(straight);
  const Value features = analyze(*straight, {}, {})->features;
  EXPECT_EQ(features.find("pushes")->number(), 9);
  EXPECT_EQ(features.find("box_changes")->number(), 3);
  EXPECT_EQ(features.find("detour")->number(), 0);
  EXPECT_EQ(features.find("area")->number(), 20);
  EXPECT_EQ(features.find("goal_reentries")->number(), 0);
  EXPECT_EQ(features.find("direction_changes")->number(), 0);
  EXPECT_EQ(features.find("symmetry")->number(), 1);
  // The box must go round the corner to the left first: one push more than the way it ends with, twice.
  const auto round = read_level("#####\n#.$ #\n#  @#\n#   #\n#####\n");
  ASSERT_TRUE(round);
  const Value corner = analyze(*round, {}, {})->features;
  EXPECT_EQ(corner.find("pushes")->number(), 1);
  EXPECT_EQ(corner.find("moves")->number(), 2);
}

TEST(Features, ValuesDoNotDependOnTheImage) {
  WalkOrder order;
  Walker<Grid6> walker(order);
  WalkCounts counts;
  Rng rng(56, 3);
  for (const auto& found : walker.walk(rng, counts)) {
    const Level level = to_level(found.level);
    const Value features = analyze(level, {}, {})->features;
    for (int image = 1; image < 8; ++image) {
      const Value turned = analyze(image_of(level, image), {}, {})->features;
      for (const char* name : {"pushes", "box_changes", "moves", "detour", "area", "states", "dead_end_share"})
        EXPECT_EQ(features.find(name)->number(), turned.find(name)->number()) << name;
    }
  }
}

TEST(Prior, RisesWithEachOfThePapersMeasures) {
  Value features = Value::object();
  features.set("pushes", 17).set("box_changes", 6).set("detour", 6).set("area", 24).set("boxes", 3);
  features.set("counter_pushes", 2).set("goal_reentries", 1).set("dead_end_share", 0.9).set("walker_steps", 8000);
  const Prior middle = prior(features);
  ASSERT_TRUE(middle.interest && middle.difficulty);
  EXPECT_GT(*middle.interest, 20);
  EXPECT_LT(*middle.interest, 99);
  for (const char* name : {"pushes", "box_changes", "detour"}) {
    Value more = features;
    more.set(name, features.find(name)->number() + 2);
    EXPECT_GT(*prior(more).interest, *middle.interest) << name;
    EXPECT_GT(*prior(more).difficulty, *middle.difficulty) << name;
  }
  EXPECT_FALSE(prior(Value::object()).difficulty);
}

}  // namespace
}  // namespace nazo::sokoban
