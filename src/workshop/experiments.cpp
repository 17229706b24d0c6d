#include "workshop/experiments.hpp"

#include <algorithm>

#include "workshop/experiment_superpuzz.hpp"

namespace nazo {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all{superpuzz_table1(), superpuzz_winnability()};
  return all;
}

const Experiment* find_experiment(std::string_view name) {
  const auto found = std::ranges::find(experiments(), name, &Experiment::name);
  return found == experiments().end() ? nullptr : &*found;
}

}  // namespace nazo
