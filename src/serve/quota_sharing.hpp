// Makes the limits of several servers one: each tells the others once a second what visitors have used of their shares
// (store/shared_quotas.hpp). Until it is heard somebody may use a share at each server; what is too much is owed.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "base/thread.hpp"
#include "serve/rate_limit.hpp"
#include "store/shared_quotas.hpp"

namespace nazo::serve {

class QuotaSharing {
 public:
  /// The limits by their names, the same at all servers; they outlive this. `thrown` is called in the catch block at
  /// the top of the thread. Throws std::system_error if there is no room for it.
  QuotaSharing(store::SharedQuotas quotas, std::map<std::string, RateLimit*> limits, std::function<void()> thrown);
  ~QuotaSharing();
  QuotaSharing(const QuotaSharing&) = delete;
  QuotaSharing& operator=(const QuotaSharing&) = delete;

 private:
  void work();
  void exchange();

  store::SharedQuotas quotas_;
  const std::map<std::string, RateLimit*> limits_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stop_ = false;
  Thread thread_;
};

}  // namespace nazo::serve
