#include "contract_battery.hpp"
#include "genres/shanghai/genre.hpp"

NAZO_CONTRACT_BATTERY(Shanghai, nazo::shanghai_genre(), {{"layout", "hut"}});
