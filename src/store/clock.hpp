// Inside the room only: the data base's own time, so that the hosts that share a store need not agree on theirs.
#pragma once

#include <string_view>

#include "store/session.hpp"

namespace nazo::store {

/// Whole milliseconds since 1970, as SQL; a begun one does not count, as in `now()` (a cast of PostgreSQL would round).
inline std::string_view clock_of(Dialect dialect) {
  if (dialect == Dialect::postgresql) return "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)";
  return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";
}

}  // namespace nazo::store
