// What every fuzz target of a genre's reader does: read, and whatever was read must survive the rest of the interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "puzzle/genre.hpp"

namespace nazo::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// Reads `data` in this format; every puzzle found must read back from its native text as itself, print in every format or
/// refuse, and be playable. As a position and as a solution the bytes must do no harm either.
inline int read_and_use(const Genre& genre, std::string_view format, const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const auto options = Options::make(genre.facts().options);
  const auto puzzles = genre.parse(text, format, *options);
  const std::string& native = genre.facts().formats.front().name;
  if (!puzzles) {
    require(!puzzles.error().message.empty());
    (void)genre.status(text, *options);
    return 0;
  }
  std::size_t looked_at = 0;
  for (const Puzzle& puzzle : *puzzles) {
    if (++looked_at > 4) break;
    const auto again = genre.parse(puzzle.text, native, *options);
    require(again && again->size() == 1 && again->front().text == puzzle.text);
    for (const FormatFact& other : genre.facts().formats)
      if (other.writes) (void)genre.print(puzzle, other.name, *options);
    (void)genre.canonical(puzzle);
    (void)genre.verify(puzzle, text, *options);
    if (const auto position = genre.start(puzzle, *options)) {
      (void)genre.moves(*position, *options);
      (void)genre.status(*position, *options);
    }
  }
  return 0;
}

}  // namespace nazo::fuzz
