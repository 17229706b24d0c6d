#include "contract_battery.hpp"
#include "genres/sokoban/genre.hpp"

NAZO_CONTRACT_BATTERY(Sokoban, nazo::sokoban_genre(), {{"per-walk", "3"}});
