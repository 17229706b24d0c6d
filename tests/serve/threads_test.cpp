// At the top of every thread somebody catches: something is thrown in each, and each goes on.
// The store's recorder has its own test (store/fault_test.cpp).
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <set>

#include "faults/faults.hpp"
#include "faults/threads.hpp"
#include "serve/fixture.hpp"
#include "serve/lane.hpp"
#include "serve/server.hpp"

namespace nazo::serve {
namespace {

using namespace std::chrono_literals;

bool comes_true(const std::function<bool()>& what) {
  for (int i = 0; i < 2000 && !what(); ++i) std::this_thread::sleep_for(5ms);
  return what();
}

/// An api whose log throws when it is told to.
class ThreadsTest : public ApiTest {
 protected:
  ThreadsTest() {
    ApiSettings mine = settings();
    mine.log = [this](std::string_view event, const Value& fields) {
      if (event == "thread survived") {
        const std::lock_guard lock(mutex_);
        survivors_.insert(*fields.find("thread")->string());
      }
      if (event == throws_at_) throw 42;  // no std::exception: those are caught further down
    };
    auto opened = Api::open(std::move(mine), {});
    EXPECT_TRUE(opened);
    thrower_ = std::move(*opened);
  }
  [[nodiscard]] bool survived(const std::string& which) {
    const std::lock_guard lock(mutex_);
    return survivors_.contains(which);
  }

  void start() {
    thread_ = std::jthread(
        [this] { (void)serve(*thrower_, {.port = 0, .ready = [this](std::uint16_t port) { port_ = port; }}, stop_); });
    ASSERT_TRUE(comes_true([&] { return port_ != 0; }));
  }
  ~ThreadsTest() override {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  /// A socket that is not connected yet.
  static int new_socket() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    const timeval patience{5, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return socket;
  }
  /// False if nobody is there, or nobody listens.
  [[nodiscard]] bool ask(int socket, std::string_view target, std::string_view more = {}) const {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port_);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return false;
    const std::string text = cat("GET ", target, " HTTP/1.1\r\nHost: x\r\n", more, "\r\n");
    return ::send(socket, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
  }
  [[nodiscard]] bool answers() const {
    const int socket = new_socket();
    char chunk[64];
    const ssize_t got = ask(socket, "/healthz") ? ::recv(socket, chunk, sizeof chunk, 0) : 0;
    ::close(socket);
    return got > 12 && std::string_view(chunk, 12) == "HTTP/1.1 200";
  }

  std::mutex mutex_;
  std::set<std::string> survivors_;
  std::string throws_at_;
  std::unique_ptr<Api> thrower_;
  std::atomic<std::uint16_t> port_ = 0;
  std::atomic<bool> stop_ = false;
  std::jthread thread_;
};

TEST_F(ThreadsTest, WhatAnswers) {
  throws_at_ = "admin refused";
  start();
  for (int n = 0; n < 5; ++n) {  // more often than there are threads
    const int socket = new_socket();
    ASSERT_TRUE(ask(socket, "/api/studies", "X-Nazo-Admin: wrong\r\n"));
    char chunk[64];
    EXPECT_GE(::recv(socket, chunk, sizeof chunk, 0), 0) << "an answer or the end of the connection";
    ::close(socket);
  }
  EXPECT_TRUE(survived("answering"));
  EXPECT_TRUE(answers());
}

TEST_F(ThreadsTest, WhatFinishesLateAnswers) {
  Lane lane(*thrower_, {.threads = 1, .waiting = 8, .each = 8}, [](Lane::Late) { throw 42; });
  std::atomic<int> sent = 0;
  const auto late = [&](std::function<Response()> finish, Lane::Send send) {
    lane.add({.request = {}, .later = {.finish = std::move(finish)}, .send = std::move(send)});
  };
  const auto count = [&](const Response&) { ++sent; };
  late([] { return Response{}; }, [](const Response&) { throw 42; });                         // the client is gone
  late([]() -> Response { throw 42; }, count);                                                // the route breaks
  late([] { return Response{.later = Later{.finish = [] { return Response{}; }}}; }, count);  // no lane to pass it to
  late([] { return Response{}; }, count);
  EXPECT_TRUE(comes_true([&] { return sent == 1 && lane.idle(); })) << sent;
  EXPECT_TRUE(survived("lane"));
}

TEST_F(ThreadsTest, WhatKeepsHouse) {
  throws_at_ = "accepting again";
  start();
  std::vector<int> sockets;
  for (int n = 0; n < 4; ++n) sockets.push_back(new_socket());
  ASSERT_TRUE(answers());
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit none = before;
  none.rlim_cur = 1;  // no accept succeeds; with 0 not even poll would
  setrlimit(RLIMIT_NOFILE, &none);
  for (const int socket : sockets) EXPECT_TRUE(ask(socket, "/healthz"));
  const bool did = comes_true([&] { return survived("keeping house"); });
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_TRUE(did);
  for (const int socket : sockets) ::close(socket);
  EXPECT_TRUE(comes_true([&] { return answers(); }));
}

TEST_F(ThreadsTest, WhatAnswersBeginsAgainAfterABreakAtItsTop) {
  const faults::ThrowIn thrower("answering", 5);  // more often than there are threads
  start();
  EXPECT_TRUE(comes_true([&] { return faults::ThrowIn::count() == 5; }));
  EXPECT_TRUE(comes_true([&] { return answers(); }));
  EXPECT_TRUE(survived("answering"));
}

TEST_F(ThreadsTest, WithoutRoomForWhatAnswersNobodyIsServed) {
  for (const int room : {0, 1}) {
    const faults::NoRoomFor full("answering", room);
    const auto served = serve(*thrower_, {.port = 0, .threads = 3}, stop_);
    ASSERT_FALSE(served) << room;
    EXPECT_NE(served.error().message.find("cannot serve"), std::string::npos) << served.error().message;
  }
  start();  // and nothing of it is left in the way
  EXPECT_TRUE(answers());
}

TEST_F(ThreadsTest, ALaneBeginsAgainAfterABreakAtItsTop) {
  const faults::ThrowIn thrower("lane", 3);
  std::atomic<int> sent = 0;
  Lane lane(*thrower_, {.threads = 2, .waiting = 8, .each = 8}, [](const Lane::Late&) {});
  for (int n = 0; n < 4; ++n)
    lane.add({.request = {}, .later = {.finish = [] { return Response{}; }}, .send = [&](const Response&) { ++sent; }});
  EXPECT_TRUE(comes_true([&] { return sent == 4 && faults::ThrowIn::count() == 3; })) << sent;
  EXPECT_TRUE(survived("lane"));
}

TEST_F(ThreadsTest, WithoutRoomForALaneNobodyIsServed) {
  for (const int room : {0, 1, 5}) {
    const faults::NoRoomFor full("lane", room);
    EXPECT_FALSE(serve(*thrower_, {.port = 0}, stop_)) << room;
  }
}

TEST_F(ThreadsTest, WhoStillWaitsWhenALaneEndsMayBeOutOfReach) {
  std::atomic<bool> go = false, begun = false;
  std::atomic<int> sent = 0;
  {
    Lane lane(*thrower_, {.threads = 1, .waiting = 8, .each = 8}, [](const Lane::Late&) {});
    const auto wait = [&] {
      begun = true;
      while (!go) std::this_thread::sleep_for(1ms);
      return Response{};
    };
    lane.add({.request = {}, .later = {.finish = wait}, .send = [&](const Response&) { ++sent; }});
    ASSERT_TRUE(comes_true([&] { return begun.load(); }));
    for (int n = 0; n < 2; ++n)
      lane.add({.request = {}, .later = {.finish = wait}, .send = [](const Response&) { throw 42; }});
    lane.add({.request = {}, .later = {.finish = wait}, .send = [&](const Response&) { ++sent; }});
    const std::jthread later([&] {
      std::this_thread::sleep_for(20ms);
      go = true;
    });
  }
  EXPECT_EQ(sent, 2);
}

/// A store with a job, and somebody who does it.
class JobThreads : public ApiTest {
 protected:
  JobThreads() : where_((folder_ / "nazo.db").string()) {}
  [[nodiscard]] std::unique_ptr<JobWorker> worker(unsigned slots = 1) const {
    auto started = JobWorker::start(
        {.store = where_,
         .slots = slots,
         .work = [](const Value&, const std::atomic<bool>&, const JobWorker::Heard& heard) -> Result<Value> {
           heard("item", Value::object().set("text", std::string(100, 'x')));
           return Value::object().set("sum", 3);
         },
         .terms = {.lease = 300ms, .tries = 1000}});
    EXPECT_TRUE(started);
    return std::move(*started);
  }
  /// Empty if it could not be ordered.
  std::string order() {
    auto jobs = store::Jobs::open(where_);
    const store::Job job{.key = store::random_key(), .owner = "a", .address = "a", .what = "count"};
    const auto ordered = jobs ? jobs->order(job, {}) : fail("no store");
    return ordered && *ordered == store::Jobs::Ordered::taken ? job.key : "";
  }
  [[nodiscard]] bool is_done(const std::string& key) const {
    auto jobs = store::Jobs::open_to_read(where_);
    const auto job = jobs->find(key);
    return job && *job && (*job)->state == store::JobState::done;
  }
  std::shared_ptr<EventStream> stream_of(JobWatcher& watcher, const std::string& key) const {
    auto jobs = store::Jobs::open_to_read(where_);
    return watcher.stream(**jobs->find(key), *jobs);
  }
  const std::string where_;
};

TEST_F(JobThreads, BeginAgainAfterABreakAtTheirTop) {
  api_.reset();
  {
    const faults::ThrowIn thrower("job", 2);
    const auto working = worker(2);
    const std::string key = order();
    EXPECT_TRUE(comes_true([&] { return is_done(key) && faults::ThrowIn::count() == 2; }));
  }
  const faults::ThrowIn thrower("heartbeat");
  const auto working = worker();
  const std::string key = order();
  EXPECT_TRUE(comes_true([&] { return is_done(key) && faults::ThrowIn::count() == 1; }));
}

TEST_F(JobThreads, WhoWatchesBeginsAgainAfterABreak) {
  api_.reset();
  const faults::ThrowIn thrower("job watcher");
  JobWatcher watcher(*store::Jobs::open_to_read(where_), [] {});
  const std::string key = order();
  std::atomic<bool> over = false;
  stream_of(watcher, key)->listen(0, [&](std::string_view, bool last) { over = last; });
  const auto working = worker();
  EXPECT_TRUE(comes_true([&] { return over && faults::ThrowIn::count() == 1; }));
}

/// A fit that throws, here when it tells what it has learnt, is not the last one of its genre.
TEST_F(ThreadsTest, AFitThatThrowsIsFollowedByAnother) {
  std::atomic<int> told = 0;
  ApiSettings eager = settings();
  eager.learn_after = 2;
  eager.learn_pause = 0s;
  eager.log = [&](std::string_view event, const Value&) {
    if (!event.starts_with("learnt")) return;
    ++told;
    throw 42;
  };
  api_.reset();
  api_ = *Api::open(std::move(eager), {});
  const Headers me = player();
  int plays = 0;
  const auto play_twice = [&] {
    for (int n = 0; n < 2; ++n) EXPECT_EQ(post("/api/plays", play_text(cat("fit-", plays++)), me).status, 201);
  };
  for (int fits = 1; fits <= 3; ++fits) {
    play_twice();
    ASSERT_TRUE(comes_true([&] { return told >= fits; })) << fits;
    std::this_thread::sleep_for(50ms);
  }
}

TEST_F(ThreadsTest, WhoOrdersFitsBeginsAgainAfterABreak) {
  const faults::ThrowIn thrower("learner");
  api_.reset();
  ApiSettings eager = settings();
  eager.learn_after = 2;
  std::atomic<bool> told = false;
  eager.log = [&](std::string_view event, const Value&) { told = told || event.starts_with("learnt"); };
  api_ = *Api::open(std::move(eager), {});
  const Headers me = player();
  for (int n = 0; n < 2; ++n) EXPECT_EQ(post("/api/plays", play_text(cat("play-", n)), me).status, 201);
  EXPECT_TRUE(comes_true([&] { return told && faults::ThrowIn::count() == 1; }));
}

TEST_F(ThreadsTest, WithoutRoomForJobsThereIsNoServer) {
  const auto refused = [&] {
    ApiSettings mine = settings();
    mine.jobs.threads = 3;
    const auto opened = Api::open(std::move(mine), {});
    return !opened && opened.error().message.find("no room") != std::string::npos;
  };
  for (const int room : {0, 1}) {
    const faults::NoRoomFor full("job", room);
    EXPECT_TRUE(refused()) << room;
  }
  {
    const faults::NoRoomFor full("heartbeat");
    EXPECT_TRUE(refused());
  }
  {
    const faults::NoRoomFor full("job watcher");
    EXPECT_TRUE(refused());
  }
  const faults::NoRoomFor full("learner");
  EXPECT_TRUE(refused());
}

TEST_F(JobThreads, WhoSharesQuotasBeginsAgainAfterABreak) {
  api_.reset();
  const faults::ThrowIn thrower("quota sharing");
  RateLimit here({.per_second = .01, .burst = 10}), there({.per_second = .01, .burst = 10});
  QuotaSharing one(*store::SharedQuotas::open(where_), {{"requests", &here}}, [] {});
  QuotaSharing other(*store::SharedQuotas::open(where_), {{"requests", &there}}, [] {});
  std::this_thread::sleep_for(1500ms);  // both have begun to listen
  EXPECT_TRUE(here.allow("crowd", 9));
  EXPECT_TRUE(comes_true([&] { return !there.allow("crowd", 2); })) << "the other server has heard of it";
  EXPECT_EQ(faults::ThrowIn::count(), 1);
  EXPECT_TRUE(there.allow("somebody else", 2));
}

TEST_F(JobThreads, WithoutRoomToShareQuotasThatIsSaid) {
  RateLimit limit({});
  const faults::NoRoomFor full("quota sharing");
  EXPECT_THROW(QuotaSharing(*store::SharedQuotas::open(where_), {{"requests", &limit}}, [] {}), std::system_error);
}

TEST_F(JobThreads, GoOnWhateverAListenerThrows) {
  api_.reset();
  JobWatcher watcher(*store::Jobs::open_to_read(where_), [] {});
  const std::string broken = order();
  stream_of(watcher, broken)->listen(0, [](std::string_view, bool) { throw 42; });
  std::atomic<bool> over = false;
  stream_of(watcher, broken)->listen(0, [&](std::string_view, bool last) { over = last; });
  const auto working = worker();
  EXPECT_TRUE(comes_true([&] { return over.load(); }));
  const std::string next = order();
  EXPECT_TRUE(comes_true([&] { return is_done(next); }));
}

/// Out of memory at every place of a job's way: no place and no thread is lost.
TEST_F(JobThreads, GoOnWithoutMemory) {
  using namespace faults;
  if (!can_fail(Fault::memory)) GTEST_SKIP() << "a sanitizer has taken malloc";
  api_.reset();
  const auto working = worker();
  for (std::uint64_t at = 1; at < 3000 && !testing::Test::HasFailure(); at += 1 + at / 6) {
    const std::string key = order();
    ASSERT_FALSE(key.empty()) << at;
    bool happened = false;
    {
      const Faults armed(Fault::memory, {.at = at, .where = Plan::Where::elsewhere});
      std::this_thread::sleep_for(20ms);
      happened = armed.happened();
    }
    EXPECT_TRUE(comes_true([&] { return is_done(key); })) << at << (happened ? " failed" : "");
  }
}

}  // namespace
}  // namespace nazo::serve
