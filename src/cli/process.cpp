#include "cli/process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string_view>

namespace nazo::cli {

namespace {

/// The first interrupt asks long work to end in good order, the second ends the program.
void on_interrupt(int) {
  if (interrupted.exchange(true)) _exit(130);
}

/// Standard streams that were closed for us would be taken by the next file that is opened, and what is printed would
/// go there. Their places are filled: reading finds nothing, writing fails, and errors go nowhere.
void fill_closed_streams() {
  const auto fill = [](int stream, const char* path, int way) {
    if (fcntl(stream, F_GETFD) != -1) return;
    const int opened = open(path, way);  // the lowest free number, so this one if they are filled in order
    if (opened != -1 && opened != stream) close(opened);
  };
  fill(STDIN_FILENO, "/dev/null", O_RDONLY);
  fill(STDOUT_FILENO, "/dev/full", O_WRONLY);
  fill(STDERR_FILENO, "/dev/null", O_WRONLY);
}

/// As the environment asks for it.
Language language() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* value = std::getenv(name); value != nullptr && *value != 0)
      return std::string_view(value).starts_with("ja") ? Language::japanese : Language::english;
  return Language::english;
}

/// What a thread did not catch ends the program with a word, not with a core.
[[noreturn]] void on_uncaught() {
  constexpr std::string_view words = "nazo: internal error in a thread, or no more memory\n";
  (void)!write(STDERR_FILENO, words.data(), words.size());
  _exit(4);
}

}  // namespace

void prepare_process() {
  fill_closed_streams();
  std::set_terminate(on_uncaught);
  std::ios::sync_with_stdio(false);
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGPIPE, SIG_DFL);  // `nazo … | head` ends quietly
}

Streams standard_streams() {
  const bool terminal_out = isatty(STDOUT_FILENO) == 1;
  return {.in = std::cin,
          .out = std::cout,
          .err = std::cerr,
          .colour = terminal_out && std::getenv("NO_COLOR") == nullptr,
          .terminal_in = isatty(STDIN_FILENO) == 1,
          .terminal_out = terminal_out,
          .language = language()};
}

}  // namespace nazo::cli
