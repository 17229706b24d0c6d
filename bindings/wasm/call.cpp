#include "call.hpp"

#include <functional>
#include <map>

#include "base/text.hpp"
#include "puzzle/critique.hpp"
#include "puzzle/values.hpp"
#include "puzzle/verified.hpp"

namespace nazo::wasm {

namespace {

/// The words of a call, read in order; a missing one is an empty text.
struct Words {
  const std::vector<std::string_view>& words;
  std::size_t next = 1;
  std::string_view take() { return next < words.size() ? words[next++] : std::string_view{}; }
};

Result<Options> options_of(const Genre& genre, std::string_view text) {
  std::map<std::string, std::string> given;
  for (const Line& line : lines_of(text)) {
    if (trim(line.text).empty()) continue;
    const std::size_t at = line.text.find('=');
    if (at == std::string_view::npos) return fail(cat("expected an option NAME=VALUE, not ", in_quotes(line.text)));
    given.emplace(line.text.substr(0, at), line.text.substr(at + 1));
  }
  return Options::make(genre.facts().options, given);
}

/// What a call without limits of its own may use.
Context quick_limits() { return {.budget = {.bytes = std::uint64_t{128} << 20}}; }

Result<Context> context_of(std::string_view text) {
  Context context = quick_limits();
  const auto words = Line{text, 1}.words();
  if (words.size() > 3) return fail("expected limits SECONDS NODES BYTES");
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].text == "-") continue;
    const auto number = real_of(words[i].text);
    if (!number || !(*number >= 0)) return fail(cat("expected a limit, not ", in_quotes(words[i].text)));
    if (i == 0) context.budget.seconds = *number;
    if (i == 1) context.budget.nodes = static_cast<std::uint64_t>(*number);
    if (i == 2) context.budget.bytes = static_cast<std::uint64_t>(*number);
  }
  return context;
}

/// What is asked of one genre: all of these take it and its options first.
struct Asked {
  const Genre& genre;
  Options options;
  Words words;
  Context context = quick_limits();  ///< for what answers at once

  /// A puzzle from its text in any of the genre's formats.
  Result<Puzzle> puzzle() {
    NAZO_TRY(puzzles, genre.parse(words.take(), "", options));
    if (puzzles.empty()) return fail("there is no puzzle in this text");
    return puzzles.front();
  }
  /// A puzzle that the module itself has normalised.
  Puzzle native() { return {.genre = genre.facts().name, .text = std::string(words.take())}; }
};

Result<Value> parse(Asked& asked) {
  const std::string_view text = asked.words.take();
  NAZO_TRY(puzzles, asked.genre.parse(text, asked.words.take(), asked.options));
  return values_of(puzzles);
}

Result<Value> print(Asked& asked) {
  Puzzle puzzle = asked.native();
  const std::string_view format = asked.words.take();
  puzzle.solution = asked.words.take();
  puzzle.title = asked.words.take();
  NAZO_TRY(text, asked.genre.print(puzzle, format, asked.options, asked.context));
  return Value(text);
}

Result<Value> canonical(Asked& asked) {
  NAZO_TRY(text, asked.genre.canonical(asked.native(), asked.context));
  return Value(text);
}

Result<Value> picture(Asked& asked) {
  const Puzzle puzzle = asked.native();
  NAZO_TRY(svg, asked.genre.picture(puzzle, asked.words.take(), asked.options, asked.context));
  return Value(svg);
}

Result<Value> solve(Asked& asked) {
  const Puzzle puzzle = asked.native();
  NAZO_TRY(context, context_of(asked.words.take()));
  NAZO_TRY(verdict, solve_verified(asked.genre, puzzle, asked.options, context));
  return value_of(verdict);
}

Result<Value> verify(Asked& asked) {
  const Puzzle puzzle = asked.native();
  NAZO_TRY(report, asked.genre.verify(puzzle, asked.words.take(), asked.options, asked.context));
  return value_of(report);
}

Result<Value> check(Asked& asked) {
  const Puzzle puzzle = asked.native();
  NAZO_TRY(context, context_of(asked.words.take()));
  NAZO_TRY(report, asked.genre.check(puzzle, asked.options, context));
  return value_of(report);
}

Closeness closeness_of(std::string_view word) {
  if (word == "repairs") return Closeness::repairs;
  return word == "parts" ? Closeness::parts : Closeness::verdict;
}

Result<Value> critique(Asked& asked) {
  NAZO_TRY(puzzle, asked.puzzle());
  const Closeness closeness = closeness_of(asked.words.take());
  NAZO_TRY(context, context_of(asked.words.take()));
  NAZO_TRY(critique, critique_verified(asked.genre, puzzle, closeness, asked.options, context));
  return value_of(critique).set("puzzle", value_of(puzzle));
}

Result<Value> analyze(Asked& asked) {
  const Puzzle puzzle = asked.native();
  NAZO_TRY(context, context_of(asked.words.take()));
  std::vector<std::string> wanted;
  for (const std::string_view name : split(asked.words.take(), ','))
    if (!trim(name).empty()) wanted.emplace_back(trim(name));
  NAZO_TRY(analysis, asked.genre.analyze(puzzle, wanted, asked.options, context));
  return value_of(analysis).set("prior", value_of(asked.genre.prior(analysis.features)));
}

Result<Value> generate(Asked& asked) {
  const auto seed = number_of<std::uint64_t>(asked.words.take());
  const auto index = number_of<std::uint64_t>(asked.words.take());
  if (!seed || !index) return fail("expected a seed and an index");
  NAZO_TRY(context, context_of(asked.words.take()));
  NAZO_TRY(batch,
           asked.genre.generate({.options = asked.options, .keep = nullptr, .seed = *seed, .index = *index}, context));
  return values_of(batch.candidates);
}

Result<Value> start(Asked& asked) {
  NAZO_TRY(puzzle, asked.puzzle());
  NAZO_TRY(position, asked.genre.start(puzzle, asked.options, asked.context));
  return Value(position);
}

Result<Value> look(Asked& asked) {
  const std::string_view position = asked.words.take();
  const bool moves_wanted = asked.words.take() != "view";
  NAZO_TRY(view, asked.genre.view(position, asked.options, asked.context));
  std::vector<Move> moves;
  if (moves_wanted) {
    NAZO_TRY(found, asked.genre.moves(position, asked.options, asked.context));
    moves = std::move(found);
  }
  NAZO_TRY(standing, asked.genre.status(position, asked.options, asked.context));
  return Value::object().set("view", view).set("moves", values_of(moves)).set("status", name(standing));
}

Result<Value> play(Asked& asked) {
  const std::string_view position = asked.words.take();
  NAZO_TRY(next, asked.genre.play(position, asked.words.take(), asked.options, asked.context));
  return Value(next);
}

HintLevel level_of(std::string_view word) {
  if (word == "why") return HintLevel::why;
  if (word == "step") return HintLevel::step;
  return HintLevel::solvable;
}

Result<Value> hint(Asked& asked) {
  const std::string_view position = asked.words.take();
  const std::string_view word = asked.words.take();
  NAZO_TRY(context, context_of(asked.words.take()));
  NAZO_TRY(hint, asked.genre.hint(position, level_of(word), asked.options, context));
  return value_of(hint);
}

Result<Value> replay(Asked& asked) {
  const Puzzle puzzle = asked.native();
  NAZO_TRY(moves, asked.genre.replay(puzzle, asked.words.take(), asked.options, asked.context));
  Value list = Value::array();
  for (const std::string& move : moves) list.push(move);
  return list;
}

Result<Value> draw(Asked& asked) {
  NAZO_TRY(picture, asked.genre.draw(asked.words.take(), asked.options, asked.context));
  return value_of(picture);
}

using Answer = Result<Value> (*)(Asked&);
const std::map<std::string_view, Answer>& answers() {
  static const std::map<std::string_view, Answer> table{
      {"parse", parse},       {"print", print},   {"canonical", canonical}, {"picture", picture},
      {"solve", solve},       {"verify", verify}, {"check", check},         {"analyze", analyze},
      {"generate", generate}, {"start", start},   {"look", look},           {"play", play},
      {"hint", hint},         {"replay", replay}, {"draw", draw},           {"critique", critique},
  };
  return table;
}

Result<Value> answer(Catalog genres, const std::vector<std::string_view>& words) {
  const std::string_view what = words.empty() ? std::string_view{} : words.front();
  if (what == "genres") {
    Value list = Value::array();
    for (const Genre* genre : genres) list.push(value_of(genre->facts()));
    return list;
  }
  const auto found = answers().find(what);
  if (found == answers().end()) return fail(cat("nothing is called ", in_quotes(what)));
  Words rest{words};
  const std::string_view name = rest.take();
  const Genre* genre = find_genre(genres, name);
  if (genre == nullptr) return fail(cat("no genre ", in_quotes(name)));
  NAZO_TRY(options, options_of(*genre, rest.take()));
  Asked asked{*genre, std::move(options), rest};
  return found->second(asked);
}

}  // namespace

std::string call(Catalog genres, const std::vector<std::string_view>& words) {
  const auto value = answer(genres, words);
  return value ? Value::object().set("value", *value).json()
               : Value::object().set("error", value_of(value.error())).json();
}

}  // namespace nazo::wasm
