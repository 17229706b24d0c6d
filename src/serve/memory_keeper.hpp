// Gives memory back to the system after a crowd has left: the allocator keeps what it once had unless it is asked.
#pragma once

#include <cstddef>

namespace nazo::serve {

class MemoryKeeper {
 public:
  /// Call it now and then. It does something only when much more is resident than after the last time.
  void give_back();

 private:
  std::size_t lowest_ = 0;
};

/// Bytes of this process that are in memory now.
[[nodiscard]] std::size_t resident_bytes();

}  // namespace nazo::serve
