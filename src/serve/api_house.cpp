// Routes about the server itself: is it well, what does it do, what can it be asked.
#include "base/text.hpp"
#include "puzzle/values.hpp"
#include "serve/api.hpp"
#include "serve/memory_keeper.hpp"
#include "serve/openapi.hpp"
#include "serve/worker.hpp"

namespace nazo::serve {

Response Api::get_health(Call&) {
  // Health is being able to keep a play: something is really written, though not more than once a second.
  if (!health_.known_well(std::chrono::steady_clock::now())) {
    const std::lock_guard lock(writing_);
    if (auto written = writer_->try_writing(); !written) return refusal(503, written.error());
    health_.wrote();
  }
  return json_response(Value::object().set("status", "ok"));
}

Response Api::get_metrics(Call&) {
  const auto number = [](auto value) { return static_cast<double>(value); };
  const store::Jobs::Counts jobs = job_watcher_->counts();
  std::map<std::string, double> gauges{{"jobs_waiting", number(jobs.waiting)},
                                       {"jobs_running", number(jobs.running)},
                                       {"jobs_running_here", number(worker_ ? worker_->running() : 0)},
                                       {"workers_alive", number(workers_alive())},
                                       {"plays_waiting", number(recorder_->waiting())},
                                       {"store_in_trouble", health_.in_trouble() ? 1.0 : 0.0},
                                       {"store_troubles", number(health_.troubles())},
                                       {"resident_bytes", number(resident_bytes())},
                                       {"addresses_known", number(quotas_.known())}};
  {
    const std::lock_guard lock(measuring_);
    for (const auto& [name, gauge] : gauges_) gauges[name] = gauge();
  }
  return {.body = metrics_.text(gauges), .type = "text/plain; version=0.0.4"};
}

Response Api::get_openapi(Call&) { return {.body = std::string(openapi_text())}; }

Response Api::get_genres(Call&) {
  Value list = Value::array();
  for (const Genre* genre : settings_.genres) list.push(value_of(genre->facts()));
  return json_response(Value::object().set("genres", list));
}

}  // namespace nazo::serve
