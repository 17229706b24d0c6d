// What one household may ask for and leave here, whatever cookies it makes up.
#pragma once

#include <functional>
#include <string_view>

#include "serve/rate_limit.hpp"

namespace nazo::serve {

struct QuotaRules {
  RateLimit::Rule requests{.per_second = 50, .burst = 400};
  RateLimit::Rule plays{.per_second = 10, .burst = 300};      ///< and comparisons, and answers
  RateLimit::Rule bytes{.per_second = 20'000, .burst = 8e6};  ///< that are kept
  RateLimit::Rule newcomers{.per_second = .5, .burst = 100};  ///< new players
};

class Quotas {
 public:
  explicit Quotas(const QuotaRules& rules)
      : requests_(rules.requests), plays_(rules.plays), bytes_(rules.bytes), newcomers_(rules.newcomers) {}

  [[nodiscard]] bool may_ask(std::string_view household, double cost) { return requests_.allow(household, cost); }
  [[nodiscard]] bool may_keep(std::string_view household, std::size_t bytes) {
    return plays_.allow(household) && bytes_.allow(household, static_cast<double>(bytes));
  }
  [[nodiscard]] bool may_come(std::string_view household) { return newcomers_.allow(household); }
  [[nodiscard]] std::size_t known() const { return requests_.known(); }
  /// Each limit under a name of its own.
  void each(const std::function<void(std::string_view name, RateLimit& limit)>& visit) {
    visit("requests", requests_);
    visit("plays", plays_);
    visit("bytes", bytes_);
    visit("newcomers", newcomers_);
  }

 private:
  RateLimit requests_, plays_, bytes_, newcomers_;
};

}  // namespace nazo::serve
