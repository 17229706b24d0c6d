#include "serve/jobs.hpp"

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
  if (kept) {
    events_.push_back(text);
    bytes_ += text.size();
  }
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
    state_ = result ? JobState::done : JobState::failed;
    if (stop_) state_ = JobState::cancelled;
    if (result)
      result_ = *result;
    else
      error_ = value_of(result.error());
    finished_ = std::chrono::steady_clock::now();
  }
  say("end", value(), true, true);
}

void Job::break_off() noexcept {
  const std::lock_guard lock(mutex_);
  state_ = JobState::failed;
  if (over_) return;
  over_ = true;
  for (const auto& [ticket, listener] : listeners_) {
    try {
      (*listener)("", true);
    } catch (...) {  // who cannot even be told hears no more
    }
  }
  listeners_.clear();
}

std::size_t Job::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

bool Job::over() const {
  const JobState now = state();
  return now != JobState::waiting && now != JobState::running;
}

JobQueue::JobQueue(Limits limits) : limits_(limits) {
  threads_.start_all(limits.threads, named("job"), [this] { serve(); }, [](const auto&) {}, [this] { stop(); });
}

JobQueue::~JobQueue() {
  stop();
  threads_.join();
}

Result<std::shared_ptr<Job>> JobQueue::submit(const JobOwner& owner, const std::string& what, Work work) {
  auto job = std::make_shared<Job>(store::random_key(), owner, what);
  const std::lock_guard lock(mutex_);
  const auto passing = [](std::string_view message) {
    Error error{.message = std::string(message)};
    error.trouble = Trouble::passing;
    return std::unexpected(std::move(error));
  };
  if (stop_) return passing("the server is stopping");
  if (queue_.size() >= limits_.waiting) return passing("too much work is waiting: try again in a minute");
  std::size_t own = 0, from_there = 0;
  for (const auto& [id, other] : jobs_) {
    if (other->over()) continue;
    own += other->owner().who == owner.who ? 1 : 0;
    from_there += other->owner().address == owner.address ? 1 : 0;
  }
  if (own >= limits_.each) return fail(cat("you have ", own, " jobs already: wait for one or cancel it"));
  if (from_there >= limits_.each_address)
    return fail(cat("there are ", from_there, " jobs from your address already: wait for one"));
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
    }
  }
  if (!dropped) return;
  dropped->finish(fail("cancelled before it began"));
  remember(dropped);
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

void JobQueue::remember(const std::shared_ptr<Job>& job) {
  const std::lock_guard lock(mutex_);
  finished_.push_back(job);
  finished_bytes_ += job->bytes();
  while (finished_.size() > limits_.remembered || finished_bytes_ > limits_.remembered_bytes) {
    if (finished_.size() == 1) break;  // the newest can always be asked for
    finished_bytes_ -= finished_.front()->bytes();
    jobs_.erase(finished_.front()->id());
    finished_.pop_front();
  }
}

void JobQueue::run(Entry& entry) {
  entry.job->move_to(JobState::running);
  JobRun run(*entry.job);
  Result<Value> result = fail("failed");
  try {
    result = entry.work(run);
  } catch (const std::exception& error) {
    result = fail(cat("the work failed: ", std::string_view(error.what())));
  } catch (...) {
    result = fail("the work failed");
  }
  entry.job->finish(result);
  remember(entry.job);
}

void JobQueue::serve() {
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
    // No memory for a job's last words: it is over all the same, and the thread goes on.
    bool told = true;
    try {
      run(entry);
    } catch (...) {
      told = false;
      entry.job->break_off();
    }
    const std::lock_guard lock(mutex_);
    if (!told) jobs_.erase(entry.job->id());
    --running_;
  }
}

}  // namespace nazo::serve
