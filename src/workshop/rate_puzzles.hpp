// Ratings: what a fitted model says of a puzzle, for everyone or for one player; and before anyone has played, what the
// genre says from the features alone (model "prior").
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "model/people_model.hpp"
#include "model/recommend.hpp"
#include "store/store.hpp"
#include "workshop/items.hpp"

namespace nazo {

/// The word for a rating that no plays stand behind.
inline constexpr std::string_view prior_model = "prior";

struct Rated {
  store::Estimates estimates{};
  std::string model{prior_model};  ///< which model spoke
  bool own_words = false;          ///< what the player said of difficulty moved it
  bool played = false;             ///< the model has plays of this very puzzle; else it speaks from the features
  Value features = Value::object();
  bool exact = true;
  Limit limit = Limit::none;  ///< of the analysis, where one was needed
};

/// Where 90 % of what is thought possible of the median time lies, in seconds, within the range of all predictions.
/// None where nothing was measured: a time without its range is not told.
struct TimeRange {
  double low = 0, high = 0;
};
[[nodiscard]] std::optional<TimeRange> likely_times(const store::Estimates& estimates);

/// May a model speak that was fitted to players who do not exist?
enum class Speaking { people, anyone };

/// Rates puzzles of one genre. Knows the newest model of the store, if there is a store and a model.
class Rater {
 public:
  /// `store` may be null: then there is only the prior. `player` empty: for people at large. `model` empty: the one
  /// that speaks; if this program cannot read it, the genre's own word does (`trouble` says so). A model that is named
  /// must be readable, and one of simulated players is refused unless told.
  static Result<Rater> make(const Genre& genre, store::Store* store, const std::string& player,
                            const std::string& model, Speaking speaking = Speaking::people);

  /// The features come with the item, or from the store, or are analysed now. May be called from several threads.
  [[nodiscard]] Result<Rated> rate(const Item& item, const Context& context) const;
  /// A puzzle of the store.
  [[nodiscard]] Rated rate(const store::Puzzle& puzzle) const;

  /// One that is not in the store, by its features.
  [[nodiscard]] Rated rate_features(const Value& features) const { return by_features(features, ""); }

  [[nodiscard]] const std::string& model_key() const { return key_; }
  [[nodiscard]] const std::string& trouble() const { return trouble_; }  ///< why the model that stands is not heard
  [[nodiscard]] bool simulated() const { return simulated_; }  ///< the model was fitted to players who do not exist
  [[nodiscard]] bool simulated_player() const { return simulated_player_; }
  [[nodiscard]] bool has_model() const { return model_ != nullptr; }
  /// The model and what it knows of the player; null where there is none.
  [[nodiscard]] const model::PeopleModel* model() const { return model_.get(); }
  [[nodiscard]] const model::PersonState* person() const { return person_ ? &*person_ : nullptr; }
  /// How many plays of the player the rating rests on.
  [[nodiscard]] std::size_t player_plays() const { return player_plays_; }

  struct Recommended {
    store::Puzzle puzzle;
    model::Choice choice;
  };
  struct Recommendations {
    std::vector<Recommended> given{};
    std::size_t candidates = 0, avoided = 0;
  };
  /// Draws puzzles of the store for the player (from a large collection: of those whose rating is about right); those
  /// played in the last 90 days or recommended lately are avoided. The draws are recorded in the store with their
  /// propensities when there is a player.
  [[nodiscard]] Result<Recommendations> recommend(const model::Wish& wish, Rng& rng) const;
  /// The same, of these puzzles alone.
  [[nodiscard]] Result<Recommendations> recommend(const model::Wish& wish, Rng& rng,
                                                  std::vector<store::Puzzle> among) const;

 private:
  /// Before any model speaks: the genre's word, bent to what one person said of difficulty.
  struct OwnWord {
    model::PeopleModel genre_word{};
    model::PersonState person{};
  };
  [[nodiscard]] static Result<std::shared_ptr<const OwnWord>> own_word(const Genre& genre, store::Store& store,
                                                                       const std::string& player);
  [[nodiscard]] Result<Recommendations> draw(const model::Wish& wish, Rng& rng, std::vector<store::Puzzle> shelf,
                                             std::size_t candidates) const;
  [[nodiscard]] Rated by_features(const Value& features, const std::string& key) const;

  const Genre* genre_ = nullptr;
  store::Store* store_ = nullptr;
  std::string player_;
  std::string key_{prior_model};
  std::string trouble_{};
  std::shared_ptr<const model::PeopleModel> model_;
  std::optional<model::PersonState> person_;
  std::size_t player_plays_ = 0;
  bool simulated_ = false, simulated_player_ = false;
  bool spoken_ = false;  ///< the player said something of difficulty
  std::shared_ptr<const OwnWord> own_word_{};
  std::shared_ptr<std::mutex> asking_ = std::make_shared<std::mutex>();  ///< the store answers one thread at a time
};

/// What every puzzle of the genre in the store is rated by this model. Nothing is written.
[[nodiscard]] Result<std::vector<store::Rating>> collection_ratings(const Genre& genre, store::Store& store,
                                                                    const std::string& model);

/// Rates every puzzle of the genre in the store by its newest model (or the prior) and keeps the ratings: puzzles are
/// then listed by them. Returns how many.
[[nodiscard]] Result<std::size_t> rate_collection(const Genre& genre, store::Store& store);

}  // namespace nazo
