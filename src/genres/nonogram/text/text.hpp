// The text formats: .non (native), .nin, Simon Tatham's game ids, and the batches of the TAAI tournaments.
//
// Every reader refuses clues that do not fit their line and sums that differ between rows and columns, with the place.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "genres/nonogram/rules/rules.hpp"

namespace nazo::nonogram {

/// A puzzle as a file has it: clues, what is said about them, and perhaps the picture.
struct Sheet {
  Clues clues{};
  std::string catalogue{}, title{}, author{}, copyright{}, license{}, description{};
  std::optional<Picture> goal{};
};

[[nodiscard]] Result<std::vector<Sheet>> read_non(std::string_view text);
/// The same without the short cut for normalised text.
[[nodiscard]] Result<std::vector<Sheet>> read_any_non(std::string_view text);
/// Quickly, what `write_non` wrote without a goal; nothing if the text is anything else.
[[nodiscard]] std::optional<Sheet> read_normal(std::string_view text);
[[nodiscard]] Result<std::vector<Sheet>> read_nin(std::string_view text);
[[nodiscard]] Result<std::vector<Sheet>> read_id(std::string_view text);
[[nodiscard]] Result<std::vector<Sheet>> read_taai(std::string_view text);

/// The normalised native text: the keys in a fixed order, the goal last if there is one.
[[nodiscard]] std::string write_non(const Sheet& sheet);
[[nodiscard]] std::string write_nin(const Sheet& sheet);
[[nodiscard]] std::string write_id(const Sheet& sheet);

/// One clue from text such as "3,1 2" ("0" and "" mean no black). `side` is the length of its line.
[[nodiscard]] Result<Clue> read_clue(std::string_view text, std::string_view separators, int side, std::size_t line,
                                     std::size_t column);
/// Rows and columns must ask for the same number of black cells.
[[nodiscard]] Result<void> check_sums(const Clues& clues, std::size_t line);
/// The side of a puzzle from text: 1 to `longest_side`.
[[nodiscard]] Result<int> read_side(std::string_view text, std::string_view what, std::size_t line, std::size_t column);

}  // namespace nazo::nonogram
