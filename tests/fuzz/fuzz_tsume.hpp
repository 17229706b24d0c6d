// What the fuzz targets of tsume's readers do. Pictures are left out: they ask the solver for the length, which is too
// slow for a target that is to try thousands of inputs a second.
#pragma once

#include "fuzz_genre.hpp"
#include "genres/tsume/genre.hpp"

namespace nazo::fuzz {

/// Whatever was read must read back as itself from every text format, and be playable.
inline int read_tsume(std::string_view format, const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Genre& genre = tsume_genre();
  static const auto options = Options::make(genre.facts().options, {{"defender-hand", "given"}});
  const auto puzzles = genre.parse(text, format, *options);
  if (!puzzles) {
    require(!puzzles.error().message.empty());
    (void)genre.status(text, *options);
    return 0;
  }
  std::size_t looked_at = 0;
  for (const Puzzle& puzzle : *puzzles) {
    if (++looked_at > 4) break;
    for (const char* other : {"sfen", "kif", "csa"}) {
      const auto written = genre.print(puzzle, other, *options);
      require(written.has_value());
      const auto again = genre.parse(*written, other, *options);
      require(again && again->size() == 1 && again->front().text == puzzle.text);
      require(std::string_view(other) == "sfen" || again->front().solution == puzzle.solution);
    }
    (void)genre.print(puzzle, "ki2", *options);
    (void)genre.print(puzzle, "japanese", *options);
    (void)genre.canonical(puzzle);
    (void)genre.verify(puzzle, puzzle.solution, *options);
    const auto position = genre.start(puzzle, *options);
    require(position.has_value());
    require(genre.moves(*position, *options).has_value());
    require(genre.draw(*position, *options).has_value());
    (void)genre.play(*position, "", *options);
  }
  return 0;
}

}  // namespace nazo::fuzz
