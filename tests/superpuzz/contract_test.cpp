// The contract that every genre keeps, kept by this one.
#include "contract_battery.hpp"
#include "genres/superpuzz/genre.hpp"

namespace nazo {
NAZO_CONTRACT_BATTERY(Superpuzz, superpuzz_genre(), {{"columns", "7"}});
}  // namespace nazo
