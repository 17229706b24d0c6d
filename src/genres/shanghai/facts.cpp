#include "genres/shanghai/facts.hpp"

#include <algorithm>
#include <iterator>

#include "genres/shanghai/analyse/features.hpp"
#include "genres/shanghai/rules/rules.hpp"
#include "genres/shanghai/solve/critique.hpp"

namespace nazo::shanghai {

namespace {

std::vector<OptionFact> option_facts() {
  return {
      {.name = "seen",
       .kind = OptionKind::choice,
       .help = "what the player sees: as the board says, all tiles, or only faces that nothing covers (solve and "
               "check always look under all tiles)",
       .fallback = "given",
       .verbs = {"solve", "generate", "convert", "play"},
       .choices = {"given", "all", "top"}},
      {.name = "deal",
       .kind = OptionKind::integer,
       .help = "seed of the faces for a layout that has none",
       .fallback = "1",
       .verbs = {"solve", "check", "analyze", "rate", "convert", "play"},
       .lowest = 0,
       .highest = 1e15},
      {.name = "map",
       .kind = OptionKind::text,
       .help = "which map of a GNOME Mahjongg file that has several",
       .verbs = {"solve", "check", "analyze", "rate", "convert", "play", "generate"}},
      {.name = "proof", .kind = OptionKind::flag, .help = "print the proof of an unsolvable board", .verbs = {"solve"}},
      {.name = "layout",
       .kind = OptionKind::text,
       .help = "turtle, pyramid, fort, butterfly, wheel, bridge, cross, stairs, hills, heart, snake, islands, hill, "
               "gate, hut, or new",
       .fallback = "turtle",
       .verbs = {"generate"}},
      {.name = "layout-file",
       .kind = OptionKind::file,
       .help = "a layout of your own: ours, KMahjongg's or GNOME Mahjongg's format",
       .verbs = {"generate"}},
      {.name = "silhouette",
       .kind = OptionKind::file,
       .help = "rows of # and . (a sign a tile) that a new layout covers",
       .verbs = {"generate"}},
      {.name = "symmetry",
       .kind = OptionKind::choice,
       .help = "of a new layout",
       .fallback = "none",
       .verbs = {"generate"},
       .choices = {"none", "left-right", "top-bottom", "both", "half-turn"}},
      {.name = "tiles",
       .kind = OptionKind::integer,
       .help = "tiles of a new layout",
       .fallback = "144",
       .verbs = {"generate"},
       .lowest = 2,
       .highest = most_tiles},
      {.name = "layers",
       .kind = OptionKind::integer,
       .help = "layers of a new layout, at most",
       .fallback = "4",
       .verbs = {"generate"},
       .lowest = 1,
       .highest = most_layers},
      {.name = "kinds",
       .kind = OptionKind::integer,
       .help = "kinds of tiles (default: as many as fit)",
       .verbs = {"generate"},
       .lowest = 1,
       .highest = group_count},
      {.name = "copies",
       .kind = OptionKind::integer,
       .help = "tiles of each kind",
       .fallback = "4",
       .verbs = {"generate"},
       .lowest = 2,
       .highest = tiles::most_copies},
      {.name = "method",
       .kind = OptionKind::choice,
       .help = "shuffle and prove solvable, deal backwards so that it is, or shuffle alone (some cannot be cleared)",
       .fallback = "random",
       .verbs = {"generate"},
       .choices = {"random", "reverse", "shuffle"}}};
}

}  // namespace

Facts make_facts() {
  Facts facts{
      .name = "shanghai",
      .title = "Shanghai",
      .about =
          "Take away pairs of matching tiles until none is left. A tile can go if nothing lies on it and its left or "
          "its right side is open. Any two flowers match, and any two seasons. With --seen top the faces of "
          "covered tiles are unknown.",
      .sizes = "up to 144 tiles in up to five layers on half-tile positions; usually the turtle of 144",
      .solution_help =
          "pairs LAYER,ROW,COLUMN-LAYER,ROW,COLUMN (half tiles, from 1) separated by blanks, in the order "
          "they are taken",
      .formats =
          {{"shanghai", {".shanghai"}, "layers drawn with two letters a tile", true, true, true},
           {"kmahjongg", {".layout"}, "KMahjongg's layout; the faces are dealt anew (--deal)", true, true, false},
           {"gnome", {".map"}, "GNOME Mahjongg's map XML; the faces are dealt anew (--deal)", true, true, false}},
      .features = feature_facts(),
      .codes = {{"unsolvable", "no order of moves clears the board"},
                {"odd_kind", "a kind has an odd number of tiles"},
                {"wrong_solution", "a solution takes a pair that cannot go, or leaves tiles"}},
      .techniques = {{"take_pair", "two tiles of a kind: cells, kind"},
                     {"last_pair", "the last two tiles of the kind"},
                     {"whole_kind", "all that is left of the kind can go now"},
                     {"other_pair_loses", "taking the kind in another way would lose: others"},
                     {"rest_follows", "the rest of the board still follows"},
                     {"uncovers", "of what can be seen, this pair sets most tiles free: freed"},
                     {"hidden", "covered tiles decide, and nobody has seen them: hidden"},
                     {"blocked", "lost: these tiles are in each other's way: kinds, tiles, slots"}},
      .options = option_facts(),
      .presets = {{"turtle", "the classic turtle, all tiles seen", {{"layout", "turtle"}}},
                  {"classic", "the classic turtle, covered tiles unknown", {{"layout", "turtle"}, {"seen", "top"}}},
                  {"hut", "24 tiles, a first game", {{"layout", "hut"}}},
                  {"tricky",
                   "turtles on which a player who sees only free tiles hardly ever wins",
                   {{"layout", "turtle"}, {"keep", "blind_win < .05"}}}},
      .examples = {{"steps", "layer 1\np1p2p3\n[][][]\np3p1p2\n[][][]\nlayer 2\n.p4p4\n.[][]\n", true},
                   {"crossed", "layer 1\np1p2\n[][]\nlayer 2\np1p2\n[][]\n", false},
                   {"blossoms", "layer 1\nf1y2m1\n[][][]\nm1f3y4\n[][][]\n", true}},
  };
  facts.repairs = repair_facts();
  std::ranges::move(tiles::space_option_facts(), std::back_inserter(facts.options));
  return facts;
}

}  // namespace nazo::shanghai
