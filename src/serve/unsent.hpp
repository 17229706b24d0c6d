// What large answers wait in memory until their visitors have read them: so much in all, a quarter of it for one
// household. Who asks for more and does not read is told to come again, and nobody else is harmed.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace nazo::serve {

/// Lives in a shared pointer: answers under way may outlive the server that sent them.
class Unsent : public std::enable_shared_from_this<Unsent> {
 public:
  /// Answers that are smaller are not counted: connections are.
  static constexpr std::size_t large = std::size_t{64} << 10;

  explicit Unsent(std::size_t most) : most_(most) {}

  /// Room for so many bytes, which is given back with the last copy; nothing if there is none. The first answer of a
  /// household may be larger than its share. Nobody's share: an empty household.
  [[nodiscard]] std::optional<std::shared_ptr<void>> room_for(std::size_t bytes, const std::string& household);
  [[nodiscard]] std::size_t bytes() const;

 private:
  void give_back(std::size_t bytes, const std::string& household) noexcept;

  const std::size_t most_;
  mutable std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::unordered_map<std::string, std::size_t> by_household_;
};

}  // namespace nazo::serve
