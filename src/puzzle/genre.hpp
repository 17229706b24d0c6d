// The one interface the outer rooms see of a puzzle genre. Text and plain structs cross it; the packed states and
// search templates of a genre never leave its folder.
//
// A puzzle travels as its native text (`Puzzle::text`), a solution as text, a position in play as text. Every function
// is a pure function of its arguments and may be called from several threads at once.
//
//   const Genre* genre = find_genre("superpuzz");                       // catalog/catalog.hpp
//   auto puzzles = genre->parse(text, "deal", options);                  // read
//   auto verdict = genre->solve((*puzzles)[0], options, context);        // solved, unsolvable or unknown
//   auto report  = genre->verify((*puzzles)[0], verdict->solution, options, context);  // separate code agrees
//
// docs/ADD_A_GENRE.md walks through writing one; tests/contract_battery.hpp says whether it was done right.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "base/progress.hpp"
#include "base/result.hpp"
#include "base/scratch.hpp"
#include "base/value.hpp"
#include "puzzle/expression.hpp"
#include "puzzle/options.hpp"

namespace nazo {

// ── facts ──────────────────────────────────────────────────────────────────────────────────────────────────────────

struct FormatFact {
  std::string name;                     ///< what `--to` and `--from` take: "deal"
  std::vector<std::string> extensions;  ///< with the dot: ".deal"
  std::string help;
  bool reads = true;
  bool writes = true;
  bool whole = true;  ///< reads back as the same puzzle (round trip); false for pictures and solution lists
};

struct FeatureFact {
  std::string name;
  std::string help;
};

struct CodeFact {
  std::string code;
  std::string help;
  bool invalidates = true;  ///< false: reported, but the puzzle may still be published
};

/// What a hint can say: a code for those who say it in another language than English, and what it means.
struct TechniqueFact {
  std::string code;
  std::string help;
};

/// Options under one name: `generate sokoban --preset murase`.
struct PresetFact {
  std::string name;
  std::string help;
  std::vector<std::pair<std::string, std::string>>
      options;  ///< may include "count", "keep", "seed", "sort", "booklet" and "heading"
};

/// A small puzzle for help texts, tours and tests.
struct Example {
  std::string name;
  std::string text;  ///< native
  bool solvable = true;
};

struct Facts {
  std::string name;                 ///< "superpuzz": the command line's and JSON's word for it
  std::string title;                ///< "Superpuzz patience"
  std::string about;                ///< the rules in two or three sentences
  std::string sizes;                ///< what sizes there are, in words
  std::string solution_help;        ///< what a solution looks like
  std::vector<FormatFact> formats;  ///< the first is the native one
  std::vector<FeatureFact> features;
  std::vector<CodeFact> codes;
  std::vector<TechniqueFact> techniques;  ///< of hints; those of `plain_techniques` need not be listed
  std::vector<OptionFact> options;
  std::vector<PresetFact> presets;
  std::vector<Example> examples;
  std::vector<TechniqueFact> repairs{};  ///< of critiques: what small change mends a drawing
};

// ── what goes in and comes out ─────────────────────────────────────────────────────────────────────────────────────

struct Puzzle {
  std::string genre;
  std::string text;               ///< in the genre's native format, normalised
  std::string title{};            ///< empty if it has none
  std::string solution{};         ///< what the file carried along; not checked
  Value notes = Value::object();  ///< author, comments, … as the file had them
};

/// What a call may use, and whom it tells how far it is. A call ends within half a second of being stopped or of its
/// time running out, and allocates no more than the budget's bytes and `spare_bytes`.
struct Context {
  static constexpr std::uint64_t spare_bytes = std::uint64_t{16} << 20;
  Budget budget{};
  unsigned threads = 1;  ///< inside one call; results must not depend on it
  std::uint64_t seed = 1;
  ProgressSink progress{};
  Scratch* scratch = nullptr;  ///< lends room beyond the bytes; none: what outgrows them ends with Limit::memory
};

/// An error unless there is room to read so many bytes of text: every byte may be a line or a word of its own.
[[nodiscard]] inline Result<void> room_for_text(const Context& context, std::size_t bytes) {
  constexpr std::uint64_t a_byte = 80, free_bytes = Context::spare_bytes / 2;
  const std::uint64_t needed = a_byte * bytes;
  if (needed > free_bytes && needed - free_bytes > context.budget.bytes) return fail_limit(Limit::memory);
  return {};
}

enum class Status { solved, unsolvable, unknown };
[[nodiscard]] constexpr std::string_view name(Status status) {
  switch (status) {
    case Status::solved:
      return "solved";
    case Status::unsolvable:
      return "unsolvable";
    case Status::unknown:
      break;
  }
  return "unknown";
}

/// What a search did.
struct SearchStats {
  std::uint64_t nodes = 0;  ///< states generated, the start included
  std::uint64_t expanded = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t peak_bytes = 0;
};

struct Verdict {
  Status status = Status::unknown;
  Limit limit = Limit::none;  ///< for unknown: what ran out
  std::string solution{};     ///< for solved: text that `verify` accepts
  std::int64_t length = -1;
  bool optimal = false;  ///< the length is proved to be the least
  SearchStats stats{};
  Value notes = Value::object();  ///< more that the genre reports, printed as further JSON fields
};

/// Places of a puzzle, for the board to mark: "ROW,COLUMN" from 1, or what else the genre's board calls its places.
using Places = std::vector<std::string>;

struct Finding {
  std::string code;
  std::string message;
  Places places{};  ///< where, if it is somewhere
};

enum class Judgement { valid, invalid, undecided };

struct Report {
  bool faulty = false;        ///< a finding is one that invalidates
  Limit limit = Limit::none;  ///< not none: a limit ran out before everything was looked at
  std::vector<Finding> findings{};

  [[nodiscard]] Judgement judgement() const {
    if (faulty) return Judgement::invalid;
    return limit == Limit::none ? Judgement::valid : Judgement::undecided;
  }
  [[nodiscard]] bool valid() const { return judgement() == Judgement::valid; }
};

struct Analysis {
  bool exact = true;  ///< false: something in it is an estimate or was cut off
  Limit limit = Limit::none;
  Value features = Value::object();
};

/// What a genre says of a puzzle before anyone has played it. Difficulty and interest are percentiles (0–100) of the
/// reference population that the genre's documentation states; time is in seconds, success a probability.
struct Prior {
  std::optional<double> difficulty{}, interest{}, time{}, success{};
};

struct Candidate {
  Puzzle puzzle;
  std::string solution;
  Value features = Value::object();  ///< those the generator knows already; the rest is analysed on demand
  std::string
      kin{};  ///< a run takes only the first of those with the same kin, however different they look; empty: no kin
};

/// What one item of a generator run brought: any number of candidates, and why others were dropped.
struct Batch {
  std::vector<Candidate> candidates{};
  std::vector<std::pair<std::string, std::uint64_t>> rejected{};
  Limit limit = Limit::none;  ///< not none: this ran out before the item was whole
};

/// What is ordered from a generator. Item `index` of the run must be a function of (options, keep, seed, index) alone.
struct Order {
  const Options& options;
  const Expression* keep = nullptr;  ///< what will be kept: a generator may use it to aim, never has to apply it
  std::uint64_t seed = 1;
  std::uint64_t index = 0;
};

// ── making ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A small change that mends a drawing.
struct Repair {
  std::string code;  ///< one of the facts' repairs
  std::string message;
  std::string text;  ///< the drawing after it; it may carry its solution along, as a file does
  Places places{};   ///< what changes
};

/// How closely a critique looks: what is costly comes later, while the maker reads the verdict.
enum class Closeness {
  verdict,  ///< can it be solved, and by one solution only?
  parts,    ///< the same, and which parts of it do nothing
  repairs   ///< the same, and what would mend it
};

/// What a maker is told about a drawing, finished or not.
struct Critique {
  Verdict verdict{};             ///< unknown without a limit: it is no puzzle yet, and the remarks say why
  std::optional<bool> unique{};  ///< nothing: not decided, or nothing the genre asks for
  std::string second{};          ///< where it is not unique: another solution, in the form of the first
  bool faulty = false;           ///< a remark is one that invalidates
  Limit limit = Limit::none;     ///< not none: a limit ran out before everything was looked at
  std::vector<Finding> remarks{};
  std::vector<Repair> repairs{};  ///< the smallest first
};

// ── play ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A place on the board, row and column from 1; 0,0 is no place.
struct Cell {
  int row = 0, column = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

struct Move {
  std::string text;   ///< what `play` takes, and what stands in a solution
  std::string label;  ///< for a person, if that differs
  std::string key{};  ///< terminal: a key that plays it at once ("up", "down", "left", "right", or a letter)
  Cell from{}, to{};  ///< what a person would touch, for the cursor and the page
};

enum class Standing { playing, won, stuck };
[[nodiscard]] constexpr std::string_view name(Standing standing) {
  switch (standing) {
    case Standing::playing:
      return "playing";
    case Standing::won:
      return "won";
    case Standing::stuck:
      break;
  }
  return "stuck";
}

/// How much a hint gives away.
enum class HintLevel { solvable, step, why };

/// What every genre may say: won already, still solvable, no longer solvable, not decided within the limits.
inline constexpr std::array<std::string_view, 4> plain_techniques{"solved", "solvable", "unsolvable", "unknown"};

struct Hint {
  std::string text{};              ///< in English, for the player
  std::string move{};              ///< the next move, where one is given away
  std::optional<bool> solvable{};  ///< is the position still solvable? nothing if that could not be decided
  std::string technique{};         ///< what the text says, as a code: one of the facts' or of `plain_techniques`
  std::vector<Cell> cells{};       ///< the squares it speaks of
  Value values = Value::object();  ///< the numbers and names in it
};

/// A board as rows of short texts, for the terminal. Styles: 0 plain, 1 red, 2 strong, 3 dim, 4 good, 5 warning, 6
/// blue.
struct TextCell {
  std::string text;
  int style = 0;
};
struct TextPicture {
  std::vector<std::vector<TextCell>> rows;
  Cell origin{1, 1};   ///< index (from 1) in `rows` of the board's cell 1,1: clue margins lie before it
  int cell_width = 2;  ///< columns of the terminal a cell takes, without the gap
  int gap = 1;
  std::string caption{};
};

// ── bench ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A fixed piece of work for `nazo bench`: returns a count that must be the same on every machine.
struct BenchTask {
  std::string name;
  std::function<std::uint64_t()> run;
};

class UsualPuzzles;

// ── the interface ──────────────────────────────────────────────────────────────────────────────────────────────────

class Genre {
 public:
  virtual ~Genre() = default;

  [[nodiscard]] virtual const Facts& facts() const = 0;

  /// Reads every puzzle of a text. An empty format means: look at the text and find out. Errors carry line and column.
  [[nodiscard]] virtual Result<std::vector<Puzzle>> parse(std::string_view text, std::string_view format,
                                                          const Options& options) const = 0;
  /// Writes a puzzle (and, where the format holds one, its solution).
  [[nodiscard]] virtual Result<std::string> print(const Puzzle& puzzle, std::string_view format, const Options& options,
                                                  const Context& context) const = 0;
  /// Text that is the same for all puzzles that are the same to a player (mirrored, rows exchanged, …).
  [[nodiscard]] virtual Result<std::string> canonical(const Puzzle& puzzle, const Context& context) const = 0;
  /// An SVG picture; with a solution, of the solved puzzle or of the way there.
  [[nodiscard]] virtual Result<std::string> picture(const Puzzle& puzzle, std::string_view solution,
                                                    const Options& options, const Context& context) const = 0;

  [[nodiscard]] virtual Result<Verdict> solve(const Puzzle& puzzle, const Options& options,
                                              const Context& context) const = 0;
  /// Is this solution right? Small code that shares nothing with the solver but the rules.
  [[nodiscard]] virtual Result<Report> verify(const Puzzle& puzzle, std::string_view solution, const Options& options,
                                              const Context& context) const = 0;
  /// Is the puzzle fit to publish?
  [[nodiscard]] virtual Result<Report> check(const Puzzle& puzzle, const Options& options,
                                             const Context& context) const = 0;
  /// What a maker wants to know while drawing: the verdict, what is wrong and where, what does nothing, and what small
  /// change would mend it. The text need not be a puzzle that can be played. Outer rooms ask by `critique_verified`
  /// (puzzle/critique.hpp), which believes nothing. A genre that says nothing of its own has `solve` and `check` asked.
  [[nodiscard]] virtual Result<Critique> critique(const Puzzle& puzzle, Closeness closeness, const Options& options,
                                                  const Context& context) const;
  /// The features. `wanted` names those that are needed (empty: all); others may be left out.
  [[nodiscard]] virtual Result<Analysis> analyze(const Puzzle& puzzle, const std::vector<std::string>& wanted,
                                                 const Options& options, const Context& context) const = 0;
  /// Difficulty and interest from the features alone; the formula stands in the genre's documentation.
  [[nodiscard]] virtual Prior prior(const Value& features) const = 0;
  /// What its puzzles usually are like (puzzle/usual.hpp); null: the genre knows nothing of the kind.
  [[nodiscard]] virtual const UsualPuzzles* usual() const { return nullptr; }

  [[nodiscard]] virtual Result<Batch> generate(const Order& order, const Context& context) const = 0;

  /// The position a player starts from.
  [[nodiscard]] virtual Result<std::string> start(const Puzzle& puzzle, const Options& options,
                                                  const Context& context) const = 0;
  [[nodiscard]] virtual Result<std::vector<Move>> moves(std::string_view position, const Options& options,
                                                        const Context& context) const = 0;
  /// The position after a move; an illegal move is an error that says why. Where the genre answers, its answer depends
  /// on the budget's nodes and bytes, never on the clock: if time runs out first, that is an error.
  [[nodiscard]] virtual Result<std::string> play(std::string_view position, std::string_view move,
                                                 const Options& options, const Context& context) const = 0;
  [[nodiscard]] virtual Result<Standing> status(std::string_view position, const Options& options,
                                                const Context& context) const = 0;
  [[nodiscard]] virtual Result<Hint> hint(std::string_view position, HintLevel level, const Options& options,
                                          const Context& context) const = 0;
  /// The moves of a solution, one by one, as `play` takes them.
  [[nodiscard]] virtual Result<std::vector<std::string>> replay(const Puzzle& puzzle, std::string_view solution,
                                                                const Options& options,
                                                                const Context& context) const = 0;
  [[nodiscard]] virtual Result<TextPicture> draw(std::string_view position, const Options& options,
                                                 const Context& context) const = 0;
  /// The position as data for the page: what stands where.
  [[nodiscard]] virtual Result<Value> view(std::string_view position, const Options& options,
                                           const Context& context) const = 0;

  [[nodiscard]] virtual std::vector<BenchTask> bench() const = 0;
};

}  // namespace nazo
