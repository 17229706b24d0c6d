// Listening to long work. The work itself is a record of the store (store/jobs.hpp), done by this server's workers
// (job_worker.hpp) or by those of any other program, so whoever listens here hears of it by looking: one thread asks
// the store for all jobs that somebody listens to.
//
//   auto stream = watcher.stream(*job, reader);
//   stream->listen(0, [](std::string_view event, bool last) { … });       // server-sent events, from the first on
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "base/thread.hpp"
#include "base/value.hpp"
#include "store/jobs.hpp"

namespace nazo::serve {

/// Something that happens bit by bit and can be listened to.
class EventStream {
 public:
  /// Gets each event in the wire format of server-sent events; with `last` nothing more comes.
  using Listener = std::function<void(std::string_view event, bool last)>;
  virtual ~EventStream() = default;
  /// Calls the listener for every event after the first `seen` ones, at once for those there are already. Returns a
  /// ticket.
  virtual std::uint64_t listen(std::size_t seen, Listener listener) = 0;
  virtual void leave(std::uint64_t ticket) = 0;
};

/// {id, what, state, progress, result, error}
[[nodiscard]] Value value_of(const store::Job& job);

/// What this server knows of a job that somebody listens to.
class JobStream final : public EventStream {
 public:
  explicit JobStream(std::string id) : id_(std::move(id)) {}

  std::uint64_t listen(std::size_t seen, Listener listener) override;
  void leave(std::uint64_t ticket) override;

  [[nodiscard]] const std::string& id() const { return id_; }
  /// As of which revision of the job it has heard.
  [[nodiscard]] std::int64_t revision() const;
  /// It will hear nothing more, or nobody has listened for a while.
  [[nodiscard]] bool idle(std::chrono::steady_clock::time_point now) const;
  /// Asks for what has happened since it last did; the job is as it was found a moment ago. Anybody may call it.
  void hear(const store::Job& job, store::Jobs& asking);
  /// Nobody knows the job any more.
  void vanish();

 private:
  struct Listening {
    std::uint64_t ticket = 0;
    std::size_t told = 0;
    std::shared_ptr<Listener> listener{};
  };
  /// Under the lock: events reach every listener in one order, none twice, none left out.
  void tell(Listening& to, std::string_view event, bool last);
  void tell_all(std::string_view event, bool last);
  void catch_up(Listening& to);
  void take(const store::Job& job, std::size_t seen, const std::vector<store::JobEvent>& fresh);

  const std::string id_;
  mutable std::mutex mutex_;
  std::vector<std::string> events_{};  ///< those that a late listener still gets
  std::string end_{};                  ///< the last one
  std::string progress_{};
  bool over_ = false;
  std::int64_t revision_ = 0;
  std::uint64_t next_ticket_ = 1;
  std::vector<Listening> listeners_{};
  std::chrono::steady_clock::time_point left_ = std::chrono::steady_clock::now();  ///< when the last listener went
};

class JobWatcher {
 public:
  /// The connection is for reading and for nobody else. `thrown` hears, in a catch block, what got out of the thread.
  /// Throws std::system_error if there is no room for it.
  JobWatcher(store::Jobs jobs, std::function<void()> thrown);
  ~JobWatcher();
  JobWatcher(const JobWatcher&) = delete;
  JobWatcher& operator=(const JobWatcher&) = delete;

  /// The stream of a job that was just found, with everything that `asking` knows of it.
  [[nodiscard]] std::shared_ptr<EventStream> stream(const store::Job& job, store::Jobs& asking);
  /// Something has just changed: looks at once.
  void look_now();
  /// As they were when somebody last looked, a second ago at most; of all programs on this store.
  [[nodiscard]] store::Jobs::Counts counts() const;

 private:
  void watch();
  void look();

  store::Jobs jobs_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_map<std::string, std::shared_ptr<JobStream>> streams_;
  store::Jobs::Counts counts_{};
  std::chrono::steady_clock::time_point counted_{};
  bool look_now_ = false;
  bool stop_ = false;
  Thread thread_;
};

}  // namespace nazo::serve
