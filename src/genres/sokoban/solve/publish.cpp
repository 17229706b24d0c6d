#include "genres/sokoban/solve/publish.hpp"

#include <optional>

#include "base/text.hpp"
#include "genres/sokoban/generate/trim.hpp"
#include "genres/sokoban/solve/solve.hpp"

namespace nazo::sokoban {

namespace {

/// Fields larger than this are not searched for useless floor.
constexpr std::uint32_t most_states_to_trim = 100'000;

using Squares = std::vector<std::string>;

/// Nothing if the level does not fit this grid.
template <class G>
std::optional<Result<Squares>> useless_on(const Level& level, Meter& meter) {
  const auto small = to_small<G>(level);
  if (!small || G::count(small->boxes) > most_field_boxes || G::count(small->boxes) == 0) return std::nullopt;
  Field<G> field;
  const Explored explored = field.explore_until(*small, most_states_to_trim, share_of(meter, 2));
  if (explored == Explored::cut) return fail_limit(meter.limit());
  if (explored == Explored::no_room) return fail_limit(Limit::memory);
  if (explored != Explored::reached_start) return Squares{};
  const auto useless = useless_floor(field, *small, share_of(meter, 2));
  if (!useless) return std::unexpected(useless.error());
  // The small level lies in the corner of its grid: back to the rows and columns of the board.
  const std::vector<bool> floor = walkable(level);
  int top = level.height, left = level.width;
  for (int r = 0; r < level.height; ++r)
    for (int c = 0; c < level.width; ++c)
      if (floor[static_cast<std::size_t>(level.index(r, c))]) {
        top = std::min(top, r);
        left = std::min(left, c);
      }
  Squares places;
  for_each_bit<G>(*useless, [&](int square) {
    places.push_back(cat(row_of<G>(square) + top + 1, ",", column_of<G>(square) + left + 1));
  });
  return places;
}

}  // namespace

Result<Squares> useless_floor_places(const Level& level, Meter& meter) {
  if (auto found = useless_on<Grid6>(level, meter)) return std::move(*found);
  if (auto found = useless_on<Grid8>(level, meter)) return std::move(*found);
  if (auto found = useless_on<Grid10>(level, meter)) return std::move(*found);
  return Squares{};
}

Result<Report> publishable(const Level& level, const Budget& budget) {
  Report report;
  for (const Fault& fault : faults(level)) {
    report.faulty = true;
    report.findings.push_back(
        {fault.code, cat(fault.message, " (row ", fault.row + 1, ", column ", fault.column + 1, ")")});
  }
  if (report.faulty) return report;
  if (solved(level)) {
    report.faulty = true;
    report.findings.push_back({"solved_at_start", "every box stands on a goal already"});
    return report;
  }
  Meter meter(budget);
  NAZO_TRY(answer, solve(level, Aim::any, budget));
  if (answer.status == Status::unknown) {
    report.limit = answer.limit;
    return report;
  }
  if (answer.status == Status::unsolvable) {
    report.faulty = true;
    report.findings.push_back({"unsolvable", "no sequence of moves solves it: every position was tried or ruled out"});
    return report;
  }
  (void)meter.spend(answer.stats.nodes);
  const auto useless = useless_floor_places(level, meter);
  if (!useless) report.limit = useless.error().limit;
  if (useless && !useless->empty())
    report.findings.push_back(
        {"useless_floor", cat("could be walls, each by itself (row,column): ", join(*useless, " "))});
  return report;
}

}  // namespace nazo::sokoban
