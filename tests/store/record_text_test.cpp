// Records as JSON and CSV: both ways without loss, and clear words about what is wrong.
#include "store/record_text.hpp"

#include <gtest/gtest.h>

#include "base/json.hpp"
#include "fixture.hpp"

namespace nazo::store {
namespace {

std::vector<Record> one_of_each(Rng& rng) {
  Study study{.key = odd_text(rng),
              .genre = "tsume",
              .title = odd_text(rng),
              .order = StudyOrder::balanced,
              .seed = 4294967295U};
  study.puzzles = {odd_text(rng), odd_text(rng)};
  if (rng.chance(.5)) study.closed = 77;
  Value answers = Value::object();
  answers.set(odd_text(rng), odd_text(rng));
  Play play = some_play(rng, odd_text(rng), odd_text(rng), odd_text(rng));
  if (rng.chance(.5)) play.study = odd_text(rng);
  Model model{.key = odd_text(rng),
              .genre = odd_text(rng),
              .kind = "people",
              .version = 3,
              .created = 4,
              .plays = 5,
              .note = odd_text(rng)};
  model.data.set("w", Value::array().push(rng.unit()).push(rng.normal()));
  Estimates estimates{.difficulty = rng.unit() * 100, .success = rng.unit(), .time_se = rng.unit()};
  return {some_puzzle(rng, 1),
          Player{odd_text(rng), 12, rng.chance(.5)},
          study,
          Participant{odd_text(rng), odd_text(rng), 7, 8, answers},
          play,
          Comparison{odd_text(rng), odd_text(rng), rng.chance(.5) ? odd_text(rng) : "", odd_text(rng), odd_text(rng),
                     rng.between(1, 5), 3},
          model,
          Rating{odd_text(rng), odd_text(rng), 9, rng.chance(.5), estimates},
          Recommendation{odd_text(rng), odd_text(rng), odd_text(rng), odd_text(rng), "success", rng.unit(), rng.unit(),
                         rng.unit(), 10}};
}

TEST(RecordText, JsonAndCsvKeepEveryBit) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Rng rng(4, i);
    for (const Record& record : one_of_each(rng)) {
      const std::string json = to_value(record).json();
      const auto again = from_value(*parse_json(json));
      ASSERT_OK(again);
      EXPECT_EQ(*again, record) << json;

      const std::string& type = record_types()[record.index()];
      const auto rows = csv_rows(csv_header(type) + "\r\n" + csv_line(record) + "\r\n");
      ASSERT_OK(rows);
      ASSERT_EQ(rows->size(), 2U);
      EXPECT_EQ(*csv_type((*rows)[0]), type);
      const auto from = from_csv(type, (*rows)[0], (*rows)[1]);
      ASSERT_OK(from);
      EXPECT_EQ(*from, record) << csv_line(record);
    }
  }
}

TEST(RecordText, SaysWhatIsWrong) {
  const auto error = [](std::string_view json) {
    const auto record = from_value(*parse_json(json));
    return record ? std::string("accepted") : record.error().text();
  };
  EXPECT_EQ(error("[1]"), "expected a JSON object");
  EXPECT_EQ(error("{}"), "field 'type' is missing");
  EXPECT_NE(error(R"({"type":"plays"})").find("there is no record type 'plays'"), std::string::npos);
  EXPECT_EQ(error(R"({"type":"player","created":1})"), "field 'key' is missing or empty");
  EXPECT_EQ(error(R"({"type":"player","key":"a","created":1,"name":"Ann"})"), "there is no field 'name'");
  EXPECT_EQ(error(R"({"type":"player","key":7,"created":1})"), "field 'key' must be a text");
  EXPECT_NE(error(R"({"type":"comparison","key":"a","player":"b","puzzle_x":"c","puzzle_y":"d","level":6,"made":1})")
                .find("'level' must be a whole number from 1 to 5"),
            std::string::npos);
  const auto play = [&](std::string_view events) {
    return error(cat(R"({"type":"play","key":"a","player":"b","puzzle":"c","started":1,"outcome":"solved","events":)",
                     events, "}"));
  };
  EXPECT_EQ(play("[]"), "accepted");
  EXPECT_EQ(play(R"([["move",1,"a"],["jump",2]])"),
            "event 2: expected move, undo, restart, hint, give_up, assisted or time");
  EXPECT_EQ(play(R"([["move",-1,"a"]])"), "event 1: the thinking time must be a number of seconds from 0 on");
  EXPECT_EQ(play(R"([["move",1]])"), "event 1: a move has a third part, its text; nothing else has");
  EXPECT_EQ(play(R"([["undo",1,"a"]])"), "event 1: a move has a third part, its text; nothing else has");
  EXPECT_EQ(play("{}"), "the events must be a list");
}

TEST(RecordText, CsvOfSpreadsheets) {
  const auto rows =
      csv_rows("\xEF\xBB\xBFkey,created,simulated\r\n\"a\"\"b\",1,true\r\n\r\n\"two\nlines\",2,false\nlast,3,");
  ASSERT_OK(rows);
  ASSERT_EQ(rows->size(), 4U);
  EXPECT_EQ(std::get<Player>(*from_csv("player", (*rows)[0], (*rows)[1])), (Player{"a\"b", 1, true}));
  EXPECT_EQ((*rows)[2].line, 4U);
  EXPECT_EQ(std::get<Player>(*from_csv("player", (*rows)[0], (*rows)[2])).key, "two\nlines");
  EXPECT_EQ((*rows)[3].line, 6U);
  EXPECT_EQ(std::get<Player>(*from_csv("player", (*rows)[0], (*rows)[3])), (Player{"last", 3, false}));
  EXPECT_FALSE(csv_rows("a,\"never closed"));
  EXPECT_FALSE(csv_rows("\"a\"b,c"));
  EXPECT_FALSE(csv_type((*csv_rows("key,created\n"))[0]));
  EXPECT_FALSE(from_csv("player", (*rows)[0], (*csv_rows("a,b\n"))[0]));
  EXPECT_EQ(from_csv("player", (*rows)[0], (*csv_rows("a,x,true\n"))[0]).error().message.substr(0, 17),
            "column 'created':");
}

}  // namespace
}  // namespace nazo::store
