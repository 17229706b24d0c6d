#include "serve/rate_limit.hpp"

#include <algorithm>

namespace nazo::serve {

bool RateLimit::allow(std::string_view who, double cost, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (buckets_.size() >= most_buckets) forget_full(now);
  auto [at, added] = buckets_.try_emplace(std::string(who), Bucket{rule_.burst, now});
  Bucket& bucket = at->second;
  const double passed = std::chrono::duration<double>(now - bucket.seen).count();
  bucket.tokens = std::min(rule_.burst, bucket.tokens + passed * rule_.per_second);
  bucket.seen = now;
  if (bucket.tokens < cost) return false;
  bucket.tokens -= cost;
  return true;
}

std::size_t RateLimit::known() const {
  const std::lock_guard lock(mutex_);
  return buckets_.size();
}

void RateLimit::forget_full(Clock::time_point now) {
  // A bucket that has refilled says nothing any more. If an attacker keeps them all from filling, all are dropped:
  // memory stays bounded.
  std::erase_if(buckets_, [&](const auto& entry) {
    return entry.second.tokens + std::chrono::duration<double>(now - entry.second.seen).count() * rule_.per_second >=
           rule_.burst;
  });
  // Nor may looking for them become the attack: after each look there is room for thousands of newcomers.
  if (buckets_.size() >= most_buckets / 10 * 9) buckets_.clear();
}

}  // namespace nazo::serve
