// Composing problems to order: options, refusals, and the last word of `check` on whatever is handed out.
//
// make.hpp has the three methods.
#pragma once

#include "genres/tsume/generate/make.hpp"
#include "puzzle/genre.hpp"

namespace nazo::tsume {

[[nodiscard]] std::vector<OptionFact> generate_options();
[[nodiscard]] Result<Batch> generate(const Order& order, const Context& context);

/// "3..7" or "5": odd numbers from 1 to 199.
[[nodiscard]] Result<PlyRange> read_ply_range(std::string_view text);
/// "1a-5e": two corners of the rectangle that all pieces stand in.
[[nodiscard]] Result<Region> read_region(std::string_view text);
/// "underpromotion,king_walk"; refused if no solution of that length can show them all.
[[nodiscard]] Result<Motifs> read_motifs(std::string_view text, PlyRange plies);
/// Positions to begin with, one SFEN a line: problems, or mates (white to move). Gives the one whose turn it is. If the
/// bench's budget runs out first, the error says so.
[[nodiscard]] Result<Problem> read_start(std::string_view text, std::uint64_t index, Workbench& bench);

}  // namespace nazo::tsume
