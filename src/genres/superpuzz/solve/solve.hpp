// Solves a deal by the strategy that the options name.
#pragma once

#include "genres/superpuzz/rules/rules.hpp"
#include "genres/superpuzz/solve/best/search.hpp"
#include "puzzle/genre.hpp"

namespace nazo::superpuzz {

[[nodiscard]] Result<Verdict> solve(const Position& start, const Options& options, const Context& context);

/// Whether `unsolvable` needs two exhausted searches that tell states apart by different bits of their keys.
enum class Recheck { no, yes };

/// The second search, after a first one by `best::search` found the deal unsolvable.
[[nodiscard]] best::Outcome search_again(const Position& start, const Budget& budget, std::uint64_t seed);

/// By `best`, whatever the options say.
[[nodiscard]] Verdict solve_best(const Position& start, const Context& context, Recheck recheck = Recheck::yes);

}  // namespace nazo::superpuzz
