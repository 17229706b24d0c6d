// nazo serve: the web workshop.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <ostream>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "cli/daemon.hpp"
#include "cli/invocation.hpp"
#include "cli/verbs.hpp"
#include "serve/server.hpp"
#include "workshop/starter.hpp"

namespace nazo::cli {

namespace {

constexpr std::size_t connections_of_one_address = 256;

/// Beside the program where it was built, in share/nazo where it was installed.
std::string default_web_folder() {
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  if (error) return "web";
  if (const auto installed = folder.parent_path() / "share/nazo/web"; std::filesystem::is_directory(installed, error))
    return installed.string();
  return (folder / "web").string();
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
  settings.jobs.threads = call.has("workers") ? static_cast<unsigned>(call.integer("workers"))
                                              : std::max(2u, threads - 1);  // they step back behind play
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
