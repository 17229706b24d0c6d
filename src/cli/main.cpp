// nazo: the program. Everything it does stands in cli.cpp and the verbs.
#include "cli/process.hpp"

int main(int argc, char** argv) {
  nazo::cli::prepare_process();
  return nazo::cli::run({argv + 1, argv + argc}, nazo::cli::standard_streams(), nazo::catalog());
}
