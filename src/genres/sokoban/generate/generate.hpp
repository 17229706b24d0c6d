// Levels to order: what the options and `--keep` ask for, turned into walks or loops of the paper's generator.
#pragma once

#include <vector>

#include "puzzle/genre.hpp"

namespace nazo::sokoban {

/// The options of `generate`, and the presets made of them.
[[nodiscard]] std::vector<OptionFact> generator_options();
[[nodiscard]] std::vector<PresetFact> generator_presets();

/// One item: one walk, or one loop of the paper's generator. The budget's nodes are the positions of all fields looked
/// at; a field for which there are no bytes counts as one that is too large, and the batch says so.
[[nodiscard]] Result<Batch> generate(const Order& order, const Context& context);

}  // namespace nazo::sokoban
