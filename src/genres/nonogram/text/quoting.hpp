// Properties of a .non file: text between quotes.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace nazo::nonogram {

/// Quotes taken off, HTML character references resolved where they are ASCII; others stay as they are.
inline std::string unquoted(std::string_view text) {
  text = trim(text);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  static constexpr std::pair<std::string_view, char> names[] = {
      {"&quot;", '"'}, {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&apos;", '\''}, {"&#34;", '"'}, {"&#39;", '\''}};
  std::string out;
  while (!text.empty()) {
    const auto* hit = std::ranges::find_if(names, [&](const auto& entry) { return text.starts_with(entry.first); });
    if (hit != std::end(names)) {
      out += hit->second;
      text.remove_prefix(hit->first.size());
    } else {
      // Bytes that could break a line or are no text are dropped, so that what was read can be written again.
      if (static_cast<unsigned char>(text.front()) >= 0x20 && text.front() != 0x7f) out += text.front();
      text.remove_prefix(1);
    }
  }
  return std::string(trim(out));
}

/// Between quotes, with quotes and ampersands inside as references.
inline std::string quoted_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') {
      out += "&quot;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) {
      out += c;
    } else {
      out += ' ';
    }
  }
  return out + '"';
}

}  // namespace nazo::nonogram
