#include "genres/tsume/text/text.hpp"

#include <algorithm>

#include "genres/tsume/analyse/pns.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "genres/tsume/text/diagram.hpp"
#include "genres/tsume/text/encoding.hpp"
#include "genres/tsume/text/japanese.hpp"

namespace nazo::tsume {
namespace {

/// What a text looks like.
std::string_view guess_format(std::string_view text) {
  for (const Line& line : lines_of(text)) {
    const std::string_view content = trim(line.text);
    if (content.starts_with("|") || content.starts_with("手数-") || content.starts_with("手合割") ||
        content.starts_with("後手の持駒"))
      return "kif";
    if (line.text.starts_with("V2") || line.text.starts_with("V3") || line.text.starts_with("P1-") ||
        line.text.starts_with("P1+") || line.text.starts_with("P1 ") || line.text.starts_with("P+") ||
        line.text.starts_with("P-"))
      return "csa";
  }
  return "sfen";
}

Result<Puzzle> to_puzzle(Record record, const Options& options) {
  Position p = with_defender_hand(record.setup, defender_hand(options));
  if (auto good = check_start(p); !good) return fail_at(record.line, record.column, good.error().message);
  Puzzle puzzle;
  puzzle.genre = "tsume";
  puzzle.text = sfen_of(p);
  puzzle.title = std::move(record.title);
  Position now = p;
  for (const Move16 m : record.moves) {
    if (why_illegal(now, m) != Illegal::none)
      return fail_at(record.line, record.column, cat("the move ", usi_of(m), " of the solution is not legal"));
    now.make(m);
  }
  puzzle.solution = write_line(record.moves);
  for (auto& [name, value] : record.notes) puzzle.notes.set(name, std::move(value));
  return puzzle;
}

}  // namespace

std::vector<FormatFact> format_facts() {
  return {{"sfen", {".sfen"}, "SFEN, one a line; a tab and an id, a tab and a comment may follow", true, true, true},
          {"kif",
           {".kif", ".kifu", ".bod"},
           "KIF records with a board diagram, UTF-8 or Shift-JIS; written with the solution if there is one",
           true,
           true,
           true},
          {"csa", {".csa"}, "CSA records with a position", true, true, true},
          {"ki2", {".ki2"}, "the diagram and the solution in Japanese notation", false, true, false},
          {"japanese", {}, "the solution alone: ▲３二銀 △１二玉 ▲２三と", false, true, false},
          {"svg", {".svg"}, "a diagram in the Japanese manner", false, true, false},
          {"trace", {}, "SVG plot of the proof numbers while plain proof-number search solves it", false, true, false}};
}

DefenderHand defender_hand(const Options& options) {
  const std::string& how = options.text("defender-hand");
  if (how == "rest") return DefenderHand::rest;
  return how == "given" ? DefenderHand::given : DefenderHand::automatic;
}

Result<std::vector<Puzzle>> read_puzzles(std::string_view bytes, std::string_view format, const Options& options) {
  const std::string text = as_utf8(bytes);
  if (format.empty()) format = guess_format(text);
  Result<std::vector<Record>> records = fail("");
  if (format == "sfen")
    records = read_sfen_file(text);
  else if (format == "kif")
    records = read_kif(text);
  else if (format == "csa")
    records = read_csa(text);
  else
    return fail(cat("tsume cannot read ", in_quotes(format), ": it reads sfen, kif and csa"));
  if (!records) return std::unexpected(records.error());
  std::vector<Puzzle> puzzles;
  for (Record& record : *records) {
    NAZO_TRY(puzzle, to_puzzle(std::move(record), options));
    puzzles.push_back(std::move(puzzle));
  }
  return puzzles;
}

Result<Position> position_of(std::string_view native, const Options& options) {
  NAZO_TRY(setup, read_sfen(native));
  const Position p = with_defender_hand(setup, defender_hand(options));
  NAZO_CHECK(check_start(p));
  return p;
}

Result<Position> position_of(const Puzzle& puzzle, const Options& options) { return position_of(puzzle.text, options); }

Result<std::vector<Move16>> read_line(const Position& start, std::string_view text) {
  std::vector<Move16> line;
  Position p = start;
  for (const Line& row : lines_of(text))
    for (const Word& word : row.words()) {
      const auto m = read_usi(word.text);
      if (!m) return fail_at(word.line, word.column, cat(in_quotes(word.text), " is not a USI move"));
      if (why_illegal(p, *m) != Illegal::none)
        return fail_at(word.line, word.column, cat("the move ", word.text, " is not legal here"));
      line.push_back(*m);
      p.make(*m);
    }
  return line;
}

std::string write_line(const std::vector<Move16>& line) {
  std::string out;
  for (const Move16 m : line) out += cat(out.empty() ? "" : " ", usi_of(m));
  return out;
}

namespace {

/// An error if the clock or the user ended the work: what is written must not depend on them.
Result<void> ended_by_itself(const Meter& meter) {
  if (meter.limit() == Limit::time || meter.limit() == Limit::stopped) return fail_limit(meter.limit());
  return {};
}

/// 手数 for a diagram whose solution is not at hand: a quick look, 0 if that does not prove the shortest length.
Result<int> quick_length(const Position& p, Rules rules, Budget budget) {
  budget.nodes = std::min<std::uint64_t>(budget.nodes, 300'000);
  budget.bytes = std::min(budget.bytes, std::uint64_t{64} << 20);
  Meter meter(budget);
  Solver solver(budget.bytes);
  const Solution s = solver.solve(p, {.rules = rules, .proved_or_nothing = true}, meter);
  NAZO_CHECK(ended_by_itself(meter));
  return s.optimal ? s.length : 0;
}

}  // namespace

Rules rules_of(const Options& options) {
  return options.text("mudaai") == "count" ? Rules::count_all : Rules::exclude_useless;
}

Result<std::string> draw_diagram(const Puzzle& puzzle, std::string_view solution, const Options& options,
                                 const Budget& budget) {
  NAZO_TRY(p, position_of(puzzle, options));
  NAZO_TRY(line, read_line(p, solution));
  DiagramText text;
  text.title = puzzle.title;
  text.line = line;
  text.length = static_cast<int>(line.size());
  if (line.empty()) {
    NAZO_TRY(length, quick_length(p, rules_of(options), budget));
    text.length = length;
  }
  if (!line.empty())
    for (const char* language : {"comment_ja", "comment"})
      if (const Value* remark = puzzle.notes.find(language); remark != nullptr && remark->string() != nullptr)
        text.remarks.push_back(*remark->string());
  text.rest_to_defender = p.hand(~p.side()) == rest_of_set(p, p.side());
  return diagram_svg(p, text);
}

Result<std::string> write_puzzle(const Puzzle& puzzle, std::string_view format, const Options& options,
                                 const Budget& budget) {
  if (format == "svg") return draw_diagram(puzzle, puzzle.solution, options, budget);
  NAZO_TRY(p, position_of(puzzle, options));
  if (format == "trace") {
    Budget tracing = budget;
    tracing.nodes = std::min<std::uint64_t>(budget.nodes, 5'000'000);
    Meter meter(tracing, 256);
    const PnsReport report = proof_numbers(p, {.rules = rules_of(options)}, meter);
    NAZO_CHECK(ended_by_itself(meter));
    return trace_svg(report, puzzle.title, language_of(options.text("language")).value_or(Language::japanese));
  }
  Record record;
  record.setup.position = p;
  record.title = puzzle.title;
  if (const Value::Object* fields = puzzle.notes.fields())
    for (const auto& [name, value] : *fields)
      if (const std::string* string = value.string()) record.notes.emplace_back(name, *string);
  if (format == "sfen") return write_sfen_line(record);
  NAZO_TRY(line, read_line(p, puzzle.solution));
  record.moves = line;
  if (format == "kif") return write_kif(record);
  if (format == "ki2") return write_ki2(record);
  if (format == "csa") return write_csa(record);
  if (format == "japanese") {
    if (line.empty()) return fail("the format japanese writes a solution, and this problem has none: solve it first");
    return japanese_line(p, line) + "\n";
  }
  return fail(
      cat("tsume cannot write ", in_quotes(format), ": it writes sfen, kif, csa, ki2, japanese, svg and trace"));
}

}  // namespace nazo::tsume
