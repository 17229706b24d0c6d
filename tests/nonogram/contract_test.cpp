#include "contract_battery.hpp"
#include "genres/nonogram/genre.hpp"

NAZO_CONTRACT_BATTERY(Nonogram, nazo::nonogram_genre(), {{"size", "8x6"}, {"trials", "300"}, {"simulations", "10"}});
