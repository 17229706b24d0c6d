// A text in the two languages nazo speaks, and which of them is wanted.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace nazo {

enum class Language { english, japanese };

/// "en" or "ja".
[[nodiscard]] constexpr std::optional<Language> language_of(std::string_view code) {
  if (code == "en") return Language::english;
  if (code == "ja") return Language::japanese;
  return std::nullopt;
}

/// The same said twice. What is the same in both languages (a name, a symbol) has no Japanese of its own.
struct Words {
  std::string english{};
  std::string japanese{};

  Words() = default;
  Words(std::string both) : english(std::move(both)) {}
  Words(const char* both) : english(both) {}
  Words(std::string en, std::string ja) : english(std::move(en)), japanese(std::move(ja)) {}

  [[nodiscard]] const std::string& in(Language language) const {
    return language == Language::japanese && !japanese.empty() ? japanese : english;
  }
  [[nodiscard]] bool empty() const { return english.empty() && japanese.empty(); }
};

}  // namespace nazo
