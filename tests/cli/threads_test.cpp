// Trouble in the threads of the program itself. Each run is a process of its own, since what is tried may end it.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <thread>

#include "cli/cli_fixture.hpp"
#include "faults/threads.hpp"
#include "store/session.hpp"
#include "store/store.hpp"

namespace nazo::cli {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// The command line in a process whose standard input stays open as long as this lives.
class Apart {
 public:
  /// `prepare` is called there first.
  Apart(const std::vector<std::string>& args, const std::string& order, const std::function<void()>& prepare) {
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    EXPECT_EQ(pipe(in), 0);
    EXPECT_EQ(pipe(out), 0);
    id_ = fork();
    if (id_ == 0) {
      dup2(in[0], STDIN_FILENO);
      dup2(out[1], STDOUT_FILENO);
      dup2(out[1], STDERR_FILENO);
      for (const int end : {in[0], in[1], out[0], out[1]}) close(end);
      prepare();
      static const std::vector<const Genre*> genres{&lights::genre()};
      std::istringstream input(order);
      _exit(run(args, {.in = input, .out = std::cout, .err = std::cerr}, genres));
    }
    close(in[0]);
    close(out[1]);
    in_ = in[1];
    out_ = out[0];
  }
  ~Apart() {
    if (id_ > 0) ::kill(id_, SIGKILL);
    (void)end(1s);
    close(in_);
    close(out_);
  }
  Apart(const Apart&) = delete;
  Apart& operator=(const Apart&) = delete;

  void signal(int number) const { ::kill(id_, number); }
  /// A byte on its standard input.
  void go_on() const { EXPECT_EQ(write(in_, "!", 1), 1); }
  /// The exit code; 128 + n after signal n, −1 if it does not end in time.
  int end(std::chrono::milliseconds most) {
    for (const auto until = Clock::now() + most; id_ > 0;) {
      int status = 0;
      if (waitpid(id_, &status, WNOHANG) == id_) {
        id_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
      if (Clock::now() > until) return -1;
      std::this_thread::sleep_for(5ms);
    }
    return -1;
  }
  /// All it has said; call it after the end.
  [[nodiscard]] std::string said() const {
    std::string text;
    char chunk[4096];
    for (ssize_t got = 0; (got = read(out_, chunk, sizeof chunk)) > 0;)
      text.append(chunk, static_cast<std::size_t>(got));
    return text;
  }

 private:
  pid_t id_ = -1;
  int in_ = -1, out_ = -1;
};

const std::vector<std::string> work{"work", "--attached", "--time", "20", "--memory", "256M"};
constexpr const char* short_order = R"({"what":"generate","genre":"lights","count":1})";
constexpr const char* long_order = R"({"what":"generate","genre":"lights","count":1000000000,"keep":"1 = 0"})";

TEST(ProgramThreads, AWorkerWithoutTroubleAnswers) {
  Apart worker(work, short_order, [] {});
  EXPECT_EQ(worker.end(20s), 0);
  const std::string said = worker.said();
  EXPECT_NE(said.find("\"result\""), std::string::npos) << said;
}

TEST(ProgramThreads, AWorkerThatCannotNoticeItsServersEndEnds) {
  Apart worker(work, long_order, [] { static const faults::ThrowIn thrower("end of input"); });
  EXPECT_EQ(worker.end(10s), 4) << "its own end, not a signal's";
}

TEST(ProgramThreads, AWorkerWithoutRoomForASecondThreadSaysSo) {
  Apart worker(work, long_order, [] { static const faults::NoRoomFor full("end of input"); });
  EXPECT_EQ(worker.end(10s), 2);
  const std::string said = worker.said();
  EXPECT_NE(said.find("\"end\""), std::string::npos) << said;
  EXPECT_NE(said.find("no room"), std::string::npos) << said;
}

/// A server that waits for a store that another program has locked, for longer than it may take to end.
class ProgramThreadsOfAServer : public testing::Test {
 protected:
  ProgramThreadsOfAServer()
      : folder_(std::filesystem::temp_directory_path() / ("nazo-threads-" + store::random_key())) {
    std::filesystem::create_directories(folder_);
    EXPECT_TRUE(store::Store::open(where()));
  }
  ~ProgramThreadsOfAServer() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string where() const { return (folder_ / "nazo.db").string(); }
  [[nodiscard]] std::vector<std::string> words() const {
    return {"serve", "--port", "0", "--no-starter", "--store", where()};
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(ProgramThreadsOfAServer, TheLastResortBeginsAgainAfterABreakAtItsTop) {
  Apart server(words(), "", [] {
    static const faults::ThrowIn thrower("last resort", 3);
    char byte = 0;
    (void)!read(STDIN_FILENO, &byte, 1);  // until the store is locked
  });
  store::Session other(where(), store::Access::write);
  const store::Session::Transaction held(other);
  server.go_on();
  ASSERT_EQ(server.end(700ms), -1) << "it waits: " << server.said();
  server.signal(SIGTERM);
  EXPECT_EQ(server.end(8s), 0);
  const std::string said = server.said();
  EXPECT_NE(said.find("stopped without waiting"), std::string::npos) << said;
}

TEST_F(ProgramThreadsOfAServer, WithoutRoomForTheLastResortNothingIsServed) {
  Apart server(words(), "", [] { static const faults::NoRoomFor full("last resort"); });
  EXPECT_EQ(server.end(10s), 3);
  const std::string said = server.said();
  EXPECT_NE(said.find("no room"), std::string::npos) << said;
}

}  // namespace
}  // namespace nazo::cli
