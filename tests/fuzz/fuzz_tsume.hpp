// What the fuzz targets of tsume's readers ask for: game positions, and three text formats that lose nothing.
#pragma once

#include "fuzz_genre.hpp"
#include "genres/tsume/genre.hpp"

namespace nazo::fuzz {

inline int read_tsume(std::string_view format, const std::uint8_t* data, std::size_t size) {
  static const Demands demands{.options = {{"defender-hand", "given"}},
                               .round_trips = {"sfen", "kif", "csa"},
                               .without_solution = {"sfen"},
                               .too_slow = {"svg", "trace"},
                               .playable = true};
  return read_and_use(tsume_genre(), format, data, size, demands);
}

}  // namespace nazo::fuzz
