// Reading and writing text: lines and words with their places, numbers, and one-line messages.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace nazo {

/// A word of a text and where it stands (line and column from 1; a column is a byte of the line).
struct Word {
  std::string_view text;
  std::size_t line = 0;
  std::size_t column = 0;
};

struct Line {
  std::string_view text;  ///< without the line ending (\n or \r\n)
  std::size_t number = 0;
  /// The blank-separated words of the line.
  [[nodiscard]] std::vector<Word> words() const;
};

[[nodiscard]] std::vector<Line> lines_of(std::string_view text);
[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);
[[nodiscard]] std::string lower(std::string_view text);  ///< ASCII only

/// The whole text as a number, or nothing.
template <std::integral T>
[[nodiscard]] std::optional<T> number_of(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}
/// The real number a text begins with, and how many bytes of it that takes.
struct LeadingReal {
  double value = 0;
  std::size_t bytes = 0;
};
[[nodiscard]] std::optional<LeadingReal> leading_real(std::string_view text);
[[nodiscard]] std::optional<double> real_of(std::string_view text);

/// The shortest decimal that reads back as the same real; a whole number has no point.
[[nodiscard]] std::string text_of(double value);
/// With a fixed number of digits after the point.
[[nodiscard]] std::string text_of(double value, int digits);
/// 1234567 → "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t value);

/// Someone's text for a terminal: what would move the cursor, change colours or turn the writing direction becomes '?'.
/// Line ends and tabs stay.
[[nodiscard]] std::string printable(std::string_view text);

/// A piece of someone's input for an error message: quoted, unprintable bytes escaped, cut after 24 characters.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Length of the valid UTF-8 sequence the text starts with, 0 if there is none.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

/// For SVG and XML: & < > " ' escaped, control characters dropped.
[[nodiscard]] std::string xml_escape(std::string_view text);

namespace detail {
inline void append(std::string& out, std::string_view s) { out += s; }
inline void append(std::string& out, char c) { out += c; }
inline void append(std::string& out, double d) { out += text_of(d); }
template <std::integral T>
  requires(!std::same_as<T, char> && !std::same_as<T, bool>)
void append(std::string& out, T n) {
  out += std::to_string(n);
}
}  // namespace detail

/// Joins text and numbers into one string: cat("row ", 3, ": ", 2.5).
template <class... Parts>
[[nodiscard]] std::string cat(const Parts&... parts) {
  std::string out;
  (detail::append(out, parts), ...);
  return out;
}

}  // namespace nazo
