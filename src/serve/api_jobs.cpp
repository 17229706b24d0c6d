// Routes about long work: order it, watch it, cancel it.
#include <algorithm>

#include "base/hex.hpp"
#include "base/text.hpp"
#include "serve/api.hpp"
#include "serve/worker.hpp"
#include "workshop/job_order.hpp"

namespace nazo::serve {

namespace {

constexpr double most_ordered = 100;
constexpr std::string_view no_job = "there is no such job, or it ended long ago";
/// What may be ordered at /api/jobs: the rest of the worker's work has routes of its own.
constexpr std::string_view orders[] = {"solve", "check", "analyze", "examine", "generate"};

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

}  // namespace

Result<Value> Api::accepted_order(const Value& posted) const {
  NAZO_TRY(what, needed_text(posted, "what"));
  if (std::ranges::find(orders, what) == std::end(orders))
    return fail(cat("\"what\" must be solve, check, analyze, examine or generate, not ", in_quotes(what)));
  Value order = posted;
  NAZO_TRY(seconds, number_field(posted, "seconds"));
  const double limit = seconds.value_or(settings_.job_seconds);
  if (!(limit > 0) || limit > settings_.job_seconds)
    return fail(cat("\"seconds\" must be more than 0 and at most ", settings_.job_seconds,
                    ": longer work is for the command line"));
  NAZO_TRY(count, number_field(posted, "count"));
  if (count.value_or(1) < 1 || count.value_or(1) > most_ordered)
    return fail(cat("\"count\" must be from 1 to ", most_ordered));
  order.set("seconds", limit).set("bytes", settings_.job_bytes);
  NAZO_CHECK(read_job_order(settings_.genres, order));  // bad input is refused at once
  return order;
}

Result<Value> Api::do_order(const Value& order, const std::atomic<bool>& stop,
                            const std::function<void(std::string_view, const Value&)>& heard) const {
  NAZO_TRY(read, read_job_order(settings_.genres, order));
  if (!settings_.worker.empty())
    return work_apart(settings_.worker, order, {.seconds = read.seconds, .bytes = read.bytes}, stop, heard);
  JobHooks hooks{.stop = &stop, .found = heard};
  return do_job(read, hooks);
}

Response Api::file_response(const Value& order, std::string type, const std::string& name) const {
  const auto made = do_order(order, stopping_, [](std::string_view, const Value&) {});
  if (!made) return refusal(422, made.error());
  Response response{.body = bytes_in(*made), .type = std::move(type)};
  response.headers.emplace_back("Content-Disposition", cat("attachment; filename=\"", name, "\""));
  return response;
}

Response Api::post_job(Call& call) {
  const auto object = call.object();
  if (!object) return refusal(400, object.error());
  auto order = accepted_order(*object);
  if (!order) return refusal(422, order.error());
  const std::string owner = call.player.empty() ? call.household : call.player;
  auto job = jobs_->submit(
      {owner, call.household}, *text_field(*object, "what"), [this, order = std::move(*order)](JobRun& run) {
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
