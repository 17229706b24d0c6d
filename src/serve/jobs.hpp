// Long work (solve, analyse, generate) on a bounded queue with its own threads, so that it never stands in the way of
// play. The threads wait for processes that do the work (worker.hpp).
//
//   auto job = queue.submit({owner, address}, "solve", [](JobRun& run) -> Result<Value> { …run.stop(), run.tell()… });
//   (*job)->listen(0, [](std::string_view event, bool last) { … });       // server-sent events, from the first on
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/progress.hpp"
#include "base/result.hpp"
#include "base/thread.hpp"
#include "base/value.hpp"

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

enum class JobState { waiting, running, done, failed, cancelled };
[[nodiscard]] std::string_view name(JobState state);

/// Who ordered something: a player (or the address of somebody who is none), and from where.
struct JobOwner {
  std::string who;
  std::string address;
};

class Job final : public EventStream {
 public:
  Job(std::string id, JobOwner owner, std::string what)
      : id_(std::move(id)), owner_(std::move(owner)), what_(std::move(what)) {}

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const JobOwner& owner() const { return owner_; }
  [[nodiscard]] const std::string& what() const { return what_; }
  [[nodiscard]] JobState state() const;
  /// {id, what, state, progress, result, error}
  [[nodiscard]] Value value() const;
  /// What its events take that late listeners still get.
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] bool over() const;

  std::uint64_t listen(std::size_t seen, Listener listener) override;
  void leave(std::uint64_t ticket) override;

 private:
  friend class JobQueue;
  friend class JobRun;
  void say(std::string_view event, const Value& data, bool kept, bool last);
  void move_to(JobState state);
  void finish(const Result<Value>& result);
  /// The end when there is no memory to say so.
  void break_off() noexcept;

  const std::string id_;
  const JobOwner owner_;
  const std::string what_;
  mutable std::mutex mutex_;
  JobState state_ = JobState::waiting;
  Value progress_{}, result_{}, error_{};
  std::vector<std::string> events_{};  ///< those that a late listener still gets
  std::size_t bytes_ = 0;
  bool over_ = false;
  std::uint64_t next_ticket_ = 1;
  std::vector<std::pair<std::uint64_t, std::shared_ptr<Listener>>> listeners_{};
  std::atomic<bool> stop_ = false;
  std::chrono::steady_clock::time_point finished_{};
};

/// What the work sees of its job.
class JobRun {
 public:
  explicit JobRun(Job& job) : job_(job) {}
  [[nodiscard]] const std::atomic<bool>* stop() const { return &job_.stop_; }
  /// Something happened on the way. Progress is for those who listen now, everything else is kept for those who come
  /// late too.
  void tell(std::string_view event, const Value& data) { job_.say(event, data, event != "progress", false); }

 private:
  Job& job_;
};

class JobQueue {
 public:
  struct Limits {
    unsigned threads = 1;
    std::size_t waiting = 64;                              ///< in the queue, of everyone
    std::size_t each = 4;                                  ///< unfinished jobs of one owner
    std::size_t each_address = 12;                         ///< unfinished jobs from one address, whoever ordered them
    std::size_t remembered = 256;                          ///< finished ones that can still be asked for
    std::size_t remembered_bytes = std::size_t{32} << 20;  ///< and what their events may take
  };
  using Work = std::function<Result<Value>(JobRun&)>;

  /// Throws std::system_error if there is no room for its threads.
  explicit JobQueue(Limits limits);
  /// Cancels everything and waits for the threads.
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  /// An error says that the owner's share is used up, or (a passing trouble) that the queue is full.
  [[nodiscard]] Result<std::shared_ptr<Job>> submit(const JobOwner& owner, const std::string& what, Work work);
  [[nodiscard]] std::shared_ptr<Job> find(const std::string& id) const;
  void cancel(Job& job);
  /// No more work is taken; what runs is told to stop.
  void stop();

  [[nodiscard]] std::size_t waiting() const;
  [[nodiscard]] std::size_t running() const;

 private:
  struct Entry {
    std::shared_ptr<Job> job;
    Work work;
  };
  void serve();
  void run(Entry& entry);
  void remember(const std::shared_ptr<Job>& job);

  const Limits limits_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Entry> queue_;
  std::unordered_map<std::string, std::shared_ptr<Job>> jobs_;
  std::deque<std::shared_ptr<Job>> finished_;
  std::size_t finished_bytes_ = 0;
  std::size_t running_ = 0;
  bool stop_ = false;
  Threads threads_;
};

}  // namespace nazo::serve
