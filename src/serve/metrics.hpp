// What /metrics shows, in Prometheus' text format: requests by route and status, how long they took, what waits.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace nazo::serve {

class Metrics {
 public:
  void count(std::string_view route, int status, double seconds);
  /// A counter of anything else: "plays_recorded".
  void add(std::string_view what, std::uint64_t by = 1);
  [[nodiscard]] std::uint64_t value(std::string_view what) const;

  /// The whole text; gauges are measured by the caller.
  [[nodiscard]] std::string text(const std::map<std::string, double>& gauges) const;

 private:
  static constexpr std::array<double, 9> bounds{.0005, .001, .0025, .005, .01, .05, .25, 1, 10};
  struct Histogram {
    std::array<std::uint64_t, bounds.size() + 1> buckets{};
    double sum = 0;
    std::uint64_t count = 0;
  };
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, std::uint64_t> requests_;
  std::map<std::string, Histogram, std::less<>> seconds_;
  std::map<std::string, std::uint64_t, std::less<>> counters_;
};

}  // namespace nazo::serve
