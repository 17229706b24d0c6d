#include "serve/api.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "serve/pack.hpp"
#include "serve/secrets.hpp"

namespace nazo::serve {

namespace {

constexpr std::size_t worth_packing = 1024;
constexpr std::size_t most_cached = 4096;
constexpr std::chrono::seconds cached_for{3};

/// Scripts, styles, pictures and connections from here only; nothing inline, nobody may frame it. Scripts carry it too:
/// workers live by the policy that their own file came with.
constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
    "'none'";
/// For everything that is not a page: even opened by itself it can do nothing. Drawings carry their own styles.
constexpr std::string_view data_policy =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/// A file in the form this client wants; the other form is not copied.
Response asset(const Response& file, const Request& request) {
  Response response{.headers = file.headers, .type = file.type, .etag = file.etag};
  if (!file.packed.empty() && accepts_gzip(request.header("Accept-Encoding")))
    response.packed = file.packed;
  else
    response.body = file.body;
  return response;
}

bool has_header(const Response& response, std::string_view name) {
  return std::ranges::any_of(response.headers, [&](const auto& header) { return header.first == name; });
}

}  // namespace

Api::Api(ApiSettings settings, Assets assets)
    : settings_(std::move(settings)),
      assets_(std::move(assets)),
      health_([this](std::string_view event, const Value& fields) { log(event, fields); }),
      addresses_(settings_.each_address),
      players_(settings_.each_player) {}

Api::~Api() { stop(); }

Result<std::unique_ptr<Api>> Api::open(ApiSettings settings, Assets assets) {
  std::unique_ptr<Api> api(new Api(std::move(settings), std::move(assets)));
  NAZO_TRY(writer, store::Store::open_to_serve(api->settings_.store));
  api->writer_ = std::make_unique<store::Store>(std::move(writer));
  NAZO_TRY(recorder, store::Recorder::start(api->settings_.store));
  api->recorder_ = std::move(recorder);
  api->jobs_ = std::make_unique<JobQueue>(api->settings_.jobs);
  return api;
}

void Api::stop() {
  stopping_ = true;
  if (jobs_) jobs_->stop();
}

void Api::log(std::string_view event, const Value& fields) const {
  if (settings_.log) settings_.log(event, fields);
}

const std::vector<Api::Route>& Api::routes() {
  using enum Route::For;
  using enum Route::Does;
  static const std::vector<Route> table{
      {"GET", "/healthz", &Api::get_health, 1, anyone, writes},
      {"GET", "/metrics", &Api::get_metrics},
      {"GET", "/openapi.json", &Api::get_openapi},
      {"GET", "/api/genres", &Api::get_genres, 1, anyone, keeps},
      {"GET", "/api/puzzles", &Api::list_puzzles, 1, anyone, keeps},
      {"POST", "/api/puzzles", &Api::post_puzzle, 5, admin, writes},
      {"GET", "/api/puzzles/{key}", &Api::get_puzzle, 1, anyone, keeps},
      {"GET", "/api/puzzles/{key}/solution", &Api::get_solution},
      {"GET", "/api/puzzles/{key}/picture.svg", &Api::get_picture, 1, anyone, keeps},
      {"GET", "/api/puzzles/{key}/file", &Api::get_file, 5},
      {"POST", "/api/sheet", &Api::post_sheet, 20},
      {"GET", "/api/daily", &Api::get_daily, 1, anyone, keeps},
      {"POST", "/api/player", &Api::post_player, 5, anyone, writes},
      {"POST", "/api/plays", &Api::post_play},
      {"POST", "/api/comparisons", &Api::post_comparison, 1, anyone, writes},
      {"GET", "/api/me", &Api::get_me, 2},
      {"GET", "/api/me/data", &Api::get_my_data, 5},
      {"GET", "/api/me/weights", &Api::get_weights, 5},
      {"DELETE", "/api/me", &Api::delete_me, 5, anyone, writes},
      {"GET", "/api/next", &Api::get_next},
      {"POST", "/api/jobs", &Api::post_job, 10},
      {"GET", "/api/jobs/{id}", &Api::get_job},
      {"GET", "/api/jobs/{id}/events", &Api::get_job_events},
      {"DELETE", "/api/jobs/{id}", &Api::delete_job},
      {"GET", "/api/studies", &Api::list_studies, 1, admin},
      {"POST", "/api/studies", &Api::post_study, 5, admin, writes},
      {"GET", "/api/studies/{key}", &Api::get_study},
      {"POST", "/api/studies/{key}/join", &Api::join_study, 2, anyone, writes},
      {"POST", "/api/studies/{key}/answers", &Api::post_answers, 1, anyone, writes},
      {"GET", "/api/studies/{key}/progress", &Api::get_progress, 2, admin},
      {"GET", "/api/studies/{key}/fit", &Api::get_fit, 5, admin},
      {"GET", "/api/studies/{key}/export", &Api::get_export, 5, admin},
      {"POST", "/api/studies/{key}/close", &Api::close_study, 2, admin, writes},
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
    if (!response.later) response = complete(request, std::move(response));
  } catch (const std::exception& error) {
    log("request broke", Value::object().set("why", std::string_view(error.what())));
  }
  if (response.later) {
    response.later->route = later.route;
    response.later->begun = later.begun;
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
  return response;
}

Response Api::dispatch(const Request& request, const Route*& chosen) {
  if (request.target.size() > settings_.most_target)
    return refusal(414, cat("the address is longer than ", settings_.most_target, " characters"));
  if (request.body.size() > settings_.most_body)
    return refusal(413, cat("the body is larger than ", settings_.most_body, " bytes"));
  const bool reading = request.method == "GET" || request.method == "HEAD";
  const std::string_view path = request.path();
  if (reading)
    if (const Response* file = assets_.find(path)) return asset(*file, request);

  Call call{.request = request};
  bool other_method = false;
  for (const Route& route : routes()) {
    auto words = match(route.pattern, path);
    if (!words) continue;
    if (route.method != request.method && !(route.method == "GET" && request.method == "HEAD")) {
      other_method = true;
      continue;
    }
    chosen = &route;
    call.words = std::move(*words);
    break;
  }
  if (chosen == nullptr) {
    if (other_method) return refusal(405, cat(request.method, " is not possible here"));
    return page(request);
  }
  if (settings_.limits && !addresses_.allow(request.address, chosen->cost)) {
    metrics_.add("rate_limited");
    Response response = refusal(429, "too many requests: wait a moment");
    response.headers.emplace_back("Retry-After", "5");
    return response;
  }
  if (chosen->does == Route::Does::keeps) {
    const std::shared_lock lock(caching_);
    const auto found = cache_.find(request.target);
    if (found != cache_.end() && std::chrono::steady_clock::now() < found->second.until) return found->second.response;
  }
  auto query = query_of(request.query());
  if (!query) return refusal(400, "the address is not encoded properly");
  call.query = std::move(*query);
  call.player = player_of_secret(request.cookie("nazo_player"));
  const std::string_view token = request.header("X-Nazo-Admin");
  call.admin = !token.empty() && !settings_.admin_token.empty() && same_secret(token, settings_.admin_token);
  if (chosen->who == Route::For::admin && !call.admin) {
    log("admin refused", Value::object().set("address", request.address).set("route", chosen->pattern));
    // A guess costs as much as many pages.
    if (settings_.limits && !addresses_.allow(request.address, 20))
      return refusal(429, "too many requests: wait a moment");
    return refusal(token.empty() ? 401 : 403, settings_.admin_token.empty()
                                                  ? "this server was started without an admin token"
                                                  : "this needs the admin token");
  }
  if (request.method == "POST" && !request.body.empty() &&
      !request.header("Content-Type").starts_with("application/json"))
    return refusal(415, "the body must be JSON (Content-Type: application/json)");

  if (chosen->does == Route::Does::writes) {
    // Another program may be writing: waiting for it is not for the threads that everyone needs.
    const auto held = std::make_shared<const Request>(request);
    return {.later = Later{Later::Lane::write, [this, held, chosen, call = std::move(call)]() -> Response {
                             Call again{.request = *held,
                                        .words = call.words,
                                        .query = call.query,
                                        .player = call.player,
                                        .admin = call.admin};
                             return (this->*chosen->handler)(again);
                           }}};
  }
  Response response = (this->*chosen->handler)(call);
  if (chosen->does == Route::Does::keeps && response.status == 200 && !response.later) {
    if (response.etag.empty()) response.etag = etag_of(response.body);
    if (response.packed.empty() && response.body.size() >= worth_packing) response.packed = gzipped(response.body);
    const std::unique_lock lock(caching_);
    if (cache_.size() >= most_cached) cache_.clear();
    cache_.insert_or_assign(request.target, Cached{response, std::chrono::steady_clock::now() + cached_for});
  }
  return response;
}

Response Api::page(const Request& request) const {
  // The page finds its own way: every address that is not a file or a route is answered with index.html.
  const std::string_view path = request.path();
  // Its own addresses have no dot in them: what has one is a file that is not there, or somebody looking for a way out.
  const auto plain = url_decoded(path);
  const bool looks_like_file = !plain || plain->find('.') != std::string::npos;
  if ((request.method != "GET" && request.method != "HEAD") || path.starts_with("/api/") || looks_like_file)
    return refusal(404, "there is nothing here");
  if (const Response* index = assets_.find("/index.html")) return asset(*index, request);
  return refusal(404, "the page was not built; the api is at /openapi.json");
}

Response Api::complete(const Request& request, Response response) const {
  const bool page = response.type.starts_with("text/html") || response.type.starts_with("text/javascript");
  if (!has_header(response, "Cache-Control"))
    response.headers.emplace_back("Cache-Control",
                                  response.status == 200 && !response.etag.empty() ? "no-cache" : "no-store");
  response.headers.emplace_back("Content-Security-Policy", page ? page_policy : data_policy);
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  response.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
  response.headers.emplace_back("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
  const bool reading = request.method == "GET" || request.method == "HEAD";
  if (reading && response.status == 200) {
    if (response.etag.empty() && !response.body.empty()) response.etag = etag_of(response.body);
    if (!response.etag.empty()) {
      response.headers.emplace_back("ETag", cat("W/\"", response.etag, "\""));
      if (names_etag(request.header("If-None-Match"), response.etag)) {
        response.status = 304;
        response.body.clear();
        response.packed.clear();
        return response;
      }
    }
  }
  if (!response.packed.empty() || response.body.size() >= worth_packing) {
    response.headers.emplace_back("Vary", "Accept-Encoding");
    if (accepts_gzip(request.header("Accept-Encoding"))) {
      if (response.packed.empty()) response.packed = gzipped(response.body, 1);
      response.body = std::move(response.packed);
      response.headers.emplace_back("Content-Encoding", "gzip");
    }
  }
  response.packed.clear();
  return response;
}

Api::Lease::~Lease() {
  const std::lock_guard lock(api_.reading_);
  api_.readers_.push_back(std::move(store_));
}

Result<std::unique_ptr<Api::Lease>> Api::reader() {
  {
    const std::lock_guard lock(reading_);
    if (!readers_.empty()) {
      auto lease = std::make_unique<Lease>(*this, std::move(readers_.back()));
      readers_.pop_back();
      return lease;
    }
  }
  NAZO_TRY(opened, store::Store::open_to_read(settings_.store));
  return std::make_unique<Lease>(*this, std::make_unique<store::Store>(std::move(opened)));
}

Result<std::shared_ptr<const Api::Known>> Api::known_puzzle(const std::string& key) {
  const auto now = std::chrono::steady_clock::now();
  {
    const std::shared_lock lock(caching_);
    const auto found = puzzles_.find(key);
    if (found != puzzles_.end() && now < found->second.second) return found->second.first;
  }
  NAZO_TRY(store, reader());
  NAZO_TRY(puzzle, (*store)->find_puzzle(key));
  if (!puzzle) return std::shared_ptr<const Known>{};
  const Genre* genre = find_genre(settings_.genres, puzzle->genre);
  if (genre == nullptr) return fail(cat("the genre of this puzzle, ", in_quotes(puzzle->genre), ", is not there"));
  auto known = std::make_shared<const Known>(Known{std::move(*puzzle), genre});
  const std::unique_lock lock(caching_);
  if (puzzles_.size() >= most_cached) puzzles_.clear();
  puzzles_.insert_or_assign(key, std::pair{known, now + cached_for});
  return known;
}

bool Api::has_met(const std::string& player) const {
  const std::shared_lock lock(caching_);
  return met_.contains(player);
}

void Api::has_come(const std::string& player) {
  constexpr std::size_t most_met = 100'000;
  const std::unique_lock lock(caching_);
  if (met_.size() >= most_met) met_.clear();
  met_.insert(player);
}

Result<void> Api::meet(const std::string& player) {
  if (has_met(player)) return {};
  {
    const std::lock_guard lock(writing_);
    const store::Player record{.key = player, .created = settings_.now()};
    NAZO_CHECK(writer_->add_players({&record, 1}));
  }
  has_come(player);
  return {};
}

}  // namespace nazo::serve
