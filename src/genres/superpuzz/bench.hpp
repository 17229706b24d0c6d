// Fixed work for `nazo bench`.
#pragma once

#include <vector>

#include "puzzle/genre.hpp"

namespace nazo::superpuzz {

[[nodiscard]] std::vector<BenchTask> bench_tasks();

}  // namespace nazo::superpuzz
