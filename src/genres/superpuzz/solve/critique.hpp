// What a maker is told about a deal while laying it: whether it can be won, and which two cards to exchange if not.
#pragma once

#include <vector>

#include "genres/superpuzz/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::superpuzz {

[[nodiscard]] std::vector<TechniqueFact> repair_facts();
/// `options` as `solve` takes them.
[[nodiscard]] Result<Critique> critique(const Position& deal, Closeness closeness, const Facts& facts,
                                        const Options& options, const Context& context);

}  // namespace nazo::superpuzz
