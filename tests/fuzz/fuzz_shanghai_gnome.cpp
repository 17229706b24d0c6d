#include "fuzz_genre.hpp"
#include "genres/shanghai/genre.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return nazo::fuzz::read_and_use(nazo::shanghai_genre(), "gnome", data, size);
}
