#include "serve/job_worker.hpp"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#include "base/text.hpp"
#include "puzzle/values.hpp"

namespace nazo::serve {

namespace {

using namespace std::chrono_literals;

constexpr auto take_every = 250ms;
constexpr auto beat_every = 100ms;
constexpr auto news_every = 200ms;  // what was found on the way
constexpr auto tidy_every = 10s;
constexpr auto try_again = 250ms;

}  // namespace

JobWorker::JobWorker(Settings settings, store::Jobs takes, store::Jobs tells)
    : settings_(std::move(settings)), takes_(std::move(takes)), tells_(std::move(tells)) {}

Result<std::unique_ptr<JobWorker>> JobWorker::start(Settings settings) {
  NAZO_TRY(takes, store::Jobs::open(settings.store));
  NAZO_TRY(tells, store::Jobs::open(settings.store));
  try {
    std::unique_ptr<JobWorker> worker(new JobWorker(std::move(settings), std::move(takes), std::move(tells)));
    worker->start_threads();
    return worker;
  } catch (const std::system_error&) {
    return fail("the system has no room for the threads that do jobs");
  }
}

void JobWorker::start_threads() {
  const auto thrown = [this](const auto&) {
    if (settings_.thrown) settings_.thrown();
  };
  heart_ = Thread(named("heartbeat"), AfterThrow::begin_again, [this] { beat_all(); }, thrown);
  slots_.start_all(settings_.slots, named("job"), [this] { take_jobs(); }, thrown, [this] { stop(); });
}

JobWorker::~JobWorker() {
  stop();
  slots_.join();
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  heart_.join();
}

void JobWorker::look_now() {
  const std::lock_guard lock(mutex_);
  ++looks_;
  changed_.notify_all();
}

void JobWorker::stop() {
  const std::lock_guard lock(mutex_);
  stop_ = true;
  for (const auto& held : held_) held->stop = true;
  changed_.notify_all();
}

void JobWorker::cancel(const std::string& key) {
  const std::lock_guard lock(mutex_);
  for (const auto& held : held_) {
    if (held->job.key != key) continue;
    held->cancelled = true;
    held->stop = true;
  }
}

std::size_t JobWorker::running() const {
  const std::lock_guard lock(mutex_);
  return held_.size();
}

void JobWorker::say(std::string_view event, const store::Job& job) const {
  if (settings_.log) settings_.log(event, Value::object().set("job", job.key).set("what", job.what));
}

// ── taking and doing ───────────────────────────────────────────────────────────────────────────────────────────────

std::optional<store::Job> JobWorker::next() {
  const std::lock_guard lock(taking_);
  const auto any = takes_.anything_to_take();
  if (!any || !*any) return std::nullopt;
  auto taken = takes_.take(settings_.terms);
  return taken ? std::move(*taken) : std::nullopt;
}

void JobWorker::take_jobs() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    const std::uint64_t looks = looks_;
    lock.unlock();
    const auto job = next();
    if (job) do_job(*job);
    lock.lock();
    if (!job) changed_.wait_for(lock, take_every, [&] { return stop_ || looks_ != looks; });
  }
}

void JobWorker::do_job(const store::Job& job) {
  const auto held = std::make_shared<Held>(job);
  {
    const std::lock_guard lock(mutex_);
    held_.push_back(held);
    if (stop_) held->stop = true;
  }
  // Whatever is thrown on the way: the lease is not renewed any more, and somebody else takes the job.
  const std::shared_ptr<void> leaving(nullptr, [&](void*) {
    const std::lock_guard lock(mutex_);
    held_.remove(held);
  });
  say(job.tries > 1 ? "job taken over" : "job taken", job);
  if (settings_.changed) settings_.changed();
  const auto result = work_on(*held);
  bool stopping = false;
  {
    const std::lock_guard lock(mutex_);
    stopping = stop_ && held->stop && !held->cancelled;
  }
  if (stopping)
    give_back(*held);
  else
    end(*held, result);
  if (settings_.changed) settings_.changed();
}

Result<Value> JobWorker::work_on(Held& held) {
  try {
    return settings_.work(held.job.request, held.stop,
                          [&](std::string_view event, const Value& data) { hear(held, event, data); });
  } catch (const std::bad_alloc&) {
    return fail("there is no memory left for this work");
  } catch (const std::exception& error) {
    return fail(cat("the work failed: ", std::string_view(error.what())));
  } catch (...) {
    return fail("the work failed");
  }
}

void JobWorker::hear(Held& held, std::string_view event, const Value& data) {
  const std::lock_guard lock(mutex_);
  if (event == "progress")
    held.news.progress = data;
  else
    held.news.events.push_back({std::string(event), data.json()});
}

bool JobWorker::try_to_end(Held& held, const Result<Value>& result) {
  const std::lock_guard telling(telling_);  // the heart does not beat for this job meanwhile
  store::JobNews news;
  auto state = result ? store::JobState::done : store::JobState::failed;
  {
    const std::lock_guard lock(mutex_);
    if (held.lost) return say("job lost", held.job), true;
    if (held.cancelled) state = store::JobState::cancelled;
    news = held.news;
  }
  auto ended =
      tells_.end(held.job, state, result ? *result : Value(), result ? Value() : value_of(result.error()), news);
  // A result that the store does not take for good is a failure, and said.
  if (!ended && ended.error().trouble == Trouble::none)
    ended = tells_.end(held.job, store::JobState::failed, Value(), value_of(ended.error()), {});
  if (!ended && ended.error().trouble == Trouble::passing) return false;
  {
    const std::lock_guard lock(mutex_);
    held.ended = true;
  }
  say(ended && *ended ? "job ended" : "job lost", held.job);
  return true;
}

void JobWorker::end(Held& held, const Result<Value>& result) {
  while (!try_to_end(held, result)) {
    std::unique_lock lock(mutex_);
    // The store is away: the result is kept until it is back.
    if (changed_.wait_for(lock, try_again, [&] { return stop_; })) return;
  }
}

void JobWorker::give_back(Held& held) {
  const std::lock_guard telling(telling_);
  {
    const std::lock_guard lock(mutex_);
    held.ended = true;
  }
  if (tells_.give_back(held.job)) say("job given back", held.job);
}

// ── the lease ──────────────────────────────────────────────────────────────────────────────────────────────────────

void JobWorker::beat_all() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    const auto held = std::vector(held_.begin(), held_.end());
    lock.unlock();
    for (const auto& one : held) beat(*one);
    tidy();
    lock.lock();
    changed_.wait_for(lock, beat_every, [&] { return over_; });
  }
}

void JobWorker::beat(Held& held) {
  const std::lock_guard telling(telling_);
  store::JobNews news;
  {
    const std::lock_guard lock(mutex_);
    if (held.ended || held.lost) return;
    const auto since = Clock::now() - held.beaten;
    const bool tells = held.news.progress || !held.news.events.empty();
    if (since < settings_.terms.lease / 8 && !(tells && since >= news_every)) return;
    news = std::exchange(held.news, {});
  }
  const auto begun = Clock::now();
  const auto hold = tells_.beat(held.job, news, settings_.terms);
  const std::lock_guard lock(mutex_);
  if (!hold) {
    // It is told later, before what has come since.
    if (!held.news.progress) held.news.progress = std::move(news.progress);
    held.news.events.insert(held.news.events.begin(), std::make_move_iterator(news.events.begin()),
                            std::make_move_iterator(news.events.end()));
    return;
  }
  held.beaten = begun;
  if (*hold == store::Jobs::Hold::kept) {
    if (settings_.changed && (news.progress || !news.events.empty())) settings_.changed();
    return;
  }
  held.cancelled = *hold == store::Jobs::Hold::stop;
  held.lost = *hold == store::Jobs::Hold::lost;
  held.stop = true;
}

void JobWorker::tidy() {
  const auto now = Clock::now();
  if (now - tidied_ < tidy_every) return;
  tidied_ = now;
  const std::lock_guard telling(telling_);
  (void)tells_.tidy(settings_.remembered);
}

}  // namespace nazo::serve
