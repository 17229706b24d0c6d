// nazo work: one order of long work in this process, told line by line. The server starts it (serve/worker.hpp).
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <iostream>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "base/json.hpp"
#include "base/text.hpp"
#include "base/thread.hpp"
#include "cli/invocation.hpp"
#include "cli/own_limits.hpp"
#include "cli/verbs.hpp"
#include "puzzle/values.hpp"
#include "workshop/job_order.hpp"

namespace nazo::cli {
namespace {

/// Lines from several threads, each whole and at once.
class Telling {
 public:
  explicit Telling(std::ostream& out) : out_(out) {}
  void line(const Value& value) {
    const std::lock_guard lock(mutex_);
    out_ << value.json() << std::endl;
  }
  /// At most five times a second.
  void progress(const ProgressReport& report) {
    {
      const std::lock_guard lock(mutex_);
      const auto now = std::chrono::steady_clock::now();
      if (now - last_ < std::chrono::milliseconds(200)) return;
      last_ = now;
    }
    event("progress", Value::object()
                          .set("what", report.what)
                          .set("done", report.done)
                          .set("total", report.total)
                          .set("note", report.note));
  }
  void event(std::string_view name, const Value& data) { line(Value::object().set("event", name).set("data", data)); }

 private:
  std::ostream& out_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_{};
};

/// Sets the flag when nobody is left at the other end of standard input. If the work does not end then, the process
/// does.
void stop_at_end_of_input(std::atomic<bool>& stop) {
  char byte = 0;
  ssize_t got = 0;
  do got = read(STDIN_FILENO, &byte, 1);
  while (got > 0 || (got < 0 && errno == EINTR));
  stop = true;
  std::this_thread::sleep_for(std::chrono::seconds(2));
  _exit(broken);
}

Result<Value> done(const Invocation& call, const std::string& line, const JobHooks& hooks) {
  NAZO_TRY(record, parse_json(line));
  NAZO_TRY(order, read_job_order(call.genres, record));
  return do_job(order, hooks);
}

}  // namespace

int run_work(Invocation& call) {
  if (!call.operands.empty()) return call.complain(cat("work takes no file: ", in_quotes(call.operands.front())));
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  limit_this_process({.seconds = context->budget.seconds, .bytes = context->budget.bytes});
  std::string line;
  std::getline(call.streams.in, line);
  if (line.empty()) return call.complain("there is no order in standard input");
  Telling telling(call.streams.out);
  const auto end_with = [&](const Value& end) { telling.line(Value::object().set("end", end)); };
  // Nobody may be left to end work that goes on for ever: without somebody who notices there is none.
  try {
    if (call.has("attached"))
      Thread(
          named("end of input"), AfterThrow::end, [] { stop_at_end_of_input(interrupted); },
          [](const auto&) { _exit(broken); })
          .detach();
  } catch (const std::system_error&) {
    end_with(Value::object().set("error", value_of(Error{.message = "there is no room for the work's second thread"})));
    return bad;
  }

  JobHooks hooks{.stop = &interrupted};
  hooks.progress = [&](const ProgressReport& report) { telling.progress(report); };
  hooks.found = [&](std::string_view event, const Value& data) { telling.event(event, data); };
  Result<Value> result = fail("failed");
  try {
    result = done(call, line, hooks);
  } catch (const std::bad_alloc&) {
    result = fail("the work ran out of memory");
  } catch (const std::exception& error) {
    result = fail(cat("the work failed: ", std::string_view(error.what())));
  }
  const Value end =
      result ? Value::object().set("result", *result) : Value::object().set("error", value_of(result.error()));
  end_with(end);
  return result ? yes : bad;
}

}  // namespace nazo::cli
