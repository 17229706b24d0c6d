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

}  // namespace

// ── the engine ─────────────────────────────────────────────────────────────────────────────────────────────────────

struct MoveGenerator::Engine {
  explicit Engine(const SpaceLayout& l) : layout(l), can(l.pairs.size(), 0), sure(l.pairs.size(), 0) {
    for (std::size_t t = static_cast<std::size_t>(l.high_tiles); t < l.tiles.size(); ++t) {
      const Place p = l.tiles[t].place;
      const int leaf_tile = static_cast<int>(t) - l.high_tiles;
      on_rows.add(p.row, p.column, leaf_tile);
      on_columns.add(p.column, p.row, leaf_tile);
    }
  }
  virtual ~Engine() = default;
  virtual void generate(std::span<const std::uint64_t> keys, const Leaf* sets, MoveGenerator::Sets which) = 0;
  /// With only leaf tiles that are always there: columns in which a path can cross from the pair's one row to the
  /// other, and rows.
  virtual void crossings(int lane, const SpacePair& pair, std::uint32_t& columns, std::uint32_t& rows) const = 0;

  [[nodiscard]] Leaf leaves(int lane, int pair_number) const {
    const SpacePair& pair = layout.pairs[static_cast<std::size_t>(pair_number)];
    const Place a = layout.tiles[static_cast<std::size_t>(pair.a)].place,
                b = layout.tiles[static_cast<std::size_t>(pair.b)].place;
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

  const SpaceLayout& layout;
  std::vector<std::uint32_t> can, sure;
  LeafTilesOnLines on_rows, on_columns;
};

namespace {

template <class Words>
class VectorEngine final : public MoveGenerator::Engine {
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
    explicit View(const SpaceLayout& layout)
        : open_rows(layout.row_gaps.size()),
          open_columns(layout.column_gaps.size()),
          across(layout.tiles.size()),
          down(layout.tiles.size()) {}
    std::array<Line, lines> rows{}, columns{};
    std::vector<Line> open_rows, open_columns;  // cells that are free in all lines of a gap
    std::vector<Line> across, down;             // runs of every tile
  };

 public:
  explicit VectorEngine(const SpaceLayout& l)
      : Engine(l),
        present_(static_cast<std::size_t>(l.high_kinds)),
        there_(l.tiles.size()),
        leaf_tiles_(l.tiles.size() - static_cast<std::size_t>(l.high_tiles)),
        gone_(l),
        full_(l) {}

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
    for (std::size_t p = 0; p < layout.pairs.size(); ++p) {
      const SpacePair& pair = layout.pairs[p];
      const std::uint32_t there =
          used & there_[static_cast<std::size_t>(pair.a)] & there_[static_cast<std::size_t>(pair.b)];
      can[p] = there == 0 ? 0 : there & (pair.neighbours ? ~0u : joined_in(gone_, pair));
      sure[p] = can[p] == 0 ? 0 : can[p] & (pair.neighbours ? ~0u : joined_in(full_, pair));
    }
  }

  void crossings(int lane, const SpacePair& pair, std::uint32_t& columns, std::uint32_t& rows) const override {
    const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
    columns = gone_.across[a].lane(lane) & gone_.across[b].lane(lane);
    if (pair.row_gap >= 0) columns &= gone_.open_rows[static_cast<std::size_t>(pair.row_gap)].lane(lane);
    rows = gone_.down[a].lane(lane) & gone_.down[b].lane(lane);
    if (pair.column_gap >= 0) rows &= gone_.open_columns[static_cast<std::size_t>(pair.column_gap)].lane(lane);
  }

 private:
  void note_there(std::size_t tile, int part, Vector bit) {
    const std::uint32_t groups = Words::nonzero(bit) << (part * width);
    there_[tile] = part == 0 ? groups : there_[tile] | groups;
  }

  /// Lays out the boards of some groups and measures every tile's runs.
  void look(int part) {
    const int height = layout.height, columns = layout.width;
    for (int y = 0; y <= height + 1; ++y)
      gone_.rows[at(y)].part[part] = Vector{} + static_cast<Word>(layout.grid.row[at(y)]);
    for (int x = 0; x <= columns + 1; ++x)
      gone_.columns[at(x)].part[part] = Vector{} + static_cast<Word>(layout.grid.column[at(x)]);
    const auto high = static_cast<std::size_t>(layout.high_tiles);
    for (std::size_t t = 0; t < high; ++t) {
      const SpaceTile& tile = layout.tiles[t];
      const Vector bit = present_[at(tile.kind)].part[part] >> static_cast<Word>(tile.member) & Word{1};
      gone_.rows[at(tile.place.row)].part[part] |= bit << static_cast<Word>(tile.place.column);
      gone_.columns[at(tile.place.column)].part[part] |= bit << static_cast<Word>(tile.place.row);
      note_there(t, part, bit);
    }
    for (int y = 0; y <= height + 1; ++y) full_.rows[at(y)].part[part] = gone_.rows[at(y)].part[part];
    for (int x = 0; x <= columns + 1; ++x) full_.columns[at(x)].part[part] = gone_.columns[at(x)].part[part];
    for (std::size_t t = 0; t < leaf_tiles_; ++t) {
      const Place p = layout.tiles[high + t].place;
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
      unite(layout.row_gaps, view->rows, view->open_rows);
      unite(layout.column_gaps, view->columns, view->open_columns);
      for (std::size_t t = 0; t < layout.tiles.size(); ++t) {
        const Place p = layout.tiles[t].place;
        view->across[t].part[part] = free_runs<Vector, Word>(view->rows[at(p.row)].part[part], p.column);
        view->down[t].part[part] = free_runs<Vector, Word>(view->columns[at(p.column)].part[part], p.row);
      }
    }
  }

  /// Groups in which the pair can be joined: the runs meet, and the way across is free.
  static std::uint32_t joined_in(const View& view, const SpacePair& pair) {
    const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
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

MoveGenerator::MoveGenerator(const SpaceLayout& layout, Lanes which) {
  const bool fits_short = layout.width + 2 <= 16 && layout.height + 2 <= 16;
  if (which == Lanes::scalar) {
    engine_ = std::make_unique<VectorEngine<ScalarWords>>(layout);
  } else if (fits_short) {
    engine_ = std::make_unique<VectorEngine<ShortWords>>(layout);
  } else {
    engine_ = std::make_unique<VectorEngine<LongWords>>(layout);
  }
  can_ = engine_->can.data();
  sure_ = engine_->sure.data();
}

MoveGenerator::~MoveGenerator() = default;

void MoveGenerator::generate(std::span<const std::uint64_t> keys, const Leaf* leaves, Sets sets) {
  engine_->generate(keys, leaves, sets);
}

Leaf MoveGenerator::leaves(int lane, int pair) const { return engine_->leaves(lane, pair); }

}  // namespace nazo::shisen
