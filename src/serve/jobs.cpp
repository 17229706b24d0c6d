#include "serve/jobs.hpp"

#ifdef __linux__
#include <sys/resource.h>
#endif

#include <algorithm>

#include "base/text.hpp"
#include "puzzle/values.hpp"
#include "store/records.hpp"

namespace nazo::serve {

std::string_view name(JobState state) {
  switch (state) {
    case JobState::waiting:
      return "waiting";
    case JobState::running:
      return "running";
    case JobState::done:
      return "done";
    case JobState::failed:
      return "failed";
    case JobState::cancelled:
      return "cancelled";
  }
  return "failed";
}

JobState Job::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Value Job::value() const {
  const std::lock_guard lock(mutex_);
  return Value::object()
      .set("id", id_)
      .set("what", what_)
      .set("state", name(state_))
      .set("progress", progress_)
      .set("result", result_)
      .set("error", error_);
}

std::uint64_t Job::listen(std::size_t seen, Listener listener) {
  // Called under the lock: events reach every listener in one order, none twice, none left out.
  const std::lock_guard lock(mutex_);
  for (std::size_t i = std::min(seen, events_.size()); i < events_.size(); ++i)
    listener(events_[i], over_ && i + 1 == events_.size());
  if (over_ && seen >= events_.size()) listener("", true);
  const std::uint64_t ticket = next_ticket_++;
  if (!over_) listeners_.emplace_back(ticket, std::make_shared<Listener>(std::move(listener)));
  return ticket;
}

void Job::leave(std::uint64_t ticket) {
  const std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [&](const auto& entry) { return entry.first == ticket; });
}

void Job::say(std::string_view event, const Value& data, bool kept, bool last) {
  const std::lock_guard lock(mutex_);
  if (over_) return;
  std::string text;
  if (kept) text = cat("id: ", events_.size() + 1, "\n");
  text += cat("event: ", event, "\ndata: ", data.json(), "\n\n");
  if (kept) events_.push_back(text);
  if (event == "progress") progress_ = data;
  over_ = last;
  for (const auto& [ticket, listener] : listeners_) (*listener)(text, last);
  if (last) listeners_.clear();
}

void Job::move_to(JobState state) {
  const std::lock_guard lock(mutex_);
  state_ = state;
}

void Job::finish(const Result<Value>& result) {
  {
    const std::lock_guard lock(mutex_);
    state_ = stop_ ? JobState::cancelled : result ? JobState::done : JobState::failed;
    if (result)
      result_ = *result;
    else
      error_ = value_of(result.error());
    finished_ = std::chrono::steady_clock::now();
  }
  say("end", value(), true, true);
}

ProgressSink JobRun::progress() {
  return [this](const ProgressReport& report) {
    {
      const std::lock_guard lock(mutex_);
      const auto now = std::chrono::steady_clock::now();
      if (now - last_ < std::chrono::milliseconds(200)) return;
      last_ = now;
    }
    job_.say("progress",
             Value::object()
                 .set("what", report.what)
                 .set("done", report.done)
                 .set("total", report.total)
                 .set("note", report.note),
             false, false);
  };
}

JobQueue::JobQueue(Limits limits) : limits_(limits) {
  for (unsigned i = 0; i < limits.threads; ++i) threads_.emplace_back([this] { serve(); });
}

JobQueue::~JobQueue() {
  stop();
  threads_.clear();  // joins
}

Result<std::shared_ptr<Job>> JobQueue::submit(const std::string& owner, const std::string& what, Work work) {
  auto job = std::make_shared<Job>(store::random_key(), owner, what);
  const std::lock_guard lock(mutex_);
  if (stop_) return fail("the server is stopping");
  if (queue_.size() >= limits_.waiting) return fail("too much work is waiting: try again in a minute");
  const auto own = std::ranges::count_if(jobs_, [&](const auto& entry) {
    const JobState state = entry.second->state();
    return entry.second->owner() == owner && (state == JobState::waiting || state == JobState::running);
  });
  if (static_cast<std::size_t>(own) >= limits_.each)
    return fail(cat("you have ", own, " jobs already: wait for one or cancel it"));
  jobs_.emplace(job->id(), job);
  queue_.push_back({job, std::move(work)});
  changed_.notify_one();
  return job;
}

std::shared_ptr<Job> JobQueue::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  return found == jobs_.end() ? nullptr : found->second;
}

void JobQueue::cancel(Job& job) {
  std::shared_ptr<Job> dropped;
  {
    const std::lock_guard lock(mutex_);
    job.stop_ = true;
    const auto waiting = std::ranges::find(queue_, &job, [](const Entry& entry) { return entry.job.get(); });
    if (waiting != queue_.end()) {
      dropped = waiting->job;
      queue_.erase(waiting);
      finished_.push_back(dropped->id());
    }
  }
  if (dropped) dropped->finish(fail("cancelled before it began"));
}

void JobQueue::stop() {
  std::deque<Entry> dropped;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    for (const auto& [id, job] : jobs_) job->stop_ = true;
    dropped.swap(queue_);
    changed_.notify_all();
  }
  for (const Entry& entry : dropped) entry.job->finish(fail("the server is stopping"));
}

std::size_t JobQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

std::size_t JobQueue::running() const {
  const std::lock_guard lock(mutex_);
  return running_;
}

void JobQueue::serve() {
#ifdef __linux__
  // On Linux a priority belongs to the thread: who plays comes before what may take its time. If it is refused nothing
  // is lost.
  (void)setpriority(PRIO_PROCESS, 0, 10);
#endif
  for (;;) {
    Entry entry;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stop_ || !queue_.empty(); });
      if (stop_) return;
      entry = std::move(queue_.front());
      queue_.pop_front();
      ++running_;
    }
    entry.job->move_to(JobState::running);
    JobRun run(*entry.job);
    Result<Value> result = fail("failed");
    try {
      result = entry.work(run);
    } catch (const std::exception& error) {
      result = fail(cat("the work failed: ", std::string_view(error.what())));
    }
    entry.job->finish(result);
    const std::lock_guard lock(mutex_);
    --running_;
    finished_.push_back(entry.job->id());
    while (finished_.size() > limits_.remembered) {
      jobs_.erase(finished_.front());
      finished_.pop_front();
    }
  }
}

}  // namespace nazo::serve
