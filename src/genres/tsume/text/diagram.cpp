#include "genres/tsume/text/diagram.hpp"

#include <algorithm>
#include <cmath>

#include "base/chart.hpp"
#include "base/text.hpp"
#include "genres/tsume/text/japanese.hpp"

namespace nazo::tsume {
namespace {

constexpr double cell_width = 36, cell_height = 39, left = 62, top = 64, piece_size = 28;
constexpr double board_width = 9 * cell_width, board_height = 9 * cell_height;
constexpr std::string_view fonts =
    "'Noto Serif CJK JP','Source Han Serif JP','Yu Mincho','Hiragino Mincho ProN',IPAMincho,IPAexMincho,serif";

std::string number(double value) { return text_of(value, value == std::floor(value) ? 0 : 1); }

std::string text_at(double x, double y, double size, std::string_view text, std::string_view more = "") {
  return cat("<text x=\"", number(x), "\" y=\"", number(y), "\" font-size=\"", number(size),
             "\" text-anchor=\"middle\"", more, ">", xml_escape(text), "</text>\n");
}

/// Characters below one another, as a hand is written beside a board.
std::string column(double x, double y, double size, const std::vector<std::string>& characters, bool upside_down) {
  std::string out;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const double at = upside_down ? y - static_cast<double>(i) * size * 1.12 : y + static_cast<double>(i) * size * 1.12;
    const std::string turn =
        upside_down ? cat(" transform=\"rotate(180 ", number(x), " ", number(at - size * .35), ")\"") : "";
    out += text_at(x, at, size, characters[i], turn);
  }
  return out;
}

std::vector<std::string> hand_characters(std::string_view mark, Hand hand) {
  std::vector<std::string> out{std::string(mark), "持", "駒", " "};
  for (const Kind k : {Kind::rook, Kind::bishop, Kind::gold, Kind::silver, Kind::knight, Kind::lance, Kind::pawn})
    if (const int n = hand.count(k); n > 0) {
      out.emplace_back(kanji_of(k));
      if (n >= 10) out.emplace_back("十");
      if (n > 1 && n % 10 > 0) out.push_back(kanji_number(n % 10));
    }
  if (hand.empty()) out.insert(out.end(), {"な", "し"});
  return out;
}

constexpr double row_height = 22, remark_size = 12, remark_height = 17;

/// Rows of about so many columns; what is beyond ASCII takes two. Latin words stay whole, Japanese breaks anywhere but
/// before its punctuation.
std::vector<std::string> broken(std::string_view text, std::size_t columns) {
  std::vector<std::string> rows(1);
  std::size_t width = 0;
  const auto next_row = [&] {
    rows.emplace_back();
    width = 0;
  };
  for (std::size_t i = 0; i < text.size();) {
    const bool latin = static_cast<unsigned char>(text[i]) < 128;
    std::size_t bytes = std::max<std::size_t>(1, utf8_length(text.substr(i)));
    std::size_t wide = 2;
    if (latin) {
      bytes = std::min(text.find(' ', i), text.size()) - i;
      for (std::size_t k = 0; k < bytes; ++k)
        if (static_cast<unsigned char>(text[i + k]) >= 128) bytes = k;
      wide = std::max<std::size_t>(1, bytes);
      bytes = wide;
    }
    const std::string_view word = text.substr(i, bytes);
    const bool stays = word == "。" || word == "、";
    if (width > 0 && width + wide > columns && !stays) next_row();
    if (word != " " || width > 0) {
      rows.back() += word;
      width += wide;
    }
    i += bytes;
  }
  return rows;
}

}  // namespace

std::string diagram_svg(const Position& p, const DiagramText& text) {
  const Color attacker = p.side();
  std::vector<std::string> rows;  // the line in rows of moves
  {
    Position now = p;
    std::optional<Square> previous;
    constexpr std::size_t most_moves = 60, per_row = 5;
    for (std::size_t i = 0; i < text.line.size(); ++i) {
      if (i % per_row == 0 && i < most_moves) rows.emplace_back();
      if (i < most_moves) rows.back() += cat(rows.back().empty() ? "" : "　", marked_move(now, text.line[i], previous));
      previous = text.line[i].to();
      now.make(text.line[i]);
    }
    if (text.line.size() > most_moves) rows.emplace_back(cat("…（全", text.line.size(), "手）"));
  }
  std::vector<std::string> remarks;
  for (const std::string& remark : text.remarks)
    for (std::string& row : broken(remark, 74)) remarks.push_back(std::move(row));
  const double line_end = top + board_height + 46 + row_height * static_cast<double>(rows.size());
  const double width = left + board_width + 90, height = line_end + remark_height * static_cast<double>(remarks.size());
  std::string out =
      cat("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", number(width), " ", number(height), "\" width=\"",
          number(width), "\" height=\"", number(height), "\" font-family=\"", fonts, "\" fill=\"#111\">\n");
  out += cat("<rect width=\"", number(width), "\" height=\"", number(height), "\" fill=\"#fff\"/>\n");
  if (!text.title.empty()) out += text_at(left + board_width / 2, 26, 18, text.title);

  // The grid, with its four dots.
  out += "<g stroke=\"#111\" stroke-width=\"1\">\n";
  for (int i = 1; i < 9; ++i) {
    const double x = left + i * cell_width, y = top + i * cell_height;
    out += cat("<path d=\"M", number(x), " ", number(top), "V", number(top + board_height), "M", number(left), " ",
               number(y), "H", number(left + board_width), "\"/>\n");
  }
  out += cat("</g>\n<rect x=\"", number(left), "\" y=\"", number(top), "\" width=\"", number(board_width),
             "\" height=\"", number(board_height), "\" fill=\"none\" stroke=\"#111\" stroke-width=\"2.5\"/>\n");
  for (const int file : {3, 6})
    for (const int rank : {3, 6})
      out += cat("<circle cx=\"", number(left + file * cell_width), "\" cy=\"", number(top + rank * cell_height),
                 "\" r=\"2.5\"/>\n");
  for (int i = 0; i < 9; ++i) {
    out += text_at(left + (8.5 - i) * cell_width, top - 8, 15, wide_digit(i + 1));
    out += text_at(left + board_width + 14, top + (i + .5) * cell_height + 5, 15, kanji_number(i + 1));
  }

  for (int rank = 0; rank < 9; ++rank)
    for (int file = 0; file < 9; ++file) {
      const Piece on = p.on(square_at(file, rank));
      if (on == Piece::none) continue;
      const double x = left + (8.5 - file) * cell_width, middle = top + (rank + .5) * cell_height;
      // The attacker's king, where there is one, is 王 so that it is told from the king to be mated.
      const std::string_view name =
          kind_of(on) == Kind::king && color_of(on) == attacker ? "王" : kanji_cell(kind_of(on));
      const std::string turn =
          color_of(on) == Color::white ? cat(" transform=\"rotate(180 ", number(x), " ", number(middle), ")\"") : "";
      out += text_at(x, middle + piece_size * .36, piece_size, name, turn);
    }

  const bool draw_white = attacker == Color::white || !text.rest_to_defender;
  const bool draw_black = attacker == Color::black || !text.rest_to_defender;
  const auto size_for = [](std::size_t characters) {
    return std::min(20.0, board_height / (static_cast<double>(characters) * 1.12 + 1));
  };
  if (draw_black) {
    const auto characters = hand_characters("☗", p.hand(Color::black));
    const double size = size_for(characters.size());
    out += column(left + board_width + 50, top + size, size, characters, false);
  }
  if (draw_white) {
    const auto characters = hand_characters("☖", p.hand(Color::white));
    const double size = size_for(characters.size());
    out += column(left - 36, top + board_height - size * .3, size, characters, true);
  }
  std::string below = text.length > 0 ? cat(text.length, "手詰") : "";
  if (attacker == Color::white) below += below.empty() ? "後手番" : "（後手番）";
  if (!below.empty()) out += text_at(left + board_width / 2, top + board_height + 28, 18, below);
  for (std::size_t i = 0; i < rows.size(); ++i)
    out +=
        cat("<text x=\"", number(left - 40), "\" y=\"", number(top + board_height + 56 + 22 * static_cast<double>(i)),
            "\" font-size=\"14\">", xml_escape(rows[i]), "</text>\n");
  for (std::size_t i = 0; i < remarks.size(); ++i)
    out +=
        cat("<text x=\"", number(left - 40), "\" y=\"", number(line_end + 10 + remark_height * static_cast<double>(i)),
            "\" font-size=\"", number(remark_size), "\">", xml_escape(remarks[i]), "</text>\n");
  return out + "</svg>\n";
}

std::string trace_svg(const PnsReport& report, std::string_view title, Language language) {
  const auto course = [&](const char* name, const Words& what, std::uint64_t most, auto&& value_of) {
    Figure figure{.name = name, .caption = what};
    if (!title.empty()) figure.caption = {cat(title, ", ", what.english), cat(title, "　", what.japanese)};
    figure.x = {.title = {"updates", "更新数"}, .holds = {0}};
    figure.y = {.title = {cat(what.english, " (at most ", most, ")"), cat(what.japanese, "（最大 ", most, "）")},
                .holds = {0}};
    Series series{.mark = Mark::line};
    for (const PnsPoint& point : report.trace)
      series.points.push_back({static_cast<double>(point.update), static_cast<double>(value_of(point))});
    figure.series.push_back(std::move(series));
    return figure;
  };
  Figure proof =
      course("pn", {"proof number pn", "証明数 pn"}, report.pn_max, [](const PnsPoint& point) { return point.pn; });
  // Solved: the proof number falls to 0.
  if (report.mate && !report.trace.empty())
    proof.series.front().points.push_back({static_cast<double>(report.updates), 0});
  const Figure disproof =
      course("dn", {"disproof number dn", "反証数 dn"}, report.dn_max, [](const PnsPoint& point) { return point.dn; });
  return chart_svg({proof, disproof}, language);
}

}  // namespace nazo::tsume
