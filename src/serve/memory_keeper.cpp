#include "serve/memory_keeper.hpp"

#include <malloc.h>
#include <unistd.h>

#include <cstdio>

namespace nazo::serve {

namespace {
constexpr std::size_t worth_it = std::size_t{16} << 20;
}

std::size_t resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  unsigned long whole = 0, resident = 0;
  const int read = std::fscanf(file, "%lu %lu", &whole, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) : 0;
}

void MemoryKeeper::give_back() {
  if (resident_bytes() < lowest_ + worth_it) return;
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  lowest_ = resident_bytes();
}

}  // namespace nazo::serve
