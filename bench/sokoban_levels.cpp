// How many levels of a file are solved in so many seconds of CPU time each: the same figure on a machine that does
// nothing else and on one that does.
//
//   build/nazo_bench_sokoban_levels FILE any|pushes|moves|best SECONDS [THREADS [FIRST [LAST]]]
//
// Prints a line for every level and one for all. The clock that the solvers read is replaced by the CPU time of this
// process, its threads added up: with two threads 20 seconds stand for 10 on the wall.
#include <time.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "genres/sokoban/solve/solve.hpp"
#include "genres/sokoban/text/text.hpp"

// The program's own definition comes before that of the standard library.
std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return time_point(std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec));
}

namespace {

using nazo::sokoban::Aim;
using Clock = std::chrono::steady_clock;

Aim aim_of(const std::string& word) {
  if (word == "pushes") return Aim::pushes;
  if (word == "moves") return Aim::moves;
  return word == "any" ? Aim::any : Aim::best;
}

const char* proof_of(const nazo::sokoban::Answer& answer) {
  if (answer.proved.box_changes) return "pushes and changes";
  if (answer.proved.pushes) return "pushes";
  return answer.proved.moves ? "moves" : "nothing";
}

const char* name_of(nazo::Status status) {
  if (status == nazo::Status::solved) return "solved";
  return status == nazo::Status::unsolvable ? "unsolvable" : "unknown";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s FILE any|pushes|moves|best SECONDS [THREADS [FIRST [LAST]]]\n", argv[0]);
    return 2;
  }
  std::ifstream file(argv[1]);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto entries = nazo::sokoban::read_sok(text);
  if (!file || !entries) {
    std::fprintf(stderr, "%s: cannot be read as levels\n", argv[1]);
    return 2;
  }
  nazo::Budget budget;
  budget.seconds = std::atof(argv[3]);
  budget.bytes = std::uint64_t{3} << 30;
  const nazo::sokoban::Effort effort{.threads = argc > 4 ? static_cast<unsigned>(std::atoi(argv[4])) : 1};
  const std::size_t first = argc > 5 ? static_cast<std::size_t>(std::atoi(argv[5])) : 1;
  const std::size_t last = argc > 6 ? static_cast<std::size_t>(std::atoi(argv[6])) : entries->size();
  std::size_t solved = 0, proved = 0, tried = 0;
  double sum = 0;
  for (std::size_t i = first; i <= std::min(last, entries->size()); ++i) {
    const Clock::time_point start = Clock::now();
    const auto answer = nazo::sokoban::solve((*entries)[i - 1].level, aim_of(argv[2]), budget, effort);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (!answer) {
      std::printf("%zu\terror: %s\n", i, answer.error().message.c_str());
      continue;
    }
    ++tried;
    sum += seconds;
    solved += answer->status == nazo::Status::solved ? 1 : 0;
    proved += answer->status == nazo::Status::solved && (answer->proved.pushes || answer->proved.moves) ? 1 : 0;
    std::printf("%zu\t%s\t%s\t%.2f s\t%llu nodes\t%d pushes\tproved %s\n", i, name_of(answer->status),
                std::string(answer->method).c_str(), seconds, static_cast<unsigned long long>(answer->stats.nodes),
                static_cast<int>(answer->cost.pushes), proof_of(*answer));
    std::fflush(stdout);
  }
  std::printf("%zu levels: %zu solved, %zu of them proved, %.1f s\n", tried, solved, proved, sum);
}
