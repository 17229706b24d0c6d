// What goes over the wire: requests that mean two things, ways out of the folder, scripts and SQL in every field,
// packed bodies, listeners who never read.
#include "attack/house.hpp"
#include "base/json.hpp"

namespace nazo::attack {
namespace {

using namespace std::chrono_literals;

class OnTheWire : public House {
 protected:
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(stock(store_));
    server_ = serve();
    ASSERT_TRUE(server_->up());
  }
  void TearDown() override {
    ASSERT_TRUE(server_);
    EXPECT_EQ(server_->ask("GET", "/healthz").status, 200) << server_->log();
  }
  /// Everything that comes back within a while.
  std::string all_answers(std::string_view bytes) {
    Wire wire(server_->port(), 300ms);
    wire.send(bytes);
    return wire.read_until("\x01 never");
  }
  static std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; at += part.size()) ++count;
    return count;
  }
  std::unique_ptr<Server> server_;
};

/// A request inside the body of another one must never be answered, whichever of two lengths counts.
TEST_F(OnTheWire, NoRequestIsSmuggledInsideAnother) {
  const std::string inner = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string head = "POST /api/player HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  const std::string both[] = {
      cat(head, "Content-Length: ", inner.size() + 5, "\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", inner),
      cat(head, "Content-Length: 0\r\nContent-Length: ", inner.size(), "\r\n\r\n", inner),
      cat(head, "Content-Length: ", inner.size(), "\r\nContent-Length: 0\r\n\r\n", inner),
      cat(head, "Transfer-Encoding: xchunked\r\nContent-Length: ", inner.size(), "\r\n\r\n", inner),
      cat(head, "Transfer-Encoding : chunked\r\nContent-Length: ", inner.size(), "\r\n\r\n", inner),
      cat(head, "Content-Length: +", inner.size(), "\r\n\r\n", inner),
      cat(head, "Content-Length: -1\r\n\r\n", inner),
      cat(head, "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n", inner),
      cat(head, "X: a\rContent-Length: 0\r\nContent-Length: ", inner.size(), "\r\n\r\n", inner),
  };
  for (const std::string& bytes : both)
    EXPECT_EQ(all_answers(bytes).find("nazo_jobs_waiting"), std::string::npos) << bytes;
}

TEST_F(OnTheWire, NoWayLeadsOutOfTheFolder) {
  for (const std::string_view path :
       {"/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc/passwd", "//etc/passwd",
        "/..\\..\\etc\\passwd", "/assets/%00/etc/passwd", "/nazo.db", "/../nazo.db", "/%252e%252e/etc/passwd",
        "/api/puzzles/..%2f..%2fetc%2fpasswd", "/api/puzzles/%2e%2e/file?format=../../etc/passwd"}) {
    const Answer answer = server_->ask("GET", path);
    EXPECT_GE(answer.status, 400) << path;
    EXPECT_EQ(answer.body.find("root:"), std::string::npos) << path;
    EXPECT_EQ(answer.body.find("SQLite format"), std::string::npos) << path;
  }
}

/// Whatever somebody writes comes back as data that no browser runs.
TEST_F(OnTheWire, ScriptsComeBackAsData) {
  const std::string script = "%3Cscript%3Ealert(1)%3C/script%3E";
  for (const std::string& target : {cat("/api/puzzles?genre=", script), cat("/api/puzzles/", script),
                                    cat("/api/next?genre=", script), cat("/", script), cat("/api/jobs/", script)}) {
    const Answer answer = server_->ask("GET", target);
    EXPECT_EQ(answer.header("X-Content-Type-Options"), "nosniff") << target;
    EXPECT_NE(answer.header("Content-Security-Policy").find("default-src 'none'"), std::string::npos) << target;
    EXPECT_EQ(answer.header("Content-Type").find("text/html"), std::string::npos) << target << answer.body;
  }
}

TEST_F(OnTheWire, SqlInEveryFieldIsJustText) {
  const std::string player = server_->new_player();
  const std::string bad = "x'); DROP TABLE plays; --";
  for (const std::string field : {"key", "puzzle", "outcome", "study"}) {
    Value play = *parse_json(play_text("k1", 5));
    play.set(field, bad);
    const int status = server_->ask("POST", "/api/plays", play.json(), player).status;
    EXPECT_TRUE(status == 400 || status == 404 || status == 409) << field << " " << status;
  }
  for (const char* target : {"/api/puzzles?after=x'%20OR%20'1'='1&order=key", "/api/puzzles/x'%20OR%20'1'='1",
                             "/api/studies/x';DELETE%20FROM%20plays--", "/api/puzzles?genre=a'--"})
    EXPECT_NE(server_->ask("GET", target).status, 500) << target;
  EXPECT_EQ(server_->ask("POST", "/api/plays", play_text("after-all", 5), player).status, 201);
}

/// A body that says it is packed is not unpacked: ten bytes do not become ten gigabytes.
TEST_F(OnTheWire, PackedBodiesAreNotUnpacked) {
  const std::size_t before = server_->process().resident();
  const std::string bomb("\x1f\x8b\x08\0\0\0\0\0\0\3", 10);
  const Answer answer = server_->ask("POST", "/api/player", bomb, "Content-Encoding: gzip\r\n");
  EXPECT_TRUE(answer.status == 400 || answer.status == 201) << answer.status;
  EXPECT_LT(server_->process().resident(), before + (8u << 20));
}

/// Two hundred who listen to one talkative job and never read.
TEST_F(OnTheWire, ListenersWhoNeverReadCostLittle) {
  const Answer ordered =
      server_->ask("POST", "/api/jobs",
                   R"({"what":"generate","genre":"superpuzz","count":100,"options":{"columns":4},"keep":"solvable"})");
  ASSERT_EQ(ordered.status, 202) << ordered.body;
  const std::string id = *parse_json(ordered.body)->find("id")->string();
  const std::size_t before = server_->process().resident();
  std::vector<Wire> listeners;
  for (int n = 0; n < 200; ++n) {
    listeners.emplace_back(server_->port(), 100ms);
    listeners.back().send(cat("GET /api/jobs/", id, "/events HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  }
  const auto done = [&] {
    return server_->ask("GET", "/api/jobs/" + id).body.find(R"("state":"done")") != std::string::npos;
  };
  EXPECT_TRUE(eventually(done, 120s));  // work steps back behind everything else that the machine does
  EXPECT_LT(server_->process().resident(), before + (96u << 20));
  listeners.clear();
  EXPECT_TRUE(eventually([&] { return server_->metric("nazo_connections") < 10; }, 15s));
}

/// Up to eight may be sent ahead; who sends more may be hung up on, and nobody else notices.
TEST_F(OnTheWire, ManyRequestsAtOnceOnOneConnectionHarmNobody) {
  std::string all;
  for (int n = 0; n < 8; ++n) all += "GET /api/genres HTTP/1.1\r\nHost: localhost\r\n\r\n";
  all += "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  Wire wire(server_->port(), 5s);
  wire.send(all);
  const std::string came = wire.read_until("\x01 never");
  EXPECT_EQ(count_of(came, "HTTP/1.1 200 OK"), 9u);
  std::string far_too_many;
  for (int n = 0; n < 10'000; ++n) far_too_many += "GET /api/genres HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::size_t before = server_->process().resident();
  std::vector<Wire> greedy;
  for (int n = 0; n < 10; ++n) {
    greedy.emplace_back(server_->port(), 100ms);
    greedy.back().send(far_too_many);
  }
  EXPECT_LT(server_->process().resident(), before + (64u << 20));
}

}  // namespace
}  // namespace nazo::attack
