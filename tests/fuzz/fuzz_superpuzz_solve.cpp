// Small deals made from the bytes: `best` and plain search must agree, and solutions must replay.
#include <algorithm>
#include <vector>

#include "fuzz_genre.hpp"
#include "genres/superpuzz/analyse/paper.hpp"
#include "genres/superpuzz/solve/best/search.hpp"
#include "genres/superpuzz/solve/check.hpp"
#include "genres/superpuzz/text/text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nazo;
  using namespace nazo::superpuzz;
  if (size == 0) return 0;
  const int columns = 2 + data[0] % 4;
  // The i-th byte says with which of the cards from i on the i-th changes places.
  std::vector<Card> pack;
  for (int card = 0; card < columns * suits; ++card) pack.push_back(static_cast<Card>(card));
  for (std::size_t i = 0; i < pack.size() && i + 1 < size; ++i)
    std::swap(pack[i], pack[i + data[i + 1] % (pack.size() - i)]);
  Position deal = empty_table(columns);
  for (int i = 0; i < columns * rows; ++i)
    deal.at[place_of(i / columns, i % columns)] = pack[static_cast<std::size_t>(i)];

  const Budget budget{.nodes = 4'000, .bytes = std::uint64_t{64} << 20};
  const auto ours = best::search(deal, budget, {.restart_unit = 20});
  const auto plain = search_plainly(deal, Strategy::depth_aces_first, Rows::alike, budget);
  if (ours.ending != search::Ending::unknown && plain.ending != search::Ending::unknown)
    fuzz::require(ours.ending == plain.ending);
  if (ours.ending == search::Ending::solved) fuzz::require(verify(deal, solution_text(ours.solution)).valid());
  return 0;
}
