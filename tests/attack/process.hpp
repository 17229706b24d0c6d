// A program that a test starts, watches and ends. It is gone when the object is.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <vector>

namespace nazo::attack {

/// The program under attack: $NAZO_PROGRAM, or the one that was built with the tests.
[[nodiscard]] std::string program();

class Process {
 public:
  /// Starts words[0]; what it prints goes into the files `out` and `err` (appended).
  Process(const std::vector<std::string>& words, const std::string& out, const std::string& err);
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;

  [[nodiscard]] pid_t id() const { return id_; }
  void signal(int number) const;
  /// Its exit code once it has ended (128 + n after signal n); nothing if that takes longer.
  std::optional<int> wait(std::chrono::milliseconds most);
  /// SIGKILL, and waits.
  void kill();
  /// Bytes of its memory that are in use now (resident), 0 if it is gone.
  [[nodiscard]] std::size_t resident() const;
  [[nodiscard]] std::size_t open_descriptors() const;
  /// The processes it has started itself and that live.
  [[nodiscard]] std::vector<pid_t> children() const;

 private:
  pid_t id_ = -1;
  std::optional<int> code_{};
};

}  // namespace nazo::attack
