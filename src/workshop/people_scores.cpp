#include "workshop/people_scores.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "base/csv.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "store/record_text.hpp"

namespace nazo {
namespace {

using Eigen::Index;

/// Features of each puzzle, by name, in the order in which the names were first seen.
struct FeatureList {
  std::vector<std::string> names{};
  std::map<std::string, std::map<std::string, double>> of_puzzle{};

  void set(const std::string& puzzle, const std::string& name, double value) {
    if (!std::isfinite(value)) return;
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    of_puzzle[puzzle][name] = value;
  }
};

Result<double> number_in(const CsvRow& row, std::size_t column, std::string_view what) {
  const auto number = real_of(trim(row.cells[column].text));
  if (!number || !std::isfinite(*number))
    return fail_at(row.line, 0, cat(what, ": expected a number, found ", in_quotes(row.cells[column].text)));
  return *number;
}

/// Rows of the same length as the header, at least one of them.
Result<std::vector<CsvRow>> table_rows(std::string_view text, std::string_view first_line) {
  NAZO_TRY(rows, csv_rows(text));
  if (rows.size() < 2 || rows.front().cells.size() < 2)
    return fail_at(1, 0, cat("expected a header line ", first_line, " and a line for each"));
  for (const CsvRow& row : rows)
    if (row.cells.size() != rows.front().cells.size())
      return fail_at(row.line, 0, cat("expected ", rows.front().cells.size(), " cells, found ", row.cells.size()));
  return std::move(rows);
}

Result<FeatureList> features_in(std::string_view text) {
  FeatureList list;
  if (trim(text).starts_with('{')) {
    for (const Line& line : lines_of(text)) {
      if (trim(line.text).empty()) continue;
      auto value = parse_json(line.text);
      if (!value) return fail_at(line.number, value.error().column, value.error().message);
      const Value* id = value->find("id");
      const Value* features = value->find("features");
      if (id == nullptr || id->string() == nullptr || features == nullptr || !features->is_object())
        return fail_at(line.number, 0,
                       "expected an object with \"id\" and \"features\", as nazo analyze --json prints");
      list.of_puzzle[*id->string()];
      for (const auto& [name, feature] : *features->fields()) list.set(*id->string(), name, feature.number());
    }
    return list;
  }
  NAZO_TRY(rows, table_rows(text, "puzzle,FEATURE,…"));
  for (std::size_t r = 1; r < rows.size(); ++r)
    for (std::size_t c = 1; c < rows[r].cells.size(); ++c) {
      NAZO_TRY(number, number_in(rows[r], c, rows[0].cells[c].text));
      list.set(rows[r].cells[0].text, rows[0].cells[c].text, number);
    }
  return list;
}

Result<std::string> text_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return std::unexpected(Error{"cannot be read", path});
  return std::move(text).str();
}

/// Columns of features that every puzzle has and that are not the same everywhere.
Result<void> fill_features(model::ScoreTable& table, const FeatureList& list) {
  for (const std::string& puzzle : table.puzzles)
    if (!list.of_puzzle.contains(puzzle)) return fail(cat("no features of puzzle ", in_quotes(puzzle)));
  std::vector<Eigen::VectorXd> columns;
  for (const std::string& name : list.names) {
    Eigen::VectorXd column(static_cast<Index>(table.puzzles.size()));
    bool complete = true;
    for (std::size_t j = 0; j < table.puzzles.size(); ++j) {
      const auto& own = list.of_puzzle.at(table.puzzles[j]);
      const auto found = own.find(name);
      complete = complete && found != own.end();
      column[static_cast<Index>(j)] = complete ? found->second : 0;
    }
    if (!complete || column.maxCoeff() - column.minCoeff() <= 1e-12 * (1 + column.cwiseAbs().maxCoeff())) continue;
    table.features.push_back(name);
    columns.push_back(std::move(column));
  }
  if (columns.empty()) return fail("no feature differs between these puzzles");
  table.x.resize(static_cast<Index>(table.puzzles.size()), static_cast<Index>(columns.size()));
  for (std::size_t f = 0; f < columns.size(); ++f) table.x.col(static_cast<Index>(f)) = columns[f];
  return {};
}

Result<model::ScoreTable> scores_in(std::string_view text) {
  NAZO_TRY(rows, table_rows(text, "person,PUZZLE,…"));
  model::ScoreTable table;
  for (std::size_t c = 1; c < rows[0].cells.size(); ++c) {
    if (std::ranges::count(table.puzzles, rows[0].cells[c].text) != 0)
      return fail_at(1, 0, cat("puzzle ", in_quotes(rows[0].cells[c].text), " is named twice"));
    table.puzzles.push_back(rows[0].cells[c].text);
  }
  if (table.puzzles.size() < 3) return fail_at(1, 0, "at least 3 puzzles are needed");
  table.scores.resize(static_cast<Index>(rows.size() - 1), static_cast<Index>(table.puzzles.size()));
  for (std::size_t r = 1; r < rows.size(); ++r) {
    table.persons.push_back(rows[r].cells[0].text);
    for (std::size_t c = 1; c < rows[r].cells.size(); ++c) {
      NAZO_TRY(number, number_in(rows[r], c, cat("score of puzzle ", table.puzzles[c - 1])));
      table.scores(static_cast<Index>(r - 1), static_cast<Index>(c - 1)) = number;
    }
  }
  return table;
}

}  // namespace

Result<model::ScoreTable> score_table(std::string_view scores, std::string_view features) {
  NAZO_TRY(table, scores_in(scores));
  NAZO_TRY(list, features_in(features));
  NAZO_CHECK(fill_features(table, list));
  return std::move(table);
}

Result<model::ScoreTable> read_score_table(const std::string& scores_file, const std::string& features_file) {
  const auto in_file = [](Error error, const std::string& file) {
    error.file = file;
    return std::unexpected(std::move(error));
  };
  NAZO_TRY(scores, text_in(scores_file));
  NAZO_TRY(features, text_in(features_file));
  auto table = scores_in(scores);
  if (!table) return in_file(table.error(), scores_file);
  auto list = features_in(features);
  if (!list) return in_file(list.error(), features_file);
  if (auto filled = fill_features(*table, *list); !filled) return in_file(filled.error(), features_file);
  return *std::move(table);
}

}  // namespace nazo
