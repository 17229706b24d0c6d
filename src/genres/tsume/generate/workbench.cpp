// How long a generator goes on.
#include "genres/tsume/generate/make.hpp"

namespace nazo::tsume {
namespace {

/// Lists may take half of the budget's bytes (the other half is for `check`), and this much anyway.
constexpr std::uint64_t least_for_lists = std::uint64_t{4} << 20;

}  // namespace

bool Workbench::goes_on(std::int64_t nodes) {
  (void)meter_.spend(static_cast<std::uint64_t>(prober.nodes()) - meter_.nodes());
  return meter_.check() && prober.nodes() < nodes;
}

bool Workbench::has_room(std::uint64_t bytes) {
  if (bytes <= meter_.budget().bytes / 2 || bytes <= least_for_lists) return true;
  meter_.out_of_memory();
  return false;
}

}  // namespace nazo::tsume
