// The store: puzzles, players, plays, comparisons, studies, models. One schema and one code for SQLite (a file) and
// PostgreSQL. It knows no genre: a play is checked against the rules by whoever records it
// (workshop/replay.hpp).
//
//   NAZO_TRY(store, Store::open("nazo.db"));                      // or "postgresql://user@host/name"
//   NAZO_CHECK(store.add_players({{store::random_key(), store::now()}}));
//   NAZO_TRY(done, store.record_plays(plays));                    // when this returns, they survive a power cut
//
// Every function does all of its work or none of it. An error is one line that says what is wrong, with the store as
// its file; Error::trouble tells whether the store is to blame and the same may work later. After an error the store is
// as it was. A Store is one connection for one thread at a time; open another for another thread or program: writers
// take turns (SQLite: WAL, so readers never wait).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "store/records.hpp"

namespace nazo::store {

class Session;
enum class Access;
enum class Patience;

/// Which puzzles to list. Pages go on after the last puzzle of the page before.
struct PuzzleQuery {
  std::string genre{};  ///< empty: all
  /// By difficulty (only rated puzzles, easiest first), or by key (all).
  enum class Order { key, difficulty } order = Order::key;
  std::optional<double> easiest{}, hardest{};  ///< bounds on difficulty, included
  std::optional<double> after_difficulty{};    ///< with order difficulty: of the last puzzle of the page before
  std::string after_key{};                     ///< its key
  std::size_t limit = 50;
  bool unlisted = false;  ///< those that are only in somebody's collection too
};

/// Which plays. Empty texts mean "any"; a genre means its shelf: no plays of puzzles that are only in somebody's
/// collection.
struct PlayQuery {
  std::string study{}, player{}, puzzle{}, genre{};
};

/// What became of a record that was sent.
enum class Kept { added, present, replaced };

class Store {
 public:
  /// Opens a store, makes it if there is none, and brings an older one forward to the present version. A store of a
  /// newer version, a file that is something else, a damaged or (for writing) a read-only one is an error and stays
  /// untouched: who opens for writing first looks through the pages, for about a second at most.
  static Result<Store> open(const std::string& where);
  /// As open, for a server: it waits some seconds, not a minute, for others who write.
  static Result<Store> open_to_serve(const std::string& where);
  /// As open, but a store that is not there yet is an error: for who looks for something in it.
  static Result<Store> open_existing(const std::string& where);
  /// Only for reading: nothing is made, nothing migrated; a store of an older version is an error.
  static Result<Store> open_to_read(const std::string& where);
  /// As open_to_read, but of any version up to ours: for who looks after a store (check_integrity, backup) before it is
  /// brought forward. Nothing else may be asked of it.
  static Result<Store> open_to_look_after(const std::string& where);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  [[nodiscard]] const std::string& where() const;
  [[nodiscard]] Result<int> version();
  /// Reads everything and checks that it is whole: pages, keys, references. An error says what is not.
  Result<void> check_integrity();
  /// A new file with the store as it is now, whole, while others go on reading and writing (SQLite only).
  Result<void> backup(const std::string& path);
  /// Gives back the room of what was deleted.
  Result<void> vacuum();
  /// Writes something, as a play would, but does not wait for long: an error says why nothing can be written now.
  Result<void> try_writing();

  /// Several calls as one: all of it is kept if `work` succeeds, nothing if it fails.
  Result<void> together(const std::function<Result<void>()>& work);

  // ── puzzles ──────────────────────────────────────────────────────────────────────────────────────────────────────
  /// Adds puzzles (without a rating: see save_ratings); one whose key is there already is left as it is (`present`),
  /// but for a solution where it had none.
  Result<std::vector<Kept>> add_puzzles(std::span<const Puzzle> puzzles);
  Result<std::optional<Puzzle>> find_puzzle(std::string_view key);
  Result<std::vector<Puzzle>> list_puzzles(const PuzzleQuery& query);
  /// Those on the shelf of a genre; with an empty genre all there are.
  Result<std::int64_t> count_puzzles(std::string_view genre);
  Result<void> set_features(std::string_view key, const Value& features, bool exact);

  // ── people ───────────────────────────────────────────────────────────────────────────────────────────────────────
  Result<std::vector<Kept>> add_players(std::span<const Player> players);
  Result<std::optional<Player>> find_player(std::string_view key);
  Result<std::vector<Player>> list_players(std::string_view after_key, std::size_t limit);

  /// Deletes a player and all that is known of them: plays, comparisons, places in studies, recommendations. False if
  /// there was none.
  Result<bool> forget_player(std::string_view key);

  /// Records plays durably. A play sent again under its key is `present` if it says the same, `replaced` if the one
  /// kept was unfinished or only its rating is new; a finished play that says something else is an error.
  Result<std::vector<Kept>> record_plays(std::span<const Play> plays);
  Result<std::optional<Play>> find_play(std::string_view key);
  /// Plays in the order they were recorded, with all their moves, until `take` returns false.
  Result<void> each_play(const PlayQuery& query, const std::function<bool(const Play&)>& take);
  /// The same without the moves: what analysis needs.
  Result<std::vector<PlayRow>> play_rows(const PlayQuery& query);
  Result<std::int64_t> count_plays(const PlayQuery& query);

  /// Somebody was shown the solution of a puzzle, for the first time at this moment.
  Result<void> note_shown(std::string_view player, std::string_view puzzle, Moment at);
  /// What is known of the player and the puzzle of each of these plays, before they are recorded in this order.
  Result<std::vector<Background>> backgrounds(std::span<const Play> plays);

  Result<std::vector<Kept>> record_comparisons(std::span<const Comparison> comparisons);
  Result<std::vector<Comparison>> comparisons(const PlayQuery& query);  ///< `puzzle` matches either of the two

  // ── studies ──────────────────────────────────────────────────────────────────────────────────────────────────────
  Result<void> create_study(const Study& study);
  Result<std::optional<Study>> find_study(std::string_view key);
  Result<std::vector<Study>> list_studies();
  /// Whether a study that is still open uses this puzzle.
  Result<bool> in_open_study(std::string_view puzzle);
  Result<void> close_study(std::string_view key, Moment at);
  /// Takes a player in and gives the number; a player who is in already keeps it. A closed study takes nobody.
  Result<Participant> join_study(std::string_view study, std::string_view player, Moment at);
  Result<void> set_answers(std::string_view study, std::string_view player, const Value& answers);
  Result<std::vector<Participant>> participants(std::string_view study);
  Result<void> add_participants(std::span<const Participant> participants);  ///< as they were, for import

  // ── collections ──────────────────────────────────────────────────────────────────────────────────────────────────
  /// Keeps a collection: a new one, or instead of what its owner had under this key. An error if the key is another's,
  /// or if the collection was removed or taken down.
  Result<void> save_collection(const Collection& collection);
  Result<std::optional<Collection>> find_collection(std::string_view key);
  /// Newest first; an empty owner means everybody's.
  Result<std::vector<Collection>> list_collections(std::string_view owner, std::size_t limit);
  Result<CollectionTotals> collection_totals(std::string_view owner);  ///< empty: of everybody
  /// It is gone for everybody; its puzzles stay for a while, since somebody may be playing. False if there was none.
  Result<bool> remove_collection(std::string_view key, Moment at);
  /// Nobody but its owner and the administrator sees it any more, and it cannot be published again.
  Result<void> take_down_collection(std::string_view key, std::string_view why, Moment at);
  /// Deletes puzzles that left their collections before that moment and that nobody has played; how many.
  Result<std::int64_t> sweep_collections(Moment before);

  // ── models ───────────────────────────────────────────────────────────────────────────────────────────────────────
  Result<void> save_model(const Model& model);
  Result<std::optional<Model>> find_model(std::string_view key);
  /// The newest that is live and was fitted to people.
  Result<std::optional<Model>> live_model(std::string_view genre, std::string_view kind);
  Result<void> set_model_state(std::string_view key, ModelState state);
  Result<std::vector<Model>> list_models();  ///< without their data
  /// Keeps ratings (a newer one of the same model takes the older's place); those that `stand` are what puzzles are
  /// listed by.
  Result<void> save_ratings(std::span<const Rating> ratings);
  Result<std::vector<Rating>> ratings(std::string_view model);  ///< empty: of all models

  Result<void> record_recommendations(std::span<const Recommendation> recommendations);
  Result<std::vector<Recommendation>> recommendations(std::string_view player,
                                                      std::size_t newest);  ///< empty: everyone's

 private:
  explicit Store(std::unique_ptr<Session> session);
  static Result<Store> open_to_write(const std::string& where, Access access, Patience patience);
  std::unique_ptr<Session> session_;
};

}  // namespace nazo::store
