// Routes about long work: order it, watch it, cancel it.
#include <algorithm>

#include "base/hash.hpp"
#include "base/hex.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "serve/api.hpp"
#include "serve/puzzle_text.hpp"
#include "workshop/job_order.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo::serve {

namespace {

constexpr std::string_view no_job = "there is no such job, or it ended long ago";
constexpr std::string_view harder_order = "harder";
constexpr double harder_seconds = 20;  // somebody has just finished a puzzle and waits for the next
/// What may be ordered at /api/jobs: the rest of the worker's work has routes of its own.
constexpr std::string_view orders[] = {"solve", "check", "analyze", "examine", "generate", harder_order};

/// The bytes that a worker sent as hexadecimal digits.
std::string bytes_in(const Value& result) {
  const Value* hex = result.find("hex");
  std::string bytes;
  if (hex == nullptr || hex->string() == nullptr) return bytes;
  const std::string& digits = *hex->string();
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(hex_value(digits[i]) * 16 + hex_value(digits[i + 1]));
  return bytes;
}

/// Of the job that an answer tells of.
std::string id_in(const Response& taken) {
  const auto job = parse_json(taken.body);
  const Value* id = job ? job->find("id") : nullptr;
  return id != nullptr && id->string() != nullptr ? *id->string() : std::string();
}

}  // namespace

Costs Api::costs_of(const Call& call) const {
  Costs visitor;
  visitor.seconds = settings_.job_seconds;
  visitor.bytes = settings_.job_bytes;
  return call.admin ? for_admin(visitor) : visitor;
}

Result<Value> Api::accepted_order(const Value& posted, const Costs& costs) const {
  NAZO_TRY(what, needed_text(posted, "what"));
  if (std::ranges::find(orders, what) == std::end(orders))
    return fail(cat("\"what\" must be solve, check, analyze, examine, generate or harder, not ", in_quotes(what)));
  NAZO_CHECK(within(costs, posted));
  NAZO_TRY(seconds, number_field(posted, "seconds"));
  Value order = posted;
  const double usual = what == harder_order ? std::min(harder_seconds, settings_.job_seconds) : settings_.job_seconds;
  order.set("seconds", seconds.value_or(usual)).set("bytes", costs.bytes);
  NAZO_TRY(read, read_job_order(settings_.genres, order));  // bad input is refused at once
  NAZO_CHECK(within(costs, read));
  return order;
}

Response Api::file_response(const Value& order, std::string type, const std::string& name) const {
  const auto made = doer_(order, stopping_, [](std::string_view, const Value&) {});
  if (!made && made.error().trouble != Trouble::none) return come_again("there is no room for this work right now");
  if (!made) return refusal(422, made.error());
  Response response{.body = bytes_in(*made), .type = std::move(type)};
  response.headers.emplace_back("Content-Disposition", cat("attachment; filename=\"", name, "\""));
  return response;
}

Result<void> Api::note_solved(const std::string& player, const Value& order, Clock::time_point arrived) {
  const auto what = text_field(order, "what"), name = text_field(order, "genre"), text = text_field(order, "text");
  if (player.empty() || !what || !name || !text || (*what != "solve" && *what != "examine")) return {};
  const Genre* genre = find_genre(settings_.genres, *name);
  if (genre == nullptr) return {};
  const auto options = Options::make(genre->facts().options);
  const auto puzzles = genre->parse(*text, "", *options);
  if (!puzzles || puzzles->empty()) return {};
  const auto record = stored_puzzle(*genre, puzzles->front(), answering_limits());
  if (!record) return {};
  for (const std::string& key : {record->key, store::drawn_key(record->genre, record->text)}) {
    NAZO_TRY(known, known_puzzle(key));
    if (known) NAZO_CHECK(note_shown(player, key, arrived));
  }
  return {};
}

Response Api::post_job(Call& call) {
  auto posted = call.object();
  if (!posted) return refusal(400, posted.error());
  // By whose model, and where it is kept, is not for the visitor to say.
  if (text_field(*posted, "what") == harder_order) posted->set("player", call.player);
  JobOwner owner{call.player.empty() ? call.household : call.player, call.household};
  // Reading a large puzzle takes a while: not on the threads that everyone needs.
  return {.later = Later{Later::Lane::replay, [this, posted = std::move(*posted), owner = std::move(owner),
                                               player = call.player, costs = costs_of(call), arrived = call.arrived] {
                           Response taken = take_order(posted, owner, costs);
                           if (taken.status >= 300) return taken;
                           const auto noted = note_solved(player, posted, arrived);
                           if (noted) return taken;
                           // Nobody is shown a solution that the store has not heard of.
                           (void)cancel_job(id_in(taken));
                           return refusal(503, noted.error());
                         }}};
}

Response Api::take_order(const Value& posted, const JobOwner& owner, const Costs& costs) {
  auto order = accepted_order(posted, costs);
  if (!order) return refusal(422, order.error());
  if (stopping_) return come_again("the server is stopping", 1);
  const store::Job job{.key = store::random_key(),
                       .owner = owner.who,
                       .address = cat(hash_text(owner.address).low),  // enough to count by
                       .what = *text_field(posted, "what"),
                       .request = std::move(*order)};
  const store::Jobs::Shares& shares = settings_.jobs.shares;
  Result<store::Jobs::Ordered> ordered;
  {
    const std::lock_guard lock(ordering_jobs_);
    ordered = ordered_jobs_->order(job, shares);
  }
  if (!ordered) return refusal(503, ordered.error());
  switch (*ordered) {
    case store::Jobs::Ordered::queue_full:
      return come_again("too much work is waiting: try again in a minute", 30);
    case store::Jobs::Ordered::owner_full:
      return refusal(429, cat("you have ", shares.each, " jobs already: wait for one or cancel it"));
    case store::Jobs::Ordered::address_full:
    case store::Jobs::Ordered::there_is_one:
      return refusal(429, cat("there are ", shares.each_address, " jobs from your address already: wait for one"));
    case store::Jobs::Ordered::taken:
      break;
  }
  if (worker_) worker_->look_now();
  metrics_.add("jobs");
  log("job", Value::object().set("job", job.key).set("what", job.what));
  return json_response(value_of(job), 202);
}

Result<std::optional<store::Job>> Api::find_job(const std::string& id) {
  const std::lock_guard lock(asking_for_jobs_);
  return asked_jobs_->find(id);
}

Result<bool> Api::cancel_job(const std::string& id) {
  Result<bool> known = false;
  {
    const std::lock_guard lock(ordering_jobs_);
    known = ordered_jobs_->cancel(id);
  }
  if (worker_ && known && *known) worker_->cancel(id);
  job_watcher_->look_now();
  return known;
}

Response Api::get_job(Call& call) {
  const auto job = find_job(call.word("id"));
  if (!job) return refusal(503, job.error());
  return *job ? json_response(value_of(**job)) : refusal(404, no_job);
}

Response Api::get_job_events(Call& call) {
  const std::lock_guard lock(asking_for_jobs_);
  const auto job = asked_jobs_->find(call.word("id"));
  if (!job) return refusal(503, job.error());
  if (!*job) return refusal(404, no_job);
  return {.type = "text/event-stream", .events = job_watcher_->stream(**job, *asked_jobs_)};
}

Response Api::delete_job(Call& call) {
  const auto known = cancel_job(call.word("id"));
  if (!known) return refusal(503, known.error());
  if (!*known) return refusal(404, no_job);
  return get_job(call);
}

}  // namespace nazo::serve
