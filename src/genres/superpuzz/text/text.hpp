// Reading and writing deals, steps and solutions.
//
// `.deal`: four consecutive lines of cards. A card is a suit (H D S C) and a rank (A 2 … 9 10 J Q K; T is 10 too). A
// hole is
// `--` or the card of the top rank, which then names it. Around the deals there may be `# comments`, blank lines,
// `title: NAME` before a deal, the word `deal` alone on a line, and annotation lines beginning with
// `strategy`, `moves`, `states` or `solution`, which are skipped.
//
//   title: an easy one
//   HA H2 -- S2
//   DA D2 D3 --
//   SA H3 S3 --
//   CA C2 -- C3
//
// A solution is a list of steps CARD@ROW,COLUMN separated by blanks, or the paper's exchanges (CARD,HOLE) or CARD>HOLE.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "genres/superpuzz/rules/rules.hpp"

namespace nazo::superpuzz {

struct TitledDeal {
  std::string title;
  Position deal;
};

/// Every deal of a text; at least one, or an error with its line and column.
[[nodiscard]] Result<std::vector<TitledDeal>> deals_of(std::string_view text);
/// The first deal of a text that this program wrote itself.
[[nodiscard]] Result<Position> deal_of(std::string_view text);

/// Four lines of cards, each ended by a line feed.
[[nodiscard]] std::string text_of(const Position& position);

/// "HA", "DT", "SK".
[[nodiscard]] std::string card_text(Card card);
/// "HA@1,1".
[[nodiscard]] std::string step_text(const Step& step);
/// One step in any of the notations; where a hole is named, `position` says where it lies.
[[nodiscard]] Result<Step> step_of(std::string_view text, const Position& position);

[[nodiscard]] std::string solution_text(const std::vector<Step>& steps);
/// The steps of a solution, played from the start one after another as named holes move. An illegal step is an error
/// that says which it is and why; whether the end is won is not asked.
[[nodiscard]] Result<std::vector<Step>> steps_of(std::string_view solution, const Position& start);

/// The paper's notation: exchanges of a card and a named hole, "(H4,S9) (S5,H9)", the first one first.
[[nodiscard]] std::string swaps_text(const Position& start, const std::vector<Step>& steps);

/// Why a step is not legal, for a person.
[[nodiscard]] std::string why_not(const Position& position, const Step& step);

}  // namespace nazo::superpuzz
