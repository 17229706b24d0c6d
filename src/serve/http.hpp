// Requests and responses as plain values. The api is a function from one to the other and knows no sockets.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/value.hpp"

namespace nazo::serve {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Request {
  std::string method = "GET";
  std::string target = "/";  ///< path and query as the client sent them
  Headers headers{};
  std::string body{};
  std::string address{};  ///< of the client

  [[nodiscard]] std::string_view path() const;   ///< up to the question mark, still encoded
  [[nodiscard]] std::string_view query() const;  ///< after it
  /// The first header of that name (in any case), or an empty text.
  [[nodiscard]] std::string_view header(std::string_view name) const;
  [[nodiscard]] std::string_view cookie(std::string_view name) const;
};

struct Response;

/// An answer that is not there yet. Receipts wait for the disk only; a replay plays a game again, usually at once; who
/// writes may have to wait for another program that writes; who reads, for a data base elsewhere; work may take
/// seconds. What `finish` gives may again have a part that comes later.
struct Later {
  enum class Lane { receipt, replay, write, read, work } lane = Lane::receipt;
  std::function<Response()> finish;
  /// For the metrics: which route it is, and since when somebody waits.
  std::string route{};
  std::chrono::steady_clock::time_point begun{};
  std::string household{};  ///< whose share of the places it takes; empty: nobody's
};

/// Something that sends events as they happen (jobs.hpp).
class EventStream;

struct Response {
  int status = 200;
  Headers headers{};
  std::string body{};
  std::string type = "application/json";
  std::string packed{};  ///< the body gzipped ahead of time, if somebody did
  std::string brotli{};  ///< and in brotli, which is smaller; only files of the page have it
  /// Instead of a body: bytes that the api keeps and any number of visitors may be sent at once.
  const std::string* lent = nullptr;
  std::string etag{};  ///< without quotes; empty: made from the body where that makes sense
  std::optional<Later> later{};
  std::shared_ptr<EventStream> events{};  ///< instead of a body: server-sent events
  std::optional<Error> trouble{};         ///< why the store could not be used, for the log
};

/// The words of a URL: %XX and + decoded. Nothing where the encoding is broken or hides a zero byte or what is not
/// UTF-8.
[[nodiscard]] std::optional<std::string> url_decoded(std::string_view text);
/// name=value&… decoded; of two values of one name the first counts. Nothing where the encoding is broken.
[[nodiscard]] std::optional<std::map<std::string, std::string>> query_of(std::string_view query);

[[nodiscard]] Response json_response(const Value& value, int status = 200);
/// {"error":{"message":…}} with one sentence.
[[nodiscard]] Response refusal(int status, std::string_view message);
/// The same for an error. A trouble of the store is no fault of the request: whatever the status would have been it is
/// a 503 that asks to come again, and the reason stays in the house.
[[nodiscard]] Response refusal(int status, const Error& error);
/// 503 with the seconds after which it is worth trying again.
[[nodiscard]] Response come_again(std::string_view message, int seconds = 5);

[[nodiscard]] std::string_view reason_of(int status);

}  // namespace nazo::serve
