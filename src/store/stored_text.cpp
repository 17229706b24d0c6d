#include "store/stored_text.hpp"

#include "base/text.hpp"
#include "store/session.hpp"

namespace nazo::store {
namespace {
constexpr char escape_mark = '\x01';
}

std::string escaped(const std::string& text) {
  if (text.find_first_of(std::string_view("\0\x01", 2)) == std::string::npos) return text;
  std::string out;
  for (const char c : text) {
    if (c == '\0')
      out += {escape_mark, '0'};
    else if (c == escape_mark)
      out += {escape_mark, '1'};
    else
      out += c;
  }
  return out;
}

std::string unescaped(const std::string& text) {
  if (text.find(escape_mark) == std::string::npos) return text;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == escape_mark && i + 1 < text.size())
      out += text[++i] == '0' ? '\0' : escape_mark;
    else
      out += text[i];
  }
  return out;
}

void require_utf8(const std::string& text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(std::string_view(text).substr(i));
    if (length == 0) throw Failure(cat("text that is not valid UTF-8: ", in_quotes(std::string_view(text).substr(i))));
    i += length;
  }
}

}  // namespace nazo::store
