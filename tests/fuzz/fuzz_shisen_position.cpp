#include "fuzz_genre.hpp"
#include "genres/shisen/genre.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return nazo::fuzz::use_position(nazo::shisen_genre(), data, size);
}
