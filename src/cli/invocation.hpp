// One call of the program: what the user said, and the helpers every verb needs.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/ranks.hpp"
#include "cli/cli.hpp"
#include "cli/table.hpp"
#include "workshop/items.hpp"

namespace nazo::cli {

/// Exit codes, and which of several wins.
enum Exit : int { yes = 0, no = 1, bad = 2, limit = 3, broken = 4 };
/// Any 4 wins, then 2, then 3, then 1.
[[nodiscard]] int worse(int a, int b);

struct Parts;

struct Invocation {
  const Verb& verb;
  Streams streams;
  Catalog genres;
  Ranks* ranks = nullptr;            ///< the other processes of this job, if there are any
  const Parts* parts = nullptr;      ///< what shards have left, where they are merged
  std::vector<std::string> words{};  ///< as they were typed, the verb first
  std::vector<std::string> operands{};
  /// Options as given, by name; a flag has the value "true", an option that takes a file the file's bytes.
  std::map<std::string, std::string> values{};

  [[nodiscard]] bool has(const std::string& name) const { return values.contains(name); }
  /// The value given, or the default of the verb's table.
  [[nodiscard]] std::string value(const std::string& name) const;
  [[nodiscard]] std::int64_t integer(const std::string& name) const;
  /// Several ranks work on this call.
  [[nodiscard]] bool together() const { return ranks != nullptr && ranks->size() > 1; }
  [[nodiscard]] bool json() const { return has("json"); }

  /// Prints "nazo: MESSAGE" on standard error; returns exit code 2.
  int complain(const Error& error) const;
  int complain(const std::string& message) const { return complain(Error{message}); }

  /// The first operand, if it names a genre, is taken away and returned; else --genre; else nothing.
  [[nodiscard]] std::string take_genre();
  /// Options that are not the verb's own: a genre will know them.
  [[nodiscard]] std::map<std::string, std::string> genre_values() const;

  /// Limits, threads, seed, interrupt flag.
  [[nodiscard]] Result<Context> context() const;
};

/// What the input held: puzzles, and the exit code so far (2 if a file could not be read).
struct Input {
  std::vector<Item> items{};
  int code = yes;
};

/// The puzzles of the operands (or standard input), one by one.
[[nodiscard]] ItemReader reader_of(Invocation& call);
/// All of them at once. What cannot be read is one line on standard error each; the others are still used.
[[nodiscard]] Input read_input(Invocation& call);

/// The whole text of a file, "-" for standard input.
[[nodiscard]] Result<std::string> read_text(Invocation& call, const std::string& file);

/// Writes to --output, or to standard output. Returns the exit code: 2 for a file that cannot be opened, 4 for one that
/// takes no more.
int write_output(const Invocation& call, const std::string& bytes);

/// What a verb has to say of one puzzle.
struct Answer {
  int code = yes;
  Value json = Value::object();  ///< the verb's fields
  std::string text{};            ///< for people; printed as it is
  std::optional<Error> error{};  ///< instead of an answer
};

/// Says something of one puzzle; `alone`: it is the only one, and there is room for details.
using Ask = std::function<Answer(const Item&, const Context&, bool alone)>;

/// What is printed of an answer; called in order.
using Show = std::function<std::string(const Item&, const Answer&)>;

/// Asks for every puzzle of the operands (or standard input) as they are read, with threads, and prints the answers in
/// order: as `show` has them, or JSON Lines or text. Returns the exit code.
int answer_all(Invocation& call, const Context& context, const Ask& ask, const Show& show = {});

/// One puzzle that the machine has no memory for does not end the others.
[[nodiscard]] Answer ask_within_memory(const Ask& ask, const Item& item, const Context& context, bool alone = false);
/// Prints an answer, or says what is wrong. Returns the exit code.
int show_answer(const Invocation& call, const Result<Item>& item, const Answer& answer, const Show& show);

/// Runs the program once more with these words, for the same streams.
[[nodiscard]] int run_words(const std::vector<std::string>& words, const Invocation& call, const Parts* parts);

}  // namespace nazo::cli
