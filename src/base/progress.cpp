#include "base/progress.hpp"

#include <cstdio>

#include "base/text.hpp"

#ifndef NAZO_WASM
#include <unistd.h>

#include <mutex>
#endif

namespace nazo {

namespace {
std::string duration(double seconds) {
  if (seconds < 90) return text_of(seconds, 0) + " s";
  if (seconds < 5400) return text_of(seconds / 60, 0) + " min";
  return text_of(seconds / 3600, 1) + " h";
}
}  // namespace

std::string progress_line(const ProgressReport& report, double seconds) {
  std::string line = cat(report.what, " ", grouped(report.done));
  const auto done = static_cast<double>(report.done);
  if (report.total != 0) {
    const auto total = static_cast<double>(report.total);
    line += cat("/", grouped(report.total), " (", text_of(100.0 * done / total, 0), " %)");
  }
  if (report.done != 0 && seconds > 0) {
    const double rate = done / seconds;
    line += cat(" ", rate < 100 ? text_of(rate, 1) : grouped(static_cast<std::uint64_t>(rate)), "/s");
    if (report.total > report.done)
      line += cat(", ", duration(static_cast<double>(report.total - report.done) / rate), " left");
  }
  if (!report.note.empty()) line += cat(" · ", report.note);
  return line;
}

#ifndef NAZO_WASM  // a browser has no terminal

TerminalProgress::TerminalProgress() : terminal_(isatty(STDERR_FILENO) == 1), start_(Clock::now()), last_(start_) {}

TerminalProgress::~TerminalProgress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void TerminalProgress::report(const ProgressReport& report) {
  if (!terminal_) return;
  static std::mutex drawing;
  const std::lock_guard lock(drawing);
  const auto now = Clock::now();
  if (what_ != report.what) {
    what_ = report.what;
    start_ = now;
  }
  if (now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  drawn_ = true;
  const std::string line = progress_line(report, std::chrono::duration<double>(now - start_).count());
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
}

ProgressSink TerminalProgress::sink() {
  if (!terminal_) return {};
  return [this](const ProgressReport& report) { this->report(report); };
}

#endif

}  // namespace nazo
