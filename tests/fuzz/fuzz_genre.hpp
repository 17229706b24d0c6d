// What every fuzz target of a genre's reader does: read, and whatever was read must survive the rest of the interface.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/genre.hpp"

namespace nazo::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// What a genre asks for beyond the common part.
struct Demands {
  std::map<std::string, std::string> options{};
  /// Formats that every puzzle must be written in, and read back from as itself.
  std::vector<std::string> round_trips{};
  /// Of those, the ones that carry no solution.
  std::vector<std::string> without_solution{};
  /// Formats left out because writing them means solving: too slow for thousands of inputs a second.
  std::vector<std::string> too_slow{};
  /// Whatever was read can be started, shown and played.
  bool playable = false;
};

/// Reads `data` in this format; every puzzle found must read back from its native text as itself, print in every format
/// or refuse, and be playable. As a position and as a solution the bytes must do no harm either.
inline int read_and_use(const Genre& genre, std::string_view format, const std::uint8_t* data, std::size_t size,
                        const Demands& demands = {}) {
  const auto among = [](const std::vector<std::string>& names, std::string_view name) {
    for (const std::string& other : names)
      if (other == name) return true;
    return false;
  };
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const auto options = Options::make(genre.facts().options, demands.options);
  const auto puzzles = genre.parse(text, format, *options);
  const std::string& native = genre.facts().formats.front().name;
  if (!puzzles) {
    require(!puzzles.error().message.empty());
    (void)genre.status(text, *options, {});
    return 0;
  }
  // Pictures are slow, and nobody reads them again: one in 64 will do.
  const bool draws = std::hash<std::string_view>()(text) % 64 == 0;
  std::size_t looked_at = 0;
  for (const Puzzle& puzzle : *puzzles) {
    if (++looked_at > 4) break;
    const auto again = genre.parse(puzzle.text, native, *options);
    require(again && again->size() == 1 && again->front().text == puzzle.text);
    for (const FormatFact& other : genre.facts().formats) {
      if (!other.writes || among(demands.too_slow, other.name)) continue;
      if (!other.reads && !draws) continue;
      const auto written = genre.print(puzzle, other.name, *options, {});
      if (!among(demands.round_trips, other.name)) continue;
      require(written.has_value());
      const auto back = genre.parse(*written, other.name, *options);
      require(back && back->size() == 1 && back->front().text == puzzle.text);
      require(among(demands.without_solution, other.name) || back->front().solution == puzzle.solution);
    }
    (void)genre.canonical(puzzle, {});
    (void)genre.verify(puzzle, text, *options, {});
    if (!puzzle.solution.empty()) (void)genre.verify(puzzle, puzzle.solution, *options, {});
    const auto position = genre.start(puzzle, *options, {});
    require(position || !demands.playable);
    if (!position) continue;
    require(genre.moves(*position, *options, {}) || !demands.playable);
    (void)genre.status(*position, *options, {});
    if (!demands.playable) continue;
    require(genre.draw(*position, *options, {}).has_value());
    (void)genre.play(*position, "", *options, {});
  }
  return 0;
}

/// The bytes as a position of play, which is text that a browser sends: what can be read offers moves that can be made,
/// and is drawn; what cannot be read does no harm.
inline int use_position(const Genre& genre, const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t most_moves = 6;  // the first of them will do
  static const auto options = Options::make(genre.facts().options);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (!genre.status(text, *options, {})) {
    (void)genre.moves(text, *options, {});
    (void)genre.draw(text, *options, {});
    return 0;
  }
  const auto moves = genre.moves(text, *options, {});
  require(moves.has_value());
  for (std::size_t i = 0; i < std::min(most_moves, moves->size()); ++i)
    (void)genre.play(text, (*moves)[i].text, *options, {.budget = {.nodes = 2000}});
  require(genre.draw(text, *options, {}).has_value() && genre.view(text, *options, {}).has_value());
  (void)genre.hint(text, HintLevel::why, *options, {.budget = {.nodes = 2000}});
  return 0;
}

}  // namespace nazo::fuzz
