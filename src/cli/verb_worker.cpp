// nazo worker: takes long work from a store and does it, for servers on this host or on others.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <ostream>
#include <thread>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "cli/daemon.hpp"
#include "cli/invocation.hpp"
#include "cli/verbs.hpp"
#include "serve/job_worker.hpp"
#include "serve/order_doer.hpp"
#include "store/session.hpp"
#include "store/store.hpp"

namespace nazo::cli {

int run_worker(Invocation& call) {
  if (!call.operands.empty()) return call.complain(cat("worker takes no file: ", in_quotes(call.operands.front())));
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  std::signal(SIGTERM, [](int) { interrupted = true; });
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  const auto log = make_log(call.value("log"));
  const LastResort last_resort(log);

  const auto wanted = static_cast<unsigned>(call.integer("jobs"));
  const serve::OrderDoer doer{.genres = &call.genres,
                              .program = "/proc/self/exe",
                              .store = call.value("store"),
                              .bytes = context->budget.bytes};
  // A store that is not there is the server's to make: a worker that made one would wait beside it for ever.
  if (const auto there = store::Store::open_existing(doer.store); !there) return call.complain(there.error());
  auto worker = serve::JobWorker::start(
      {.store = doer.store,
       .slots = wanted == 0 ? hardware_threads() : wanted,
       .work = doer,
       .log = [log](std::string_view event,
                    const Value& fields) { log->log(level_of(event), fields_of(event, fields)); },
       .thrown = [log] { log->error(fields_of("thread survived", Value::object())); }});
  if (!worker) return call.complain(worker.error());
  log->info(fields_of("working", Value::object().set("store", store::without_password(doer.store))));
  call.streams.out << "nazo works for " << store::without_password(doer.store) << std::endl;
  while (!interrupted) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  worker->reset();
  log->info(fields_of("stopped", Value::object()));
  return yes;
}

}  // namespace nazo::cli
