// Routes about long work: order it, watch it, cancel it.
#include <algorithm>

#include "base/text.hpp"
#include "puzzle/values.hpp"
#include "puzzle/verified.hpp"
#include "serve/api.hpp"
#include "serve/puzzle_text.hpp"
#include "workshop/generate_run.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo::serve {

namespace {

constexpr std::uint64_t most_ordered = 100;

/// What a job works on: read before it is queued, so that bad input is refused at once.
struct Task {
  const Genre* genre;
  Options options;
  Puzzle puzzle{};
  double seconds;
  std::uint64_t bytes;

  [[nodiscard]] Context context(JobRun& run) const {
    return {.budget = {.seconds = seconds, .bytes = bytes, .stop = run.stop()}, .progress = run.progress()};
  }
};

Result<Value> solve(const Task& task, JobRun& run) {
  NAZO_TRY(verdict, solve_verified(*task.genre, task.puzzle, task.options, task.context(run)));
  return value_of(verdict);
}

Result<Value> check(const Task& task, JobRun& run) {
  NAZO_TRY(report, task.genre->check(task.puzzle, task.options, task.context(run)));
  return value_of(report);
}

Result<Value> analyze(const Task& task, JobRun& run) {
  NAZO_TRY(analysis, task.genre->analyze(task.puzzle, {}, task.options, task.context(run)));
  return value_of(analysis).set("prior", value_of(task.genre->prior(analysis.features)));
}

/// Everything a maker wants to know of a puzzle, told piece by piece as it is found.
Result<Value> examine(const Task& task, JobRun& run) {
  Value all = Value::object().set("puzzle", value_of(task.puzzle));
  run.found("puzzle", value_of(task.puzzle));
  NAZO_TRY(solved, solve(task, run));
  run.found("verdict", solved);
  all.set("verdict", solved);
  NAZO_TRY(checked, check(task, run));
  run.found("report", checked);
  all.set("report", checked);
  NAZO_TRY(analysed, analyze(task, run));
  run.found("analysis", analysed);
  return all.set("analysis", analysed);
}

Result<Value> generate(GenerateOrder order, JobRun& run) {
  order.context.budget.stop = run.stop();
  order.context.progress = run.progress();
  const Genre& genre = *order.genre;
  NAZO_TRY(summary, generate_run(order, [&](const Kept& kept) {
             run.found("puzzle", value_of(kept.candidate)
                                     .set("index", kept.index)
                                     .set("prior", value_of(genre.prior(kept.candidate.features))));
             return true;
           }));
  Value rejected = Value::object();
  for (const auto& [reason, count] : summary.rejected) rejected.set(reason, count);
  return Value::object()
      .set("items", summary.items)
      .set("candidates", summary.candidates)
      .set("kept", summary.kept)
      .set("rejected", rejected)
      .set("limit", summary.limit == Limit::none ? Value() : Value(name(summary.limit)));
}

}  // namespace

Result<JobQueue::Work> Api::work_of(const Value& order) {
  NAZO_TRY(what, needed_text(order, "what"));
  NAZO_TRY(genre_name, needed_text(order, "genre"));
  NAZO_TRY(text, text_field(order, "text"));
  NAZO_TRY(format, text_field(order, "format"));
  NAZO_TRY(seconds, number_field(order, "seconds"));
  const Genre* genre = find_genre(settings_.genres, genre_name);
  if (genre == nullptr) return fail(cat("no genre ", in_quotes(genre_name)));
  std::map<std::string, std::string> given;
  if (const Value* options = order.find("options"); options != nullptr && !options->is_null()) {
    if (options->fields() == nullptr) return fail("\"options\" must be an object");
    for (const auto& [name, value] : *options->fields())
      given.emplace(name, value.string() != nullptr ? *value.string() : value.json());
  }
  for (const auto& [name, value] : given) {
    const auto fact = std::ranges::find(genre->facts().options, name, &OptionFact::name);
    // Nobody has sent a file: where an option takes one, the command line reads it.
    if (fact != genre->facts().options.end() && fact->kind == OptionKind::file)
      return fail(cat("the option ", in_quotes(name), " is for the command line"));
  }
  // Somebody waits for each generated puzzle: a few thousand random trials tell enough about it.
  if (what == "generate" && std::ranges::count(genre->facts().options, "trials", &OptionFact::name))
    given.try_emplace("trials", "2000");
  NAZO_TRY(options, Options::make(genre->facts().options, given));
  const double limit = seconds.value_or(settings_.job_seconds);
  if (!(limit > 0) || limit > settings_.job_seconds)
    return fail(cat("\"seconds\" must be more than 0 and at most ", settings_.job_seconds,
                    ": longer work is for the command line"));

  if (what == "generate") {
    GenerateOrder run{.genre = genre, .options = options};
    NAZO_TRY(keep, text_field(order, "keep"));
    NAZO_TRY(count, number_field(order, "count"));
    NAZO_TRY(seed, number_field(order, "seed"));
    if (!keep.empty()) {
      auto expression = Expression::parse(keep);
      if (!expression) return fail(cat("\"keep\": ", expression.error().message));
      run.keep = *expression;
    }
    if (count.value_or(1) < 1 || count.value_or(1) > static_cast<double>(most_ordered))
      return fail(cat("\"count\" must be from 1 to ", most_ordered));
    run.count = static_cast<std::uint64_t>(count.value_or(1));
    run.features = {"all"};
    run.context = {.budget = {.seconds = limit, .bytes = settings_.job_bytes},
                   .seed = static_cast<std::uint64_t>(std::clamp(seed.value_or(1), 0.0, 9e15))};
    return JobQueue::Work([run](JobRun& job) { return generate(run, job); });
  }
  if (what != "solve" && what != "check" && what != "analyze" && what != "examine")
    return fail(cat("\"what\" must be solve, check, analyze, examine or generate, not ", in_quotes(what)));
  if (text.empty()) return fail("\"text\" is missing: the puzzle");
  if (text.size() > most_puzzle_text) return fail(cat("the puzzle's text is longer than ", most_puzzle_text, " bytes"));
  NAZO_TRY(puzzles, genre->parse(text, format, options));
  if (puzzles.empty()) return fail("there is no puzzle in this text");
  const Task task{genre, options, puzzles.front(), limit, settings_.job_bytes};
  const auto does = what == "solve" ? solve : what == "check" ? check : what == "analyze" ? analyze : examine;
  return JobQueue::Work([task, does](JobRun& run) { return does(task, run); });
}

void Api::note_solved(const std::string& player, const Value& order) {
  const auto what = text_field(order, "what"), name = text_field(order, "genre"), text = text_field(order, "text");
  if (!what || !name || !text || (*what != "solve" && *what != "examine")) return;
  const Genre* genre = find_genre(settings_.genres, *name);
  const auto options = Options::make(genre->facts().options);
  const auto puzzles = genre->parse(*text, "", *options);
  if (!puzzles || puzzles->empty()) return;
  const auto record = stored_puzzle(*genre, puzzles->front(), answering_limits());
  if (!record) return;
  if (const auto known = known_puzzle(record->key); known && *known) note_shown(player, record->key);
}

Response Api::post_job(Call& call) {
  const auto object = call.object();
  if (!object) return refusal(400, object.error());
  auto work = work_of(*object);
  if (!work) return refusal(422, work.error());
  if (!call.player.empty()) note_solved(call.player, *object);
  const std::string owner = call.player.empty() ? call.request.address : call.player;
  auto job = jobs_->submit(owner, *text_field(*object, "what"), std::move(*work));
  if (!job) return refusal(429, job.error());
  metrics_.add("jobs");
  log("job", Value::object().set("job", (*job)->id()).set("what", (*job)->what()));
  return json_response((*job)->value(), 202);
}

Response Api::get_job(Call& call) {
  const auto job = jobs_->find(call.word("id"));
  return job ? json_response(job->value()) : refusal(404, "there is no such job, or it ended long ago");
}

Response Api::get_job_events(Call& call) {
  auto job = jobs_->find(call.word("id"));
  if (!job) return refusal(404, "there is no such job, or it ended long ago");
  return {.type = "text/event-stream", .events = std::move(job)};
}

Response Api::delete_job(Call& call) {
  const auto job = jobs_->find(call.word("id"));
  if (!job) return refusal(404, "there is no such job, or it ended long ago");
  jobs_->cancel(*job);
  return json_response(job->value());
}

}  // namespace nazo::serve
