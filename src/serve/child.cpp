#include "serve/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/text.hpp"

extern char** environ;

namespace nazo::serve {

namespace {

/// There may be room for it later: no descriptors, no memory, too many processes.
std::unexpected<Error> no_room(std::string_view what, int why) {
  Error error{.message = cat(what, ": ", std::string_view(std::strerror(why)))};
  error.trouble = Trouble::passing;
  return std::unexpected(std::move(error));
}

void shut(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

}  // namespace

Result<Child> Child::start(const std::string& program, const std::vector<std::string>& words) {
  int to[2] = {-1, -1}, from[2] = {-1, -1};
  // A socket, because writing to a pipe that nobody reads would be a signal to the whole program.
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, to) != 0) return no_room("no pipe", errno);
  if (pipe2(from, O_CLOEXEC) != 0) {
    const int why = errno;
    shut(to[0]);
    shut(to[1]);
    return no_room("no pipe", why);
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
  // Sockets of visitors among them: a connection must not stay open because some work goes on.
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);  // an interrupt typed at the terminal is for the server alone
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::string name = "nazo";
  std::vector<std::string> copies(words);
  std::vector<char*> arguments{name.data()};
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t id = -1;
  const int trouble = posix_spawn(&id, program.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  shut(to[0]);
  shut(from[1]);
  if (trouble != 0) {
    shut(to[1]);
    shut(from[0]);
    return no_room("no process for the work", trouble);
  }
  fcntl(to[1], F_SETFL, O_NONBLOCK);
  fcntl(from[0], F_SETFL, O_NONBLOCK);
  return Child(id, to[1], from[0]);
}

Child::~Child() {
  shut(input_);
  shut(output_);
  if (id_ > 0) {
    kill();
    (void)wait();
  }
}

Child::Child(Child&& other) noexcept
    : id_(std::exchange(other.id_, -1)),
      input_(std::exchange(other.input_, -1)),
      output_(std::exchange(other.output_, -1)) {}

bool Child::write_some(std::string& text) {
  while (!text.empty()) {
    const ssize_t written = ::send(input_, text.data(), text.size(), MSG_NOSIGNAL);
    if (written < 0) return errno == EAGAIN || errno == EINTR;
    text.erase(0, static_cast<std::size_t>(written));
  }
  return true;
}

void Child::close_input() { shut(input_); }

void Child::wait_for_output(std::chrono::milliseconds most, bool writing) const {
  pollfd both[2] = {{output_, POLLIN, 0}, {writing ? input_ : -1, POLLOUT, 0}};
  (void)::poll(both, 2, static_cast<int>(most.count()));
}

bool Child::read_some(std::string& into) {
  char chunk[65536];
  const ssize_t got = ::read(output_, chunk, sizeof chunk);
  if (got < 0) return errno == EAGAIN || errno == EINTR;
  into.append(chunk, static_cast<std::size_t>(got));
  return got > 0;
}

void Child::hurry() const {
  std::error_code none;
  for (std::filesystem::directory_iterator at(cat("/proc/", id_, "/task"), none), end; !none && at != end;
       at.increment(none))
    if (const auto thread = number_of<id_t>(at->path().filename().string()))
      (void)setpriority(PRIO_PROCESS, *thread, 0);  // where that is not allowed it takes its time
}

void Child::kill() const {
  if (id_ <= 0) return;
  hurry();
  ::kill(id_, SIGKILL);
}

int Child::wait() {
  int status = 0;
  if (id_ > 0)
    while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
  id_ = -1;
  return status;
}

}  // namespace nazo::serve
