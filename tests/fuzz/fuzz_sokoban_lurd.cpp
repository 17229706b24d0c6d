// Solutions: the first line of the input is run against a fixed level, and what `verify` accepts must replay and print.
#include "fuzz_genre.hpp"
#include "genres/sokoban/genre.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const nazo::Genre& genre = nazo::sokoban_genre();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const auto options = nazo::Options::make(genre.facts().options);
  const nazo::Puzzle puzzle{
      .genre = "sokoban", .text = "#######\n#@ $ .#\n# $  .#\n#     #\n#######\n", .solution = std::string(text)};
  const auto report = genre.verify(puzzle, text, *options, {});
  nazo::fuzz::require(report.has_value());
  const auto moves = genre.replay(puzzle, text, *options, {});
  const auto written = genre.print(puzzle, "lurd", *options, {});
  if (report->valid()) nazo::fuzz::require(moves && written);
  (void)genre.picture(puzzle, text, *options, {});
  return 0;
}
