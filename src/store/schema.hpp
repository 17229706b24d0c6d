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
  /// Programs of the version before may go on beside it: it only adds what they do not look at, so that the servers of
  /// a site can be exchanged one after another.
  bool additive = false;
};

[[nodiscard]] const std::vector<SchemaStep>& schema_steps();
[[nodiscard]] int newest_schema();

/// The version of the store, 0 if the data base is empty. Throws if it holds something that is not a store of ours.
[[nodiscard]] int schema_version(Session& session);

/// Whether a program that knows only `newest` versions may use a store of a newer `version`: every step between them
/// says so, and whoever took the steps has written it down.
[[nodiscard]] bool may_be_used_by(Session& session, int newest, int version);

/// Brings the store forward to `version`, each step in a transaction of its own with its version number.
void migrate(Session& session, int version);

}  // namespace nazo::store
