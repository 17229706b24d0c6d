// KIF and KI2, its form for people, written.
#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "genres/tsume/text/japanese.hpp"
#include "genres/tsume/text/kif_words.hpp"
#include "genres/tsume/text/record.hpp"

namespace nazo::tsume {
namespace {

std::string board_diagram(const Position& p) {
  std::string out = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
  for (int rank = 0; rank < 9; ++rank) {
    out += "|";
    for (int file = 8; file >= 0; --file) {
      const Piece on = p.on(square_at(file, rank));
      if (on == Piece::none)
        out += cat(" ", empty_cell);
      else
        out += cat(color_of(on) == Color::white ? "v" : " ", kanji_cell(kind_of(on)));
    }
    out += cat("|", kanji_number(rank + 1), "\n");
  }
  return out + "+---------------------------+\n";
}

std::string header(const Record& record) {
  std::string out = "手合割：その他\n";
  if (const std::string title = one_line(record.title); !title.empty()) out += cat("作品名：", title, "\n");
  for (const auto& [name, value] : record.notes)
    for (const auto& [english, japanese] : note_keys)
      if (name == english) out += cat(japanese, wide_colon, one_line(value), "\n");
  if (!record.moves.empty()) out += cat("手数：", record.moves.size(), "\n");
  const Position& p = record.setup.position;
  out += cat("後手の持駒：", japanese_hand(p.hand(Color::white)), "\n", board_diagram(p), "先手の持駒：",
             japanese_hand(p.hand(Color::black)), "\n");
  if (p.side() == Color::white) out += "後手番\n";
  return out;
}

/// Columns of a terminal: everything beyond ASCII here is two wide.
std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(text.substr(i)));
    width += length > 1 ? 2 : 1;
    i += length;
  }
  return width;
}

}  // namespace

std::string write_kif(const Record& record) {
  std::string out = header(record);
  const bool black_attacks = record.setup.position.side() == Color::black;
  out += black_attacks ? "先手：攻方\n後手：玉方\n" : "先手：玉方\n後手：攻方\n";
  out += "手数----指手---------消費時間--\n";
  Position p = record.setup.position;
  std::optional<Square> previous;
  int number = 0;
  const auto row = [&](std::string_view move) {
    std::string n = std::to_string(++number);
    n.insert(0, n.size() < 4 ? 4 - n.size() : 0, ' ');
    std::string line = cat(n, " ", move);
    for (std::size_t width = display_width(move); width < 14; ++width) line += ' ';
    out += line + "( 0:00/00:00:00)\n";
  };
  for (const Move16 m : record.moves) {
    const Kind kind = m.is_drop() ? m.dropped() : kind_of(p.on(m.from()));
    const std::string square = previous == m.to() ? "同　" : japanese_square(m.to());
    if (m.is_drop())
      row(cat(square, kanji_of(kind), "打"));
    else
      row(cat(square, kanji_of(kind), m.is_promotion() ? "成" : "", "(", file_of(m.from()) + 1, rank_of(m.from()) + 1,
              ")"));
    previous = m.to();
    p.make(m);
  }
  if (!record.moves.empty()) row(p.in_check(p.side()) ? "詰み" : "中断");
  return out;
}

std::string write_ki2(const Record& record) {
  std::string out = header(record) + "\n";
  Position p = record.setup.position;
  std::optional<Square> previous;
  int column = 0;
  for (const Move16 m : record.moves) {
    const std::string text = marked_move(p, m, previous);
    out += text;
    previous = m.to();
    p.make(m);
    if (++column == 6) {
      out += "\n";
      column = 0;
    } else {
      for (std::size_t width = display_width(text); width < 14; ++width) out += ' ';
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  if (out.back() != '\n') out += "\n";
  if (!record.moves.empty()) out += cat("まで", record.moves.size(), "手詰\n");
  return out;
}

}  // namespace nazo::tsume
