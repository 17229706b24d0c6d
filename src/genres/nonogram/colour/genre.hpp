// The genre's calls for puzzles in colours; genre.cpp asks `in_colours` and sends them here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "genres/nonogram/colour/text.hpp"
#include "puzzle/genre.hpp"

namespace nazo::nonogram::colour {

[[nodiscard]] Puzzle puzzle_of(Sheet sheet);
/// All puzzles of a .non text some of which are in colours, parted by lines of ====; others are black and white and
/// read by `read_plain`.
using ReadPlain = Result<std::vector<Puzzle>> (*)(std::string_view text);
[[nodiscard]] Result<std::vector<Puzzle>> parse(std::string_view text, ReadPlain read_plain);

[[nodiscard]] Result<std::string> print(const Puzzle& puzzle, std::string_view format, const Context& context);
[[nodiscard]] Result<std::string> canonical(const Puzzle& puzzle, const Context& context);
[[nodiscard]] Result<std::string> picture(const Puzzle& puzzle, std::string_view solution, const Context& context);
[[nodiscard]] Result<Verdict> verdict(const Puzzle& puzzle, const Options& options, const Context& context);
[[nodiscard]] Result<Report> verify(const Puzzle& puzzle, std::string_view solution, const Context& context);
[[nodiscard]] Result<Report> check(const Puzzle& puzzle, const Context& context);
/// Shape and what the solver says. Features of random solvings and of techniques are null: they are defined for black
/// and white.
[[nodiscard]] Result<Analysis> analyze(const Puzzle& puzzle, const std::vector<std::string>& names,
                                       const Context& context);
[[nodiscard]] Result<std::string> start(const Puzzle& puzzle, const Context& context);
[[nodiscard]] Result<std::vector<std::string>> replay(const Puzzle& puzzle, std::string_view solution,
                                                      const Context& context);

}  // namespace nazo::nonogram::colour
