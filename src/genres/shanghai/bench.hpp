// Fixed pieces of work for `nazo bench`.
#pragma once

#include <vector>

#include "puzzle/genre.hpp"

namespace nazo::shanghai {

[[nodiscard]] std::vector<BenchTask> bench_tasks();

}  // namespace nazo::shanghai
