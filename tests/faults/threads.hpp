// Trouble in the house's threads, by name: one that throws when it begins, or that there is no room for. As long as it
// lives; at most one at a time. (src/base/thread.hpp)
//
//   const ThrowIn thrower("lane");              // the first thread of that name that begins, or begins again
//   …
//   EXPECT_EQ(thrower.count(), 1);
#pragma once

#include <string_view>

namespace nazo::faults {

/// What is thrown: no std::exception, so that only a handler for everything catches it.
struct Thunder {};

/// The first `times` threads of this name throw at their top.
class ThrowIn {
 public:
  explicit ThrowIn(std::string_view name, int times = 1);
  ~ThrowIn();
  ThrowIn(const ThrowIn&) = delete;
  ThrowIn& operator=(const ThrowIn&) = delete;
  /// How many did.
  [[nodiscard]] static int count();
};

/// The system has room for the first `room` threads of this name and for no more.
class NoRoomFor {
 public:
  explicit NoRoomFor(std::string_view name, int room = 0);
  ~NoRoomFor();
  NoRoomFor(const NoRoomFor&) = delete;
  NoRoomFor& operator=(const NoRoomFor&) = delete;
};

}  // namespace nazo::faults
