// Long work that goes wrong, is cancelled, or is still going on when the server ends.
#include <algorithm>
#include <fstream>
#include <thread>

#include "attack/house.hpp"
#include "base/json.hpp"
#include "tools/child_memory.hpp"

namespace nazo::attack {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::string_view endless_order =
    R"({"what":"generate","genre":"superpuzz","count":100,"options":{"columns":13},"keep":"solution_length < 3"})";

class Workers : public House {
 protected:
  static std::string order(const Server& server, std::string_view what, std::string_view headers = {}) {
    const Answer answer = server.ask("POST", "/api/jobs", what, headers);
    EXPECT_EQ(answer.status, 202) << answer.body;
    const auto job = parse_json(answer.body);
    return job && job->find("id") != nullptr ? *job->find("id")->string() : "";
  }
  static std::string job_text(const Server& server, const std::string& id) {
    return server.ask("GET", "/api/jobs/" + id).body;
  }
  static bool runs(const Server& server, const std::string& id) {
    return job_text(server, id).find(R"("state":"running")") != std::string::npos;
  }
};

TEST_F(Workers, ACrashCostsOneJob) {
  stock(store_);
  const auto server = serve();
  const std::string doomed = order(*server, endless_order);
  ASSERT_TRUE(eventually([&] { return runs(*server, doomed) && !server->process().children().empty(); }));
  for (const pid_t worker : server->process().children()) ::kill(worker, SIGSEGV);
  ASSERT_TRUE(eventually([&] { return job_text(*server, doomed).find("crashed (signal 11)") != std::string::npos; }))
      << job_text(*server, doomed);
  EXPECT_EQ(server->ask("GET", "/healthz").status, 200);
  const std::string next = order(*server, R"({"what":"solve","genre":"sokoban","text":"#######\n#@$ . #\n#######"})");
  EXPECT_TRUE(eventually([&] { return job_text(*server, next).find(R"("status":"solved")") != std::string::npos; }));
}

TEST_F(Workers, CancelledMeansGoneWithinASecond) {
  stock(store_);
  const auto server = serve();
  const std::string id = order(*server, endless_order);
  ASSERT_TRUE(eventually([&] { return runs(*server, id) && !server->process().children().empty(); }));
  EXPECT_EQ(server->ask("DELETE", "/api/jobs/" + id).status, 200);
  EXPECT_TRUE(eventually([&] { return server->process().children().empty(); }, 1000ms));
  EXPECT_TRUE(eventually([&] { return job_text(*server, id).find("cancelled") != std::string::npos; }, 1s));
}

TEST_F(Workers, EverythingEndsWithTheServerWithinFiveSeconds) {
  stock(store_);
  const auto server = serve();
  for (int n = 0; n < 4; ++n) (void)order(*server, endless_order, server->new_player());
  ASSERT_TRUE(eventually([&] { return server->process().children().size() >= 2; }));
  const auto workers = server->process().children();
  Wire listener(server->port());
  listener.send("GET /api/jobs/none/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto begun = Clock::now();
  server->process().signal(SIGTERM);
  EXPECT_EQ(server->process().wait(stretched(10s)), 0);
  EXPECT_LT(Clock::now() - begun, stretched(5s));
  for (const pid_t worker : workers) EXPECT_NE(::kill(worker, 0), 0) << "a worker outlived its server";
}

TEST_F(Workers, AKilledServerLeavesNoWorkers) {
  stock(store_);
  const auto server = serve();
  (void)order(*server, endless_order);
  ASSERT_TRUE(eventually([&] { return !server->process().children().empty(); }));
  const auto workers = server->process().children();
  server->process().kill();
  EXPECT_TRUE(eventually(
      [&] { return std::ranges::none_of(workers, [](pid_t worker) { return ::kill(worker, 0) == 0; }); }, 5s));
}

/// A board whose whole space takes hundreds of megabytes, ordered with more than the process may have.
constexpr std::string_view large_board =
    "12  4 12 10  9  4  9 11  4 15\\n"
    " 8  8  1 15 13  3 10  2 13  2\\n"
    " 1 11  5  4  7  3  3  6 13  5\\n"
    "15 14  5  6  8 10 15 14 11  7\\n"
    "12  3 10 11 14  1  7  6  9  8\\n"
    "13  1  7  5  2 14 12  6  2  9\\n";

TEST_F(Workers, NoMemoryIsAClearMessage) {
  if (!child_memory_is_measurable()) GTEST_SKIP() << "under a sanitizer memory is not what it is";
  std::ofstream(file("order.json"))
      << R"({"what":"analyze","genre":"shisen","bytes":100000000000,"seconds":60,"text":")" << large_board << "\"}\n";
  Process process({"/bin/sh", "-c", cat(program(), " work --memory 1M --time 60 <", file("order.json"))},
                  file("work.out"), file("work.err"));
  ASSERT_TRUE(process.wait(stretched(60s)));
  EXPECT_NE(text_of_file("work.out").find("ran out of memory"), std::string::npos) << text_of_file("work.out");
}

}  // namespace
}  // namespace nazo::attack
