#include "genres/nonogram/analyse/effort.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "genres/nonogram/solve/board.hpp"

namespace nazo::nonogram {

namespace {

constexpr std::array<std::uint64_t, solving_ways> usual_cost = {5000, 1500, 1000, 2500, 3000, 2000, 3000};
constexpr std::uint64_t cost_of_scanning_a_cell = 150, cost_of_a_block = 500;

/// floor(log2(n over k)), from exact whole numbers.
int bits_of_binomial(int n, int k) {
  static const auto table = [] {
    constexpr int side = longest_side + 2;
    auto bits = std::make_unique<std::array<std::array<std::uint8_t, side>, side>>();
    std::array<Word128, side> row{1};
    for (int i = 0; i < side; ++i) {
      for (int j = i; j > 0; --j) row[static_cast<std::size_t>(j)] += row[static_cast<std::size_t>(j - 1)];
      for (int j = 0; j <= i; ++j)
        (*bits)[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
            static_cast<std::uint8_t>(highest_bit(row[static_cast<std::size_t>(j)]));
    }
    return bits;
  }();
  return (*table)[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

template <class Size>
class Person {
 public:
  using Word = typename Size::Word;

  Person(const Clues& clues, const std::vector<Preference>& preferences, EdgeBlack edge_black)
      : problem_(clues), preferences_(preferences), edge_black_(edge_black) {}

  /// False: the clock ran out.
  bool solve(std::uint64_t seed, std::uint64_t index, EffortSums& sums, const Meter& clock) {
    Rng rng(seed, index, stream);
    board_ = Board<Size>::empty(problem_);
    for (auto& lines : can_) lines.clear();
    for (int line = 0; line < problem_.lines; ++line) look_at(line);
    fresh_.clear();
    ++sums.trials;
    for (;;) {
      std::size_t choice = 0;
      while (choice < preferences_.size() && can_[choice].empty()) ++choice;
      if (choice == preferences_.size()) return true;
      if (clock.overdue() != Limit::none) return false;
      const LineSet<Size>& lines = can_[choice];
      int count = 0;
      lines.for_each([&](int) { ++count; });
      auto skip = static_cast<int>(rng.below(static_cast<std::uint64_t>(count)));
      int line = lines.next(0);
      while (skip-- > 0) line = lines.next(line + 1);
      step(preferences_[choice], line, sums);
    }
  }

 private:
  static constexpr std::uint32_t stream = 0x65666672;

  void look_at(int line) {
    const auto& known = board_.line(line);
    const Rule& rule = problem_.rule(line);
    const bool open = ((known.black | known.white) ^ first_bits<Word>(rule.length)) != 0;
    for (std::size_t i = 0; i < preferences_.size(); ++i)
      can_[i].put(line,
                  open && apply<Word>(preferences_[i].way, rule, known.black, known.white, edge_black_).any() ? 1 : 0);
  }

  void step(const Preference& preference, int line, EffortSums& sums) {
    const Rule& rule = problem_.rule(line);
    auto& known = board_.line(line);
    const Trimmed t = trim_line<Word>(rule, known.black, known.white);
    const int blocks = t.to - t.from;
    std::uint64_t cost = preference.cost + cost_of_scanning_a_cell * static_cast<std::uint64_t>(rule.length) +
                         cost_of_a_block * static_cast<std::uint64_t>(blocks);
    if (preference.way == Way::E) {
      int used = 0;
      for (int j = t.from; j < t.to; ++j) used += rule.blocks[static_cast<std::size_t>(j)].size;
      cost +=
          1000 * static_cast<std::uint64_t>(bits_of_binomial(std::max(t.last - t.first - used + 1, blocks), blocks));
    }
    // A line that has just got a cell is looked at with less trouble than one that must be searched for.
    if (fresh_.has(line)) cost = cost * 7 / 10;
    const auto way = static_cast<std::size_t>(preference.way);
    ++sums.steps;
    ++sums.steps_by[way];
    sums.effort_by[way] += cost;

    const Setting<Word> set = apply<Word>(preference.way, rule, known.black, known.white, edge_black_);
    known.black |= set.black;
    known.white |= set.white;
    look_at(line);
    fresh_.clear();
    const Word place = bit<Word>(problem_.place_on_crossing(line));
    for_each_bit(static_cast<Word>(set.black | set.white), [&](int cell) {
      const int crossing = problem_.crossing(line, cell);
      auto& other = board_.line(crossing);
      (set.black >> cell & 1 ? other.black : other.white) |= place;
      fresh_.add(crossing);
      look_at(crossing);
    });
  }

  Problem<Size> problem_;
  const std::vector<Preference>& preferences_;
  EdgeBlack edge_black_;
  Board<Size> board_;
  std::array<LineSet<Size>, solving_ways> can_{};  ///< for each preference, the lines it can update
  LineSet<Size> fresh_;                            ///< lines that the last step gave a cell
};

}  // namespace

Result<std::vector<Preference>> preferences_of(std::string_view text) {
  std::vector<Preference> out;
  for (const std::string_view part : split(text, ',')) {
    const std::string_view item = trim(part);
    const std::size_t colon = std::min(item.find(':'), item.size());
    int way = 0;
    while (way < solving_ways && name(static_cast<Way>(way)) != item.substr(0, colon)) ++way;
    if (way == solving_ways)
      return fail(cat("--prefer takes E and h1 to h6 with commas between them, not ", in_quotes(item)));
    if (std::ranges::any_of(out, [&](const Preference& p) { return p.way == static_cast<Way>(way); }))
      return fail(cat("--prefer names ", name(static_cast<Way>(way)), " twice"));
    std::uint64_t cost = usual_cost[static_cast<std::size_t>(way)];
    if (colon < item.size()) {
      const auto given = real_of(item.substr(colon + 1));
      if (!given || !(*given >= 0 && *given <= 1000))
        return fail(cat("--prefer: a cost is a number from 0 to 1000, not ", in_quotes(item.substr(colon + 1))));
      cost = static_cast<std::uint64_t>(std::llround(*given * 1000));
    }
    out.push_back({static_cast<Way>(way), cost});
  }
  if (std::ranges::none_of(out, [](const Preference& p) { return p.way == Way::E; }))
    out.push_back({Way::E, usual_cost[0]});
  return out;
}

void EffortSums::merge(const EffortSums& other) {
  trials += other.trials;
  steps += other.steps;
  for (std::size_t i = 0; i < solving_ways; ++i) {
    steps_by[i] += other.steps_by[i];
    effort_by[i] += other.effort_by[i];
  }
}

std::optional<EffortSums> simulate(const Clues& clues, const std::vector<Preference>& preferences, EdgeBlack edge_black,
                                   std::uint64_t seed, std::uint64_t first, std::uint64_t count, const Meter& clock) {
  return with_size(clues.width(), clues.height(), [&](auto size) -> std::optional<EffortSums> {
    EffortSums sums;
    const auto person = std::make_unique<Person<decltype(size)>>(clues, preferences, edge_black);
    for (std::uint64_t i = first; i < first + count; ++i)
      if (!person->solve(seed, i, sums, clock)) return std::nullopt;
    return sums;
  });
}

}  // namespace nazo::nonogram
