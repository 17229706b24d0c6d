// Whether a fitted model may speak: held against the genre's own word and against the model that stands, on plays it
// has not seen (model/judge.hpp). And the way back to an older one.
#pragma once

#include <string>

#include "catalog/catalog.hpp"
#include "model/judge.hpp"
#include "store/store.hpp"
#include "workshop/fit_data.hpp"

namespace nazo {

/// Judges a model that was fitted to `data`.
[[nodiscard]] Result<model::GateVerdict> judge_fit(const Genre& genre, store::Store& store, const PeopleData& data,
                                                   const model::PeopleModel& fitted);

[[nodiscard]] std::string_view name(model::Withheld held_out);
[[nodiscard]] std::string_view name(model::LossKind loss);
[[nodiscard]] Value trials_value(const std::vector<model::Trial>& all);
/// As it is kept beside the model.
[[nodiscard]] Value figures_of(const model::GateVerdict& verdict);

/// Withdraws the model that speaks for a genre; the one before it (or the genre's own formula) speaks again, and the
/// collection is rated by it. Returns the key of who speaks now.
[[nodiscard]] Result<std::string> go_back(const Genre& genre, store::Store& store);

}  // namespace nazo
