// A generator run: candidates item by item, each a function of (seed, index), kept or dropped, in a fixed order.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "base/hash.hpp"
#include "catalog/catalog.hpp"
#include "workshop/item_run.hpp"

namespace nazo {

struct GenerateOrder {
  const Genre* genre = nullptr;
  Options options{};
  std::optional<Expression> keep{};
  std::vector<std::string> features{};  ///< to be analysed even if `keep` does not name them; "all" for every one
  std::uint64_t count = 1;
  std::uint64_t first_index = 0;
  std::uint64_t most_items = Budget::unlimited;  ///< give up after so many items
  Context
      context{};  ///< seed, threads, progress; the time budget is for the whole run, nodes and memory for each puzzle
  std::optional<ItemPlaces> places{};  ///< where items are made and kept, if not just here
};

struct Kept {
  Candidate candidate;  ///< its puzzle has a title
  std::uint64_t index = 0;
};

/// From where to where something lay.
struct Extent {
  double low = 0, high = 0;
};

struct GenerateSummary {
  std::uint64_t items = 0;       ///< items of the run that were made
  std::uint64_t candidates = 0;  ///< candidates they brought
  std::uint64_t kept = 0;
  std::map<std::string, std::uint64_t> rejected{};  ///< by reason
  /// Of what `keep` asks for: from where to where the candidates had it, so that a maker knows what to change.
  std::map<std::string, Extent> extents{};
  Limit limit = Limit::none;  ///< what ended the run before `count` was reached
  RunEnd end = RunEnd::whole;
};

/// A run that can be gone on with: somebody takes a few, later a few more. What comes does not depend on how often it
/// was paused, nor on the number of threads; solutions are verified.
class GenerateRun {
 public:
  /// An error if the order contradicts itself or names a feature that the genre does not have.
  static Result<GenerateRun> make(GenerateOrder order);
  ~GenerateRun();
  GenerateRun(GenerateRun&&) noexcept;
  GenerateRun& operator=(GenerateRun&&) noexcept;

  /// Goes on until `some` more are kept (an item that was begun is finished: a few more may come) or the run is at its
  /// end: `count` puzzles are kept, `most_items` made, time is up, or `take`, which gets the kept ones in order, gave
  /// false.
  Result<void> go_on(std::uint64_t some, const std::function<bool(Kept)>& take);

  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] const GenerateSummary& summary() const { return summary_; }
  [[nodiscard]] const GenerateOrder& order() const { return order_; }

 private:
  GenerateRun(GenerateOrder order, Options analysis);
  struct Made;
  [[nodiscard]] Made make_item(std::uint64_t index) const;
  [[nodiscard]] Result<Value> packed(Made made) const;
  [[nodiscard]] Made unpacked(const Value& value) const;
  /// The same as a run whose items others make too.
  Result<void> go_on_elsewhere(const std::function<bool(Kept)>& take);
  /// False if the run ends here.
  bool take_item(std::uint64_t index, Made made, const std::function<bool(Kept)>& take);

  GenerateOrder order_;
  Options analysis_;
  GenerateSummary summary_{};
  std::uint64_t next_ = 0;  ///< item of the run
  bool ended_ = false;
  std::optional<Error> error_{};
  /// Canonical texts: a run never gives the same puzzle twice. Their keys are kept, since millions of texts would fill
  /// the memory; and not each in a piece of its own, between which nothing larger would find room again.
  struct Seen;
  std::unique_ptr<Seen> seen_;
  std::set<std::string> kin_{};
  Meter meter_;
  Meter whole_;  ///< for the threads: it only tells what is left
};

/// Runs until `count` puzzles are kept, `most_items` are made, time is up, or `take`, which gets the kept ones in
/// order, gives false. The sequence does not depend on the number of threads; solutions are verified.
[[nodiscard]] Result<GenerateSummary> generate_run(const GenerateOrder& order,
                                                   const std::function<bool(const Kept&)>& take);

/// The analysis options of a generator run: those of its options that also belong to the verb analyze.
[[nodiscard]] Result<Options> analysis_options(const Genre& genre, const Options& given);

/// Adds the options of a preset to those that were `given`, which count more. A preset may name options of the run
/// itself too (PresetFact).
[[nodiscard]] Result<void> apply_preset(const Genre& genre, const std::string& preset,
                                        std::map<std::string, std::string>& given);

/// What puzzles are sorted by: "difficulty" or "interest" as the genre rates them, or a feature; empty: nothing.
void want_for_sorting(GenerateOrder& order, const std::string& by);
/// The lowest first; those of which nothing is known come last.
void sort_kept(std::vector<Kept>& kept, const Genre& genre, const std::string& by);

}  // namespace nazo
