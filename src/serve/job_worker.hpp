// Takes long work from the store and does it: in a server, or in a program of its own on any host (nazo worker). A job
// is held by a lease that a thread apart renews; who falls silent loses it to whoever looks next, and what they write
// then is not taken.
//
//   NAZO_TRY(worker, JobWorker::start({.store = where, .slots = 2, .work = doer, .log = log}));
//   …                        // threads take jobs, until the worker goes: what they hold is given back
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/thread.hpp"
#include "store/jobs.hpp"

namespace nazo::serve {

class JobWorker {
 public:
  using Heard = std::function<void(std::string_view event, const Value& data)>;
  using Work = std::function<Result<Value>(const Value& order, const std::atomic<bool>& stop, const Heard& heard)>;
  struct Settings {
    std::string store{};
    unsigned slots = 1;  ///< jobs at a time
    Work work{};
    store::Jobs::Terms terms{};
    store::Jobs::Remembered remembered{};
    std::function<void(std::string_view event, const Value& fields)> log{};
    std::function<void()> changed{};  ///< something was written
    std::function<void()> thrown{};   ///< in the catch block at the top of a thread
  };

  static Result<std::unique_ptr<JobWorker>> start(Settings settings);
  ~JobWorker();
  JobWorker(const JobWorker&) = delete;
  JobWorker& operator=(const JobWorker&) = delete;

  /// There may be something to take: looks at once.
  void look_now();
  /// This job was cancelled in the store: if it is held here it ends at once, and not only at the next beat.
  void cancel(const std::string& key);
  /// Takes nothing more; what runs is told to stop and given back.
  void stop();
  [[nodiscard]] std::size_t running() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Held {
    explicit Held(store::Job taken) : job(std::move(taken)) {}
    const store::Job job;
    std::atomic<bool> stop = false;
    bool cancelled = false, lost = false, ended = false;
    store::JobNews news{};  ///< what was not told yet
    Clock::time_point beaten = Clock::now();
  };

  JobWorker(Settings settings, store::Jobs takes, store::Jobs tells);
  void start_threads();
  void take_jobs();
  [[nodiscard]] std::optional<store::Job> next();
  void do_job(const store::Job& job);
  [[nodiscard]] Result<Value> work_on(Held& held);
  /// Says until it is heard how the job has ended.
  void end(Held& held, const Result<Value>& result);
  /// False if the store is away.
  [[nodiscard]] bool try_to_end(Held& held, const Result<Value>& result);
  void give_back(Held& held);
  void hear(Held& held, std::string_view event, const Value& data);
  void beat_all();
  void beat(Held& held);
  void tidy();
  void say(std::string_view event, const store::Job& job) const;

  const Settings settings_;
  std::mutex taking_;
  store::Jobs takes_;
  std::mutex telling_;
  store::Jobs tells_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::shared_ptr<Held>> held_;
  std::uint64_t looks_ = 0;  ///< how often somebody said that there may be something
  Clock::time_point tidied_{};
  bool stop_ = false;
  bool over_ = false;  ///< for the thread that beats, which is the last to go
  Threads slots_;
  Thread heart_;
};

}  // namespace nazo::serve
