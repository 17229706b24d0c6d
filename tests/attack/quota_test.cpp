// One household with as many cookies as it likes, somebody who guesses the token, and a page from elsewhere.
#include "attack/house.hpp"
#include "base/json.hpp"

namespace nazo::attack {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class Household : public House {
 protected:
  void SetUp() override { ASSERT_NO_FATAL_FAILURE(stock(store_)); }
  /// A play of about 200 kB: many hints.
  [[nodiscard]] std::string large_play(int number) const {
    std::string events;
    for (int n = 0; n < 15'000; ++n) events += R"(["hint",1.25],)";
    return cat(R"({"key":"large-)", number, R"(","puzzle":")", puzzles_.front(),
               R"(","started":1,"outcome":"gave_up","events":[)", events, R"(["give_up",1]]})");
  }
  [[nodiscard]] std::uintmax_t bytes_on_disk() const {
    std::uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      if (entry.is_regular_file()) bytes += entry.file_size();
    return bytes;
  }
};

TEST_F(Household, FreshCookiesDoNotFillTheDisk) {
  const auto server = serve({});
  const std::uintmax_t before = bytes_on_disk();
  const auto begun = Clock::now();
  int refused = 0;
  // A busy machine takes longer until somebody has sent too much.
  for (int n = 0; Clock::now() < begun + 3s || (refused == 0 && Clock::now() < begun + 60s); ++n) {
    const int status = server->ask("POST", "/api/plays", large_play(n), server->new_player()).status;
    refused += status == 429 || status == 401 ? 1 : 0;
  }
  EXPECT_GT(refused, 0);
  EXPECT_LT(bytes_on_disk() - before, 32u << 20);
  Wire neighbour(server->port(), 5s, "127.0.0.2");
  EXPECT_EQ(neighbour.ask("POST", "/api/player", "{}").status, 201) << "others are not held to account";
}

/// A secret need not be fetched: 32 digits that somebody makes up are a new player as well.
TEST_F(Household, MadeUpCookiesDoNotFillAStudy) {
  const auto server = serve({});
  int joined = 0;
  int refused = 0;
  const auto begun = Clock::now();
  for (int n = 0; n < 150; ++n) {
    const std::string cookie = cat("Cookie: nazo_player=", store::random_key(), "\r\n");
    const int status = server->ask("POST", "/api/studies/first/join", "{}", cookie).status;
    ASSERT_TRUE(status == 200 || status == 201 || status == 429) << status;
    (status == 429 ? refused : joined) += 1;
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  EXPECT_LE(joined, 101 + static_cast<int>(seconds / 2));
  EXPECT_EQ(joined + refused, 150);
}

TEST_F(Household, WhoGuessesTheTokenIsSlowedDownAndTheAdministratorIsNot) {
  const auto server = serve({});
  int tried = 0;
  int slowed = 0;
  for (; tried < 100; ++tried) {
    const int status = server->ask("GET", "/api/studies", {}, cat("X-Nazo-Admin: guess", tried, "\r\n")).status;
    ASSERT_TRUE(status == 403 || status == 429) << status;
    slowed += status == 429 ? 1 : 0;
  }
  EXPECT_GT(slowed, 70);
  EXPECT_EQ(server->ask("GET", "/api/studies", {}, admin_header).status, 200) << "from the same address";
}

TEST_F(Household, APageFromElsewhereCannotSpeakUnderItsOwnName) {
  const auto server = serve({"--names", "puzzles.example"});
  const auto status_for = [&](std::string_view host) {
    Wire wire(server->port(), 5s);
    wire.send(cat("GET /api/genres HTTP/1.1\r\nHost: ", host, "\r\n\r\n"));
    return wire.receive().status;
  };
  EXPECT_EQ(status_for("evil.example"), 421);
  EXPECT_EQ(status_for("localhost.evil.example"), 421);
  EXPECT_EQ(status_for("puzzles.example.evil.example:80"), 421);
  EXPECT_EQ(status_for("puzzles.example"), 200);
  EXPECT_EQ(status_for("PUZZLES.example:8080"), 200);
  EXPECT_EQ(status_for(cat("localhost:", server->port())), 200);
  EXPECT_EQ(status_for("127.0.0.1"), 200);
}

TEST_F(Household, OnlyTheProxyIsBelieved) {
  const auto server = serve({"--behind-proxy", "127.0.0.9"});
  const auto players = [&](const std::string& from, std::string_view header) {
    int made = 0;
    for (int n = 0; n < 150; ++n) {
      Wire wire(server->port(), 5s, from);
      made += wire.ask("POST", "/api/player", "{}", header).status == 201 ? 1 : 0;
    }
    return made;
  };
  EXPECT_LT(players("127.0.0.1", "X-Forwarded-For: 10.0.0.1\r\n"), 120) << "a header of one's own is worth nothing";
  EXPECT_LT(players("127.0.0.9", "X-Forwarded-For: 10.0.0.7\r\n"), 120);
  EXPECT_GT(players("127.0.0.9", "X-Forwarded-For: 10.0.0.7, 10.0.0.8\r\n"), 70) << "another visitor";
  Wire proxy(server->port(), 5s, "127.0.0.9");
  const Answer secure =
      proxy.ask("POST", "/api/player", "{}", "X-Forwarded-For: 10.0.0.11\r\nX-Forwarded-Proto: https\r\n");
  EXPECT_NE(secure.header("Set-Cookie").find("Secure"), std::string::npos) << secure.head;
}

/// The one thread for PDFs and pictures has 64 places: one household does not take them all, and who comes from
/// elsewhere is next.
TEST_F(Household, DoesNotTakeAllPlacesOfALane) {
  const auto server = serve({});
  std::string items;
  for (int n = 0; n < 60; ++n)
    items += cat(n == 0 ? "" : ",", R"({"genre":"sokoban","text":"#######\n#@$ . #\n#######"})");
  const std::string sheet = cat(R"({"items":[)", items, "]}");
  const std::string request = cat(
      "POST /api/sheet HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ", sheet.size(),
      "\r\n\r\n", sheet);
  std::vector<Wire> greedy;
  for (int n = 0; n < 20; ++n) {
    greedy.emplace_back(server->port(), 100ms);
    greedy.back().send(request);
  }
  Wire neighbour(server->port(), stretched(20s), "127.0.0.2");
  EXPECT_EQ(neighbour.ask("POST", "/api/sheet", sheet).status, 200);
}

}  // namespace
}  // namespace nazo::attack
