#include "cli/invocation.hpp"

#include <algorithm>
#include <deque>
#include <fstream>
#include <new>
#include <ostream>

#include "base/parallel.hpp"
#include "base/text.hpp"
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

namespace {

Result<std::uint64_t> bytes_of(std::string_view text) {
  std::string_view digits = text;
  std::uint64_t unit = 1;
  for (const std::string_view ending : {"iB", "B"})
    if (digits.ends_with(ending)) {
      digits.remove_suffix(ending.size());
      break;
    }
  if (!digits.empty()) {
    const std::size_t power = std::string_view("KMGT").find(static_cast<char>(digits.back() & ~0x20));
    if (power != std::string_view::npos) {
      unit = std::uint64_t{1} << (10 * (power + 1));
      digits.remove_suffix(1);
    }
  }
  const auto number = real_of(digits);
  if (!number || *number < 0 || *number * static_cast<double>(unit) > 1e18)
    return fail(cat("--memory takes bytes such as 500M or 2G, not ", in_quotes(text)));
  return static_cast<std::uint64_t>(*number * static_cast<double>(unit));
}

}  // namespace

Result<Context> Invocation::context() const {
  static ScratchFiles files;
  Context context;
  context.scratch = &files;
  context.budget.stop = &interrupted;
  if (has("time")) context.budget.seconds = *real_of(value("time"));
  if (has("nodes")) context.budget.nodes = static_cast<std::uint64_t>(integer("nodes"));
  if (const std::string memory = value("memory"); !memory.empty()) {
    NAZO_TRY(bytes, bytes_of(memory));
    context.budget.bytes = bytes;
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

namespace {

/// One puzzle that the machine has no memory for does not end the others.
Answer within_memory(const std::function<Answer()>& ask) {
  try {
    return ask();
  } catch (const std::bad_alloc&) {
    return {.error = fail_limit(Limit::memory).error()};
  }
}

}  // namespace

int answer_all(Invocation& call, const Context& context, const Ask& ask, const Show& show) {
  const auto shown = [&](const Item& item, const Answer& answer) {
    if (show) return show(item, answer);
    return call.json() ? json_line(item, answer.json).json() + "\n" : answer.text;
  };
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
    return within_memory([&] { return ask(*item, inner, alone); });
  };
  std::uint64_t done = 0;
  const auto take = [&](const Result<Item>& item, const Answer& answer) {
    if (answer.error) {
      call.complain(item ? Error{cat(item->id, ": ", answer.error->text())} : *answer.error);
      code = worse(code, answer.error->limit == Limit::none ? bad : limit);
    } else {
      code = worse(code, answer.code);
      call.streams.out << shown(*item, answer) << std::flush;
    }
    if (!alone) progress.report({call.verb.name, ++done, 0});
    return static_cast<bool>(call.streams.out);  // nobody reads on
  };
  ordered_pipe<Result<Item>, Answer>(alone ? 1 : context.threads, next, make, take);
  return code;
}

}  // namespace nazo::cli
