#include "experiments/tools.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "puzzle/values.hpp"

namespace nazo {

Result<const Genre*> genre_for(const ExperimentCall& call, std::string_view name) {
  if (const Genre* genre = find_genre(call.genres, name)) return genre;
  return fail(cat("this program was built without ", name));
}

Result<std::vector<Item>> items_of_file(const ExperimentCall& call, const std::string& file, const std::string& genre,
                                        const std::map<std::string, std::string>& options) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::unexpected(Error{"cannot be read", file});
  std::ostringstream text;
  text << stream.rdbuf();
  return read_items(text.str(), file, {.genres = call.genres, .genre = genre, .verb = "analyze", .given = options});
}

bool stopped(const ExperimentCall& call) {
  return call.context.budget.stop != nullptr && call.context.budget.stop->load();
}

Result<bool> each_item(const ExperimentCall& call, const std::string& what, std::uint64_t count,
                       const std::function<Result<Value>(std::uint64_t)>& make,
                       const std::function<bool(std::uint64_t, const Value&)>& take) {
  ItemPlaces places = call.places;
  places.threads = call.context.threads;
  places.log = &call.finished;
  if (count == endless && !places.shard.whole())
    return fail("this run finds out on its way how many items it needs, so they cannot be shared out before");
  std::uint64_t given = 0;
  NAZO_TRY(end, run_items({
                              .next = [&]() -> std::optional<Value> {
                                if (given == count) return std::nullopt;
                                ++given;
                                return Value();
                              },
                              .make = [&](std::uint64_t i, const Value&) { return make(i); },
                              .take =
                                  [&](std::uint64_t i, const Value&, const Value& made) {
                                    if (call.context.progress)
                                      call.context.progress({what, i + 1, count == endless ? 0 : count});
                                    return take(i, made);
                                  },
                              .all_take = true,
                              .resumed =
                                  [&](std::uint64_t before) {
                                    call.words << "going on after " << before << " " << what << " of "
                                               << call.finished.path() << "\n";
                                  },
                              .stopped = [&] { return stopped(call); },
                          },
                          places));
  if (end == RunEnd::shard_done && call.shard_done != nullptr) *call.shard_done = true;
  if (end == RunEnd::interrupted)
    call.words << "interrupted"
               << (call.finished.path().empty() ? "; with --log FILE it could be gone on with"
                                                : "; the same command goes on from here")
               << "\n";
  return end == RunEnd::whole || end == RunEnd::helped;
}

Findings nothing_found() { return {.account = {}, .whole = false}; }

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

void add_in_both(Account& account, Table table, const std::map<std::string, Words>& said) {
  Table shown = table;
  shown.audience = Audience::readers;
  for (Value& row : shown.rows)
    for (const auto& [field, value] : Value::Object(*row.fields()))
      if (value.string() != nullptr)
        if (const auto words = said.find(*value.string()); words != said.end()) row.set(field, in_both(words->second));
  table.audience = Audience::programs;
  account.add(std::move(table));
  account.add(std::move(shown));
}

Result<std::optional<std::vector<Analysed>>> analyze_all(const ExperimentCall& call, const std::vector<Item>& items,
                                                         const std::vector<std::string>& wanted, const Budget& budget) {
  std::vector<Analysed> all;
  const auto make = [&](std::uint64_t i) -> Result<Value> {
    const Context context{.budget = budget, .threads = 1, .seed = call.context.seed, .scratch = call.context.scratch};
    auto analysis = items[i].genre->analyze(items[i].puzzle, wanted, items[i].options, context);
    if (!analysis) {
      Error error = analysis.error();
      error.message = cat(items[i].id, ": ", error.message);
      return std::unexpected(error);
    }
    if (analysis->limit == Limit::stopped) return fail_limit(Limit::stopped);
    return value_of(*analysis);
  };
  const auto take = [&](std::uint64_t, const Value& item) {
    all.push_back({*item.find("exact")->boolean(), item.find("limit")->is_null(), *item.find("features")});
    return true;
  };
  NAZO_TRY(whole, each_item(call, "puzzles", items.size(), make, take));
  if (!whole) return std::nullopt;
  return all;
}

Result<Puzzle> first_candidate(const Genre& genre, const Options& options, std::uint64_t seed, std::uint64_t index) {
  NAZO_TRY(batch, genre.generate({.options = options, .keep = nullptr, .seed = seed, .index = index}, {}));
  if (batch.candidates.empty()) return fail("the generator brought no puzzle");
  return batch.candidates.front().puzzle;
}

}  // namespace nazo
