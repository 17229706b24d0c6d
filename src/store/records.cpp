#include "store/records.hpp"

#include <array>
#include <chrono>
#include <random>

#include "base/hash.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"

namespace nazo::store {
namespace {

template <class T, std::size_t n>
std::string_view name_in(const std::array<std::pair<T, std::string_view>, n>& table, T wanted) {
  for (const auto& [value, text] : table)
    if (value == wanted) return text;
  return "?";
}

template <class T, std::size_t n>
std::optional<T> value_in(const std::array<std::pair<T, std::string_view>, n>& table, std::string_view wanted) {
  for (const auto& [value, text] : table)
    if (text == wanted) return value;
  return std::nullopt;
}

constexpr std::array<std::pair<EventKind, std::string_view>, 5> event_names{{{EventKind::move, "move"},
                                                                             {EventKind::undo, "undo"},
                                                                             {EventKind::restart, "restart"},
                                                                             {EventKind::hint, "hint"},
                                                                             {EventKind::give_up, "give_up"}}};
constexpr std::array<std::pair<Outcome, std::string_view>, 3> outcome_names{
    {{Outcome::solved, "solved"}, {Outcome::gave_up, "gave_up"}, {Outcome::unfinished, "unfinished"}}};
constexpr std::array<std::pair<StudyOrder, std::string_view>, 3> order_names{
    {{StudyOrder::fixed, "fixed"}, {StudyOrder::random, "random"}, {StudyOrder::balanced, "balanced"}}};

}  // namespace

Moment now() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::string random_key() {
  std::random_device device;  // the system's own source: keys must not repeat between processes
  const auto word = [&] { return std::uint64_t{device()} << 32 | device(); };
  return hex_of(word()) + hex_of(word());
}

std::string puzzle_key(std::string_view genre, std::string_view canonical_text) {
  const Key128 hash = hash_text(canonical_text);
  return cat(genre, "-", hex_of(hash.high), hex_of(hash.low));
}

std::string_view name(EventKind kind) { return name_in(event_names, kind); }
std::optional<EventKind> event_kind(std::string_view text) { return value_in(event_names, text); }
std::string_view name(Outcome outcome) { return name_in(outcome_names, outcome); }
std::optional<Outcome> outcome_of(std::string_view text) { return value_in(outcome_names, text); }
std::string_view name(StudyOrder order) { return name_in(order_names, order); }
std::optional<StudyOrder> study_order(std::string_view text) { return value_in(order_names, text); }

PlaySummary summary(const std::vector<PlayEvent>& events) {
  PlaySummary out;
  for (const PlayEvent& event : events) {
    out.seconds += event.seconds;
    out.longest_pause = std::max(out.longest_pause, event.seconds);
    switch (event.kind) {
      case EventKind::move:
        ++out.moves;
        break;
      case EventKind::undo:
        ++out.undos;
        break;
      case EventKind::restart:
        ++out.restarts;
        break;
      case EventKind::hint:
        ++out.hints;
        break;
      case EventKind::give_up:
        break;
    }
  }
  return out;
}

}  // namespace nazo::store
