#include "serve/address.hpp"

#include <gtest/gtest.h>

namespace nazo::serve {
namespace {

TEST(Address, AHouseholdIsAnAddressOrTheFirstHalfOfOne) {
  EXPECT_EQ(household("10.1.2.3"), "10.1.2.3");
  EXPECT_EQ(household("::ffff:10.1.2.3"), "10.1.2.3");
  EXPECT_EQ(household("2001:db8:1:2::3"), household("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  EXPECT_NE(household("2001:db8:1:2::3"), household("2001:db8:1:3::3"));
  EXPECT_EQ(household("fe80::1%eth0"), household("fe80::2"));
  EXPECT_EQ(household("rubbish"), "rubbish");
}

TEST(Address, WhoLivesNextDoorToTheProxyIsNotTheProxy) {
  const auto visitor = [](std::string address, std::string_view proxy) {
    return visitor_of({.headers = {{"X-Forwarded-For", "1.1.1.1"}}, .address = std::move(address)}, proxy);
  };
  EXPECT_EQ(visitor("2001:db8:1:2::1", "2001:db8:1:2:0::1"), "1.1.1.1");
  EXPECT_EQ(visitor("2001:db8:1:2::2", "2001:db8:1:2::1"), "2001:db8:1:2::2");
  EXPECT_EQ(visitor("::ffff:10.0.0.1", "10.0.0.1"), "1.1.1.1");
  EXPECT_TRUE(same_address("fe80::1%eth0", "fe80::1"));
  EXPECT_FALSE(same_address("::1", "::2"));
  EXPECT_FALSE(same_address("10.0.0.1", "::1"));
}

TEST(Address, WhatAProxyAddsIsTheLastOne) {
  const auto visitor = [](std::string forwarded) {
    return visitor_of({.headers = {{"x-forwarded-for", std::move(forwarded)}}, .address = "10.0.0.1"}, "10.0.0.1");
  };
  EXPECT_EQ(visitor("1.1.1.1, 2.2.2.2"), "2.2.2.2");
  EXPECT_EQ(visitor("2.2.2.2"), "2.2.2.2");
  EXPECT_EQ(visitor("[2001:db8::1]:443"), "2001:db8::1");
  EXPECT_EQ(visitor("2.2.2.2:50123"), "2.2.2.2");
  EXPECT_EQ(visitor("2001:db8::1"), "2001:db8::1");
  EXPECT_EQ(visitor("not an address"), "10.0.0.1");
  EXPECT_EQ(visitor(""), "10.0.0.1");
  EXPECT_EQ(
      visitor_of({.headers = {{"X-Forwarded-For", "1.1.1.1"}, {"X-Forwarded-For", "3.3.3.3"}}, .address = "10.0.0.1"},
                 "10.0.0.1"),
      "3.3.3.3");
  EXPECT_EQ(visitor_of({.headers = {{"X-Forwarded-For", "1.1.1.1"}}, .address = "10.0.0.2"}, "10.0.0.1"), "10.0.0.2");
  EXPECT_EQ(visitor_of({.headers = {{"X-Forwarded-For", "1.1.1.1"}}, .address = "10.0.0.2"}, ""), "10.0.0.2");
}

}  // namespace
}  // namespace nazo::serve
