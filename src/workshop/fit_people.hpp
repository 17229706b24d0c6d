// Fits everything the model room has to the plays of a genre, judges the model, keeps it in the store, and if it is no
// worse than what stands rates the store's puzzles by it.
#pragma once

#include <string>

#include "catalog/catalog.hpp"
#include "store/store.hpp"
#include "workshop/fit_data.hpp"
#include "workshop/model_gate.hpp"

namespace nazo {

struct FittedPeople {
  std::string key;  ///< of the model in the store
  model::PeopleModel model{};
  PeopleData data{};
  model::GateVerdict verdict{};
  std::vector<model::Trial> opinion_trials{};  ///< what people said of difficulty, against the plays alone
  bool opinions_heard = true;                  ///< false: plays are predicted better without, and the model is
  bool live = false;                           ///< it passed the gate and speaks from now on
  std::size_t rated = 0;                       ///< puzzles that got a new rating
};

/// The model goes live only if it passes the gate (workshop/model_gate.hpp) and no simulated player is behind it;
/// otherwise it is kept with its figures, and what stood stands. `note` goes into the store beside the model. Needs at
/// least 10 plays. Stopped, or out of time, it keeps nothing.
[[nodiscard]] Result<FittedPeople> fit_and_keep(const Genre& genre, store::Store& store, const DataQuery& query,
                                                const std::vector<std::string>& features, const std::string& note,
                                                const Budget& budget = {});

}  // namespace nazo
