// Files of SFEN, one problem a line.
#include <algorithm>

#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/text/record.hpp"

namespace nazo::tsume {

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) out += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
  return std::string(trim(out));
}

Result<void> check_set(const Position& p) {
  std::array<int, 9> counts{};
  for (int i = 0; i < square_count; ++i)
    if (const Piece on = p.on(square_of(i)); on != Piece::none) ++counts[static_cast<std::size_t>(plain(kind_of(on)))];
  for (const Kind k : hand_kinds) {
    const int n = counts[static_cast<std::size_t>(k)] + p.hand(Color::black).count(k) + p.hand(Color::white).count(k);
    if (n > set_size(k)) return fail(cat(n, " pieces of the kind ", usi_letter(k), ", a set has ", set_size(k)));
  }
  return {};
}

Result<std::vector<Record>> read_sfen_file(std::string_view text) {
  std::vector<Record> records;
  for (const Line& line : lines_of(text)) {
    const std::string_view content = trim(line.text);
    if (content.empty() || content.front() == '#') continue;
    const std::size_t tab = line.text.find('\t', static_cast<std::size_t>(content.data() - line.text.data()));
    std::vector<Word> words = Line{line.text.substr(0, tab), line.number}.words();
    // "sfen …" and "position sfen …", as USI writes them, and the moves after it.
    if (!words.empty() && words.front().text == "position") words.erase(words.begin());
    if (!words.empty() && words.front().text == "sfen") words.erase(words.begin());
    const auto moves_at = std::ranges::find(words, std::string_view("moves"), &Word::text);
    const std::vector<Word> moves(moves_at == words.end() ? moves_at : moves_at + 1, words.end());
    words.erase(moves_at, words.end());
    if (words.empty()) return fail_at(line.number, 1, "expected an SFEN position: board, side to move, hands");
    Record record;
    NAZO_TRY(setup, read_sfen(words));
    record.setup = setup;
    record.line = words.front().line;
    record.column = words.front().column;
    for (const Word& word : moves) {
      const auto m = read_usi(word.text);
      if (!m) return fail_at(word.line, word.column, cat(in_quotes(word.text), " is not a USI move"));
      record.moves.push_back(*m);
    }
    if (tab != std::string_view::npos) {
      const auto fields = split(line.text.substr(tab + 1), '\t');
      record.title = one_line(fields.front());
      std::string comment;
      for (std::size_t i = 1; i < fields.size(); ++i) comment += (i > 1 ? " " : "") + one_line(fields[i]);
      if (!comment.empty()) record.notes.emplace_back("comment", comment);
    }
    records.push_back(std::move(record));
  }
  return records;
}

std::string write_sfen_line(const Record& record) {
  std::string out = sfen_of(record.setup.position, record.setup.move_number);
  std::string comment;
  for (const auto& [name, value] : record.notes)
    if (name == "comment") comment = one_line(value);
  const std::string title = one_line(record.title);
  if (!title.empty() || !comment.empty()) out += cat("\t", title);
  if (!comment.empty()) out += cat("\t", comment);
  return out + "\n";
}

}  // namespace nazo::tsume
