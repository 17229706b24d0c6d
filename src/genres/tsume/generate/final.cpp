#include "genres/tsume/generate/final.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/text.hpp"

namespace nazo::tsume {
namespace {

constexpr int left_by_smoke = 3;  ///< the king and two attackers
constexpr int least_squares = 3, most_squares = 20;

/// Letters as they are drawn with pieces: rows from the top.
constexpr std::array<std::pair<std::string_view, std::string_view>, 45> letters{{{"A", ".x./x.x/xxx/x.x/x.x"},
                                                                                 {"B", "xx./x.x/xx./x.x/xx."},
                                                                                 {"C", "xxx/x../x../x../xxx"},
                                                                                 {"D", "xx./x.x/x.x/x.x/xx."},
                                                                                 {"E", "xxx/x../xx./x../xxx"},
                                                                                 {"F", "xxx/x../xx./x../x.."},
                                                                                 {"G", "xxxx/x.../x.xx/x..x/xxxx"},
                                                                                 {"H", "x.x/x.x/xxx/x.x/x.x"},
                                                                                 {"I", "x/x/x/x/x"},
                                                                                 {"J", "..x/..x/..x/x.x/xxx"},
                                                                                 {"K", "x.x/x.x/xx./x.x/x.x"},
                                                                                 {"L", "x../x../x../x../xxx"},
                                                                                 {"M", "x...x/xx.xx/x.x.x/x...x/x...x"},
                                                                                 {"N", "x..x/xx.x/x.xx/x..x/x..x"},
                                                                                 {"O", ".x./x.x/x.x/x.x/.x."},
                                                                                 {"P", "xx./x.x/xx./x../x.."},
                                                                                 {"Q", ".xx./x..x/x..x/x.xx/.xxx"},
                                                                                 {"R", "xx./x.x/xx./x.x/x.x"},
                                                                                 {"S", "xxx/x../xxx/..x/xxx"},
                                                                                 {"T", "xxx/.x./.x./.x./.x."},
                                                                                 {"U", "x.x/x.x/x.x/x.x/xxx"},
                                                                                 {"V", "x.x/x.x/x.x/x.x/.x."},
                                                                                 {"W", "x...x/x...x/x.x.x/xx.xx/x...x"},
                                                                                 {"X", "x.x/x.x/.x./x.x/x.x"},
                                                                                 {"Y", "x.x/x.x/.x./.x./.x."},
                                                                                 {"Z", "xxx/..x/.x./x../xxx"},
                                                                                 {"0", "xxx/x.x/x.x/x.x/xxx"},
                                                                                 {"1", ".x/xx/.x/.x/.x"},
                                                                                 {"2", "xxx/..x/xxx/x../xxx"},
                                                                                 {"3", "xxx/..x/xxx/..x/xxx"},
                                                                                 {"4", "x.x/x.x/xxx/..x/..x"},
                                                                                 {"5", "xxx/x../xxx/..x/xxx"},
                                                                                 {"6", "xxx/x../xxx/x.x/xxx"},
                                                                                 {"7", "xxx/..x/..x/..x/..x"},
                                                                                 {"8", "xxx/x.x/xxx/x.x/xxx"},
                                                                                 {"9", "xxx/x.x/xxx/..x/xxx"},
                                                                                 {"イ", "...x/..x./xxx./..x./..x."},
                                                                                 {"ロ", "xxxx/x..x/x..x/xxxx"},
                                                                                 {"ト", "x../xx./x.x/x../x.."},
                                                                                 {"ハ", ".x.x./.x.x./x...x/x...x"},
                                                                                 {"ニ", ".xxx./...../...../xxxxx"},
                                                                                 {"コ", "xxxx/...x/...x/xxxx"},
                                                                                 {"ヘ", ".x.../x.x../...x./....x"},
                                                                                 {"リ", "x..x/x..x/...x/..x./.x.."},
                                                                                 {"ノ", "...x/...x/..x./.x../x..."}}};

std::string names_of_letters() {
  std::string names;
  for (const auto& [name, drawing] : letters) names += name;
  return names;
}

Result<Final> read_picture(std::string_view drawing, std::string_view given) {
  Final out{.sort = Final::Sort::picture};
  for (const std::string_view row : split(drawing, '/')) {
    unsigned bits = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] != 'x' && row[i] != '.')
        return fail(cat("final is ", in_quotes(given), ", expected smoke, one of ", names_of_letters(),
                        ", or rows of x and . with / between them"));
      if (row[i] == 'x' && i < 32) bits |= 1u << i;
    }
    out.rows.push_back(bits);
    out.columns = std::max(out.columns, static_cast<int>(row.size()));
  }
  if (out.rows.size() > 9 || out.columns > 9) return fail(cat("final ", in_quotes(given), " is larger than the board"));
  const int squares = out.squares();
  if (squares < least_squares || squares > most_squares)
    return fail(cat("final ", in_quotes(given), " has ", squares, " pieces; it must have ", least_squares, " to ",
                    most_squares));
  // What is empty on the edges is no part of the picture.
  while (out.rows.front() == 0) out.rows.erase(out.rows.begin());
  while (out.rows.back() == 0) out.rows.pop_back();
  unsigned all = 0;
  for (const unsigned row : out.rows) all |= row;
  const int empty = std::countr_zero(all);
  for (unsigned& row : out.rows) row >>= empty;
  out.columns = static_cast<int>(std::bit_width(all)) - empty;
  return out;
}

}  // namespace

int Final::squares() const {
  int count = 0;
  for (const unsigned row : rows) count += std::popcount(row);
  return count;
}

bool Final::allows(const Position& mated) const {
  const Bitboard occupied = mated.occupied();
  if (sort == Sort::any) return true;
  if (sort == Sort::smoke) return occupied.count() <= left_by_smoke;
  if (occupied.count() != squares()) return false;
  int top = 8, left = 0;  // the corner of what is occupied; files count from the right
  occupied.each([&](Square s) {
    top = std::min(top, rank_of(s));
    left = std::max(left, file_of(s));
  });
  return !occupied.some([&](Square s) {
    const int row = rank_of(s) - top, column = left - file_of(s);
    return row >= static_cast<int>(rows.size()) || column >= columns || !has(row, column);
  });
}

Result<Final> read_final(std::string_view text) {
  if (text.empty() || text == "any") return Final{};
  if (text == "smoke") return Final{.sort = Final::Sort::smoke};
  for (const auto& [name, drawing] : letters)
    if (name == text) return read_picture(drawing, text);
  return read_picture(text, text);
}

}  // namespace nazo::tsume
