// When what people have played is learnt from: after so many new plays of a genre, whichever servers they came to, and
// not too often. It is ordered as a job like any other, once for all servers, and one of them says what came of it.
//
//   learner.played("sokoban");      // after every play that was kept; returns at once
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "base/thread.hpp"
#include "store/jobs.hpp"

namespace nazo::serve {

class Learner {
 public:
  struct Settings {
    std::size_t after = 30;           ///< new plays of a genre; 0: never
    std::chrono::seconds pause{300};  ///< between two fits of a genre
    double seconds = 300;             ///< that a fit may take
    std::uint64_t bytes = std::uint64_t{1} << 30;
    store::Jobs::Shares shares{};
    std::function<void()> ordered{};
    std::function<void(const store::Job& job)> ended{};  ///< of those that this server has ordered
    std::function<void()> thrown{};                      ///< in the catch block at the top of the thread
  };

  /// The connection is for nobody else. Throws std::system_error if there is no room for its thread.
  Learner(store::Jobs jobs, Settings settings);
  ~Learner();
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;

  void played(const std::string& genre);

 private:
  void work();
  void tell_store();
  void order(const std::string& genre);
  void follow();

  store::Jobs jobs_;
  const Settings settings_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::size_t> plays_;  ///< that the store has not heard of
  std::vector<std::string> ordered_;          ///< only touched by the thread
  bool stop_ = false;
  bool tell_now_ = false;
  Thread thread_;
};

}  // namespace nazo::serve
