// Composing problems.
//
// `random` (after Noshita): pieces are thrown at random round a king; where that gives a mate, pieces are taken away, one
// by one, as long as the mate does not get shorter; what is then sound by `check` is kept.
#pragma once

#include "puzzle/genre.hpp"

namespace nazo::tsume {

[[nodiscard]] std::vector<OptionFact> generate_options();
[[nodiscard]] Result<Batch> generate(const Order& order, const Context& context);

/// "3..7" or "5": odd numbers from 1 to 31.
struct PlyRange {
  int least = 1, most = 3;
};
[[nodiscard]] Result<PlyRange> read_ply_range(std::string_view text);

}  // namespace nazo::tsume
