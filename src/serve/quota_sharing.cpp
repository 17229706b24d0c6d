#include "serve/quota_sharing.hpp"

#include <chrono>
#include <vector>

#include "base/text.hpp"

namespace nazo::serve {

namespace {
constexpr std::chrono::seconds share_every{1};
}  // namespace

QuotaSharing::QuotaSharing(store::SharedQuotas quotas, std::map<std::string, RateLimit*> limits,
                           std::function<void()> thrown)
    : quotas_(std::move(quotas)),
      limits_(std::move(limits)),
      thread_(
          named("quota sharing"), AfterThrow::begin_again, [this] { work(); },
          [thrown = std::move(thrown)](const auto&) { thrown(); }) {}

QuotaSharing::~QuotaSharing() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    stopped_.notify_all();
  }
  thread_.join();
}

void QuotaSharing::work() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    lock.unlock();
    exchange();
    lock.lock();
    stopped_.wait_for(lock, share_every, [&] { return stop_; });
  }
}

void QuotaSharing::exchange() {
  std::vector<store::SharedQuotas::Spent> used;
  for (const auto& [name, limit] : limits_)
    for (const RateLimit::Spent& spent : limit->untold()) used.push_back({cat(name, " ", spent.who), spent.tokens});
  const auto others = quotas_.exchange(used);
  if (!others) return;  // while the store is away every server keeps to its own limits
  for (const auto& spent : *others) {
    const std::size_t space = spent.who.find(' ');
    const auto limit = limits_.find(spent.who.substr(0, space));
    const auto who = number_of<RateLimit::Who>(std::string_view(spent.who).substr(space + 1));
    if (limit != limits_.end() && who) limit->second->taken_elsewhere({*who, spent.tokens});
  }
}

}  // namespace nazo::serve
