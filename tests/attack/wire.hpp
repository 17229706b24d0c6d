// One connection to a server, byte by byte.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace nazo::attack {

struct Answer {
  int status = 0;  ///< 0: the connection broke off, or nothing came in time
  std::string head{}, body{};
  std::string why{};  ///< there is no answer

  /// The value of a header, or an empty text.
  [[nodiscard]] std::string header(std::string_view name) const;
};

class Wire {
 public:
  /// `from`: the own address, if it should be another one of this machine.
  explicit Wire(std::uint16_t port, std::chrono::milliseconds patience = std::chrono::seconds(20),
                const std::string& from = "127.0.0.1");
  ~Wire();
  Wire(Wire&& other) noexcept;
  Wire& operator=(Wire&& other) noexcept;

  [[nodiscard]] bool connected() const { return socket_ >= 0; }
  /// False if the other side does not take it.
  bool send(std::string_view bytes);
  /// Hangs up without a word (RST).
  void reset();
  /// One whole answer. `head_only`: without waiting for a body.
  Answer receive(bool head_only = false);
  /// Everything until `end` has come, the other side closes, or patience is over.
  std::string read_until(std::string_view end);
  Answer ask(std::string_view method, std::string_view target, std::string_view body = {},
             std::string_view more_headers = {});
  /// True if the other side has hung up within this time.
  bool closed_within(std::chrono::milliseconds time);

 private:
  bool more();
  /// No answer, and what the system said about it.
  [[nodiscard]] Answer nothing(std::string_view while_doing) const;
  int socket_ = -1;
  int trouble_ = 0;  ///< errno of what failed last; 0: the other side hung up
  std::string came_;
};

}  // namespace nazo::attack
