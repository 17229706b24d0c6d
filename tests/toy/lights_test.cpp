#include "toy/lights.hpp"
#include "contract_battery.hpp"

namespace nazo {
NAZO_CONTRACT_BATTERY(Lights, lights::genre(), {{"size", "4"}});
}  // namespace nazo
