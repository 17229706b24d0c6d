#include "budget_battery.hpp"
#include "genres/tsume/genre.hpp"

namespace {

nazo::contract::Workload tsume_work() {
  return {.large = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1",
          .costly = {{{"method", "compose"}, {"plies", "21..41"}, {"effort", "1000"}},
                     {{"method", "reverse"}, {"plies", "21..41"}, {"beam", "1000"}, {"effort", "1000"}},
                     {{"method", "random"}, {"plies", "9..15"}, {"effort", "1000"}, {"strict", "true"}}}};
}

}  // namespace

NAZO_BUDGET_BATTERY(Tsume, nazo::tsume_genre(), tsume_work())
