#include "attack/process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

namespace nazo::attack {

std::string program() {
  const char* named = std::getenv("NAZO_PROGRAM");
  return named != nullptr ? named : NAZO_PROGRAM;
}

Process::Process(const std::vector<std::string>& words, const std::string& out, const std::string& err) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  id_ = fork();
  if (id_ != 0) return;
  const int nothing = open("/dev/null", O_RDONLY);
  const int printed = open(out.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  const int complained = open(err.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  dup2(nothing, STDIN_FILENO);
  dup2(printed, STDOUT_FILENO);
  dup2(complained, STDERR_FILENO);
  execv(arguments[0], arguments.data());
  _exit(127);
}

Process::Process(Process&& other) noexcept : id_(std::exchange(other.id_, -1)), code_(other.code_) {}

Process::~Process() { kill(); }

void Process::signal(int number) const {
  if (id_ > 0 && !code_) ::kill(id_, number);
}

std::optional<int> Process::wait(std::chrono::milliseconds most) {
  if (id_ <= 0) return code_;
  const auto end = std::chrono::steady_clock::now() + most;
  while (!code_) {
    int status = 0;
    if (waitpid(id_, &status, WNOHANG) == id_)
      code_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    else if (std::chrono::steady_clock::now() >= end)
      break;
    else
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return code_;
}

void Process::kill() {
  signal(SIGKILL);
  (void)wait(std::chrono::seconds(20));
}

std::size_t Process::resident() const {
  std::ifstream file("/proc/" + std::to_string(id_) + "/statm");
  std::size_t whole = 0, resident = 0;
  file >> whole >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t Process::open_descriptors() const {
  std::error_code error;
  std::size_t count = 0;
  for (std::filesystem::directory_iterator at("/proc/" + std::to_string(id_) + "/fd", error), end; !error && at != end;
       at.increment(error))
    ++count;
  return count;
}

std::vector<pid_t> Process::children() const {
  std::vector<pid_t> found;
  const std::string own = std::to_string(id_);
  std::error_code error;
  for (const auto& task : std::filesystem::directory_iterator("/proc/" + own + "/task", error)) {
    std::ifstream file(task.path() / "children");
    for (pid_t child = 0; file >> child;) found.push_back(child);
  }
  return found;
}

}  // namespace nazo::attack
