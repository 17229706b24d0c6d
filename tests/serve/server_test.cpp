// The shell on a real socket: keep-alive, slow and idle clients, events, stopping in good order.
#include "serve/server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/fixture.hpp"

namespace nazo::serve {

namespace {

using namespace std::chrono_literals;

/// A plain client that sends bytes and reads what comes.
class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    const timeval patience{20, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~Client() { ::close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  [[nodiscard]] bool connected() const { return connected_; }
  void send(std::string_view bytes) const {
    EXPECT_EQ(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
  }
  /// Reads until the text holds `end`, or nothing more comes.
  std::string read_until(std::string_view end) {
    while (buffer_.find(end) == std::string::npos) {
      char chunk[8192];
      const ssize_t got = ::recv(socket_, chunk, sizeof chunk, 0);
      if (got <= 0) break;
      buffer_.append(chunk, static_cast<std::size_t>(got));
    }
    return std::exchange(buffer_, {});
  }

 private:
  int socket_;
  bool connected_ = false;
  std::string buffer_;
};

class ServerTest : public ApiTest {
 protected:
  void start(ServerSettings server = {}) {
    server.port = 0;
    server.ready = [this](std::uint16_t port) { port_ = port; };
    thread_ = std::jthread([this, server] { result_ = serve(*api_, server, stop_); });
    for (int i = 0; i < 2000 && port_ == 0; ++i) std::this_thread::sleep_for(5ms);
    ASSERT_NE(port_, 0);
  }
  void finish() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  ~ServerTest() override { finish(); }

  std::atomic<std::uint16_t> port_ = 0;
  std::atomic<bool> stop_ = false;
  Result<void> result_{};
  std::jthread thread_;
};

TEST_F(ServerTest, AnswersSeveralRequestsOnOneConnection) {
  start();
  Client client(port_);
  for (int i = 0; i < 3; ++i) {
    client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    const std::string answer = client.read_until("\"ok\"}\n");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
  }
  client.send("HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(client.read_until("\r\n\r\n").find("\"ok\""), std::string::npos);
  finish();
  EXPECT_TRUE(result_) << result_.error().text();
}

TEST_F(ServerTest, ALateAnswerReachesItsClient) {
  start();
  const Headers me = player();
  const std::string body = play_text("wire");
  Client client(port_);
  client.send(cat("POST /api/plays HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nCookie: ", me[0].second,
                  "\r\nContent-Length: ", body.size(), "\r\n\r\n", body));
  const std::string answer = client.read_until("}\n");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 201 Created\r\n")) << answer;
  EXPECT_NE(answer.find("added"), std::string::npos);
}

TEST_F(ServerTest, EventsAreStreamed) {
  start();
  const Value job =
      json(post("/api/jobs", R"({"what":"generate","genre":"superpuzz","count":3,"options":{"columns":4}})"));
  Client client(port_);
  client.send("GET /api/jobs/" + *job.find("id")->string() + "/events HTTP/1.1\r\nHost: x\r\n\r\n");
  const std::string text = client.read_until("event: end");
  EXPECT_NE(text.find("text/event-stream"), std::string::npos);
  EXPECT_NE(text.find("event: puzzle"), std::string::npos) << text;
}

/// Bytes after the head of an answer to HEAD would be taken for the next answer.
TEST_F(ServerTest, TheHeadOfEventsIsAHeadOnly) {
  start();
  const Value job =
      json(post("/api/jobs", R"({"what":"generate","genre":"superpuzz","count":3,"options":{"columns":4}})"));
  Client client(port_);
  client.send("HEAD /api/jobs/" + *job.find("id")->string() + "/events HTTP/1.1\r\nHost: x\r\n\r\n");
  const std::string head = client.read_until("\r\n\r\n");
  EXPECT_NE(head.find("text/event-stream"), std::string::npos) << head;
  EXPECT_TRUE(head.ends_with("\r\n\r\n")) << head;
  client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(client.read_until("\"ok\"}\n").starts_with("HTTP/1.1 200 OK\r\n"));
}

TEST_F(ServerTest, AThousandIdleConnectionsStopNobody) {
  start();
  std::vector<std::unique_ptr<Client>> idle;
  for (int i = 0; i < 1000; ++i) {
    idle.push_back(std::make_unique<Client>(port_));
    ASSERT_TRUE(idle.back()->connected()) << i;
  }
  Client client(port_);
  client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(client.read_until("\"ok\"}\n").find("200 OK"), std::string::npos);
}

TEST_F(ServerTest, WhoOnlyDribblesIsHungUpOn) {
  start({.read_seconds = 1});
  std::vector<std::unique_ptr<Client>> slow;
  for (int i = 0; i < 50; ++i) {
    slow.push_back(std::make_unique<Client>(port_));
    slow.back()->send("GET /healthz HTTP/1.1\r\nX-Slow: ");
  }
  Client client(port_);
  client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(client.read_until("\"ok\"}\n").find("200 OK"), std::string::npos);
  EXPECT_EQ(slow[0]->read_until("never"), "") << "the connection was closed without an answer";
}

TEST_F(ServerTest, LargeBodiesAndRubbishDoNoHarm) {
  start();
  {
    Client client(port_);
    client.send(
        cat("POST /api/plays HTTP/1.1\r\nHost: x\r\nContent-Length: 1060000\r\n\r\n", std::string(1'060'000, 'x')));
    EXPECT_NE(client.read_until("}\n").find("413"), std::string::npos);
  }
  for (const std::string rubbish :
       {"\r\n\r\n", "NONSENSE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\x16\x03\x01", "GET  HTTP/1.1\r\n\r\n"}) {
    Client client(port_);
    client.send(rubbish);
  }
  Client client(port_);
  client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(client.read_until("\"ok\"}\n").find("200 OK"), std::string::npos);
}

TEST_F(ServerTest, APortThatIsTakenIsAClearError) {
  start();
  std::atomic<bool> stop = false;
  const auto second = serve(*api_, {.port = port_}, stop);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("cannot serve at 127.0.0.1"), std::string::npos) << second.error().message;
  EXPECT_FALSE(serve(*api_, {.host = "no address"}, stop));
}

TEST_F(ServerTest, StoppingEndsRunningJobsAndListeners) {
  start();
  const Value job = json(post(
      "/api/jobs",
      R"({"what":"generate","genre":"superpuzz","count":100,"options":{"columns":13},"keep":"solution_length < 3"})"));
  Client client(port_);
  client.send("GET /api/jobs/" + *job.find("id")->string() + "/events HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(client.read_until("\r\n\r\n").find("200 OK"), std::string::npos);
  const auto begun = std::chrono::steady_clock::now();
  finish();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 15s);
  EXPECT_TRUE(result_);
}

}  // namespace

}  // namespace nazo::serve
