#include "genres/shanghai/text/text.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.hpp"
#include "genres/shanghai/text/drawing.hpp"

namespace nazo::shanghai {

namespace {

/// What follows "name:" at the start of a line, in any case of letters.
std::optional<std::string_view> field(std::string_view line, std::string_view name) {
  line = trim(line);
  const char first = line.empty() ? ' ' : line.front();
  if (first != name.front() && first != name.front() - 'a' + 'A') return {};  // most lines are rows of tiles
  if (line.size() <= name.size() || lower(line.substr(0, name.size())) != name || line[name.size()] != ':') return {};
  return trim(line.substr(name.size() + 1));
}

bool is_empty(char c) { return c == '.' || c == ' '; }

/// Where a tile was read, for what is found wrong with it later.
struct TileOrigin {
  std::size_t line = 0, column = 0;
};

class Reader {
 public:
  enum class Kind { puzzles, position };
  explicit Reader(Kind kind) : kind_(kind) {}

  Result<std::vector<BoardText>> read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
    for (const Line& line : lines_of(text)) {
      const std::string_view bare = trim(line.text);
      if (bare.empty() || bare.starts_with(';')) continue;
      if (const auto title = field(line.text, "title")) {
        NAZO_CHECK(finish());
        board_.title = *title;
      } else if (const auto seen = field(line.text, "seen")) {
        if (layer_ >= 0) NAZO_CHECK(finish());
        NAZO_CHECK(read_seen(line, *seen));
      } else if (const auto solution = field(line.text, "solution")) {
        if (layer_ < 0) return fail_at(line.number, 1, "a solution without a board before it");
        board_.solution = *solution;
        NAZO_CHECK(finish());
      } else if ((bare.front() == 'l' || bare.front() == 'L') && lower(bare.substr(0, 5)) == "layer") {
        NAZO_CHECK(begin_layer(line, trim(bare.substr(5))));
      } else {
        if (layer_ < 0) return fail_at(line.number, 1, cat("expected \"layer 1\", not ", in_quotes(bare)));
        NAZO_CHECK(read_row(line));
      }
    }
    NAZO_CHECK(finish());
    return std::move(boards_);
  }

 private:
  Result<void> read_seen(const Line& line, std::string_view value) {
    if (value != "all" && value != "top")
      return fail_at(line.number, line.text.find(value) + 1, cat("expected seen: all or top, not ", in_quotes(value)));
    board_.seen = value == "all" ? Seen::all : Seen::top;
    return {};
  }

  Result<void> begin_layer(const Line& line, std::string_view number) {
    const auto layer = number_of<int>(number);
    if (!layer || *layer < 1)
      return fail_at(line.number, 1, cat("expected \"layer NUMBER\", not ", in_quotes(line.text)));
    if (*layer > most_layers) return fail_at(line.number, 1, cat("a board has at most ", most_layers, " layers"));
    if (*layer == 1 && layer_ >= 0) NAZO_CHECK(finish());
    if (*layer != layer_ + 2) return fail_at(line.number, 1, cat("expected layer ", layer_ + 2, ", not ", *layer));
    layer_ = *layer - 1;
    row_ = 0;
    board_.frame.layers = *layer;
    for (auto& cells : taken_) cells.fill(0);
    if (layer_ == 0) begins_ = line.number;
    return {};
  }

  Result<void> read_row(const Line& line) {
    std::string_view text = line.text;
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    if (row_ >= longest_side || text.size() > longest_side)
      return fail_at(line.number, std::min<std::size_t>(text.size(), longest_side + 1),
                     cat("a layer is at most ", longest_side, " half tiles wide and high"));
    board_.frame.width = std::max(board_.frame.width, static_cast<int>(text.size()));
    board_.frame.height = std::max(board_.frame.height, row_ + 1);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (is_empty(text[i])) continue;
      if (text[i] == '[' || text[i] == ']') {
        if (taken_[index(row_)][i] != text[i]) return fail_at(line.number, i + 1, "there is no tile above this sign");
        continue;
      }
      NAZO_CHECK(read_tile(line, text, i));
      ++i;
    }
    ++row_;
    return {};
  }

  Result<void> read_tile(const Line& line, std::string_view text, std::size_t i) {
    const std::string_view code = text.substr(i, 2);
    const auto face = code == "##" ? std::optional(blank_face) : face_of_code(code);
    if (!face)
      return fail_at(line.number, i + 1,
                     cat("expected a tile (p1 … p9, s1 … s9, m1 … m9, we ws ww wn, dr dg dw, f1 … f4, y1 … y4, ##), [] "
                         "or a point, not ",
                         in_quotes(code)));
    const auto column = static_cast<int>(i);
    if (taken_[index(row_)][i] != 0 || taken_[index(row_)][i + 1] != 0)
      return fail_at(line.number, i + 1, "two tiles overlap");
    if (row_ + 1 >= longest_side || i + 1 >= longest_side)
      return fail_at(line.number, i + 1, cat("a layer is at most ", longest_side, " half tiles wide and high"));
    taken_[index(row_) + 1][i] = '[';
    taken_[index(row_) + 1][i + 1] = ']';
    board_.tiles.push_back({{layer_, row_, column}, *face});
    origins_.push_back({line.number, i + 1});
    board_.frame.height = std::max(board_.frame.height, row_ + 2);
    if (board_.tiles.size() > most_tiles)
      return fail_at(line.number, i + 1, cat("a board has at most ", most_tiles, " tiles"));
    if ((*face == blank_face) != board_.blank())
      return fail_at(line.number, i + 1, "either every tile has a face or all are ##");
    return {};
  }

  /// Ends a board, if one has begun.
  Result<void> finish() {
    if (layer_ < 0) return {};
    if (kind_ == Kind::puzzles && board_.tiles.empty()) return fail_at(begins_, 1, "the board has no tiles");
    std::optional<std::size_t> culprit;
    if (const auto sound = check_layout(board_.slots(), &culprit); !sound) {
      const TileOrigin origin = culprit ? origins_[*culprit] : TileOrigin{begins_, 1};
      return fail_at(origin.line, origin.column, sound.error().message);
    }
    if (kind_ == Kind::puzzles) put_in_the_corner();
    boards_.push_back(std::move(board_));
    board_ = {};
    origins_.clear();
    layer_ = -1;
    return {};
  }

  void put_in_the_corner() {
    int row = longest_side, column = longest_side;
    for (const FacedSlot& tile : board_.tiles) {
      row = std::min(row, tile.slot.row);
      column = std::min(column, tile.slot.column);
    }
    for (FacedSlot& tile : board_.tiles) {
      tile.slot.row -= row;
      tile.slot.column -= column;
    }
    board_.frame = frame_of(board_.slots());
  }

  Kind kind_;
  BoardText board_{};
  std::vector<TileOrigin> origins_{};
  int layer_ = -1, row_ = 0;  // the layer being read, from 0; its next row
  std::size_t begins_ = 0;
  std::array<std::array<char, longest_side + 1>, longest_side + 1> taken_{};  // by the lower half of a tile: [ or ]
  std::vector<BoardText> boards_{};
};

std::optional<Slot> slot_of(std::string_view text) {
  const auto parts = split(text, ',');
  if (parts.size() != 3) return {};
  const auto layer = number_of<int>(parts[0]), row = number_of<int>(parts[1]), column = number_of<int>(parts[2]);
  if (!layer || !row || !column || *layer < 1 || *layer > most_layers) return {};
  if (*row < 1 || *row > longest_side || *column < 1 || *column > longest_side) return {};
  return Slot{*layer - 1, *row - 1, *column - 1};
}

}  // namespace

Layout BoardText::slots() const {
  Layout slots;
  for (const FacedSlot& tile : tiles) slots.push_back(tile.slot);
  return slots;
}

Result<std::vector<BoardText>> read_boards(std::string_view text) {
  NAZO_TRY(boards, Reader(Reader::Kind::puzzles).read(text));
  if (boards.empty()) return fail("no board: expected \"layer 1\" and rows of tiles");
  return std::move(boards);
}

Result<Board> read_position(std::string_view text) {
  NAZO_TRY(boards, Reader(Reader::Kind::position).read(text));
  if (boards.size() != 1) return fail(cat("expected one board, not ", boards.size()));
  BoardText& board = boards.front();
  if (board.blank()) return fail("the tiles have no faces yet");
  return make_board(board.frame, board.seen, std::move(board.tiles));
}

std::string seen_line(Seen seen) { return seen == Seen::top ? "seen: top\n" : ""; }

std::string write_board(const Board& board) {
  Drawing drawing({board.width, board.height, board.layers}, layout_of(board));
  for (const Tile& tile : board.tiles) drawing.put(tile.slot, face_code(tile.face));
  return seen_line(board.seen) + drawing.text();
}

std::string write_layout(const Layout& layout) {
  Drawing drawing(frame_of(layout), layout);
  for (const Slot slot : layout) drawing.put(slot, "##");
  return drawing.text();
}

std::string write_slot(Slot slot) { return cat(slot.layer + 1, ",", slot.row + 1, ",", slot.column + 1); }

std::string slot_in_words(Slot slot) {
  return cat("layer ", slot.layer + 1, ", row ", slot.row + 1, ", column ", slot.column + 1);
}

std::string write_pair(Slot a, Slot b) { return write_slot(a) + "-" + write_slot(b); }

Result<SlotPair> read_pair(std::string_view text) {
  const auto halves = split(text, '-');
  if (halves.size() == 2)
    if (const auto a = slot_of(halves[0]), b = slot_of(halves[1]); a && b) return SlotPair{*a, *b};
  return fail(cat("expected a pair of tiles LAYER,ROW,COLUMN-LAYER,ROW,COLUMN, not ", in_quotes(text)));
}

Result<std::vector<SlotPair>> read_pairs(std::string_view text) {
  std::vector<SlotPair> pairs;
  for (const Line& line : lines_of(text))
    for (const Word& word : line.words()) {
      auto pair = read_pair(word.text);
      if (!pair) return fail_at(word.line, word.column, pair.error().message);
      pairs.push_back(*pair);
    }
  return pairs;
}

}  // namespace nazo::shanghai
