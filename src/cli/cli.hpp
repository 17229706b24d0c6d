// The command line as a function: arguments and streams in, exit code out.
#pragma once

#include <atomic>
#include <iosfwd>
#include <string>
#include <vector>

#include "base/ranks.hpp"
#include "base/words.hpp"
#include "catalog/catalog.hpp"

namespace nazo::cli {

/// Where a run reads and writes. Colour and progress are for terminals only.
struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool colour = false;
  bool terminal_in = false;               ///< a person types
  bool terminal_out = false;              ///< a person reads
  Language language = Language::english;  ///< what the person reads, where there is a choice
};

/// Set by the interrupt signal; long work looks at it and ends in good order.
extern std::atomic<bool> interrupted;

/// Runs `nazo ARGS…`. Exit codes: 0 yes/solved/valid, 1 no/unsolvable/invalid, 2 bad input or usage, 3 a limit ran out
/// (memory too), 4 the output could not be written or nazo itself failed. Nothing is thrown. With several ranks each of
/// them calls this with the same arguments; rank 0 prints.
[[nodiscard]] int run(const std::vector<std::string>& args, Streams streams, Catalog genres, Ranks* ranks = nullptr);

}  // namespace nazo::cli
