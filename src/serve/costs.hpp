// What may be ordered: one table for public visitors, one for the administrator. Beyond it is a 422 that names the
// limit; longer work is for the command line.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/result.hpp"
#include "base/value.hpp"
#include "workshop/job_order.hpp"

namespace nazo::serve {

struct Costs {
  double seconds = 60;                           ///< the longest one job may run
  std::uint64_t bytes = std::uint64_t{1} << 30;  ///< the memory of its process
  double count = 100;                            ///< puzzles of one order
  std::size_t text = 200'000;                    ///< bytes of a puzzle's text
  std::size_t figures = 60;                      ///< puzzles on one sheet
  double cells = 2'500;                          ///< of a new puzzle, where its "size" is WIDTHxHEIGHT
  double effort = 10;                            ///< times the usual value of any option that is a number
};

/// What the administrator may order where a visitor may order this.
[[nodiscard]] Costs for_admin(const Costs& visitor);

/// What can be told from the record alone, before any of it is read as a puzzle.
[[nodiscard]] Result<void> within(const Costs& costs, const Value& record);
/// The genre's options.
[[nodiscard]] Result<void> within(const Costs& costs, const JobOrder& order);

}  // namespace nazo::serve
