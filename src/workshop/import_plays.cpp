#include "workshop/import_plays.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "workshop/replay.hpp"

namespace nazo {
namespace {

constexpr std::array fields{"player", "puzzle", "seconds", "outcome", "mark", "order", "experience"};
constexpr std::array needed{"player", "puzzle", "seconds"};

/// The study's puzzles by everything that a line may call them.
Result<std::map<std::string, std::string>> names_of(store::Store& store, const store::Study& study) {
  std::map<std::string, std::string> key_of;
  std::set<std::string> ambiguous;
  for (std::size_t i = 0; i < study.puzzles.size(); ++i) {
    NAZO_TRY(puzzle, store.find_puzzle(study.puzzles[i]));
    if (!puzzle) return fail(cat("there is no puzzle ", in_quotes(study.puzzles[i])));
    key_of.emplace(cat(i + 1), puzzle->key);
    key_of[puzzle->key] = puzzle->key;
    if (puzzle->title.empty()) continue;
    const auto [found, fresh] = key_of.try_emplace(puzzle->title, puzzle->key);
    if (!fresh && found->second != puzzle->key) {
      // A title that is a number means the title, not the place; one that two puzzles have means nothing.
      if (std::ranges::all_of(puzzle->title, [](char c) { return c >= '0' && c <= '9'; }))
        found->second = puzzle->key;
      else
        ambiguous.insert(puzzle->title);
    }
  }
  for (const std::string& title : ambiguous) key_of.erase(title);
  return key_of;
}

/// Where each field stands in this file.
struct Layout {
  std::map<std::string, std::size_t> place{};
  std::map<std::string, double> divisor{};
};

Result<Layout> layout_of(const CsvRow& header, const ColumnMap& columns) {
  Layout out;
  for (const std::string field : fields) {
    const auto given = columns.find(field);
    const std::string& column = given == columns.end() ? field : given->second.column;
    const auto found = std::ranges::find(header.cells, column, &CsvCell::text);
    if (found != header.cells.end()) {
      out.place[field] = static_cast<std::size_t>(found - header.cells.begin());
      out.divisor[field] = given == columns.end() ? 1 : given->second.divisor;
    } else if (given != columns.end() || std::ranges::count(needed, field) > 0) {
      std::vector<std::string> names;
      for (const CsvCell& cell : header.cells) names.push_back(cell.text);
      return fail_at(header.line, 0,
                     cat("no column ", in_quotes(column), " for ", field, " (--map ", field, "=COLUMN); there are ",
                         join(names, ", ")));
    }
  }
  return out;
}

/// One line, as texts and numbers.
class PlayLine {
 public:
  PlayLine(const CsvRow& row, const Layout& layout) : row_(row), layout_(layout) {}

  [[nodiscard]] bool has(const std::string& field) const { return layout_.place.contains(field); }
  /// Empty where there is none.
  [[nodiscard]] std::string text(const std::string& field) const {
    const auto found = layout_.place.find(field);
    return found == layout_.place.end() ? std::string() : std::string(trim(row_.cells[found->second].text));
  }
  [[nodiscard]] Result<std::optional<double>> number(const std::string& field) const {
    const std::string cell = text(field);
    if (cell.empty()) return std::optional<double>{};
    const auto value = real_of(cell);
    if (!value || !std::isfinite(*value)) return fail(cat(field, ": expected a number, found ", in_quotes(cell)));
    return std::optional(*value / layout_.divisor.at(field));
  }

 private:
  const CsvRow& row_;
  const Layout& layout_;
};

Result<store::Outcome> outcome_in(const std::string& cell) {
  static constexpr std::array yes{"solved", "yes", "true", "1", "y", "correct"};
  static constexpr std::array no{"gave_up", "gave up", "no", "false", "0", "n", "failed", "incorrect", "wrong"};
  std::string word = cell;
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (std::ranges::count(yes, word) > 0) return store::Outcome::solved;
  if (std::ranges::count(no, word) > 0) return store::Outcome::gave_up;
  // Nobody knows how a play ended whose cell is empty: it must not count as solved.
  return fail(cat("outcome: expected solved or gave_up (or 1, 0, yes, no, true, false, correct, wrong), found ",
                  in_quotes(cell)));
}

Result<store::Play> play_in(const PlayLine& line, const PlaysFromElsewhere& what,
                            const std::map<std::string, std::string>& key_of) {
  const std::string player = line.text("player"), puzzle = line.text("puzzle");
  if (player.empty()) return fail("player: the cell is empty");
  const auto key = key_of.find(puzzle);
  if (key == key_of.end())
    return fail(cat("the study ", what.study, " has no puzzle ", in_quotes(puzzle), " (title, key or place)"));
  NAZO_TRY(seconds, line.number("seconds"));
  store::Outcome outcome = store::Outcome::solved;
  if (line.has("outcome")) {
    NAZO_TRY(told, outcome_in(line.text("outcome")));
    outcome = told;
  }
  NAZO_TRY(mark, line.number("mark"));
  NAZO_TRY(order, line.number("order"));
  NAZO_TRY(experience, line.number("experience"));
  if (!seconds || *seconds <= 0 || *seconds > 1e7)
    return fail("seconds: expected more than 0, and no more than ten million");
  if (mark && (*mark < 1 || *mark > 5 || *mark != std::floor(*mark))) return fail("mark: expected 1, 2, 3, 4 or 5");
  if (order && (*order < 0 || *order > 1e6)) return fail("order: expected a place from 1 on");
  if (experience && (*experience < 0 || *experience > 1e6)) return fail("experience: expected a number of plays");

  store::Play play{.key = {}, .player = cat(what.study, "-", player), .puzzle = key->second, .study = what.study};
  play.key = store::puzzle_key("elsewhere", cat(what.study, "\n", player, "\n", puzzle, "\n", order.value_or(0)));
  play.started = 1 + static_cast<store::Moment>(1000 * order.value_or(0));  // nobody says when; the order is kept
  play.outcome = outcome;
  if (mark) play.rating = static_cast<int>(*mark);
  play.events = {{store::EventKind::time, *seconds, {}}};
  if (outcome == store::Outcome::gave_up) play.events.push_back({store::EventKind::give_up, 0, {}});
  play.marks.unreplayed = true;
  if (order || experience) play.before = static_cast<int>(experience.value_or(0) + std::max(0., order.value_or(1) - 1));
  return play;
}

/// The same person at the same puzzle again: another play where no order is told, a mistake where one is.
Result<store::Play> told_apart(store::Play play, const PlayLine& line, std::size_t number,
                               std::map<std::string, std::size_t>& line_of) {
  const std::string first = play.key;
  for (int again = 2; line_of.contains(play.key); ++again) {
    if (!line.text("order").empty())
      return fail(cat("the same player, puzzle and order as in line ", line_of.at(play.key)));
    play.key = store::puzzle_key("elsewhere", cat(first, "\n", again));
    play.started += 1;
  }
  line_of.emplace(play.key, number);
  return play;
}

}  // namespace

Result<ColumnMap> column_map(std::string_view text) {
  ColumnMap map;
  if (trim(text).empty()) return map;
  for (const auto part : split(text, ',')) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos)
      return fail(cat("--map: expected field=Column, found ", in_quotes(std::string(part))));
    const std::string field(trim(part.substr(0, equals)));
    if (std::ranges::count(fields, field) == 0)
      return fail(cat("--map: there is no field ", in_quotes(field), "; there are ",
                      join({fields.begin(), fields.end()}, ", ")));
    std::string column(trim(part.substr(equals + 1)));
    double divisor = 1;
    if (const auto slash = column.rfind('/'); slash != std::string::npos) {
      const auto number = real_of(column.substr(slash + 1));
      if (number && *number > 0) {
        divisor = *number;
        column.resize(slash);
      }
    }
    if (column.empty()) return fail(cat("--map: ", field, " has no column"));
    if (!map.try_emplace(field, column, divisor).second) return fail(cat("--map: ", field, " is given twice"));
  }
  return map;
}

Result<store::ImportReport> import_plays(store::Store& store, std::string_view csv, const PlaysFromElsewhere& what) {
  NAZO_TRY(study, store.find_study(what.study));
  if (!study)
    return fail(cat("there is no study ", in_quotes(what.study),
                    ": the plays are of its puzzles (nazo study create NAME FILE…)"));
  NAZO_TRY(rows, csv_rows(csv));
  if (rows.empty()) return fail_at(1, 0, "expected a header line with the names of the columns");
  NAZO_TRY(layout, layout_of(rows.front(), what.columns));
  NAZO_TRY(key_of, names_of(store, *study));
  store::ImportReport report;
  std::vector<store::Play> plays;
  std::map<std::string, store::Player> players;
  std::map<std::string, std::size_t> line_of;  // by the key of a play
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const bool whole = rows[r].cells.size() == rows.front().cells.size();
    auto play = whole ? play_in(PlayLine(rows[r], layout), what, key_of)
                      : fail(cat("expected ", rows.front().cells.size(), " cells, found ", rows[r].cells.size()));
    if (play) play = told_apart(*std::move(play), PlayLine(rows[r], layout), rows[r].line, line_of);
    if (play) {
      players.try_emplace(play->player, store::Player{play->player, 1, what.simulated});
      plays.push_back(*std::move(play));
      continue;
    }
    ++report.refused;
    if (report.errors.size() >= 20) continue;
    Error error = play.error();
    error.line = rows[r].line;
    report.errors.push_back(error);
  }
  report.kept = report.refused == 0 || what.keep_good;
  if (!report.kept) return report;
  const auto keep = [&]() -> Result<void> {
    std::vector<store::Player> persons;
    for (const auto& [key, player] : players) {
      NAZO_CHECK(same_kind_of_player(store, player));
      persons.push_back(player);
    }
    NAZO_TRY(met, store.add_players(persons));
    NAZO_TRY(recorded, store.record_plays(plays));
    report.added["player"] = static_cast<std::uint64_t>(std::ranges::count(met, store::Kept::added));
    report.added["play"] = static_cast<std::uint64_t>(std::ranges::count(recorded, store::Kept::added));
    report.present = met.size() + recorded.size() - report.added["player"] - report.added["play"];
    return {};
  };
  NAZO_CHECK(store.together(keep));
  return report;
}

}  // namespace nazo
