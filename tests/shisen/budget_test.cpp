#include "budget_battery.hpp"
#include "genres/shisen/genre.hpp"

namespace {

/// 144 tiles of 36 kinds, shuffled by a fixed rule.
std::string full_board() {
  nazo::Rng rng(18);
  std::vector<int> tiles;
  for (int i = 0; i < 144; ++i) tiles.push_back(i / 4 + 1);
  for (std::size_t i = tiles.size(); i > 1; --i) std::swap(tiles[i - 1], tiles[rng.below(i)]);
  std::string text;
  for (std::size_t i = 0; i < tiles.size(); ++i) text += nazo::cat(tiles[i], i % 18 == 17 ? "\n" : " ");
  return text;
}

nazo::contract::Workload shisen_work() {
  return {.small = {{"size", "6x4"}},
          .large = full_board(),
          .costly = {{{"size", "18x8"}, {"copies", "4"}, {"estimate", "true"}}, {{"size", "18x8"}, {"kinds", "2"}, {"copies", "72"}}}};
}

}  // namespace

NAZO_BUDGET_BATTERY(Shisen, nazo::shisen_genre(), shisen_work())
