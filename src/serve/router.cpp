#include "serve/router.hpp"

#include "base/text.hpp"
#include "serve/http.hpp"

namespace nazo::serve {

std::optional<PathWords> match(std::string_view pattern, std::string_view path) {
  PathWords words;
  const auto wanted = split(pattern, '/'), given = split(path, '/');
  if (wanted.size() != given.size()) return std::nullopt;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].starts_with('{')) {
      auto word = url_decoded(given[i]);
      if (!word || word->empty()) return std::nullopt;
      words.emplace(wanted[i].substr(1, wanted[i].size() - 2), std::move(*word));
    } else if (wanted[i] != given[i]) {
      return std::nullopt;
    }
  }
  return words;
}

}  // namespace nazo::serve
