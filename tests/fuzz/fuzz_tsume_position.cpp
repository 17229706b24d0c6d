#include "fuzz_genre.hpp"
#include "genres/tsume/genre.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return nazo::fuzz::use_position(nazo::tsume_genre(), data, size);
}
