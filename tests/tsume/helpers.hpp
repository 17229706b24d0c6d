// Small words for the tests of this genre.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/text/sfen.hpp"
#include "tsume/judge.hpp"

namespace helpers {

inline nazo::tsume::Position position(std::string_view sfen,
                                      nazo::tsume::DefenderHand hand = nazo::tsume::DefenderHand::automatic) {
  const auto setup = nazo::tsume::read_sfen(sfen);
  EXPECT_TRUE(setup) << sfen << ": " << (setup ? "" : setup.error().text());
  return setup ? nazo::tsume::with_defender_hand(*setup, hand) : nazo::tsume::Position{};
}

inline std::vector<std::string> sorted(std::vector<std::string> moves) {
  std::ranges::sort(moves);
  return moves;
}
inline std::vector<std::string> usi(const nazo::tsume::MoveList& list) {
  std::vector<std::string> out;
  for (const auto m : list) out.push_back(nazo::tsume::usi_of(m));
  return sorted(out);
}
inline std::vector<std::string> usi(const std::vector<judge::Move>& moves) {
  std::vector<std::string> out;
  for (const auto& m : moves) out.push_back(m.usi());
  return sorted(out);
}
inline std::string joined(const std::vector<nazo::tsume::Move16>& line) {
  std::string out;
  for (const auto m : line) out += (out.empty() ? "" : " ") + nazo::tsume::usi_of(m);
  return out;
}

}  // namespace helpers
