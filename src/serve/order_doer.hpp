// Does orders of long work, each in a process of its own (worker.hpp). Whose model is asked, and where it is kept, is
// filled in here: an order travels without the address of the store, which may hold a password.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/value.hpp"
#include "catalog/catalog.hpp"

namespace nazo::serve {

struct OrderDoer {
  using Heard = std::function<void(std::string_view event, const Value& data)>;

  const Catalog* genres = nullptr;
  std::string program{};  ///< what is started; empty: it is done in this process, for tests
  std::string store{};
  std::uint64_t bytes = std::uint64_t{1} << 30;  ///< that a process may take, however much was ordered

  [[nodiscard]] Result<Value> operator()(Value order, const std::atomic<bool>& stop, const Heard& heard) const;
};

}  // namespace nazo::serve
