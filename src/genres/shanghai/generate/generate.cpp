#include "genres/shanghai/generate/generate.hpp"

#include <cmath>

#include "base/text.hpp"
#include "genres/shanghai/analyse/plays.hpp"
#include "genres/shanghai/generate/deal.hpp"
#include "genres/shanghai/generate/shape.hpp"
#include "genres/shanghai/rules/layouts.hpp"
#include "genres/shanghai/solve/solve.hpp"
#include "genres/shanghai/text/foreign.hpp"
#include "genres/shanghai/text/text.hpp"

namespace nazo::shanghai {

namespace {

Symmetry symmetry_of(const Options& options) {
  const std::string& name = options.text("symmetry");
  if (name == "left-right") return Symmetry::left_right;
  if (name == "top-bottom") return Symmetry::top_bottom;
  if (name == "both") return Symmetry::both;
  return name == "half-turn" ? Symmetry::half_turn : Symmetry::none;
}

/// The layout that a file holds, in whatever format.
Result<Layout> layout_in(std::string_view text, std::string_view map) {
  if (looks_like_kmahjongg(text)) {
    NAZO_TRY(layout, read_kmahjongg(text));
    return layout.slots;
  }
  if (looks_like_gnome(text)) {
    NAZO_TRY(maps, read_gnome(text));
    NAZO_TRY(chosen, chosen_maps(std::move(maps), map));
    if (chosen.size() == 1) return chosen.front().slots;
    std::vector<std::string> names;
    for (const LayoutText& layout : chosen) names.push_back(layout.title);
    return fail(cat("the file has ", chosen.size(), " maps; --map takes one of ", join(names, ", ")));
  }
  NAZO_TRY(boards, read_boards(text));
  return in_the_corner(boards.front().slots());
}

Result<Layout> ordered_layout(const Options& options, Rng& rng) {
  if (options.given("layout-file")) return layout_in(options.text("layout-file"), options.text("map"));
  const bool shaped = options.given("silhouette") || options.given("symmetry") || options.text("layout") == "new";
  if (shaped) {
    ShapeOrder order{.tiles = static_cast<int>(options.integer("tiles")),
                     .layers = static_cast<int>(options.integer("layers")),
                     .symmetry = symmetry_of(options)};
    if (order.tiles % 2 != 0) return fail(cat("--tiles takes an even number, not ", order.tiles));
    if (options.given("silhouette")) {
      NAZO_TRY(silhouette, read_silhouette(options.text("silhouette")));
      order.silhouette = silhouette;
    }
    return make_layout(order, rng);
  }
  if (const Layout* layout = find_layout(options.text("layout"))) return *layout;
  std::vector<std::string> names;
  for (const NamedLayout& layout : layouts()) names.push_back(layout.name);
  return fail(cat("--layout takes new, ", join(names, ", "), "; not ", in_quotes(options.text("layout"))));
}

std::string solution_text(const std::vector<SlotPair>& moves) {
  std::string text;
  for (const auto& [a, b] : moves) text += (text.empty() ? "" : " ") + write_pair(a, b);
  return text;
}

/// A few plays tell boards apart that are far from what will be kept.
bool is_hopeless(const Expression& keep, const Board& board, Rng& rng) {
  const double low = keep.lower_bound("blind_win", 0), high = keep.upper_bound("blind_win", 1);
  if (low <= 0 && high >= 1) return false;
  constexpr int plays = 60;
  const Pile pile(board);
  int won = 0;
  for (int play = 0; play < plays; ++play) won += play_blind(pile, rng) ? 1 : 0;
  const double share = static_cast<double>(won) / plays, doubt = 4 * std::sqrt((share * (1 - share) + 0.01) / plays);
  return share + doubt < low || share - doubt > high;
}

}  // namespace

Result<Batch> generate_boards(const Order& order, const Context& context) {
  Batch batch;
  Rng rng(order.seed, order.index);
  const Options& options = order.options;
  NAZO_CHECK(room_for_text(context, options.text("layout-file").size() + options.text("silhouette").size()));
  NAZO_TRY(layout, ordered_layout(options, rng));
  const auto kinds = static_cast<int>(options.integer("kinds")), copies = static_cast<int>(options.integer("copies"));
  if (copies % 2 != 0) return fail(cat("--copies takes an even number, not ", copies));
  NAZO_TRY(faces, choose_faces(layout.size(), options.given("kinds") ? kinds : 0, copies, rng));
  const Seen seen = options.text("seen") == "top" ? Seen::top : Seen::all;
  std::vector<SlotPair> moves;
  std::optional<Board> board;
  if (options.text("method") == "reverse") {
    board = ReverseDealer(layout).deal(faces, seen, rng, moves);
    if (!board) {
      batch.rejected.emplace_back("no_way_to_deal", 1);
      return batch;
    }
  } else {
    board = shuffled_board(layout, faces, seen, rng);
  }
  if (options.text("method") == "random") {
    const Decision decision = decide(*board, context.budget);
    if (decision.outcome != Outcome::cleared) {
      batch.limit = decision.limit;
      batch.rejected.emplace_back(decision.outcome == Outcome::impossible ? "unsolvable" : "undecided", 1);
      return batch;
    }
    for (const Pair pair : decision.moves) moves.emplace_back(board->tiles[pair.a].slot, board->tiles[pair.b].slot);
  }
  if (order.keep != nullptr && is_hopeless(*order.keep, *board, rng)) {
    batch.rejected.emplace_back("blind_win", 1);
    return batch;
  }
  batch.candidates.push_back(
      {.puzzle = {.genre = "shanghai", .text = write_board(*board)}, .solution = solution_text(moves)});
  return batch;
}

}  // namespace nazo::shanghai
