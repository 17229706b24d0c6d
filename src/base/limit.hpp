// What may run out before long work has its answer.
#pragma once

#include <string_view>

namespace nazo {

/// The limit that ran out; `none` while there is still something left.
enum class Limit { none, time, nodes, memory, stopped };

[[nodiscard]] constexpr std::string_view name(Limit limit) {
  switch (limit) {
    case Limit::none:
      return "none";
    case Limit::time:
      return "time";
    case Limit::nodes:
      return "nodes";
    case Limit::memory:
      return "memory";
    case Limit::stopped:
      return "stopped";
  }
  return "none";
}

}  // namespace nazo
