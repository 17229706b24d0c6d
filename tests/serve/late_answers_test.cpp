#include "serve/late_answers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace nazo::serve {
namespace {

using namespace std::chrono_literals;
using Clock = LateAnswers::Clock;

struct Got {
  std::vector<int> statuses;
  LateAnswers::Send send() {
    return [this](const Response& response) { statuses.push_back(response.status); };
  }
};

Response excuse() { return {.status = 503}; }

TEST(LateAnswers, GivesTheAnswerOnce) {
  LateAnswers late;
  Got got;
  const auto now = Clock::now();
  const auto answer = late.expect(now + 10s, got.send(), excuse).give;
  late.excuse_overdue(now + 9s);
  answer({.status = 201});
  answer({.status = 201});
  late.excuse_overdue(now + 11s);
  EXPECT_EQ(got.statuses, std::vector{201});
  EXPECT_EQ(late.waiting(), 0u);
}

TEST(LateAnswers, ExcusesWhoHasWaitedTooLongAndNobodyElse) {
  LateAnswers late;
  Got patient, impatient;
  const auto now = Clock::now();
  const auto slow = late.expect(now + 100s, patient.send(), excuse).give;
  const auto stuck = late.expect(now + 10s, impatient.send(), excuse).give;
  late.excuse_overdue(now + 10s);
  EXPECT_EQ(impatient.statuses, std::vector{503});
  EXPECT_EQ(late.waiting(), 1u);
  stuck({.status = 201});  // it came after all: nobody is there any more
  slow({.status = 200});
  EXPECT_EQ(impatient.statuses, std::vector{503});
  EXPECT_EQ(patient.statuses, std::vector{200});
}

TEST(LateAnswers, WhatStillTakesLongerIsExcusedLater) {
  LateAnswers late;
  Got got;
  const auto now = Clock::now();
  const auto promise = late.expect(now + 10s, got.send(), excuse);
  late.postpone(promise.number, now + 100s);
  late.postpone(promise.number + 1, now);  // nobody
  late.excuse_overdue(now + 99s);
  EXPECT_TRUE(got.statuses.empty());
  late.excuse_overdue(now + 100s);
  EXPECT_EQ(got.statuses, std::vector{503});
}

TEST(LateAnswers, AnswerAndExcuseMayRace) {
  for (int round = 0; round < 200; ++round) {
    LateAnswers late;
    std::atomic<int> sent = 0;
    std::vector<LateAnswers::Send> answers;
    for (int i = 0; i < 20; ++i)
      answers.push_back(late.expect(Clock::now(), [&](const Response&) { ++sent; }, excuse).give);
    {
      const std::jthread excuses([&] { late.excuse_overdue(Clock::now() + 1s); });
      for (const auto& answer : answers) answer({.status = 200});
    }
    EXPECT_EQ(sent, 20);
  }
}

}  // namespace
}  // namespace nazo::serve
