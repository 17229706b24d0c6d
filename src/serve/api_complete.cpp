// The page's files, and what every answer carries: policies, tags, packing.
#include <algorithm>

#include "base/text.hpp"
#include "serve/api.hpp"
#include "serve/pack.hpp"

namespace nazo::serve {

namespace {

constexpr std::size_t worth_packing = 1024;
/// Scripts, styles, pictures and connections from here only; nothing inline, nobody may frame it. Scripts carry it too:
/// workers live by the policy that their own file came with.
constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
    "'none'";
/// For everything that is not a page: even opened by itself it can do nothing. Drawings carry their own styles.
constexpr std::string_view data_policy =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

bool has_header(const Response& response, std::string_view name) {
  return std::ranges::any_of(response.headers, [&](const auto& header) { return header.first == name; });
}

}  // namespace

Response Api::asset(const Response& file, const Request& request) {
  Response response{.headers = file.headers, .type = file.type, .etag = file.etag};
  const std::string_view accepted = request.header("Accept-Encoding");
  if (!file.packed.empty() || !file.brotli.empty()) response.headers.emplace_back("Vary", "Accept-Encoding");
  // Lent and not copied: many who ask for a large file and never read it would take all memory.
  if (!file.brotli.empty() && accepts(accepted, "br")) {
    response.headers.emplace_back("Content-Encoding", "br");
    response.lent = &file.brotli;
  } else if (!file.packed.empty() && accepts(accepted, "gzip")) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.lent = &file.packed;
  } else {
    response.lent = &file.body;
  }
  return response;
}

const Response* Api::file(const Request& request) const {
  const bool reading = request.method == "GET" || request.method == "HEAD";
  return reading ? assets_.find(request.path()) : nullptr;
}

namespace {

/// Whether the page may have such an address: it has no dots in its own, nor anything that means something elsewhere.
/// What has is a file that is not there, or somebody looking for a way out.
bool may_be_of_the_page(std::string_view path) {
  const auto plain = url_decoded(path);
  if (!plain || plain->find("//") != std::string::npos) return false;
  return std::ranges::none_of(*plain, [](unsigned char c) {
    return c < ' ' || std::string_view(".%<>\"\\").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

}  // namespace

Response Api::page(const Request& request) const {
  // The page finds its own way: every address that is not a file or a route is answered with index.html.
  const std::string_view path = request.path();
  const bool looks_like_file = !may_be_of_the_page(path);
  const bool reading = request.method == "GET" || request.method == "HEAD";
  const Response* index = assets_.find("/index.html");
  // Somebody who typed it sees the page's own words for an address that leads nowhere, programs see JSON.
  const bool by_hand = request.header("Accept").find("text/html") != std::string_view::npos;
  if (reading && looks_like_file && by_hand && index != nullptr && !path.starts_with("/api/")) {
    Response nowhere = asset(*index, request);
    nowhere.status = 404;
    nowhere.etag.clear();
    return nowhere;
  }
  if (!reading || path.starts_with("/api/") || looks_like_file) return refusal(404, "there is nothing here");
  if (index != nullptr) return asset(*index, request);
  return refusal(404, "the page was not built; the api is at /openapi.json");
}

Response Api::complete(const Request& request, Response response) const {
  const bool page = response.type.starts_with("text/html") || response.type.starts_with("text/javascript");
  if (!has_header(response, "Cache-Control"))
    response.headers.emplace_back("Cache-Control",
                                  response.status == 200 && !response.etag.empty() ? "no-cache" : "no-store");
  response.headers.emplace_back("Content-Security-Policy", page ? page_policy : data_policy);
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  response.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
  response.headers.emplace_back("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
  const bool reading = request.method == "GET" || request.method == "HEAD";
  if (reading && response.status == 200) {
    if (response.etag.empty() && !response.body.empty()) response.etag = etag_of(response.body);
    if (!response.etag.empty()) {
      response.headers.emplace_back("ETag", cat("W/\"", response.etag, "\""));
      if (names_etag(request.header("If-None-Match"), response.etag)) {
        response.status = 304;
        response.body.clear();
        response.packed.clear();
        response.lent = nullptr;
        std::erase_if(response.headers, [](const auto& header) { return header.first == "Content-Encoding"; });
        return response;
      }
    }
  }
  if (!response.packed.empty() || response.body.size() >= worth_packing) {
    response.headers.emplace_back("Vary", "Accept-Encoding");
    if (accepts(request.header("Accept-Encoding"), "gzip")) {
      if (response.packed.empty()) response.packed = gzipped(response.body, 1);
      response.body = std::move(response.packed);
      response.headers.emplace_back("Content-Encoding", "gzip");
    }
  }
  response.packed.clear();
  return response;
}

}  // namespace nazo::serve
