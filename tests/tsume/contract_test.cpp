// The contract that every genre keeps, kept by this one.
#include "contract_battery.hpp"
#include "genres/tsume/genre.hpp"

namespace nazo {
NAZO_CONTRACT_BATTERY(Tsume, tsume_genre());
}  // namespace nazo
