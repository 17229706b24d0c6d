// Late answers, finished one after another on threads of their own. The queue is bounded: what does not fit is told to
// come again.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "serve/api.hpp"

namespace nazo::serve {

class Lane {
 public:
  /// Gives an answer to whoever asked.
  using Send = std::function<void(Response)>;
  struct Late {
    Request request;
    Later later;
    Send send;
  };
  struct Limits {
    unsigned threads = 1;
    std::size_t waiting = 64;
  };
  /// Takes what is still to come after a part is finished.
  using Pass = std::function<void(Late)>;

  Lane(Api& api, Limits limits, Pass pass);
  /// Finishes what runs; what waits is told to come again.
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  void add(Late late);
  [[nodiscard]] bool idle() const;

 private:
  void work();

  Api& api_;
  const Limits limits_;
  const Pass pass_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Late> queue_;
  std::size_t busy_ = 0;
  bool stop_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace nazo::serve
