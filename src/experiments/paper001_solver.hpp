// Nonograms step by step: what a play shows of the techniques behind it, and somebody with given preferences at a
// puzzle. Techniques and what they find come from the genre (its view of a position with --techniques).
#pragma once

#include <string>
#include <vector>

#include "model/technique_choice.hpp"
#include "puzzle/genre.hpp"
#include "store/records.hpp"

namespace nazo {

/// E, whole lines, is the one that serves everywhere; then the paper's six.
[[nodiscard]] const std::vector<std::string>& solver_techniques();

/// A cell and what it was marked as.
struct MarkedCell {
  int row = 0, column = 0;
  bool black = false;
  friend auto operator<=>(const MarkedCell&, const MarkedCell&) = default;
};

/// What one technique would find in one line, sorted.
struct Offer {
  int line = 0;  ///< rows first, from 0
  int technique = 0;
  std::vector<MarkedCell> finds{};
};

/// A nonogram in play, seen as steps.
class StepWatcher {
 public:
  static Result<StepWatcher> make(const Genre& genre, const Puzzle& puzzle, const Context& context);

  [[nodiscard]] const std::string& position() const { return position_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] bool won() const { return won_; }
  [[nodiscard]] const std::vector<Offer>& offers() const { return offers_; }

  /// Offers as the model sees them, in their order; none matches.
  [[nodiscard]] std::vector<model::Alternative> alternatives() const;
  /// Plays a move and gives it as a step: which offers explain it. Alike alternatives are one with their number.
  [[nodiscard]] Result<model::Step> play(const std::string& move, double seconds);
  /// Another position, after which the last step is no longer where the eye is.
  [[nodiscard]] Result<void> go_to(const std::string& position);

 private:
  StepWatcher(const Genre& genre, const Context& context) : genre_(&genre), context_(context) {}
  [[nodiscard]] Result<void> look();
  [[nodiscard]] bool stays(const Offer& offer) const;
  [[nodiscard]] bool near(const Offer& offer) const;

  const Genre* genre_;
  Context context_;
  Options options_{};
  std::string position_{};
  int height_ = 0;
  bool won_ = false;
  std::vector<std::string> cells_{};  ///< rows of # x ?
  std::vector<Offer> offers_{};
  std::vector<MarkedCell> last_{};  ///< what the last step marked
};

/// The steps of a recorded play. Moves after a pause of three minutes are left out, as everywhere.
[[nodiscard]] Result<std::vector<model::Step>> steps_of(const Genre& genre, const Puzzle& puzzle,
                                                        const store::Play& play, const Context& context);

/// Somebody at a puzzle.
struct SolvedBy {
  bool solved = false;  ///< false: lines alone do not solve it
  double seconds = 0;
  std::vector<model::Step> steps{};
};
[[nodiscard]] Result<SolvedBy> solve_like(const Genre& genre, const Puzzle& puzzle,
                                          const model::TechniqueChoice& person, Rng& rng, const Context& context);

/// Steps as data, for logs.
[[nodiscard]] Value value_of(const std::vector<model::Step>& steps);
[[nodiscard]] std::vector<model::Step> steps_from(const Value& value);

}  // namespace nazo
