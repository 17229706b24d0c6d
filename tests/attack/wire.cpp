#include "attack/wire.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/text.hpp"

namespace nazo::attack {

std::string Answer::header(std::string_view name) const {
  for (const std::string_view line : split(head, '\n')) {
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && lower(line.substr(0, colon)) == lower(name))
      return std::string(trim(line.substr(colon + 1)));
  }
  return {};
}

Wire::Wire(std::uint16_t port, std::chrono::milliseconds patience, const std::string& from)
    : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in own{};
  own.sin_family = AF_INET;
  inet_pton(AF_INET, from.c_str(), &own.sin_addr);
  ::bind(socket_, reinterpret_cast<sockaddr*>(&own), sizeof own);
  const timeval limit{patience.count() / 1000, patience.count() % 1000 * 1000};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  const int one = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    trouble_ = errno;
    ::close(socket_);
    socket_ = -1;
  }
}

Wire::~Wire() {
  if (socket_ >= 0) ::close(socket_);
}

Wire::Wire(Wire&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), trouble_(other.trouble_), came_(std::move(other.came_)) {}

Wire& Wire::operator=(Wire&& other) noexcept {
  std::swap(socket_, other.socket_);
  std::swap(trouble_, other.trouble_);
  std::swap(came_, other.came_);
  return *this;
}

bool Wire::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) {
      trouble_ = errno;
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void Wire::reset() {
  const linger at_once{1, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(socket_);
  socket_ = -1;
}

bool Wire::more() {
  char chunk[65536];
  ssize_t got = 0;
  do got = ::recv(socket_, chunk, sizeof chunk, 0);
  while (got < 0 && errno == EINTR);  // a child of this test has ended
  if (got <= 0) {
    trouble_ = got == 0 ? 0 : errno;
    return false;
  }
  came_.append(chunk, static_cast<std::size_t>(got));
  return true;
}

Answer Wire::nothing(std::string_view while_doing) const {
  const std::string_view what = trouble_ == 0 ? "the other side hung up" : std::strerror(trouble_);
  return {.why = cat(while_doing, ": ", what, came_.empty() ? "" : ", halfway")};
}

Answer Wire::receive(bool head_only) {
  std::size_t end = std::string::npos;
  while ((end = came_.find("\r\n\r\n")) == std::string::npos)
    if (!more()) return nothing("waiting for an answer");
  Answer answer;
  answer.head = came_.substr(0, end);
  came_.erase(0, end + 4);
  answer.status = number_of<int>(answer.head.substr(9, 3)).value_or(0);
  const auto length = number_of<std::size_t>(answer.header("Content-Length")).value_or(0);
  if (head_only) return answer;
  while (came_.size() < length)
    if (!more()) return nothing("reading an answer");
  answer.body = came_.substr(0, length);
  came_.erase(0, length);
  return answer;
}

std::string Wire::read_until(std::string_view end) {
  while (came_.find(end) == std::string::npos && more()) {
  }
  return std::exchange(came_, {});
}

Answer Wire::ask(std::string_view method, std::string_view target, std::string_view body,
                 std::string_view more_headers) {
  std::string text = cat(method, " ", target, " HTTP/1.1\r\nHost: localhost\r\n", more_headers);
  if (method != "GET" && method != "HEAD")
    text += cat("Content-Type: application/json\r\nContent-Length: ", body.size(), "\r\n");
  text += "\r\n";
  text += body;
  if (!connected()) return nothing("connecting");
  if (!send(text)) return nothing("asking");
  return receive(method == "HEAD");
}

bool Wire::closed_within(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    pollfd waiting{socket_, POLLIN, 0};
    const int moment = static_cast<int>(std::min<std::int64_t>(20, time.count()));
    if (::poll(&waiting, 1, moment) > 0 && !more()) return true;
  }
  return false;
}

}  // namespace nazo::attack
