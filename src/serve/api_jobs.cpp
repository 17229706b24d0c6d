// Routes about long work: order it, watch it, cancel it.
#include <algorithm>

#include "base/hex.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "serve/api.hpp"
#include "serve/puzzle_text.hpp"
#include "serve/worker.hpp"
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

Result<Value> Api::do_order(const Value& order, const std::atomic<bool>& stop,
                            const std::function<void(std::string_view, const Value&)>& heard) const {
  if (!settings_.worker.empty()) {
    NAZO_TRY(seconds, number_field(order, "seconds"));
    NAZO_TRY(bytes, number_field(order, "bytes"));
    WorkerLimits limits;
    limits.seconds = seconds.value_or(limits.seconds);
    if (bytes) limits.bytes = static_cast<std::uint64_t>(*bytes);
    return work_apart(settings_.worker, order, limits, stop, heard);
  }
  NAZO_TRY(read, read_job_order(settings_.genres, order));
  JobHooks hooks{.stop = &stop, .found = heard};
  return do_job(read, hooks);
}

Response Api::file_response(const Value& order, std::string type, const std::string& name) const {
  const auto made = do_order(order, stopping_, [](std::string_view, const Value&) {});
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
  NAZO_TRY(known, known_puzzle(record->key));
  return known ? note_shown(player, record->key, arrived) : Result<void>{};
}

Response Api::post_job(Call& call) {
  auto posted = call.object();
  if (!posted) return refusal(400, posted.error());
  // By whose model, and where it is kept, is not for the visitor to say.
  if (text_field(*posted, "what") == harder_order) posted->set("player", call.player).set("store", settings_.store);
  JobOwner owner{call.player.empty() ? call.household : call.player, call.household};
  // Reading a large puzzle takes a while: not on the threads that everyone needs.
  return {.later = Later{Later::Lane::replay, [this, posted = std::move(*posted), owner = std::move(owner),
                                               player = call.player, costs = costs_of(call), arrived = call.arrived] {
                           Response taken = take_order(posted, owner, costs);
                           if (taken.status >= 300) return taken;
                           const auto noted = note_solved(player, posted, arrived);
                           if (noted) return taken;
                           // Nobody is shown a solution that the store has not heard of.
                           if (const auto job = jobs_->find(id_in(taken))) jobs_->cancel(*job);
                           return refusal(503, noted.error());
                         }}};
}

Response Api::take_order(const Value& posted, const JobOwner& owner, const Costs& costs) {
  auto order = accepted_order(posted, costs);
  if (!order) return refusal(422, order.error());
  auto job = jobs_->submit(owner, *text_field(posted, "what"), [this, order = std::move(*order)](JobRun& run) {
    return do_order(order, *run.stop(), [&](std::string_view event, const Value& data) { run.tell(event, data); });
  });
  if (!job && job.error().trouble != Trouble::none) return come_again(job.error().message, 30);
  if (!job) return refusal(429, job.error());
  metrics_.add("jobs");
  log("job", Value::object().set("job", (*job)->id()).set("what", (*job)->what()));
  return json_response((*job)->value(), 202);
}

Response Api::get_job(Call& call) {
  const auto job = jobs_->find(call.word("id"));
  return job ? json_response(job->value()) : refusal(404, no_job);
}

Response Api::get_job_events(Call& call) {
  auto job = jobs_->find(call.word("id"));
  if (!job) return refusal(404, no_job);
  return {.type = "text/event-stream", .events = std::move(job)};
}

Response Api::delete_job(Call& call) {
  const auto job = jobs_->find(call.word("id"));
  if (!job) return refusal(404, no_job);
  jobs_->cancel(*job);
  return json_response(job->value());
}

}  // namespace nazo::serve
