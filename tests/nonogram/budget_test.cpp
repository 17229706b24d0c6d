#include "budget_battery.hpp"
#include "genres/nonogram/genre.hpp"

namespace {

/// A large picture of noise: far from line-solvable.
std::string noise() {
  nazo::Rng rng(3);
  constexpr int size = 40;
  std::vector<std::vector<bool>> black(size, std::vector<bool>(size));
  for (auto& row : black)
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = rng.below(2) == 0;
  const auto clue = [&](auto&& cell) {
    std::vector<std::string> runs;
    int run = 0;
    for (int i = 0; i <= size; ++i)
      if (i < size && cell(i)) {
        ++run;
      } else if (run > 0) {
        runs.push_back(std::to_string(run));
        run = 0;
      }
    return runs.empty() ? std::string("0") : nazo::join(runs, ",");
  };
  std::string text = nazo::cat("width ", size, "\nheight ", size, "\nrows\n");
  for (std::size_t r = 0; r < size; ++r) text += clue([&](int i) { return black[r][static_cast<std::size_t>(i)]; }) + "\n";
  text += "columns\n";
  for (std::size_t c = 0; c < size; ++c) text += clue([&](int i) { return black[static_cast<std::size_t>(i)][c]; }) + "\n";
  return text;
}

nazo::contract::Workload nonogram_work() {
  return {.small = {{"size", "8x6"}, {"trials", "300"}, {"simulations", "10"}},
          .large = noise(),
          .costly = {{{"size", "60x60"}, {"smooth", "0"}, {"level", "lines"}, {"attempts", "1000000"}}}};
}

}  // namespace

NAZO_BUDGET_BATTERY(Nonogram, nazo::nonogram_genre(), nonogram_work())
