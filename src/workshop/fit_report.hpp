// The papers' statistics on the plays of a study: table 1 of paper 000 for any predictors, its scatter plots, and paper
// 001's correlations of each person.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/regression.hpp"
#include "workshop/account.hpp"
#include "workshop/fit_data.hpp"

namespace nazo {

struct FitRow {
  model::Target target = model::Target::time;
  std::vector<std::string> predictors{};
  model::Regression regression{};
};

/// How plays that were given up enter the time index: with the time until then, or not at all. The success index always
/// counts them.
enum class GiveUps { counted, left_out };

/// Paper 000's index of difficulty of every puzzle; NaN for those without plays that count.
[[nodiscard]] Eigen::VectorXd index_of(const PeopleData& data, model::Target target, GiveUps give_ups);

/// One row of the table: OLS of the index of difficulty on these predictors, over the puzzles that have plays.
[[nodiscard]] Result<FitRow> fit_row(const PeopleData& data, model::Target target,
                                     const std::vector<std::string>& predictors, const model::FoldPlan& plan,
                                     GiveUps give_ups = GiveUps::counted);

/// The sets of predictors to try where none are named: each feature alone, then all that do not repeat each other.
[[nodiscard]] std::vector<std::vector<std::string>> usual_predictors(const PeopleData& data);

/// A row for a table: target, predictors, r, adj_r2, cv_r, n, constant and coefficients with their intervals.
[[nodiscard]] Value row_value(const FitRow& row);
/// A table for such rows, still empty.
[[nodiscard]] Table fit_rows_table();
/// The coefficients of one row, for readers.
[[nodiscard]] Table coefficients_table(const FitRow& row);

/// What a whole table is made of.
struct FitTableOrder {
  DataQuery query{};
  model::Target target = model::Target::time;
  std::string predictors{};  ///< sets of names: "length,turns;length"; empty: the usual ones
  GiveUps give_ups = GiveUps::counted;
  std::uint64_t seed = 1;  ///< of the folds
};
/// The table of a study or a genre: words about the data, a row for every set of predictors, the coefficients and the
/// figure of the last.
[[nodiscard]] Result<Account> fit_table(store::Store& store, const FitTableOrder& order);

/// How many plays there are, and what was left out.
[[nodiscard]] Words data_words(const PeopleData& data);
/// The names in a list with commas.
[[nodiscard]] std::vector<std::string> names_in(std::string_view text);
/// Every name in sets of them, "length,turns;length", once; none in an empty text.
[[nodiscard]] std::vector<std::string> all_names_in(std::string_view text);

/// Figures 6 and 7: predicted by the regression across, measured up, one dot a puzzle, with the line of equality.
[[nodiscard]] Figure scatter_figure(const PeopleData& data, const FitRow& row, GiveUps give_ups = GiveUps::counted);

/// "①" style names are the papers'; in texts we say "time index", "success index" and "mark index".
[[nodiscard]] std::string_view name(model::Target target);
[[nodiscard]] std::optional<model::Target> target_named(std::string_view name);
/// The column "target" of a table for such rows, said in the reader's language.
[[nodiscard]] Column target_column();

}  // namespace nazo
