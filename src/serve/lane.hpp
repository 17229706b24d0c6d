// Late answers, finished one after another on threads of their own. The queue is bounded: what does not fit is told to
// come again.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>

#include "base/thread.hpp"
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
    /// Who has waited for so long has been told to come again (late_answers.hpp): it is not begun any more.
    std::chrono::steady_clock::time_point due = std::chrono::steady_clock::time_point::max();
    std::uint64_t promise = 0;  ///< its number there
  };
  struct Limits {
    unsigned threads = 1;
    std::size_t waiting = 64;
    std::size_t each = 16;  ///< of them for one household
  };
  /// Takes what is still to come after a part is finished.
  using Pass = std::function<void(Late)>;

  /// Throws std::system_error if there is no room for its threads.
  Lane(Api& api, Limits limits, Pass pass);
  /// Finishes what runs; what waits is told to come again.
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  void add(Late late);
  [[nodiscard]] bool idle() const;

 private:
  void work();
  void stop();
  void answer(Late& late);
  /// All under the lock.
  [[nodiscard]] bool has_room(const std::string& household) const;
  void leave(const std::string& household);
  /// The first in line; but nobody comes twice in a row while another household waits.
  [[nodiscard]] Late next() noexcept;

  Api& api_;
  const Limits limits_;
  const Pass pass_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Late> queue_;
  std::unordered_map<std::string, std::size_t> waiting_of_;
  std::size_t served_last_ = 0;  ///< whose turn it was: a hash, which needs no memory
  std::size_t busy_ = 0;
  bool stop_ = false;
  Threads threads_;
};

}  // namespace nazo::serve
