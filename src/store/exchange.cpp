#include "store/exchange.hpp"

#include <algorithm>
#include <ranges>
#include <set>

#include "base/json.hpp"
#include "base/text.hpp"

namespace nazo::store {
namespace {

// ── import ─────────────────────────────────────────────────────────────────────────────────────────────────────────

struct Numbered {
  std::size_t line;
  Record record;
};

/// Records of one type, one call of the store for all.
template <class T>
std::vector<T> of_type(std::span<const Numbered> batch) {
  std::vector<T> out;
  for (const Numbered& n : batch) out.push_back(std::get<T>(n.record));
  return out;
}

/// Counts what was new.
Result<std::uint64_t> new_ones(const Result<std::vector<Kept>>& kept) {
  if (!kept) return std::unexpected(kept.error());
  return static_cast<std::uint64_t>(std::ranges::count_if(*kept, [](Kept k) { return k != Kept::present; }));
}

Result<std::uint64_t> store_study(Store& store, const Study& study) {
  NAZO_TRY(present, store.find_study(study.key));
  if (present && *present == study) return 0;
  NAZO_CHECK(store.create_study(study));
  return 1;
}

Result<std::uint64_t> store_participant(Store& store, const Participant& participant) {
  NAZO_TRY(present, store.participants(participant.study));
  if (std::ranges::find(present, participant) != present.end()) return 0;
  NAZO_CHECK(store.add_participants(std::span(&participant, 1)));
  return 1;
}

/// Stores a batch of records that all have the type of the first; the number of new ones.
Result<std::uint64_t> store_batch(Store& store, std::span<const Numbered> batch) {
  const Record& first = batch.front().record;
  if (std::holds_alternative<Puzzle>(first)) return new_ones(store.add_puzzles(of_type<Puzzle>(batch)));
  if (std::holds_alternative<Player>(first)) return new_ones(store.add_players(of_type<Player>(batch)));
  if (std::holds_alternative<Play>(first)) return new_ones(store.record_plays(of_type<Play>(batch)));
  if (std::holds_alternative<Comparison>(first)) return new_ones(store.record_comparisons(of_type<Comparison>(batch)));
  if (std::holds_alternative<Rating>(first)) {
    NAZO_CHECK(store.save_ratings(of_type<Rating>(batch)));
    return batch.size();
  }
  if (std::holds_alternative<Recommendation>(first)) {
    NAZO_CHECK(store.record_recommendations(of_type<Recommendation>(batch)));
    return batch.size();
  }
  std::uint64_t added = 0;
  for (const Numbered& n : batch) {
    if (const auto* study = std::get_if<Study>(&n.record)) {
      NAZO_TRY(count, store_study(store, *study));
      added += count;
    } else if (const auto* participant = std::get_if<Participant>(&n.record)) {
      NAZO_TRY(count, store_participant(store, *participant));
      added += count;
    } else {
      NAZO_CHECK(store.save_model(std::get<Model>(n.record)));
      ++added;
    }
  }
  return added;
}

class Importer {
 public:
  Importer(Store& store, const ImportOptions& options) : store_(store), options_(options) {}

  void take(std::size_t line, Result<Record> record) {
    if (!record) return refuse(line, record.error());
    if (!batch_.empty() && (batch_.front().record.index() != record->index() || batch_.size() >= 256)) flush();
    batch_.push_back({line, *std::move(record)});
  }

  void flush() {
    if (batch_.empty()) return;
    std::vector<Numbered> good;
    for (Numbered& n : batch_) {
      if (options_.check)
        if (auto right = options_.check(store_, n.record); !right) {
          refuse(n.line, right.error());
          continue;
        }
      good.push_back(std::move(n));
    }
    batch_.clear();
    if (good.empty() || store_all(good)) return;
    for (const Numbered& n : good) {  // one by one, to find the bad ones
      std::optional<Error> error;
      if (!store_all(std::span(&n, 1), &error)) refuse(n.line, *error);
    }
  }

  void refuse(std::size_t line, Error error) {
    ++report.refused;
    if (report.errors.size() >= options_.errors_shown) return;
    error.line = line;
    error.column = 0;
    report.errors.push_back(std::move(error));
  }

  ImportReport report;

 private:
  bool store_all(std::span<const Numbered> batch, std::optional<Error>* error = nullptr) {
    std::uint64_t added = 0;
    const auto done = store_.together([&]() -> Result<void> {
      NAZO_TRY(count, store_batch(store_, batch));
      added = count;
      return {};
    });
    if (!done) {
      if (error != nullptr) *error = done.error();
      return false;
    }
    report.added[record_types()[batch.front().record.index()]] += added;
    report.present += batch.size() - added;
    return true;
  }

  Store& store_;
  const ImportOptions& options_;
  std::vector<Numbered> batch_;
};

Result<Record> record_in_json(std::string_view line) {
  NAZO_TRY(value, parse_json(line));
  return from_value(value);
}

Result<void> read_all(Importer& importer, std::string_view text, TextForm form) {
  if (form == TextForm::json_lines) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark is not part of the first record
    for (const Line& line : lines_of(text))
      if (!trim(line.text).empty()) importer.take(line.number, record_in_json(line.text));
  } else {
    NAZO_TRY(rows, csv_rows(text));
    if (rows.empty()) return fail("CSV: the header line is missing");
    NAZO_TRY(type, csv_type(rows.front()));
    for (std::size_t i = 1; i < rows.size(); ++i) importer.take(rows[i].line, from_csv(type, rows.front(), rows[i]));
  }
  importer.flush();
  return {};
}

}  // namespace

Result<ImportReport> import_text(Store& store, std::string_view text, TextForm form, const ImportOptions& options) {
  Importer importer(store, options);
  bool refused = false;
  auto done = store.together([&]() -> Result<void> {
    NAZO_CHECK(read_all(importer, text, form));
    refused = importer.report.refused != 0 && !options.keep_good;
    return refused ? Result<void>(fail("rows were refused")) : Result<void>();
  });
  if (!done && !refused) return std::unexpected(done.error());
  if (refused) {
    importer.report.added.clear();
    importer.report.present = 0;
  }
  importer.report.kept = !refused;
  return std::move(importer.report);
}

// ── export ─────────────────────────────────────────────────────────────────────────────────────────────────────────

namespace {

using Take = std::function<void(const Record&)>;

Result<void> each_puzzle(Store& store, const std::optional<Study>& study, const Take& take) {
  if (study) {
    for (const std::string& key : study->puzzles) {
      NAZO_TRY(puzzle, store.find_puzzle(key));
      if (puzzle) take(*puzzle);
    }
    return {};
  }
  PuzzleQuery query{.limit = 1000, .unlisted = true};
  for (;;) {
    NAZO_TRY(page, store.list_puzzles(query));
    for (const Puzzle& puzzle : page) take(puzzle);
    if (page.size() < query.limit) return {};
    query.after_key = page.back().key;
  }
}

Result<void> each_player(Store& store, const std::optional<Study>& study, const Take& take) {
  if (study) {
    // Those who joined, and those whose plays or comparisons are in the study without having joined.
    std::set<std::string> keys;
    NAZO_TRY(participants, store.participants(study->key));
    for (const Participant& p : participants) keys.insert(p.player);
    NAZO_TRY(rows, store.play_rows({.study = study->key}));
    for (const PlayRow& row : rows) keys.insert(row.player);
    NAZO_TRY(comparisons, store.comparisons({.study = study->key}));
    for (const Comparison& c : comparisons) keys.insert(c.player);
    for (const std::string& key : keys) {
      NAZO_TRY(player, store.find_player(key));
      if (player) take(*player);
    }
    return {};
  }
  std::string after;
  for (;;) {
    NAZO_TRY(page, store.list_players(after, 1000));
    for (const Player& player : page) take(player);
    if (page.size() < 1000) return {};
    after = page.back().key;
  }
}

/// All records of one type.
Result<void> each_of_type(Store& store, std::string_view type, const std::optional<Study>& study, const Take& take,
                          const std::function<bool()>& stopped) {
  const auto all = [&](const auto& found) -> Result<void> {
    if (!found) return std::unexpected(found.error());
    for (const auto& record : *found) take(record);
    return {};
  };
  const std::string study_key = study ? study->key : std::string();
  if (type == "puzzle") return each_puzzle(store, study, take);
  if (type == "player") return each_player(store, study, take);
  if (type == "play")
    return store.each_play({.study = study_key}, [&](const Play& play) {
      take(play);
      return !stopped();
    });
  if (type == "comparison") return all(store.comparisons({.study = study_key}));
  if (type == "study" && study) return take(*study), Result<void>();
  if (type == "study") return all(store.list_studies());
  if (type == "participant") {
    if (study) return all(store.participants(study->key));
    NAZO_TRY(studies, store.list_studies());
    for (const Study& each : studies) NAZO_CHECK(all(store.participants(each.key)));
    return {};
  }
  if (study) return {};  // models, ratings and recommendations belong to no study
  if (type == "model") {
    NAZO_TRY(heads, store.list_models());
    for (const Model& head : heads) {
      NAZO_TRY(model, store.find_model(head.key));
      if (model) take(*model);
    }
    return {};
  }
  if (type == "rating") return all(store.ratings(""));
  NAZO_TRY(newest_first, store.recommendations("", 1'000'000'000));
  for (const Recommendation& made : newest_first | std::views::reverse) take(made);  // as they were made
  return {};
}

}  // namespace

Result<void> export_text(Store& store, const ExportQuery& query, TextForm form,
                         const std::function<void(std::string_view)>& write) {
  const auto& known = record_types();
  for (const std::string& type : query.types)
    if (std::ranges::find(known, type) == known.end())
      return fail(cat("there is no record type ", in_quotes(type), "; expected ", join(known, ", ")));
  if (form == TextForm::csv && query.types.size() != 1) return fail("CSV holds one type of record: say which");
  std::optional<Study> study;
  if (!query.study.empty()) {
    NAZO_TRY(found, store.find_study(query.study));
    if (!found) return fail(cat("there is no study ", in_quotes(query.study)));
    study = std::move(found);
  }
  const auto stopped = [&] { return query.stop != nullptr && query.stop->load(); };
  if (form == TextForm::csv) write(csv_header(query.types.front()) + "\r\n");
  for (const std::string& type : known) {
    if (!query.types.empty() && std::ranges::find(query.types, type) == query.types.end()) continue;
    const auto take = [&](const Record& record) {
      if (!stopped()) write(form == TextForm::csv ? csv_line(record) + "\r\n" : to_value(record).json() + "\n");
    };
    NAZO_CHECK(each_of_type(store, type, study, take, stopped));
    if (stopped()) return fail_limit(Limit::stopped);
  }
  return {};
}

}  // namespace nazo::store
