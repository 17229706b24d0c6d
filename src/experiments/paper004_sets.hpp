// Sets of tsume-shogi problems as paper 004 compares them: seven numbers a problem, medians, and a rank test between
// sets.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/paper004_data.hpp"
#include "workshop/account.hpp"

namespace nazo {

/// A column of the paper's tables.
struct ProofColumn {
  const char* feature;
  Words title;
};
[[nodiscard]] const std::vector<ProofColumn>& proof_columns();
/// Columns of a table of problems or medians; `path` goes before each feature's name, `ending` after its title.
[[nodiscard]] std::vector<Column> proof_table_columns(const std::string& path, const Words& ending = {});

/// The numbers of one problem by feature ("length" among them); what is not known is missing.
using ProofNumbersOf = std::map<std::string, double>;

/// A set with useless interpositions counted, or excluded.
struct ProblemSet {
  Words name{};
  bool printed = false, excluded = false;
  std::vector<ProofNumbersOf> problems{};

  [[nodiscard]] std::vector<double> values(const std::string& feature) const;
};

/// The printed tables as sets. DN sums that were full are not taken, nor their means.
[[nodiscard]] std::vector<ProblemSet> printed_sets();
/// The printed rows, for programs.
[[nodiscard]] Table printed_table();

/// How the cells of the tables below are said to readers.
[[nodiscard]] std::map<std::string, Words> words_of_sets(const std::vector<ProblemSet>& sets);
/// A row for every set: how many problems, and the medians.
[[nodiscard]] Table medians_table(const std::vector<ProblemSet>& sets);
/// Rank tests between sets that count the same interpositions, over the problems of lengths that both have. With sets
/// that are not printed, those against each other and against the printed ones.
[[nodiscard]] Table rank_tests_table(const std::vector<ProblemSet>& sets);

}  // namespace nazo
