// The three generators of tsume-shogi problems compared on equal CPU time, beside the paper's tables 7.6 and 7.7.
#pragma once

#include "workshop/experiments.hpp"

namespace nazo {

[[nodiscard]] Experiment tsume_generators();

}  // namespace nazo
