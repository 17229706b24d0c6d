// What visitors have used of their shares at each of the servers that share a store. Rows are short-lived and say
// nothing of who somebody is.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace nazo::store {

class Session;

class SharedQuotas {
 public:
  struct Spent {
    std::string who;  ///< a word for a share of somebody
    double tokens = 0;
  };

  static Result<SharedQuotas> open(const std::string& where);
  SharedQuotas(SharedQuotas&&) noexcept;
  ~SharedQuotas();

  /// Tells the others what was used here since the last time, and hears what was used at each of them since then.
  Result<std::vector<Spent>> exchange(const std::vector<Spent>& used);

 private:
  explicit SharedQuotas(std::unique_ptr<Session> session);
  std::unique_ptr<Session> session_;
  std::string server_;                                           ///< our own name among them
  std::map<std::pair<std::string, std::string>, double> known_;  ///< what each server had told of each share
  bool first_ = true;
};

}  // namespace nazo::store
