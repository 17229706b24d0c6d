// Makes puzzles: random pictures whose clues have one solution that lines alone find, and puzzles from given pictures,
// repaired by the fewest changed cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "genres/nonogram/solve/solve.hpp"
#include "genres/nonogram/text/image.hpp"
#include "puzzle/genre.hpp"

namespace nazo::nonogram {

/// One item of a generator run, from the options of the table.
[[nodiscard]] Result<Batch> generate_item(const Order& order, const Context& context);

/// What a made puzzle must allow. Each includes those before it.
enum class Level { lines, probes, unique };

enum class Symmetry { none, left_right, top_bottom, both, half_turn, quarter_turn, diagonal };

struct RandomPicture {
  int width = 15, height = 15;
  double density = 0.5;
  int smooth = 1;  ///< how often neighbours are averaged: 0 noise, 1 or 2 shapes
  Symmetry symmetry = Symmetry::none;
};

/// Random picture number `attempt` of item `index`; exactly round(density · cells) black cells, symmetric ones up to an
/// orbit.
[[nodiscard]] Picture random_picture(const RandomPicture& wanted, std::uint64_t seed, std::uint64_t index,
                                     std::uint32_t attempt);

struct Repaired {
  Picture picture;
  std::vector<Cell> changed{};  ///< row and column from 1
  bool fewest = false;          ///< proved: no smaller set of changes does
};

/// Changes cells until the picture's clues are as `level` asks; prefers cells whose brightness is near the threshold.
/// Nothing: it was not found, or the meter ran out. Each set of changes that is tried spends a node, and what the
/// solver needs to judge it.
[[nodiscard]] std::optional<Repaired> repaired(const Traced& traced, Level level, Meter& meter);

/// The pictures whose own clues lines alone solve; all must have the same size.
[[nodiscard]] std::vector<bool> line_solvable(const std::vector<Picture>& pictures);

/// True if lines alone solve the picture's own clues.
[[nodiscard]] bool line_solvable(const Picture& picture);

/// Have the picture's own clues one solution? Spends what the solver needs.
[[nodiscard]] Answer judged(const Picture& picture, Meter& meter);
/// Does the answer say that the clues are as the level asks?
[[nodiscard]] bool meets(const Answer& answer, Level level);

}  // namespace nazo::nonogram
