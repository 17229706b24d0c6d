// What the mated position is to look like: 曲詰, whose last pieces draw a picture, and 煙詰, whose pieces go up in
// smoke.
//
//   auto picture = read_final("L");              // a letter, a digit or one of the kana there are
//   auto own     = read_final("x.x/.x./x.x");    // rows from the top, x for a piece
//   auto smoke   = read_final("smoke");          // the king and at most two attackers are left
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

struct Final {
  enum class Sort { any, smoke, picture } sort = Sort::any;
  /// Of a picture: rows from the top, bit 0 of each its leftmost square, no empty column on the left.
  std::vector<unsigned> rows{};
  int columns = 0;

  [[nodiscard]] bool is_picture() const { return sort == Sort::picture; }
  [[nodiscard]] bool has(int row, int column) const {
    return ((rows[static_cast<std::size_t>(row)] >> column) & 1) != 0;
  }
  [[nodiscard]] int squares() const;
  /// Is a mated position one of these, wherever it stands on the board?
  [[nodiscard]] bool allows(const Position& mated) const;
};

[[nodiscard]] Result<Final> read_final(std::string_view text);

}  // namespace nazo::tsume
