// Pictures: the problem as Japanese books print it, and the course of the proof numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/words.hpp"
#include "genres/tsume/analyse/pns.hpp"
#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

struct DiagramText {
  std::string title{};
  int length = 0;                      ///< 手数, 0: not known
  std::vector<Move16> line{};          ///< printed below the board
  std::vector<std::string> remarks{};  ///< printed below the line, each broken into rows
  bool rest_to_defender = true;        ///< the defender holds all the rest: not drawn, as is the custom
};

/// Board, ranks and files, the attacker's hand on the right, 手数 below; the defender's pieces stand on their heads.
[[nodiscard]] std::string diagram_svg(const Position& p, const DiagramText& text);

/// The root's proof number over the updates (figures 5.1 and 5.2 of the paper), the disproof number below it.
[[nodiscard]] std::string trace_svg(const PnsReport& report, std::string_view title, Language language);

}  // namespace nazo::tsume
