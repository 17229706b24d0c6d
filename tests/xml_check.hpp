// A small check that a text is well-formed XML: one root, every element closed in order, attributes quoted, no stray
// '<' or '&'. Gives what is wrong, or nothing.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace nazo {

inline std::string xml_fault(std::string_view text) {
  std::vector<std::string> open;
  std::size_t roots = 0;
  const auto entity = [](std::string_view rest) {
    for (const std::string_view known : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#39;", "&#34;"})
      if (rest.starts_with(known)) return true;
    return false;
  };
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '<') {
      if (text[i] == '&' && !entity(text.substr(i))) return "a stray & at " + std::to_string(i);
      if (open.empty() && std::isspace(static_cast<unsigned char>(text[i])) == 0) return "text outside the root";
      ++i;
      continue;
    }
    const std::size_t end = text.find('>', i);
    if (end == std::string_view::npos) return "an element that never ends";
    std::string_view tag = text.substr(i + 1, end - i - 1);
    i = end + 1;
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return "closed out of order: " + std::string(tag);
      open.pop_back();
      continue;
    }
    const bool closed = tag.ends_with('/');
    if (closed) tag.remove_suffix(1);
    bool quoted = false;
    for (std::size_t c = 0; c < tag.size(); ++c) {
      if (tag[c] == '"') quoted = !quoted;
      if (tag[c] == '<') return "a < inside an element";
      if (tag[c] == '&' && !entity(tag.substr(c))) return "a stray & in an attribute";
    }
    if (quoted) return "an attribute that is not quoted: " + std::string(tag);
    if (open.empty()) ++roots;
    if (!closed) open.emplace_back(tag.substr(0, tag.find_first_of(" \n")));
  }
  if (!open.empty()) return "never closed: " + open.back();
  return roots == 1 ? "" : std::to_string(roots) + " roots";
}

}  // namespace nazo
