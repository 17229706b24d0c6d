// Too many, too large, too slow: connections, bodies and descriptors.
#include <sys/resource.h>

#include <fstream>
#include <thread>

#include "attack/house.hpp"
#include "base/rng.hpp"

namespace nazo::attack {
namespace {

using namespace std::chrono_literals;

class Crowd : public House {
 protected:
  static bool answers(const Server& server) { return server.ask("GET", "/api/genres").status == 200; }
};

TEST_F(Crowd, OneAddressHasSoManyConnectionsAndAnotherStillGetsIn) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve({});
  std::vector<Wire> idle;
  for (int i = 0; i < 300; ++i) idle.emplace_back(server->port(), 200ms);
  EXPECT_TRUE(eventually([&] {
    std::erase_if(idle, [](Wire& wire) { return wire.closed_within(2ms); });
    return idle.size() <= 256;
  }));
  EXPECT_GE(idle.size(), 200u);
  Wire neighbour(server->port(), 5s, "127.0.0.2");
  EXPECT_EQ(neighbour.ask("GET", "/api/genres").status, 200);
  idle.clear();
  EXPECT_TRUE(eventually([&] { return answers(*server); }, 5s));
}

TEST_F(Crowd, WithFewDescriptorsItHangsUpOnThoseItHasNoRoomFor) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  Server server(store_, folder_, {"--no-rate-limits"}, "-n 200");
  ASSERT_TRUE(server.up()) << server.log();
  std::vector<Wire> idle;
  for (int i = 0; i < 400; ++i) idle.emplace_back(server.port(), 200ms);
  EXPECT_TRUE(eventually([&] { return server.log().find("connections used up") != std::string::npos; }, 5s))
      << server.log();
  EXPECT_LT(server.process().open_descriptors(), 150u) << "some are left for the store and for workers";
  idle.clear();
  EXPECT_TRUE(eventually([&] { return answers(server); }, 5s)) << "it accepts again";
  EXPECT_NE(server.log().find("connections free again"), std::string::npos);
}

/// Whatever has used them up: an accept that failed is not the last one.
TEST_F(Crowd, AfterRunningOutOfDescriptorsItAcceptsAgainAndSaysSo) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve();
  const rlimit few{100, 100};
  ASSERT_EQ(prlimit(server->process().id(), RLIMIT_NOFILE, &few, nullptr), 0);
  std::vector<Wire> idle;
  for (int i = 0; i < 300; ++i) idle.emplace_back(server->port(), 200ms);
  Wire patient(server->port());
  EXPECT_TRUE(patient.send("GET /api/genres HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  std::this_thread::sleep_for(200ms);
  idle.clear();
  const Answer late = patient.receive();
  EXPECT_EQ(late.status, 200) << "who has waited is not hung up on: " << late.why;
  EXPECT_TRUE(eventually([&] { return Wire(server->port(), 500ms).ask("GET", "/api/genres").status == 200; }, 10s));
  EXPECT_NE(server->log().find("accepting again"), std::string::npos) << server->log();
}

/// A connection that is reset before the server has looked at it must not cost a place for ever.
TEST_F(Crowd, ResetConnectionsLeaveNoTrace) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve();
  for (int i = 0; i < 6000; ++i) Wire(server->port(), 1s).reset();
  EXPECT_TRUE(answers(*server));
  EXPECT_TRUE(eventually([&] { return server->metric("nazo_connections") < 10; }, 5s));
}

TEST_F(Crowd, BodiesAreLimitedWhileTheyAreRead) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve();
  const std::size_t before = server->process().resident();
  std::vector<Wire> senders;
  const std::string megabyte(1'000'000, 'x');
  for (int i = 0; i < 20; ++i) {
    senders.emplace_back(server->port(), 2s);
    senders.back().send("POST /api/plays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n");
    for (int part = 0; part < 8 && senders.back().send(megabyte); ++part) {
    }
  }
  for (Wire& wire : senders) EXPECT_TRUE(wire.closed_within(stretched(5s)));
  EXPECT_TRUE(answers(*server));
  senders.clear();
  EXPECT_TRUE(eventually([&] { return server->process().resident() < before + (24u << 20); }, 15s))
      << before << " → " << server->process().resident();
}

/// A file that is asked for is not copied for each who asks: whoever never reads it costs the server nothing.
TEST_F(Crowd, LargeFilesThatNobodyReadsTakeNoMemory) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  constexpr std::size_t large = 8'000'000;
  std::filesystem::create_directories(folder_ / "page");
  {
    std::ofstream file(folder_ / "page" / "large.png", std::ios::binary);
    Rng rng(1);
    for (std::size_t i = 0; i < large; i += sizeof(std::uint64_t)) {
      const std::uint64_t word = rng();
      file.write(reinterpret_cast<const char*>(&word), sizeof word);
    }
  }
  const auto server = serve();
  const std::size_t before = server->process().resident();
  std::vector<Wire> deaf;
  for (int i = 0; i < 60; ++i) {
    deaf.emplace_back(server->port(), 5s);
    ASSERT_TRUE(deaf.back().send("GET /large.png HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  }
  EXPECT_TRUE(eventually([&] { return server->metric("nazo_requests_total{route=\"page\",status=\"200\"}") >= 60; }));
  EXPECT_LT(server->process().resident(), before + (64u << 20)) << "60 copies would be 480 MB";
  const Answer whole = server->ask("GET", "/large.png");
  EXPECT_EQ(whole.body.size(), large);
}

TEST_F(Crowd, WhoOnlyDribblesStopsNobody) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve();
  std::vector<Wire> slow;
  for (int i = 0; i < 1000; ++i) {
    slow.emplace_back(server->port(), 1s);
    slow.back().send("GET /api/genres HTTP/1.1\r\nX-Slow: ");
  }
  EXPECT_TRUE(answers(*server));
}

TEST_F(Crowd, OneAddressDoesNotFillTheQueueOfWork) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve();
  constexpr std::string_view endless =
      R"({"what":"generate","genre":"superpuzz","count":100,"options":{"columns":13},"keep":"solution_length < 3"})";
  int taken = 0;
  for (int i = 0; i < 70; ++i) taken += server->ask("POST", "/api/jobs", endless, server->new_player()).status == 202;
  EXPECT_EQ(taken, 12);
  Wire neighbour(server->port(), 5s, "127.0.0.2");
  EXPECT_EQ(neighbour.ask("POST", "/api/jobs", endless).status, 202);
}

}  // namespace
}  // namespace nazo::attack
