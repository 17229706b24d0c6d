// Pictures to puzzles: PNG, PBM and PGM files are cropped, scaled and cut at a brightness into black and white cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "base/result.hpp"
#include "genres/nonogram/rules/rules.hpp"

namespace nazo::nonogram {

/// Brightness 0 (black) to 255 (white), row by row.
struct Grey {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels{};
  [[nodiscard]] int at(int row, int column) const {
    return pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column)];
  }
};

/// How a picture becomes cells.
struct Tracing {
  std::optional<int> threshold{};  ///< cells darker than this are black; nothing: found by Otsu's method
  bool crop = true;                ///< cut off the margins around the dark pixels
  bool invert = false;             ///< bright cells are the black ones
  int width = 0,
      height = 0;  ///< the puzzle's size; 0 follows from the other, both 0: a cell a pixel if that is small enough
};

/// The cells of a traced picture, and how clear each is: its distance from the threshold.
struct Traced {
  Picture picture{};
  Grey cells{};
  int threshold = 0;
};

/// By the first bytes: PNG, PBM (P1, P4) or PGM (P2, P5). PNG is not read in the browser build.
[[nodiscard]] bool looks_like_image(std::string_view bytes);
/// The budget must hold the pixels twice over, so that the picture can be traced.
[[nodiscard]] Result<Grey> read_png(std::string_view bytes, const Budget& budget = {});
[[nodiscard]] Result<Grey> read_pnm(std::string_view bytes, const Budget& budget = {});
[[nodiscard]] Result<Grey> read_image(std::string_view bytes, const Budget& budget = {});

[[nodiscard]] Result<Traced> trace(const Grey& grey, const Tracing& tracing);
/// A picture as if it had been traced, black 0 and white 255.
[[nodiscard]] Traced traced(const Picture& picture);

}  // namespace nazo::nonogram
