// What travels over the wire: packed forms, and entity tags.
#pragma once

#include <string>
#include <string_view>

namespace nazo::serve {

/// gzip of the bytes; level 1 is quick, 9 small.
[[nodiscard]] std::string gzipped(std::string_view bytes, int level = 5);
[[nodiscard]] std::string gunzipped(std::string_view bytes);

/// A short tag that differs when the bytes differ.
[[nodiscard]] std::string etag_of(std::string_view bytes);

/// Does an Accept-Encoding header allow this coding ("gzip", "br")?
[[nodiscard]] bool accepts(std::string_view accept_encoding, std::string_view coding);
/// Does an If-None-Match header name this tag?
[[nodiscard]] bool names_etag(std::string_view if_none_match, std::string_view etag);

}  // namespace nazo::serve
