// The store of a running server in trouble: visitors are told to come again, nobody's play is refused for good.
#include <sys/resource.h>

#include <fstream>
#include <thread>

#include "attack/house.hpp"
#include "store/session.hpp"

namespace nazo::attack {
namespace {

using namespace std::chrono_literals;

class StoreTrouble : public House {
 protected:
  /// What a visitor and an administrator see while the store cannot be written.
  void expect_trouble(const Server& server, const std::string& player) {
    // Both wait for some seconds before they give up.
    const std::string solution = cat("/api/puzzles/", puzzles_.front(), "/solution");
    Answer play;
    std::jthread plays([&] { play = server.ask("POST", "/api/plays", play_text("in-trouble", 1), player); });
    EXPECT_EQ(server.ask("GET", solution, {}, cat(player, admin_header)).status, 503)
        << "nobody sees a solution that the store has not heard of";
    plays.join();
    EXPECT_EQ(play.status, 503) << play.body;
    EXPECT_FALSE(play.header("Retry-After").empty());
    EXPECT_EQ(play.body.find(folder_.string()), std::string::npos) << "no path of the store: " << play.body;
    EXPECT_EQ(server.ask("GET", "/healthz").status, 503);
    EXPECT_EQ(server.metric("nazo_store_in_trouble"), 1);
    EXPECT_EQ(server.ask("GET", "/api/puzzles?limit=3").status, 200) << "reading goes on";
  }
  void expect_recovery(const Server& server, const std::string& player, std::size_t times = 1) {
    EXPECT_EQ(server.ask("POST", "/api/plays", play_text("in-trouble", 1), player).status, 201);
    EXPECT_EQ(server.ask("GET", "/healthz").status, 200);
    EXPECT_EQ(server.metric("nazo_store_in_trouble"), 0);
    const std::string log = server.log();
    std::size_t told = 0;
    for (std::size_t at = 0; (at = log.find("store in trouble", at)) != std::string::npos; ++at) ++told;
    EXPECT_EQ(told, times) << log;
    EXPECT_NE(log.find("store well again"), std::string::npos) << log;
  }
};

TEST_F(StoreTrouble, ALockedFileIs503AndLoggedOnce) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve({"--no-rate-limits", "--log", "quiet"});  // trouble is logged all the same
  const std::string player = server->new_player();
  {
    store::Session other(store_, store::Access::write);
    const store::Session::Transaction held(other);
    expect_trouble(*server, player);
  }
  expect_recovery(*server, player);
}

/// A play that waits for another program when the server is told to end hears that it should come again.
TEST_F(StoreTrouble, TheServerEndsWithinFiveSecondsWhileAnotherProgramHoldsTheFile) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve();
  const std::string player = server->new_player();
  store::Session other(store_, store::Access::write);
  const store::Session::Transaction held(other);
  Answer answer;
  std::jthread waits([&] { answer = server->ask("POST", "/api/plays", play_text("at-the-end", 1), player); });
  std::this_thread::sleep_for(stretched(300ms));  // the play is on its way
  const auto begun = std::chrono::steady_clock::now();
  server->process().signal(SIGTERM);
  EXPECT_EQ(server->process().wait(stretched(10s)), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, stretched(5s));
  waits.join();
  EXPECT_EQ(answer.status, 503) << answer.why;
  EXPECT_FALSE(answer.header("Retry-After").empty());
}

/// The same when it has not even begun to serve: a new server looks for its starter puzzles first.
TEST_F(StoreTrouble, AServerThatWaitsToBeginEndsWithinFiveSecondsToo) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  store::Session other(store_, store::Access::write);
  const store::Session::Transaction held(other);
  for (const char* starter : {"--starter", "--no-starter"}) {
    const auto server = start({"serve", "--port", "0", "--store", store_, starter}, "serve");
    std::this_thread::sleep_for(stretched(500ms));
    ASSERT_FALSE(server->wait(0ms)) << text_of_file("serve.err");
    const auto begun = std::chrono::steady_clock::now();
    server->signal(SIGTERM);
    EXPECT_TRUE(server->wait(stretched(10s)));
    EXPECT_LT(std::chrono::steady_clock::now() - begun, stretched(5s)) << starter;
  }
}

/// A file that is renamed under a running server: what was written now, nobody would find again.
TEST_F(StoreTrouble, AFileThatIsMovedAwayIs503UntilItIsBack) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve();
  const std::string player = server->new_player();
  // With nobody to read for yet the server has to open the file, and it is not there: that is no 500 either.
  std::filesystem::rename(store_, file("moved.db"));
  const Answer early = server->ask("POST", "/api/plays", play_text("early", 1), player);
  EXPECT_EQ(early.status, 503) << early.body;
  std::filesystem::rename(file("moved.db"), store_);
  EXPECT_EQ(server->ask("POST", "/api/plays", play_text("early", 1), player).status, 201);
  EXPECT_EQ(server->ask("GET", "/api/puzzles?limit=3").status, 200);
  std::filesystem::rename(store_, file("moved.db"));
  expect_trouble(*server, player);
  std::filesystem::rename(file("moved.db"), store_);
  expect_recovery(*server, player, 2);
}

/// A limit on the size of files stands for a full disk. It is set for the running server from outside.
TEST_F(StoreTrouble, AFullDiskIs503AndLoggedOnce) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve();
  const std::string player = server->new_player();
  const auto limit_files = [&](rlim_t bytes) {
    const rlimit limit{bytes, RLIM_INFINITY};
    ASSERT_EQ(prlimit(server->process().id(), RLIMIT_FSIZE, &limit, nullptr), 0);
  };
  limit_files(4096);
  expect_trouble(*server, player);
  limit_files(RLIM_INFINITY);
  expect_recovery(*server, player);
}

TEST_F(StoreTrouble, ADamagedStoreIsNotServed) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  {
    auto store = store::Store::open(store_);
    std::vector<store::Player> players;
    for (int i = 0; i < 5000; ++i) players.push_back({store::random_key(), i});
    ASSERT_TRUE(store && store->add_players(players));
  }
  {
    std::fstream broken(store_, std::ios::binary | std::ios::in | std::ios::out);
    broken.seekp(static_cast<std::streamoff>(std::filesystem::file_size(store_) / 2));
    broken << std::string(20'000, 'x');
  }
  Server server(store_, folder_, {});
  EXPECT_FALSE(server.up());
  EXPECT_EQ(server.process().wait(10s), 2);
  EXPECT_NE(server.log().find("damaged"), std::string::npos) << server.log();
}

}  // namespace
}  // namespace nazo::attack
