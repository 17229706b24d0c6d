// Models of the store, what they said of puzzles, and what was recommended.
#include "base/text.hpp"
#include "store/session.hpp"
#include "store/store.hpp"

namespace nazo::store {
namespace {

constexpr std::string_view head_columns = "key, genre, kind, version, created, plays, note, state, simulated, figures";

std::vector<Kind> head_kinds() {
  using enum Kind;
  return {text, text, text, integer, integer, integer, text, text, integer, text};
}

Model model_head(const Row& row) {
  Model model{.key = row.text(0), .genre = row.text(1), .kind = row.text(2)};
  model.version = row.integer(3);
  model.created = row.integer(4);
  model.plays = row.integer(5);
  model.note = row.text(6);
  model.state = model_state(row.text(7)).value_or(ModelState::kept);
  model.simulated = row.integer(8) != 0;
  if (Value figures = row.json(9); figures.is_object()) model.figures = std::move(figures);
  return model;
}

std::optional<Model> one_model(Session& session, std::string_view which, const std::vector<Cell>& cells) {
  std::optional<Model> found;
  auto kinds = head_kinds();
  kinds.push_back(Kind::text);
  session.each(cat("SELECT ", head_columns, ", data FROM models ", which), cells, kinds, [&](const Row& row) {
    found = model_head(row);
    found->data = row.json(10);
    return false;
  });
  return found;
}

}  // namespace

Result<void> Store::save_model(const Model& model) {
  return guarded(*session_, [&] {
    if (model.key.empty()) throw Failure("a model needs a key");
    session_->run(
        cat("INSERT INTO models (", head_columns,
            ", data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (key) DO UPDATE SET genre = excluded.genre, kind = excluded.kind, version = excluded.version, "
            "created = excluded.created, "
            "plays = excluded.plays, note = excluded.note, state = excluded.state, simulated = excluded.simulated, "
            "figures = excluded.figures, data = excluded.data"),
        {model.key, model.genre, model.kind, model.version, model.created, model.plays, model.note,
         std::string(name(model.state)), std::int64_t{model.simulated}, model.figures.json(), model.data.json()});
  });
}

Result<std::optional<Model>> Store::find_model(std::string_view key) {
  return guarded(*session_, [&] { return one_model(*session_, "WHERE key = ?", {std::string(key)}); });
}

Result<std::optional<Model>> Store::live_model(std::string_view genre, std::string_view kind) {
  return guarded(*session_, [&] {
    return one_model(*session_,
                     "WHERE genre = ? AND kind = ? AND state = 'live' AND simulated = 0 "
                     "ORDER BY created DESC, key DESC LIMIT 1",
                     {std::string(genre), std::string(kind)});
  });
}

Result<void> Store::set_model_state(std::string_view key, ModelState state) {
  return guarded(*session_, [&] {
    session_->run("UPDATE models SET state = ? WHERE key = ?", {std::string(name(state)), std::string(key)});
  });
}

Result<std::vector<Model>> Store::list_models() {
  return guarded(*session_, [&] {
    std::vector<Model> found;
    session_->each(cat("SELECT ", head_columns, " FROM models ORDER BY created, key"), {}, head_kinds(),
                   [&](const Row& row) {
                     found.push_back(model_head(row));
                     return true;
                   });
    return found;
  });
}

Result<void> Store::save_ratings(std::span<const Rating> ratings) {
  return guarded(*session_, [&] {
    Session::Transaction transaction(*session_);
    std::vector<Cell> cells, standing;
    std::vector<const std::string*> names;
    for (const Rating& r : ratings) {
      const Estimates& e = r.estimates;
      cells.insert(cells.end(), {r.puzzle, r.model, r.made, cell(e.difficulty), cell(e.interest), cell(e.time),
                                 cell(e.success), cell(e.difficulty_se), cell(e.time_se), cell(e.success_se)});
      if (!r.stands) continue;
      standing.insert(standing.end(), {r.model, cell(e.difficulty), cell(e.interest), cell(e.time), cell(e.success),
                                       cell(e.difficulty_se), cell(e.time_se), cell(e.success_se), r.puzzle});
      names.push_back(&r.puzzle);
    }
    session_->repeat(
        "UPDATE puzzles SET model = ?, difficulty = ?, interest = ?, time = ?, success = ?, difficulty_se = ?, "
        "time_se = ?, success_se = ? WHERE key = ?",
        9, standing, {}, {}, [&](std::size_t row, std::int64_t changed) {
          if (changed == 0) throw Failure(cat("there is no puzzle ", in_quotes(*names[row])));
        });
    session_->insert(
        "INSERT INTO ratings (puzzle, model, made, difficulty, interest, time, success, difficulty_se, time_se, "
        "success_se) VALUES",
        10, cells,
        "ON CONFLICT (puzzle, model) DO UPDATE SET made = excluded.made, difficulty = excluded.difficulty, interest = "
        "excluded.interest, "
        "time = excluded.time, success = excluded.success, difficulty_se = excluded.difficulty_se, time_se = "
        "excluded.time_se, "
        "success_se = excluded.success_se");
    transaction.commit();
  });
}

Result<std::vector<Rating>> Store::ratings(std::string_view model) {
  return guarded(*session_, [&] {
    std::vector<Rating> found;
    using enum Kind;
    const std::string sql =
        "SELECT r.puzzle, r.model, r.made, CASE WHEN p.model = r.model THEN 1 ELSE 0 END, r.difficulty, r.interest, "
        "r.time, r.success, r.difficulty_se, "
        "r.time_se, r.success_se FROM ratings AS r JOIN puzzles AS p ON p.key = r.puzzle";
    session_->each(model.empty() ? sql + " ORDER BY r.puzzle, r.model" : sql + " WHERE r.model = ? ORDER BY r.puzzle",
                   model.empty() ? std::vector<Cell>{} : std::vector<Cell>{std::string(model)},
                   {text, text, integer, integer, real, real, real, real, real, real, real}, [&](const Row& row) {
                     Rating rating{.puzzle = row.text(0), .model = row.text(1)};
                     rating.made = row.integer(2);
                     rating.stands = row.integer(3) != 0;
                     rating.estimates = {row.optional_real(4), row.optional_real(5), row.optional_real(6),
                                         row.optional_real(7), row.optional_real(8), row.optional_real(9),
                                         row.optional_real(10)};
                     found.push_back(std::move(rating));
                     return true;
                   });
    return found;
  });
}

Result<void> Store::record_recommendations(std::span<const Recommendation> recommendations) {
  return guarded(*session_, [&] {
    std::vector<Cell> cells;
    for (const Recommendation& r : recommendations)
      cells.insert(cells.end(),
                   {r.key, r.player, r.puzzle, r.model, r.target, r.wanted, r.predicted, r.propensity, r.made});
    Session::Transaction transaction(*session_);
    session_->insert(
        "INSERT INTO recommendations (key, player, puzzle, model, target, wanted, predicted, propensity, made) VALUES",
        9, cells, "ON CONFLICT (key) DO NOTHING");
    transaction.commit();
  });
}

Result<std::vector<Recommendation>> Store::recommendations(std::string_view player, std::size_t newest) {
  return guarded(*session_, [&] {
    std::vector<Recommendation> found;
    using enum Kind;
    std::vector<Cell> cells;
    if (!player.empty()) cells.emplace_back(std::string(player));
    cells.emplace_back(static_cast<std::int64_t>(newest));
    session_->each(
        cat("SELECT key, player, puzzle, model, target, wanted, predicted, propensity, made FROM recommendations",
            player.empty() ? "" : " WHERE player = ?", " ORDER BY number DESC LIMIT ?"),
        cells, {text, text, text, text, text, real, real, real, integer}, [&](const Row& row) {
          Recommendation r{.key = row.text(0),
                           .player = row.text(1),
                           .puzzle = row.text(2),
                           .model = row.text(3),
                           .target = row.text(4)};
          r.wanted = row.real(5);
          r.predicted = row.real(6);
          r.propensity = row.real(7);
          r.made = row.integer(8);
          found.push_back(std::move(r));
          return true;
        });
    return found;
  });
}

}  // namespace nazo::store
