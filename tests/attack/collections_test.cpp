// What hostile and careless makers do to collections: flood them, fill the disk, guess, pull the rug from under
// players.
#include <thread>

#include "attack/house.hpp"
#include "base/json.hpp"
#include "base/text.hpp"

namespace nazo::attack {
namespace {

using namespace std::chrono_literals;

class Makers : public House {
 protected:
  void SetUp() override { ASSERT_NO_FATAL_FAILURE(stock(store_)); }
  /// A corridor so long, with its solution.
  static std::string corridor(int length, const std::string& title = "A corridor") {
    std::string wall(static_cast<std::size_t>(length) + 5, '#');
    return cat(R"({"genre":"sokoban","title":")", title, R"(","text":")", wall, R"(\n#@$)",
               std::string(static_cast<std::size_t>(length), ' '), R"(.#\n)", wall, R"(\n","solution":")",
               std::string(static_cast<std::size_t>(length) + 1, 'R'), R"("})");
  }
  static std::string collection(const std::string& key, const std::string& puzzles, const std::string& title = "Mine") {
    return cat(R"({"key":")", key, R"(","title":")", title, R"(","published":true,"puzzles":[)", puzzles, "]}");
  }
  static std::string key_of(int number) { return cat("a-key-drawn-at-random-", number); }
};

TEST_F(Makers, AreHeldToTheirRate) {
  const auto server = serve({});
  const std::string maker = server->new_player();
  int kept = 0;
  int refused = 0;
  for (int n = 0; n < 200; ++n) {
    const int status = server->ask("POST", "/api/collections", collection(key_of(n), corridor(n % 30)), maker).status;
    ASSERT_TRUE(status == 201 || status == 422 || status == 429 || status == 503) << status;
    (status == 201 ? kept : refused) += 1;
  }
  EXPECT_GT(kept, 0);
  EXPECT_GT(refused, 100);
  const auto mine = parse_json(server->ask("GET", "/api/collections", {}, maker).body);
  if (mine && mine->find("collections") != nullptr) {
    EXPECT_LE(mine->find("collections")->items()->size(), 40U);
  }
  // The same address has spent its share: it is heard again a moment later.
  int well = 429;
  for (int n = 0; n < 100 && well == 429; ++n) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    well = server->ask("GET", "/healthz").status;
  }
  EXPECT_EQ(well, 200);
}

TEST_F(Makers, CannotFillTheDiskOrTheMemory) {
  const auto server = serve({"--no-rate-limits"});
  const std::string maker = server->new_player();
  const std::string large(2 << 20, 'x');
  // Much larger ones are hung up on while they are read.
  const int too_large =
      server->ask("POST", "/api/collections", collection(key_of(1), corridor(3), large), maker).status;
  EXPECT_TRUE(too_large == 413 || too_large == 0) << too_large;
  const std::string text(900'000, '#');
  EXPECT_EQ(server
                ->ask("POST", "/api/collections",
                      collection(key_of(1), cat(R"({"genre":"sokoban","text":")", text, R"("})")), maker)
                .status,
            400);
  for (const char* body : {"", "[]", "{", R"({"key":1})", R"({"key":"a-key-drawn-at-random","title":"x","puzzles":1})",
                           R"({"key":"a-key-drawn-at-random","title":"x","puzzles":[[]]})",
                           R"({"key":"../../../etc/passwd/x","title":"x","puzzles":[{}]})"}) {
    const Answer answer = server->ask("POST", "/api/collections", body, maker);
    EXPECT_EQ(answer.status, 400) << body;
    EXPECT_TRUE(parse_json(answer.body)) << answer.body;
  }
  EXPECT_EQ(server->ask("GET", "/healthz").status, 200);
}

TEST_F(Makers, GuessedAndMadeUpSecretsOpenNothing) {
  const auto server = serve({"--no-rate-limits"});
  const std::string maker = server->new_player();
  ASSERT_EQ(server->ask("POST", "/api/collections", collection(key_of(1), corridor(3)), maker).status, 201);
  const std::string path = cat("/api/collections/", key_of(1));
  for (const std::string& who :
       {std::string(), cat("Cookie: nazo_player=", store::random_key(), "\r\n"),
        std::string("Cookie: nazo_player=' OR '1'='1\r\n"), std::string("X-Nazo-Admin: guess\r\n")}) {
    EXPECT_EQ(server->ask("DELETE", path, {}, who).status, 404) << who;
    EXPECT_EQ(server->ask("GET", cat(path, "/plays"), {}, who).status, 404) << who;
    const int down = server->ask("POST", cat(path, "/take-down"), "{}", who).status;
    EXPECT_TRUE(down == 401 || down == 403) << who << down;
  }
  // The owner's key is in no answer.
  const Answer seen = server->ask("GET", path);
  EXPECT_EQ(seen.status, 200);
  EXPECT_EQ(seen.body.find("owner"), std::string::npos);
}

TEST_F(Makers, TitlesWithScriptsAreOnlyText) {
  const auto server = serve({"--no-rate-limits"});
  const std::string maker = server->new_player();
  const std::string title = R"(</title><script>alert('x')</script><img src=x onerror=alert(1)>)";
  ASSERT_EQ(server->ask("POST", "/api/collections", collection(key_of(1), corridor(3, title), title), maker).status,
            201);
  const Answer json = server->ask("GET", cat("/api/collections/", key_of(1)));
  EXPECT_NE(json.header("Content-Type").find("application/json"), std::string::npos);
  const Answer pdf = server->ask("GET", cat("/api/collections/", key_of(1), "/booklet.pdf"));
  EXPECT_EQ(pdf.status, 200);
  EXPECT_TRUE(pdf.body.starts_with("%PDF"));
}

/// While it is removed and published again all the time, and the whole server killed, no play of it is lost.
TEST_F(Makers, TakingDownWhileSomebodyPlaysCostsNothing) {
  std::vector<std::string> acknowledged;
  std::string puzzle;
  {
    const auto server = serve({"--no-rate-limits"});
    const std::string maker = server->new_player();
    const auto made =
        parse_json(server->ask("POST", "/api/collections", collection(key_of(0), corridor(3)), maker).body);
    ASSERT_TRUE(made);
    puzzle = *made->find("puzzles")->items()->front().find("key")->string();
    std::atomic<bool> over = false;
    std::thread restless([&] {
      for (int n = 0; !over; ++n) {
        (void)server->ask("DELETE", cat("/api/collections/", key_of(n)), {}, maker);
        (void)server->ask("POST", "/api/collections", collection(key_of(n + 1), corridor(3)), maker);
        if (n % 3 == 0)
          (void)server->ask("POST", cat("/api/collections/", key_of(n + 1), "/take-down"), "{}", admin_header);
      }
    });
    const std::string other = server->new_player();
    for (int n = 0; n < 60; ++n) {
      const std::string play = cat(R"({"key":"play-)", n, R"(","puzzle":")", puzzle, R"(","started":)", n + 1,
                                   R"(,"outcome":"gave_up","events":[["move",1,"R"],["give_up",1]]})");
      const int status = server->ask("POST", "/api/plays", play, other).status;
      EXPECT_EQ(status, 201) << n;
      if (status == 201) acknowledged.push_back(cat("play-", n));
    }
    over = true;
    restless.join();
    server->process().kill();
  }
  auto store = store::Store::open(store_);
  ASSERT_TRUE(store) << store.error().text();
  ASSERT_TRUE(store->check_integrity());
  EXPECT_EQ(acknowledged.size(), 60u);
  for (const std::string& key : acknowledged) EXPECT_TRUE(store->find_play(key)->has_value()) << key;
}

}  // namespace
}  // namespace nazo::attack
