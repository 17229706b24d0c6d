#include "budget_battery.hpp"
#include "genres/sokoban/genre.hpp"

namespace {

/// A hall of 40 × 30 squares with two dozen boxes, where nothing is decided in a moment.
std::string hall() {
  std::string text(40, '#');
  text += "\n";
  for (int row = 1; row < 29; ++row) {
    std::string line = "#" + std::string(38, ' ') + "#";
    if (row % 4 == 2)
      for (int column = 4; column < 36; column += 8) line[static_cast<std::size_t>(column)] = '$';
    if (row % 4 == 0 && row < 28)
      for (int column = 7; column < 39; column += 8)
        line[static_cast<std::size_t>(column)] = row == 4 && column == 7 ? '.' : '.';
    if (row == 26)
      for (int column = 7; column < 39; column += 8) line[static_cast<std::size_t>(column)] = '.';
    if (row == 1) line[1] = '@';
    text += line + "\n";
  }
  return text + std::string(40, '#') + "\n";
}

nazo::contract::Workload sokoban_work() {
  return {
      .small = {{"per-walk", "3"}},
      .answered =
          {{"five boxes", "#######\n#    .#\n#  $$.#\n# $ $ #\n#  # $#\n#.#   #\n###@. #\n  ### #\n    #.#\n    ###\n",
            true},
           {"two rooms",
            "#############\n#    #      #\n# $$ #  ..  #\n# $  #  ..  #\n#  $ @      #\n#    #      #\n#############\n",
            true},
           {"a goal out of reach",
            "#############\n#    #   ####\n# $$ #  ..  #\n# $  #  .## #\n#  $ @   #. #\n#    #   ####\n#############\n",
            false}},
      .large = hall(),
      .costly = {{{"most-states", "50000000"}, {"patience", "1000000"}, {"size", "12x12"}, {"boxes", "6"}},
                 {{"method", "paper"}, {"repair", "true"}, {"size", "12x12"}, {"boxes", "6"}}}};
}

}  // namespace

NAZO_BUDGET_BATTERY(Sokoban, nazo::sokoban_genre(), sokoban_work())
