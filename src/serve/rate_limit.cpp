#include "serve/rate_limit.hpp"

#include <algorithm>

#include "base/hash.hpp"

namespace nazo::serve {

RateLimit::Bucket& RateLimit::bucket_of(Who who, Clock::time_point now) {
  if (buckets_.size() >= most_buckets) forget_full(now);
  auto [at, added] = buckets_.try_emplace(who, Bucket{rule_.burst, now});
  Bucket& bucket = at->second;
  const double passed = std::chrono::duration<double>(now - bucket.seen).count();
  bucket.tokens = std::min(rule_.burst, bucket.tokens + passed * rule_.per_second);
  bucket.seen = now;
  return bucket;
}

bool RateLimit::allow(std::string_view who, double cost, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  Bucket& bucket = bucket_of(hash_text(who).low, now);
  if (bucket.tokens < cost) return false;
  bucket.tokens -= cost;
  bucket.untold += cost;
  return true;
}

std::vector<RateLimit::Spent> RateLimit::untold() {
  const double worth_telling = rule_.burst / 16;
  const std::lock_guard lock(mutex_);
  std::vector<Spent> all;
  for (auto& [who, bucket] : buckets_) {
    if (bucket.untold < worth_telling) continue;
    all.push_back({who, bucket.untold});
    bucket.untold = 0;
  }
  return all;
}

void RateLimit::taken_elsewhere(const Spent& spent, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  Bucket& bucket = bucket_of(spent.who, now);
  bucket.tokens = std::max(-rule_.burst, bucket.tokens - spent.tokens);
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
