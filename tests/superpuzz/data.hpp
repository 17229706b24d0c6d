// The deals and solutions of the paper's figures, and other deals, as the tests read them.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "genres/superpuzz/text/text.hpp"

namespace nazo::superpuzz {

inline std::string data_file(const std::string& name) {
  std::ifstream file(std::string(SUPERPUZZ_DATA) + "/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<Position> deals_in(const std::string& name) {
  const auto deals = deals_of(data_file(name));
  EXPECT_TRUE(deals) << name << ": " << (deals ? "" : deals.error().text());
  std::vector<Position> positions;
  if (deals)
    for (const TitledDeal& titled : *deals) positions.push_back(titled.deal);
  return positions;
}

/// What a figure prints for one strategy.
struct Printed {
  std::string strategy;
  std::size_t moves = 0;
  std::uint64_t states = 0;
  std::string solution{};  ///< CARD>HOLE, the first move first
};

inline std::vector<Printed> printed_in(const std::string& name) {
  std::vector<Printed> all;
  std::istringstream lines(data_file(name));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos) continue;
    const std::string word = line.substr(0, blank), rest = line.substr(blank + 1);
    if (word == "strategy") all.push_back({.strategy = rest});
    if (all.empty()) continue;
    if (word == "moves") all.back().moves = number_of<std::size_t>(rest).value_or(0);
    if (word == "states") all.back().states = number_of<std::uint64_t>(rest).value_or(0);
    if (word == "solution") all.back().solution = rest.substr(rest.find(')') + 2);
  }
  return all;
}

}  // namespace nazo::superpuzz
