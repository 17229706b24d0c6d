// Inside the room only: texts as both data bases can keep them.
#pragma once

#include <string>

namespace nazo::store {

/// PostgreSQL's text cannot hold the character NUL, so both data bases keep it as U+0001 '0', and U+0001 itself as
/// U+0001 '1'.
[[nodiscard]] std::string escaped(const std::string& text);
[[nodiscard]] std::string unescaped(const std::string& text);

/// Throws a Failure unless the text is valid UTF-8.
void require_utf8(const std::string& text);

}  // namespace nazo::store
