// Answers that somebody waits for. Each is given once: by whoever finishes it, or, when that takes too long (a disk or
// a data base that hangs), by an excuse. Nobody waits for ever, whatever the store does.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>

#include "serve/http.hpp"

namespace nazo::serve {

class LateAnswers {
 public:
  using Clock = std::chrono::steady_clock;
  using Send = std::function<void(Response)>;
  using Excuse = std::function<Response()>;

  /// Somebody waits. `give` gives the answer; it may come too late, and is then not sent.
  struct Promise {
    std::uint64_t number = 0;
    Send give{};
  };
  /// Somebody waits from now on, until `due`.
  [[nodiscard]] Promise expect(Clock::time_point due, Send send, Excuse excuse);
  /// There is still something to do that takes longer.
  void postpone(std::uint64_t number, Clock::time_point due);
  /// Gives the excuse to all who have waited long enough.
  void excuse_overdue(Clock::time_point now);
  [[nodiscard]] std::size_t waiting() const;

 private:
  struct Waiting {
    Clock::time_point due;
    Send send;
    Excuse excuse;
  };
  mutable std::mutex mutex_;
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, Waiting> waiting_;
};

}  // namespace nazo::serve
