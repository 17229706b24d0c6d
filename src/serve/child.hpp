// A child process with a pipe to its standard input and one from its standard output. It does not outlive the object.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace nazo::serve {

class Child {
 public:
  /// Starts `program` with these words after its name. None of our own files and sockets are open in it.
  static Result<Child> start(const std::string& program, const std::vector<std::string>& words);
  ~Child();
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;

  /// Writes as much as the pipe takes without waiting; what is left stays in `text`. False if nobody reads any more.
  bool write_some(std::string& text);
  void close_input();
  /// Waits for output (and, where `writing`, for room in the input) for at most this long.
  void wait_for_output(std::chrono::milliseconds most, bool writing) const;
  /// What has come, perhaps nothing; false once there will be no more.
  bool read_some(std::string& into);
  /// It has stepped back behind everyone else; to end it needs time of its own, which a busy machine would not give it.
  void hurry() const;
  void kill() const;
  /// How it ended: waits for it.
  int wait();

 private:
  Child(pid_t id, int input, int output) : id_(id), input_(input), output_(output) {}
  pid_t id_ = -1;
  int input_ = -1, output_ = -1;
};

}  // namespace nazo::serve
