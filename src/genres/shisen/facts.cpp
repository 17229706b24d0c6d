#include "genres/shisen/facts.hpp"

#include <algorithm>
#include <iterator>

#include "genres/shisen/analyse/features.hpp"
#include "genres/shisen/rules/rules.hpp"
#include "genres/shisen/solve/critique.hpp"

namespace nazo::shisen {

Facts make_facts() {
  Facts facts{
      .name = "shisen",
      .title = "Shisen-sho",
      .about =
          "Take away pairs of equal tiles until none is left. Two tiles can go if a path of at most three straight "
          "segments over empty cells "
          "joins them; it may run round the outside of the board (--border outside).",
      .sizes = "up to 30×30; usually 10×6 with 15 kinds or 18×8 with 36 kinds, four tiles of each",
      .solution_help = "pairs ROW,COLUMN-ROW,COLUMN separated by blanks, in the order they are taken",
      .formats =
          {{"shisen",
            {".shisen"},
            "rows of numbers, . for an empty cell; before them border: inside, where paths may not leave the board",
            true,
            true,
            true}},
      .features = feature_facts(),
      .codes = {{"unsolvable", "no order of moves clears the board"},
                {"odd_kind", "a kind has an odd number of tiles"},
                {"blocking", "the tiles of some kinds block each other, whatever else is taken"},
                {"wrong_solution", "a solution takes a pair that cannot go, or leaves tiles"}},
      .techniques = {{"take_pair", "two tiles of a kind: cells, kind"},
                     {"last_pair", "the last two tiles of the kind"},
                     {"whole_kind", "all four tiles of the kind can go now"},
                     {"other_pair_loses", "pairing the kind in one of the other ways would lose: others"},
                     {"rest_follows", "the rest of the board still follows"},
                     {"blocked", "lost: the tiles of these kinds block each other"}},
      .options =
          {{.name = "border",
            .kind = OptionKind::choice,
            .help = "may paths run round the outside of the board? (default: as the board's text says, else outside)",
            .fallback = "outside",
            .verbs = {"solve", "check", "analyze", "rate", "generate", "convert", "play", "serve"},
            .choices = {"outside", "inside"}},
           {.name = "proof",
            .kind = OptionKind::flag,
            .help = "print the proof of an unsolvable board",
            .verbs = {"solve"}},
           {.name = "size",
            .kind = OptionKind::text,
            .help = "WIDTHxHEIGHT",
            .fallback = "10x6",
            .verbs = {"generate"}},
           {.name = "kinds",
            .kind = OptionKind::integer,
            .help = "kinds of tiles (default: as many as fit)",
            .verbs = {"generate"},
            .lowest = 1,
            .highest = 450},
           {.name = "copies",
            .kind = OptionKind::integer,
            .help = "tiles of each kind",
            .fallback = "4",
            .verbs = {"generate"},
            .lowest = 2,
            .highest = most_copies},
           {.name = "method",
            .kind = OptionKind::choice,
            .help = "shuffle and prove solvable, or build backwards so that it is",
            .fallback = "random",
            .verbs = {"generate"},
            .choices = {"random", "reverse"}},
           {.name = "highlight",
            .kind = OptionKind::choice,
            .help = "colour groups of tiles that block each other",
            .fallback = "none",
            .verbs = {"convert"},
            .choices = {"none", "patterns", "traps"}}},
      .presets = {{"paper", "10×6 with 15 kinds of four, as in the paper", {{"size", "10x6"}, {"copies", "4"}}},
                  {"large", "18×8 with 36 kinds of four, the full set of tiles", {{"size", "18x8"}, {"copies", "4"}}},
                  {"small", "6×4 with 6 kinds of four", {{"size", "6x4"}, {"copies", "4"}}},
                  {"tricky",
                   "8×5 boards on which a random player hardly ever wins",
                   {{"size", "8x5"}, {"copies", "4"}, {"keep", "random_walk_win < .25"}}}},
      .examples = {{"small", "1 2 3 4 1 5\n6 3 6 4 5 2\n5 1 2 3 6 4\n4 6 5 1 3 2\n", true},
                   {"crossed", "1 2\n2 1\n", false},
                   {"gaps", "1 . 2 3\n2 3 . 1\n", true}},
  };
  facts.repairs = repair_facts();
  std::ranges::move(tiles::space_option_facts(), std::back_inserter(facts.options));
  return facts;
}

}  // namespace nazo::shisen
