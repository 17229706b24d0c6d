// Fault injection as SQLite's own tests do it: the n-th allocation finds no memory, the n-th write finds a full disk.
// Linked into a test program it takes the place of malloc and of the system calls that write files; while nothing is
// armed they do what they always do.
//
//   const Faults armed(Fault::memory, {.at = 17});       // until the end of the scope
//   …
//   if (!armed.happened()) …                             // there were fewer than 17 allocations
#pragma once

#include <cstdint>

namespace nazo::faults {

enum class Fault { memory, write };

struct Plan {
  std::uint64_t at = 1;  ///< counted from when it is armed
  enum class Lasts { once, for_ever } lasts = Lasts::once;
  enum class Where { here, elsewhere } where = Where::here;  ///< in this thread, or in all others
};

/// At most one at a time.
class Faults {
 public:
  Faults(Fault what, const Plan& plan);
  ~Faults();
  Faults(const Faults&) = delete;
  Faults& operator=(const Faults&) = delete;
  [[nodiscard]] bool happened() const;
};

/// False where a sanitizer has taken malloc for itself.
[[nodiscard]] bool can_fail(Fault what);

}  // namespace nazo::faults
