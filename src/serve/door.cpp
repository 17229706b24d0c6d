#include "serve/door.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "serve/address.hpp"

namespace nazo::serve {

bool Door::has_room(std::string_view address, const std::string& household) const {
  if (inside_.size() >= limits_.all) return false;
  if (limits_.each == 0) return true;
  if (!limits_.unlimited.empty() && same_address(address, limits_.unlimited)) return true;
  const auto found = by_household_.find(household);
  return found == by_household_.end() || found->second < limits_.each;
}

void Door::say_full(bool full) {
  if (full == full_) return;
  full_ = full;
  log_(full ? "connections used up" : "connections free again", Value::object().set("limit", limits_.all));
}

bool Door::lets_in(std::uint64_t connection, const std::string& address) noexcept {
  ++knocks_;
  try {
    const std::string from = household(address);
    const std::lock_guard lock(mutex_);
    if (inside_.size() >= limits_.all) say_full(true);
    if (!has_room(address, from)) {
      ++turned_away_;
      return false;
    }
    if (inside_.emplace(connection, from).second) ++by_household_[from];
    return true;
  } catch (...) {  // no memory to find out: then there is none for a visitor either
    return false;
  }
}

void Door::left(std::uint64_t connection) noexcept {
  try {
    const std::lock_guard lock(mutex_);
    const auto found = inside_.find(connection);
    if (found == inside_.end()) return;
    const auto count = by_household_.find(found->second);
    if (count != by_household_.end() && --count->second == 0) by_household_.erase(count);
    inside_.erase(found);
    if (inside_.size() < limits_.all * 9 / 10) say_full(false);
  } catch (...) {
  }
}

std::size_t Door::inside() const {
  const std::lock_guard lock(mutex_);
  return inside_.size();
}

std::uint64_t Door::turned_away() const {
  const std::lock_guard lock(mutex_);
  return turned_away_;
}

std::size_t raise_descriptor_limit() {
  constexpr rlim_t enough = 65'536;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 256;
  const rlim_t wanted = std::min(limit.rlim_max, enough);
  if (limit.rlim_cur < wanted) {
    const rlim_t before = std::exchange(limit.rlim_cur, wanted);
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = before;
  }
  return static_cast<std::size_t>(std::min(limit.rlim_cur, enough));
}

}  // namespace nazo::serve
