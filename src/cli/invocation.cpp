#include "cli/invocation.hpp"

#include <algorithm>
#include <deque>
#include <fstream>
#include <new>
#include <ostream>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "cli/run_places.hpp"
#include "workshop/memory_text.hpp"
#include "workshop/scratch_files.hpp"

namespace nazo::cli {

int worse(int a, int b) {
  static constexpr int in_order[] = {yes, no, limit, bad, broken};
  const auto rank = [](int code) { return std::ranges::find(in_order, code) - std::begin(in_order); };
  return rank(a) >= rank(b) ? a : b;
}

std::string Invocation::value(const std::string& name) const {
  if (const auto given = values.find(name); given != values.end()) return given->second;
  const auto fact = std::ranges::find(verb.options, name, &OptionFact::name);
  return fact == verb.options.end() ? "" : fact->fallback;
}

std::int64_t Invocation::integer(const std::string& name) const {
  return number_of<std::int64_t>(value(name)).value_or(0);
}

int Invocation::complain(const Error& error) const {
  streams.err << "nazo: " << printable(error.text()) << "\n";
  return bad;
}

std::string Invocation::take_genre() {
  if (!operands.empty() && find_genre(genres, operands.front()) != nullptr) {
    std::string genre = operands.front();
    operands.erase(operands.begin());
    return genre;
  }
  return value("genre");
}

std::map<std::string, std::string> Invocation::genre_values() const {
  std::map<std::string, std::string> rest = values;
  std::erase_if(
      rest, [&](const auto& entry) { return std::ranges::count(verb.options, entry.first, &OptionFact::name) != 0; });
  return rest;
}

Result<Context> Invocation::context() const {
  static ScratchFiles files;
  Context context;
  context.scratch = &files;
  context.budget.stop = &interrupted;
  if (has("time")) context.budget.seconds = *real_of(value("time"));
  if (has("nodes")) context.budget.nodes = static_cast<std::uint64_t>(integer("nodes"));
  if (const std::string memory = value("memory"); !memory.empty()) {
    const auto bytes = memory_of(memory);
    if (!bytes) return fail(cat("--memory takes bytes such as 500M or 2G, not ", in_quotes(memory)));
    context.budget.bytes = *bytes;
  }
  if (const std::string threads = value("threads"); !threads.empty()) {
    const auto wanted = static_cast<unsigned>(integer("threads"));
    context.threads = wanted == 0 ? hardware_threads() : wanted;
  }
  if (const std::string seed = value("seed"); !seed.empty()) context.seed = static_cast<std::uint64_t>(integer("seed"));
  return context;
}

Result<std::string> read_text(Invocation& call, const std::string& file) {
  return nazo::read_text(file, call.streams.in);
}

int write_output(const Invocation& call, const std::string& bytes) {
  const std::string file = call.value("output");
  if (file.empty() || file == "-") {
    call.streams.out << bytes << std::flush;
    return yes;  // whether it arrived is looked at when the run ends
  }
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  if (!stream) return call.complain(Error{"cannot be written", file});
  stream << bytes << std::flush;
  stream.close();
  if (stream) return yes;
  call.complain(Error{"takes no more: not everything was written", file});
  return broken;
}

ItemReader reader_of(Invocation& call) {
  ReadHints hints{.genres = call.genres,
                  .genre = call.take_genre(),
                  .format = call.value("from"),
                  .verb = call.verb.name,
                  .given = call.genre_values()};
  std::vector<std::string> files = call.operands;
  if (files.empty()) files.push_back("-");
  return {std::move(hints), std::move(files), call.streams.in};
}

Input read_input(Invocation& call) {
  Input input;
  ItemReader reader = reader_of(call);
  while (auto item = reader.next()) {
    if (*item) {
      input.items.push_back(**std::move(item));
    } else {
      input.code = worse(input.code, call.complain(item->error()));
    }
  }
  return input;
}

Answer ask_within_memory(const Ask& ask, const Item& item, const Context& context, bool alone) {
  try {
    return ask(item, context, alone);
  } catch (const std::bad_alloc&) {
    return {.error = fail_limit(Limit::memory).error()};
  }
}

int show_answer(const Invocation& call, const Result<Item>& item, const Answer& answer, const Show& show) {
  if (answer.error) {
    call.complain(item ? Error{cat(item->id, ": ", answer.error->text())} : *answer.error);
    return answer.error->limit == Limit::none ? bad : limit;
  }
  const auto shown = [&] {
    if (show) return show(*item, answer);
    return call.json() ? json_line(*item, answer.json).json() + "\n" : answer.text;
  };
  call.streams.out << shown() << std::flush;
  return answer.code;
}

int answer_all(Invocation& call, const Context& context, const Ask& ask, const Show& show) {
  if (goes_elsewhere(call)) return answer_elsewhere(call, context, ask, show);
  int code = yes;
  TerminalProgress progress;
  ItemReader reader = reader_of(call);
  std::deque<Result<Item>> begun;  // read before it was known how many there are
  const auto read = [&] {
    if (auto item = reader.next()) begun.push_back(*std::move(item));
  };
  read();
  // A single puzzle may use all threads inside and is told of at length; of several the threads take one each. To know
  // which, the second must be waited for.
  if (context.threads > 1 || !call.json()) read();
  const bool alone = begun.size() == 1 && (context.threads > 1 || !call.json());
  Context inner = context;
  if (alone) {
    inner.progress = progress.sink();
  } else {
    inner.threads = 1;
  }
  const auto next = [&]() -> std::optional<Result<Item>> {
    if (begun.empty()) return reader.next();
    Result<Item> item = std::move(begun.front());
    begun.pop_front();
    return item;
  };
  const auto make = [&](const Result<Item>& item) -> Answer {
    if (!item) return {.error = item.error()};
    return ask_within_memory(ask, *item, inner, alone);
  };
  std::uint64_t done = 0;
  const auto take = [&](const Result<Item>& item, const Answer& answer) {
    code = worse(code, show_answer(call, item, answer, show));
    if (!alone) progress.report({call.verb.name, ++done, 0});
    return static_cast<bool>(call.streams.out);  // nobody reads on
  };
  ordered_pipe<Result<Item>, Answer>(alone ? 1 : context.threads, next, make, take);
  return code;
}

}  // namespace nazo::cli
