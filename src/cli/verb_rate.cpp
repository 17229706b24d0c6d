// nazo rate: difficulty, interest, expected time and success; for one player; and which puzzle next.
#include <cmath>
#include <map>
#include <mutex>
#include <ostream>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/run_places.hpp"
#include "cli/verbs.hpp"
#include "workshop/people_fields.hpp"
#include "workshop/rate_puzzles.hpp"
#include "workshop/replay.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo::cli {
namespace {

/// What a rating stands on, where that is not plays of this very puzzle.
std::string_view ground_text(const Rated& rated) {
  if (rated.model == prior_model)
    return rated.own_words ? " (from the features and what the player said)" : " (from the features, no plays)";
  if (rated.own_words) return rated.played ? " (and what the player said)" : " (from the features and what they said)";
  return rated.played ? "" : " (from the features)";
}

std::string with_error(const std::optional<double>& value, const std::optional<double>& error, int digits) {
  if (!value) return "–";
  return text_of(*value, digits) + (error ? cat(" ± ", text_of(*error, digits)) : "");
}

/// Why there is no difficulty, in words.
std::string silence_text(const Rated& rated) {
  const std::string_view why = silence_of(rated);
  if (why.empty()) return "";
  if (why == "unsolvable") return " (it has no solution)";
  return why == "undecided" ? " (no solution was found within the limits, nor that there is none)"
                            : " (nothing that difficulty shows in was measured)";
}

std::string estimates_text(const Rated& rated) {
  const store::Estimates& e = rated.estimates;
  std::string line = cat("difficulty ", with_error(e.difficulty, e.difficulty_se, 0), silence_text(rated));
  if (e.time)
    line += cat("  time ", time_text(*e.time), e.time_se ? cat(" ×/÷ ", text_of(std::exp(*e.time_se), 2)) : "");
  if (e.success) line += cat("  success ", text_of(100 * *e.success, 0), " %");
  if (e.interest) line += cat("  interest ", text_of(*e.interest, 0));
  return line;
}

int run_recommend(Invocation& call, const Rater& rater, const Genre& genre, std::uint64_t seed) {
  model::Wish wish{.count = static_cast<std::size_t>(call.integer("recommend"))};
  if (call.has("target-time") && call.has("target-success"))
    return call.complain("one of --target-time and --target-success");
  if (call.has("target-time")) {
    wish.target = model::Wanted::time;
    wish.value = *real_of(call.value("target-time"));
    wish.width = .1;
  } else {
    wish.value = *real_of(call.value("target-success"));
  }
  Rng rng(seed);
  const auto found = rater.recommend(wish, rng);
  if (!found) return call.complain(found.error());
  const Paint paint(call.streams.colour);
  std::vector<std::vector<std::string>> rows;
  for (const auto& [puzzle, choice] : found->given) {
    const bool time = wish.target == model::Wanted::time;
    if (call.json()) {
      call.streams.out << line_of({puzzle, choice}, rater, genre, wish).json() << "\n";
      continue;
    }
    rows.push_back({puzzle.title.empty() ? puzzle.key : puzzle.title,
                    time ? time_text(choice.predicted) : text_of(100 * choice.predicted, 0) + " %",
                    text_of(choice.propensity, 4), puzzle.key});
  }
  if (!call.json()) {
    call.streams.out << table({"puzzle", "predicted", "propensity", "key"}, rows, paint);
    call.streams.out << paint.dim(cat("from ", grouped(found->candidates), " puzzles, ", found->avoided,
                                      " seen lately; model ", rater.model_key()))
                     << "\n";
  }
  return found->given.empty() ? no : yes;
}

}  // namespace

int run_rate(Invocation& call) {
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  std::optional<store::Store> store;
  if (call.has("store")) {
    auto opened =
        call.has("save") ? store::Store::open(call.value("store")) : store::Store::open_existing(call.value("store"));
    if (!opened) return call.complain(opened.error());
    store = *std::move(opened);
  }
  store::Store* const kept = store ? &*store : nullptr;
  const Speaking speaking = call.has("simulated") ? Speaking::anyone : Speaking::people;
  if (call.has("recommend")) {
    if (goes_elsewhere(call)) return call.complain("--recommend draws once: not with --log, --shard or several ranks");
    const std::string name = call.take_genre();
    const Genre* genre = find_genre(call.genres, name);
    if (genre == nullptr)
      return call.complain(name.empty() ? "which genre? nazo rate GENRE --recommend N"
                                        : cat("no genre ", in_quotes(name)));
    const auto rater = Rater::make(*genre, kept, call.value("player"), call.value("model"), speaking);
    if (!rater) return call.complain(rater.error());
    if (!rater->trouble().empty()) call.streams.err << rater->trouble() << "; the genre's own word is used\n";
    return run_recommend(call, *rater, *genre,
                         call.has("seed") ? context->seed : static_cast<std::uint64_t>(store::now()));
  }
  if (call.has("save") && kept == nullptr) return call.complain("--save needs a store: --store");
  if (call.has("save") && goes_elsewhere(call))
    return call.complain("--save keeps what this process rates: not with --log, --shard or several ranks");
  if (call.has("save") && call.has("player"))
    return call.complain("--save keeps ratings for everyone, not for one player");
  std::mutex sharing;
  std::map<const Genre*, Rater> raters;
  const auto rater_of = [&](const Genre& genre) -> Result<const Rater*> {
    const std::lock_guard lock(sharing);
    if (const auto found = raters.find(&genre); found != raters.end()) return &found->second;
    NAZO_TRY(made, Rater::make(genre, kept, call.value("player"), call.value("model"), speaking));
    if (!made.trouble().empty()) call.streams.err << made.trouble() << "; the genre's own word is used\n";
    return &raters.emplace(&genre, std::move(made)).first->second;
  };
  const Paint paint(call.streams.colour);
  std::vector<store::Puzzle> rated_puzzles;
  int code = answer_all(call, *context, [&](const Item& item, const Context& limits, bool) -> Answer {
    const auto rater = rater_of(*item.genre);
    if (!rater) return {.error = rater.error()};
    auto rated = (*rater)->rate(item, limits);
    if (!rated) return {.error = rated.error()};
    Answer answer;
    answer.code = rated->limit == Limit::none ? yes : limit;
    answer.json = fields_of(*rated, **rater);
    answer.text = cat(paint.strong(item.id), "  ", estimates_text(*rated), "  ",
                      paint.dim(cat("model ", rated->model, (*rater)->simulated() ? " [simulated players]" : "",
                                    (*rater)->simulated_player() ? " [a simulated player]" : "", ground_text(*rated))),
                      "\n");
    if (call.has("save")) {
      auto puzzle = stored_puzzle(item, limits);
      if (!puzzle) return {.error = puzzle.error()};
      puzzle->features = rated->features;
      puzzle->exact = rated->exact;
      puzzle->created = store::now();
      const std::lock_guard lock(sharing);
      rated_puzzles.push_back(*std::move(puzzle));
    }
    return answer;
  });
  if (call.has("save")) {
    if (auto added = kept->add_puzzles(rated_puzzles); !added) return call.complain(added.error());
    for (const auto& [genre, rater] : raters)
      if (auto done = rate_collection(*genre, *kept); !done) return call.complain(done.error());
  }
  return code;
}

}  // namespace nazo::cli
