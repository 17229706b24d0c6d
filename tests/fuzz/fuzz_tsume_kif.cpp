#include "fuzz_tsume.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return nazo::fuzz::read_tsume("kif", data, size);
}
