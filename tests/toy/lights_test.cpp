#include "contract_battery.hpp"
#include "toy/lights.hpp"

namespace nazo {
NAZO_CONTRACT_BATTERY(Lights, lights::genre(), {{"size", "4"}});
}  // namespace nazo
