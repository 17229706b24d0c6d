// What the store keeps, as plain values. Texts are UTF-8; moments are milliseconds since 1970-01-01 UTC; every record
// has a text key of its own that means the same in every copy of the data, so that records can be sent twice, exported
// and imported elsewhere without renumbering.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/value.hpp"

namespace nazo::store {

using Moment = std::int64_t;
[[nodiscard]] Moment now();

/// 128 random bits as 32 hexadecimal digits: the id of a player, the key of a play. It says nothing about the person.
[[nodiscard]] std::string random_key();

/// The key of a puzzle: genre and a hash of its canonical text, so that the same puzzle under symmetry has the same
/// key.
[[nodiscard]] std::string puzzle_key(std::string_view genre, std::string_view canonical_text);
/// The key of a puzzle that is shown just as it is drawn, beside others of the same canonical text: genre and a hash of
/// its own text. It is never a puzzle_key.
[[nodiscard]] std::string drawn_key(std::string_view genre, std::string_view text);

// ── puzzles ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// What a model says of a puzzle for people at large. Difficulty and interest are 0–100, time in seconds, success a
/// probability; `*_se` are standard errors (of ln time, of the logit of success, of difficulty itself).
struct Estimates {
  std::optional<double> difficulty{}, interest{}, time{}, success{};
  std::optional<double> difficulty_se{}, time_se{}, success_se{};
  friend bool operator==(const Estimates&, const Estimates&) = default;
};

struct Puzzle {
  std::string key;
  std::string genre;
  std::string text;  ///< in the genre's native format
  std::string title{};
  std::string solution{};
  std::string source{};  ///< where it came from: a file, "generate seed 7 index 12", …
  Value notes = Value::object();
  Value features = Value::object();
  bool exact = true;  ///< false: something in the features is an estimate
  Moment created = 0;
  /// The rating that stands now, and the key of the model that gave it (empty: not rated).
  Estimates rating{};
  std::string model{};
  /// False: somebody published it in a collection. It is played and counted there, and is on no list of the workshop.
  bool listed = true;
  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

// ── people ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Someone who plays: a random id and nothing personal. `simulated` players are never shown as people.
struct Player {
  std::string key;
  Moment created = 0;
  bool simulated = false;
  friend bool operator==(const Player&, const Player&) = default;
};

/// `assisted` is a move that the program had just shown; `time` is time of which nothing else is known (data from
/// elsewhere).
enum class EventKind { move, undo, restart, hint, give_up, assisted, time };
/// Whether such an event carries a move.
[[nodiscard]] constexpr bool moves_something(EventKind kind) {
  return kind == EventKind::move || kind == EventKind::assisted;
}
[[nodiscard]] std::string_view name(EventKind kind);
[[nodiscard]] std::optional<EventKind> event_kind(std::string_view text);

/// One thing a player did, and how long they thought before it.
struct PlayEvent {
  EventKind kind = EventKind::move;
  double seconds = 0;
  std::string move{};  ///< for moves: as the genre's `play` takes it
  friend bool operator==(const PlayEvent&, const PlayEvent&) = default;
};

enum class Outcome { solved, gave_up, unfinished };
[[nodiscard]] std::string_view name(Outcome outcome);
[[nodiscard]] std::optional<Outcome> outcome_of(std::string_view text);

/// Why a play is no evidence of how hard its puzzle is. Marked plays are kept and shown, and left out of the models.
struct PlayMarks {
  bool robot = false;       ///< faster than hands are
  bool clock = false;       ///< claims more time than had passed by the server's clock
  bool shown = false;       ///< the player had seen the solution
  bool replay = false;      ///< the player had looked at the puzzle before
  bool unreplayed = false;  ///< came without moves: nobody could replay it
  /// It says nothing of its player or its puzzle.
  [[nodiscard]] bool misleading() const { return robot || clock || shown || replay; }
  [[nodiscard]] bool any() const { return misleading() || unreplayed; }
  friend bool operator==(const PlayMarks&, const PlayMarks&) = default;
};
[[nodiscard]] std::string text_of(const PlayMarks& marks);  ///< "robot clock"
[[nodiscard]] std::optional<PlayMarks> play_marks(std::string_view text);

/// A person at one puzzle, from its first sight to the end. A play that is still `unfinished` may be recorded again
/// under its key as it grows; a finished one never changes.
struct Play {
  std::string key;
  std::string player;
  std::string puzzle;
  std::string study{};  ///< empty: played outside any study
  Moment started = 0;
  Outcome outcome = Outcome::unfinished;
  std::optional<int> rating{};  ///< 1–5, the player's own word on it
  int deadlocks = 0;            ///< times a position was reached from which nothing can be moved
  std::vector<PlayEvent> events{};
  PlayMarks marks{};
  std::optional<int> before{};  ///< plays of the genre before this one, where the source of the data says so
  friend bool operator==(const Play&, const Play&) = default;
};

/// What analysis needs of a play, without its moves.
struct PlaySummary {
  double seconds = 0;        ///< from the start to the last event
  double longest_pause = 0;  ///< the longest single thinking time
  int moves = 0, undos = 0, restarts = 0, hints = 0, assisted = 0;
  friend bool operator==(const PlaySummary&, const PlaySummary&) = default;
};
[[nodiscard]] PlaySummary summary(const std::vector<PlayEvent>& events);

/// Somebody opened the puzzle and was gone within so many seconds, without a move or a hint: they have learnt nothing
/// of it, and their next play is their first.
inline constexpr double glance_seconds = 10;
[[nodiscard]] bool is_glance(Outcome outcome, const PlaySummary& summary);

/// A play as a row for analysis: everything but the moves themselves.
struct PlayRow {
  std::string key, player, puzzle, study;
  Moment started = 0;
  Outcome outcome = Outcome::unfinished;
  std::optional<int> rating{};
  int deadlocks = 0;
  PlaySummary summary{};
  PlayMarks marks{};
  std::optional<int> before{};
};

/// What the store knows when a play comes in: by its own clock and by what came in before.
struct Background {
  std::optional<Moment> shown{};  ///< when the player was first shown the puzzle's solution, if ever
  bool looked_before = false;     ///< another play of the puzzle by the player came in before, and was no glance
  std::optional<Moment> met{};    ///< when the player was first seen
  double seconds_claimed = 0;     ///< in all the player's other plays, but those that were marked `clock`
};

/// "Which of the two is harder?" on five levels, as paper 001 asks it: 1 X much harder, 2 X harder, 3 the same, 4 Y
/// harder, 5 Y much harder.
struct Comparison {
  std::string key;
  std::string player;
  std::string study{};
  std::string puzzle_x, puzzle_y;
  int level = 3;
  Moment made = 0;
  friend bool operator==(const Comparison&, const Comparison&) = default;
};

// ── studies ────────────────────────────────────────────────────────────────────────────────────────────────────────

enum class StudyOrder { fixed, random, balanced };
[[nodiscard]] std::string_view name(StudyOrder order);
[[nodiscard]] std::optional<StudyOrder> study_order(std::string_view text);

/// An experiment with people: which puzzles, in which order, and what is asked.
struct Study {
  std::string key;  ///< its name
  std::string genre;
  std::string title{};
  StudyOrder order = StudyOrder::random;
  std::uint32_t seed = 1;        ///< orders are a function of (seed, number of the player)
  bool ask_experience = true;    ///< before the first puzzle
  bool ask_rating = true;        ///< 1–5 after each
  bool ask_comparisons = false;  ///< all pairs on five levels, for up to 7 puzzles
  std::string keep{};            ///< the expression its puzzles were chosen by, if one was
  std::vector<std::string> puzzles{};
  Moment created = 0;
  std::optional<Moment> closed{};
  friend bool operator==(const Study&, const Study&) = default;
};

/// A player in a study: the how-many-eth to join, and the answers given (experience, …).
struct Participant {
  std::string study, player;
  std::int64_t number = 0;
  Moment joined = 0;
  Value answers = Value::object();
  friend bool operator==(const Participant&, const Participant&) = default;
};

// ── collections ────────────────────────────────────────────────────────────────────────────────────────────────────

/// A puzzle in a collection, under the title that its maker gave it there.
struct CollectionPuzzle {
  std::string puzzle;
  std::string title{};
  friend bool operator==(const CollectionPuzzle&, const CollectionPuzzle&) = default;
};

/// Puzzles that a maker put in an order for others to play. Seen by its owner alone unless it is published.
struct Collection {
  std::string key;
  std::string owner;  ///< key of the player who made it
  std::string title{}, author{}, about{};
  std::vector<CollectionPuzzle> puzzles{};
  std::int64_t bytes = 0;  ///< of all its texts
  Moment created = 0, changed = 0;
  std::optional<Moment> published{};
  std::optional<Moment> taken_down{};  ///< by the administrator
  std::string why{};                   ///< what the administrator says of it
  [[nodiscard]] bool is_open() const { return published.has_value() && !taken_down.has_value(); }
  friend bool operator==(const Collection&, const Collection&) = default;
};

/// How much all collections are together.
struct CollectionTotals {
  std::int64_t collections = 0, bytes = 0;
};

// ── models ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A model is `live` until a newer one is; one that did not pass the gate is `kept`, one that was taken back is
/// `withdrawn`.
enum class ModelState { live, kept, withdrawn };
[[nodiscard]] std::string_view name(ModelState state);
[[nodiscard]] std::optional<ModelState> model_state(std::string_view text);

/// A fitted model. `data` is what src/model wrote; the store does not look into it.
struct Model {
  std::string key;
  std::string genre;
  std::string kind;          ///< "people"
  std::int64_t version = 1;  ///< of the layout of `data`
  Moment created = 0;
  std::int64_t plays = 0;  ///< how many it was fitted to
  std::string note{};
  Value data = Value::object();
  ModelState state = ModelState::live;
  bool simulated = false;           ///< fitted to plays of players who do not exist
  Value figures = Value::object();  ///< how it compared with what stood
  friend bool operator==(const Model&, const Model&) = default;
};

/// What one model said of one puzzle. Ratings of older models are kept; the one that `stands` is also in
/// Puzzle::rating.
struct Rating {
  std::string puzzle;
  std::string model;
  Moment made = 0;
  bool stands = true;
  Estimates estimates{};
  friend bool operator==(const Rating&, const Rating&) = default;
};

/// A puzzle that was recommended, and how likely that was: what an honest evaluation of the recommender needs later.
struct Recommendation {
  std::string key;
  std::string player;
  std::string puzzle;
  std::string model;
  std::string target;  ///< "success" or "time"
  double wanted = 0;
  double predicted = 0;
  double propensity = 1;  ///< the probability with which this puzzle was drawn
  Moment made = 0;
  friend bool operator==(const Recommendation&, const Recommendation&) = default;
};

}  // namespace nazo::store
