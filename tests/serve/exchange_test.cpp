// Whatever the server stores can be exported, imported into an empty store, and exported again: the same bytes.
#include "store/exchange.hpp"
#include "base/rng.hpp"
#include "fixture.hpp"
#include "workshop/replay.hpp"

namespace nazo::serve {
namespace {

std::string exported(store::Store& store) {
  std::string text;
  const auto written = store::export_text(store, {}, store::TextForm::json_lines, [&](auto line) { text += line; });
  EXPECT_TRUE(written) << written.error().text();
  return text;
}

/// Anything a page, or somebody who is no page, might send: moves right and wrong, moves after the win, giving up a won
/// board, going on after giving up, taking back what never was.
class RandomPlays {
 public:
  explicit RandomPlays(std::uint64_t seed) : rng_(seed) {}

  std::string play(const std::string& key, const std::string& puzzle) {
    std::string events;
    const int count = static_cast<int>(rng_.below(7));
    for (int i = 0; i < count; ++i) events += cat(i == 0 ? "" : ",", event());
    return cat(R"({"key":")", key, R"(","puzzle":")", puzzle, R"(","started":1700000000000,"outcome":")",
               pick({"solved", "gave_up", "unfinished"}), R"(","events":[)", events, "]}");
  }

 private:
  std::string_view pick(std::initializer_list<std::string_view> choices) {
    return std::data(choices)[rng_.below(choices.size())];
  }
  std::string event() {
    const std::string_view kind = pick({"move", "move", "move", "move", "move", "undo", "restart", "hint", "give_up"});
    const std::uint64_t pause = rng_.below(30);
    if (kind != "move") return cat(R"([")", kind, R"(",)", pause, "]");
    return cat(R"(["move",)", pause, R"(,")", pick({"R", "R", "R", "r", "l", "u"}), R"("])");
  }
  Rng rng_;
};

class ExchangeTest : public ApiTest {};

TEST_F(ExchangeTest, WhatTheServerKeepsComesBackByteForByte) {
  RandomPlays plays(7);
  const Headers me = player();
  int kept = 0, refused = 0;
  for (int i = 0; i < 400; ++i) {
    const int status =
        post("/api/plays", plays.play(cat("play-", i), keys_[static_cast<std::size_t>(i) % 2]), me).status;
    ASSERT_TRUE(status == 201 || status == 422) << status;
    ++(status == 201 ? kept : refused);
  }
  EXPECT_GT(kept, 40);
  EXPECT_GT(refused, 40);
  api_.reset();

  auto store = store::Store::open_existing((folder_ / "nazo.db").string());
  ASSERT_TRUE(store);
  const std::string first = exported(*store);
  auto other = store::Store::open((folder_ / "other.db").string());
  ASSERT_TRUE(other);
  const auto report =
      store::import_text(*other, first, store::TextForm::json_lines, {.check = import_check(catalog())});
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_TRUE(report->kept) << (report->errors.empty() ? "" : report->errors.front().text());
  EXPECT_EQ(report->added.at("play"), static_cast<std::uint64_t>(kept));
  EXPECT_EQ(exported(*other), first);
}

}  // namespace
}  // namespace nazo::serve
