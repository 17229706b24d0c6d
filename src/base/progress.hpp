// Progress of long work: how far, how fast, how long still.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace nazo {

/// What long work tells whoever waits for it. `total` 0 means that the end is not known.
struct ProgressReport {
  std::string_view what;
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::string_view note{};
};

/// Receives reports, possibly often and from several threads; an empty function means that nobody waits.
using ProgressSink = std::function<void(const ProgressReport&)>;

/// One line on a terminal's standard error, redrawn at most ten times a second, wiped at the end.
/// Where standard error is not a terminal nothing is printed at all.
class TerminalProgress {
 public:
  TerminalProgress();
  ~TerminalProgress();
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;

  void report(const ProgressReport& report);
  [[nodiscard]] ProgressSink sink();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_, last_;
  std::string what_;
};

/// "solving 120/1,000 (12 %) 34.5/s, 25 s left" — the text of a progress line.
[[nodiscard]] std::string progress_line(const ProgressReport& report, double seconds);

}  // namespace nazo
