#include "serve/http.hpp"

#include "base/hex.hpp"
#include "base/text.hpp"
#include "puzzle/values.hpp"

namespace nazo::serve {

namespace {

bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if ((a[i] | 0x20) != (b[i] | 0x20)) return false;
  return true;
}

}  // namespace

std::string_view Request::path() const { return std::string_view(target).substr(0, target.find('?')); }

std::string_view Request::query() const {
  const std::size_t at = target.find('?');
  return at == std::string::npos ? std::string_view{} : std::string_view(target).substr(at + 1);
}

std::string_view Request::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (same_name(key, name)) return value;
  return {};
}

std::string_view Request::cookie(std::string_view name) const {
  for (const std::string_view part : split(header("Cookie"), ';')) {
    const std::string_view pair = trim(part);
    const std::size_t at = pair.find('=');
    if (at != std::string_view::npos && pair.substr(0, at) == name) return pair.substr(at + 1);
  }
  return {};
}

std::optional<std::string> url_decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '+') c = ' ';
    if (c == '%') {
      const bool whole = text.size() - i > 2;
      const int high = whole ? hex_value(text[i + 1]) : -1;
      const int low = whole ? hex_value(text[i + 2]) : -1;
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    }
    if (c == '\0') return std::nullopt;
    out += c;
  }
  for (std::size_t i = 0; i < out.size();) {
    const std::size_t length = utf8_length(std::string_view(out).substr(i));
    if (length == 0) return std::nullopt;
    i += length;
  }
  return out;
}

std::optional<std::map<std::string, std::string>> query_of(std::string_view query) {
  std::map<std::string, std::string> fields;
  for (const std::string_view pair : split(query, '&')) {
    if (pair.empty()) continue;
    const std::size_t at = pair.find('=');
    auto name = url_decoded(pair.substr(0, at));
    auto value = url_decoded(at == std::string_view::npos ? std::string_view{} : pair.substr(at + 1));
    if (!name || !value) return std::nullopt;
    fields.emplace(std::move(*name), std::move(*value));
  }
  return fields;
}

Response json_response(const Value& value, int status) { return {.status = status, .body = value.json() + "\n"}; }

Response refusal(int status, std::string_view message) { return refusal(status, Error{std::string(message)}); }

Response come_again(std::string_view message, int seconds) {
  Response response = json_response(Value::object().set("error", value_of(Error{std::string(message)})), 503);
  response.headers.emplace_back("Retry-After", std::to_string(seconds));
  return response;
}

Response refusal(int status, const Error& error) {
  // Whoever is told 503 is also told to come again; why is for the log alone.
  if (error.trouble != Trouble::none || status == 503) {
    Response response = come_again("the store cannot be used right now: try again in a moment");
    response.trouble = error;
    return response;
  }
  return json_response(Value::object().set("error", value_of(error)), status);
}

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 421:
      return "Misdirected Request";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 503:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

}  // namespace nazo::serve
