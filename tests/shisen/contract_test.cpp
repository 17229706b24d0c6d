#include "contract_battery.hpp"
#include "genres/shisen/genre.hpp"

NAZO_CONTRACT_BATTERY(Shisen, nazo::shisen_genre(), {{"size", "6x4"}})
