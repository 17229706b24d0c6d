// nazo serve: the web workshop.
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <thread>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "base/thread.hpp"
#include "cli/invocation.hpp"
#include "cli/verbs.hpp"
#include "serve/server.hpp"
#include "workshop/starter.hpp"

namespace nazo::cli {

namespace {

constexpr std::size_t connections_of_one_address = 256;

std::string default_web_folder() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string("web") : (program.parent_path() / "web").string();
}

/// JSON Lines on standard error: {"time":…,"level":…,"event":…, fields…}.
std::shared_ptr<spdlog::logger> make_log(const std::string& level) {
  auto log = std::make_shared<spdlog::logger>("nazo", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  log->set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%e%z","level":"%l",%v})");
  log->set_level(spdlog::level::info);
  if (level == "quiet") log->set_level(spdlog::level::warn);
  if (level == "requests") log->set_level(spdlog::level::debug);
  return log;
}

/// What an administrator must hear of even when nothing else is logged.
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

/// As it stands in an address.
std::string shown_host(const std::string& host) {
  if (host == "127.0.0.1" || host == "0.0.0.0" || host == "::") return "localhost";
  return host.find(':') == std::string::npos ? host : cat("[", host, "]");
}

/// A new store gets a starter collection. One that holds a study is a researcher's: nothing is added to it unasked.
Result<void> make_starter_if_wanted(const Invocation& call, const Context& context, spdlog::logger& log) {
  if (call.has("no-starter")) return {};
  NAZO_TRY(store, store::Store::open(call.value("store")));
  NAZO_TRY(studies, store.list_studies());
  if (!studies.empty() && !call.has("starter")) return {};
  TerminalProgress progress;
  Context work = context;
  work.threads = hardware_threads();
  work.progress = progress.sink();
  NAZO_TRY(made, make_starter(call.genres, store, work));
  if (made.added != 0) log.info(fields_of("starter collection", Value::object().set("added", made.added)));
  return {};
}

/// Ends the program when it should have ended and has not: a store that hangs, or a worker that gets no time to die on
/// a busy machine, must not keep it. What was acknowledged is on the disk.
class LastResort {
 public:
  explicit LastResort(const std::shared_ptr<spdlog::logger>& log)
      : thread_(named("last resort"), AfterThrow::begin_again, [this, log] { watch(*log); }, [](const auto&) {}) {}
  ~LastResort() { ended_ = true; }
  LastResort(const LastResort&) = delete;
  LastResort& operator=(const LastResort&) = delete;

 private:
  void watch(spdlog::logger& log) const {
    using namespace std::chrono_literals;
    while (!interrupted && !ended_) std::this_thread::sleep_for(50ms);
    const auto most = std::chrono::steady_clock::now() + 4s;
    while (!ended_) {
      if (std::chrono::steady_clock::now() > most) leave(log);
      std::this_thread::sleep_for(50ms);
    }
  }
  [[noreturn]] static void leave(spdlog::logger& log) noexcept {
    try {
      log.warn(fields_of("stopped without waiting", Value::object()));
    } catch (...) {  // no memory for words
    }
    std::_Exit(yes);
  }
  std::atomic<bool> ended_ = false;
  Thread thread_;
};

}  // namespace

int run_serve(Invocation& call) {
  if (!call.operands.empty()) return call.complain(cat("serve takes no file: ", in_quotes(call.operands.front())));
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  std::signal(SIGTERM, [](int) { interrupted = true; });
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of the store, not the end of the server
  const auto log = make_log(call.value("log"));
  const std::string where = call.value("store");
  const LastResort last_resort(log);  // before everything that may have to be waited for

  if (const auto made = make_starter_if_wanted(call, *context, *log); !made)
    return interrupted ? yes : call.complain(made.error());

  serve::Assets assets;
  const std::string folder = call.has("web") ? call.value("web") : default_web_folder();
  if (std::filesystem::is_directory(folder)) {
    auto read = serve::Assets::read(folder);
    if (!read) return call.complain(read.error());
    assets = std::move(*read);
  } else if (call.has("web")) {
    return call.complain(cat("no folder ", in_quotes(folder)));
  }

  const unsigned threads = call.has("threads") && call.integer("threads") != 0
                               ? static_cast<unsigned>(call.integer("threads"))
                               : hardware_threads();
  const char* token = std::getenv("NAZO_ADMIN_TOKEN");
  serve::ApiSettings settings{.genres = call.genres, .store = where};
  if (call.has("admin-token"))
    settings.admin_token = call.value("admin-token");
  else if (token != nullptr)
    settings.admin_token = token;
  settings.jobs.threads = std::max(2u, threads - 1);  // at a lower priority than play, so two never hurt
  settings.job_seconds = real_of(call.value("job-seconds")).value_or(60);
  settings.job_bytes = context->budget.bytes;
  settings.worker = "/proc/self/exe";
  settings.limits = !call.has("no-rate-limits");
  settings.proxy = call.value("behind-proxy");
  const std::string names = call.value("names");
  for (const std::string_view name : split(names, ','))
    if (!trim(name).empty()) settings.names.emplace_back(trim(name));
  settings.names.push_back(call.value("host"));
  const bool requests = call.value("log") == "requests";
  settings.log = [log, requests](std::string_view event, const Value& fields) {
    if (event != "request" || requests) log->log(level_of(event), fields_of(event, fields));
  };
  auto api = serve::Api::open(std::move(settings), std::move(assets));
  if (!api) return call.complain(api.error());
  const std::string host = call.value("host");
  const auto served = serve::serve(
      **api,
      {.host = host,
       .port = static_cast<std::uint16_t>(call.integer("port")),
       .threads = threads,
       .most_of_one_address = call.has("no-rate-limits") ? 0 : connections_of_one_address,
       .proxy = call.value("behind-proxy"),
       .ready =
           [&](std::uint16_t port) {
             call.streams.out << "nazo serves at http://" << shown_host(host) << ":" << port << std::endl;
             log->info(fields_of("serving", Value::object().set("host", host).set("port", port).set("store", where)));
           }},
      interrupted);
  if (!served) return call.complain(served.error());
  log->info(fields_of("stopped", Value::object()));
  return yes;
}

}  // namespace nazo::cli
