// A problem as a file tells it: position, title, and the moves it carries along. What the readers of all formats
// return.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "genres/tsume/text/sfen.hpp"

namespace nazo::tsume {

struct Record {
  Setup setup;
  std::vector<Move16> moves{};
  std::string title{};
  std::vector<std::pair<std::string, std::string>> notes{};  ///< author, comment, … by English name
  std::size_t line = 1, column = 1;                          ///< where the position stands, for errors about it
};

// sfen_file.cpp: one a line, then perhaps a tab and an id, a tab and a comment.
[[nodiscard]] Result<std::vector<Record>> read_sfen_file(std::string_view text);
[[nodiscard]] std::string write_sfen_line(const Record& record);
// kif.cpp and kif_write.cpp: UTF-8 text; `as_utf8` (encoding.hpp) comes first.
[[nodiscard]] Result<std::vector<Record>> read_kif(std::string_view text);
[[nodiscard]] std::string write_kif(const Record& record);
/// The line as books print it (KI2): the diagram, then ▲３二銀 △１二玉 ….
[[nodiscard]] std::string write_ki2(const Record& record);
// csa.cpp
[[nodiscard]] Result<std::vector<Record>> read_csa(std::string_view text);
[[nodiscard]] std::string write_csa(const Record& record);

/// One line without control characters, for titles and comments.
[[nodiscard]] std::string one_line(std::string_view text);
/// A piece more may not exceed the set; says so in one line.
[[nodiscard]] Result<void> check_set(const Position& p);

}  // namespace nazo::tsume
