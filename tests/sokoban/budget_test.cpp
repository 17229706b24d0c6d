#include "budget_battery.hpp"
#include "genres/sokoban/genre.hpp"

namespace {

/// Three halls with a door between each and the next: 60 boxes in two of them, their goals in the third. Every solver
/// takes a board of that size, and none is done in a moment.
std::string warehouse() {
  constexpr int width = 38, height = 30;
  std::string text = std::string(width, '#') + "\n";
  for (int row = 1; row < height - 1; ++row) {
    std::string line = "#" + std::string(width - 2, ' ') + "#";
    if (row != 5) line[13] = '#';
    if (row != 15) line[27] = '#';
    if (row >= 8 && row < 20) line.replace(30, 5, ".....");
    const std::size_t shift = row % 4 == 0 ? 1 : 0;
    if (row % 2 == 0 && row < 26)
      for (const std::size_t column : {3, 6, 9, 16, 22}) line[column + shift] = '$';
    if (row == 1) line[1] = '@';
    text += line + "\n";
  }
  return text + std::string(width, '#') + "\n";
}

nazo::contract::Workload sokoban_work() {
  return {.small = {{"per-walk", "3"}},
          .answered = {{"five boxes",
                        "#######\n"
                        "#    .#\n"
                        "#  $$.#\n"
                        "# $ $ #\n"
                        "#  # $#\n"
                        "#.#   #\n"
                        "###@. #\n"
                        "  ### #\n"
                        "    #.#\n"
                        "    ###\n",
                        true},
                       {"two rooms",
                        "#############\n"
                        "#    #      #\n"
                        "# $$ #  ..  #\n"
                        "# $  #  ..  #\n"
                        "#  $ @      #\n"
                        "#    #      #\n"
                        "#############\n",
                        true},
                       {"a goal out of reach",
                        "#############\n"
                        "#    #   ####\n"
                        "# $$ #  ..  #\n"
                        "# $  #  .## #\n"
                        "#  $ @   #. #\n"
                        "#    #   ####\n"
                        "#############\n",
                        false},
                       {"eight boxes, no way in 4,386 positions",
                        "  ###\n"
                        " ##*#\n"
                        "## *#####\n"
                        "#     . #\n"
                        "# .   $ #\n"
                        "# $$ .$ ##\n"
                        "##  . .$*#\n"
                        " # #@# ###\n"
                        " #######\n",
                        false},
                       {"eight boxes, no way in 8,677 positions",
                        "#########\n"
                        "#.. .$$ #\n"
                        "#.@   $.#\n"
                        "#$.$. ###\n"
                        "# .   #\n"
                        "#$ $$ #\n"
                        "#   ###\n"
                        "##  #\n"
                        " ####\n",
                        false}},
          .large = warehouse(),
          .costly = {{{"most-states", "50000000"}, {"patience", "2000"}, {"size", "12x12"}, {"boxes", "6"}},
                     {{"most-states", "50000000"}, {"outline", "parts"}, {"keep-floor", "true"}, {"boxes", "6"}},
                     {{"symmetric", "rotation"}, {"boxes", "1"}, {"least-area", "2"}, {"most-area", "2"}},
                     {{"method", "paper"}, {"repair", "true"}, {"size", "12x12"}, {"boxes", "6"}}}};
}

}  // namespace

NAZO_BUDGET_BATTERY(Sokoban, nazo::sokoban_genre(), sokoban_work())
