// Long work in a process of its own: the program starts itself again as `nazo work`, hands it an order (one JSON
// record, workshop/job_order.hpp) and reads what it finds, line by line. Whatever happens there (no memory, a crash, an
// endless loop) costs this one order.
//
//   Worker: {"event":"puzzle","data":{…}}      as often as something is found
//           {"event":"progress","data":{…}}
//           {"end":{"result":…}}  or  {"end":{"error":{…}}}
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/value.hpp"

namespace nazo::serve {

struct WorkerLimits {
  double seconds = 60;                           ///< the work's own budget; some more and it is ended from outside
  std::uint64_t bytes = std::uint64_t{1} << 30;  ///< the work's own budget; the process may take some more
  std::size_t said = std::size_t{64} << 20;      ///< bytes that it may say in all
};

/// Does an order in a process of its own and waits for it. `program` is what is started. Ends it (asked first, killed
/// after half a second) as soon as `stop` is set.
[[nodiscard]] Result<Value> work_apart(const std::string& program, const Value& order, const WorkerLimits& limits,
                                       const std::atomic<bool>& stop,
                                       const std::function<void(std::string_view event, const Value& data)>& heard);

/// How many such processes live now.
[[nodiscard]] std::size_t workers_alive();

}  // namespace nazo::serve
