// Positions of play: what can be read must offer moves that can be made, and be drawn.
#include "fuzz_genre.hpp"
#include "genres/sokoban/genre.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const nazo::Genre& genre = nazo::sokoban_genre();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const auto options = nazo::Options::make(genre.facts().options);
  if (!genre.status(text, *options, {})) return 0;
  const auto moves = genre.moves(text, *options, {});
  nazo::fuzz::require(moves.has_value());
  for (const nazo::Move& move : *moves) nazo::fuzz::require(genre.play(text, move.text, *options, {}).has_value());
  nazo::fuzz::require(genre.draw(text, *options, {}).has_value() && genre.view(text, *options, {}).has_value());
  (void)genre.hint(text, nazo::HintLevel::why, *options, {.budget = {.nodes = 2000}});
  return 0;
}
