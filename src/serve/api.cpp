#include "serve/api.hpp"

#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "store/session.hpp"

namespace nazo::serve {

Api::Api(ApiSettings settings, Assets assets)
    : settings_(std::move(settings)),
      assets_(std::move(assets)),
      health_([this](std::string_view event, const Value& fields) { log(event, fields); }),
      quotas_(settings_.quotas),
      players_(settings_.each_player) {
  // Who watches the gate sees that nothing has passed it yet.
  for (const char* outcome : {"models_gone_live", "models_kept_back"}) metrics_.add(outcome, 0);
}

Api::~Api() {
  stop();
  learner_.reset();  // it wakes the worker
  worker_.reset();
}

Result<std::unique_ptr<Api>> Api::open(ApiSettings settings, Assets assets) {
  std::unique_ptr<Api> api(new Api(std::move(settings), std::move(assets)));
  NAZO_TRY(writer, store::Store::open_to_serve(api->settings_.store));
  api->writer_ = std::make_unique<store::Store>(std::move(writer));
  NAZO_TRY(recorder, store::Recorder::start(api->settings_.store));
  api->recorder_ = std::move(recorder);
  NAZO_CHECK(api->start_long_work());
  NAZO_CHECK(api->share_quotas());
  return api;
}

Result<void> Api::start_long_work() {
  doer_ = {
      .genres = &settings_.genres, .program = settings_.worker, .store = settings_.store, .bytes = settings_.job_bytes};
  const auto thrown = [this] { thread_survived("long work"); };
  NAZO_TRY(watching, store::Jobs::open_to_read(settings_.store));
  NAZO_TRY(learning, store::Jobs::open(settings_.store));
  NAZO_TRY(asking, store::Jobs::open_to_read(settings_.store));
  NAZO_TRY(ordering, store::Jobs::open(settings_.store));
  asked_jobs_.emplace(std::move(asking));
  ordered_jobs_.emplace(std::move(ordering));
  constexpr std::string_view no_room = "the system has no room for the threads that look after long work";
  try {
    job_watcher_ = std::make_unique<JobWatcher>(std::move(watching), thrown);
  } catch (const std::system_error&) {
    return fail(std::string(no_room));
  }
  if (settings_.jobs.threads != 0) {
    NAZO_TRY(worker, JobWorker::start({
                         .store = settings_.store,
                         .slots = settings_.jobs.threads,
                         .work = doer_,
                         .terms = settings_.jobs.terms,
                         .remembered = settings_.jobs.remembered,
                         .log = [this](std::string_view event, const Value& fields) { log(event, fields); },
                         .changed = [this] { job_watcher_->look_now(); },
                         .thrown = thrown,
                     }));
    worker_ = std::move(worker);
  }
  // The last, since it wakes the worker.
  Learner::Settings learns{.after = settings_.learn_after, .pause = settings_.learn_pause};
  learns.bytes = settings_.job_bytes;
  learns.shares = settings_.jobs.shares;
  if (worker_) learns.ordered = [this] { worker_->look_now(); };
  learns.ended = [this](const store::Job& job) { has_learnt(job); };
  learns.thrown = thrown;
  try {
    learner_ = std::make_unique<Learner>(std::move(learning), std::move(learns));
  } catch (const std::system_error&) {
    return fail(std::string(no_room));
  }
  return {};
}

Result<void> Api::share_quotas() {
  if (!settings_.limits || !store::is_elsewhere(settings_.store)) return {};
  std::map<std::string, RateLimit*> limits{{"players", &players_}};
  quotas_.each([&](std::string_view name, RateLimit& limit) { limits.emplace(std::string(name), &limit); });
  NAZO_TRY(shared, store::SharedQuotas::open(settings_.store));
  try {
    quota_sharing_ = std::make_unique<QuotaSharing>(std::move(shared), std::move(limits),
                                                    [this] { thread_survived("quota sharing"); });
  } catch (const std::system_error&) {
    return fail("the system has no room for the thread that shares limits");
  }
  return {};
}

void Api::stop() {
  stopping_ = true;
  if (worker_) worker_->stop();
}

void Api::measure(const std::string& name, std::function<double()> gauge) {
  const std::lock_guard lock(measuring_);
  if (gauge)
    gauges_[name] = std::move(gauge);
  else
    gauges_.erase(name);
}

void Api::log(std::string_view event, const Value& fields) const {
  if (settings_.log) settings_.log(event, fields);
}

const std::vector<Api::Route>& Api::routes() {
  using enum Route::For;
  using enum Route::Does;
  static const std::vector<Route> table{
      {"GET", "/healthz", &Api::get_health, 1, anyone, writes},
      {"GET", "/metrics", &Api::get_metrics, 1, anyone, knows},
      {"GET", "/openapi.json", &Api::get_openapi, 1, anyone, knows},
      {"GET", "/api/genres", &Api::get_genres, 1, anyone, keeps},
      {"GET", "/api/puzzles", &Api::list_puzzles, 1, anyone, keeps},
      {"POST", "/api/puzzles", &Api::post_puzzle, 5, admin, writes},
      {"GET", "/api/puzzles/{key}", &Api::get_puzzle, 1, anyone, keeps},
      {"GET", "/api/puzzles/{key}/solution", &Api::get_solution},
      {"GET", "/api/puzzles/{key}/picture.svg", &Api::get_picture, 1, anyone, keeps},
      {"GET", "/api/puzzles/{key}/file", &Api::get_file, 5},
      {"POST", "/api/sheet", &Api::post_sheet, 20, anyone, knows},
      {"GET", "/api/daily", &Api::get_daily, 1, anyone, keeps},
      {"POST", "/api/player", &Api::post_player, 5, anyone, writes},
      {"POST", "/api/plays", &Api::post_play},
      {"POST", "/api/comparisons", &Api::post_comparison, 1, anyone, writes},
      {"GET", "/api/me", &Api::get_me, 2, anyone, reads_much},
      {"GET", "/api/me/data", &Api::get_my_data, 5, anyone, reads_much},
      {"GET", "/api/me/weights", &Api::get_weights, 5},
      {"DELETE", "/api/me", &Api::delete_me, 5, anyone, writes},
      {"GET", "/api/next", &Api::get_next, 1, anyone, reads_much},
      {"POST", "/api/jobs", &Api::post_job, 10, anyone, knows},
      {"GET", "/api/jobs/{id}", &Api::get_job},
      {"GET", "/api/jobs/{id}/events", &Api::get_job_events},
      {"DELETE", "/api/jobs/{id}", &Api::delete_job, 1, anyone, writes},
      {"GET", "/api/studies", &Api::list_studies, 1, admin},
      {"POST", "/api/studies", &Api::post_study, 5, admin, writes},
      {"GET", "/api/studies/{key}", &Api::get_study},
      {"POST", "/api/studies/{key}/join", &Api::join_study, 2, anyone, writes},
      {"POST", "/api/studies/{key}/answers", &Api::post_answers, 1, anyone, writes},
      {"GET", "/api/studies/{key}/progress", &Api::get_progress, 2, admin},
      {"GET", "/api/studies/{key}/fit", &Api::get_fit, 5, admin},
      {"GET", "/api/studies/{key}/export", &Api::get_export, 5, admin},
      {"POST", "/api/studies/{key}/close", &Api::close_study, 2, admin, writes},
      {"GET", "/api/studies/{key}/account", &Api::get_account, 5, admin},
      {"GET", "/api/studies/{key}/plays/{play}", &Api::get_study_play, 2, admin},
      {"GET", "/api/collections", &Api::list_collections, 2, anyone, reads_much},
      {"POST", "/api/collections", &Api::post_collection, 10},
      {"GET", "/api/collections/{key}", &Api::get_collection, 2, anyone, reads_much},
      {"DELETE", "/api/collections/{key}", &Api::delete_collection, 5, anyone, writes},
      {"POST", "/api/collections/{key}/take-down", &Api::take_down_collection, 2, admin, writes},
      {"GET", "/api/collections/{key}/booklet.pdf", &Api::get_booklet, 20},
      {"GET", "/api/collections/{key}/plays", &Api::get_collection_plays, 5, anyone, reads_much},
      {"GET", "/api/collections/{key}/plays/{puzzle}", &Api::get_stuck, 20},
  };
  return table;
}

namespace {

Response broken() { return refusal(500, "something broke while this was answered"); }

}  // namespace

void Api::count(std::string_view route, const Response& response, std::chrono::steady_clock::time_point begun) {
  if (response.trouble) health_.failed(*response.trouble);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  metrics_.count(route, response.status, seconds);
}

Response Api::handle(const Request& request) {
  const auto begun = std::chrono::steady_clock::now();
  const Route* route = nullptr;
  Response response = broken();
  try {
    response = dispatch(request, route);
    if (!response.later && !response.events) response = complete(request, std::move(response));
  } catch (const std::bad_alloc&) {
    response = come_again("there is no memory left right now: try again in a moment");
  } catch (const std::exception& error) {
    log("request broke", Value::object().set("why", std::string_view(error.what())));
  }
  const std::string_view name = route == nullptr ? std::string_view("page") : route->pattern;
  if (response.later) {
    response.later->route = name;
    response.later->begun = begun;
  } else {
    count(name, response, begun);
  }
  return response;
}

Response Api::finish(const Request& request, const Later& later) {
  Response response = broken();
  try {
    response = later.finish();
    if (!response.later && !response.events) response = complete(request, std::move(response));
  } catch (const std::bad_alloc&) {
    response = come_again("there is no memory left right now: try again in a moment");
  } catch (const std::exception& error) {
    log("request broke", Value::object().set("why", std::string_view(error.what())));
  }
  if (response.later) {
    response.later->route = later.route;
    response.later->begun = later.begun;
    response.later->household = later.household;
  } else {
    count(later.route, response, later.begun);
  }
  return response;
}

Response Api::turn_away(const Request& request, const Later& later) {
  Response response = complete(request, come_again("too many are waiting: try again in a moment", 2));
  metrics_.add("turned_away");
  count(later.route, response, later.begun);
  return response;
}

Response Api::overdue(const Request& request, const Later& later) {
  Error error{.message = cat("no answer in time: ", later.route)};
  error.trouble = Trouble::passing;
  Response response = complete(request, refusal(503, error));
  metrics_.add("overdue");
  count(later.route, response, later.begun);
  return response;
}

void Api::thread_survived(std::string_view which) const noexcept {
  try {
    const Value where = Value::object().set("thread", which);
    try {
      throw;
    } catch (const std::exception& error) {
      log("thread survived", Value(where).set("why", std::string_view(error.what())));
    } catch (...) {
      log("thread survived", where);
    }
  } catch (...) {  // not even memory for a line in the log
  }
}

Response Api::answer(const Request& request) {
  Response response = handle(request);
  while (response.later) response = finish(request, Later(*response.later));
  if (response.lent != nullptr) response.body = *std::exchange(response.lent, nullptr);
  return response;
}

}  // namespace nazo::serve
