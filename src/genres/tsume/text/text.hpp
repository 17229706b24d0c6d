// Every format the genre reads and writes, by name: puzzles in, puzzles out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/text/record.hpp"
#include "puzzle/genre.hpp"

namespace nazo::tsume {

[[nodiscard]] std::vector<FormatFact> format_facts();

/// The defender's hand that the options ask for.
[[nodiscard]] DefenderHand defender_hand(const Options& options);

/// How lengths are counted: `--mudaai`.
[[nodiscard]] Rules rules_of(const Options& options);

/// Reads all problems of a text; an empty format is found out.
[[nodiscard]] Result<std::vector<Puzzle>> read_puzzles(std::string_view text, std::string_view format,
                                                       const Options& options);
/// Where something has to be worked out for it (proof numbers, a length), nodes and bytes may change what is written;
/// if time runs out or someone asks to stop, that is an error.
[[nodiscard]] Result<std::string> write_puzzle(const Puzzle& puzzle, std::string_view format, const Options& options,
                                               const Budget& budget);

/// The SVG diagram; the solution, if there is one, is printed below the board.
[[nodiscard]] Result<std::string> draw_diagram(const Puzzle& puzzle, std::string_view solution, const Options& options,
                                               const Budget& budget);

/// The start position of a puzzle, from its native text.
[[nodiscard]] Result<Position> position_of(const Puzzle& puzzle, const Options& options);
[[nodiscard]] Result<Position> position_of(std::string_view native, const Options& options);

/// USI moves separated by blanks, each legal from `start` on.
[[nodiscard]] Result<std::vector<Move16>> read_line(const Position& start, std::string_view text);
[[nodiscard]] std::string write_line(const std::vector<Move16>& line);

}  // namespace nazo::tsume
