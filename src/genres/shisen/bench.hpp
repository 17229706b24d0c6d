// Fixed pieces of work for `nazo bench`.
#pragma once

#include <vector>

#include "puzzle/genre.hpp"

namespace nazo::shisen {

[[nodiscard]] std::vector<BenchTask> bench_tasks();

/// The board of the paper's first figure.
[[nodiscard]] const char* figure_one();

}  // namespace nazo::shisen
