// Accounts: the same data as text, JSON Lines, CSV and SVG.
#include "workshop/account.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/csv.hpp"
#include "workshop/puzzle_rows.hpp"
#include "xml_check.hpp"

namespace nazo {
namespace {

Account sample() {
  Account account;
  account.add(Words("Two deals", "2問"));
  Table& table = account.add(Table{.name = "deals", .caption = {"Deals", "配置"}});
  table.columns = {{"id", {"deal", "問題"}},
                   {"features.states", {"states", "局面数"}},
                   {.field = "features.share", .title = "share", .compact = true},
                   {.field = "share", .title = "%", .digits = 1, .percent = true}};
  table.rows = {Value::object()
                    .set("id", "謎, \"one\"")
                    .set("features", Value::object().set("states", 1234567).set("share", .000176))
                    .set("share", .5),
                Value::object().set("id", "two").set("features", Value::object().set("states", Value()))};
  table.emphasis[{0, 0}] = Emphasis::strong;
  table.emphasis[{0, 1}] = Emphasis::underlined;
  account.add(Table{.name = "layout",
                    .columns = {{"what", "what"}},
                    .rows = {Value::object().set("what", in_both({"said", "言った"}))},
                    .audience = Audience::readers});
  account.add(Table{.name = "more", .rows = {Value::object().set("n", 1)}, .audience = Audience::programs});
  account.add(Figure{.name = "one", .caption = {"One", "一"}, .series = {{.points = {{0, 1}}}}});
  account.add(Figure{.name = "two", .caption = {"Two", "二"}, .series = {{.points = {{0, 1}}}}});
  return account;
}

TEST(Account, IsReadInEitherLanguage) {
  const std::string english = account_text(sample(), Language::english);
  for (const char* words :
       {"Two deals\n", "Deals\n", "states", "*謎, \"one\"*", "_1,234,567_", "0.0001760", "50.0 %", "said"})
    EXPECT_NE(english.find(words), std::string::npos) << words << "\n" << english;
  EXPECT_EQ(english.find("more"), std::string::npos) << "a table for programs";
  const std::string japanese = account_text(sample(), Language::japanese);
  for (const char* words : {"2問", "配置", "局面数", "言った"})
    EXPECT_NE(japanese.find(words), std::string::npos) << words;
}

TEST(Account, JsonLinesAreTheRowsThemselves) {
  EXPECT_EQ(account_json(sample()),
            "{\"id\":\"謎, \\\"one\\\"\",\"features\":{\"states\":1234567,\"share\":0.000176},\"share\":0.5}\n"
            "{\"id\":\"two\",\"features\":{\"states\":null}}\n{\"n\":1}\n");
}

TEST(Account, CsvHasAColumnForEveryField) {
  const auto csv = account_csv(sample());
  ASSERT_TRUE(csv);
  const auto rows = csv_rows(*csv);
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 3u);
  // A name that two fields have is told apart by its path.
  EXPECT_EQ(csv->substr(0, csv->find('\n')), "id,states,features.share,share");
  EXPECT_EQ((*rows)[1].cells[0].text, "謎, \"one\"");
  EXPECT_EQ((*rows)[1].cells[2].text, "0.000176");
  EXPECT_EQ((*rows)[2].cells[1].text, "");
  EXPECT_EQ(*account_csv(sample(), "more"), "n\n1\n");
  EXPECT_EQ(*account_csv(sample(), "layout"), "what\nsaid\n") << "also a table for readers, by its name";
  EXPECT_EQ(*account_csv(sample(), "layout", Language::japanese), "what\n言った\n");
  const auto none = account_csv(sample(), "another");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("deals, more, layout"), std::string::npos);
}

TEST(Account, FiguresAreDrawnTogetherOrOneByOne) {
  const auto both = account_svg(sample(), Language::japanese);
  ASSERT_TRUE(both);
  EXPECT_EQ(xml_fault(*both), "");
  EXPECT_TRUE(both->contains("一") && both->contains("二"));
  const auto one = account_svg(sample(), Language::english, "two");
  ASSERT_TRUE(one);
  EXPECT_TRUE(!one->contains(">One<") && one->contains(">Two<"));
  EXPECT_FALSE(account_svg(sample(), Language::english, "three"));
  EXPECT_FALSE(account_svg(Account{}, Language::english));
}

TEST(Account, SimulatedPlayersAreCalledSoEverywhere) {
  Account account = sample();
  account.simulated = true;
  EXPECT_TRUE(account_text(account, Language::english).starts_with("[simulated] Two deals\n[simulated] "));
  EXPECT_TRUE(account_json(account).contains("\"simulated\":true}\n{"));
  EXPECT_TRUE(account_csv(account)->contains(",simulated\n"));
  EXPECT_TRUE(account_svg(account, Language::english)->contains("[simulated] One"));
}

TEST(PuzzleRows, ReadWhatIsWritten) {
  const std::vector<Value> rows{
      Value::object()
          .set("id", "a")
          .set("genre", "lights")
          .set("exact", true)
          .set("features", Value::object().set("n", 3).set("open", false).set("layers", Value::array().push(1).push(2)))
          .set("puzzle", "#.\n.#\n")
          .set("seed", 7),
      Value::object()
          .set("id", "-b")
          .set("genre", "lights")
          .set("puzzle", "##\n##\n")
          .set("features", Value::object().set("n", .5))};
  const std::string csv = rows_csv(rows);
  ASSERT_TRUE(looks_like_puzzle_rows(csv));
  const auto read = puzzle_rows(csv);
  ASSERT_TRUE(read) << read.error().text();
  ASSERT_EQ(read->size(), 2u);
  for (const auto& [name, value] : *rows[0].fields()) {
    ASSERT_NE((*read)[0].object.find(name), nullptr) << name;
    EXPECT_EQ((*read)[0].object.find(name)->json(), value.json());
  }
  EXPECT_EQ(*(*read)[1].object.find("id")->string(), "-b");
  EXPECT_FALSE(looks_like_puzzle_rows("1 2 3\n4 5 6\n"));
  EXPECT_FALSE(looks_like_puzzle_rows("title: puzzle\n1 2\n"));
  EXPECT_EQ(puzzle_rows("id,puzzle\na\n").error().line, 2u);
}

}  // namespace
}  // namespace nazo
