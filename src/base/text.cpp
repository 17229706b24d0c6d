#include "base/text.hpp"

#include <cmath>
#include <cstdlib>

#include "base/hex.hpp"

namespace nazo {

namespace {
constexpr bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
}  // namespace

std::vector<Word> Line::words() const {
  std::vector<Word> words;
  for (std::size_t i = 0; i < text.size();) {
    if (blank(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && !blank(text[end])) ++end;
    words.push_back({text.substr(i, end - i), number, i + 1});
    i = end;
  }
  return words;
}

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  std::size_t number = 1;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back({line, number++});
  }
  return lines;
}

std::string_view trim(std::string_view text) {
  const auto space = [](char c) { return blank(c) || c == '\n'; };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::optional<LeadingReal> leading_real(std::string_view text) {
  // ".5" and "5" are numbers to a person; from_chars takes both.
#if defined(__cpp_lib_to_chars)
  double value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return LeadingReal{value, static_cast<std::size_t>(end - text.data())};
#else  // a C++ library without it: find the end of the number, then let the C library read it
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t first = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - first;
  };
  if (text.starts_with('-')) ++at;
  std::size_t seen = digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    seen += digits();
    if (seen == 0) return std::nullopt;
  }
  if (seen == 0) return std::nullopt;
  if (const std::size_t mantissa = at; at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (digits() == 0) at = mantissa;
  }
  const double value = std::strtod(std::string(text.substr(0, at)).c_str(), nullptr);
  if (std::isinf(value)) return std::nullopt;
  return LeadingReal{value, at};
#endif
}

std::optional<double> real_of(std::string_view text) {
  const auto number = leading_real(text);
  if (!number || number->bytes != text.size()) return std::nullopt;
  return number->value;
}

std::string text_of(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[40];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

std::string text_of(double value, int digits) {
  if (!std::isfinite(value)) return text_of(value);
  char buffer[400];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, digits);
  return {buffer, result.ptr};
}

std::string grouped(std::uint64_t value) {
  std::string out = std::to_string(value);
  for (auto i = static_cast<std::ptrdiff_t>(out.size()) - 3; i > 0; i -= 3)
    out.insert(static_cast<std::size_t>(i), ",");
  return out;
}

namespace {

/// Control characters of one byte (C0 and DEL, but for tab and line end).
bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
}

/// Characters of several bytes that steer a terminal: C1 controls (U+0080 to U+009F) and those that turn the direction
/// of writing (U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069).
bool steers(std::string_view character) {
  if (character.size() == 2) return character[0] == '\xC2' && static_cast<unsigned char>(character[1]) < 0xA0;
  if (character.size() != 3 || character[0] != '\xE2') return false;
  const auto second = static_cast<unsigned char>(character[1]), third = static_cast<unsigned char>(character[2]);
  if (second == 0x80) return third == 0x8E || third == 0x8F || (third >= 0xAA && third <= 0xAE);
  return second == 0x81 && third >= 0xA6 && third <= 0xA9;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text.substr(i));
    if (length == 0 || is_control(text[i]) || steers(text.substr(i, length))) {
      out += '?';
    } else {
      out += text.substr(i, length);
    }
    i += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 24;
  std::string out = "'";
  std::size_t shown = 0;
  for (std::size_t i = 0; i < text.size(); ++shown) {
    if (shown == longest) return out + "…'";
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t length = c >= 0x20 && c != 0x7f ? utf8_length(text.substr(i)) : 0;
    if (length == 0) {
      out += "\\x" + hex_of(c);
      ++i;
    } else {
      out += text.substr(i, length);
      i += length;
    }
  }
  return out + "'";
}

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto follows = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0) == 0x80; };
  const unsigned char c = byte(0);
  if (c < 0x80) return 1;
  if (c >= 0xC2 && c <= 0xDF) return follows(1) ? 2 : 0;
  if (c >= 0xE0 && c <= 0xEF) {
    if (!follows(1) || !follows(2)) return 0;
    if (c == 0xE0 && byte(1) < 0xA0) return 0;  // overlong
    if (c == 0xED && byte(1) > 0x9F) return 0;  // surrogate
    return 3;
  }
  if (c >= 0xF0 && c <= 0xF4) {
    if (!follows(1) || !follows(2) || !follows(3)) return 0;
    if (c == 0xF0 && byte(1) < 0x90) return 0;
    if (c == 0xF4 && byte(1) > 0x8F) return 0;
    return 4;
  }
  return 0;
}

std::string xml_escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') out += c;
    }
  }
  return out;
}

}  // namespace nazo
