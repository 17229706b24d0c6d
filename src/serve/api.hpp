// The api of the workshop: a request in, a response out. It holds the store, its share of the long work and the page's
// files; sockets are the shell's business (server.hpp). May be called from several threads at once.
//
//   NAZO_TRY(api, Api::open({.genres = catalog(), .store = "nazo.db"}, {}));
//   Response page = api->answer({.method = "GET", .target = "/api/puzzles?genre=superpuzz"});
//
// src/serve/openapi.json describes every route; tests hold each response against it.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "catalog/catalog.hpp"
#include "serve/assets.hpp"
#include "serve/call.hpp"
#include "serve/costs.hpp"
#include "serve/http.hpp"
#include "serve/job_worker.hpp"
#include "serve/jobs.hpp"
#include "serve/learner.hpp"
#include "serve/metrics.hpp"
#include "serve/order_doer.hpp"
#include "serve/quota_sharing.hpp"
#include "serve/quotas.hpp"
#include "serve/store_health.hpp"
#include "store/recorder.hpp"
#include "store/store.hpp"

namespace nazo::serve {

struct PostedCollection;

/// Long work: who may have how much of it, and how much of it this server does itself.
struct JobSettings {
  unsigned threads = 1;  ///< jobs done here at a time; 0: other programs do them (nazo worker)
  store::Jobs::Shares shares{};
  store::Jobs::Terms terms{};
  store::Jobs::Remembered remembered{};
};

/// Who ordered something: a player (or the address of somebody who is none), and from where.
struct JobOwner {
  std::string who;
  std::string address;
};

struct ApiSettings {
  Catalog genres;
  std::string store;
  std::string admin_token{};  ///< empty: nobody is admin
  JobSettings jobs{};
  double job_seconds = 60;  ///< the longest one job may run
  /// The program that is started for long work (worker.hpp); empty: it is done in this process, for tests.
  std::string worker{};
  std::uint64_t job_bytes = std::uint64_t{1} << 30;
  QuotaRules quotas{};
  std::string proxy{};               ///< the address of a proxy whose X-Forwarded-For is believed
  std::vector<std::string> names{};  ///< under which the server is reached, besides localhost and plain addresses
  bool any_name = false;             ///< Host is not looked at
  RateLimit::Rule each_player{.per_second = 5, .burst = 120};  ///< what a player writes
  std::size_t most_body = std::size_t{1} << 20;
  std::size_t most_target = 4096;
  std::size_t learn_after = 30;           ///< plays of a genre, after which its model is fitted again; 0: never
  std::chrono::seconds learn_pause{300};  ///< at least so long between two fits
  bool limits = true;                     ///< false: no rate limits (load tests)
  /// Says something worth keeping: an event's name and its fields.
  std::function<void(std::string_view event, const Value& fields)> log{};
  std::function<store::Moment()> now = store::now;
};

class Api {
 public:
  static Result<std::unique_ptr<Api>> open(ApiSettings settings, Assets assets);
  ~Api();

  /// The response, or the promise of one (Response::later, Response::events).
  [[nodiscard]] Response handle(const Request& request);
  /// What a late answer has become: complete, or again with a part that comes later. The shell calls it on the lane.
  [[nodiscard]] Response finish(const Request& request, const Later& later);
  /// Instead of that: there is no room to wait in.
  [[nodiscard]] Response turn_away(const Request& request, const Later& later);
  /// Instead of that: it has taken too long, since the store does not answer or nobody gets time to.
  [[nodiscard]] Response overdue(const Request& request, const Later& later);
  /// Something was thrown that nobody expected; called in the catch block at the top of a thread.
  void thread_survived(std::string_view which) const noexcept;
  /// Both in one go, waiting where it must.
  [[nodiscard]] Response answer(const Request& request);

  struct Route {
    std::string method;
    std::string pattern;
    Response (Api::*handler)(Call&);
    double cost = 1;  ///< tokens of the address
    enum class For { anyone, admin } who = For::anyone;
    /// keeps: the same for everyone for some seconds; reads_much: as much as somebody has left here; knows: what needs
    /// no store.
    enum class Does { reads, keeps, writes, reads_much, knows } does = Does::reads;
  };
  [[nodiscard]] static const std::vector<Route>& routes();

  /// No more work is taken; what runs here is told to stop and waits for another worker.
  void stop();
  void log(std::string_view event, const Value& fields) const;
  /// Something that the shell knows, for /metrics; an empty function takes it away again.
  void measure(const std::string& name, std::function<double()> gauge);
  [[nodiscard]] std::size_t most_body() const { return settings_.most_body; }

 private:
  using Clock = std::chrono::steady_clock;
  Api(ApiSettings settings, Assets assets);
  /// Those who watch jobs, do them and order fits.
  [[nodiscard]] Result<void> start_long_work();
  /// Where servers on other hosts may share the store they share what visitors may ask for too.
  [[nodiscard]] Result<void> share_quotas();

  // house
  Response get_health(Call&);
  Response get_metrics(Call&);
  Response get_openapi(Call&);
  Response get_genres(Call&);
  // puzzles
  Response list_puzzles(Call&);
  Response get_puzzle(Call&);
  Response get_solution(Call&);
  Response get_picture(Call&);
  Response get_file(Call&);
  Response get_daily(Call&);
  Response post_puzzle(Call&);
  Response post_sheet(Call&);
  // people
  Response post_player(Call&);
  Response post_play(Call&);
  Response post_comparison(Call&);
  Response get_me(Call&);
  Response get_my_data(Call&);
  Response delete_me(Call&);
  Response get_weights(Call&);
  Response get_next(Call&);
  // jobs
  Response post_job(Call&);
  Response get_job(Call&);
  Response get_job_events(Call&);
  Response delete_job(Call&);
  // studies
  Response list_studies(Call&);
  Response post_study(Call&);
  Response get_study(Call&);
  Response join_study(Call&);
  Response post_answers(Call&);
  Response get_progress(Call&);
  Response get_fit(Call&);
  Response get_export(Call&);
  Response close_study(Call&);
  Response get_account(Call&);
  Response get_study_play(Call&);
  // collections
  Response list_collections(Call&);
  Response post_collection(Call&);
  Response get_collection(Call&);
  Response delete_collection(Call&);
  Response take_down_collection(Call&);
  Response get_booklet(Call&);
  Response get_collection_plays(Call&);
  Response get_stuck(Call&);

  [[nodiscard]] Response dispatch(const Request& request, const Route*& route);
  [[nodiscard]] static const Route* find_route(const Request& request, PathWords& words, bool& other_method);
  /// The route's answer, kept if that is its way.
  [[nodiscard]] Response answer_of(const Route& route, Call& call);
  /// The same on another lane.
  [[nodiscard]] Response answered_on(Later::Lane lane, const Route& route, Call call);
  /// Keeps an answer for everyone else who asks the same within some seconds.
  void keep(const Request& request, Response& response);
  /// One of the page's files, if the request is for one.
  [[nodiscard]] const Response* file(const Request& request) const;
  /// That file in the form this client wants.
  [[nodiscard]] static Response asset(const Response& file, const Request& request);
  /// Makes a response complete: headers, tags, packing.
  [[nodiscard]] Response complete(const Request& request, Response response) const;
  /// Takes note of an answer that is ready.
  void count(std::string_view route, const Response& response, std::chrono::steady_clock::time_point begun);
  /// Whether this visitor may ask that now; else the answer that says no.
  [[nodiscard]] std::optional<Response> refused_at_the_door(const Route& route, Call& call);
  [[nodiscard]] Response page(const Request& request) const;
  /// An answer that says: too often, or too much, for one household.
  [[nodiscard]] Response too_much(std::string_view message);
  /// Whether a household and a player may leave so many bytes here; else the answer that says no.
  [[nodiscard]] std::optional<Response> refused_to_keep(const Call& call);

  /// Whether a household may bring this player, if it is a new one; else the answer that says no.
  [[nodiscard]] std::optional<Response> refused_to_meet(const Call& call, const std::string& player);

  /// A connection for reading, given back at the end of the lease.
  class Lease {
   public:
    Lease(Api& api, std::unique_ptr<store::Store> store) : api_(api), store_(std::move(store)) {}
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    store::Store* operator->() const { return store_.get(); }
    store::Store& operator*() const { return *store_; }

   private:
    Api& api_;
    std::unique_ptr<store::Store> store_;
  };
  [[nodiscard]] Result<std::unique_ptr<Lease>> reader();

  /// A puzzle with its genre; nullptr if there is none.
  struct Known {
    store::Puzzle puzzle;
    const Genre* genre;
  };
  [[nodiscard]] Result<std::shared_ptr<const Known>> known_puzzle(const std::string& key);
  /// It is looked up anew the next time.
  void forget_puzzle(const std::string& key);
  /// A collection that this visitor may see; the answer that says no otherwise.
  [[nodiscard]] Result<std::optional<store::Collection>> seen_collection(const Call& call);
  /// The same if the visitor may change it, too.
  [[nodiscard]] Result<std::optional<store::Collection>> own_collection(const Call& call);
  /// As the page gets it, with what the store knows of its puzzles.
  [[nodiscard]] Result<Value> shown_collection(const store::Collection& collection, const Call& call);
  [[nodiscard]] Response keep_collection(const PostedCollection& posted, const Call& call);
  /// The puzzles of a collection in the store, and the collection as it is kept.
  [[nodiscard]] Result<store::Collection> collected(const PostedCollection& posted, const Call& call);
  /// A solution found in a process of its own, empty where none was found in time; an error where there is none.
  [[nodiscard]] Result<std::string> way_through(const store::Puzzle& puzzle, const Meter& patience) const;
  /// The solution of a puzzle of an open study is for those who have finished it.
  [[nodiscard]] Result<bool> may_see_solution(const Call& call, const std::string& puzzle);
  /// The solution, gone through once more and written down as shown.
  [[nodiscard]] Response shown_solution(const Known& known, const std::string& player, const std::string& cookie,
                                        Clock::time_point arrived);
  /// The header that gives a browser its secret.
  [[nodiscard]] std::string player_cookie(const Request& request, const std::string& secret) const;
  /// The puzzle as a file of that format.
  [[nodiscard]] Response puzzle_file(const Known& known, const std::string& format) const;
  /// When that was by the calendar: what the store compares with the moment a player has gone.
  [[nodiscard]] store::Moment moment_of(Clock::time_point arrived) const;
  /// Makes sure the store knows the player, unless they have deleted their data since.
  [[nodiscard]] Result<void> meet(const std::string& player, Clock::time_point arrived);
  [[nodiscard]] bool has_met(const std::string& player) const;
  void has_come(const std::string& player);
  void has_left(const std::string& player);
  /// Keeps something of a player. Another program may have deleted a player whom this one remembers: then they are met
  /// again, and it is tried once more.
  template <class Keep>
  [[nodiscard]] auto keep_of(const Call& call, Keep keep) -> decltype(keep()) {
    auto kept = keep();
    if (kept || kept.error().trouble != Trouble::none) return kept;
    has_left(call.player);
    if (auto met = meet(call.player, call.arrived); !met) return std::unexpected(std::move(met).error());
    return keep();
  }
  /// From now on nothing that the player sent before is kept.
  void forget_what_came_before(const std::string& player);
  /// Whether the player has deleted their data after something arrived that is still under way. Under `forgetting_`.
  [[nodiscard]] bool gone_since(const std::string& player, Clock::time_point arrived) const;
  /// Reads an order and what it may take; the record that a worker gets.
  [[nodiscard]] Result<Value> accepted_order(const Value& posted, const Costs& costs) const;
  /// What this visitor may order.
  [[nodiscard]] Costs costs_of(const Call& call) const;
  [[nodiscard]] Response take_order(const Value& posted, const JobOwner& owner, const Costs& costs);
  [[nodiscard]] Result<std::optional<store::Job>> find_job(const std::string& id);
  /// False if there is none.
  [[nodiscard]] Result<bool> cancel_job(const std::string& id);
  /// The bytes of a file that a worker makes, or why there are none.
  [[nodiscard]] Response file_response(const Value& order, std::string type, const std::string& name) const;
  /// What becomes of a play that was held against the rules: handed to the recorder if they allow it.
  [[nodiscard]] Response replayed_and_kept(const Result<void>& replayed, const Known& puzzle, store::Play& play,
                                           Clock::time_point arrived);
  /// The player has been shown the puzzle's solution.
  [[nodiscard]] Result<void> note_shown(const std::string& player, const std::string& puzzle,
                                        Clock::time_point arrived);
  /// The same if what is ordered to be solved is a puzzle of the store.
  [[nodiscard]] Result<void> note_solved(const std::string& player, const Value& order, Clock::time_point arrived);
  /// A fit that this server has ordered has ended.
  void has_learnt(const store::Job& job);

  const ApiSettings settings_;
  const Assets assets_;
  Metrics metrics_;
  StoreHealth health_;
  Quotas quotas_;
  RateLimit players_;
  std::mutex measuring_;
  std::map<std::string, std::function<double()>> gauges_;
  std::unique_ptr<store::Recorder> recorder_;
  std::atomic<bool> stopping_ = false;
  std::mutex writing_;
  std::unique_ptr<store::Store> writer_;
  std::mutex reading_;
  std::vector<std::unique_ptr<store::Store>> readers_;
  mutable std::shared_mutex caching_;
  struct Cached {
    Response response;
    std::chrono::steady_clock::time_point until;
  };
  std::unordered_map<std::string, Cached> cache_;
  std::size_t cached_bytes_ = 0;
  std::unordered_map<std::string, std::pair<std::shared_ptr<const Known>, std::chrono::steady_clock::time_point>>
      puzzles_;
  std::unordered_set<std::string> met_;
  mutable std::shared_mutex forgetting_;
  std::unordered_map<std::string, Clock::time_point> gone_;  ///< who deleted their data a short time ago
  OrderDoer doer_{};
  std::mutex asking_for_jobs_;
  std::optional<store::Jobs> asked_jobs_{};
  std::mutex ordering_jobs_;
  std::optional<store::Jobs> ordered_jobs_{};
  std::unique_ptr<JobWatcher> job_watcher_;
  std::unique_ptr<JobWorker> worker_;
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<QuotaSharing> quota_sharing_;
};

}  // namespace nazo::serve
