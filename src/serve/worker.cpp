#include "serve/worker.hpp"

#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <optional>

#include "base/json.hpp"
#include "base/text.hpp"
#include "serve/child.hpp"

namespace nazo::serve {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto look_every = 20ms;      // whether it should stop
constexpr auto time_to_leave = 500ms;  // after it was asked to
constexpr auto time_to_end = 3000ms;   // after its own budget, before it is ended

std::atomic<std::size_t> alive = 0;
struct Alive {
  Alive() { ++alive; }
  ~Alive() { --alive; }
  Alive(const Alive&) = delete;
  Alive& operator=(const Alive&) = delete;
};

/// What somebody who ordered the work is told when it has not said its own end.
Error end_of(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
    return {.message = "the work took more processor time than it may", .limit = Limit::time};
  if (WIFSIGNALED(status))
    return {.message = cat("the work crashed (signal ", WTERMSIG(status), "): nothing else was harmed")};
  return {.message = cat("the work broke off (exit code ", WEXITSTATUS(status), "): nothing else was harmed")};
}

Error error_in(const Value& said) {
  Error error{.message = "the work failed"};
  if (const Value* message = said.find("message"); message != nullptr && message->string() != nullptr)
    error.message = *message->string();
  if (const Value* line = said.find("line")) error.line = static_cast<std::size_t>(std::max(0.0, line->number()));
  if (const Value* column = said.find("column"))
    error.column = static_cast<std::size_t>(std::max(0.0, column->number()));
  return error;
}

/// Takes the lines apart that a worker says.
class Hearing {
 public:
  using Heard = std::function<void(std::string_view, const Value&)>;
  explicit Hearing(const Heard& heard) : heard_(heard) {}

  std::string& buffer() { return buffer_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_ + buffer_.size(); }
  [[nodiscard]] const std::optional<Result<Value>>& end() const { return end_; }

  void take_lines() {
    std::size_t begin = 0;
    for (std::size_t at = 0; !end_ && (at = buffer_.find('\n', begin)) != std::string::npos; begin = at + 1)
      take(std::string_view(buffer_).substr(begin, at - begin));
    buffer_.erase(0, begin);
    bytes_ += begin;
  }

 private:
  void take(std::string_view line) {
    const auto said = parse_json(line);
    if (!said || !said->is_object()) return;
    if (const Value* end = said->find("end")) {
      if (const Value* result = end->find("result"))
        end_ = *result;
      else if (const Value* error = end->find("error"))
        end_ = std::unexpected(error_in(*error));
      return;
    }
    const Value* event = said->find("event");
    const Value* data = said->find("data");
    if (event != nullptr && event->string() != nullptr && data != nullptr) heard_(*event->string(), *data);
  }

  const Heard& heard_;
  std::string buffer_;
  std::size_t bytes_ = 0;
  std::optional<Result<Value>> end_;
};

}  // namespace

std::size_t workers_alive() { return alive; }

Result<Value> work_apart(const std::string& program, const Value& order, const WorkerLimits& limits,
                         const std::atomic<bool>& stop, const Hearing::Heard& heard) {
  NAZO_TRY(child, Child::start(program, {"work", "--attached", "--time", text_of(limits.seconds), "--memory",
                                         cat(limits.bytes)}));
  const Alive one_more;
  std::string unsent = order.json() + "\n";
  Hearing hearing(heard);
  const auto end =
      Clock::now() +
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(limits.seconds, 1e6))) +
      time_to_end;
  std::optional<Clock::time_point> asked_to_leave;
  std::optional<Error> ended;
  bool talks = true;
  while (talks && !hearing.end()) {
    child.wait_for_output(look_every, !unsent.empty());
    if (!unsent.empty() && !child.write_some(unsent)) unsent.clear();
    talks = child.read_some(hearing.buffer());
    hearing.take_lines();
    const auto now = Clock::now();
    if (stop && !asked_to_leave) {
      child.close_input();  // the worker takes that as the word to stop
      child.hurry();
      unsent.clear();
      asked_to_leave = now;
    }
    if (asked_to_leave && now > *asked_to_leave + time_to_leave)
      ended = Error{.message = "stopped", .limit = Limit::stopped};
    else if (now > end)
      ended = Error{.message = "the work did not end in its time and was ended", .limit = Limit::time};
    else if (hearing.bytes() > limits.said)
      ended = Error{.message = "the work found more than can be kept", .limit = Limit::memory};
    if (ended) break;
  }
  if (hearing.end()) return *hearing.end();  // the child goes with its object
  if (ended) {
    child.kill();
    (void)child.wait();
    return std::unexpected(*std::move(ended));
  }
  return std::unexpected(end_of(child.wait()));
}

}  // namespace nazo::serve
