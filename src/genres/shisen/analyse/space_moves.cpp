#include "genres/shisen/analyse/space_moves.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace nazo::shisen {

namespace {

using tiles::CodeTable;
using tiles::Leaf;
using tiles::MoveGenerator;
using tiles::SpaceKind;
using tiles::SpaceLayout;
using tiles::SpaceTile;

constexpr int group_lanes = MoveGenerator::lanes;
constexpr int lines = longest_side + 2;

// ── the word types ─────────────────────────────────────────────────────────────────────────────────────────────────
// `Word` is a row or column of one group, `Vector` those of several groups side by side.

struct ScalarWords {
  using Word = std::uint32_t;
  using Vector = std::uint32_t;
  static std::uint32_t nonzero(Vector v) { return v != 0 ? 1u : 0u; }
};

#if defined(__AVX512BW__)
struct ShortWords {
  using Word = std::uint16_t;
  using Vector __attribute__((vector_size(64))) = std::uint16_t;
  static std::uint32_t nonzero(Vector v) {
    const auto m = reinterpret_cast<__m512i>(v);
    return _mm512_test_epi16_mask(m, m);
  }
};
struct LongWords {
  using Word = std::uint32_t;
  using Vector __attribute__((vector_size(64))) = std::uint32_t;
  static std::uint32_t nonzero(Vector v) {
    const auto m = reinterpret_cast<__m512i>(v);
    return _mm512_test_epi32_mask(m, m);
  }
};
#elif defined(__AVX2__)
struct ShortWords {
  using Word = std::uint16_t;
  using Vector __attribute__((vector_size(32))) = std::uint16_t;
  static std::uint32_t nonzero(Vector v) {
    const __m256i zero = _mm256_cmpeq_epi16(reinterpret_cast<__m256i>(v), _mm256_setzero_si256());
    const __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(zero), _mm256_extracti128_si256(zero, 1));
    return ~static_cast<std::uint32_t>(_mm_movemask_epi8(bytes)) & 0xffff;
  }
};
struct LongWords {
  using Word = std::uint32_t;
  using Vector __attribute__((vector_size(32))) = std::uint32_t;
  static std::uint32_t nonzero(Vector v) {
    const __m256i zero = _mm256_cmpeq_epi32(reinterpret_cast<__m256i>(v), _mm256_setzero_si256());
    return ~static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(zero))) & 0xff;
  }
};
#else
using ShortWords = ScalarWords;
using LongWords = ScalarWords;
#endif

/// The run of free cells around bit `at` in every lane: up to the next tile above, down to the next below.
template <class Vector, class Word>
inline Vector free_runs(Vector word, int at) {
  const auto bits_above = static_cast<Word>(~((Word{2} << at) - 1)),
             bits_below = static_cast<Word>((Word{1} << at) - 1);
  const Vector above = word & bits_above;
  const Vector up_to = (above & (Vector{} - above)) - Word{1};
  Vector below = word & bits_below;
  below |= below >> Word{1};
  if (at > 2) below |= below >> Word{2};
  if (at > 4) below |= below >> Word{4};
  if (at > 8) below |= below >> Word{8};
  if constexpr (sizeof(Word) > 2) {
    if (at > 16) below |= below >> Word{16};
  }
  return up_to & ~below;
}

/// Sets of leaf tiles that lie on stretches of a line, by differences of prefixes.
class LeafTilesOnLines {
 public:
  void add(int line, int at, int tile) {
    for (int i = at + 1; i <= lines; ++i) prefix_[idx(line)][idx(i)] |= 1u << tile;
  }
  /// Tiles at first ≤ position < last.
  [[nodiscard]] std::uint32_t between(int line, int first, int last) const {
    return prefix_[idx(line)][idx(last)] & ~prefix_[idx(line)][idx(first)];
  }
  /// Tiles after `from` up to and including `to`, in either direction.
  [[nodiscard]] std::uint32_t towards(int line, int from, int to) const {
    return from < to ? between(line, from + 1, to + 1) : between(line, to, from);
  }

 private:
  static std::size_t idx(int i) { return static_cast<std::size_t>(i); }
  std::array<std::array<std::uint32_t, lines + 1>, lines> prefix_{};
};

/// Lines low < line < high, of which the union of the occupied cells is needed.
struct Gap {
  int low = 0, high = 0;
  friend bool operator==(const Gap&, const Gap&) = default;
};

/// The number of the gap between two lines; −1: there is no line between.
int gap_number(std::vector<Gap>& gaps, int a, int b) {
  const Gap gap{std::min(a, b), std::max(a, b)};
  if (gap.high - gap.low < 2) return -1;
  const auto found = std::ranges::find(gaps, gap);
  if (found != gaps.end()) return static_cast<int>(found - gaps.begin());
  gaps.push_back(gap);
  return static_cast<int>(gaps.size()) - 1;
}

/// A pair of tiles and what lies between them.
struct PathPair {
  std::size_t a = 0, b = 0;  ///< tiles of the layout
  Place at_a{}, at_b{};
  int row_gap = -1, column_gap = -1;  ///< which gap lies between them (−1: no line between)
  bool neighbours = false;
};

/// Where the tiles of a layout lie on the board.
struct Ground {
  Ground(const Board& board, const SpaceLayout& l)
      : width(board.width),
        height(board.height),
        high_tiles(static_cast<std::size_t>(l.high_tiles)),
        grid(empty_grid(board.width, board.height, board.border)) {
    for (const SpaceTile& tile : l.tiles) places.push_back(board.tiles[tile.tile].place);
    for (const tiles::SpacePair& two : l.pairs) {
      PathPair pair{.a = static_cast<std::size_t>(two.a), .b = static_cast<std::size_t>(two.b)};
      pair.at_a = places[pair.a];
      pair.at_b = places[pair.b];
      pair.row_gap = gap_number(row_gaps, pair.at_a.row, pair.at_b.row);
      pair.column_gap = gap_number(column_gaps, pair.at_a.column, pair.at_b.column);
      pair.neighbours = std::abs(pair.at_a.row - pair.at_b.row) + std::abs(pair.at_a.column - pair.at_b.column) == 1;
      pairs.push_back(pair);
    }
    for (std::size_t t = high_tiles; t < places.size(); ++t) {
      const int leaf_tile = static_cast<int>(t - high_tiles);
      on_rows.add(places[t].row, places[t].column, leaf_tile);
      on_columns.add(places[t].column, places[t].row, leaf_tile);
    }
  }

  int width, height;
  std::size_t high_tiles;
  Occupancy grid;               ///< without tiles
  std::vector<Place> places{};  ///< of the layout's tiles
  std::vector<PathPair> pairs{};
  std::vector<Gap> row_gaps{}, column_gaps{};
  LeafTilesOnLines on_rows{}, on_columns{};
};

/// What does not depend on the width of words.
class PathMoves : public MoveGenerator {
 public:
  PathMoves(const Board& board, const SpaceLayout& l) : MoveGenerator(l), layout(l), ground(board, l) {}

  [[nodiscard]] Leaf leaves(int lane, int pair_number) const final {
    const PathPair& pair = ground.pairs[static_cast<std::size_t>(pair_number)];
    const Place a = pair.at_a, b = pair.at_b;
    const LeafTilesOnLines &on_rows = ground.on_rows, &on_columns = ground.on_columns;
    std::uint32_t columns = 0, rows = 0;
    crossings(lane, pair, columns, rows);
    Leaf result;
    std::uint32_t tried[8];
    int tries = 0;
    // Leaves in which every leaf tile on the path is gone; a path through more tiles than one before adds nothing.
    const auto add_path = [&](std::uint32_t tiles) {
      for (int i = 0; i < tries; ++i)
        if ((tried[i] & ~tiles) == 0) return;
      if (tries < 8) tried[tries++] = tiles;
      Leaf open = layout.gone[static_cast<std::size_t>(std::countr_zero(tiles))];
      for (tiles &= tiles - 1; tiles != 0; tiles &= tiles - 1)
        open &= layout.gone[static_cast<std::size_t>(std::countr_zero(tiles))];
      result |= open;
    };
    const auto [top, bottom] = std::minmax(a.row, b.row);
    const auto [left, right] = std::minmax(a.column, b.column);
    for (; columns != 0; columns &= columns - 1) {
      const int x = std::countr_zero(columns);
      add_path(on_rows.towards(a.row, a.column, x) | on_rows.towards(b.row, b.column, x) |
               (bottom - top > 1 ? on_columns.between(x, top + 1, bottom) : 0u));
    }
    for (; rows != 0; rows &= rows - 1) {
      const int y = std::countr_zero(rows);
      add_path(on_columns.towards(a.column, a.row, y) | on_columns.towards(b.column, b.row, y) |
               (right - left > 1 ? on_rows.between(y, left + 1, right) : 0u));
    }
    return result;
  }

 protected:
  /// With only leaf tiles that are always there: columns in which a path can cross from the pair's one row to the
  /// other, and rows.
  virtual void crossings(int lane, const PathPair& pair, std::uint32_t& columns, std::uint32_t& rows) const = 0;

  const SpaceLayout& layout;
  Ground ground;
};

template <class Words>
class VectorMoves final : public PathMoves {
  using Word = typename Words::Word;
  using Vector = typename Words::Vector;
  static constexpr int width = static_cast<int>(sizeof(Vector) / sizeof(Word));
  static constexpr int parts = group_lanes / width;
  /// One word for every group.
  struct alignas(64) Line {
    Vector part[parts];
    [[nodiscard]] Word lane(int i) const {
      Word word;
      __builtin_memcpy(&word, reinterpret_cast<const char*>(part) + static_cast<std::size_t>(i) * sizeof(Word),
                       sizeof word);
      return word;
    }
    void set_lane(int i, Word word) {
      __builtin_memcpy(reinterpret_cast<char*>(part) + static_cast<std::size_t>(i) * sizeof(Word), &word, sizeof word);
    }
  };
  /// The board of every group, once with the leaf tiles that every leaf has and once with those that some leaf has.
  struct View {
    explicit View(const Ground& ground)
        : open_rows(ground.row_gaps.size()),
          open_columns(ground.column_gaps.size()),
          across(ground.places.size()),
          down(ground.places.size()) {}
    std::array<Line, lines> rows{}, columns{};
    std::vector<Line> open_rows, open_columns;  // cells that are free in all lines of a gap
    std::vector<Line> across, down;             // runs of every tile
  };

 public:
  VectorMoves(const Board& board, const SpaceLayout& l)
      : PathMoves(board, l),
        present_(static_cast<std::size_t>(l.high_kinds)),
        there_(l.tiles.size()),
        leaf_tiles_(l.tiles.size() - static_cast<std::size_t>(l.high_tiles)),
        gone_(ground),
        full_(ground) {}

  void generate(std::span<const std::uint64_t> keys, const Leaf* sets, MoveGenerator::Sets which) override {
    for (int lane = 0; lane < group_lanes; ++lane) {
      const Leaf& leaves_here = sets[std::min(static_cast<std::size_t>(lane), keys.size() - 1)];
      std::uint32_t some = 0, always = 0;
      for (std::size_t t = 0; t < leaf_tiles_; ++t) {
        if ((leaves_here - layout.gone[t]).any()) some |= 1u << t;
        if (which == MoveGenerator::Sets::closed && !(leaves_here & layout.gone[t]).any()) always |= 1u << t;
      }
      for (int half = 0; half < 2; ++half) {
        some_[half].set_lane(lane, static_cast<Word>(some >> (16 * half) & 0xffff));
        always_[half].set_lane(lane, static_cast<Word>(always >> (16 * half) & 0xffff));
      }
    }
    for (std::size_t k = 0; k < present_.size(); ++k) {
      const SpaceKind& kind = layout.kinds[k];
      const CodeTable& table = layout.codes(kind);
      const std::uint64_t mask = table.codes() - 1;
      for (int lane = 0; lane < group_lanes; ++lane) {
        const std::uint64_t key = keys[std::min(static_cast<std::size_t>(lane), keys.size() - 1)];
        present_[k].set_lane(lane, static_cast<Word>(table.present[key >> kind.shift & mask]));
      }
    }
    for (int part = 0; part < parts; ++part) look(part);
    const std::uint32_t used = keys.size() >= group_lanes ? ~0u : (1u << keys.size()) - 1;
    for (std::size_t p = 0; p < ground.pairs.size(); ++p) {
      const PathPair& pair = ground.pairs[p];
      const std::uint32_t there = used & there_[pair.a] & there_[pair.b];
      can_[p] = there == 0 ? 0 : there & (pair.neighbours ? ~0u : joined_in(gone_, pair));
      sure_[p] = can_[p] == 0 ? 0 : can_[p] & (pair.neighbours ? ~0u : joined_in(full_, pair));
    }
  }

  void crossings(int lane, const PathPair& pair, std::uint32_t& columns, std::uint32_t& rows) const override {
    columns = gone_.across[pair.a].lane(lane) & gone_.across[pair.b].lane(lane);
    if (pair.row_gap >= 0) columns &= gone_.open_rows[static_cast<std::size_t>(pair.row_gap)].lane(lane);
    rows = gone_.down[pair.a].lane(lane) & gone_.down[pair.b].lane(lane);
    if (pair.column_gap >= 0) rows &= gone_.open_columns[static_cast<std::size_t>(pair.column_gap)].lane(lane);
  }

 private:
  void note_there(std::size_t tile, int part, Vector bit) {
    const std::uint32_t groups = Words::nonzero(bit) << (part * width);
    there_[tile] = part == 0 ? groups : there_[tile] | groups;
  }

  /// Lays out the boards of some groups and measures every tile's runs.
  void look(int part) {
    const int height = ground.height, columns = ground.width;
    for (int y = 0; y <= height + 1; ++y)
      gone_.rows[at(y)].part[part] = Vector{} + static_cast<Word>(ground.grid.row[at(y)]);
    for (int x = 0; x <= columns + 1; ++x)
      gone_.columns[at(x)].part[part] = Vector{} + static_cast<Word>(ground.grid.column[at(x)]);
    const std::size_t high = ground.high_tiles;
    for (std::size_t t = 0; t < high; ++t) {
      const SpaceTile& tile = layout.tiles[t];
      const Place place = ground.places[t];
      const Vector bit = present_[at(tile.kind)].part[part] >> static_cast<Word>(tile.member) & Word{1};
      gone_.rows[at(place.row)].part[part] |= bit << static_cast<Word>(place.column);
      gone_.columns[at(place.column)].part[part] |= bit << static_cast<Word>(place.row);
      note_there(t, part, bit);
    }
    for (int y = 0; y <= height + 1; ++y) full_.rows[at(y)].part[part] = gone_.rows[at(y)].part[part];
    for (int x = 0; x <= columns + 1; ++x) full_.columns[at(x)].part[part] = gone_.columns[at(x)].part[part];
    for (std::size_t t = 0; t < leaf_tiles_; ++t) {
      const Place p = ground.places[high + t];
      const auto place = [&](View& view, const Line* tiles) {
        const Vector bit = tiles[t / 16].part[part] >> static_cast<Word>(t % 16) & Word{1};
        view.rows[at(p.row)].part[part] |= bit << static_cast<Word>(p.column);
        view.columns[at(p.column)].part[part] |= bit << static_cast<Word>(p.row);
        return bit;
      };
      note_there(high + t, part, place(full_, some_));
      place(gone_, always_);
    }
    for (View* view : {&gone_, &full_}) {
      const auto unite = [part](const std::vector<Gap>& gaps, const std::array<Line, lines>& words,
                                std::vector<Line>& open) {
        for (std::size_t g = 0; g < gaps.size(); ++g) {
          Vector taken = words[at(gaps[g].low + 1)].part[part];
          for (int line = gaps[g].low + 2; line < gaps[g].high; ++line) taken |= words[at(line)].part[part];
          open[g].part[part] = ~taken;
        }
      };
      unite(ground.row_gaps, view->rows, view->open_rows);
      unite(ground.column_gaps, view->columns, view->open_columns);
      for (std::size_t t = 0; t < ground.places.size(); ++t) {
        const Place p = ground.places[t];
        view->across[t].part[part] = free_runs<Vector, Word>(view->rows[at(p.row)].part[part], p.column);
        view->down[t].part[part] = free_runs<Vector, Word>(view->columns[at(p.column)].part[part], p.row);
      }
    }
  }

  /// Groups in which the pair can be joined: the runs meet, and the way across is free.
  static std::uint32_t joined_in(const View& view, const PathPair& pair) {
    const std::size_t a = pair.a, b = pair.b;
    std::uint32_t groups = 0;
    for (int part = 0; part < parts; ++part) {
      Vector open = view.across[a].part[part] & view.across[b].part[part];
      if (pair.row_gap >= 0) open &= view.open_rows[static_cast<std::size_t>(pair.row_gap)].part[part];
      Vector open_down = view.down[a].part[part] & view.down[b].part[part];
      if (pair.column_gap >= 0) open_down &= view.open_columns[static_cast<std::size_t>(pair.column_gap)].part[part];
      groups |= Words::nonzero(open | open_down) << (part * width);
    }
    return groups;
  }

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  std::vector<Line> present_;         // high kind → which of its tiles are there
  std::vector<std::uint32_t> there_;  // tile → groups in which it is there (with some leaf)
  std::size_t leaf_tiles_;
  Line some_[2], always_[2];  // leaf tiles that some leaf has, that every leaf has; 16 in a word
  View gone_, full_;
};

}  // namespace

std::unique_ptr<MoveGenerator> path_moves(const Board& board, const SpaceLayout& layout, tiles::Lanes lanes) {
  const bool fits_short = board.width + 2 <= 16 && board.height + 2 <= 16;
  if (lanes == tiles::Lanes::scalar) return std::make_unique<VectorMoves<ScalarWords>>(board, layout);
  if (fits_short) return std::make_unique<VectorMoves<ShortWords>>(board, layout);
  return std::make_unique<VectorMoves<LongWords>>(board, layout);
}

}  // namespace nazo::shisen
