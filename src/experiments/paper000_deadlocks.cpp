// A wish of paper 000: the patterns that make a board deadlock, collected over many boards. Random players play random
// boards until they are stuck; of every deadlock the smallest groups of kinds that alone cannot be cleared are taken,
// cut out of the board and counted by shape.
#include <algorithm>
#include <map>
#include <set>

#include "base/parallel.hpp"
#include "base/rng.hpp"
#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"
#include "model/stats.hpp"

namespace nazo {

namespace {

/// Rows of labels, "." where there is no tile.
std::vector<std::vector<std::string>> cells_of(std::string_view text) {
  std::vector<std::vector<std::string>> rows;
  for (const Line& line : lines_of(text)) {
    if (line.text.find(':') != std::string_view::npos) continue;
    std::vector<std::string> row;
    for (const Word& word : line.words()) row.emplace_back(word.text);
    if (!row.empty()) rows.push_back(std::move(row));
  }
  return rows;
}

/// The tiles of a group alone, cut out of the board.
std::string cut_out(std::string_view position, const Value& group) {
  const auto cells = cells_of(position);
  std::set<std::pair<std::size_t, std::size_t>> places;
  std::size_t top = cells.size(), left = cells.front().size(), bottom = 0, right = 0;
  for (const Value& place : *group.items()) {
    const auto parts = split(*place.string(), ',');
    const std::size_t row = *number_of<std::size_t>(parts[0]) - 1, column = *number_of<std::size_t>(parts[1]) - 1;
    places.emplace(row, column);
    top = std::min(top, row);
    bottom = std::max(bottom, row);
    left = std::min(left, column);
    right = std::max(right, column);
  }
  std::string text = position.starts_with("border: inside") ? "border: inside\n" : "";
  for (std::size_t row = top; row <= bottom; ++row) {
    for (std::size_t column = left; column <= right; ++column)
      text += cat(column == left ? "" : " ", places.contains({row, column}) ? cells[row][column] : ".");
    text += "\n";
  }
  return text;
}

/// One random play from the start; the position where it ended without a move, or nothing if it cleared the board.
Result<std::optional<std::string>> random_deadlock(const Genre& genre, const Puzzle& puzzle, const Options& options,
                                                   const Context& context, Rng& rng) {
  NAZO_TRY(position, genre.start(puzzle, options, context));
  for (;;) {
    NAZO_TRY(moves, genre.moves(position, options, context));
    if (moves.empty()) break;
    NAZO_TRY(next, genre.play(position, moves[rng.below(moves.size())].text, options, context));
    position = std::move(next);
  }
  NAZO_TRY(standing, genre.status(position, options, context));
  if (standing == Standing::won) return std::nullopt;
  return position;
}

/// The shapes of one deadlock, each once.
Result<std::set<std::string>> shapes_of(const Genre& genre, const std::string& position, const Options& options,
                                        const Context& context) {
  const Puzzle left{.genre = genre.facts().name, .text = position};
  NAZO_TRY(analysis, genre.analyze(left, {"deadlock_patterns"}, options, context));
  std::set<std::string> shapes;
  const Value* groups = analysis.features.find("deadlock_patterns");
  if (groups == nullptr || groups->items() == nullptr) return shapes;
  for (const Value& group : *groups->items()) {
    NAZO_TRY(shape, genre.canonical({.genre = left.genre, .text = cut_out(position, group)}, context));
    shapes.insert(shape);
  }
  return shapes;
}

struct Shape {
  std::string text;
  std::size_t tiles = 0;
  std::uint64_t deadlocks = 0, boards = 0;  ///< in which it occurs
};

struct Library {
  std::uint64_t boards = 0, plays = 0, deadlocks = 0;
  std::map<std::string, Shape> shapes{};
  std::vector<std::set<std::string>> of_deadlock{};
};

/// What is kept of one board: for every play the shapes of its deadlock, or null where it was cleared. Nothing where
/// the generator found no solvable board.
Result<Value> board_item(const ExperimentCall& call, const Genre& genre, const Options& making, const Options& playing,
                         std::uint64_t index) {
  const auto walks = static_cast<std::uint64_t>(call.options.integer("plays"));
  const Context context{.budget = call.context.budget};
  const Order order{.options = making, .keep = nullptr, .seed = call.context.seed, .index = index};
  NAZO_TRY(batch, genre.generate(order, context));
  if (batch.limit != Limit::none) return fail_limit(batch.limit);
  Value plays = Value::array();
  if (batch.candidates.empty()) return plays;
  const Puzzle& puzzle = batch.candidates.front().puzzle;
  for (std::uint64_t walk = 0; walk < walks; ++walk) {
    Rng rng(call.context.seed, index * 1'000'003 + walk, 43);
    NAZO_TRY(stuck, random_deadlock(genre, puzzle, playing, context, rng));
    if (!stuck) {
      plays.push(Value());
      continue;
    }
    NAZO_TRY(shapes, shapes_of(genre, *stuck, playing, context));
    Value list = Value::array();
    for (const std::string& shape : shapes) list.push(shape);
    plays.push(std::move(list));
  }
  return plays;
}

void add_board(Library& library, const Value& plays) {
  if (plays.items()->empty()) return;
  ++library.boards;
  std::set<std::string> on_board;
  for (const Value& play : *plays.items()) {
    ++library.plays;
    if (play.items() == nullptr) continue;
    ++library.deadlocks;
    std::set<std::string> own;
    for (const Value& item : *play.items()) {
      const std::string& text = *item.string();
      Shape& shape = library.shapes.try_emplace(text, Shape{.text = text}).first->second;
      if (shape.tiles == 0)
        for (const auto& row : cells_of(text)) shape.tiles += row.size() - std::ranges::count(row, ".");
      ++shape.deadlocks;
      own.insert(text);
    }
    on_board.insert(own.begin(), own.end());
    library.of_deadlock.push_back(std::move(own));
  }
  for (const std::string& text : on_board) ++library.shapes.at(text).boards;
}

/// Smallest first, of these the most frequent.
std::vector<Shape> sorted_shapes(const Library& library) {
  std::vector<Shape> shapes;
  for (const auto& [text, shape] : library.shapes) shapes.push_back(shape);
  std::ranges::sort(shapes, [](const Shape& a, const Shape& b) {
    return std::tuple(a.tiles, b.deadlocks, a.text) < std::tuple(b.tiles, a.deadlocks, b.text);
  });
  return shapes;
}

std::string in_one_line(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  std::ranges::replace(text, '\n', '/');
  return text;
}

/// Share of the deadlocks that hold one of the first k shapes, k = 1, 2, ….
std::vector<double> explained(const Library& library, const std::vector<Shape>& shapes) {
  std::vector<double> shares;
  std::vector<bool> done(library.of_deadlock.size());
  std::size_t count = 0;
  for (const Shape& shape : shapes) {
    for (std::size_t i = 0; i < library.of_deadlock.size(); ++i)
      if (!done[i] && library.of_deadlock[i].contains(shape.text)) {
        done[i] = true;
        ++count;
      }
    shares.push_back(static_cast<double>(count) / static_cast<double>(library.of_deadlock.size()));
  }
  return shares;
}

Result<Figure> drawn_shapes(const Genre& genre, const std::vector<Shape>& shapes, const Library& library,
                            const Options& options) {
  Figure figure{.name = "patterns",
                .caption = {"The smallest patterns that block each other", "互いに塞ぎ合う最小の型"}};
  for (const Shape& shape : shapes) {
    NAZO_TRY(svg, genre.picture({.genre = genre.facts().name, .text = shape.text}, "", options, {}));
    const std::string share =
        text_of(100 * static_cast<double>(shape.deadlocks) / static_cast<double>(library.deadlocks), 1);
    figure.drawings.push_back({svg,
                               {cat(shape.tiles, " tiles, in ", share, " % of deadlocks"),
                                cat(shape.tiles, "枚、手詰まりの ", share, " %")}});
  }
  return figure;
}

Figure explained_figure(const std::vector<double>& shares) {
  Figure figure{.name = "explained",
                .caption = {"Deadlocks explained by the first shapes of the library",
                            "型の数と、それで説明できる手詰まりの割合"}};
  figure.x = {.title = {"shapes, smallest first", "型の数（小さい順）"}, .scale = Scale::logarithmic};
  figure.y = {.title = {"deadlocks that hold one of them", "どれかを含む手詰まり"}, .unit = "%", .holds = {0, 100}};
  Series curve{.mark = Mark::line};
  for (std::size_t k = 0; k < shares.size(); ++k) curve.points.push_back({static_cast<double>(k + 1), 100 * shares[k]});
  figure.series.push_back(std::move(curve));
  return figure;
}

Table library_table(const std::vector<Shape>& shapes, const std::vector<double>& shares, const Library& library) {
  Table table{.name = "patterns"};
  table.columns = {
      {"tiles", {"tiles", "枚数"}},
      {"pattern", {"pattern", "型"}},
      {"deadlocks", {"deadlocks", "手詰まり"}},
      {.field = "share", .title = {"share", "割合"}, .digits = 1, .percent = true},
      {"boards", {"boards", "問題数"}},
      {.field = "explained", .title = {"explained so far", "ここまでで説明"}, .digits = 1, .percent = true}};
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const Shape& shape = shapes[k];
    table.rows.push_back(
        Value::object()
            .set("tiles", shape.tiles)
            .set("pattern", in_one_line(shape.text))
            .set("deadlocks", shape.deadlocks)
            .set("share", static_cast<double>(shape.deadlocks) / static_cast<double>(library.deadlocks))
            .set("boards", shape.boards)
            .set("explained", shares[k]));
  }
  return table;
}

Result<Findings> run_deadlocks(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "shisen"));
  const std::string& border = call.options.text("border");
  NAZO_TRY(making, Options::make(genre->facts().options, {{"border", border}, {"size", call.options.text("size")}}));
  NAZO_TRY(playing, Options::make(genre->facts().options));
  Library library;
  const auto make = [&](std::uint64_t i) { return board_item(call, *genre, making, playing, i); };
  const auto take = [&](std::uint64_t, const Value& plays) {
    add_board(library, plays);
    return library.boards < static_cast<std::uint64_t>(call.options.integer("boards"));
  };
  NAZO_TRY(whole, each_item(call, "boards", endless, make, take));
  Findings found{.whole = whole};
  if (library.plays == 0) return found;
  const model::Interval stuck =
      model::binomial_interval_undecided(library.deadlocks, library.plays - library.deadlocks, 0);
  found.account.add(Words(
      cat("Shisen-sho ", call.options.text("size"), ", border ", border, ": ", grouped(library.plays),
          " random plays on ", grouped(library.boards), " boards, ", grouped(library.deadlocks), " deadlocks (",
          text_of(100 * stuck.low, 1), "…", text_of(100 * stuck.high, 1), " %), ", grouped(library.shapes.size()),
          " shapes of smallest blocking groups"),
      cat("四川省 ", call.options.text("size"), "：", grouped(library.boards), " 問を無作為に ", grouped(library.plays),
          " 回解き、手詰まり ", grouped(library.deadlocks), " 回（", text_of(100 * stuck.low, 1), "…",
          text_of(100 * stuck.high, 1), " %）、最小の型 ", grouped(library.shapes.size()), " 種")));
  if (library.deadlocks == 0) return found;
  const std::vector<Shape> shapes = sorted_shapes(library);
  const std::vector<double> shares = explained(library, shapes);
  Table table = library_table(shapes, shares, library);
  const std::size_t shown = std::min<std::size_t>(10, shapes.size());
  Table first = table;
  first.audience = Audience::readers;
  first.rows.resize(std::min<std::size_t>(static_cast<std::size_t>(call.options.integer("shown")), table.rows.size()));
  table.audience = Audience::programs;
  first.notes.push_back(
      {cat("The smallest ", shown, " shapes are in ", text_of(100 * shares[shown - 1], 1),
           " % of the deadlocks. Shapes are alike up to turning and mirroring, cut out of the board they were met on."),
       cat("最小の ", shown, " 種は手詰まりの ", text_of(100 * shares[shown - 1], 1),
           " % に現れる。回転・鏡映は同じ型とみなし、盤から切り出した形で数える。")});
  found.account.add(std::move(table));
  found.account.add(std::move(first));
  NAZO_TRY(drawn, drawn_shapes(*genre, {shapes.begin(), shapes.begin() + static_cast<std::ptrdiff_t>(shown)}, library,
                               playing));
  found.account.add(std::move(drawn));
  found.account.add(explained_figure(shares));
  return found;
}

}  // namespace

Experiment shisen_deadlocks() {
  return {
      .name = "shisen-deadlocks",
      .summary = "paper 000's wish: a library of the patterns that cause deadlock, over many boards",
      .about =
          "Random plays on random solvable boards until they are stuck. Of every deadlock the smallest groups of kinds "
          "whose tiles alone cannot be cleared are cut out and counted by shape: how often each occurs, on how many "
          "boards, and which share of the deadlocks the smallest ones explain. --svg draws the smallest ten.",
      .options = {{.name = "boards",
                   .kind = OptionKind::integer,
                   .help = "how many boards",
                   .fallback = "100",
                   .lowest = 1,
                   .highest = 1e6},
                  {.name = "plays",
                   .kind = OptionKind::integer,
                   .help = "random plays of each board",
                   .fallback = "20",
                   .lowest = 1,
                   .highest = 1e6},
                  {.name = "shown",
                   .kind = OptionKind::integer,
                   .help = "rows of the table that people see",
                   .fallback = "20",
                   .lowest = 1,
                   .highest = 1e6},
                  {.name = "border",
                   .kind = OptionKind::choice,
                   .help = "may paths run outside the board?",
                   .fallback = "outside",
                   .choices = {"outside", "inside"}},
                  {.name = "size", .kind = OptionKind::text, .help = "WIDTHxHEIGHT", .fallback = "10x6"}},
      .extent = "boards",
      .run = run_deadlocks};
}

}  // namespace nazo
