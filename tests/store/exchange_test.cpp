// Export and import: into another store, of the other kind too, without loss; bad rows one by one with their lines.
#include "store/exchange.hpp"

#include <gtest/gtest.h>

#include "fixture.hpp"

namespace nazo::store {
namespace {

class ExchangeTest : public EachStore {};
ON_EACH_STORE(ExchangeTest);

Result<Store> full_store(const std::string& where) {
  NAZO_TRY(store, store_with_people(where));
  Rng rng(8);
  for (const char* name : {"one", "二"})
    NAZO_CHECK(store.create_study({.key = name, .genre = "shisen", .puzzles = {"shisen-1", "shisen-5"}, .created = 3}));
  NAZO_CHECK(store.join_study("one", "p3", 5));
  NAZO_CHECK(store.join_study("one", "p1", 6));
  NAZO_CHECK(store.join_study("二", "p2", 6));
  NAZO_CHECK(store.set_answers("one", "p1", Value::object().set("experience", odd_text(rng))));
  NAZO_CHECK(store.close_study("二", 9));
  std::vector<Play> plays;
  for (int i = 0; i < 600; ++i) {
    plays.push_back(
        some_play(rng, cat("k", i, odd_text(rng, 4)), cat("p", rng.below(4)), cat("shisen-", rng.below(8))));
    if (rng.chance(.4)) plays.back().study = "one";
  }
  NAZO_CHECK(store.record_plays(plays));
  std::vector<Comparison> comparisons;
  for (int i = 0; i < 20; ++i)
    comparisons.push_back({cat("c", i), cat("p", rng.below(4)), rng.chance(.5) ? "one" : "", "shisen-1",
                           cat("shisen-", 2 + rng.below(5)), rng.between(1, 5), i});
  NAZO_CHECK(store.record_comparisons(comparisons));
  Model model{.key = "m", .genre = "shisen", .kind = "people", .created = 3, .note = odd_text(rng)};
  model.data.set("x", rng.unit());
  NAZO_CHECK(store.save_model(model));
  NAZO_CHECK(store.save_ratings(std::vector<Rating>{{"shisen-1", "m", 1, true, {.difficulty = rng.unit()}},
                                                    {"shisen-2", "m", 1, false, {.success = .25}}}));
  NAZO_CHECK(store.record_recommendations(
      std::vector<Recommendation>{{"r", "p1", "shisen-1", "m", "time", 60, 61.5, .125, 4}}));
  return std::move(store);
}

std::string exported(Store& store, const ExportQuery& query, TextForm form) {
  std::string text;
  const auto done = export_text(store, query, form, [&](std::string_view part) { text += part; });
  EXPECT_OK(done);
  return text;
}

TEST_P(ExchangeTest, JsonLinesCarryAWholeStoreToAnother) {
  auto first = full_store(fresh());
  ASSERT_OK(first);
  auto second = Store::open(fresh());
  ASSERT_OK(second);
  const std::string text = exported(*first, {}, TextForm::json_lines);
  auto report = import_text(*second, text, TextForm::json_lines, {});
  ASSERT_OK(report);
  EXPECT_TRUE(report->kept);
  EXPECT_EQ(report->refused, 0U) << (report->errors.empty() ? "" : report->errors[0].text());
  EXPECT_EQ(report->added["play"], 600U);
  EXPECT_EQ(exported(*second, {}, TextForm::json_lines), text);
  EXPECT_EQ(second->join_study("one", "p0", 7)->number, 2) << "numbers go on after those imported";
  // Once more: everything is there already.
  report = import_text(*first, text, TextForm::json_lines, {});
  ASSERT_OK(report);
  EXPECT_EQ(report->refused, 0U) << (report->errors.empty() ? "" : report->errors[0].text());
  EXPECT_EQ(report->added["play"], 0U);
  EXPECT_EQ(exported(*first, {}, TextForm::json_lines), text);
}

TEST_P(ExchangeTest, CsvCarriesAWholeStoreToAnother) {
  auto first = full_store(fresh());
  ASSERT_OK(first);
  auto second = Store::open(fresh());
  ASSERT_OK(second);
  for (const std::string& type : record_types()) {
    const auto report = import_text(*second, exported(*first, {.types = {type}}, TextForm::csv), TextForm::csv, {});
    ASSERT_OK(report);
    EXPECT_EQ(report->refused, 0U) << type << (report->errors.empty() ? "" : report->errors[0].text());
  }
  EXPECT_EQ(exported(*second, {}, TextForm::json_lines), exported(*first, {}, TextForm::json_lines));
}

TEST_P(ExchangeTest, AStudyIsExportedWithAllThatBelongsToIt) {
  auto first = full_store(fresh());
  ASSERT_OK(first);
  auto second = Store::open(fresh());
  ASSERT_OK(second);
  const std::string text = exported(*first, {.study = "one"}, TextForm::json_lines);
  // Its plays may be of puzzles outside its list; those rows are refused, all others fit together.
  const auto report = import_text(*second, text, TextForm::json_lines, {.keep_good = true});
  ASSERT_OK(report);
  for (const Error& error : report->errors)
    EXPECT_NE(error.text().find("there is no puzzle"), std::string::npos) << error.text();
  EXPECT_EQ(**second->find_study("one"), **first->find_study("one"));
  EXPECT_FALSE(second->find_study("二")->has_value());
  EXPECT_EQ(second->participants("one")->size(), 2U);
  EXPECT_FALSE(export_text(*first, {.study = "none"}, TextForm::json_lines, [](std::string_view) {}));
  EXPECT_FALSE(export_text(*first, {.types = {"nothing"}}, TextForm::json_lines, [](std::string_view) {}));
  EXPECT_FALSE(export_text(*first, {}, TextForm::csv, [](std::string_view) {}));
}

TEST_P(ExchangeTest, AnExportThatIsStoppedSaysSoAndWritesNoMore) {
  auto store = full_store(fresh());
  ASSERT_OK(store);
  const std::string whole = exported(*store, {}, TextForm::json_lines);
  const auto all = static_cast<std::size_t>(std::ranges::count(whole, '\n'));
  for (std::size_t after = 1; after < all; ++after) {
    std::atomic<bool> stop = false;
    std::size_t lines = 0;
    const auto done =
        export_text(*store, {.stop = &stop}, TextForm::json_lines, [&](std::string_view) { stop = ++lines == after; });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().limit, Limit::stopped);
    EXPECT_EQ(lines, after);
  }
}

TEST_P(ExchangeTest, BadRowsAreRefusedOneByOneWithTheirLine) {
  const std::string text =
      "{\"type\":\"player\",\"key\":\"new1\",\"created\":1}\n"
      "{\"type\":\"player\",\"key\":\"new2\"}\n"
      "not json\n"
      "\n"
      "{\"type\":\"player\",\"key\":\"new3\",\"created\":1}\n"
      "{\"type\":\"play\",\"key\":\"k1\",\"player\":\"new1\",\"puzzle\":\"shisen-1\",\"started\":1,\"outcome\":"
      "\"solved\",\"events\":[]}\n"
      "{\"type\":\"play\",\"key\":\"k2\",\"player\":\"new2\",\"puzzle\":\"shisen-1\",\"started\":1,\"outcome\":"
      "\"solved\",\"events\":[]}\n"
      "{\"type\":\"play\",\"key\":\"k3\",\"player\":\"new3\",\"puzzle\":\"shisen-1\",\"started\":1,\"outcome\":"
      "\"solved\",\"events\":[]}\n";
  for (const bool keep_good : {false, true}) {
    auto store = store_with_people(fresh());
    ASSERT_OK(store);
    const auto report = import_text(*store, text, TextForm::json_lines, {.keep_good = keep_good});
    ASSERT_OK(report);
    EXPECT_EQ(report->kept, keep_good);
    EXPECT_EQ(report->refused, 3U);
    ASSERT_EQ(report->errors.size(), 3U);
    EXPECT_EQ(report->errors[0].line, 2U);
    EXPECT_EQ(report->errors[1].line, 3U);
    EXPECT_EQ(report->errors[2].line, 7U);
    EXPECT_NE(report->errors[2].text().find("there is no player 'new2'"), std::string::npos)
        << report->errors[2].text();
    EXPECT_EQ(store->find_player("new1")->has_value(), keep_good);
    EXPECT_EQ(*store->count_plays({}), keep_good ? 2 : 0);
  }
}

TEST_P(ExchangeTest, TheCheckIsAskedAboutEveryRecord) {
  auto store = store_with_people(fresh());
  ASSERT_OK(store);
  const std::string text =
      "{\"type\":\"play\",\"key\":\"k1\",\"player\":\"p1\",\"puzzle\":\"shisen-1\",\"started\":1,\"outcome\":"
      "\"solved\",\"events\":[[\"move\",1,\"legal\"]]}\n"
      "{\"type\":\"play\",\"key\":\"k2\",\"player\":\"p1\",\"puzzle\":\"shisen-1\",\"started\":1,\"outcome\":"
      "\"solved\",\"events\":[[\"move\",1,\"no\"]]}\n";
  ImportOptions options{.keep_good = true};
  options.check = [](Store&, Record& record) -> Result<void> {
    auto& play = std::get<Play>(record);
    if (play.events[0].move != "legal") return fail("move 1 is not legal");
    play.deadlocks = 3;
    return {};
  };
  const auto report = import_text(*store, text, TextForm::json_lines, options);
  ASSERT_OK(report);
  EXPECT_EQ(report->refused, 1U);
  EXPECT_EQ(report->errors[0].text(), "2: move 1 is not legal");
  EXPECT_EQ((*store->find_play("k1"))->deadlocks, 3);
}

}  // namespace
}  // namespace nazo::store
