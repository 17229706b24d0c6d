#include "cli/invocation.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <ostream>
#include <sstream>

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

std::int64_t Invocation::integer(const std::string& name) const { return number_of<std::int64_t>(value(name)).value_or(0); }

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
  std::erase_if(rest, [&](const auto& entry) { return std::ranges::count(verb.options, entry.first, &OptionFact::name) != 0; });
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
  if (!number || *number < 0 || *number * static_cast<double>(unit) > 1e18) return fail(cat("--memory takes bytes such as 500M or 2G, not ", in_quotes(text)));
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

namespace {

/// All that is left to read; nothing if reading fails.
std::optional<std::string> rest_of(std::istream& in) {
  std::string text;
  char block[65536];
  while (in.read(block, sizeof block) || in.gcount() > 0) text.append(block, static_cast<std::size_t>(in.gcount()));
  if (in.bad()) return std::nullopt;
  return text;
}

}  // namespace

Result<std::string> read_text(Invocation& call, const std::string& file) {
  if (file == "-") {
    auto text = rest_of(call.streams.in);
    if (!text) return std::unexpected(Error{"cannot be read", "standard input"});
    return *std::move(text);
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) return std::unexpected(Error{"is a folder", file});
  std::ifstream stream(file, std::ios::binary);
  auto text = stream ? rest_of(stream) : std::nullopt;
  if (!text) return std::unexpected(Error{"cannot be read", file});
  return *std::move(text);
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

Input read_input(Invocation& call) {
  Input input;
  ReadHints hints{.genres = call.genres, .genre = call.take_genre(), .format = call.value("from"), .verb = call.verb.name, .given = call.genre_values()};
  std::vector<std::string> files = call.operands;
  if (files.empty()) files.push_back("-");
  for (const std::string& file : files) {
    auto text = read_text(call, file);
    if (!text) {
      input.code = worse(input.code, call.complain(text.error()));
      continue;
    }
    auto items = read_items(*text, file, hints, input.items.size() + 1);
    if (!items) {
      input.code = worse(input.code, call.complain(items.error()));
      continue;
    }
    std::ranges::move(*items, std::back_inserter(input.items));
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

int answer_all(Invocation& call, const Input& input, const Context& context, const std::function<Answer(const Item&, const Context&)>& ask) {
  int code = input.code;
  TerminalProgress progress;
  const std::size_t count = input.items.size();
  // With several puzzles the threads take one each; a single puzzle may use them all inside.
  const unsigned outer = count > 1 ? context.threads : 1;
  Context inner = context;
  inner.threads = count > 1 ? 1 : context.threads;
  if (count == 1) inner.progress = progress.sink();
  ordered_map<Answer>(
      count, outer, [&](std::uint64_t i) { return within_memory([&] { return ask(input.items[i], inner); }); },
      [&](std::uint64_t i, Answer answer) {
        if (answer.error) {
          call.complain(cat(input.items[i].id, ": ", answer.error->text()));
          code = worse(code, answer.error->limit == Limit::none ? bad : limit);
        } else {
          code = worse(code, answer.code);
          if (call.json()) {
            call.streams.out << json_line(input.items[i], answer.json).json() << "\n";
          } else {
            call.streams.out << answer.text;
          }
          call.streams.out << std::flush;
        }
        if (count > 1) progress.report({call.verb.name, i + 1, count});
        return static_cast<bool>(call.streams.out);  // nobody reads on
      });
  return code;
}

}  // namespace nazo::cli
