#include "serve/metrics.hpp"

#include "base/text.hpp"

namespace nazo::serve {

void Metrics::count(std::string_view route, int status, double seconds) {
  std::size_t bucket = 0;
  while (bucket < bounds.size() && seconds > bounds[bucket]) ++bucket;
  const std::lock_guard lock(mutex_);
  ++requests_[{std::string(route), status}];
  Histogram& histogram = seconds_[std::string(route)];
  ++histogram.buckets[bucket];
  ++histogram.count;
  histogram.sum += seconds;
}

void Metrics::add(std::string_view what, std::uint64_t by) {
  const std::lock_guard lock(mutex_);
  counters_[std::string(what)] += by;
}

std::uint64_t Metrics::value(std::string_view what) const {
  const std::lock_guard lock(mutex_);
  const auto found = counters_.find(what);
  return found == counters_.end() ? 0 : found->second;
}

std::string Metrics::text(const std::map<std::string, double>& gauges) const {
  const std::lock_guard lock(mutex_);
  std::string out = "# TYPE nazo_requests_total counter\n";
  for (const auto& [key, count] : requests_)
    out += cat("nazo_requests_total{route=\"", key.first, "\",status=\"", key.second, "\"} ", count, "\n");
  out += "# TYPE nazo_request_seconds histogram\n";
  for (const auto& [route, histogram] : seconds_) {
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      below += histogram.buckets[i];
      out += cat("nazo_request_seconds_bucket{route=\"", route, "\",le=\"", bounds[i], "\"} ", below, "\n");
    }
    out += cat("nazo_request_seconds_bucket{route=\"", route, "\",le=\"+Inf\"} ", histogram.count, "\n");
    out += cat("nazo_request_seconds_sum{route=\"", route, "\"} ", histogram.sum, "\n");
    out += cat("nazo_request_seconds_count{route=\"", route, "\"} ", histogram.count, "\n");
  }
  for (const auto& [what, count] : counters_)
    out += cat("# TYPE nazo_", what, "_total counter\nnazo_", what, "_total ", count, "\n");
  for (const auto& [what, now] : gauges) out += cat("# TYPE nazo_", what, " gauge\nnazo_", what, " ", now, "\n");
  return out;
}

}  // namespace nazo::serve
