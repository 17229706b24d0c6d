#include "serve/server.hpp"

#include <fcntl.h>
#include <poll.h>

#include <mutex>
#include <restinio/all.hpp>
#include <thread>

#include "base/text.hpp"
#include "base/thread.hpp"
#include "serve/door.hpp"
#include "serve/lane.hpp"
#include "serve/late_answers.hpp"
#include "serve/memory_keeper.hpp"
#include "serve/unsent.hpp"

namespace nazo::serve {

namespace {

/// Tells the door who comes and goes. RESTinio's own limit on connections loses a place for ever, and its way to refuse
/// an address ends the program, when a connection is reset before it was looked at; what this throws when somebody is
/// not let in closes that connection and nothing else.
class Doorkeeper {
 public:
  explicit Doorkeeper(Door& door) : door_(door) {}
  void state_changed(const restinio::connection_state::notice_t& notice) {
    if (std::holds_alternative<restinio::connection_state::closed_t>(notice.cause()))
      return door_.left(notice.connection_id());
    if (!std::holds_alternative<restinio::connection_state::accepted_t>(notice.cause())) return;
    if (!door_.lets_in(notice.connection_id(), notice.remote_endpoint().address().to_string())) throw NotLetIn();
  }

 private:
  struct NotLetIn : std::exception {
    [[nodiscard]] const char* what() const noexcept override { return "not let in"; }
  };
  Door& door_;
};

struct Traits : restinio::default_traits_t {
  using connection_state_listener_t = Doorkeeper;
};
using Handle = restinio::request_handle_t;

/// Descriptors that visitors do not get: the store's, the workers' pipes, the log.
constexpr std::size_t kept_descriptors = 128;
/// A body that is only a little too large is answered; a larger one is hung up on while it is read.
constexpr std::size_t room_for_a_413 = std::size_t{64} << 10;

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

/// `room` is held until the visitor has read the answer or is gone.
void send(const Handle& handle, std::string_view method, Response response, std::shared_ptr<void> room = {}) {
  auto builder = handle->create_response(status_line(response.status));
  for (auto& [name, value] : response.headers) builder.append_header(std::move(name), std::move(value));
  if (response.status != 304) builder.append_header(restinio::http_field::content_type, response.type);
  if (method != "HEAD" && response.lent != nullptr)
    builder.set_body(restinio::const_buffer(response.lent->data(), response.lent->size()));  // the api outlives us
  else if (method != "HEAD" && !response.body.empty())
    builder.set_body(std::move(response.body));
  builder.done([room = std::move(room)](const auto&) {});
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
    std::uint64_t ticket = 0;
    {
      const std::lock_guard lock(mutex_);
      if (!over_) chunk(": still here\n\n");
      const bool begins = ticket_ == 0;
      if (!over_ || begins) return true;
      ticket = ticket_;
    }
    events_->leave(ticket);
    return false;
  }
  /// Nothing is written after this, whatever happens in the stream: the connection needs a context that ends now.
  void end() {
    events_->leave(ticket_);
    const std::lock_guard lock(mutex_);
    over_ = true;
  }

 private:
  void write(std::string_view event, bool last) {
    const std::lock_guard lock(mutex_);
    if (over_) return;
    if (unread_ > most_unread) return hang_up();
    if (!event.empty()) chunk(event);
    if (last) {
      over_ = true;
      builder_.done();
    }
  }
  void chunk(std::string_view text) {
    unread_ += text.size();
    builder_.append_chunk(std::string(text));
    builder_.flush([weak = weak_from_this(), bytes = text.size()](const auto& error) {
      const auto self = weak.lock();
      if (!self) return;
      const std::lock_guard lock(self->mutex_);
      self->unread_ -= bytes;
      // The client is gone. The ticket is given back at the next beat: not here, where the event stream may hold its
      // lock.
      if (error) self->over_ = true;
    });
  }
  /// Who listens and never reads is not waited for: what it would be told takes memory.
  void hang_up() {
    over_ = true;
    builder_.done();
  }

  static constexpr std::size_t most_unread = std::size_t{1} << 20;

  std::recursive_mutex mutex_;  // a failed write may call back at once
  restinio::response_builder_t<restinio::chunked_output_t> builder_;
  std::shared_ptr<EventStream> events_;
  std::uint64_t ticket_ = 0;
  std::size_t unread_ = 0;  ///< bytes that were handed to the socket and have not left
  bool over_ = false;
};

class Shell {
 public:
  explicit Shell(Api& api)
      : api_(api),
        receipts_(api, {.threads = 1, .waiting = 8192, .each = 2048}, pass()),
        replays_(api, {.threads = 2, .waiting = 1024, .each = 256}, pass()),
        writes_(api, {.threads = 1, .waiting = 512, .each = 128}, pass()),
        reads_(api, {.threads = 4, .waiting = 1024, .each = 256}, pass()),
        work_(api, {.threads = 1, .waiting = 64, .each = 16}, pass()) {}
  /// Jobs may live on, their listeners may not: they hold connections.
  ~Shell() {
    for (const auto& listening : listeners_) listening->end();
  }
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;

  restinio::request_handling_status_t handle(const Handle& handle) {
    Request request = request_of(handle);
    Response response = api_.handle(request);
    if (response.later) {
      Later& later = *response.later;
      const auto due = later.begun + patience_of(later.lane);
      const Request asked{.method = request.method};
      auto promise = late_answers_.expect(
          due,
          [this, handle, method = asked.method, share = later.household, seen = seen_by(request)](Response late) {
            if (late.events) return send_events(handle, method, seen, std::move(late.events));
            send_if_there_is_room(handle, method, std::move(late), share);
          },
          [this, asked, route = later.route, begun = later.begun] {
            return api_.overdue(asked, {.finish = {}, .route = route, .begun = begun});
          });
      add({std::move(request), std::move(later), std::move(promise.give), due, promise.number});
    } else if (response.events) {
      send_events(handle, request.method, seen_by(request), std::move(response.events));
    } else {
      send_if_there_is_room(handle, request.method, std::move(response), {});
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
  /// Who has waited too long for the store is told to come again.
  void excuse_overdue() { late_answers_.excuse_overdue(std::chrono::steady_clock::now()); }
  /// The server ends, and nobody is left without an answer.
  void excuse_everybody() { late_answers_.excuse_overdue(std::chrono::steady_clock::time_point::max()); }
  [[nodiscard]] std::size_t unsent() const { return unsent_->bytes(); }
  [[nodiscard]] bool idle() {
    return replays_.idle() && reads_.idle() && work_.idle() && writes_.idle() && receipts_.idle();
  }

 private:
  /// How many events somebody who comes again has seen.
  static std::size_t seen_by(const Request& request) {
    return number_of<std::size_t>(request.header("Last-Event-ID")).value_or(0);
  }
  void send_events(const Handle& handle, const std::string& method, std::size_t seen,
                   std::shared_ptr<EventStream> events) {
    if (method == "HEAD") return send(handle, method, {.type = "text/event-stream"});
    const auto listening = std::make_shared<Listening>(handle, std::move(events));
    {
      const std::lock_guard lock(mutex_);
      listeners_.push_back(listening);
    }
    try {
      listening->begin(seen);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      std::erase(listeners_, listening);
      throw;
    }
  }
  /// Large answers wait in memory for who does not read them.
  void send_if_there_is_room(const Handle& handle, const std::string& method, Response response,
                             const std::string& household) {
    if (response.body.size() < Unsent::large) return send(handle, method, std::move(response));
    if (auto room = unsent_->room_for(response.body.size(), household))
      return send(handle, method, std::move(response), std::move(*room));
    send(handle, method, api_.turn_away({.method = method}, {.finish = {}, .route = "unread", .begun = Clock::now()}));
  }
  void add(Lane::Late late) { lane_of(late.later.lane).add(std::move(late)); }
  Lane& lane_of(Later::Lane lane) {
    switch (lane) {
      case Later::Lane::receipt:
        return receipts_;
      case Later::Lane::replay:
        return replays_;
      case Later::Lane::write:
        return writes_;
      case Later::Lane::read:
        return reads_;
      case Later::Lane::work:
        return work_;
    }
    return work_;
  }
  /// Longer than anything that is not stuck takes, shorter than RESTinio waits before it hangs up.
  static std::chrono::seconds patience_of(Later::Lane lane) {
    return std::chrono::seconds(lane == Later::Lane::work ? 100 : 10);
  }
  Lane::Pass pass() {
    return [this](Lane::Late late) {
      // What was looked up first, in a data base elsewhere, may have to be worked out as well.
      if (const auto due = late.later.begun + patience_of(late.later.lane); due > late.due) {
        late.due = due;
        late_answers_.postpone(late.promise, due);
      }
      add(std::move(late));
    };
  }

  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t most_unsent = std::size_t{256} << 20;

  Api& api_;
  const std::shared_ptr<Unsent> unsent_ = std::make_shared<Unsent>(most_unsent);
  LateAnswers late_answers_;
  Lane receipts_, replays_, writes_, reads_,
      work_;  // ended in the other order, so that what a replay passes on is still taken
  std::mutex mutex_;
  std::vector<std::shared_ptr<Listening>> listeners_;
};

/// Notices that connections wait and nobody accepts them.
class DeafEar {
 public:
  explicit DeafEar(const Door& door) : door_(door) {}
  [[nodiscard]] bool is_deaf(int listening) {
    pollfd waiting{listening, POLLIN, 0};
    const bool somebody_waits = ::poll(&waiting, 1, 0) > 0 && (waiting.revents & POLLIN) != 0;
    const std::uint64_t knocks = door_.knocks();
    unheard_ = somebody_waits && knocks == knocks_ ? unheard_ + 1 : 0;
    knocks_ = knocks;
    if (unheard_ < patience) return false;
    unheard_ = 0;
    return true;
  }

 private:
  static constexpr int patience = 5;  // looks in a row
  const Door& door_;
  std::uint64_t knocks_ = 0;
  int unheard_ = 0;
};

/// Opens the door; `shut` says afterwards that it could not, for want of descriptors perhaps, and must be tried again.
template <class Server>
void open_door(Server& server, std::atomic<bool>& shut) {
  server.open_async([] {}, [&shut](std::exception_ptr) { shut = true; });
}

template <class Server>
void open_anew(asio::io_context& io, Server& server, std::atomic<bool>& shut) {
  const auto open = [&server, &shut] { open_door(server, shut); };
  asio::post(io, [&server, open] { server.close_async(open, [open](std::exception_ptr) { open(); }); });
}

/// The socket that everybody knocks at, open for as long as the server lives. RESTinio accepts through a handle of its
/// own on it, and gets another one when that has gone deaf: who waits meanwhile is not hung up on, and the port is
/// never let go.
class FrontDoor {
 public:
  FrontDoor(const asio::ip::address& address, std::uint16_t port, asio::error_code& error) : socket_(never_run_) {
    socket_.open(address.is_v6() ? asio::ip::tcp::v6() : asio::ip::tcp::v4(), error);
    if (!error) socket_.set_option(asio::ip::tcp::acceptor::reuse_address(true), error);
    if (!error) socket_.bind({address, port}, error);
    if (!error) socket_.listen(asio::socket_base::max_listen_connections, error);
  }
  [[nodiscard]] std::uint16_t port() const { return socket_.local_endpoint().port(); }
  [[nodiscard]] int descriptor() { return socket_.native_handle(); }
  /// Throws when there is no descriptor left.
  void lend_to(asio::ip::tcp::acceptor& other) {
    const int handle = fcntl(socket_.native_handle(), F_DUPFD_CLOEXEC, 0);
    if (handle < 0) throw std::system_error(errno, std::generic_category(), "no handle on the socket");
    other.close();
    other.assign(socket_.local_endpoint().protocol(), handle);
  }

 private:
  asio::io_context never_run_;
  asio::ip::tcp::acceptor socket_;
};

/// The threads that answer; nothing that is thrown ends one. Whichever way the server ends, they are told to end too:
/// who waited for them without that would wait for ever.
class Answering {
 public:
  Answering(const Api& api, asio::io_context& io, unsigned threads) : io_(io), guard_(asio::make_work_guard(io)) {
    threads_.start_all(
        threads, named("answering"), [&io] { io.run(); }, [&api](const auto&) { api.thread_survived("answering"); },
        [&io] { io.stop(); });
  }
  ~Answering() { io_.stop(); }
  Answering(const Answering&) = delete;
  Answering& operator=(const Answering&) = delete;

 private:
  asio::io_context& io_;
  asio::executor_work_guard<asio::io_context::executor_type> guard_;
  Threads threads_;
};

/// What /metrics shows of the shell, for as long as there is one.
class Gauges {
 public:
  explicit Gauges(Api& api) : api_(api) {}
  ~Gauges() {
    for (const char* name : names_) api_.measure(name, {});
  }
  Gauges(const Gauges&) = delete;
  Gauges& operator=(const Gauges&) = delete;
  void show(const char* name, std::function<double()> gauge) {
    names_.push_back(name);
    api_.measure(name, std::move(gauge));
  }

 private:
  Api& api_;
  std::vector<const char*> names_{};
};

Result<void> serve_until(Api& api, const ServerSettings& settings, const std::atomic<bool>& stop) {
  const std::size_t descriptors = raise_descriptor_limit();
  const std::size_t for_visitors =
      descriptors > 2 * kept_descriptors ? descriptors - kept_descriptors : descriptors / 2;
  Door door({.all = std::min(settings.most_connections, for_visitors),
             .each = settings.most_of_one_address,
             .unlimited = settings.proxy},
            [&](std::string_view event, const Value& fields) { api.log(event, fields); });
  const auto doorkeeper = std::make_shared<Doorkeeper>(door);
  asio::io_context io;
  Shell shell(api);  // holds connections, which need the context to their end
  Gauges gauges(api);
  gauges.show("connections", [&] { return static_cast<double>(door.inside()); });
  gauges.show("connections_refused", [&] { return static_cast<double>(door.turned_away()); });
  gauges.show("unsent_bytes", [&] { return static_cast<double>(shell.unsent()); });
  // What the threads that answer set stands before them: they end first.
  std::atomic<bool> opened = false, failed = false, accepting = false, shut = false, closed = false;
  std::string trouble;
  asio::error_code bad_address;
  const auto address = asio::ip::make_address(settings.host == "localhost" ? "127.0.0.1" : settings.host, bad_address);
  if (bad_address)
    return fail(cat("--host must be an address such as 127.0.0.1 or 0.0.0.0, not ", in_quotes(settings.host)));
  asio::error_code no_port;
  FrontDoor front(address, settings.port, no_port);
  if (no_port) return fail(cat("cannot serve at ", settings.host, ":", settings.port, ": ", no_port.message()));

  restinio::http_server_t<Traits> server(restinio::external_io_context(io), [&](auto& http) {
    http.address(address)
        .port(0)                      // of a socket that is exchanged for the front door's before anybody is let in
        .concurrent_accepts_count(1)  // RESTinio numbers connections without a lock
        .connection_state_listener(doorkeeper)
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
                                      .max_body_size(api.most_body() + room_for_a_413))
        .socket_options_setter([](auto& options) { options.set_option(asio::ip::tcp::no_delay(true)); })
        .acceptor_post_bind_hook([&](auto& acceptor) {
          front.lend_to(acceptor);
          accepting = true;
        })
        .request_handler([&](auto handle) {
          try {
            return shell.handle(handle);
          } catch (...) {  // RESTinio would let only a std::exception pass, and ends the program for all others
            api.thread_survived("answering");
            return restinio::request_rejected();
          }
        });
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
  const Answering answering(api, io, settings.threads);
  using namespace std::chrono_literals;
  while (!opened && !failed) std::this_thread::sleep_for(1ms);
  if (failed) return fail(cat("cannot serve at ", settings.host, ":", settings.port, ": ", trouble));
  if (settings.ready) settings.ready(front.port());

  MemoryKeeper memory;
  DeafEar ear(door);
  const auto keep_house = [&](int tick) {
    if (shut.exchange(false)) asio::post(io, [&] { open_door(server, shut); });
    if (accepting && ear.is_deaf(front.descriptor())) {
      // An accept that fails, for want of descriptors, is never tried again by RESTinio: the door is opened anew.
      accepting = false;
      open_anew(io, server, shut);
      api.log("accepting again", Value::object().set("connections", door.inside()));
    }
    shell.excuse_overdue();
    if (tick % 100 == 0) shell.beat();
    if (tick % 20 == 0) memory.give_back();
  };
  for (int tick = 1; !stop; ++tick) {
    std::this_thread::sleep_for(100ms);
    try {
      keep_house(tick);
    } catch (...) {
      api.thread_survived("keeping house");
    }
  }
  api.stop();
  asio::post(io, [&] { server.close_async([&] { closed = true; }, [&](std::exception_ptr) { closed = true; }); });
  for (int waited = 0; waited < 25 && !(closed && shell.idle()); ++waited) {
    std::this_thread::sleep_for(100ms);
    shell.excuse_overdue();
  }
  shell.excuse_everybody();
  std::this_thread::sleep_for(50ms);  // what was just handed to the sockets leaves
  return {};
}

}  // namespace

Result<void> serve(Api& api, const ServerSettings& settings, const std::atomic<bool>& stop) {
  try {
    return serve_until(api, settings, stop);
  } catch (const std::system_error& error) {  // no room for threads, no descriptors
    return fail(cat("cannot serve at ", settings.host, ":", settings.port, ": ", std::string_view(error.what())));
  }
}

}  // namespace nazo::serve
