// What visitors and the administrator may order, and what they are told beyond it.
#include "serve/costs.hpp"

#include <algorithm>

#include "serve/fixture.hpp"

namespace nazo::serve {
namespace {

class CostsTest : public ApiTest {
 protected:
  int status(const std::string& order, const Headers& headers = {}) {
    const Response response = post("/api/jobs", order, headers);
    last_ = response.status == 202 ? "" : message(response);
    if (response.status == 202) (void)remove("/api/jobs/" + *json(response).find("id")->string());
    return response.status;
  }
  /// 422 for a visitor, with the limit in its words; the administrator may.
  void only_for_admin(const std::string& order, std::string_view limit) {
    EXPECT_EQ(status(order), 422) << order;
    EXPECT_NE(last_.find(limit), std::string::npos) << last_;
    EXPECT_EQ(status(order, admin()), 202) << order << last_;
  }
  std::string last_;
};

std::string generate(std::string_view genre, std::string_view more) {
  return cat(R"({"what":"generate","genre":")", genre, "\",", more, "}");
}

TEST_F(CostsTest, SecondsAndCounts) {
  only_for_admin(generate("superpuzz", R"("options":{"columns":3},"seconds":21)"), "20");
  only_for_admin(generate("superpuzz", R"("options":{"columns":3},"count":101)"), "100");
  EXPECT_EQ(status(generate("superpuzz", R"("options":{"columns":3},"count":100000)"), admin()), 422);
  for (const char* bad : {"0", "-1", "1e99", "\"many\""}) {
    EXPECT_EQ(status(generate("superpuzz", cat(R"("count":)", bad))), 422) << bad;
    EXPECT_EQ(status(generate("superpuzz", cat(R"("seconds":)", bad))), 422) << bad;
  }
}

TEST_F(CostsTest, Sizes) {
  only_for_admin(generate("nonogram", R"("options":{"size":"100x100"})"), "2500 cells");
  EXPECT_EQ(status(generate("nonogram", R"("options":{"size":"30x30"})")), 202) << last_;
  EXPECT_EQ(status(generate("nonogram", R"("options":{"size":"100x0"})")), 422) << "the other side follows";
}

TEST_F(CostsTest, Efforts) {
  only_for_admin(generate("nonogram", R"("options":{"trials":100000000})"), "'trials' may be at most 1e+06");
  only_for_admin(generate("tsume", R"("options":{"effort":17})"), "'effort' may be at most 16");
  EXPECT_EQ(status(generate("tsume", R"("options":{"effort":3})")), 202) << last_;
}

TEST_F(CostsTest, TheNumberOfADealIsNoEffort) {
  JobOrder order;
  order.genre = find_genre(catalog(), "shanghai");
  order.options = *Options::make(order.genre->facts().options, {{"deal", "123456"}});
  EXPECT_TRUE(within(Costs{}, order));
  order.options = *Options::make(order.genre->facts().options, {{"sweeps", "123456"}});
  EXPECT_FALSE(within(Costs{}, order));
}

TEST_F(CostsTest, Texts) {
  const std::string order = cat(R"({"what":"solve","genre":"sokoban","text":")", std::string(200'001, ' '), "\"}");
  EXPECT_EQ(status(order), 422);
  EXPECT_NE(last_.find("200000 bytes"), std::string::npos) << last_;
}

TEST_F(CostsTest, Sheets) {
  std::string items = R"({"genre":"sokoban","text":"#####\n#@$.#\n#####"})";
  const std::string one = items;
  for (int n = 0; n < 60; ++n) items += "," + one;
  const Response refused = post("/api/sheet", cat(R"({"items":[)", items, "]}"));
  EXPECT_EQ(refused.status, 422);
  EXPECT_NE(message(refused).find("60 puzzles"), std::string::npos);
}

/// Whatever a page offers by itself must be within what a visitor may order.
TEST_F(CostsTest, EveryPresetIsForVisitors) {
  for (const Genre* genre : catalog())
    for (const auto& preset : genre->facts().presets) {
      Value options = Value::object();
      for (const auto& [name, value] : preset.options)
        if (std::ranges::count(genre->facts().options, name, &OptionFact::name) != 0) options.set(name, value);
      const Value order =
          Value::object().set("what", "generate").set("genre", genre->facts().name).set("options", options);
      EXPECT_EQ(status(order.json()), 202) << genre->facts().name << " " << preset.name << ": " << last_;
    }
}

}  // namespace
}  // namespace nazo::serve
