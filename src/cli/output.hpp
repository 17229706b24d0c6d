// How things look to people: colours, tables, boards.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "puzzle/genre.hpp"
#include "workshop/text_table.hpp"

namespace nazo::cli {

/// Terminal styles; without colour everything is plain. What is painted may be anyone's text: nothing in it steers the
/// terminal.
class Paint {
 public:
  explicit Paint(bool colour) : colour_(colour) {}
  [[nodiscard]] std::string operator()(std::string_view text, int style) const;
  [[nodiscard]] std::string strong(std::string_view text) const { return (*this)(text, 2); }
  [[nodiscard]] std::string dim(std::string_view text) const { return (*this)(text, 3); }
  [[nodiscard]] std::string good(std::string_view text) const { return (*this)(text, 4); }
  [[nodiscard]] std::string warning(std::string_view text) const { return (*this)(text, 5); }
  [[nodiscard]] std::string reversed(std::string_view text) const;
  [[nodiscard]] bool colour() const { return colour_; }

 private:
  bool colour_;
};

/// A table of texts, columns aligned; a column whose cells all look like numbers is set right.
[[nodiscard]] std::string table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows,
                                const Paint& paint);

/// A board; the cell under the cursor is reversed, marked cells are underlined by reversal of their style.
struct Cursor {
  Cell at{};
  std::vector<Cell> marked{};
};
[[nodiscard]] std::string board(const TextPicture& picture, const Paint& paint, const Cursor& cursor = {});

/// Words wrapped at a width, every line begun with `indent`.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::string_view indent = "");

/// A feature's value for a table cell: whole numbers grouped, reals short, lists by their length.
[[nodiscard]] std::string shown(const Value& value);

/// "93 s", "12 min", "1.5 h".
[[nodiscard]] std::string time_text(double seconds);

}  // namespace nazo::cli
