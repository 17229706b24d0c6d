#include "serve/store_health.hpp"

namespace nazo::serve {

void StoreHealth::failed(const Error& error) {
  {
    const std::lock_guard lock(mutex_);
    if (trouble_) return;
    // Of several connections some find their way back later than others: that is the old trouble, not a new one.
    const bool just_well = troubles_ != 0 && std::chrono::steady_clock::now() - written_ < std::chrono::seconds(2);
    if (just_well && error.trouble != Trouble::damage) return;
    trouble_ = true;
    ++troubles_;
  }
  const std::string_view kind = error.trouble == Trouble::damage ? "damage" : "passing";
  log_("store in trouble", Value::object().set("why", error.text()).set("kind", kind));
}

void StoreHealth::wrote() {
  {
    const std::lock_guard lock(mutex_);
    written_ = std::chrono::steady_clock::now();
    if (!trouble_) return;
    trouble_ = false;
  }
  log_("store well again", Value::object());
}

bool StoreHealth::in_trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

std::uint64_t StoreHealth::troubles() const {
  const std::lock_guard lock(mutex_);
  return troubles_;
}

bool StoreHealth::known_well(std::chrono::steady_clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  return !trouble_ && now - written_ < std::chrono::seconds(1);
}

}  // namespace nazo::serve
