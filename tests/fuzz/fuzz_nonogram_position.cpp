// A position is text that a browser sends: every function of play must survive it.
#include "fuzz_genre.hpp"
#include "genres/nonogram/genre.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nazo;
  const Genre& genre = nonogram_genre();
  static const auto options = Options::make(genre.facts().options);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // The first line is the move, the rest the position.
  const std::size_t end = text.find('\n');
  const std::string_view move = text.substr(0, end),
                         position = end == std::string_view::npos ? "" : text.substr(end + 1);
  if (const auto next = genre.play(position, move, *options, {}))
    fuzz::require(genre.status(*next, *options, {}).has_value());
  (void)genre.moves(position, *options, {});
  (void)genre.draw(position, *options, {});
  (void)genre.view(position, *options, {});
  (void)genre.hint(position, HintLevel::why, *options, {.budget = {.nodes = 2000}});
  return 0;
}
