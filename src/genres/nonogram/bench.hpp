// Fixed pieces of work for `nazo bench`.
#pragma once

#include <vector>

#include "puzzle/genre.hpp"

namespace nazo::nonogram {

[[nodiscard]] std::vector<BenchTask> bench_tasks();

}  // namespace nazo::nonogram
