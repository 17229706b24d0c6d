#include "serve/unsent.hpp"

namespace nazo::serve {

std::optional<std::shared_ptr<void>> Unsent::room_for(std::size_t bytes, const std::string& household) {
  const auto back = [self = shared_from_this(), bytes, household](void*) { self->give_back(bytes, household); };
  {
    const std::lock_guard lock(mutex_);
    const auto found = by_household_.find(household);
    const std::size_t own = found == by_household_.end() ? 0 : found->second;
    const bool fits = bytes_ == 0 || bytes_ + bytes <= most_;
    const bool is_fair = own == 0 || household.empty() || own + bytes <= most_ / 4;
    if (!fits || !is_fair) return std::nullopt;
    by_household_[household] += bytes;
    bytes_ += bytes;
  }
  return std::shared_ptr<void>(nullptr, back);  // if there is no memory for that it is given back at once
}

std::size_t Unsent::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

void Unsent::give_back(std::size_t bytes, const std::string& household) noexcept {
  const std::lock_guard lock(mutex_);
  bytes_ -= bytes;
  const auto found = by_household_.find(household);
  if (found != by_household_.end() && (found->second -= bytes) == 0) by_household_.erase(found);
}

}  // namespace nazo::serve
