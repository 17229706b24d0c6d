#include "serve/pack.hpp"

#include <zlib.h>

#include "base/hex.hpp"
#include "base/text.hpp"
#include "serve/secrets.hpp"

namespace nazo::serve {

namespace {
constexpr int gzip_window = 15 + 16;  // 16: with a gzip head
}

std::string gzipped(std::string_view bytes, int level) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return result == Z_STREAM_END ? out : std::string{};
}

std::string gunzipped(std::string_view bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, gzip_window) != Z_OK) return {};
  std::string out;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  int result = Z_OK;
  while (result == Z_OK) {
    char chunk[16384];
    stream.next_out = reinterpret_cast<Bytef*>(chunk);
    stream.avail_out = sizeof chunk;
    result = inflate(&stream, Z_NO_FLUSH);
    out.append(chunk, sizeof chunk - stream.avail_out);
  }
  inflateEnd(&stream);
  return result == Z_STREAM_END ? out : std::string{};
}

std::string etag_of(std::string_view bytes) {
  const auto digest = sha256(bytes);
  return hex_of(std::span(digest).first<8>());
}

bool accepts(std::string_view accept_encoding, std::string_view coding) {
  bool any = false;
  for (const std::string_view part : split(accept_encoding, ',')) {
    const std::string_view named = trim(part.substr(0, part.find(';')));
    if (named != coding && named != "*") continue;
    const std::size_t quality = part.find("q=");
    const bool allowed = quality == std::string_view::npos || real_of(trim(part.substr(quality + 2))).value_or(1) > 0;
    if (named == coding) return allowed;  // what is said of it by name counts for more than what is said of all
    any = allowed;
  }
  return any;
}

bool names_etag(std::string_view if_none_match, std::string_view etag) {
  for (std::string_view part : split(if_none_match, ',')) {
    part = trim(part);
    if (part == "*") return true;
    if (part.starts_with("W/")) part.remove_prefix(2);
    if (part.size() == etag.size() + 2 && part.substr(1, etag.size()) == etag) return true;
  }
  return false;
}

}  // namespace nazo::serve
