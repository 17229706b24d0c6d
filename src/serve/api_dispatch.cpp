// The way of a request: is it for us, which route, may this visitor ask that, and who is it.
#include <algorithm>

#include "base/text.hpp"
#include "serve/address.hpp"
#include "serve/api.hpp"
#include "serve/pack.hpp"
#include "serve/secrets.hpp"
#include "store/session.hpp"

namespace nazo::serve {

namespace {

constexpr std::size_t most_cached_bytes = std::size_t{32} << 20;
constexpr std::size_t worth_keeping_packed = 1024;
constexpr std::chrono::seconds cached_for{3};
constexpr double price_of_a_guess = 20;  // a wrong admin token costs as much as many pages

}  // namespace

Response Api::too_much(std::string_view message) {
  metrics_.add("rate_limited");
  Response response = refusal(429, message);
  response.headers.emplace_back("Retry-After", "5");
  return response;
}

std::optional<Response> Api::refused_at_the_door(const Route& route, Call& call) {
  const std::string_view token = call.request.header("X-Nazo-Admin");
  const bool has_token = !settings_.admin_token.empty();
  call.admin = !token.empty() && has_token && same_secret(token, settings_.admin_token);
  // Who has the token is never kept out by others who guess from the same address.
  if (call.admin) return std::nullopt;
  const bool wrong = !token.empty();
  if (settings_.limits && !quotas_.may_ask(call.household, wrong ? price_of_a_guess : route.cost))
    return too_much("too many requests: wait a moment");
  if (route.who != Route::For::admin) return std::nullopt;
  log("admin refused", Value::object().set("address", call.household).set("route", route.pattern));
  const std::string_view why =
      has_token ? "this needs the admin token" : "this server was started without an admin token";
  return refusal(wrong ? 403 : 401, why);
}

std::optional<Response> Api::refused_to_keep(const Call& call) {
  if (!settings_.limits || call.admin) return std::nullopt;
  if (!players_.allow(call.player)) return too_much("too many plays: wait a moment");
  if (!quotas_.may_keep(call.household, call.request.body.size()))
    return too_much("too much from your address: wait a moment");
  return std::nullopt;
}

std::optional<Response> Api::refused_to_meet(const Call& call, const std::string& player) {
  if (!settings_.limits || call.admin || has_met(player)) return std::nullopt;
  if (!quotas_.may_come(call.household)) return too_much("too many new players from your address: wait a moment");
  return std::nullopt;
}

const Api::Route* Api::find_route(const Request& request, PathWords& words, bool& other_method) {
  const std::string_view path = request.path();
  for (const Route& route : routes()) {
    auto found = match(route.pattern, path);
    if (!found) continue;
    if (route.method != request.method && !(route.method == "GET" && request.method == "HEAD")) {
      other_method = true;
      continue;
    }
    words = std::move(*found);
    return &route;
  }
  return nullptr;
}

Response Api::dispatch(const Request& request, const Route*& chosen) {
  const auto is_host = [](const auto& header) { return lower(header.first) == "host"; };
  if (std::ranges::count_if(request.headers, is_host) > 1) return refusal(400, "a request has one Host");
  if (!settings_.any_name && !is_our_name(request.header("Host"), settings_.names))
    return refusal(421, "this server is not reached under that name (--names)");
  if (request.target.size() > settings_.most_target)
    return refusal(414, cat("the address is longer than ", settings_.most_target, " characters"));
  if (request.body.size() > settings_.most_body)
    return refusal(413, cat("the body is larger than ", settings_.most_body, " bytes"));
  if (const Response* found = file(request)) return asset(*found, request);

  Call call{.request = request};
  bool other_method = false;
  chosen = find_route(request, call.words, other_method);
  if (chosen == nullptr) {
    if (other_method) return refusal(405, cat(request.method, " is not possible here"));
    return page(request);
  }
  call.household = household(visitor_of(request, settings_.proxy));
  if (auto refused = refused_at_the_door(*chosen, call)) return std::move(*refused);
  if (chosen->does == Route::Does::keeps) {
    const std::shared_lock lock(caching_);
    const auto found = cache_.find(request.target);
    if (found != cache_.end() && std::chrono::steady_clock::now() < found->second.until) return found->second.response;
  }
  auto query = query_of(request.query());
  if (!query) return refusal(400, "the address is not encoded properly");
  call.query = std::move(*query);
  call.player = player_of_secret(request.cookie("nazo_player"));
  if (request.method == "POST" && !request.body.empty() &&
      !request.header("Content-Type").starts_with("application/json"))
    return refusal(415, "the body must be JSON (Content-Type: application/json)");
  const std::string share = settings_.limits && !call.admin ? call.household : std::string();
  Response response;
  const bool asks_store = chosen->does == Route::Does::reads || chosen->does == Route::Does::keeps;
  if (chosen->does == Route::Does::writes)
    response = answered_on(Later::Lane::write, *chosen, std::move(call));
  else if (chosen->does == Route::Does::reads_much)
    response = answered_on(Later::Lane::read, *chosen, std::move(call));
  else if (asks_store && store::is_elsewhere(settings_.store))
    response = answered_on(Later::Lane::read, *chosen, std::move(call));
  else
    response = answer_of(*chosen, call);
  if (response.later) response.later->household = share;
  return response;
}

Response Api::answer_of(const Route& route, Call& call) {
  Response response = (this->*route.handler)(call);
  if (route.does == Route::Does::keeps && response.status == 200 && !response.later) keep(call.request, response);
  return response;
}

Response Api::answered_on(Later::Lane lane, const Route& route, Call call) {
  // Another program may be writing, much is read, or a data base elsewhere does not answer: waiting for that is not for
  // the threads that everyone needs.
  const auto held = std::make_shared<const Request>(call.request);
  return {.later = Later{lane, [this, held, &route, call = std::move(call)]() -> Response {
                           Call again{.request = *held,
                                      .words = call.words,
                                      .query = call.query,
                                      .player = call.player,
                                      .household = call.household,
                                      .admin = call.admin,
                                      .arrived = call.arrived};
                           return answer_of(route, again);
                         }}};
}

void Api::keep(const Request& request, Response& response) {
  if (response.etag.empty()) response.etag = etag_of(response.body);
  if (response.packed.empty() && response.body.size() >= worth_keeping_packed) response.packed = gzipped(response.body);
  const std::size_t bytes = request.target.size() + response.body.size() + response.packed.size();
  const std::unique_lock lock(caching_);
  if (cached_bytes_ + bytes > most_cached_bytes) {
    cache_.clear();
    cached_bytes_ = 0;
  }
  cache_.insert_or_assign(request.target, Cached{response, std::chrono::steady_clock::now() + cached_for});
  cached_bytes_ += bytes;  // one that was kept before is counted twice until the next clearing: bounded all the same
}

}  // namespace nazo::serve
