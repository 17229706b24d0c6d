// Jobs as records. Every change of a job that runs asks whose it is in the same statement that makes it.
#include "base/json.hpp"
#include "base/text.hpp"
#include "store/clock.hpp"
#include "store/jobs.hpp"
#include "store/session.hpp"

namespace nazo::store {
namespace {

constexpr std::pair<JobState, std::string_view> job_states[] = {{JobState::waiting, "waiting"},
                                                                {JobState::running, "running"},
                                                                {JobState::done, "done"},
                                                                {JobState::failed, "failed"},
                                                                {JobState::cancelled, "cancelled"}};

JobState job_state(std::string_view text) {
  for (const auto& [state, word] : job_states)
    if (word == text) return state;
  throw damage(cat("a job cannot be ", in_quotes(text)));
}

constexpr std::string_view job_columns =
    "key, owner, address, what, request, COALESCE(once, ''), state, holder, tries, revision, events, progress, result, "
    "error";

const std::vector<Kind>& job_kinds() {
  using enum Kind;
  static const std::vector<Kind> kinds{text, text,    text,    text,    text, text, text,
                                       text, integer, integer, integer, text, text, text};
  return kinds;
}

Job job_of(const Row& row) {
  Job job{.key = row.text(0), .owner = row.text(1), .address = row.text(2), .what = row.text(3)};
  job.request = row.json(4);
  job.once = row.text(5);
  job.state = job_state(row.text(6));
  job.holder = row.text(7);
  job.tries = row.integer(8);
  job.revision = row.integer(9);
  job.events = row.integer(10);
  job.progress = row.json(11);
  job.result = row.json(12);
  job.error = row.json(13);
  return job;
}

/// Who orders takes turns, so that shares are kept to exactly.
void lock_orders(Session& session) {
  if (session.dialect() == Dialect::postgresql)
    session.each("SELECT 1 FROM (SELECT pg_advisory_xact_lock(7236720)) AS waited", {}, {Kind::integer},
                 [](const Row&) { return true; });
}

std::int64_t unfinished_jobs(Session& session, std::string_view which, const std::vector<Cell>& cells) {
  return session.integer(cat("SELECT count(*) FROM jobs WHERE finished IS NULL AND ", which), cells).value_or(0);
}

/// Those whose holder has fallen silent too often, or that nobody wants any more.
void end_hopeless(Session& session, const Jobs::Terms& terms) {
  const std::string silent = cat("finished IS NULL AND state = 'running' AND lease < ", clock_of(session.dialect()));
  const std::string over =
      cat("holder = '', address = '', revision = revision + 1, finished = ", clock_of(session.dialect()));
  const auto message = [](std::string_view text) { return Value::object().set("message", text).json(); };
  session.run(cat("UPDATE jobs SET state = 'cancelled', error = ?, ", over, " WHERE stop = 1 AND ", silent),
              {message("cancelled")});
  session.run(cat("UPDATE jobs SET state = 'failed', error = ?, ", over, " WHERE tries >= ? AND ", silent),
              {message(cat("the work ended ", terms.tries, " workers: nobody tries it again")), terms.tries});
}

/// Writes what was found after what is there. Only for who holds the job.
void add_events(Session& session, const Job& job, const std::vector<JobEvent>& events) {
  if (events.empty()) return;
  std::int64_t number = session.integer("SELECT events FROM jobs WHERE key = ?", {job.key}).value_or(0);
  std::vector<Cell> cells;
  std::int64_t bytes = 0;
  for (const JobEvent& event : events) {
    cells.insert(cells.end(), {job.key, ++number, event.event, event.data});
    bytes += static_cast<std::int64_t>(event.event.size() + event.data.size());
  }
  session.insert("INSERT INTO job_events (job, number, event, data) VALUES", 4, cells, "");
  session.run("UPDATE jobs SET events = ?, bytes = bytes + ? WHERE key = ?", {number, bytes, job.key});
}

}  // namespace

std::string_view name(JobState state) {
  for (const auto& [known, word] : job_states)
    if (known == state) return word;
  return "failed";
}

Jobs::Jobs(std::unique_ptr<Session> session) : session_(std::move(session)) {}
Jobs::Jobs(Jobs&&) noexcept = default;
Jobs::~Jobs() = default;

Result<Jobs> Jobs::open(const std::string& where) {
  return guarded(where, [&] { return Jobs(std::make_unique<Session>(where, Access::write, Patience::server)); });
}

Result<Jobs> Jobs::open_to_read(const std::string& where) {
  return guarded(where, [&] { return Jobs(std::make_unique<Session>(where, Access::read, Patience::server)); });
}

// ── who orders ─────────────────────────────────────────────────────────────────────────────────────────────────────

Result<Jobs::Ordered> Jobs::order(const Job& job, const Shares& shares) {
  Session& session = *session_;
  return guarded(session, [&] {
    Session::Transaction transaction(session);
    lock_orders(session);
    const auto at_least = [](std::int64_t there, std::size_t most) { return there >= static_cast<std::int64_t>(most); };
    if (!job.once.empty() && unfinished_jobs(session, "once = ?", {job.once}) > 0) return Ordered::there_is_one;
    if (at_least(unfinished_jobs(session, "state = 'waiting'", {}), shares.waiting)) return Ordered::queue_full;
    if (at_least(unfinished_jobs(session, "owner = ?", {job.owner}), shares.each)) return Ordered::owner_full;
    if (at_least(unfinished_jobs(session, "address = ?", {job.address}), shares.each_address))
      return Ordered::address_full;
    session.run(cat("INSERT INTO jobs (key, owner, address, what, request, once, state, stop, holder, lease, tries, "
                    "revision, events, bytes, progress, result, error, ordered, finished) VALUES (?, ?, ?, ?, ?, ?, "
                    "'waiting', 0, '', 0, 0, 1, 0, 0, 'null', 'null', 'null', ",
                    clock_of(session.dialect()), ", NULL)"),
                {job.key, job.owner, job.address, job.what, job.request.json(), cell_or_null(job.once)});
    transaction.commit();
    return Ordered::taken;
  });
}

Result<std::optional<Job>> Jobs::find(std::string_view key) {
  Session& session = *session_;
  return guarded(session, [&] {
    std::optional<Job> found;
    session.each(cat("SELECT ", job_columns, " FROM jobs WHERE key = ?"), {std::string(key)}, job_kinds(),
                 [&](const Row& row) {
                   found = job_of(row);
                   return false;
                 });
    return found;
  });
}

Result<std::vector<JobEvent>> Jobs::events(std::string_view key, std::size_t seen) {
  Session& session = *session_;
  return guarded(session, [&] {
    std::vector<JobEvent> found;
    session.each("SELECT event, data FROM job_events WHERE job = ? AND number > ? ORDER BY number",
                 {std::string(key), static_cast<std::int64_t>(seen)}, {Kind::text, Kind::text}, [&](const Row& row) {
                   found.push_back({row.text(0), row.text(1)});
                   return true;
                 });
    return found;
  });
}

Result<std::map<std::string, std::int64_t>> Jobs::revisions(const std::vector<std::string>& keys) {
  Session& session = *session_;
  return guarded(session, [&] {
    std::map<std::string, std::int64_t> found;
    constexpr std::size_t at_once = 100;
    for (std::size_t begin = 0; begin < keys.size(); begin += at_once) {
      const std::size_t end = std::min(keys.size(), begin + at_once);
      std::vector<Cell> cells(keys.begin() + static_cast<std::ptrdiff_t>(begin),
                              keys.begin() + static_cast<std::ptrdiff_t>(end));
      std::string marks = "?";
      for (std::size_t i = 1; i < cells.size(); ++i) marks += ",?";
      session.each(cat("SELECT key, revision FROM jobs WHERE key IN (", marks, ")"), cells, {Kind::text, Kind::integer},
                   [&](const Row& row) {
                     found.emplace(row.text(0), row.integer(1));
                     return true;
                   });
    }
    return found;
  });
}

Result<bool> Jobs::cancel(std::string_view key) {
  Session& session = *session_;
  return guarded(session, [&] {
    Session::Transaction transaction(session);
    const std::string job(key);
    const std::int64_t waited = session.run(
        cat("UPDATE jobs SET state = 'cancelled', error = ?, address = '', revision = revision + 1, finished = ",
            clock_of(session.dialect()), " WHERE key = ? AND state = 'waiting'"),
        {Value::object().set("message", "cancelled before it began").json(), job});
    const std::int64_t ran = session.run("UPDATE jobs SET stop = 1 WHERE key = ? AND state = 'running'", {job});
    const bool known =
        waited + ran > 0 || session.integer("SELECT count(*) FROM jobs WHERE key = ?", {job}).value_or(0) != 0;
    transaction.commit();
    return known;
  });
}

Result<Jobs::Counts> Jobs::counts() {
  Session& session = *session_;
  return guarded(session, [&] {
    return Counts{.waiting = unfinished_jobs(session, "state = 'waiting'", {}),
                  .running = unfinished_jobs(session, "state = 'running'", {})};
  });
}

// ── who works ──────────────────────────────────────────────────────────────────────────────────────────────────────

Result<bool> Jobs::anything_to_take() {
  Session& session = *session_;
  return guarded(session, [&] {
    return unfinished_jobs(session, cat("(state = 'waiting' OR lease < ", clock_of(session.dialect()), ")"), {}) != 0;
  });
}

Result<std::optional<Job>> Jobs::take(const Terms& terms) {
  Session& session = *session_;
  return guarded(session, [&] {
    Session::Transaction transaction(session);
    end_hopeless(session, terms);
    const std::string_view clock = clock_of(session.dialect());
    // Two who look at once must not wait for one another, nor get the same.
    const std::string_view skip = session.dialect() == Dialect::postgresql ? " FOR UPDATE SKIP LOCKED" : "";
    const auto number =
        session.integer(cat("SELECT number FROM jobs WHERE finished IS NULL AND (state = 'waiting' OR lease < ", clock,
                            ") ORDER BY number LIMIT 1", skip));
    std::optional<Job> taken;
    if (number) {
      session.run(cat("UPDATE jobs SET state = 'running', holder = ?, tries = tries + 1, revision = revision + 1, "
                      "events = 0, bytes = 0, progress = 'null', lease = ? + ",
                      clock, " WHERE number = ?"),
                  {random_key(), std::int64_t{terms.lease.count()}, *number});
      session.each(cat("SELECT ", job_columns, " FROM jobs WHERE number = ?"), {*number}, job_kinds(),
                   [&](const Row& row) {
                     taken = job_of(row);
                     return false;
                   });
      session.run("DELETE FROM job_events WHERE job = ?", {taken->key});
    }
    transaction.commit();
    return taken;
  });
}

Result<Jobs::Hold> Jobs::beat(const Job& job, const JobNews& news, const Terms& terms) {
  Session& session = *session_;
  return guarded(session, [&] {
    Session::Transaction transaction(session);
    const bool tells = news.progress || !news.events.empty();
    std::vector<Cell> cells{std::int64_t{terms.lease.count()}, std::int64_t{tells}};
    if (news.progress) cells.emplace_back(news.progress->json());
    cells.insert(cells.end(), {job.key, job.holder});
    const std::int64_t ours =
        session.run(cat("UPDATE jobs SET lease = ? + ", clock_of(session.dialect()), ", revision = revision + ?",
                        news.progress ? ", progress = ?" : "", " WHERE key = ? AND holder = ? AND state = 'running'"),
                    cells);
    if (ours == 0) return Hold::lost;
    add_events(session, job, news.events);
    const auto stop = session.integer("SELECT stop FROM jobs WHERE key = ?", {job.key});
    transaction.commit();
    return stop.value_or(0) != 0 ? Hold::stop : Hold::kept;
  });
}

Result<bool> Jobs::end(const Job& job, JobState state, const Value& result, const Value& error, const JobNews& news) {
  Session& session = *session_;
  return guarded(session, [&] {
    Session::Transaction transaction(session);
    // Whoever has cancelled it while it came to its end gets the end all the same.
    std::vector<Cell> cells{std::string(name(state)), result.json(), error.json()};
    if (news.progress) cells.emplace_back(news.progress->json());
    cells.insert(cells.end(), {job.key, job.holder});
    const std::int64_t ours =
        session.run(cat("UPDATE jobs SET state = ?, result = ?, error = ?, ", news.progress ? "progress = ?, " : "",
                        "holder = '', address = '', revision = revision + 1, finished = ", clock_of(session.dialect()),
                        " WHERE key = ? AND holder = ? AND state = 'running'"),
                    cells);
    if (ours != 0) add_events(session, job, news.events);
    transaction.commit();
    return ours != 0;
  });
}

Result<void> Jobs::give_back(const Job& job) {
  Session& session = *session_;
  return guarded(session, [&] {
    session.run(
        "UPDATE jobs SET state = 'waiting', holder = '', tries = tries - 1, revision = revision + 1 "
        "WHERE key = ? AND holder = ? AND state = 'running'",
        {job.key, job.holder});
  });
}

// ── the house ──────────────────────────────────────────────────────────────────────────────────────────────────────

Result<void> Jobs::tidy(const Remembered& remembered) {
  Session& session = *session_;
  return guarded(session, [&] {
    constexpr std::string_view too_many =
        "FROM (SELECT key, row_number() OVER newest AS place, sum(bytes) OVER newest AS total FROM jobs "
        "WHERE finished IS NOT NULL WINDOW newest AS (ORDER BY finished DESC, number DESC)) AS ended "
        "WHERE place > 1 AND (place > ? OR total > ?)";
    const std::vector<Cell> cells{static_cast<std::int64_t>(remembered.jobs),
                                  static_cast<std::int64_t>(remembered.bytes)};
    if (session.integer(cat("SELECT count(*) ", too_many), cells).value_or(0) == 0) return;
    Session::Transaction transaction(session);
    std::vector<Cell> gone;
    session.each(cat("SELECT key ", too_many), cells, {Kind::text}, [&](const Row& row) {
      gone.emplace_back(row.text(0));
      return true;
    });
    session.repeat("DELETE FROM job_events WHERE job = ?", 1, gone);
    session.repeat("DELETE FROM jobs WHERE key = ?", 1, gone);
    transaction.commit();
  });
}

Result<bool> Jobs::plays_to_learn(std::string_view genre, std::size_t plays, std::size_t enough,
                                  std::chrono::milliseconds pause) {
  Session& session = *session_;
  return guarded(session, [&] {
    Session::Transaction transaction(session);
    const std::string name(genre);
    const std::string_view clock = clock_of(session.dialect());
    session.run(
        "INSERT INTO learning (genre, plays, not_before) VALUES (?, ?, 0) "
        "ON CONFLICT (genre) DO UPDATE SET plays = learning.plays + excluded.plays",
        {name, static_cast<std::int64_t>(plays)});
    const std::int64_t claimed = session.run(cat("UPDATE learning SET plays = 0, not_before = ? + ", clock,
                                                 " WHERE genre = ? AND plays >= ? AND not_before <= ", clock),
                                             {std::int64_t{pause.count()}, name, static_cast<std::int64_t>(enough)});
    transaction.commit();
    return claimed != 0;
  });
}

}  // namespace nazo::store
