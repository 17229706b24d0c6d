#include "cli/daemon.hpp"

#include <spdlog/sinks/stdout_sinks.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "base/text.hpp"
#include "cli/invocation.hpp"

namespace nazo::cli {

namespace {

[[noreturn]] void leave_now(spdlog::logger& log) noexcept {
  try {
    log.warn(fields_of("stopped without waiting", Value::object()));
  } catch (...) {  // no memory for words
  }
  std::_Exit(yes);
}

}  // namespace

std::shared_ptr<spdlog::logger> make_log(const std::string& level) {
  auto log = std::make_shared<spdlog::logger>("nazo", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  log->set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%e%z","level":"%l",%v})");
  log->set_level(spdlog::level::info);
  if (level == "quiet") log->set_level(spdlog::level::warn);
  if (level == "requests") log->set_level(spdlog::level::debug);
  return log;
}

spdlog::level::level_enum level_of(std::string_view event) {
  constexpr std::string_view errors[] = {"store in trouble", "thread survived", "request broke"};
  constexpr std::string_view warnings[] = {"store well again", "connections used up", "connections free again",
                                           "accepting again"};
  if (std::ranges::find(errors, event) != std::end(errors)) return spdlog::level::err;
  if (std::ranges::find(warnings, event) != std::end(warnings)) return spdlog::level::warn;
  return spdlog::level::info;
}

std::string fields_of(std::string_view event, const Value& fields) {
  const std::string json = fields.json();
  const bool none = fields.fields() == nullptr || fields.fields()->empty();
  return cat("\"event\":", json_string(event), none ? "" : ",",
             none ? std::string_view{} : std::string_view(json).substr(1, json.size() - 2));
}

LastResort::LastResort(const std::shared_ptr<spdlog::logger>& log)
    : thread_(named("last resort"), AfterThrow::begin_again, [this, log] { watch(*log); }, [](const auto&) {}) {}

void LastResort::watch(spdlog::logger& log) const {
  using namespace std::chrono_literals;
  while (!interrupted && !ended_) std::this_thread::sleep_for(50ms);
  const auto most = std::chrono::steady_clock::now() + 4s;
  while (!ended_) {
    if (std::chrono::steady_clock::now() > most) leave_now(log);
    std::this_thread::sleep_for(50ms);
  }
}

}  // namespace nazo::cli
