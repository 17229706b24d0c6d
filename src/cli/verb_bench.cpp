// nazo bench: a fixed work list. The node counts make the signature, the speeds are this machine's.
#include <ctime>
#include <ostream>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"

namespace nazo::cli {

namespace {
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
}  // namespace

int run_bench(Invocation& call) {
  const std::string only = call.take_genre();
  if (!only.empty() && find_genre(call.genres, only) == nullptr)
    return call.complain(cat("no genre ", in_quotes(only)));
  if (!call.operands.empty()) return call.complain(cat("no genre ", in_quotes(call.operands.front())));
  std::vector<std::vector<std::string>> rows;
  std::string counts;
  for (const Genre* genre : call.genres) {
    if (!only.empty() && genre->facts().name != only) continue;
    for (const BenchTask& task : genre->bench()) {
      const double begin = cpu_seconds();
      const std::uint64_t nodes = task.run();
      const double seconds = cpu_seconds() - begin;
      const double rate = seconds > 0 ? static_cast<double>(nodes) / seconds : 0;
      counts += cat(genre->facts().name, " ", task.name, " ", nodes, "\n");
      if (call.json()) {
        call.streams.out << Value::object()
                                .set("genre", genre->facts().name)
                                .set("task", task.name)
                                .set("nodes", nodes)
                                .set("seconds", seconds)
                                .set("rate", rate)
                                .json()
                         << "\n"
                         << std::flush;
      }
      rows.push_back({genre->facts().name, task.name, grouped(nodes), text_of(seconds, 3),
                      grouped(static_cast<std::uint64_t>(rate))});
    }
  }
  if (call.json()) return yes;
  if (call.has("signature")) {
    call.streams.out << counts;
    return yes;
  }
  const Key128 signature = hash_text(counts);
  call.streams.out << table({"genre", "task", "nodes", "CPU s", "nodes/s"}, rows, Paint(call.streams.colour))
                   << "signature " << signature.low << "\n";
  return yes;
}

}  // namespace nazo::cli
