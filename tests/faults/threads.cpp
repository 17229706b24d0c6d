#include "faults/threads.hpp"

#include <atomic>
#include <system_error>

#include "base/thread.hpp"

namespace nazo::faults {
namespace {

std::string_view whose;
std::atomic<int> left = 0, happened = 0;

void throw_at_the_top(ThreadMoment moment, std::string_view name) {
  if (moment != ThreadMoment::begun || name != whose || left.fetch_sub(1) <= 0) return;
  ++happened;
  throw Thunder();
}

void find_no_room(ThreadMoment moment, std::string_view name) {
  if (moment != ThreadMoment::starting || name != whose || left.fetch_sub(1) > 0) return;
  throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
}

void arm(std::string_view name, int times, ThreadHook hook) {
  whose = name;
  left = times;
  happened = 0;
  set_thread_hook(hook);
}

}  // namespace

ThrowIn::ThrowIn(std::string_view name, int times) { arm(name, times, throw_at_the_top); }
ThrowIn::~ThrowIn() { set_thread_hook(nullptr); }
int ThrowIn::count() { return happened; }

NoRoomFor::NoRoomFor(std::string_view name, int room) { arm(name, room, find_no_room); }
NoRoomFor::~NoRoomFor() { set_thread_hook(nullptr); }

}  // namespace nazo::faults
