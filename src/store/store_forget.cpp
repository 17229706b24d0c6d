// Everything about one player leaves the store.
#include "store/session.hpp"
#include "store/store.hpp"

namespace nazo::store {

Result<bool> Store::forget_player(std::string_view key) {
  return guarded(*session_, [&] {
    Session::Transaction transaction(*session_);
    const std::vector<Cell> player{std::string(key)};
    const bool known = session_->integer("SELECT count(*) FROM players WHERE key = ?", player).value_or(0) != 0;
    for (const char* sql : {"DELETE FROM recommendations WHERE player = ?", "DELETE FROM comparisons WHERE player = ?",
                            "DELETE FROM plays WHERE player = ?", "DELETE FROM participants WHERE player = ?",
                            "DELETE FROM shown_solutions WHERE player = ?", "DELETE FROM players WHERE key = ?"})
      session_->run(sql, player);
    transaction.commit();
    return known;
  });
}

}  // namespace nazo::store
