// Values as one rank sends them to another, in the order in which they are wanted: without keys, which both have.
//
// A byte says whether all leaves are won, or won for certain (1.0). Each win is written without the leading bytes that
// it has in common with the one before.
#pragma once

#include <span>

#include "tiles/space/values.hpp"

namespace nazo::tiles {

/// Appends the values of these groups to `out`.
void send_values(const GroupBlock& groups, const ValueDraft& draft, Bytes& out);

/// Reads them again, group by group.
struct ValueReader {
  Bytes room{};
  std::span<const std::uint8_t> rest{};
  /// Appends the values of the next group, of which these leaves were wanted.
  void next(const Leaf& leaves, ValueDraft& draft);
};

}  // namespace nazo::tiles
