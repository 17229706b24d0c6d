// Inside the room only: the data base's own time, so that the hosts that share a store need not agree on theirs.
#pragma once

#include <string_view>

#include "store/session.hpp"

namespace nazo::store {

/// Milliseconds since 1970, as SQL.
inline std::string_view clock_of(Dialect dialect) {
  if (dialect == Dialect::postgresql) return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
  return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";
}

}  // namespace nazo::store
