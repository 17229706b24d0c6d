// The PostgreSQL that tests/tools/with_postgres has started, if it has.
#pragma once

#include <signal.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "store/session.hpp"

namespace nazo::attack {

class Database {
 public:
  [[nodiscard]] static bool there() { return std::getenv("NAZO_TEST_POSTGRES") != nullptr; }
  /// An empty store of its own.
  [[nodiscard]] static std::string fresh(const std::string& name) {
    const std::string address = std::getenv("NAZO_TEST_POSTGRES");
    store::Session(address, store::Access::create).script("CREATE SCHEMA " + name);
    return address + "&options=-csearch_path%3D" + name;
  }
  static bool stop() { return std::system(std::getenv("NAZO_TEST_POSTGRES_STOP")) == 0; }
  static bool start() { return std::system(std::getenv("NAZO_TEST_POSTGRES_START")) == 0; }
  /// Of PostgreSQL, the one that started the others first.
  [[nodiscard]] static std::vector<pid_t> processes() {
    const std::string address = std::getenv("NAZO_TEST_POSTGRES");
    const std::size_t begin = address.find("host=") + 5;
    std::vector<pid_t> found(1);
    std::ifstream(address.substr(begin, address.find('&', begin) - begin) + "/data/postmaster.pid") >> found[0];
    const std::string first = std::to_string(found[0]);
    std::ifstream children("/proc/" + first + "/task/" + first + "/children");
    for (pid_t child = 0; children >> child;) found.push_back(child);
    return found;
  }
};

/// For as long as it lives the data base takes connections and questions and answers none.
class Hanging {
 public:
  Hanging() : processes_(Database::processes()) { tell_all(SIGSTOP); }
  ~Hanging() { tell_all(SIGCONT); }
  Hanging(const Hanging&) = delete;
  Hanging& operator=(const Hanging&) = delete;

 private:
  void tell_all(int signal) const {
    for (const pid_t process : processes_)
      if (process > 1) ::kill(process, signal);
  }
  const std::vector<pid_t> processes_;
};

}  // namespace nazo::attack
