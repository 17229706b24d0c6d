#include "budget_battery.hpp"
#include "genres/shanghai/generate/deal.hpp"
#include "genres/shanghai/genre.hpp"
#include "genres/shanghai/rules/layouts.hpp"

namespace {

std::string turtle(std::uint64_t seed) {
  return nazo::shanghai::write_board(
      *nazo::shanghai::deal_layout(*nazo::shanghai::find_layout("turtle"), nazo::shanghai::Seen::all, seed));
}

/// A board of 48 tiles, whose space takes a while.
std::string hill() {
  return nazo::shanghai::write_board(
      *nazo::shanghai::deal_layout(*nazo::shanghai::find_layout("hill"), nazo::shanghai::Seen::all, 4));
}

nazo::contract::Workload shanghai_work() {
  return {.small = {{"layout", "hut"}},
          .large = turtle(18),
          .costly = {{{"layout", "new"}}, {{"layout", "turtle"}, {"method", "reverse"}}},
          .more_large = {hill()},
          .seconds = 0.1};
}

}  // namespace

NAZO_BUDGET_BATTERY(Shanghai, nazo::shanghai_genre(), shanghai_work())
