// Which Sokoban levels an expert found interesting, and what these have in common.
//
// Verdicts are a CSV with the columns `text` (the level) and `interesting` (yes or no in any case, empty: not judged):
// the table `kept` of sokoban-table1, filled in by a person.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/experiments.hpp"
#include "model/logistic.hpp"

namespace nazo {

/// Features that an interest model is fitted to.
[[nodiscard]] const std::vector<std::string>& interest_features();

/// Verdicts by the canonical text of the level.
class Verdicts {
 public:
  /// Reads the CSV; an error has its line.
  static Result<Verdicts> read(const Genre& genre, std::string_view csv);

  [[nodiscard]] std::optional<bool> of(const Genre& genre, const std::string& level) const;
  [[nodiscard]] bool empty() const { return levels_.empty(); }
  /// The levels judged, as they stand in the file, in its order.
  [[nodiscard]] const std::vector<std::string>& levels() const { return texts_; }
  [[nodiscard]] const std::vector<bool>& interesting() const { return answers_; }

 private:
  std::map<std::string, bool> levels_{};
  std::vector<std::string> texts_{};
  std::vector<bool> answers_{};
};

/// What was learnt of the verdicts, and how likely any level is to be found interesting.
struct InterestModel {
  model::Logistic fit{};
  std::size_t left_out = 0;  ///< judged levels whose features are not all known

  /// Nothing if a feature is unknown.
  [[nodiscard]] std::optional<double> chance(const Value& features) const;
};
/// `features` are those of the levels judged, in the order of the verdicts.
[[nodiscard]] Result<InterestModel> fit_interest(const Verdicts& verdicts, const std::vector<Value>& features);

/// Adds the weights with their intervals, how well it predicts, and a figure of the weights.
void describe_interest(Account& account, const InterestModel& interest);

/// Adds, for readers, the levels that the model thinks most of among those that nobody has judged. Rows have the fields
/// set, level, chance (null: not all features are known) and interesting (null: not judged).
void describe_unjudged(Account& account, const std::vector<Value>& rated);

}  // namespace nazo
