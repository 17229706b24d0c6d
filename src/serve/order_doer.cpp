#include "serve/order_doer.hpp"

#include <algorithm>

#include "serve/call.hpp"
#include "serve/worker.hpp"
#include "workshop/job_order.hpp"

namespace nazo::serve {

Result<Value> OrderDoer::operator()(Value order, const std::atomic<bool>& stop, const Heard& heard) const {
  NAZO_TRY(what, text_field(order, "what"));
  if (what == "learn" || what == "harder") order.set("store", store);
  NAZO_TRY(seconds, number_field(order, "seconds"));
  NAZO_TRY(ordered, number_field(order, "bytes"));
  const double most = static_cast<double>(bytes);
  order.set("bytes", std::min(ordered.value_or(most), most));
  if (program.empty()) {
    NAZO_TRY(read, read_job_order(*genres, order));
    JobHooks hooks{.stop = &stop, .found = heard};
    return do_job(read, hooks);
  }
  WorkerLimits limits;
  limits.seconds = seconds.value_or(limits.seconds);
  limits.bytes = static_cast<std::uint64_t>(std::min(ordered.value_or(most), most));
  return work_apart(program, order, limits, stop, heard);
}

}  // namespace nazo::serve
