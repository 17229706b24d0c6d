#include "store/shared_quotas.hpp"

#include "base/text.hpp"
#include "store/clock.hpp"
#include "store/records.hpp"
#include "store/session.hpp"

namespace nazo::store {

SharedQuotas::SharedQuotas(std::unique_ptr<Session> session) : session_(std::move(session)), server_(random_key()) {}
SharedQuotas::SharedQuotas(SharedQuotas&&) noexcept = default;
SharedQuotas::~SharedQuotas() = default;

Result<SharedQuotas> SharedQuotas::open(const std::string& where) {
  return guarded(where, [&] { return SharedQuotas(std::make_unique<Session>(where, Access::write, Patience::look)); });
}

Result<std::vector<SharedQuotas::Spent>> SharedQuotas::exchange(const std::vector<Spent>& used) {
  return guarded(*session_, [&] {
    const std::string_view clock = clock_of(session_->dialect());
    if (!used.empty()) {
      Session::Transaction transaction(*session_);
      // What is lost with the data base's machine was only to be known for some seconds.
      if (session_->dialect() == Dialect::postgresql) session_->script("SET LOCAL synchronous_commit TO off");
      std::vector<Cell> cells;
      for (const Spent& spent : used) cells.insert(cells.end(), {server_, spent.who, spent.tokens});
      session_->repeat(cat("INSERT INTO shared_quotas (server, who, spent, at) VALUES (?, ?, ?, ", clock,
                           ") ON CONFLICT (server, who) DO UPDATE SET spent = shared_quotas.spent + excluded.spent, "
                           "at = excluded.at"),
                       3, cells);
      session_->run(cat("DELETE FROM shared_quotas WHERE at < ", clock, " - 60000"));
      transaction.commit();
    }
    std::vector<Spent> others;
    session_->each(cat("SELECT server, who, spent FROM shared_quotas WHERE server <> ? AND at > ", clock, " - 10000"),
                   {server_}, {Kind::text, Kind::text, Kind::real}, [&](const Row& row) {
                     double& known = known_[{row.text(0), row.text(1)}];
                     const double spent = row.real(2);
                     // Less than before: the row was forgotten meanwhile and has begun anew.
                     const double fresh = spent < known ? spent : spent - known;
                     known = spent;
                     if (!first_ && fresh > 0) others.push_back({row.text(1), fresh});
                     return true;
                   });
    first_ = false;
    if (known_.size() > 100'000) {
      known_.clear();
      first_ = true;
    }
    return others;
  });
}

}  // namespace nazo::store
