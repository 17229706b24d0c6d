#include "serve/http.hpp"

#include <gtest/gtest.h>

#include "serve/metrics.hpp"
#include "serve/router.hpp"

namespace nazo::serve {

namespace {

TEST(Http, AddressesAreDecoded) {
  EXPECT_EQ(url_decoded("a%20b+c%2Fd"), "a b c/d");
  EXPECT_EQ(url_decoded("%E8%AC%8E"), "謎");
  for (const char* broken : {"%", "%2", "%zz", "a%0", "%00", "%ff", "a%E8%AC", "%C0%80"})
    EXPECT_FALSE(url_decoded(broken)) << broken;
  const auto query = query_of("a=1&b=x%26y&a=2&c");
  ASSERT_TRUE(query);
  EXPECT_EQ(query->at("a"), "1");
  EXPECT_EQ(query->at("b"), "x&y");
  EXPECT_EQ(query->at("c"), "");
  EXPECT_FALSE(query_of("a=%"));
}

TEST(Http, HeadersAndCookiesAreFound) {
  const Request request{.target = "/a/b?x=1?2",
                        .headers = {{"cookie", "one=1; nazo_player=abc; two=2"}, {"X-Thing", "y"}}};
  EXPECT_EQ(request.path(), "/a/b");
  EXPECT_EQ(request.query(), "x=1?2");
  EXPECT_EQ(request.header("x-thing"), "y");
  EXPECT_EQ(request.cookie("nazo_player"), "abc");
  EXPECT_EQ(request.cookie("player"), "");
}

TEST(Router, NamesStandForOnePart) {
  EXPECT_TRUE(match("/api/puzzles", "/api/puzzles"));
  EXPECT_FALSE(match("/api/puzzles", "/api/puzzles/"));
  const auto words = match("/api/puzzles/{key}/file", "/api/puzzles/so%2Fko/file");
  ASSERT_TRUE(words);
  EXPECT_EQ(words->at("key"), "so/ko");
  EXPECT_FALSE(match("/api/puzzles/{key}", "/api/puzzles/"));
  EXPECT_FALSE(match("/api/puzzles/{key}", "/api/puzzles/a/b"));
}

TEST(Metrics, CountAndAdd) {
  Metrics metrics;
  metrics.count("/x", 200, .002);
  metrics.count("/x", 200, 2);
  metrics.add("plays");
  const std::string text = metrics.text({{"jobs", 3}});
  EXPECT_NE(text.find("nazo_requests_total{route=\"/x\",status=\"200\"} 2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("nazo_request_seconds_bucket{route=\"/x\",le=\"0.0025\"} 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("nazo_request_seconds_bucket{route=\"/x\",le=\"+Inf\"} 2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("nazo_plays_total 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("nazo_jobs 3\n"), std::string::npos) << text;
}

}  // namespace

}  // namespace nazo::serve
