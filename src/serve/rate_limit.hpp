// How often one address or one player may ask: a bucket of tokens that refills with time.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nazo::serve {

class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;
  struct Rule {
    double per_second = 10;
    double burst = 50;
  };

  explicit RateLimit(Rule rule) : rule_(rule) {}

  /// Takes `cost` tokens from who's bucket; false if there are not enough.
  [[nodiscard]] bool allow(std::string_view who, double cost = 1, Clock::time_point now = Clock::now());

  [[nodiscard]] std::size_t known() const;

 private:
  struct Bucket {
    double tokens;
    Clock::time_point seen;
  };
  void forget_full(Clock::time_point now);

  static constexpr std::size_t most_buckets = 100'000;
  Rule rule_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace nazo::serve
