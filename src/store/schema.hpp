// The tables of the store, as numbered steps. Step n brings a store of version n−1 to version n; a new store runs them
// all, an older one those it lacks. A step that has been published is never changed again: a new one is added after it.
#pragma once

#include <string_view>
#include <vector>

#include "store/session.hpp"

namespace nazo::store {

struct SchemaStep {
  int version;
  std::string_view what;  ///< in a few words
  std::string_view sql;   ///< statements separated by ';'
};

[[nodiscard]] const std::vector<SchemaStep>& schema_steps();
[[nodiscard]] int newest_schema();

/// The version of the store, 0 if the data base is empty. Throws if it holds something that is not a store of ours.
[[nodiscard]] int schema_version(Session& session);

/// Brings the store forward to `version`, each step in a transaction of its own with its version number.
void migrate(Session& session, int version);

}  // namespace nazo::store
