// nazo-mpi: nazo for several processes that mpirun or Slurm has started. Rank 0 reads and prints; a file for each verb
// does the rest, as in nazo (docs/CLUSTER.md).
#include <unistd.h>

#include <array>
#include <csignal>
#include <iostream>
#include <sstream>

#include "base/text.hpp"
#include "cli/process.hpp"
#include "cluster/mpi_ranks.hpp"

namespace {

using nazo::cluster::MpiRanks;

unsigned rank_told = 0;

/// mpirun ends all ranks when one of them was killed. Two of them say so, not thousands.
void on_end(int) {
  constexpr std::string_view words =
      "nazo-mpi: the job ends: a rank was killed, or somebody cancelled it; with --log or --checkpoint the same "
      "command "
      "goes on from there\n";
  if (rank_told < 2) (void)!write(STDERR_FILENO, words.data(), words.size());
  _exit(4);
}

int run(const std::vector<std::string>& args, MpiRanks& ranks) {
  constexpr int well = 0, no = 1, bad = 2, broken = 4;
  nazo::cli::Streams standard = nazo::cli::standard_streams();
  std::istringstream nothing;
  std::ostringstream unseen, unsaid;
  const bool first = ranks.first();
  // mpirun lends a terminal where nobody sits, so nothing is painted unless --color asks for it.
  const nazo::cli::Streams streams{
      .in = first ? standard.in : nothing, .out = first ? standard.out : unseen, .err = first ? standard.err : unsaid};
  const int code = nazo::cli::run(args, streams, nazo::catalog(), &ranks);
  if (code == broken) {  // the others may wait for this one without end
    if (!first) std::cerr << "nazo-mpi: rank " << ranks.rank() << ": " << unsaid.str() << std::flush;
    standard.out.flush();
    MpiRanks::abort(broken);
  }
  // One that left before the others could meet it says why, unless it is said already.
  const auto all = ranks.leave(unsaid.str());
  // The job's code is that of rank 0.
  if (!first) return well;
  if (all || (code != well && code != no)) return code;
  standard.err << "nazo: " << all.error().text() << "\n";
  return bad;
}

void tell_shared(const MpiRanks& ranks) {
  const nazo::WorkShare& shared = ranks.shared();
  if (!ranks.first() || shared.states == 0) return;
  std::cerr << "nazo-mpi: " << ranks.size() << " ranks, " << nazo::grouped(shared.states) << " states, imbalance "
            << nazo::text_of(100 * shared.imbalance, 2) << " %, "
            << nazo::text_of(static_cast<double>(shared.bytes_sent) / static_cast<double>(shared.states), 2)
            << " bytes sent a state\n";
}

}  // namespace

int main(int argc, char** argv) {
  nazo::cli::prepare_process();
  const std::vector<std::string> args(argv + 1, argv + argc);
  MpiRanks ranks(&argc, &argv);
  rank_told = ranks.rank();
  std::signal(SIGTERM, on_end);
  const int code = run(args, ranks);
  tell_shared(ranks);
  return code;
}
