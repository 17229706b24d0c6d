// Puzzles of the starter collection that somebody drew: pictures of our own, and known ones that may be passed on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nazo {

struct Given {
  std::string shelf;   ///< its title there is the shelf's and a number: a name would give the picture away
  std::string text;    ///< in any format the genre reads
  std::string source;  ///< who made it; a page shows it
};

/// Those of a genre, in the order of their shelves; for most there are none.
[[nodiscard]] std::vector<Given> given_puzzles(std::string_view genre);

}  // namespace nazo
