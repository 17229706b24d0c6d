// Long work as records: who ordered what, how far it is, what came of it. Any server that opens the store can answer
// for a job, and any worker can do it, but only one at a time: who takes a job holds it by a lease that has to be
// renewed, and whatever a holder writes counts only as long as the job is still theirs.
//
//   NAZO_TRY(jobs, Jobs::open("postgresql://…"));
//   jobs.order({.key = random_key(), .what = "solve", .request = order}, {});
//   NAZO_TRY(job, jobs.take({}));                     // the oldest that waits, or whose holder has fallen silent
//   jobs.beat(*job, {.progress = …}, {});             // at least once within the lease
//   jobs.end(*job, JobState::done, result, {}, {});
//
// Leases are told by the data base's own clock, so hosts need not agree on the time. Like a Store it is one connection,
// for one thread at a time.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/records.hpp"

namespace nazo::store {

class Session;

enum class JobState { waiting, running, done, failed, cancelled };
[[nodiscard]] std::string_view name(JobState state);

struct Job {
  std::string key;
  std::string owner{}, address{};  ///< who ordered it, and from where; the address is forgotten when it has ended
  std::string what{};
  Value request{};     ///< what a worker gets
  std::string once{};  ///< not empty: of those with the same word only one is unfinished at a time
  JobState state = JobState::waiting;
  std::string holder{};       ///< a word that only the present holder knows
  std::int64_t tries = 0;     ///< how often it was taken
  std::int64_t revision = 0;  ///< grows with every change
  std::int64_t events = 0;
  Value progress{}, result{}, error{};
  [[nodiscard]] bool over() const { return state != JobState::waiting && state != JobState::running; }
};

/// Something that was found on the way, as JSON. The first of a job has the number 1.
struct JobEvent {
  std::string event;
  std::string data;
};

/// What a holder has to tell.
struct JobNews {
  std::optional<Value> progress{};
  std::vector<JobEvent> events{};
};

class Jobs {
 public:
  /// Of a store that somebody has opened for writing before (Store::open), so that its tables are there.
  static Result<Jobs> open(const std::string& where);
  /// For finding only.
  static Result<Jobs> open_to_read(const std::string& where);
  Jobs(Jobs&&) noexcept;
  ~Jobs();

  // ── who orders ───────────────────────────────────────────────────────────────────────────────────────────────────
  struct Shares {
    std::size_t waiting = 64;       ///< that nobody has taken yet, of everyone
    std::size_t each = 4;           ///< unfinished ones of one owner
    std::size_t each_address = 12;  ///< unfinished ones from one address, whoever ordered them
  };
  enum class Ordered { taken, queue_full, owner_full, address_full, there_is_one };
  Result<Ordered> order(const Job& job, const Shares& shares);
  Result<std::optional<Job>> find(std::string_view key);
  /// Those after the first `seen` ones.
  Result<std::vector<JobEvent>> events(std::string_view key, std::size_t seen);
  /// Of those that are still known: their revisions.
  Result<std::map<std::string, std::int64_t>> revisions(const std::vector<std::string>& keys);
  /// What waits is cancelled at once; the holder of what runs is told at the next beat. False if there is none.
  Result<bool> cancel(std::string_view key);
  struct Counts {
    std::int64_t waiting = 0, running = 0;
  };
  Result<Counts> counts();

  // ── who works ────────────────────────────────────────────────────────────────────────────────────────────────────
  struct Terms {
    std::chrono::milliseconds lease{4000};
    int tries = 5;  ///< a job that so many holders did not survive has failed
  };
  /// Whether there may be something to take; changes nothing.
  Result<bool> anything_to_take();
  /// Begins at its beginning, whatever an earlier holder has found.
  Result<std::optional<Job>> take(const Terms& terms);
  enum class Hold { kept, stop, lost };
  /// Renews the lease. stop: somebody has cancelled it; lost: it is not ours any more, and nothing was written.
  Result<Hold> beat(const Job& job, const JobNews& news, const Terms& terms);
  /// False if it was not ours any more.
  Result<bool> end(const Job& job, JobState state, const Value& result, const Value& error, const JobNews& news);
  /// Lets it wait for somebody else; this try does not count.
  Result<void> give_back(const Job& job);

  // ── the house ────────────────────────────────────────────────────────────────────────────────────────────────────
  struct Remembered {
    std::size_t jobs = 256;
    std::size_t bytes = std::size_t{32} << 20;
  };
  /// Forgets the oldest of those that have ended; the newest can always be asked for.
  Result<void> tidy(const Remembered& remembered);
  /// Counts new plays of a genre, of all servers together. True for one of them when there are `enough` since it was
  /// learnt last and the pause is over: who hears that has it learnt.
  Result<bool> plays_to_learn(std::string_view genre, std::size_t plays, std::size_t enough,
                              std::chrono::milliseconds pause);

 private:
  explicit Jobs(std::unique_ptr<Session> session);
  std::unique_ptr<Session> session_;
};

}  // namespace nazo::store
