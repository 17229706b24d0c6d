#include "budget_battery.hpp"
#include "genres/superpuzz/genre.hpp"

namespace {

nazo::contract::Workload superpuzz_work() {
  return {.small = {{"columns", "6"}, {"paper-states", "2000"}, {"effort", "50"}},
          .large = "S7 S5 S9 H6 C3 C4 CT S8 H9 H2 D2 D3 HT\nSA S4 DA SQ -- H3 D8 -- ST DJ D7 D4 S2\n"
                   "H4 S3 SJ D9 CA H8 DQ C2 C6 HJ -- C7 HA\nC5 C8 DT D6 H7 HQ D5 C9 CJ CQ S6 -- H5\n"};
}

}  // namespace

NAZO_BUDGET_BATTERY(Superpuzz, nazo::superpuzz_genre(), superpuzz_work())
