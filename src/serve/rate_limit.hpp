// How often one address or one player may ask: a bucket of tokens that refills with time. Several servers of one site
// tell one another what was taken (quota_sharing.hpp), without saying from whom: a bucket is known by a hash.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nazo::serve {

class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;
  using Who = std::uint64_t;
  struct Rule {
    double per_second = 10;
    double burst = 50;
  };
  struct Spent {
    Who who = 0;
    double tokens = 0;
  };

  explicit RateLimit(Rule rule) : rule_(rule) {}

  /// Takes `cost` tokens from who's bucket; false if there are not enough.
  [[nodiscard]] bool allow(std::string_view who, double cost = 1, Clock::time_point now = Clock::now());

  /// What was taken here and was not told yet, of those who have taken enough to be worth telling.
  [[nodiscard]] std::vector<Spent> untold();
  /// Somebody has taken that elsewhere: the bucket may owe as much as it can hold.
  void taken_elsewhere(const Spent& spent, Clock::time_point now = Clock::now());

  [[nodiscard]] std::size_t known() const;

 private:
  struct Bucket {
    double tokens;
    Clock::time_point seen;
    double untold = 0;
  };
  Bucket& bucket_of(Who who, Clock::time_point now);
  void forget_full(Clock::time_point now);

  static constexpr std::size_t most_buckets = 100'000;
  Rule rule_;
  mutable std::mutex mutex_;
  std::unordered_map<Who, Bucket> buckets_;
};

}  // namespace nazo::serve
