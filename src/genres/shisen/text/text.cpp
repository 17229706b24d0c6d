#include "genres/shisen/text/text.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace nazo::shisen {

namespace {

/// A line as far as it belongs to the board: the comment is gone.
std::vector<Word> cells_of(const Line& line) {
  Line bare = line;
  bare.text = line.text.substr(0, line.text.find('#'));
  return bare.words();
}

/// What follows "name:" at the start of a line, in any case of letters.
std::optional<std::string_view> field(std::string_view line, std::string_view name) {
  line = trim(line);
  if (line.size() <= name.size() || lower(line.substr(0, name.size())) != name || line[name.size()] != ':') return {};
  return trim(line.substr(name.size() + 1));
}

/// Gathers the rows of one board.
class Reader {
 public:
  Reader(WantedBorder border, bool may_be_empty) : wanted_(border), may_be_empty_(may_be_empty) {}

  Result<std::vector<BoardText>> read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
    for (const Line& line : lines_of(text)) {
      if (const auto title = field(line.text, "title")) {
        NAZO_CHECK(finish());
        title_ = *title;
      } else if (const auto border = field(line.text, "border")) {
        NAZO_CHECK(finish());
        NAZO_CHECK(take_border(*border, line.number));
      } else if (const auto solution = field(line.text, "solution")) {
        if (rows_.empty()) return fail_at(line.number, 1, "a solution without a board before it");
        solution_ = *solution;
      } else if (auto cells = cells_of(line); !cells.empty()) {
        if (!solution_.empty()) NAZO_CHECK(finish());
        rows_.push_back(std::move(cells));
        if (rows_.size() > longest_side + 1) return too_high();
      } else if (trim(line.text).empty()) {
        NAZO_CHECK(finish());
      }
    }
    NAZO_CHECK(finish());
    return std::move(boards_);
  }

 private:
  Result<void> take_border(std::string_view word, std::size_t line) {
    for (const Border border : {Border::outside, Border::inside})
      if (lower(word) == name(border)) {
        said_ = border;
        return {};
      }
    return fail_at(line, 1, cat("expected border: outside or border: inside, not ", in_quotes(word)));
  }

  /// Makes a board of the rows so far, if there are any.
  Result<void> finish() {
    if (rows_.empty()) return {};
    const std::size_t begins = rows_.front().front().line;
    NAZO_TRY(sized, take_header());
    const std::size_t width = rows_.front().size();
    if (width > longest_side)
      return fail_at(rows_.front().front().line, rows_.front()[longest_side].column,
                     cat("a board has at most ", longest_side, " columns"));
    std::vector<int> labels;
    for (const auto& row : rows_) {
      if (row.size() != width)
        return fail_at(row.front().line, row.size() > width ? row[width].column : row.front().column,
                       cat("expected ", width, sized ? " cells as the first line says" : " cells as in the rows before",
                           ", not ", row.size()));
      for (const Word& word : row) {
        NAZO_TRY(label, read_cell(word));
        labels.push_back(label);
      }
    }
    if (rows_.size() > longest_side) return too_high();
    if (!may_be_empty_ && std::ranges::all_of(labels, [](int label) { return label == no_tile; }))
      return fail_at(begins, 1, "the board has no tiles");
    Board board = make_board(static_cast<int>(width), static_cast<int>(rows_.size()), wanted_.value_or(said_), labels);
    for (int kind = 0; kind < board.kinds(); ++kind)
      if (const int copies = board.copies(static_cast<KindId>(kind)); copies > most_copies)
        return fail_at(begins, 1,
                       cat("kind ", board.labels[static_cast<std::size_t>(kind)], " has ", copies, " tiles, at most ",
                           most_copies, " are allowed"));
    boards_.push_back({std::move(board), title_, solution_, begins});
    rows_.clear();
    title_.clear();
    solution_.clear();
    said_ = Border::outside;
    return {};
  }

  [[nodiscard]] std::unexpected<Error> too_high() const {
    return fail_at(rows_.front().front().line, 1, cat("a board has at most ", longest_side, " rows"));
  }

  /// Takes away a first line "WIDTH HEIGHT": two numbers above rows that are not two cells wide but WIDTH.
  Result<bool> take_header() {
    if (rows_.size() < 2 || rows_[0].size() != 2 || rows_[1].size() == 2) return false;
    const auto width = number_of<std::size_t>(rows_[0][0].text), height = number_of<std::size_t>(rows_[0][1].text);
    if (!width || !height || *width != rows_[1].size()) return false;
    if (*height != rows_.size() - 1)
      return fail_at(rows_[0][1].line, rows_[0][1].column,
                     cat("the first line promises ", *height, " rows, but there are ", rows_.size() - 1));
    rows_.erase(rows_.begin());
    return true;
  }

  static Result<int> read_cell(const Word& word) {
    if (word.text == "." || word.text == "--") return no_tile;
    const auto label = number_of<int>(word.text);
    if (!label || *label < 0 || *label > largest_label)
      return fail_at(word.line, word.column,
                     cat("expected a tile (a number from 0 to ", largest_label, ") or '.' for an empty cell, not ",
                         in_quotes(word.text)));
    return *label;
  }

  WantedBorder wanted_;
  Border said_ = Border::outside;  ///< of the board to come
  bool may_be_empty_;
  std::vector<std::vector<Word>> rows_{};
  std::string title_{}, solution_{};
  std::vector<BoardText> boards_{};
};

}  // namespace

Result<std::vector<BoardText>> read_boards(std::string_view text, WantedBorder border) {
  NAZO_TRY(boards, Reader(border, false).read(text));
  if (boards.empty()) return fail("no board: expected rows of tile numbers");
  return std::move(boards);
}

Result<Board> read_position(std::string_view text, WantedBorder border) {
  NAZO_TRY(boards, Reader(border, true).read(text));
  if (boards.size() != 1) return fail(cat("expected one board, not ", boards.size()));
  return std::move(boards.front().board);
}

std::string write_board(const Board& board) {
  const std::vector<int> cells = labels_by_cell(board);
  std::size_t widest = 1;
  for (const int label : board.labels) widest = std::max(widest, std::to_string(label).size());
  std::string text = board.border == Border::inside ? "border: inside\n" : "";
  for (int row = 0; row < board.height; ++row) {
    for (int column = 0; column < board.width; ++column) {
      const int label = cells[static_cast<std::size_t>(row * board.width + column)];
      const std::string cell = label == no_tile ? "." : std::to_string(label);
      if (column != 0) text += ' ';
      text.append(widest - cell.size(), ' ');
      text += cell;
    }
    text += '\n';
  }
  return text;
}

std::string write_pair(Place a, Place b) { return cat(a.row, ",", a.column, "-", b.row, ",", b.column); }

std::string write_place(Place place) { return cat("row ", place.row, ", column ", place.column); }

Result<PlacePair> read_pair(std::string_view text) {
  const auto place = [](std::string_view part) -> std::optional<Place> {
    const auto parts = split(part, ',');
    if (parts.size() != 2) return {};
    const auto row = number_of<int>(parts[0]), column = number_of<int>(parts[1]);
    if (!row || !column || *row < 1 || *column < 1 || *row > longest_side || *column > longest_side) return {};
    return Place{*row, *column};
  };
  const auto halves = split(text, '-');
  if (halves.size() == 2)
    if (const auto a = place(halves[0]), b = place(halves[1]); a && b) return PlacePair{*a, *b};
  return fail(cat("expected a pair of tiles ROW,COLUMN-ROW,COLUMN, not ", in_quotes(text)));
}

Result<std::vector<PlacePair>> read_pairs(std::string_view text) {
  std::vector<PlacePair> pairs;
  for (const Line& line : lines_of(text))
    for (const Word& word : line.words()) {
      auto pair = read_pair(word.text);
      if (!pair) return fail_at(word.line, word.column, pair.error().message);
      pairs.push_back(*pair);
    }
  return pairs;
}

}  // namespace nazo::shisen
