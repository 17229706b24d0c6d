#include "workshop/experiments.hpp"

#include <algorithm>

#include "workshop/experiment_features.hpp"
#include "workshop/experiment_sokoban.hpp"
#include "workshop/experiment_superpuzz.hpp"
#include "workshop/experiment_tsume_generators.hpp"
#include "workshop/people_experiments.hpp"

namespace nazo {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all{shisen_features(),    nonogram_features(), superpuzz_table1(),
                                           superpuzz_winnability(), sokoban_table1(),    tsume_proof_numbers(),   tsume_generators(),
                                           nonogram_personal(),     simulated_players()};
  return all;
}

const Experiment* find_experiment(std::string_view name) {
  const auto found = std::ranges::find(experiments(), name, &Experiment::name);
  return found == experiments().end() ? nullptr : &*found;
}

}  // namespace nazo
