#include "experiments/experiments.hpp"

#include <algorithm>

#include "experiments/papers.hpp"

namespace nazo {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all{
      shisen_features(),    shisen_table1(),         shisen_deadlocks(),  nonogram_features(),   superpuzz_table1(),
      superpuzz_cut_lost(), superpuzz_winnability(), sokoban_table1(),    tsume_proof_numbers(), tsume_generators(),
      nonogram_personal(),  nonogram_solver(),       simulated_players(), shanghai_winnable()};
  return all;
}

const Experiment* find_experiment(std::string_view name) {
  const auto found = std::ranges::find(experiments(), name, &Experiment::name);
  return found == experiments().end() ? nullptr : &*found;
}

}  // namespace nazo
