#include "store/records.hpp"

#include <algorithm>
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

constexpr std::array<std::pair<EventKind, std::string_view>, 7> event_names{{{EventKind::move, "move"},
                                                                             {EventKind::undo, "undo"},
                                                                             {EventKind::restart, "restart"},
                                                                             {EventKind::hint, "hint"},
                                                                             {EventKind::give_up, "give_up"},
                                                                             {EventKind::assisted, "assisted"},
                                                                             {EventKind::time, "time"}}};
constexpr std::array<std::pair<ModelState, std::string_view>, 3> state_names{
    {{ModelState::live, "live"}, {ModelState::kept, "kept"}, {ModelState::withdrawn, "withdrawn"}}};
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

std::string drawn_key(std::string_view genre, std::string_view text) {
  return puzzle_key(genre, cat("as it is drawn\n", text));  // no canonical text begins so
}

std::string_view name(EventKind kind) { return name_in(event_names, kind); }
std::optional<EventKind> event_kind(std::string_view text) { return value_in(event_names, text); }
std::string_view name(Outcome outcome) { return name_in(outcome_names, outcome); }
std::optional<Outcome> outcome_of(std::string_view text) { return value_in(outcome_names, text); }
std::string_view name(StudyOrder order) { return name_in(order_names, order); }
std::optional<StudyOrder> study_order(std::string_view text) { return value_in(order_names, text); }

std::string_view name(ModelState state) { return name_in(state_names, state); }
std::optional<ModelState> model_state(std::string_view text) { return value_in(state_names, text); }

std::string text_of(const PlayMarks& marks) {
  std::vector<std::string> words;
  if (marks.robot) words.emplace_back("robot");
  if (marks.clock) words.emplace_back("clock");
  if (marks.shown) words.emplace_back("shown");
  if (marks.replay) words.emplace_back("replay");
  if (marks.unreplayed) words.emplace_back("unreplayed");
  return join(words, " ");
}

std::optional<PlayMarks> play_marks(std::string_view text) {
  PlayMarks marks;
  const std::pair<std::string_view, bool*> known[] = {{"robot", &marks.robot},
                                                      {"clock", &marks.clock},
                                                      {"shown", &marks.shown},
                                                      {"replay", &marks.replay},
                                                      {"unreplayed", &marks.unreplayed}};
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty()) continue;
    const auto* const found = std::ranges::find(known, word, &std::pair<std::string_view, bool*>::first);
    if (found == std::end(known)) return std::nullopt;
    *found->second = true;
  }
  return marks;
}

bool is_glance(Outcome outcome, const PlaySummary& summary) {
  return outcome != Outcome::solved && summary.moves == 0 && summary.hints == 0 && summary.seconds < glance_seconds;
}

PlaySummary summary(const std::vector<PlayEvent>& events) {
  PlaySummary out;
  for (const PlayEvent& event : events) {
    out.seconds += event.seconds;
    if (event.kind != EventKind::time) out.longest_pause = std::max(out.longest_pause, event.seconds);
    switch (event.kind) {
      case EventKind::move:
        ++out.moves;
        break;
      case EventKind::assisted:
        ++out.moves;
        ++out.assisted;
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
      case EventKind::time:
        break;
    }
  }
  return out;
}

}  // namespace nazo::store
