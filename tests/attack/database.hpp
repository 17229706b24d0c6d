// The PostgreSQL that tests/tools/with_postgres has started, if it has.
#pragma once

#include <cstdlib>
#include <string>

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
};

}  // namespace nazo::attack
