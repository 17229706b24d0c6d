// Puzzles as pictures: one SVG, a sheet, PNG or PDF.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workshop/items.hpp"

namespace nazo {

[[nodiscard]] inline bool is_sheet_format(std::string_view format) {
  return format == "svg" || format == "png" || format == "pdf";
}

/// Does the genre write this format itself?
[[nodiscard]] bool writes_format(const Genre& genre, std::string_view format);
/// An error if so many puzzles do not go into one file: this is one of them, and two XML documents one after the other
/// are none.
[[nodiscard]] Result<void> room_in_one_file(std::string_view printed, std::string_view format, std::uint64_t puzzles);

struct SheetOrder {
  std::string format;   ///< svg, png or pdf
  bool solved = false;  ///< solutions too; in a pdf on pages of their own at the end
  bool booklet =
      false;  ///< pdf: puzzles on odd pages only, so that paper printed on both sides shows none of the solutions
  int columns = 0;
  std::string heading{};
};

/// The bytes of the picture or document. With `solved`, items must carry their solutions.
[[nodiscard]] Result<std::string> make_sheet(const std::vector<Item>& items, const SheetOrder& order,
                                             const Context& context);

}  // namespace nazo
