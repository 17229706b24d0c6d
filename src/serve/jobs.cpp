#include "serve/jobs.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "puzzle/values.hpp"

namespace nazo::serve {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto watch_every = 200ms;
constexpr auto count_every = 1s;
constexpr auto remember_unheard = 30s;  // a stream that nobody listens to

std::string wire_text(std::size_t number, std::string_view event, std::string_view data) {
  return cat(number == 0 ? std::string() : cat("id: ", number, "\n"), "event: ", event, "\ndata: ", data, "\n\n");
}

}  // namespace

Value value_of(const store::Job& job) {
  return Value::object()
      .set("id", job.key)
      .set("what", job.what)
      .set("state", store::name(job.state))
      .set("progress", job.progress)
      .set("result", job.result)
      .set("error", job.error);
}

// ── one job ────────────────────────────────────────────────────────────────────────────────────────────────────────

void JobStream::tell(Listening& to, std::string_view event, bool last) {
  try {
    (*to.listener)(event, last);
  } catch (...) {  // who cannot be told hears no more
    to.listener.reset();
  }
}

void JobStream::tell_all(std::string_view event, bool last) {
  for (Listening& to : listeners_)
    if (to.listener) tell(to, event, last);
  if (last) listeners_.clear();
  std::erase_if(listeners_, [](const Listening& one) { return !one.listener; });
}

void JobStream::catch_up(Listening& to) {
  while (to.listener && to.told < events_.size()) tell(to, events_[to.told++], false);
}

std::uint64_t JobStream::listen(std::size_t seen, Listener listener) {
  const std::lock_guard lock(mutex_);
  Listening to{.ticket = next_ticket_++, .told = seen, .listener = std::make_shared<Listener>(std::move(listener))};
  const std::uint64_t ticket = to.ticket;
  catch_up(to);
  if (over_) {
    if (to.listener) tell(to, end_, true);
    left_ = Clock::now();
  } else if (to.listener) {
    if (!progress_.empty()) tell(to, progress_, false);
    if (to.listener) listeners_.push_back(std::move(to));
  }
  return ticket;
}

void JobStream::leave(std::uint64_t ticket) {
  const std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [&](const Listening& one) { return one.ticket == ticket; });
  left_ = Clock::now();
}

std::int64_t JobStream::revision() const {
  const std::lock_guard lock(mutex_);
  return revision_;
}

bool JobStream::idle(Clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  return listeners_.empty() && now - left_ > remember_unheard;
}

void JobStream::hear(const store::Job& job, store::Jobs& asking) {
  std::size_t seen = 0;
  {
    const std::lock_guard lock(mutex_);
    if (over_ || job.revision <= revision_) return;
    seen = events_.size();
  }
  // What is written between the two questions is found at the next look; after the end nothing is written.
  const auto fresh = asking.events(id_, seen);
  if (!fresh) return;
  const std::lock_guard lock(mutex_);
  take(job, seen, *fresh);
}

void JobStream::take(const store::Job& job, std::size_t seen, const std::vector<store::JobEvent>& fresh) {
  if (over_ || job.revision <= revision_) return;  // somebody else was quicker
  revision_ = job.revision;
  // A job that another worker has begun again finds the same again, since it has the same seed: who listens goes on
  // where they are.
  for (std::size_t i = events_.size() - seen; i < fresh.size(); ++i)
    events_.push_back(wire_text(events_.size() + 1, fresh[i].event, fresh[i].data));
  for (Listening& to : listeners_) catch_up(to);
  if (!job.over()) {
    const std::string progress = job.progress.is_null() ? "" : wire_text(0, "progress", job.progress.json());
    if (!progress.empty() && progress != progress_) tell_all(progress, false);
    progress_ = progress;
    return;
  }
  over_ = true;
  left_ = Clock::now();
  end_ = wire_text(events_.size() + 1, "end", value_of(job).json());
  tell_all(end_, true);
}

void JobStream::vanish() {
  const std::lock_guard lock(mutex_);
  over_ = true;
  left_ = Clock::now();
  tell_all("", true);
}

// ── all of them ────────────────────────────────────────────────────────────────────────────────────────────────────

JobWatcher::JobWatcher(store::Jobs jobs, std::function<void()> thrown)
    : jobs_(std::move(jobs)),
      thread_(
          named("job watcher"), AfterThrow::begin_again, [this] { watch(); },
          [thrown = std::move(thrown)](const auto&) { thrown(); }) {}

JobWatcher::~JobWatcher() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::shared_ptr<EventStream> JobWatcher::stream(const store::Job& job, store::Jobs& asking) {
  std::shared_ptr<JobStream> stream;
  {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<JobStream>& known = streams_[job.key];
    if (!known) known = std::make_shared<JobStream>(job.key);
    stream = known;
  }
  stream->hear(job, asking);
  return stream;
}

void JobWatcher::look_now() {
  const std::lock_guard lock(mutex_);
  look_now_ = true;
  changed_.notify_all();
}

store::Jobs::Counts JobWatcher::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

void JobWatcher::watch() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    look_now_ = false;
    lock.unlock();
    look();
    lock.lock();
    changed_.wait_for(lock, watch_every, [&] { return stop_ || look_now_; });
  }
}

void JobWatcher::look() {
  const auto now = Clock::now();
  if (now - counted_ >= count_every) {
    counted_ = now;
    if (const auto counts = jobs_.counts()) {
      const std::lock_guard lock(mutex_);
      counts_ = *counts;
    }
  }
  std::vector<std::shared_ptr<JobStream>> streams;
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(streams_, [&](const auto& entry) { return entry.second->idle(now); });
    for (const auto& [id, stream] : streams_) streams.push_back(stream);
  }
  if (streams.empty()) return;
  std::vector<std::string> ids;
  for (const auto& stream : streams) ids.push_back(stream->id());
  const auto revisions = jobs_.revisions(ids);
  if (!revisions) return;  // the store is away: who listens goes on listening
  for (const auto& stream : streams) {
    const auto revision = revisions->find(stream->id());
    if (revision == revisions->end()) {
      stream->vanish();
      continue;
    }
    if (revision->second == stream->revision()) continue;
    const auto job = jobs_.find(stream->id());
    if (job && *job) stream->hear(**job, jobs_);
  }
}

}  // namespace nazo::serve
