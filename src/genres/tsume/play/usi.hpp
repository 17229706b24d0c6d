// USI, the protocol by which shogi programs talk to engines: `position sfen …`, `go mate …` → `checkmate …`.
//
//   UsiEngine engine;
//   for (const std::string& line : engine.feed("usi")) …       // answers at once; `go` searches before it returns
//   run_usi(std::cin, std::cout);                              // a whole session; `stop` interrupts a search
#pragma once

#include <atomic>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

class UsiEngine {
 public:
  UsiEngine();

  /// Takes one line and returns the lines of the answer. `go` searches until it is done, out of time or stopped.
  std::vector<std::string> feed(std::string_view line);
  /// True after `quit`.
  [[nodiscard]] bool done() const { return done_; }
  /// What `feed` does with a `go` line after `allow`, for sessions that search on a thread of their own.
  std::vector<std::string> go(std::string_view line);
  /// Searches may run until the next `stop`.
  void allow() { stop_.store(false); }
  /// Makes a running search end with `timeout`, and any that begins before `allow`; may be called from another thread.
  void stop() { stop_.store(true); }

 private:
  std::vector<std::string> set_option(std::string_view line);
  std::vector<std::string> set_position(std::string_view line);

  Position position_;
  bool has_position_ = false;
  bool done_ = false;
  std::uint64_t megabytes_ = 512;
  unsigned threads_ = 1;
  bool shortest_ = false;
  Rules rules_ = Rules::exclude_useless;
  std::atomic<bool> stop_ = false;
};

/// Runs a session until `quit` or the end of the input. Searches run on a thread of their own where there are threads,
/// so that `stop` is heard.
void run_usi(std::istream& in, std::ostream& out);

}  // namespace nazo::tsume
