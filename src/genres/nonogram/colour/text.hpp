// Nonograms in colours as text: the .non format with a line for every colour, and a letter after every number.
//
//   width 3
//   height 2
//   color a ff0000 red
//   color b 0000ff blue
//
//   rows
//   1a,2b
//   1b
//   ...
//
// The first colour is a, the next b, and so on. A line `background RRGGBB NAME` is there where it is not white.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "genres/nonogram/colour/rules.hpp"

namespace nazo::nonogram::colour {

/// What a file says about a puzzle.
struct About {
  std::string catalogue{}, title{}, author{}, copyright{}, license{}, description{};
};

struct Sheet {
  Clues clues{};
  About about{};
  std::optional<Picture> goal{};
};

/// Is this the text of a puzzle (or a position) in colours?
[[nodiscard]] bool in_colours(std::string_view text);

/// One puzzle. Refuses clues that do not fit their line, and sums of a colour that differ between rows and columns.
[[nodiscard]] Result<Sheet> read_sheet(std::string_view text);
/// The normalised native text, the goal last if there is one.
[[nodiscard]] std::string write_sheet(const Sheet& sheet);

/// The colour of six hexadecimal digits (or three), with or without # before them.
[[nodiscard]] std::optional<std::uint32_t> rgb_of(std::string_view digits);
/// "ff8000".
[[nodiscard]] std::string hex_of(std::uint32_t rgb);
/// A colour's name as one word of letters, digits and hyphens; other bytes are left out.
[[nodiscard]] std::string name_of_colour(std::string_view text);

/// Rows and columns must ask for the same number of cells of every colour, and every clue must fit its line.
[[nodiscard]] Result<void> check_clues(const Clues& clues);

/// A drawing; with cells (the colour of each, or nothing), filled in.
using Shown = std::vector<std::optional<ColourId>>;
[[nodiscard]] std::string draw_svg(const Sheet& sheet, const Shown* cells);

/// The XML element <puzzle> of webpbn.com and what is around it.
[[nodiscard]] std::string write_xml(const Sheet& sheet);

}  // namespace nazo::nonogram::colour
