#include "workshop/study_tables.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.hpp"
#include "workshop/first_looks.hpp"
#include "workshop/fit_report.hpp"

namespace nazo {
namespace {

/// What is known of some plays together.
struct Counts {
  std::int64_t finished = 0, solved = 0, gave_up = 0, unfinished = 0, hints = 0;
  std::vector<double> seconds{};  ///< of finished plays
  std::vector<double> marks{};

  void add(const store::PlayRow& play) {
    hints += play.summary.hints;
    if (play.rating) marks.push_back(*play.rating);
    if (play.outcome == store::Outcome::unfinished) {
      ++unfinished;
      return;
    }
    ++finished;
    (play.outcome == store::Outcome::solved ? solved : gave_up) += 1;
    seconds.push_back(play.summary.seconds);
  }
};

Value mean_of(const std::vector<double>& values) {
  if (values.empty()) return {};
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

Value median_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Value finite(double value) { return std::isfinite(value) ? Value(value) : Value(); }

/// Where a puzzle stands in the data that were fitted; −1: nobody has a play there that counts.
Eigen::Index place_in(const PeopleData& data, const std::string& key) {
  const auto found = std::ranges::lower_bound(data.puzzle_keys, key);
  if (found == data.puzzle_keys.end() || *found != key) return -1;
  return found - data.puzzle_keys.begin();
}

struct StudyData {
  const store::Study& study;
  std::vector<store::PlayRow> plays{};
  std::vector<store::Participant> people{};
  std::vector<store::Comparison> comparisons{};
  std::set<std::string> simulated{};
  PeopleData counted{};
  std::map<std::string, std::string> titles{};    ///< of puzzles, by key
  std::map<std::string, std::int64_t> numbers{};  ///< of participants, from 1, by player

  [[nodiscard]] Value number_of(const std::string& player) const {
    const auto found = numbers.find(player);
    return found == numbers.end() ? Value() : Value(found->second);
  }
  [[nodiscard]] std::string title_of(const std::string& puzzle) const {
    const auto found = titles.find(puzzle);
    return found == titles.end() || found->second.empty() ? puzzle : found->second;
  }
};

Table puzzle_table(const StudyData& data) {
  Table table{.name = "puzzles", .caption = {"Puzzles", "問題"}};
  table.columns = {{"title", {"puzzle", "問題"}},
                   {"finished", {"finished", "終了"}},
                   {"solved", {"solved", "正解"}},
                   {"gave_up", {"given up", "降参"}},
                   {"unfinished", {"unfinished", "途中"}},
                   {.field = "seconds", .title = {"mean time [s]", "平均時間［秒］"}, .digits = 1},
                   {.field = "median", .title = {"median time [s]", "中央値［秒］"}, .digits = 1},
                   {.field = "time_index", .title = {"time index [s]", "時間指標値［秒］"}, .digits = 2},
                   {.field = "success_index", .title = {"success index", "正答率指標値"}},
                   {.field = "mark", .title = {"mean mark (1–5)", "評価の平均（1–5）"}, .digits = 2},
                   {"marks", {"marks", "評価数"}}};
  std::map<std::string, Counts> counts;
  for (const store::PlayRow& play : data.plays) counts[play.puzzle].add(play);
  const Eigen::VectorXd time = model::difficulty_index(data.counted.table, model::Target::time),
                        success = model::difficulty_index(data.counted.table, model::Target::success);
  for (const std::string& key : data.study.puzzles) {
    const Counts& c = counts[key];
    const Eigen::Index at = place_in(data.counted, key);
    table.rows.push_back(Value::object()
                             .set("puzzle", key)
                             .set("title", data.title_of(key))
                             .set("finished", c.finished)
                             .set("solved", c.solved)
                             .set("gave_up", c.gave_up)
                             .set("unfinished", c.unfinished)
                             .set("seconds", mean_of(c.seconds))
                             .set("median", median_of(c.seconds))
                             .set("time_index", at < 0 ? Value() : finite(time[at]))
                             .set("success_index", at < 0 ? Value() : finite(success[at]))
                             .set("mark", mean_of(c.marks))
                             .set("marks", c.marks.size()));
  }
  table.notes.push_back(
      {"Times are of all finished plays, given up or not. The indices are paper 000's: each player's "
       "own mean taken off, over the plays that count.",
       "時間は終了したプレイすべてのもの（降参も含む）。指標値は論文000の定義：各人の平均を引き、"
       "分析に数えるプレイについて平均する。"});
  return table;
}

Table people_table(const StudyData& data) {
  Table table{.name = "participants", .caption = {"Participants", "参加者"}};
  table.columns = {{"number", {"no.", "番号"}},
                   {"experience", {"experience (0–3)", "経験（0–3）"}},
                   {"finished", {"finished", "終了"}},
                   {"solved", {"solved", "正解"}},
                   {"gave_up", {"given up", "降参"}},
                   {"unfinished", {"unfinished", "途中"}},
                   {.field = "seconds", .title = {"mean time [s]", "平均時間［秒］"}, .digits = 1},
                   {.field = "mark", .title = {"mean mark (1–5)", "評価の平均（1–5）"}, .digits = 2},
                   {"hints", {"hints", "ヒント"}},
                   {"comparisons", {"comparisons", "比較"}}};
  std::map<std::string, Counts> counts;
  std::map<std::string, std::int64_t> compared;
  for (const store::PlayRow& play : data.plays) counts[play.player].add(play);
  for (const store::Comparison& c : data.comparisons) ++compared[c.player];
  for (const store::Participant& person : data.people) {
    const Counts& c = counts[person.player];
    const Value* experience = person.answers.find("experience");
    table.rows.push_back(Value::object()
                             .set("number", person.number + 1)
                             .set("player", person.player)
                             .set("simulated", data.simulated.contains(person.player))
                             .set("joined", person.joined)
                             .set("experience", experience == nullptr ? Value() : *experience)
                             .set("answers", person.answers)
                             .set("puzzles", data.study.puzzles.size())
                             .set("finished", c.finished)
                             .set("solved", c.solved)
                             .set("gave_up", c.gave_up)
                             .set("unfinished", c.unfinished)
                             .set("seconds", mean_of(c.seconds))
                             .set("mark", mean_of(c.marks))
                             .set("hints", c.hints)
                             .set("comparisons", compared[person.player]));
  }
  table.notes.push_back(
      {"Experience: 0 never, 1 a few times, 2 now and then, 3 often.", "経験：0 なし、1 数回、2 ときどき、3 よく。"});
  return table;
}

/// Why a play does not count in the analysis, as code; empty: it counts.
std::string left_out(const store::PlayRow& play, const Look& look, bool simulated) {
  if (play.outcome == store::Outcome::unfinished) return "unfinished";
  if (simulated) return "simulated";
  if (play.marks.unreplayed) return "unreplayed";
  switch (look.left_out) {
    case LeftOut::no:
    case LeftOut::unfinished:
      break;
    case LeftOut::marked:
      return store::text_of(play.marks);
    case LeftOut::paused:
      return "long pause";
    case LeftOut::at_once:
      return "given up at once";
    case LeftOut::helped:
      return "help";
    case LeftOut::known:
      return "replay";
  }
  return {};
}

Value said_outcome(store::Outcome outcome) {
  switch (outcome) {
    case store::Outcome::solved:
      return in_both({"solved", "正解"});
    case store::Outcome::gave_up:
      return in_both({"given up", "降参"});
    case store::Outcome::unfinished:
      break;
  }
  return in_both({"unfinished", "途中"});
}

Table play_table(const StudyData& data) {
  Table table{.name = "plays", .caption = {"Plays", "プレイ"}};
  table.columns = {{"participant", {"participant", "参加者"}},
                   {"title", {"puzzle", "問題"}},
                   {"said", {"outcome", "結果"}},
                   {.field = "seconds", .title = {"time [s]", "時間［秒］"}, .digits = 1},
                   {.field = "longest_pause", .title = {"longest thought [s]", "最長考［秒］"}, .digits = 1},
                   {"moves", {"moves", "手数"}},
                   {"undos", {"undone", "戻し"}},
                   {"mark", {"mark (1–5)", "評価（1–5）"}},
                   {"left_out", {"left out because", "分析から除く理由"}}};
  const std::vector<Look> looks = looks_of(data.plays);
  for (std::size_t k = 0; k < data.plays.size(); ++k) {
    const store::PlayRow& play = data.plays[k];
    table.rows.push_back(Value::object()
                             .set("play", play.key)
                             .set("participant", data.number_of(play.player))
                             .set("puzzle", play.puzzle)
                             .set("title", data.title_of(play.puzzle))
                             .set("outcome", store::name(play.outcome))
                             .set("said", said_outcome(play.outcome))
                             .set("started", play.started)
                             .set("seconds", play.summary.seconds)
                             .set("longest_pause", play.summary.longest_pause)
                             .set("moves", play.summary.moves)
                             .set("undos", play.summary.undos + play.summary.restarts)
                             .set("hints", play.summary.hints)
                             .set("mark", play.rating ? Value(*play.rating) : Value())
                             .set("left_out", left_out(play, looks[k], data.simulated.contains(play.player))));
  }
  return table;
}

Table comparison_table(const StudyData& data) {
  Table table{.name = "comparisons", .caption = {"Comparisons", "比較"}};
  table.columns = {
      {"participant", {"participant", "参加者"}},
      {"title_x", {"puzzle X", "問題X"}},
      {"title_y", {"puzzle Y", "問題Y"}},
      {"level", {"level (1 X much harder … 5 Y much harder)", "段階（1 Xがずっと難しい … 5 Yがずっと難しい）"}}};
  for (const store::Comparison& c : data.comparisons)
    table.rows.push_back(Value::object()
                             .set("participant", data.number_of(c.player))
                             .set("puzzle_x", c.puzzle_x)
                             .set("puzzle_y", c.puzzle_y)
                             .set("title_x", data.title_of(c.puzzle_x))
                             .set("title_y", data.title_of(c.puzzle_y))
                             .set("level", c.level));
  return table;
}

}  // namespace

Result<Account> study_tables(store::Store& store, const store::Study& study) {
  StudyData data{.study = study};
  NAZO_TRY(plays, store.play_rows({.study = study.key}));
  NAZO_TRY(people, store.participants(study.key));
  NAZO_TRY(comparisons, store.comparisons({.study = study.key}));
  NAZO_TRY(simulated, simulated_players(store));
  NAZO_TRY(counted, people_data(store, {.study = study.key}));
  data.plays = std::move(plays);
  data.people = std::move(people);
  data.comparisons = std::move(comparisons);
  data.simulated = std::move(simulated);
  data.counted = std::move(counted);
  for (const store::Participant& person : data.people) data.numbers[person.player] = person.number + 1;
  for (const std::string& key : study.puzzles) {
    NAZO_TRY(puzzle, store.find_puzzle(key));
    if (puzzle) data.titles[key] = puzzle->title;
  }
  Account account;
  account.add(data_words(data.counted));
  account.add(puzzle_table(data));
  account.add(people_table(data));
  account.add(play_table(data));
  if (!data.comparisons.empty()) account.add(comparison_table(data));
  return account;
}

}  // namespace nazo
