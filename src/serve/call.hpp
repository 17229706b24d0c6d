// One request while it is being answered: what the route found in it, and helpers to read its body.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/value.hpp"
#include "serve/http.hpp"
#include "serve/router.hpp"

namespace nazo::serve {

struct Call {
  const Request& request;
  PathWords words{};
  std::map<std::string, std::string> query{};
  std::string player{};     ///< the key that the cookie stands for; empty: nobody yet
  std::string household{};  ///< whose share this uses (address.hpp)
  bool admin = false;
  std::chrono::steady_clock::time_point arrived = std::chrono::steady_clock::now();

  [[nodiscard]] const std::string& word(std::string_view name) const { return words.find(name)->second; }
  [[nodiscard]] std::string asked(const std::string& name) const {
    const auto found = query.find(name);
    return found == query.end() ? std::string{} : found->second;
  }
  [[nodiscard]] Result<std::optional<double>> asked_number(const std::string& name) const;
  /// The body as a JSON object; an error is one sentence.
  [[nodiscard]] Result<Value> object() const;
};

/// A text field; missing or null is the fallback, another kind an error.
[[nodiscard]] Result<std::string> text_field(const Value& object, std::string_view name,
                                             std::string_view fallback = {});
/// The same where it has to be there.
[[nodiscard]] Result<std::string> needed_text(const Value& object, std::string_view name);
[[nodiscard]] Result<std::optional<double>> number_field(const Value& object, std::string_view name);
[[nodiscard]] Result<bool> flag_field(const Value& object, std::string_view name, bool fallback);

/// Said where only a player may ask.
inline constexpr std::string_view who_are_you = "no player yet: POST /api/player first";
/// Said to what somebody sent before they deleted their data.
inline constexpr std::string_view data_was_deleted = "your data was deleted after this was sent";

/// A puzzle's, player's or play's key as they look: letters, digits, - and _, at most 80.
[[nodiscard]] bool looks_like_key(std::string_view text);

}  // namespace nazo::serve
