// The puzzles in tests/nonogram/data.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "genres/nonogram/text/text.hpp"

namespace nazo::nonogram {

inline Clues survey_puzzle(const std::string& name) {
  std::ifstream file(std::string(NAZO_NONOGRAM_DATA) + name + ".nin");
  EXPECT_TRUE(file) << name;
  const auto sheets = read_nin(std::string{std::istreambuf_iterator<char>(file), {}});
  EXPECT_TRUE(sheets) << name << ": " << (sheets ? "" : sheets.error().text());
  return sheets ? sheets->front().clues : Clues{};
}

inline Picture picture(std::string_view text) {
  const auto read = picture_of(text);
  EXPECT_TRUE(read) << text;
  return read ? *read : Picture{};
}

}  // namespace nazo::nonogram
