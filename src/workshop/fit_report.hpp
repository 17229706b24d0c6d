// The papers' statistics on the plays of a study: table 1 of paper 000 for any predictors, its scatter plots, and paper
// 001's correlations of each person.
#pragma once

#include <string>
#include <vector>

#include "model/regression.hpp"
#include "workshop/fit_data.hpp"

namespace nazo {

struct FitRow {
  model::Target target = model::Target::time;
  std::vector<std::string> predictors{};
  model::Regression regression{};
};

/// One row of the table: OLS of the index of difficulty on these predictors, over the puzzles that have plays.
[[nodiscard]] Result<FitRow> fit_row(const PeopleData& data, model::Target target,
                                     const std::vector<std::string>& predictors, const model::FoldPlan& plan);

/// The sets of predictors to try where none are named: each feature alone, then all that do not repeat each other.
[[nodiscard]] std::vector<std::vector<std::string>> usual_predictors(const PeopleData& data);

/// Figures 6 and 7: predicted by the regression across, measured up, one dot a puzzle, with the line of equality.
[[nodiscard]] std::string scatter_svg(const PeopleData& data, const FitRow& row);

/// "①" style names are the papers'; in texts we say "time index" and "success index".
[[nodiscard]] std::string_view name(model::Target target);

}  // namespace nazo
