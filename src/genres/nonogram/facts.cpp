// What the genre says of itself: formats, features, codes, options, examples.
#include "genres/nonogram/facts.hpp"
#include "genres/nonogram/analyse/features.hpp"
#include "genres/nonogram/generate/critique.hpp"
#include "genres/nonogram/play/hint.hpp"
#include "genres/nonogram/rules/rules.hpp"

namespace nazo::nonogram {

namespace {

std::vector<OptionFact> option_table() {
  const std::vector<std::string> reading = {"solve", "check", "analyze", "rate", "generate", "convert", "play"};
  return {
      {.name = "first",
       .kind = OptionKind::flag,
       .help = "stop at the first solution, without proving it the only one",
       .verbs = {"solve"}},
      {.name = "engine",
       .kind = OptionKind::choice,
       .help = "where conflict-driven search begins: after single assumptions (both; probing says the same), or after "
               "lines (sat)",
       .fallback = "both",
       .verbs = {"solve", "check"},
       .choices = {"both", "probing", "sat"}},
      {.name = "trials",
       .kind = OptionKind::integer,
       .help = "random solvings behind the features d_… and T_…",
       .fallback = "100000",
       .verbs = {"analyze", "rate", "generate"},
       .lowest = 1,
       .highest = 1e9},
      {.name = "h3",
       .kind = OptionKind::choice,
       .help = "how the heuristic h3 is read: as printed, not for a black outermost cell, or the full reach",
       .fallback = "printed",
       .verbs = {"analyze", "rate", "generate"},
       .choices = {"printed", "inner", "full"}},
      {.name = "prefer",
       .kind = OptionKind::text,
       .help =
           "techniques of the simulated person in the order they are looked for, each with :COST if not the usual one",
       .fallback = "h2,h1,h5,h3,h4,h6,E",
       .verbs = {"analyze", "rate", "generate"}},
      {.name = "techniques",
       .kind = OptionKind::flag,
       .help = "positions as data say what each technique would find in each line",
       .verbs = {"view"}},
      {.name = "simulations",
       .kind = OptionKind::integer,
       .help = "solvings of the simulated person behind the features effort_…",
       .fallback = "200",
       .verbs = {"analyze", "rate", "generate"},
       .lowest = 1,
       .highest = 1e7},
      {.name = "size",
       .kind = OptionKind::text,
       .help = "WIDTHxHEIGHT of a new puzzle (15x15 if not given), or to scale a picture to (0 follows from the other)",
       .verbs = reading},
      {.name = "density",
       .kind = OptionKind::real,
       .help = "share of black cells of a random picture",
       .fallback = "0.5",
       .verbs = {"generate"},
       .lowest = 0.01,
       .highest = 0.99},
      {.name = "smooth",
       .kind = OptionKind::integer,
       .help = "0 noise, 1 to 4 ever larger shapes",
       .fallback = "1",
       .verbs = {"generate"},
       .lowest = 0,
       .highest = 4},
      {.name = "symmetry",
       .kind = OptionKind::choice,
       .help = "of a random picture",
       .fallback = "none",
       .verbs = {"generate"},
       .choices = {"none", "left-right", "top-bottom", "both", "half-turn", "quarter-turn", "diagonal"}},
      {.name = "level",
       .kind = OptionKind::choice,
       .help = "what a made puzzle may need: lines alone, single assumptions, or anything as long as it is unique",
       .fallback = "lines",
       .verbs = {"generate"},
       .choices = {"lines", "probes", "unique"}},
      {.name = "attempts",
       .kind = OptionKind::integer,
       .help = "random pictures tried for one puzzle before giving up",
       .fallback = "20000",
       .verbs = {"generate"},
       .lowest = 1,
       .highest = 1e9},
      {.name = "picture",
       .kind = OptionKind::file,
       .help = "make the puzzle from this picture: PNG, PBM, PGM, or text of # and .",
       .verbs = {"generate"}},
      {.name = "rows",
       .kind = OptionKind::text,
       .help = "make the puzzle from this picture: rows of # and . with / between them",
       .verbs = {"generate"}},
      {.name = "threshold",
       .kind = OptionKind::integer,
       .help = "cells of a picture darker than this (1 to 255) are black; if not given it is found by Otsu's method",
       .verbs = reading,
       .lowest = 1,
       .highest = 255},
      {.name = "crop",
       .kind = OptionKind::choice,
       .help = "what to cut off a picture before scaling",
       .fallback = "margins",
       .verbs = reading,
       .choices = {"margins", "nothing"}},
      {.name = "invert",
       .kind = OptionKind::flag,
       .help = "the bright cells of a picture are the black ones",
       .verbs = reading},
  };
}

}  // namespace

Facts make_facts() {
  Facts facts;
  facts.name = "nonogram";
  facts.title = "Nonogram";
  facts.about =
      "Fill cells so that every row and column has exactly the blocks of black cells its numbers list, in order, with "
      "at least one "
      "empty cell between two blocks. The filled cells make a picture.";
  facts.sizes = "1×1 to 126×126";
  facts.solution_help =
      "the picture: rows of # (filled, or the letter of a colour) and . (empty), parted by line ends or slashes";
  facts.formats = {
      {"non", {".non"}, "Steve Simpson's format, also of webpbn.com: width, height, rows, columns, goal"},
      {"nin", {".nin"}, "columns and rows, then a line of numbers for every row and every column"},
      {"xml", {".xml"}, "the XML of webpbn.com, also in colours"},
      {"id", {".id"}, "game ids of Simon Tatham's Pattern: WIDTHxHEIGHT:COLUMNS/ROWS, one a line"},
      {"taai",
       {".taai"},
       "batches of the TAAI tournaments: $NUMBER, then tab-separated column clues and row clues",
       true,
       false,
       false},
      {"png", {".png"}, "a PNG picture becomes the clues that describe it", true, false, false},
      {"pnm",
       {".pbm", ".pgm", ".pnm"},
       "a portable bitmap or greymap becomes the clues that describe it",
       true,
       false,
       false},
      {"svg", {".svg"}, "a drawing to print", false, true, false},
  };
  facts.features = feature_facts();
  facts.codes = {
      {"no_solution", "no picture meets the clues"},
      {"not_unique", "more than one picture meets the clues"},
      {"wrong_goal", "the picture that came with the puzzle does not meet its clues"},
      {"not_line_solvable", "lines alone do not solve it: assumptions are needed", false},
      {"blank_edge", "lines at the edge have no black cell", false},
  };
  facts.repairs = repair_facts();
  facts.techniques = technique_facts();
  facts.options = option_table();
  facts.presets = {
      {"small", "10×10, quick", {{"size", "10x10"}}},
      {"classic", "15×15", {{"size", "15x15"}}},
      {"large", "25×25 with large shapes", {{"size", "25x25"}, {"smooth", "2"}}},
      {"mirror", "20×20, left and right alike", {{"size", "20x20"}, {"symmetry", "left-right"}}},
      {"tricky", "12×12, single assumptions allowed", {{"size", "12x12"}, {"level", "probes"}, {"density", "0.45"}}},
  };
  facts.examples = {
      {"heart", "width 5\nheight 5\n\nrows\n1,1\n5\n5\n3\n1\n\ncolumns\n2\n4\n4\n4\n2\n", true},
      {"dancer",
       "width 5\nheight 10\n\nrows\n2\n2,1\n1,1\n3\n1,1\n1,1\n2\n1,1\n1,2\n2\n\ncolumns\n2,1\n2,1,3\n7\n1,3\n2,1\n",
       true},
      {"two ways", "width 3\nheight 3\n\nrows\n2\n1,1\n2\n\ncolumns\n2\n1,1\n2\n", true},
      {"impossible", "width 2\nheight 2\n\nrows\n2\n0\n\ncolumns\n2\n0\n", false},
  };
  return facts;
}

}  // namespace nazo::nonogram
