#include "serve/secrets.hpp"

#include <gtest/gtest.h>

#include "serve/pack.hpp"
#include "serve/rate_limit.hpp"

namespace nazo::serve {

namespace {

std::string hex(std::string_view bytes) {
  std::string out;
  char two[3];
  for (const auto byte : sha256(bytes)) {
    std::snprintf(two, sizeof two, "%02x", static_cast<unsigned>(byte));
    out += two;
  }
  return out;
}

TEST(Secrets, Sha256GivesTheStandardsExamples) {
  EXPECT_EQ(hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hex(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Secrets, APlayersKeyIsNotTheSecret) {
  const std::string secret = "0123456789abcdef0123456789abcdef";
  const std::string key = player_of_secret(secret);
  EXPECT_EQ(key.size(), 32u);
  EXPECT_NE(key, secret);
  EXPECT_NE(player_of_secret(key), key) << "who has the key cannot pass for the player";
  EXPECT_EQ(player_of_secret(secret), key);
  for (const char* bad : {"", "short", "0123456789ABCDEF0123456789abcdef", "0123456789abcdef0123456789abcdeg",
                          "0123456789abcdef0123456789abcdef0"})
    EXPECT_EQ(player_of_secret(bad), "");
}

TEST(Secrets, OnlyTheSameSecretIsTheSame) {
  EXPECT_TRUE(same_secret("token", "token"));
  for (const char* other : {"", "toke", "token ", "Token", "tokem"}) EXPECT_FALSE(same_secret(other, "token"));
}

TEST(RateLimit, ABucketEmptiesAndRefills) {
  RateLimit limit({.per_second = 2, .burst = 3});
  const auto start = RateLimit::Clock::time_point{} + std::chrono::hours(1);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limit.allow("a", 1, start));
  EXPECT_FALSE(limit.allow("a", 1, start));
  EXPECT_TRUE(limit.allow("b", 1, start)) << "everyone has a bucket of their own";
  EXPECT_TRUE(limit.allow("a", 1, start + std::chrono::milliseconds(500)));
  EXPECT_FALSE(limit.allow("a", 1, start + std::chrono::milliseconds(500)));
  EXPECT_FALSE(limit.allow("c", 4, start)) << "more than a bucket holds";
}

TEST(RateLimit, WhatWasTakenElsewhereIsMissingHere) {
  RateLimit here({.per_second = 1, .burst = 16}), there({.per_second = 1, .burst = 16});
  const auto start = RateLimit::Clock::time_point{} + std::chrono::hours(1);
  EXPECT_TRUE(there.allow("crowd", 12, start));
  EXPECT_TRUE(there.allow("somebody", .5, start));
  const auto told = there.untold();
  ASSERT_EQ(told.size(), 1u) << "little is not worth telling";
  EXPECT_EQ(told[0].tokens, 12);
  EXPECT_TRUE(there.untold().empty()) << "it is told once";
  here.taken_elsewhere(told[0], start);
  EXPECT_FALSE(here.allow("crowd", 5, start));
  EXPECT_TRUE(here.allow("crowd", 4, start));
  for (int n = 0; n < 100; ++n) here.taken_elsewhere(told[0], start);
  EXPECT_FALSE(here.allow("crowd", 1, start + std::chrono::seconds(16))) << "what was too much is owed";
  EXPECT_TRUE(here.allow("crowd", 1, start + std::chrono::seconds(17))) << "but nobody is kept out for long";
}

TEST(RateLimit, MemoryStaysBounded) {
  RateLimit limit({.per_second = 1, .burst = 2});
  for (int i = 0; i < 250'000; ++i) (void)limit.allow(std::to_string(i));
  EXPECT_LE(limit.known(), 100'001u);
}

TEST(Pack, GzipComesBack) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i * 7919 % 1000);
  const std::string packed = gzipped(text);
  EXPECT_LT(packed.size(), text.size());
  EXPECT_EQ(gunzipped(packed), text);
  EXPECT_EQ(gunzipped(gzipped("")), "");
}

TEST(Pack, HeadersAreReadAsTheStandardSays) {
  EXPECT_TRUE(accepts("gzip, deflate, br", "gzip"));
  EXPECT_TRUE(accepts("br;q=1.0, gzip;q=0.5", "gzip"));
  EXPECT_FALSE(accepts("gzip;q=0", "gzip"));
  EXPECT_FALSE(accepts("", "gzip"));
  EXPECT_FALSE(accepts("identity", "gzip"));
  EXPECT_TRUE(accepts("gzip, deflate, br", "br"));
  EXPECT_FALSE(accepts("gzip, deflate", "br"));
  EXPECT_FALSE(accepts("br;q=0, *", "br"));
  EXPECT_TRUE(accepts("*;q=0, gzip", "gzip")) << "its own name counts for more";
  EXPECT_FALSE(accepts("gzip, *;q=0", "br"));
  EXPECT_TRUE(names_etag("W/\"abc\"", "abc"));
  EXPECT_TRUE(names_etag("\"x\", \"abc\"", "abc"));
  EXPECT_TRUE(names_etag("*", "abc"));
  EXPECT_FALSE(names_etag("\"abcd\"", "abc"));
  EXPECT_FALSE(names_etag("", "abc"));
}

}  // namespace

}  // namespace nazo::serve
