// nazo: the program. Everything it does stands in cli.cpp and the verbs.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>

#include "cli/cli.hpp"

namespace {

/// The first interrupt asks long work to end in good order, the second ends the program.
void on_interrupt(int) {
  if (nazo::cli::interrupted.exchange(true)) _exit(130);
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGPIPE, SIG_DFL);  // `nazo … | head` ends quietly
  const bool terminal_out = isatty(STDOUT_FILENO) == 1;
  const bool colour = terminal_out && std::getenv("NO_COLOR") == nullptr;
  return nazo::cli::run({argv + 1, argv + argc},
                        {.in = std::cin, .out = std::cout, .err = std::cerr, .colour = colour, .terminal_in = isatty(STDIN_FILENO) == 1, .terminal_out = terminal_out},
                        nazo::catalog());
}
