#include "serve/study_order.hpp"

#include <algorithm>

#include "base/rng.hpp"

namespace nazo::serve {

std::vector<std::string> study_sequence(const store::Study& study, std::int64_t number) {
  std::vector<std::string> puzzles = study.puzzles;
  const std::size_t n = puzzles.size();
  if (n < 2 || study.order == store::StudyOrder::fixed) return puzzles;
  if (study.order == store::StudyOrder::random) {
    Rng rng(study.seed, static_cast<std::uint64_t>(number));
    rng.shuffle(std::span(puzzles));
    return puzzles;
  }
  // The puzzles get letters by the seed, the same for all; row r of the square is 0, 1, n−1, 2, n−2, … shifted by r. For odd n the second
  // half of the participants walk the rows backwards.
  Rng rng(study.seed);
  rng.shuffle(std::span(puzzles));
  const auto row = static_cast<std::size_t>(number > 0 ? number - 1 : 0) % (2 * n);
  std::vector<std::string> sequence;
  for (std::size_t place = 0; place < n; ++place) {
    const std::size_t zigzag = place % 2 == 1 ? (place + 1) / 2 : (n - place / 2) % n;
    sequence.push_back(puzzles[(zigzag + row) % n]);
  }
  if (row >= n) std::ranges::reverse(sequence);
  return sequence;
}

}  // namespace nazo::serve
