#include "experiments/paper000_boards.hpp"

#include <algorithm>
#include <iterator>
#include <ostream>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "experiments/tools.hpp"
#include "puzzle/verified.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo {

std::vector<OptionFact> board_options(const std::string& boards, const std::string& size, const std::string& kinds) {
  return {{.name = "boards",
           .kind = OptionKind::integer,
           .help = "how many boards",
           .fallback = boards,
           .lowest = 1,
           .highest = 1e6},
          {.name = "border",
           .kind = OptionKind::choice,
           .help = "may paths run outside the board?",
           .fallback = "outside",
           .choices = {"outside", "inside"}},
          {.name = "size", .kind = OptionKind::text, .help = "WIDTHxHEIGHT", .fallback = size},
          {.name = "kinds",
           .kind = OptionKind::integer,
           .help = "kinds of tiles",
           .fallback = kinds,
           .lowest = 1,
           .highest = 450}};
}

Result<MadeBoards> make_boards(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "shisen"));
  const auto boards = static_cast<std::uint64_t>(call.options.integer("boards"));
  const std::string border = call.options.text("border"), size = call.options.text("size"),
                    kinds = call.options.text("kinds");
  NAZO_TRY(making, Options::make(genre->facts().options, {{"border", border}, {"size", size}, {"kinds", kinds}}));
  NAZO_TRY(measuring, Options::make(genre->facts().options));
  MadeBoards made;
  std::vector<Value>& rows = made.rows;
  const auto make = [&](std::uint64_t index) -> Result<Value> {
    const Order order{.options = making, .keep = nullptr, .seed = call.context.seed, .index = index};
    NAZO_TRY(batch, genre->generate(order, call.context));
    Value found = Value::array();
    for (const Candidate& candidate : batch.candidates) {
      NAZO_TRY(verdict, solve_verified(*genre, candidate.puzzle, measuring, call.context));
      if (verdict.limit == Limit::stopped) return fail_limit(Limit::stopped);
      if (verdict.status != Status::solved) continue;
      // All features there are: a study or a rating then needs no second analysis.
      NAZO_TRY(analysis, genre->analyze(candidate.puzzle, {}, measuring, call.context));
      if (analysis.limit == Limit::stopped) return fail_limit(Limit::stopped);
      if (analysis.limit != Limit::none) {
        call.words << "board of item " << index << ": " << name(analysis.limit) << " ran out, left out\n";
        continue;
      }
      found.push(Value::object()
                     .set("exact", analysis.exact)
                     .set("features", analysis.features)
                     .set("puzzle", candidate.puzzle.text));
    }
    return found;
  };
  const auto take = [&](std::uint64_t index, const Value& found) {
    for (const Value& board : *found.items()) {
      if (rows.size() >= boards) break;
      rows.push_back(Value::object()
                         .set("id", cat("board ", rows.size() + 1))
                         .set("genre", genre->facts().name)
                         .set("exact", *board.find("exact"))
                         .set("features", *board.find("features"))
                         .set("puzzle", *board.find("puzzle"))
                         .set("seed", call.context.seed)
                         .set("index", index));
    }
    return rows.size() < boards;
  };
  // One board at a time: its state space may need all the memory and every thread there is.
  ExperimentCall one_by_one = call;
  one_by_one.context.threads = 1;
  NAZO_TRY(whole, each_item(one_by_one, "boards", endless, make, take));
  made.whole = whole;
  return made;
}

Result<std::optional<std::vector<Value>>> boards_for(const ExperimentCall& call) {
  std::vector<Value> rows;
  if (call.files.empty()) {
    NAZO_TRY(made, make_boards(call));
    if (!made.whole) return std::nullopt;
    return made.rows;
  }
  std::vector<Item> items;
  for (const std::string& file : call.files) {
    NAZO_TRY(more, items_of_file(call, file, "shisen", {}));
    std::ranges::move(more, std::back_inserter(items));
  }
  const auto make = [&](std::uint64_t i) -> Result<Value> {
    NAZO_TRY(kept, stored_puzzle(items[i], call.context));
    Value features = kept.features;
    // What came without the layers of its state space is looked at now.
    if (features.find("layers") == nullptr) {
      NAZO_TRY(analysis, items[i].genre->analyze(items[i].puzzle, {}, items[i].options, call.context));
      if (analysis.limit != Limit::none) return fail_limit(analysis.limit);
      features = analysis.features;
    }
    return Value::object().set("id", kept.title).set("features", features).set("puzzle", kept.text);
  };
  const auto take = [&](std::uint64_t, const Value& row) {
    rows.push_back(row);
    return true;
  };
  NAZO_TRY(whole, each_item(call, "boards", items.size(), make, take));
  if (!whole) return std::nullopt;
  return rows;
}

}  // namespace nazo
