#include "serve/server.hpp"

#include <mutex>
#include <restinio/all.hpp>
#include <thread>

#include "base/text.hpp"
#include "serve/lane.hpp"

namespace nazo::serve {

namespace {

struct Traits : restinio::default_traits_t {
  static constexpr bool use_connection_count_limiter = true;
};
using Handle = restinio::request_handle_t;

Request request_of(const Handle& handle) {
  const auto& head = handle->header();
  Request request{.method = std::string(head.method().c_str()),
                  .target = std::string(head.request_target()),
                  .body = handle->body()};
  head.for_each_field(
      [&](const auto& field) { request.headers.emplace_back(std::string(field.name()), std::string(field.value())); });
  request.address = handle->remote_endpoint().address().to_string();
  return request;
}

restinio::http_status_line_t status_line(int status) {
  return {restinio::http_status_code_t{static_cast<std::uint16_t>(status)}, std::string(reason_of(status))};
}

void send(const Handle& handle, std::string_view method, Response response) {
  auto builder = handle->create_response(status_line(response.status));
  for (auto& [name, value] : response.headers) builder.append_header(std::move(name), std::move(value));
  if (response.status != 304) builder.append_header(restinio::http_field::content_type, response.type);
  if (method != "HEAD" && !response.body.empty()) builder.set_body(std::move(response.body));
  builder.done();
}

/// One client that listens to events. Written to by whoever makes an event happen, and by the heart beat.
class Listening : public std::enable_shared_from_this<Listening> {
 public:
  Listening(const Handle& handle, std::shared_ptr<EventStream> events)
      : builder_(handle->create_response<restinio::chunked_output_t>()), events_(std::move(events)) {
    builder_.append_header(restinio::http_field::content_type, "text/event-stream")
        .append_header(restinio::http_field::cache_control, "no-store")
        .append_header("X-Content-Type-Options", "nosniff")
        .append_header("X-Accel-Buffering", "no");
    builder_.flush();
  }

  void begin(std::size_t seen) {
    const std::uint64_t ticket = events_->listen(
        seen, [self = shared_from_this()](std::string_view event, bool last) { self->write(event, last); });
    const std::lock_guard lock(mutex_);
    ticket_ = ticket;
  }
  /// False once nobody listens any more.
  bool beat() {
    {
      const std::lock_guard lock(mutex_);
      if (!over_) {
        chunk(": still here\n\n");
        return true;
      }
    }
    events_->leave(ticket_);
    return false;
  }

 private:
  void write(std::string_view event, bool last) {
    const std::lock_guard lock(mutex_);
    if (over_) return;
    if (!event.empty()) chunk(event);
    if (last) {
      over_ = true;
      builder_.done();
    }
  }
  void chunk(std::string_view text) {
    builder_.append_chunk(std::string(text));
    builder_.flush([weak = weak_from_this()](const auto& error) {
      const auto self = weak.lock();
      if (!error || !self) return;
      // The client is gone. The ticket is given back at the next beat: not here, where the event stream may hold its
      // lock.
      const std::lock_guard lock(self->mutex_);
      self->over_ = true;
    });
  }

  std::recursive_mutex mutex_;  // a failed write may call back at once
  restinio::response_builder_t<restinio::chunked_output_t> builder_;
  std::shared_ptr<EventStream> events_;
  std::uint64_t ticket_ = 0;
  bool over_ = false;
};

class Shell {
 public:
  explicit Shell(Api& api)
      : api_(api),
        receipts_(api, {.threads = 1, .waiting = 8192}, pass()),
        replays_(api, {.threads = 2, .waiting = 1024}, pass()),
        writes_(api, {.threads = 1, .waiting = 512}, pass()),
        work_(api, {.threads = 1, .waiting = 64}, pass()) {}

  restinio::request_handling_status_t handle(const Handle& handle) {
    Request request = request_of(handle);
    Response response = api_.handle(request);
    if (response.later) {
      const std::string method = request.method;
      add({std::move(request), std::move(*response.later),
           [handle, method](Response late) { send(handle, method, std::move(late)); }});
    } else if (response.events) {
      const std::size_t seen = number_of<std::size_t>(request.header("Last-Event-ID")).value_or(0);
      auto listening = std::make_shared<Listening>(handle, std::move(response.events));
      listening->begin(seen);
      const std::lock_guard lock(mutex_);
      listeners_.push_back(std::move(listening));
    } else {
      send(handle, request.method, std::move(response));
    }
    return restinio::request_accepted();
  }

  void beat() {
    std::vector<std::shared_ptr<Listening>> all;
    {
      const std::lock_guard lock(mutex_);
      all = listeners_;
    }
    std::erase_if(all, [](const auto& listening) { return listening->beat(); });
    const std::lock_guard lock(mutex_);
    std::erase_if(listeners_, [&](const auto& listening) { return std::ranges::find(all, listening) != all.end(); });
  }
  [[nodiscard]] bool idle() { return replays_.idle() && work_.idle() && writes_.idle() && receipts_.idle(); }

 private:
  void add(Lane::Late late) { lane_of(late.later.lane).add(std::move(late)); }
  Lane& lane_of(Later::Lane lane) {
    switch (lane) {
      case Later::Lane::receipt:
        return receipts_;
      case Later::Lane::replay:
        return replays_;
      case Later::Lane::write:
        return writes_;
      case Later::Lane::work:
        return work_;
    }
    return work_;
  }
  Lane::Pass pass() {
    return [this](Lane::Late late) { add(std::move(late)); };
  }

  Api& api_;
  Lane receipts_, replays_, writes_, work_;  // ended in the other order, so that what a replay passes on is still taken
  std::mutex mutex_;
  std::vector<std::shared_ptr<Listening>> listeners_;
};

/// Nothing that is thrown ends a thread that answers.
void answer_until_stopped(const Api& api, asio::io_context& io) {
  for (;;) {
    try {
      io.run();
      return;
    } catch (...) {
      api.thread_survived("answering");
    }
  }
}

}  // namespace

Result<void> serve(Api& api, const ServerSettings& settings, const std::atomic<bool>& stop) {
  Shell shell(api);
  asio::io_context io;
  std::uint16_t port = settings.port;
  std::string trouble;
  std::atomic<bool> opened = false, failed = false;
  asio::error_code bad_address;
  const auto address = asio::ip::make_address(settings.host == "localhost" ? "127.0.0.1" : settings.host, bad_address);
  if (bad_address)
    return fail(cat("--host must be an address such as 127.0.0.1 or 0.0.0.0, not ", in_quotes(settings.host)));

  restinio::http_server_t<Traits> server(restinio::external_io_context(io), [&](auto& http) {
    http.address(address)
        .port(settings.port)
        .concurrent_accepts_count(settings.threads)
        .max_parallel_connections(settings.most_connections)
        .max_pipelined_requests(8)
        .read_next_http_message_timelimit(std::chrono::seconds(settings.read_seconds))
        .write_http_response_timelimit(std::chrono::seconds(60))
        .handle_request_timeout(std::chrono::seconds(120))
        .buffer_size(16384)
        .incoming_http_msg_limits(restinio::incoming_http_msg_limits_t{}
                                      .max_url_size(32768)
                                      .max_field_name_size(256)
                                      .max_field_value_size(16384)
                                      .max_field_count(100)
                                      .max_body_size(8u << 20))
        .acceptor_options_setter(
            [](auto& options) { options.set_option(asio::ip::tcp::acceptor::reuse_address(true)); })
        .socket_options_setter([](auto& options) { options.set_option(asio::ip::tcp::no_delay(true)); })
        .acceptor_post_bind_hook([&](auto& acceptor) { port = acceptor.local_endpoint().port(); })
        .request_handler([&](auto handle) { return shell.handle(handle); });
  });
  asio::post(io, [&] {
    server.open_async([&] { opened = true; },
                      [&](std::exception_ptr error) {
                        try {
                          std::rethrow_exception(error);
                        } catch (const std::exception& why) {
                          trouble = why.what();
                        }
                        failed = true;
                      });
  });
  std::vector<std::jthread> threads;
  const auto guard = asio::make_work_guard(io);
  for (unsigned i = 0; i < settings.threads; ++i) threads.emplace_back([&] { answer_until_stopped(api, io); });
  using namespace std::chrono_literals;
  while (!opened && !failed) std::this_thread::sleep_for(1ms);
  if (failed) {
    io.stop();
    return fail(cat("cannot serve at ", settings.host, ":", settings.port, ": ", trouble));
  }
  if (settings.ready) settings.ready(port);

  for (int tick = 1; !stop; ++tick) {
    std::this_thread::sleep_for(100ms);
    if (tick % 100 == 0) shell.beat();
  }
  api.stop();
  std::atomic<bool> closed = false;
  asio::post(io, [&] { server.close_async([&] { closed = true; }, [&](std::exception_ptr) { closed = true; }); });
  for (int waited = 0; waited < 50 && !(closed && shell.idle()); ++waited) std::this_thread::sleep_for(100ms);
  std::this_thread::sleep_for(50ms);  // what was just handed to the sockets leaves
  io.stop();
  return {};
}

}  // namespace nazo::serve
