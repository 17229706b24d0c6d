#include "base/parallel.hpp"

namespace nazo {

unsigned hardware_threads() {
#ifndef NAZO_NO_THREADS
  const unsigned n = std::thread::hardware_concurrency();
  return n == 0 ? 1 : n;
#else
  return 1;
#endif
}

}  // namespace nazo
