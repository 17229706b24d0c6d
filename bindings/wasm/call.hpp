// One call into a genre: texts in, a JSON text out. Everything the browser asks passes through here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"

namespace nazo::wasm {

// clang-format off
/// words[0] is what is asked, the rest its arguments. The answer is {"value": …} or
/// {"error": {message, line, column}}.
///
///   genres                                     facts of every genre
///   parse GENRE OPTIONS TEXT FORMAT            [puzzle…]
///   print GENRE OPTIONS TEXT FORMAT [SOLUTION [TITLE]]    text
///   canonical GENRE OPTIONS TEXT               text
///   picture GENRE OPTIONS TEXT SOLUTION        SVG text
///   solve GENRE OPTIONS TEXT LIMITS            verdict
///   verify GENRE OPTIONS TEXT SOLUTION         report
///   check GENRE OPTIONS TEXT LIMITS            report
///   critique GENRE OPTIONS TEXT CLOSENESS LIMITS    critique of a drawing in any format, and "puzzle" beside it
///   analyze GENRE OPTIONS TEXT LIMITS WANTED   analysis, and "prior" beside it
///   generate GENRE OPTIONS SEED INDEX LIMITS   [candidate…]
///   start GENRE OPTIONS TEXT                   position
///   look GENRE OPTIONS POSITION [view]         {view, moves, status} in one go; with "view" the list of moves is empty
///   play GENRE OPTIONS POSITION MOVE           position
///   hint GENRE OPTIONS POSITION LEVEL LIMITS   hint
///   replay GENRE OPTIONS TEXT SOLUTION         [move…]
///   draw GENRE OPTIONS POSITION                the board in text
///
/// OPTIONS are lines NAME=VALUE, LIMITS "SECONDS NODES BYTES" (each may be - for none), WANTED names split by commas,
/// CLOSENESS verdict, parts or repairs.
// clang-format on
[[nodiscard]] std::string call(Catalog genres, const std::vector<std::string_view>& words);

}  // namespace nazo::wasm
