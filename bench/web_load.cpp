// Asks a running nazo server as fast as it answers, over many connections at once, and says how many answers a second
// came and how long they took. Closed loop: every connection waits for its answer before it asks again. Uses only the
// system.
//
//   g++ -O2 -std=c++23 bench/web_load.cpp -o build/web_load
//   build/web_load PORT reads CONNECTIONS SECONDS          a puzzle by its key, and a list, in turn
//   build/web_load PORT plays CONNECTIONS SECONDS          plays posted; counted when the server says they are on the
//   disk
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

int connect_to(int port) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
  const int one = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(fd, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0) {
    std::perror("connect");
    std::exit(2);
  }
  return fd;
}

struct Answer {
  int status = 0;
  std::string head, body;
};

/// Takes one whole answer off the front of what came, if it is there.
bool take(std::string& came, Answer& answer) {
  const std::size_t end = came.find("\r\n\r\n");
  if (end == std::string::npos) return false;
  std::size_t at = came.find("Content-Length: ");
  if (at > end) at = came.find("content-length: ");  // as a proxy writes it
  const std::size_t length = at < end ? std::strtoul(came.c_str() + at + 16, nullptr, 10) : 0;
  if (came.size() < end + 4 + length) return false;
  answer.status = std::atoi(came.c_str() + 9);
  answer.head = came.substr(0, end);
  answer.body = came.substr(end + 4, length);
  came.erase(0, end + 4 + length);
  return true;
}

std::string request(const char* method, const std::string& target, const std::string& cookie, const std::string& body) {
  std::string text = std::string(method) + " " + target + " HTTP/1.1\r\nHost: localhost\r\n";
  if (!cookie.empty()) text += "Cookie: " + cookie + "\r\n";
  if (*method == 'P')
    text += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  return text + "\r\n" + body;
}

Answer ask_once(int port, const std::string& text) {
  const int fd = connect_to(port);
  std::string came;
  Answer answer;
  char buffer[65536];
  if (write(fd, text.data(), text.size()) < 0) std::exit(2);
  while (!take(came, answer)) {
    const ssize_t got = read(fd, buffer, sizeof buffer);
    if (got <= 0) std::exit(2);
    came.append(buffer, static_cast<std::size_t>(got));
  }
  close(fd);
  return answer;
}

std::string after(const std::string& text, const std::string& mark, char end) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return {};
  return text.substr(at + mark.size(), text.find(end, at + mark.size()) - at - mark.size());
}

struct Connection {
  int fd = -1;
  std::string cookie, came;
  Clock::time_point asked{};
  unsigned count = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::fputs("web_load PORT reads|plays CONNECTIONS SECONDS\n", stderr), 2;
  const int port = std::atoi(argv[1]), connections = std::atoi(argv[3]);
  const bool plays = std::string(argv[2]) == "plays";
  const double seconds = std::atof(argv[4]);
  const std::string key = after(
      ask_once(port, request("GET", "/api/puzzles?genre=sokoban&limit=1&order=key", "", "")).body, "\"key\":\"", '"');
  if (key.empty()) return std::fputs("the server has no Sokoban puzzle\n", stderr), 2;

  std::vector<Connection> all(static_cast<std::size_t>(connections));
  const int poll = epoll_create1(0);
  const auto run = std::to_string(Clock::now().time_since_epoch().count());
  const auto ask = [&](std::size_t i) {
    Connection& c = all[i];
    std::string text;
    if (plays)
      text = request("POST", "/api/plays", c.cookie,
                     "{\"key\":\"load-" + run + "-" + std::to_string(i) + "-" + std::to_string(c.count) +
                         "\",\"puzzle\":\"" + key +
                         "\",\"started\":1700000000000,\"outcome\":\"gave_up\",\"events\":[[\"give_up\",20]]}");
    else
      text = request("GET", c.count % 2 == 0 ? "/api/puzzles/" + key : "/api/puzzles?limit=20", "", "");
    ++c.count;
    c.asked = Clock::now();
    if (write(c.fd, text.data(), text.size()) != static_cast<ssize_t>(text.size())) std::exit(2);
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (plays)
      all[i].cookie =
          "nazo_player=" + after(ask_once(port, request("POST", "/api/player", "", "{}")).head, "nazo_player=", ';');
    all[i].fd = connect_to(port);
    epoll_event event{.events = EPOLLIN, .data = {.u64 = i}};
    epoll_ctl(poll, EPOLL_CTL_ADD, all[i].fd, &event);
  }
  const auto begun = Clock::now();
  for (std::size_t i = 0; i < all.size(); ++i) ask(i);
  std::vector<double> took;
  std::size_t bad = 0;
  int first_bad = 0;
  std::vector<epoll_event> events(256);
  char buffer[65536];
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begun).count(); };
  while (elapsed() < seconds) {
    const int n = epoll_wait(poll, events.data(), static_cast<int>(events.size()), 100);
    for (int e = 0; e < n; ++e) {
      Connection& c = all[events[static_cast<std::size_t>(e)].data.u64];
      const ssize_t got = read(c.fd, buffer, sizeof buffer);
      if (got <= 0) return std::fputs("the server closed a connection\n", stderr), 1;
      c.came.append(buffer, static_cast<std::size_t>(got));
      Answer answer;
      if (!take(c.came, answer)) continue;
      took.push_back(std::chrono::duration<double, std::milli>(Clock::now() - c.asked).count());
      if (answer.status != (plays ? 201 : 200)) {
        ++bad;
        first_bad = answer.status;
      }
      ask(events[static_cast<std::size_t>(e)].data.u64);
    }
  }
  const double whole = elapsed();
  std::ranges::sort(took);
  const auto share = [&](double p) {
    return took.empty()
               ? 0.0
               : took[std::min(took.size() - 1, static_cast<std::size_t>(p * static_cast<double>(took.size())))];
  };
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const double own = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                     1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  std::printf(
      "%s, %d connections, %.1f s: %zu answers, %.0f/s, p50 %.1f ms, p99 %.1f ms, most %.1f ms, %zu failed (last %d), "
      "own CPU %.1f "
      "s\n",
      argv[2], connections, whole, took.size(), static_cast<double>(took.size()) / whole, share(.5), share(.99),
      took.empty() ? 0 : took.back(), bad, first_bad, own);
  return bad == 0 ? 0 : 1;
}
