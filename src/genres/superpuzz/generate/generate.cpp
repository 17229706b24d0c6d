#include "genres/superpuzz/generate/generate.hpp"

#include <span>
#include <vector>

#include "base/rng.hpp"
#include "genres/superpuzz/analyse/features.hpp"
#include "genres/superpuzz/text/text.hpp"

namespace nazo::superpuzz {

Position random_deal(int columns, std::uint64_t seed, std::uint64_t index) {
  Rng rng(seed, index);
  std::vector<Card> pack;
  for (int card = 0; card < columns * suits; ++card) pack.push_back(static_cast<Card>(card));
  rng.shuffle(std::span(pack));
  Position position = empty_table(columns);
  for (int i = 0; i < columns * rows; ++i)
    position.at[place_of(i / columns, i % columns)] = pack[static_cast<std::size_t>(i)];
  name_holes_by_index(position);
  return position;
}

Batch generate(const Order& order) {
  const Position deal = random_deal(static_cast<int>(order.options.integer("columns")), order.seed, order.index);
  Batch batch;
  if (won(deal)) {
    batch.rejected.emplace_back("solved_at_start", 1);
    return batch;
  }
  Candidate candidate{.puzzle = {.genre = "superpuzz", .text = text_of(deal)}, .solution = {}};
  add_start_features(deal, candidate.features);
  batch.candidates.push_back(std::move(candidate));
  return batch;
}

}  // namespace nazo::superpuzz
