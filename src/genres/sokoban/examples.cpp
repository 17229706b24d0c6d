#include "genres/sokoban/examples.hpp"

namespace nazo::sokoban {

std::vector<Example> examples() {
  return {
      {"first pushes",
       "#######\n"
       "#  .  #\n"
       "# $ $ #\n"
       "#  @  #\n"
       "#.   ##\n"
       "######\n",
       true},
      {"round the pillar",
       "   ####\n"
       " ###  #\n"
       " #    #\n"
       "##  #.#\n"
       "#.$$  #\n"
       "#  $# #\n"
       "###@ .#\n"
       "  #####\n",
       true},
      {"three boxes, generated",
       "  #####\n"
       "  #   #\n"
       "###$# ##\n"
       "# $  *@#\n"
       "#. . ###\n"
       "#   ##\n"
       "#   #\n"
       "#####\n",
       true},
      {"no way",
       "######\n"
       "#$  .#\n"
       "#  @ #\n"
       "#    #\n"
       "######\n",
       false},
  };
}

}  // namespace nazo::sokoban
