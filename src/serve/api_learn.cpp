// What the plays teach: the next puzzle for somebody, what is hard for them, and the fit behind both.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/text.hpp"
#include "serve/api.hpp"
#include "serve/puzzle_text.hpp"
#include "workshop/rate_puzzles.hpp"

namespace nazo::serve {

namespace {

/// What the rows of one player say about each puzzle: was it solved the last time?
std::unordered_map<std::string, bool> solved_of(const std::vector<store::PlayRow>& rows) {
  std::unordered_map<std::string, bool> solved;
  for (const store::PlayRow& row : rows) solved[row.puzzle] = row.outcome == store::Outcome::solved;
  return solved;
}

/// Where somebody stands in the list from easy to hard, and how far a step goes. What a genre calls difficult need not
/// be spread evenly, but the list is.
struct Standing {
  std::unordered_map<std::string, bool> seen{};  ///< solved the last time?
  std::ptrdiff_t at = -1, near = 1, far = 1;
  bool begun = false, solved = true;
};

Standing standing_of(const std::vector<store::Puzzle>& puzzles, const std::vector<store::PlayRow>& rows,
                     std::string after) {
  Standing out{.seen = solved_of(rows)};
  if (after.empty() && !rows.empty()) after = rows.back().puzzle;
  const auto found = std::ranges::find(puzzles, after, &store::Puzzle::key);
  const auto n = static_cast<std::ptrdiff_t>(puzzles.size());
  out.begun = found != puzzles.end();
  if (out.begun) out.at = found - puzzles.begin();  // somebody new begins with the easiest
  const auto last = out.seen.find(after);
  out.solved = last == out.seen.end() || last->second;
  out.far = std::max<std::ptrdiff_t>(1, n / 7);
  out.near = std::max<std::ptrdiff_t>(1, n / 20);
  return out;
}

const store::Puzzle* by_place(const std::vector<store::Puzzle>& puzzles, const Standing& here, std::string_view wish) {
  const auto n = static_cast<std::ptrdiff_t>(puzzles.size());
  std::ptrdiff_t target = here.solved ? here.at + here.near : here.at - here.near;
  if (wish == "easier") target = here.at - here.far;
  if (wish == "harder") target = here.at + here.far;
  if (!here.begun) target = 0;
  for (const bool unseen_only : {true, false}) {
    const store::Puzzle* best = nullptr;
    std::ptrdiff_t distance = 0;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      const store::Puzzle& puzzle = puzzles[static_cast<std::size_t>(i)];
      if (i == here.at || (unseen_only && here.seen.contains(puzzle.key))) continue;
      if (here.begun && ((wish == "easier" && i > here.at) || (wish == "harder" && i < here.at))) continue;
      if (best == nullptr || std::abs(i - target) < distance) {
        best = &puzzle;
        distance = std::abs(i - target);
      }
    }
    if (best != nullptr) return best;
  }
  return nullptr;
}

/// What a model may choose of: unseen puzzles not far from where the player stands, a little on after a success and a
/// little back after giving up. A model of few plays knows least of the hardest puzzles, which nobody failed at either.
std::vector<store::Puzzle> about_here(const std::vector<store::Puzzle>& puzzles, const Standing& here,
                                      std::string_view wish) {
  constexpr std::ptrdiff_t few = 2;
  const std::ptrdiff_t near = std::max(few, here.near);
  const bool alike = wish == "like";
  const std::ptrdiff_t back = alike || here.solved ? near : std::max(few, here.far);
  const std::ptrdiff_t on = alike || !here.solved ? near : std::max(few, here.far);
  std::vector<store::Puzzle> out;
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(puzzles.size()); ++i) {
    const store::Puzzle& puzzle = puzzles[static_cast<std::size_t>(i)];
    if (i != here.at && i >= here.at - back && i <= here.at + on && !here.seen.contains(puzzle.key))
      out.push_back(puzzle);
  }
  return out;
}

/// Until they have played so much somebody is led on in steps; then what the model knows of them says where to go,
/// unless they say after which puzzle they ask.
constexpr std::size_t acquainted = 10;

}  // namespace

Response Api::get_next(Call& call) {
  const std::string name = call.asked("genre"), wish = call.asked("wish"), after = call.asked("after"),
                    player = call.player;
  const Genre* genre = find_genre(settings_.genres, name);
  if (genre == nullptr) return refusal(400, cat("no genre ", in_quotes(name)));
  if (!wish.empty() && wish != "easier" && wish != "harder" && wish != "like")
    return refusal(400, "\"wish\" must be easier, harder or like");
  auto store = reader();
  if (!store) return refusal(503, store.error());
  Result<std::vector<store::PlayRow>> rows;
  if (!player.empty()) rows = (**store)->play_rows({.player = player, .genre = name});
  if (!rows) return refusal(500, rows.error());
  const auto puzzles =
      (**store)->list_puzzles({.genre = name, .order = store::PuzzleQuery::Order::difficulty, .limit = 1000});
  if (!puzzles) return refusal(500, puzzles.error());
  const Standing here = standing_of(*puzzles, *rows, after);
  const store::Puzzle* placed = by_place(*puzzles, here, wish);
  const bool plain_next = wish.empty() || wish == "like";
  if (!plain_next || rows->empty())
    return placed == nullptr ? refusal(404, "there is no other puzzle of this genre") : json_response(brief(*placed));
  // Somebody whose plays are known, and perhaps a model that knows more: that is asked apart, since it reads all
  // puzzles.
  auto otherwise = std::make_shared<Response>(placed == nullptr ? refusal(404, "there is no other puzzle of this genre")
                                                                : json_response(brief(*placed)));
  const bool free = wish.empty() && after.empty();
  auto near = std::make_shared<std::vector<store::Puzzle>>(about_here(*puzzles, here, wish));
  return {.later = Later{Later::Lane::work, [this, genre, player, otherwise, near, free]() -> Response {
                           auto own = reader();
                           if (!own) return *otherwise;
                           const auto newest = (**own)->live_model(genre->facts().name, "people");
                           if (!newest || !*newest) return *otherwise;
                           const std::lock_guard lock(writing_);  // what is recommended is also written down
                           const auto rater = Rater::make(*genre, writer_.get(), player, "");
                           if (!rater || !rater->has_model()) return *otherwise;
                           Rng rng(static_cast<std::uint64_t>(settings_.now()));
                           const bool anywhere = free && rater->player_plays() >= acquainted;
                           const auto found =
                               anywhere ? rater->recommend({}, rng) : rater->recommend({}, rng, std::move(*near));
                           if (!found || found->given.empty()) return *otherwise;
                           return json_response(brief(found->given.front().puzzle));
                         }}};
}

Response Api::get_weights(Call& call) {
  if (call.player.empty()) return refusal(401, "no player yet: POST /api/player first");
  const std::string name = call.asked("genre"), player = call.player;
  const Genre* genre = find_genre(settings_.genres, name);
  if (genre == nullptr) return refusal(400, cat("no genre ", in_quotes(name)));
  return {
      .later = Later{
          Later::Lane::work, [this, genre, player]() -> Response {
            auto store = reader();
            if (!store) return refusal(503, store.error());
            const auto known = (**store)->find_player(player);
            if (!known) return refusal(500, known.error());
            Value answer = Value::object()
                               .set("genre", genre->facts().name)
                               .set("model", Value())
                               .set("plays", 0)
                               .set("weights", Value::array());
            if (!*known) return json_response(answer);
            const auto rater = Rater::make(*genre, &***store, player, "");
            if (!rater) return refusal(500, rater.error());
            if (!rater->has_model() || rater->person() == nullptr) return json_response(answer);
            const model::PeopleModel& people = *rater->model();
            const model::OwnState& own = rater->person()->time;
            Value weights = Value::array();
            for (std::size_t k = 0; k < people.feature_names.size(); ++k) {
              const auto at = static_cast<Eigen::Index>(k);
              const model::Estimate everyone = people.time.weight(static_cast<int>(k));
              const double difference = at < own.u.size() ? own.u[at] : 0;
              const double variance = at + 1 < own.covariance.rows()
                                          ? own.covariance(at + 1, at + 1)
                                          : people.personal_time.spread * people.personal_time.spread;
              weights.push(Value::object()
                               .set("feature", people.feature_names[k])
                               .set("everyone", everyone.value)
                               .set("everyone_se", everyone.standard_error)
                               .set("mine", everyone.value + difference)
                               .set("mine_se", std::sqrt(std::max(0.0, variance) +
                                                         everyone.standard_error * everyone.standard_error)));
            }
            return json_response(
                answer.set("model", rater->model_key()).set("plays", rater->player_plays()).set("weights", weights));
          }}};
}

void Api::has_learnt(const store::Job& job) {
  if (job.state != store::JobState::done) {
    const Value* why = job.error.find("message");
    const Value genre = job.request.find("genre") == nullptr ? Value() : *job.request.find("genre");
    return log("learnt nothing", Value::object().set("genre", genre).set("why", why == nullptr ? Value() : *why));
  }
  if (const Value* live = job.result.find("live"); live != nullptr && live->boolean() != nullptr)
    metrics_.add(*live->boolean() ? "models_gone_live" : "models_kept_back");
  log("learnt", job.result);
}

}  // namespace nazo::serve
