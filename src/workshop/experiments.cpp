#include "workshop/experiments.hpp"

#include <algorithm>

namespace nazo {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all{};
  return all;
}

const Experiment* find_experiment(std::string_view name) {
  const auto found = std::ranges::find(experiments(), name, &Experiment::name);
  return found == experiments().end() ? nullptr : &*found;
}

}  // namespace nazo
