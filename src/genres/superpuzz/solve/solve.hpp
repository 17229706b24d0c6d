// Solves a deal by the strategy that the options name.
#pragma once

#include "genres/superpuzz/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::superpuzz {

[[nodiscard]] Result<Verdict> solve(const Position& start, const Options& options, const Context& context);

/// By `best`, whatever the options say; by several threads together if asked to.
[[nodiscard]] Verdict solve_best(const Position& start, const Context& context, unsigned together = 1);

}  // namespace nazo::superpuzz
