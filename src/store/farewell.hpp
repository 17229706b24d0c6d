// Inside the room only: who has deleted their data a short time ago. What such a player sent before, and what another
// server is still busy with, is not kept.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "store/records.hpp"
#include "store/session.hpp"

namespace nazo::store {

enum class Farewell { coming, going };
/// Until the end of the transaction nobody goes while somebody comes.
void farewell_lock(Session& session, Farewell who);

/// They, and when by the data base's clock. Within a transaction, until whose end nobody is added to them.
[[nodiscard]] std::map<std::string, Moment, std::less<>> gone_players(Session& session);

inline constexpr std::string_view data_is_gone = "your data was deleted after this was sent";

}  // namespace nazo::store
