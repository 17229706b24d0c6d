// A process that limits itself before it begins with work that somebody else ordered.
#pragma once

#include <cstdint>

namespace nazo::cli {

struct OwnLimits {
  double seconds = 0;       ///< of processor time
  std::uint64_t bytes = 0;  ///< of memory that it asks for, beside what the program itself needs
};

/// Beyond the time the system ends the process; beyond the memory an allocation fails. It also steps back: others come
/// first at the processor, and if the machine has no memory left this process is the first to go.
void limit_this_process(const OwnLimits& limits);

}  // namespace nazo::cli
