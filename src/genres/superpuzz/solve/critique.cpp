#include "genres/superpuzz/solve/critique.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "base/text.hpp"
#include "genres/superpuzz/solve/solve.hpp"
#include "genres/superpuzz/text/text.hpp"
#include "puzzle/critique.hpp"

namespace nazo::superpuzz {

namespace {

/// What judging one changed deal may cost: a critique looks at hundreds of them.
constexpr std::uint64_t nodes_for_a_change = 20'000;
constexpr std::size_t most_repairs = 3;

std::string written(Place place) { return cat(row_of(place) + 1, ",", column_of(place) + 1); }

std::vector<Place> places_of(const Position& deal) {
  std::vector<Place> places;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < deal.columns; ++column) places.push_back(place_of(row, column));
  return places;
}

/// Exchanges of two cards, or of a card and a hole, that make the deal winnable; the nearest first.
void add_exchanges(Critique& critique, const Position& deal, const Context& context, Meter& meter) {
  std::vector<std::tuple<int, Place, Place>> pairs;
  const std::vector<Place> all = places_of(deal);
  for (const Place a : all)
    for (const Place b : all)
      if (a < b && !(deal.hole_at(a) && deal.hole_at(b)))
        pairs.emplace_back(std::abs(row_of(a) - row_of(b)) + std::abs(column_of(a) - column_of(b)), a, b);
  std::ranges::sort(pairs);
  for (const auto& [apart, a, b] : pairs) {
    if (critique.repairs.size() == most_repairs || !meter.check()) return;
    Position changed = deal;
    std::swap(changed.at[a], changed.at[b]);
    if (won(changed)) continue;
    Context quick = context;
    quick.budget = meter.rest();
    quick.budget.nodes = std::min(quick.budget.nodes, nodes_for_a_change);
    if (solve_best(changed, quick).status != Status::solved) continue;
    critique.repairs.push_back({"swap_cards",
                                cat("exchange the cards at ", written(a), " and ", written(b)),
                                text_of(changed),
                                {written(a), written(b)}});
  }
}

}  // namespace

std::vector<TechniqueFact> repair_facts() { return {{"swap_cards", "exchange two cards, or a card and a hole"}}; }

Result<Critique> critique(const Position& deal, Closeness closeness, const Facts& facts, const Options& options,
                          const Context& context) {
  Meter meter(context.budget);
  NAZO_TRY(verdict, solve(deal, options, context));
  Critique critique{.verdict = std::move(verdict)};
  if (critique.verdict.status == Status::unknown) critique.limit = critique.verdict.limit;
  if (won(deal)) add_remark(critique, facts, {"solved_at_start", "every row is complete already"});
  if (critique.verdict.status == Status::unsolvable)
    add_remark(critique, facts,
               {"unsolvable", cat("no sequence of steps wins: the search was exhausted after ",
                                  grouped(critique.verdict.stats.nodes), " states")});
  if (closeness == Closeness::repairs && critique.faulty) add_exchanges(critique, deal, context, meter);
  if (!meter.check()) critique.limit = meter.limit();
  return critique;
}

}  // namespace nazo::superpuzz
