// The fixed work list of `nazo bench`: counts that are the same on every machine.
#pragma once

#include <vector>

#include "puzzle/genre.hpp"

namespace nazo::tsume {

[[nodiscard]] std::vector<BenchTask> bench_tasks();

}  // namespace nazo::tsume
